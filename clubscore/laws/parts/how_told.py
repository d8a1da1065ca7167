"""What a game says to someone who reads about it, and the examples that its source works out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, NotRequired, TypedDict

from clubscore.laws.facts import DealFacts
from clubscore.laws.house_rules import RuleValue


class ExampleFile(TypedDict):
    """What an example needs of a score file."""

    game: str
    deals: list[DealFacts]
    rules: NotRequired[dict[str, RuleValue]]


class Example(NamedTuple):
    """A worked example from the source, as a score file with what it comes to.

    ``points`` is deal by deal ``{column: (below, above)}``; ``settlement`` is by seat or None.
    """

    name: str
    source: str
    score_file: ExampleFile
    points: tuple[Mapping[str, tuple[int, int]], ...]
    settlement: Mapping[str, int] | None = None


@dataclass(frozen=True, eq=False)
class About:
    """Where a game comes from and what sets it apart.

    ``source`` names book and pages, ``blurb`` is the game in one plain sentence. ``special`` says
    what sets it apart, ``notes`` where its sources are silent or wrong, and what is done.
    """

    years: str
    source: str
    blurb: str
    examples: tuple[Example, ...]
    special: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    inventor: str = ""

    @property
    def is_of_today(self) -> bool:
        """Whether its years go on: it is played by today's law."""
        return self.years.endswith("-")
