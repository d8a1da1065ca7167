"""Bringing a prepared set into a club: one that comes with the program, or one from a file."""

import json
from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.authorship import authored
from clubscore.club.models import Club
from clubscore.contests.shipped import SHIPPED, shipped_set
from clubscore.deals.file_size import check_size
from clubscore.deals.file_text import LARGEST_FILE
from clubscore.events.models import ContestSet
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Event, read_event
from clubscore.ranking.event import fingerprint

SCORING = "par"
MOST_BOARDS = 36
LONGEST_NAME = 80


def bring_shipped_set(*, club: Club, name: str, key: str, actor: Actor) -> ContestSet:
    """Keep a set that comes with the program, by its name there; the one that is kept already.

    RuleError at ``set`` where no set of that name comes with the program.
    """
    if name not in SHIPPED:
        raise RuleError("set", gettext_noop("Choose one of the sets."), "set")
    return bring_set(club=club, event=shipped_set(name), key=key, actor=actor)


def set_in_file(content: bytes) -> Event:
    """Read a set from an event file, pars and cards of each board included.

    RuleError names what cannot be played as a set: no event file, another way of scoring, no
    board or too many, or a board without cards or par.
    """
    check_size(content, LARGEST_FILE)
    try:
        told: object = json.loads(content.decode("utf-8-sig"))
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise RuleError(
            "no-event-file",
            gettext_noop("This is not an event file. Choose one with a single JSON object."),
        ) from None
    event = read_event(told)
    must_be_a_set(event)
    return event


def must_be_a_set(event: Event) -> None:
    """RuleError where an event cannot be played as a set by any table."""
    if event.scoring != SCORING:
        raise RuleError(
            "not-a-set", gettext_noop('A set is scored at par: "scoring" is "par".'), "scoring"
        )
    if not 1 <= len(event.boards) <= MOST_BOARDS:
        text = gettext_noop("A set has 1 to %(most)s boards, this one has %(number)s.")
        number = len(event.boards)
        raise RuleError("boards-of-a-set", text, "boards", most=MOST_BOARDS, number=number)
    if set(event.boards) != set(range(1, len(event.boards) + 1)):
        text = gettext_noop("Number the boards of a set from 1 without gaps.")
        raise RuleError("numbers-of-a-set", text, "boards")
    for of_set, board in event.boards.items():
        if board.deal is None or board.par is None:
            text = gettext_noop("Board %(board)s of the set needs its cards and its par.")
            raise RuleError("board-of-a-set", text, "boards", board=of_set)


def bring_set(*, club: Club, event: Event, key: str, actor: Actor) -> ContestSet:
    """Keep a set under its fingerprint; one that the club keeps already stays as it is.

    Who played it in the file is left out, and the hour that its file says: `world.sealed_sets`
    counts that. RuleError where it is none that can be played.
    """
    must_be_a_set(event)
    name = fingerprint(event)
    bare = replace(
        event, contestants={}, results=(), penalties=(), winners=1,
        about={"name": _called(event)}, simultaneous={},
    )  # fmt: skip
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        known = ContestSet.objects.filter(club=club, fingerprint=name).first()
        if known is not None:
            return known
        return ContestSet.objects.create(
            fingerprint=name,
            name=bare.about["name"],
            text=bare.written(),
            **authored(actor, club.pk, key),
        )


def _called(event: Event) -> str:
    """What a set is called: as its file says, else after how many boards it has."""
    told = " ".join(event.about.get("name", "").split())[:LONGEST_NAME]
    return told or _("Set of %(number)s boards") % {"number": len(event.boards)}
