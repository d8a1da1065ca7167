"""What the JSON fields of card tables hold; the keys are those of the database for ever."""

from typing import TypedDict

from clubscore.laws.house_rules import RuleValue
from clubscore.laws.settlement import StakesFacts

# House rules as a table agreed on them, "preset" among them.
RulesKept = dict[str, RuleValue]
# [payer, payee, points, "numerator/denominator" of the smallest coin]: a list once it is read.
PairKept = tuple[int, int, int, str]


_ComesIn = TypedDict("_ComesIn", {"in": list[str]}, total=False)


class HappeningData(_ComesIn, total=False):
    """What belongs to a happening at a table.

    Sat down, agreed on a game: game, rules, stakes, and at the seven draws. Drew, cut: cards by
    person, by_hand, afresh. Took seats: seats, dealer, pack; or as_before. Misdeal, dealer:
    position, seat. Came, left, offered: who; line-up: players, out, in, how, law_says. `names` are
    the people's, by their cards where they cut for who plays. Chosen by the law, and a misdeal for
    a reason of it: game, code, answer, option, position, seat, names; undoes: the key of the
    choice that was withdrawn.
    """

    game: str
    rules: RulesKept
    stakes: StakesFacts | None
    draws: list[dict[str, str]]
    cards: dict[str, str]
    by_hand: bool
    afresh: bool
    seats: dict[str, str]
    dealer: str
    pack: str
    as_before: bool
    position: int
    seat: str
    names: list[str] | dict[str, str]
    who: list[int]
    breaks_up: bool
    remaining: list[int]
    law: int | None
    players: list[int]
    out: list[str]
    how: str
    law_says: list[str]
    code: str
    answer: str
    option: str
    undoes: str
    let_in: bool


class DealKept(TypedDict):
    """Which deal of a table's the log of the seven means."""

    part: int
    position: int


class SevenData(TypedDict, total=False):
    """What belongs to an event of the seven; `at` is the table where it happened.

    `number` is that of the event taken back; people are their keys.
    """

    at: int
    declarer: str
    rubber_over: bool
    who: int
    one: int
    two: int
    number: int
    part: int
    position: int
