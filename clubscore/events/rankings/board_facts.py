"""The scores of boards with what was bid and made: what stories and cards are told from."""

import re
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from clubscore.events.rankings.lists import Lists
from clubscore.events.results.result_words import CONTRACT, DENOMINATIONS, in_words, over_of
from clubscore.laws.cards import PARTNERSHIPS
from clubscore.ranking import Result
from clubscore.ranking.result import Side

SIDE_OF = {hand: column.key for column in PARTNERSHIPS for hand in column.hands}
SIGN = {"NS": 1, "EW": -1}
OTHER = {"NS": "EW", "EW": "NS"}


class Told(NamedTuple):
    """A score at a table. `contract` is nothing where it was passed out or is not known.

    `score` is North-South's, `share` their part of the top, None where there is none; `over` counts
    tricks over the contract, below nought tricks under it; `side` declared it.

    `all_known` says that of every table that played the board it is known what was bid: only then
    may it be said that no other table did something.
    """

    board: int
    ns: Side
    ew: Side
    score: int
    share: Fraction | None
    contract: str
    words: str
    level: int = 0
    denomination: str = ""
    doubling: int = 0
    seat: str = ""
    side: str = ""
    over: int = 0
    lead: str = ""
    all_known: bool = True

    def of(self, side: str) -> Side:
        """Who sat there."""
        return self.ns if side == "NS" else self.ew

    def own(self, side: str) -> int:
        """The score as a side sees it."""
        return SIGN[side] * self.score


def boards_told(lists: Lists) -> Mapping[int, tuple[Told, ...]]:
    """Return the scores of each board; boards with a group of other cards are left out."""
    found: dict[int, list[Told]] = defaultdict(list)
    fouled, unknown = set(), set()
    for board, travellers in lists.travellers.items():
        for each in travellers:
            for row in each.rows:
                if row.result.fouled_group:
                    fouled.add(board)
                if row.result.score is not None:
                    top, points = each.top, row.ns_points
                    share = points / top if top and points is not None else None
                    found[board].append(_told(lists, row.result, row.result.score, share))
                if row.result.played and not _is_known(lists, row.result):
                    unknown.add(board)
    return {
        board: tuple(each._replace(all_known=board not in unknown) for each in found[board])
        for board in sorted(found)
        if board not in fouled
    }


def _is_known(lists: Lists, result: Result) -> bool:
    """Whether a result has one score, and what was bid is known: a contract, or a pass."""
    facts = lists.facts(result)
    return result.score is not None and (
        "passed_out" in facts or _contract(facts.get("contract", "")) is not None
    )


def _contract(text: str) -> re.Match[str] | None:
    """Return a contract in its parts; None for one without a level, or of the fewest tricks."""
    match = CONTRACT.fullmatch(text)
    return match if match and match[1] and not DENOMINATIONS[match[2]].reversed else None


def _told(lists: Lists, result: Result, score: int, share: Fraction | None) -> Told:
    facts = lists.facts(result)
    bare = Told(result.board, result.ns, result.ew, score, share, "", in_words(facts))
    match = _contract(facts.get("contract", ""))
    if match is None:
        return bare
    level, denomination, doubled = match.groups()
    seat = facts["declarer"]
    return bare._replace(
        contract=level + denomination,
        level=int(level),
        denomination=denomination,
        doubling=len(doubled),
        seat=seat,
        side=SIDE_OF[seat],
        over=over_of(level, denomination, facts["tricks"]),
        lead=facts.get("lead", ""),
    )
