"""What a game says to someone who reads about it: a file of data beside its own.

Nobody who only scores asks for it, so it is read when somebody does. A file has its texts in
English, as they go to translators: `SHOWN` says which fields those are. What it leaves out is as
in the file that it is `like`. A layer's file says what it puts over the notes of any game.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypedDict

from clubscore.data_files import DataTable, WrongData, table_of
from clubscore.laws.deal import DealFacts
from clubscore.laws.record import ComparedRecord, Record, replace

FOLDER = Path(__file__).with_name("games")
# The fields of the files that are texts for a reader.
SHOWN = frozenset(("inventor", "blurb", "special", "notes", "dealing", "text", "name"))


class ExampleFile(TypedDict):
    """What an example needs of a score file."""

    game: str
    deals: list[DealFacts]


class Example(ComparedRecord):
    """A worked example from the source, as a score file with what it comes to.

    ``points`` is deal by deal ``{column: (below, above)}``; ``settlement`` is by seat or None.
    """

    name: str
    source: str
    score_file: ExampleFile
    points: tuple[Mapping[str, tuple[int, int]], ...]
    settlement: Mapping[str, int] | None = None


class StakeAdvice(ComparedRecord):
    """What a source advises on the stake: its words in ours, a message id, and where it says so.

    ``shares`` of what people play auction for ("3/4"), or stakes in ``old_money``, shillings and
    pence, are offered as they stand.
    """

    text: str
    source: str
    shares: tuple[str, ...] = ()
    old_money: tuple[str, ...] = ()


class GameNotes(Record):
    """Where a game comes from and what sets it apart.

    ``source`` names book and pages, ``blurb`` is the game in one plain sentence. ``special`` says
    what sets it apart, ``notes`` where its sources are silent or wrong, and what is done;
    ``dealing`` how it is dealt, step by step, where that is not as usual. ``stakes`` is what they
    advise to play for.
    """

    years: str
    source: str
    blurb: str
    examples: tuple[Example, ...]
    special: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    dealing: tuple[str, ...] = ()
    inventor: str = ""
    stakes: StakeAdvice | None = None

    @property
    def is_of_today(self) -> bool:
        """Whether its years go on: it is played by today's law."""
        return self.years.endswith("-")


@cache
def notes_of(key: str, beneath: str = "") -> GameNotes:
    """Return the notes of a game, or of a layer over the game ``beneath``. Raises WrongData."""
    if beneath:
        layer = key.removeprefix(f"{beneath}-")
        return laid_over(notes_of(beneath), _told(f"layers/{layer}"))
    return notes_in(_told(key), key)


def notes_in(table: DataTable, key: str) -> GameNotes:
    """Return what a file says of the game of this key. Raises WrongData."""
    made = GameNotes(
        years=table.text("years"),
        source=table.text("source"),
        blurb=table.text("blurb"),
        examples=tuple(_example(each, key) for each in table.tables("examples")),
        special=table.listed_texts("special"),
        notes=table.listed_texts("notes"),
        dealing=table.listed_texts("dealing"),
        inventor=table.text("inventor", ""),
        stakes=_advice(table.table("stakes")) if table.has("stakes") else None,
    )
    table.done()
    return made


def laid_over(below: GameNotes, table: DataTable) -> GameNotes:
    """Return the notes of a game with what a layer's file says over them. Raises WrongData."""
    stakes_of = table.text("stakes_of", "")
    made = replace(
        below,
        source=f"{below.source}; {table.text('source')}",
        blurb=table.text("blurb"),
        special=(*table.listed_texts("special"), *below.special),
        dealing=(*table.listed_texts("dealing"), *below.dealing),
        examples=(),
        stakes=notes_of(stakes_of).stakes if stakes_of else below.stakes,
    )
    table.done()
    return made


def _told(name: str) -> DataTable:
    """What a file tells, and what it leaves out as it is told in the file that it is like."""
    table = table_of(FOLDER / f"{name.replace('-', '_')}.toml")
    like = table.text("like", "")
    told = {**(_told(like).said if like else {}), **table.said}
    return DataTable({field: each for field, each in told.items() if field != "like"}, table.where)


def _example(table: DataTable, key: str) -> Example:
    settled = table.table("settlement") if table.has("settlement") else None
    made = Example(
        table.text("name"),
        table.text("source"),
        {"game": key, "deals": table.listed("deals")},
        tuple(
            {column: _figures(each, column) for column in each.said}
            for each in table.tables("points")
        ),
        None if settled is None else {seat: settled.number(seat) for seat in settled.said},
    )
    table.done()
    return made


def _figures(table: DataTable, column: str) -> tuple[int, int]:
    found = table.numbers(column)
    if len(found) != 2:
        raise WrongData(f"{table.where}.{column}: what is below and what is above the line")
    return found[0], found[1]


def _advice(table: DataTable) -> StakeAdvice:
    made = StakeAdvice(
        table.text("text"),
        table.text("source"),
        table.listed_texts("shares"),
        table.listed_texts("old_money"),
    )
    table.done()
    return made
