"""``python manage.py score_event``: events in, rankings and travellers out; no database needed."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial

from clubscore.exchange.event_file import answer_event
from clubscore.exchange.event_text import read_event_aloud
from clubscore.exchange.score_command import Command
from clubscore.exchange.score_command import main as answer_files
from clubscore.ranking import SCORINGS

WHAT = (
    "Score duplicate and par events: one JSON answer a line, in order. With --also SCORING, as"
    " often as wanted, each is ranked in other ways too, side by side."
)


def main(argv: Sequence[str]) -> int:
    """Answer every event of the files named; exit codes as those of ``score``."""
    parser = argparse.ArgumentParser(prog="manage.py score_event", add_help=False)
    parser.add_argument("--also", action="append", choices=SCORINGS, default=[])
    options, rest = parser.parse_known_args(argv)
    also = tuple(options.also)
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
