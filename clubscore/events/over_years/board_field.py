"""Results of a board that were compared with each other, and what each is beside the others."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from clubscore.events.models.over_years import Ratio
from clubscore.events.over_years.played_board import PASSED, SIDE_OF, PlayedBoard
from clubscore.events.rankings.lists import Lists
from clubscore.events.results.result_words import CONTRACT, DENOMINATIONS, over_of
from clubscore.ranking import TravellerRow
from clubscore.ranking.contestant import TEAMS
from clubscore.ranking.result import ResultFacts
from clubscore.ranking.scoring import SHARES
from clubscore.ranking.scorings.team_matches import match_key

OTHER = {"NS": "EW", "EW": "NS"}
UNPLAYED: Ratio = (0, 0)


class Bid(NamedTuple):
    """What was bid and made of it; `kind` is denomination and side, for comparing tricks."""

    contract: str = ""
    declarer: str = ""
    tricks: int = 0
    over: int = 0
    kind: str = ""


class Chance(NamedTuple):
    """Mean and variance of what a side would win if it had any of the compared results."""

    mean: Fraction
    spread: Fraction


class BoardField:
    """Results with the same cards, compared together; `top` is that of the board if it has one."""

    def __init__(
        self, lists: Lists, unit: str, top: Fraction | None, rows: Sequence[TravellerRow]
    ) -> None:
        self.rows, self.top, self.unit = rows, top, unit
        self.in_matches = lists.ranked.event.contestants_are == TEAMS
        self._facts = [lists.facts(row.result) for row in rows]
        self._bids = [_bid_of(facts) for facts in self._facts]
        self._worth = {side: [self._worth_of(row, side) for row in rows] for side in OTHER}

    def board(self, at: int, side: str) -> PlayedBoard:
        """Return a result as a side has it, without its people."""
        result, bid = self.rows[at].result, self._bids[at]
        own, score = self._worth[side][at], result.score
        chance = self._chance(at, side, own) if own is not None else None
        return PlayedBoard(
            board=result.board,
            round=result.round or 0,
            side=side,
            seat="",
            partner=0,
            opponents=(),
            contract=bid.contract,
            declarer=bid.declarer,
            tricks=bid.tricks,
            over=bid.over,
            score=score if score is None or side == "NS" else -score,
            won=own.as_integer_ratio() if own is not None and chance else None,
            mean=chance.mean.as_integer_ratio() if chance else None,
            spread=chance.spread.as_integer_ratio() if chance else None,
            others=self._others(bid),
            lead=self._facts[at].get("lead") or "",
        )

    def _worth_of(self, row: TravellerRow, side: str) -> Fraction | None:
        """What a result won its side in the unit of the event; None where it was not compared.

        An average that a director gave tells nothing of the play.
        """
        points = row.ns_points if side == "NS" else row.ew_points
        if not self.unit or points is None or row.result.ns_scores is None:
            return None
        if self.unit != SHARES:
            return points
        return points / self.top if self.top else None

    def _chance(self, at: int, side: str, own: Fraction) -> Chance | None:
        """Return what chance alone would give the side of a result; None without comparison.

        Had chance dealt the results out to the tables, a side would have each of them with the same
        probability: mean and variance are those of the field, exactly. A match compares two tables;
        dealt out to its two teams their scores bring what they brought or the contrary.
        """
        if not self.in_matches:
            return self._of_field[side]
        centre = Fraction(1, 2) if self.unit == SHARES else Fraction(0)
        match = match_key(self.rows[at].result)
        for other, row in enumerate(self.rows):
            if other != at and match_key(row.result) == match:
                if self._worth[side][other] is None:
                    return None
                return Chance(centre, (own - centre) ** 2)
        return None

    @cached_property
    def _of_field(self) -> dict[str, Chance]:
        found = {}
        for side, worth in self._worth.items():
            values = [each for each in worth if each is not None]
            mean = sum(values, Fraction(0)) / (len(values) or 1)
            squares = sum(((each - mean) ** 2 for each in values), Fraction(0))
            found[side] = Chance(mean, squares / (len(values) or 1))
        return found

    @cached_property
    def _tricks(self) -> dict[str, Ratio]:
        """Tricks in each denomination by each side: their sum, and at how many tables."""
        found: dict[str, Ratio] = defaultdict(lambda: UNPLAYED)
        for bid in self._bids:
            total, tables = found[bid.kind]
            found[bid.kind] = (total + bid.tricks, tables + 1)
        return found

    def _others(self, bid: Bid) -> Ratio:
        if not bid.kind:
            return UNPLAYED
        total, tables = self._tricks[bid.kind]
        return total - bid.tricks, tables - 1


def _bid_of(facts: ResultFacts) -> Bid:
    """Return what was bid; nothing of a result of which only a score or a ruling is known."""
    if "passed_out" in facts:
        return Bid(PASSED)
    match = CONTRACT.fullmatch(facts.get("contract", ""))
    if match is None:
        return Bid()
    level, denomination, _doubled = match.groups()
    declarer, tricks = facts["declarer"], facts["tricks"]
    over = over_of(level, denomination, tricks)
    # Where the fewest tricks win there are no more and no fewer than others took.
    fewest = DENOMINATIONS[denomination].reversed
    kind = "" if fewest else f"{denomination} {SIDE_OF[declarer]}"
    return Bid(match[0], declarer, tricks, over, kind)
