"""Single hands of the sources as quizzes: what do you call? With what the source calls, and where.

Small cards are "x" as the books print them ("X"). The sentences that set the scene and the other
calls to choose from are ours; what the source says is quoted.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from clubscore.data_files import DataTable, WrongData, table_of
from clubscore.extras.source_hands.hand import SourcePassage, read_told

FILE = Path(__file__).with_name("quizzes.toml")
# The suits of a hand of which the source prints none.
NOT_PRINTED = ("", "", "", "")
PASS, DOUBLE, LEAVE = "P", "X", "L"


@dataclass(frozen=True)
class Quiz:
    """A hand, what went before, the calls to choose from and those of the source.

    ``held`` are spades, hearts, diamonds and clubs; ``beside`` says what else is held, where the
    source does not print the suits, or that it prints no hand at all. A call is a bid ("2H", "C"
    where no number is bid), :data:`PASS`, :data:`DOUBLE`, or :data:`LEAVE` to partner.
    """

    key: str
    game: str
    book: str
    held: tuple[str, str, str, str]
    scene: str
    calls: tuple[str, ...]
    answers: tuple[str, ...]
    told: tuple[SourcePassage, ...]
    beside: str = ""
    remark: str = ""


@cache
def quizzes() -> tuple[Quiz, ...]:
    """Return all quizzes, in the order of their file. Raises WrongData."""
    table = table_of(FILE)
    found = tuple(map(read_quiz, table.tables("quizzes")))
    table.done()
    return found


def read_quiz(table: DataTable) -> Quiz:
    """Return a quiz from its file, where calls are words. Raises WrongData."""
    held = table.listed_texts("held") if table.has("held") else NOT_PRINTED
    if len(held) != len(NOT_PRINTED):
        raise WrongData(f"{table.where}.held: four suits are wanted, not {len(held)}")
    made = Quiz(
        table.text("key"),
        table.text("game"),
        table.text("book"),
        (held[0], held[1], held[2], held[3]),
        table.text("scene"),
        tuple(table.text("calls").split()),
        tuple(table.text("answers").split()),
        read_told(table),
        table.text("beside", ""),
        table.text("remark", ""),
    )
    table.done()
    return made


def quiz_of(key: str) -> Quiz | None:
    return next((quiz for quiz in quizzes() if quiz.key == key), None)


def quizzes_of_game(game: str) -> list[Quiz]:
    return [quiz for quiz in quizzes() if quiz.game == game]
