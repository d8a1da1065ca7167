"""An evening of the seven scored: each table's rubbers, and what everyone wins or pays.

"The original partners win or lose the result of the rubber whether they play all the hands
themselves or a substitute plays some of them for them" (Auction Bridge Variations 1923, p. 137).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from clubscore.laws.counting.pairs import PairPoints
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.facts import Deal
from clubscore.laws.games.auction import AUCTION
from clubscore.laws.house_rules import HouseRule, Rules, resolve_rules
from clubscore.laws.seven.crossing import begin, happen
from clubscore.laws.seven.two_tables import (
    PARTNER,
    TABLES,
    AllPassed,
    Contract,
    Crossing,
    Result,
    State,
)
from clubscore.laws.sheet.score_sheet import ScoredDeal, Sheet, add_deal, start
from clubscore.laws.sheet.settlement import Settlement, Stakes, pairs_of_totals, settle_people
from clubscore.laws.words import gettext_noop

GAME = AUCTION

CREDIT = HouseRule(
    "seven_credit",
    ("original", "players"),
    "original",
    gettext_noop("rubber credited to"),
    gettext_noop("Who wins or pays when substitutes play: the original partners, or the players"
    " of each deal."),
    (gettext_noop("its original partners"), gettext_noop("the players of each deal")),
)  # fmt: skip
SEAT = HouseRule(
    "seven_seat",
    ("home", "vacant"),
    "home",
    gettext_noop("seat after crossing"),
    gettext_noop("With the vacant seat, on most evenings someone plays against their own"
    " account."),
    (gettext_noop("their old seat"), gettext_noop("always the vacant seat")),
)  # fmt: skip
SEVEN_RULES = (CREDIT, SEAT)


class SevenRules(NamedTuple):
    """The rules of an evening: auction's, whose rubber it is, where the player who crosses sits."""

    game: Rules
    credit: str
    home: bool


def read_seven_rules(raw: object) -> SevenRules:
    """Verify the rules of an evening. RuleError at ``rules.<key>``."""
    if not isinstance(raw, Mapping):
        return SevenRules(resolve_rules(GAME, raw), str(CREDIT.default), True)
    own = {rule.key: _value(rule, raw.get(rule.key, rule.default)) for rule in SEVEN_RULES}
    rest = {key: value for key, value in raw.items() if key not in own}
    return SevenRules(resolve_rules(GAME, rest), own[CREDIT.key], own[SEAT.key] == "home")


def _value(rule: HouseRule, value: object) -> str:
    if not rule.accepts(value):
        one, two = rule.values
        raise RuleError(
            "rule-value",
            gettext_noop("%(key)s must be %(one)s or %(two)s, not %(given)s."),
            f"rules.{rule.key}",
            key=rule.key,
            one=one,
            two=two,
            given=shown(value),
        )
    return str(value)


class SevenDeal(NamedTuple):
    """One deal: at which table, who sat there, whose rubber it was, and who crossed after it.

    `number` counts the evening's deals from 1; `crossing` is None if no one moved.
    """

    number: int
    table: int
    dealer: str
    seats: Mapping[str, str]
    originals: Mapping[str, str]
    dummy: str | None
    crossing: Crossing[str] | None
    scored: ScoredDeal


class SevenRubber(NamedTuple):
    """A rubber of one table; `deal` is the evening's deal that ended it, `winner` and `margin`
    are None where it was broken off."""

    table: int
    deal: int
    originals: Mapping[str, str]
    totals: Mapping[str, int]
    winner: str | None = None
    margin: int | None = None


