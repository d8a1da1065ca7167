"""What a game says to someone who reads about it, and the examples that its source works out."""

from collections.abc import Mapping
from typing import NotRequired, TypedDict

from clubscore.laws.facts import DealFacts
from clubscore.laws.house_rules import RuleValue
from clubscore.laws.record import ComparedRecord, Record


class ExampleFile(TypedDict):
    """What an example needs of a score file."""

    game: str
    deals: list[DealFacts]
    rules: NotRequired[dict[str, RuleValue]]


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

    ``shares`` of what people play auction for, each a numerator and a denominator, or stakes in
    ``old_money``, shillings and pence, are offered as they stand.
    """

    text: str
    source: str
    shares: tuple[tuple[int, int], ...] = ()
    old_money: tuple[str, ...] = ()


class About(Record):
    """Where a game comes from and what sets it apart.

    ``source`` names book and pages, ``blurb`` is the game in one plain sentence. ``special`` says
    what sets it apart, ``notes`` where its sources are silent or wrong, and what is done.
    ``stakes`` is what they advise to play for.
    """

    years: str
    source: str
    blurb: str
    examples: tuple[Example, ...]
    special: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    inventor: str = ""
    stakes: StakeAdvice | None = None

    @property
    def is_of_today(self) -> bool:
        """Whether its years go on: it is played by today's law."""
        return self.years.endswith("-")
