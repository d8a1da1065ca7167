"""``python manage.py score_event``: events in, rankings and travellers out; no database needed."""

from __future__ import annotations

from collections.abc import Sequence

from clubscore.exchange.event_file import answer_event
from clubscore.exchange.event_text import read_event_aloud
from clubscore.exchange.score_command import Command
from clubscore.exchange.score_command import main as answer_files

SCORE_EVENT = Command(
    "score_event",
    "Score duplicate and par events: one JSON answer a line, in order.",
    answer_event,
    read_event_aloud,
    ("--format", "text"),
    "event",
)


def main(argv: Sequence[str]) -> int:
    """Answer every event of the files named; exit codes as those of ``score``."""
    return answer_files(argv, SCORE_EVENT)
