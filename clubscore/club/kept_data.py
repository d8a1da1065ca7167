"""What the JSON fields of a club hold; the keys are those of the database for ever."""

from typing import NotRequired, TypedDict

from clubscore.laws.house_rules import RuleValue

# What accounts came to: {currency: {key of the account: smallest coins}}; nothing is left out.
KeptSums = dict[str, dict[str, int]]


class House(TypedDict, total=False):
    """What the room usually plays a game with: rules as in a score file, the stake in words."""

    rules: dict[str, RuleValue]
    stake: str


class LeftOut(TypedDict):
    """A story that a gazette leaves out: of which row, and what it tells."""

    what: str
    event: NotRequired[int]
    sitting: NotRequired[int]
    part: NotRequired[int]


class EntryData(TypedDict, total=False):
    """What an entry in the book is from, besides its subject.

    "words" are those of a bet, as a WordsField keeps them.
    """

    game: str
    rubber: int
    table: str
    words: str
