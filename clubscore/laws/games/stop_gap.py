"""Stop-gap: three players, each deal a game by itself, and only the difference is scored."""

from collections.abc import Mapping

from clubscore.laws.cards import ROYAL_RANK, THREE, Bid, each_alone
from clubscore.laws.citing import Giver, variations
from clubscore.laws.deal import DealReport
from clubscore.laws.game import Bidding, Counting, Game, LongSheet
from clubscore.laws.house_rules import HouseRule, Rules
from clubscore.laws.reckoning import Position, Reckoner, reckon_contract
from clubscore.laws.settlement import counted_in
from clubscore.laws.shared_codes import (
    AUCTION_SLAMS,
    BIDDING,
    GAME_BONUS,
    REVOKE_BARS,
    REVOKE_POINTS,
    ROYAL_VALUES,
    SLAMS,
    auction_codes,
    auction_laws,
    royal_terms,
)
from clubscore.laws.tariff import (
    ABOVE,
    DealScore,
    EveryPair,
    HasColumns,
    PairPoints,
    Rounding,
    Tariff,
    Writer,
    side_honours,
)
from clubscore.laws.words import Phrase, gettext_noop, pgettext_lazy

DEAL_GAME = 30
REMARK = (
    Phrase(gettext_noop("scored"), {}),
    Phrase(gettext_noop("the better side's lead over the other"), {}),
)
DEAL_WON = gettext_noop("thirty or more in one deal")
LESS = gettext_noop("less the other side's %(theirs)s")

ROUNDING = HouseRule(
    "stop_gap_rounding",
    ("columns", "differences", "none"),
    "columns",
    gettext_noop("hundreds"),
    gettext_noop("What is counted in hundreds when play stops; 50 and under are dropped."),
    (
        gettext_noop("each column"),
        gettext_noop("each difference between two columns"),
        pgettext_lazy("house rule", "nothing"),
    ),
)
RULES = (SLAMS, REVOKE_POINTS, REVOKE_BARS, BIDDING, ROUNDING, GAME_BONUS.starting_at(200))
GIVES = Giver("stop-gap", gettext_noop("Stop-Gap Bridge"))
OWN_LAWS = {"game": variations("150", GIVES), "difference": variations("151", GIVES)}


def tariff(rules: Rules) -> Tariff:
    """Auction's numbers, honours by side; the bonus is for a game in one deal."""
    return Tariff(
        terms=royal_terms(ROYAL_VALUES, AUCTION_SLAMS[rules.word("slams")]),
        laws=auction_laws(rules.preset, OWN_LAWS),
        honours=side_honours(ROYAL_VALUES, ROYAL_RANK),
        revoke_points=rules.number("revoke_points"),
        revoke_bars_both=rules["revoke_bars"] == "both",
        game_bonus=rules.number("game_bonus"),
        remarks=(REMARK,),
    )


def reckon_difference(reckoner: Reckoner, deal: DealReport, position: Position) -> DealScore:
    """What the better side has beyond the other's, all of it above: the sheet has no line.

    Both adversaries always have the same; what one of them has is the other side's whole score.
    """
    score = reckon_contract(reckoner, deal, position)
    sides = reckoner.sides(deal)
    (declarer,), adverse = sides.columns, sides.adverse_columns
    writer = Writer(reckoner.tariff)
    trick_points = sum(score.below)
    if trick_points >= DEAL_GAME:
        writer.write((declarer,), ABOVE, reckoner.tariff.game_bonus, "game", DEAL_WON)
    lines = [line._replace(line=ABOVE) for line in (*score.lines, *writer.lines)]
    won = sum(line.points for line in lines if line.column == declarer)
    lost = sum(line.points for line in lines if line.column == adverse[0])
    if won == lost:
        return DealScore(*reckoner.nothing, sides.columns)
    better = (declarer,) if won > lost else adverse
    less = Writer(reckoner.tariff)
    other = min(won, lost)
    less.write(better, ABOVE, -other, "difference", LESS, theirs=other)
    kept = [line for line in lines if line.column in better]
    return DealScore(*reckoner.piece((*kept, *less.lines)), sides.columns)


class OneOfASuitFirst(Bidding):
    """As at auction after the first bid."""

    def may_begin(self, bid: Bid) -> bool:
        """Only One of a suit (ch. XIV); the others may say what they like over it."""
        return bid.level == 1 and bid.denomination.is_suit


class ADealAGame(LongSheet):
    """Nothing is carried from deal to deal: those who play only for a time may stop after any."""

    # The bonus is for trick points of one deal alone (p. 150), so it is won as a line of the deal.
    deal_game = DEAL_GAME


class InHundreds(EveryPair):
    """Each with each, in hundreds by column or by difference (p. 152)."""

    def pairs(
        self, game: HasColumns, rules: Rules, totals: Mapping[str, int], rounding: Rounding
    ) -> list[PairPoints]:
        """Hundreds first, and what the stake rounds of them."""
        totals = self.counted_totals(rules, totals)
        if rules["stop_gap_rounding"] == "differences":
            return super().pairs(
                game, rules, totals, lambda points: rounding(counted_in(100, points))
            )
        return super().pairs(game, rules, totals, rounding)

    def counted_totals(self, rules: Rules, totals: Mapping[str, int]) -> Mapping[str, int]:
        """The columns in hundreds, where each of them is counted so."""
        if rules["stop_gap_rounding"] != "columns":
            return totals
        return {column: counted_in(100, total) for column, total in totals.items()}


STOP_GAP = Game(
    key="stop-gap",
    name=GIVES.name,
    short_name=gettext_noop("Stop-gap"),
    seats=THREE,
    hands=(*THREE, "dummy"),
    columns=each_alone(THREE),
    counting=Counting(tariff, reckon=reckon_difference),
    settling=InHundreds(),
    codes=auction_codes(RULES),
    bidding=OneOfASuitFirst(),
    course=ADealAGame(game_points=0),
)