@dataclass(frozen=True)
class SevenScore:
    """A whole evening; `state` is where everyone sits at its end."""

    players: tuple[str, ...]
    rules: SevenRules
    deals: tuple[SevenDeal, ...]
    rubbers: tuple[SevenRubber, ...]
    sheets: Mapping[int, Sheet]
    state: State[str]

    @property
    def unfinished(self) -> tuple[SevenRubber, ...]:
        """The rubbers that were broken off, as they stand."""
        found = []
        for table, sheet in self.sheets.items():
            if sheet.unfinished is not None:
                last = next(deal for deal in reversed(self.deals) if deal.table == table)
                totals = sheet.unfinished.totals
                found.append(SevenRubber(table, last.number, last.originals, totals))
        return tuple(found)

    def settlement(self, stakes: Stakes | None) -> Settlement:
        """What everyone wins or pays, over both tables."""
        by_deal = self.rules.credit == "players"
        owed = self._owed_by_deal(stakes) if by_deal else self._owed_by_rubber(stakes)
        return settle_people(self.players, list(owed), stakes)

    def _owed_by_rubber(self, stakes: Stakes | None) -> Iterator[PairPoints]:
        for rubber in (*self.rubbers, *self.unfinished):
            pairs = pairs_of_totals(GAME, self.rules.game, rubber.totals, stakes)
            yield from named_pairs(pairs, rubber.originals)

    def _owed_by_deal(self, stakes: Stakes | None) -> Iterator[PairPoints]:
        for deal in self.deals:
            totals = {column: sum(points) for column, points in deal.scored.points.items()}
            pairs = pairs_of_totals(GAME, self.rules.game, totals, stakes)
            yield from named_pairs(pairs, deal.seats)
        for rubber in self.unfinished:
            # What a rubber that is broken off gives the side ahead belongs to its last deal.
            bonus = self.sheets[rubber.table].unfinished
            last = next(deal for deal in reversed(self.deals) if deal.table == rubber.table)
            if bonus is not None:
                pairs = pairs_of_totals(GAME, self.rules.game, bonus.bonus, stakes)
                yield from named_pairs(pairs, last.seats)


def named_pairs(pairs: Sequence[PairPoints], people: Mapping[str, str]) -> Iterator[PairPoints]:
    """Return what seats win of each other as what people do."""
    for pair in pairs:
        yield pair._replace(winner=people[pair.winner], loser=people[pair.loser])


def play_evening(players: Sequence[str], rules: SevenRules, deals: Sequence[Deal]) -> SevenScore:
    """Return an evening scored; the tables take turns as the seven do.

    RuleError at ``deals[n].declarer`` where a deal cannot be.
    """
    state = begin(players, rules.home)
    sheets = {table: start(GAME, rules.game) for table in TABLES}
    played: list[SevenDeal] = []
    rubbers: list[SevenRubber] = []
    for number, deal in enumerate(deals, start=1):
        table = state.turn
        assert table is not None  # noqa: S101 - seven go on crossing to the end of a file
        before = state.tables[table]
        finished = len(sheets[table].rubbers)
        sheets[table] = add_deal(sheets[table], deal)
        won = sheets[table].rubbers[finished:]
        originals = before.originals or before.four
        state, crossing = _moves(state, table, deal, bool(won))
        scored = sheets[table].deals[-1]
        dummy = before.four[PARTNER[deal.declarer]] if deal.declarer else None
        played.append(
            SevenDeal(
                number, table, before.dealer, before.four, originals, dummy, crossing, scored
            )
        )  # fmt: skip
        rubbers += [
            SevenRubber(table, number, originals, each.totals, each.winner, each.margin)
            for each in won
        ]
    final = {table: sheet.sheet() for table, sheet in sheets.items()}
    return SevenScore(tuple(players), rules, tuple(played), tuple(rubbers), final, state)


def _moves(
    state: State[str], table: int, deal: Deal, rubber_over: bool
) -> tuple[State[str], Crossing[str] | None]:
    """Return what follows from a deal, and who crossed for it."""
    if deal.passed_out:
        state = happen(state, AllPassed(table))
        return state, None
    assert deal.declarer is not None  # noqa: S101 - read_deal asks for it
    state = happen(state, Contract(table, deal.declarer))
    return happen(state, Result(table, rubber_over)), state.crossing
