"""A game more costs one module: here are three strange ones, each as that would be.

None of them touches the machinery: a tariff by level (like Cairo's), a manner of reckoning of its
own with a ledger (like Bolshevik's), and a course and settlement of its own (like Stop-Gap's).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import pytest

from clubscore.laws.cards import THREE, Bid, Denomination, each_alone
from clubscore.laws.citing import Giver, variations
from clubscore.laws.deal import DealReport, OwnFacts
from clubscore.laws.deal_reading import read_deal
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Bidding, Counting, Game, HasHands, LongSheet, Questions
from clubscore.laws.games.auction import AUCTION
from clubscore.laws.house_rules import Rules, default_rules
from clubscore.laws.reckoning import DealOutcome, Position, Reckoner, reckon_contract
from clubscore.laws.record import replace
from clubscore.laws.score_sheet import ScoreSheet, score_sitting
from clubscore.laws.settlement import settle
from clubscore.laws.tariff import (
    DealScore,
    EveryPair,
    HasColumns,
    LedgerEntry,
    PairPoints,
    Rounding,
    ScorePiece,
    Tariff,
    TrickTerms,
)

RATES = (4, 7, 10, 16, 25, 40, 75)


def sheet_of(game: Game, *facts: Mapping[str, object]) -> ScoreSheet:
    rules = default_rules(game)
    return score_sitting(game, rules, [read_deal(game, rules, each) for each in facts])


PAGE_58 = variations("58", Giver("level", "Level"))


def level_terms(rules: Rules, bid: Bid, doubling: int) -> TrickTerms:
    """An odd trick is worth what the level says, whatever the suit."""
    value = RATES[bid.level - 1] << doubling
    return TrickTerms(6 + bid.level, 6, value, None, 0, 0, 0, (0,) * 14, value, {}, {})


def level_tariff(rules: Rules) -> Tariff:
    laws = dict.fromkeys(("tricks", "undertricks-below", "rubber", "revoke", "fine"), PAGE_58)
    return Tariff(terms=partial(level_terms, rules), laws=laws, rubber_bonus=250)


BY_LEVEL = replace(AUCTION, key="by-level", counting=Counting(level_tariff))


def test_a_tariff_by_level() -> None:
    sheet = sheet_of(
        BY_LEVEL,
        {"bid": "1S", "declarer": "N", "tricks": 13},
        {"bid": "4C", "declarer": "N", "tricks": 10},
        {"bid": "3C", "declarer": "N", "doubling": 1, "tricks": 7},
    )
    # Cairo's own examples: 28 and 64. Undertricks go below, as Standard's do.
    assert [scored.points["NS"] for scored in sheet.deals] == [(28, 0), (64, 0), (0, 0)]
    assert sheet.deals[2].points["EW"] == (40, 0)
    assert [won.winner for won in sheet.games] == ["NS", "EW"]
    with pytest.raises(RuleError, match="no honours"):
        sheet_of(BY_LEVEL, {"bid": "1S", "declarer": "N", "tricks": 7, "honours": {"N": 3}})


MISERY = Denomination("MIS", "misery", "at misery", False)


def reckon_misery(reckoner: Reckoner, deal: DealReport, position: Position) -> DealScore:
    """A declaration against all three, in a ledger of its own; any other bid as at auction."""
    if deal.bid is None or deal.bid.denomination is not MISERY:
        return reckon_contract(reckoner, deal, position)
    assert deal.declarer is not None
    doubled = deal.own.get("doubled_by", ())
    entries = []
    for seat in reckoner.game.seats:
        if seat != deal.declarer:
            stake = 1000 if seat in doubled else 500
            winner, loser = (deal.declarer, seat) if deal.tricks == 0 else (seat, deal.declarer)
            points = stake * max(1, deal.tricks)
            entries.append(LedgerEntry("misery", winner, loser, points, PAGE_58))
    return DealScore(*reckoner.nothing, ledger=tuple(entries))


class MiseryToo(Bidding):
    own_bids = (Bid("MIS", 0, MISERY),)


def read_doublers(game: HasHands, rules: Rules, raw: object) -> OwnFacts:
    if not isinstance(raw, list) or not set(raw) <= set(game.seats):
        raise RuleError("doubled-by", "doubled_by is a list of seats.", "doubled_by")
    return {"doubled_by": raw}


WITH_MISERY = replace(
    AUCTION,
    key="with-misery",
    counting=replace(AUCTION.counting, reckon=reckon_misery),
    bidding=MiseryToo(),
    questions=Questions(own_fields={"doubled_by": read_doublers}),
)


def test_a_ledger_beside_the_sheet() -> None:
    made = {"bid": "MIS", "declarer": "N", "tricks": 0, "doubled_by": ["E"]}
    sheet = sheet_of(WITH_MISERY, made, {"bid": "4S", "declarer": "E", "tricks": 10})
    assert sheet.deals[0].points == {"NS": (0, 0), "EW": (0, 0)}
    assert sheet.ledgers == {"misery": {"N": 2000, "E": -1000, "S": -500, "W": -500}}
    assert settle(WITH_MISERY, default_rules(WITH_MISERY), sheet, None).points == {
        "N": 2000 - 36,
        "E": -1000 + 36,
        "S": -500 - 36,
        "W": -500 + 36,
    }
    failed = sheet_of(WITH_MISERY, {"bid": "MIS", "declarer": "N", "tricks": 2})
    assert failed.ledgers["misery"]["N"] == -3000
    deal = read_deal(WITH_MISERY, default_rules(WITH_MISERY), made)
    assert WITH_MISERY.bidding.denominations == AUCTION.bidding.denominations
    assert deal.facts() == made
    with pytest.raises(RuleError) as caught:
        sheet_of(WITH_MISERY, made | {"doubled_by": ["X"]})
    assert caught.value.where == "doubled_by"


def reckon_difference(reckoner: Reckoner, deal: DealReport, position: Position) -> DealScore:
    """Only what the better side has beyond the other, above the line."""
    score = reckon_contract(reckoner, deal, position)
    sums = [below + above for below, above in zip(score.below, score.above, strict=True)]
    best = max(sums)
    lines = tuple(
        line._replace(line="above")
        for line in score.lines
        if sums[reckoner.columns.index(line.column)] == best
    )
    return DealScore(*reckoner.piece(lines), score.columns)


class Race(LongSheet):
    """Whoever first has so many points in all has won."""

    unit = "game"

    def outcome(
        self, reckoner: Reckoner, position: Position, score: DealScore
    ) -> DealOutcome | None:
        sums = list(map(sum, zip(position.in_rubber, score.above, score.below, strict=True)))
        if max(sums) < self.game_points:
            return None
        best = sums.index(max(sums))
        return DealOutcome(best, best, ScorePiece((), (0,) * 3, (0,) * 3), (0,) * 3)


class InHundreds(EveryPair):
    def pairs(
        self, game: HasColumns, rules: Rules, totals: Mapping[str, int], rounding: Rounding
    ) -> list[PairPoints]:
        whole = {column: (total + 49) // 100 * 100 for column, total in totals.items()}
        return super().pairs(game, rules, whole, rounding)


LONG_SHEET = replace(
    AUCTION,
    key="long-sheet",
    seats=THREE,
    hands=(*THREE, "dummy"),
    columns=each_alone(THREE),
    counting=replace(AUCTION.counting, reckon=reckon_difference, counts_chicane=False),
    settling=InHundreds(),
    course=LongSheet(game_points=0),
)


def test_a_sheet_without_games_settled_in_hundreds() -> None:
    made = {"bid": "3NT", "declarer": "A", "tricks": 9, "honours": {"A": 3, "dummy": 1}}
    sheet = sheet_of(LONG_SHEET, made, made, {"bid": "4S", "declarer": "A", "tricks": 9})
    assert sheet.games == ()
    assert sheet.deals[0].points == {"A": (0, 70), "B": (0, 0), "C": (0, 0)}
    assert sheet.deals[2].points == {"A": (0, 0), "B": (0, 50), "C": (0, 50)}
    points = settle(LONG_SHEET, default_rules(LONG_SHEET), sheet, None).points
    assert points == {"A": 200, "B": -100, "C": -100}


RACE = replace(LONG_SHEET, course=Race(game_points=50))


def test_a_race_to_a_number_of_points() -> None:
    made = {"bid": "3NT", "declarer": "B", "tricks": 9}
    sheet = sheet_of(RACE, made, made, made)
    assert [(rubber.deal, rubber.winner) for rubber in sheet.rubbers] == [(2, "B")]
    assert sheet.rubbers[0].totals == {"A": 0, "B": 60, "C": 0}
    assert sheet.unfinished is not None
