"""`manage.py movement`: who sits where, as JSON, text or cards, with neither club nor database."""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from clubscore.files.commands.score import REFUSED, SCORED
from clubscore.files.event_file import read_movement_aloud as read_aloud
from clubscore.files.event_file import written_movement
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.movements import KINDS, Movement, build, check
from clubscore.places import typed

# How days and times are written on paper, where the settings do not say so.
FORMATS = "clubscore.club.formats"


# Whose records papers know by name; none is read or written.
RECORDED = [
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "axes",
    *(f"clubscore.{room}" for room in ("club", "jobs", "web", "rubbers", "events")),
]


@contextmanager
def without_a_club() -> Iterator[None]:
    """Let papers be drawn without a club: they need Django's words and days, and know of records.

    Times are as the clock of this computer shows them.
    """
    import django
    from django.conf import settings

    if not settings.configured:
        settings.configure(
            LANGUAGE_CODE="en-gb",
            FORMAT_MODULE_PATH=FORMATS,
            INSTALLED_APPS=RECORDED,
            AUTH_USER_MODEL="club.User",
            DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        )
        django.setup()
    from django.utils import timezone

    with timezone.override(dt.datetime.now().astimezone().tzinfo):
        yield


COUNTS = {"pairs": "pairs", "individuals": "players", "teams": "teams"}
HOW_MANY = gettext_noop("Give one of --pairs, --players or --teams with a number.")
NUMBER = gettext_noop("%(what)s must be a whole number, not %(given)s.")
WRONG_COUNT = gettext_noop("The kind %(kind)s is for %(right)s: use --%(right)s, not --%(given)s.")
UNSOUND = gettext_noop("This cannot be played. %(fault)s")


class _MovementOptions(argparse.Namespace):
    kind: str
    pairs: str | None
    players: str | None
    teams: str | None
    boards: str | None
    rounds: str | None
    winners: str | None
    format: str


def main(argv: Sequence[str]) -> int:
    """Print a movement; 0 printed, 1 refused with what would be right."""
    options = _options(argv)
    code = SCORED
    try:
        answer = _answer(options, options.format)
    except RuleError as error:
        code = REFUSED
        answer = _refusal(error, options.format)
    try:
        sys.stdout.buffer.write(answer)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        # Whoever read the answer has gone (`| head`); Python must not complain at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _options(argv: Sequence[str]) -> _MovementOptions:
    parser = argparse.ArgumentParser(
        prog=typed("movement"), description="Who sits where, round by round, with which boards."
    )
    parser.add_argument("kind", metavar="KIND", help=", ".join(KINDS))
    for name in COUNTS.values():
        parser.add_argument(f"--{name}", metavar="N", help=f"the number of {name}")
    parser.add_argument("--boards", metavar="B", help="boards in play in the whole event")
    parser.add_argument("--rounds", metavar="R", help="rounds to be played")
    parser.add_argument("--winners", metavar="W", help="1 ranking, or 2: North-South, East-West")
    parser.add_argument("--format", choices=("json", "text", "pdf"), default="json")
    return parser.parse_args(argv, _MovementOptions())


def _answer(options: _MovementOptions, form: str) -> bytes:
    movement = _movement(options)
    if form == "pdf":
        return _cards(movement)
    if form == "text":
        return f"{read_aloud(movement)}\n".encode()
    return (json.dumps(written_movement(movement), ensure_ascii=False) + "\n").encode()


def _movement(options: _MovementOptions) -> Movement:
    """The movement that is asked for, checked like any other."""
    counts = {"pairs": options.pairs, "players": options.players, "teams": options.teams}
    given = {name: text for name, text in counts.items() if text}
    if len(given) != 1:
        raise RuleError("how-many", HOW_MANY, "pairs")
    name, text = next(iter(given.items()))
    kind = KINDS.get(options.kind)
    if kind is not None and COUNTS[kind.are] != name:
        params = {"kind": kind.key, "right": COUNTS[kind.are], "given": name}
        raise RuleError("how-many", WRONG_COUNT, name, **params)
    movement = build(
        options.kind,
        _number(name, text),
        boards=_wished("boards", options.boards),
        rounds=_wished("rounds", options.rounds),
        winners=_wished("winners", options.winners),
    )
    faults = check(movement)
    if faults:
        raise RuleError(faults[0].code, UNSOUND, options.kind, fault=str(faults[0].phrase))
    return movement


def _wished(name: str, text: str | None) -> int | None:
    return None if text is None else _number(name, text)


def _number(name: str, text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise RuleError("number", NUMBER, name, what=name, given=shown(text))
    return int(text)


def _refusal(error: RuleError, form: str) -> bytes:
    if form == "json":
        return (json.dumps({"error": str(error), "where": error.where}) + "\n").encode()
    return f"There is no such movement ({error.where}): {error}\n".encode()


def _cards(movement: Movement) -> bytes:
    """Guide cards and table cards."""
    with without_a_club():
        from clubscore.papers.director_sheet import movement_pdf
        from clubscore.papers.sizes import A4

        return movement_pdf(movement, A4)
