"""``python manage.py score_event``: events in, rankings and travellers out; no database needed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial

from clubscore.files.commands.score import (
    REFUSED,
    SCORED,
    UNREADABLE,
    Command,
    content_of,
    read_aloud,
    written,
)
from clubscore.files.commands.score import main as answer_files
from clubscore.files.event_file import (
    answer_event,
    answer_read,
    answer_sessions,
    ranked_each,
    read_event_aloud,
    sessions_aloud,
)
from clubscore.files.event_file import read_aloud as event_aloud
from clubscore.files.json_text import Answer, read_values
from clubscore.files.reading import only_imported
from clubscore.laws.errors import RuleError
from clubscore.places import typed
from clubscore.ranking import EventFile, one_field, over_sessions, read_event
from clubscore.ranking.scorings import scoring_keys

WHAT = (
    "Score duplicate and par events: one JSON answer a line, in order. With --also SCORING, as"
    " often as wanted, each is ranked in other ways too, side by side. With --together all are one"
    " field: rooms that played the same boards, compared with each other in one answer."
    " With --sessions all are one ranking: several evenings of the same contestants, added up."
)


class _ScoreEventOptions(argparse.Namespace):
    also: list[str]
    way: str | None


class _OptionsAsOne(argparse.Namespace):
    files: list[str]
    format: str


def main(argv: Sequence[str]) -> int:
    """Answer every event of the files named; exit codes as those of ``score``."""
    parser = argparse.ArgumentParser(prog=typed("score_event"), add_help=False)
    parser.add_argument("--also", action="append", choices=scoring_keys(), default=[])
    as_one = parser.add_mutually_exclusive_group()
    as_one.add_argument("--together", action="store_const", dest="way", const="--together")
    as_one.add_argument("--sessions", action="store_const", dest="way", const="--sessions")
    options, rest = parser.parse_known_args(argv, _ScoreEventOptions())
    also = tuple(options.also)
    if options.way and not {"-h", "--help"} & set(rest):
        if also and options.way == "--sessions":
            parser.error("argument --also: not allowed with argument --sessions")
        return _as_one(rest, options.way, also)
    return answer_files(
        rest,
        Command(
            "score_event",
            WHAT,
            partial(answer_event, also=also),
            partial(read_event_aloud, also=also),
            ("--format", "text"),
            "event",
            only_imported,
        ),
    )


def _as_one(argv: Sequence[str], way: str, also: Sequence[str]) -> int:
    """Answer all events of the files as one field or ranking: one answer, or why there is none."""
    parser = argparse.ArgumentParser(prog=typed(f"score_event {way}"), description=WHAT)
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file, or - for standard input")
    parser.add_argument("--format", choices=("json", "text"), default="json")
    options = parser.parse_args(argv, _OptionsAsOne())
    code, out, aloud = SCORED, sys.stdout.buffer, options.format == "text"
    try:
        events = _events(options.files)
        answer = _field if way == "--together" else _sessions
        found = answer(events, aloud, also)
        out.write(read_aloud(found, "event") if aloud else written(found))
    except (OSError, UnicodeDecodeError) as error:
        print(f"A file cannot be read: {error}", file=sys.stderr)
        code = UNREADABLE
    except RuleError as error:
        out.write(read_aloud(error, "event") if aloud else written(error))
        code = REFUSED
    out.flush()
    return code


def _field(events: list[EventFile], aloud: bool, also: Sequence[str]) -> Answer | str:
    field = one_field(events)
    if aloud:
        return event_aloud(field, also)
    return {**answer_read(field, also), "events": [event.about for event in events]}


def _sessions(events: list[EventFile], aloud: bool, _also: Sequence[str]) -> Answer | str:
    if aloud:
        return sessions_aloud(events, over_sessions(ranked_each(events)))
    return answer_sessions(events)


def _events(files: Sequence[str]) -> list[EventFile]:
    """Every event of some files, in order. RuleError at ``events[n]``, counted from 0."""
    found: list[EventFile] = []
    for name in files:
        content = content_of(name)
        other = only_imported(name, content)
        if other is not None:
            raise other.under(f"events[{len(found)}]")
        for value in read_values(content.decode("utf-8-sig")):
            try:
                if isinstance(value, RuleError):
                    raise value
                found.append(read_event(value))
            except RuleError as error:
                raise error.under(f"events[{len(found)}]") from None
    return found
