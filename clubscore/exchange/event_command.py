"""``python manage.py score_event``: events in, rankings and travellers out; no database needed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial

from clubscore.exchange.event_file import answer_event, answer_read
from clubscore.exchange.event_text import read_aloud as event_aloud
from clubscore.exchange.event_text import read_event_aloud
from clubscore.exchange.json_text import read_values
from clubscore.exchange.score_command import (
    REFUSED,
    SCORED,
    UNREADABLE,
    Command,
    read_aloud,
    text_of,
    written,
)
from clubscore.exchange.score_command import main as answer_files
from clubscore.laws.errors import RuleError
from clubscore.ranking import SCORINGS, Event, one_field, read_event

WHAT = (
    "Score duplicate and par events: one JSON answer a line, in order. With --also SCORING, as"
    " often as wanted, each is ranked in other ways too, side by side. With --together all are one"
    " field: rooms that played the same boards, compared with each other in one answer."
)


def main(argv: Sequence[str]) -> int:
    """Answer every event of the files named; exit codes as those of ``score``."""
    parser = argparse.ArgumentParser(prog="manage.py score_event", add_help=False)
    parser.add_argument("--also", action="append", choices=SCORINGS, default=[])
    parser.add_argument("--together", action="store_true")
    options, rest = parser.parse_known_args(argv)
    also = tuple(options.also)
    if options.together and not {"-h", "--help"} & set(rest):
        return _together(rest, also)
    return answer_files(
        rest,
        Command(
            "score_event",
            WHAT,
            partial(answer_event, also=also),
            partial(read_event_aloud, also=also),
            ("--format", "text"),
            "event",
        ),
    )


def _together(argv: Sequence[str], also: Sequence[str]) -> int:
    """Answer all events of the files as one field: one answer, or why there is none."""
    parser = argparse.ArgumentParser(prog="manage.py score_event --together", description=WHAT)
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file, or - for standard input")
    parser.add_argument("--format", choices=("json", "text"), default="json")
    options = parser.parse_args(argv)
    code, out = SCORED, sys.stdout.buffer
    try:
        events = _events(options.files)
        field = one_field(events)
        if options.format == "text":
            out.write(read_aloud(event_aloud(field, also), "event"))
        else:
            out.write(written(answer_read(field, also) | {"events": [e.about for e in events]}))
    except (OSError, UnicodeDecodeError) as error:
        print(f"A file cannot be read: {error}", file=sys.stderr)
        code = UNREADABLE
    except RuleError as error:
        out.write(read_aloud(error, "event") if options.format == "text" else written(error))
        code = REFUSED
    out.flush()
    return code


def _events(files: Sequence[str]) -> list[Event]:
    """Every event of some files, in order. RuleError at ``events[n]``, counted from 0."""
    found: list[Event] = []
    for name in files:
        for value in read_values(text_of(name)):
            try:
                if isinstance(value, RuleError):
                    raise value
                found.append(read_event(value))
            except RuleError as error:
                raise error.under(f"events[{len(found)}]") from None
    return found
