"""Dummy bridge: straight bridge for three, one of them playing two hands, their own and dummy's."""

from collections.abc import Mapping

from clubscore.laws.cards import THREE, Column
from clubscore.laws.game import NOTHING_MORE, Dealing, Play
from clubscore.laws.games.straight_bridge import RULES as STRAIGHT_RULES
from clubscore.laws.games.straight_bridge import STRAIGHT_BRIDGE, InTens
from clubscore.laws.house_rules import HouseRule, Rules
from clubscore.laws.record import replace
from clubscore.laws.tariff import HasColumns, PairPoints, Rounding
from clubscore.laws.words import gettext_noop

DUMMY_STAKE = HouseRule(
    "dummy_stake",
    ("each", "single"),
    "each",
    gettext_noop("the dummy player settles"),
    gettext_noop(
        "Whether the dummy player settles the stake with each adversary or once with both."
    ),
    (gettext_noop("with each adversary"), gettext_noop("once, half with each")),
)


class DummyDeals(Dealing):
    """Three players, and a fourth hand that has its turn like any other."""

    # Where dummy has to declare, its hand does so by a fixed order that a page can work out.
    procedures = ("forced-declaration",)

    def order(self, seats: tuple[str, ...], hands: tuple[str, ...]) -> tuple[str, ...]:
        """Every hand: the partner deals for dummy (pp. 34-35)."""
        return hands


class DummyDeclares(Play):
    """Three players and their dummy."""

    def declaring(self, seats: tuple[str, ...]) -> tuple[tuple[str, str | None], ...]:
        """Dummy too: where it dealt, its hand has to name the trump by a fixed order."""
        return super().declaring((*seats, "dummy"))


class OneAgainstEach(InTens):
    """The dummy player has no one to share with: they settle with each adversary, or once."""

    def pairs(
        self, game: HasColumns, rules: Rules, totals: Mapping[str, int], rounding: Rounding
    ) -> list[PairPoints]:
        """The whole difference with each, or half of it where the club plays for a single stake."""
        alone, pair = game.columns
        (player,) = alone.seats
        difference = rounding(totals[alone.key] - totals[pair.key])
        if rules["dummy_stake"] != "single":
            return [PairPoints(player, seat, difference, 2 * difference) for seat in pair.seats]
        # Half of it each; of an odd point the first adversary has the larger half.
        smaller = abs(difference) // 2
        sign = -1 if difference < 0 else 1
        halves = (abs(difference) - smaller, smaller)
        return [
            PairPoints(player, seat, sign * half, difference)
            for seat, half in zip(pair.seats, halves, strict=True)
        ]


DUMMY_BRIDGE = replace(
    STRAIGHT_BRIDGE,
    key="dummy-bridge",
    name=gettext_noop("Dummy Bridge"),
    short_name=gettext_noop("Dummy bridge"),
    seats=THREE,
    hands=("A", "B", "dummy", "C"),
    columns=(Column("A", ("A",), ("A", "dummy")), Column("BC", ("B", "C"), ("B", "C"))),
    play=DummyDeclares(partner_is_dummy=False),
    questions=NOTHING_MORE,
    dealing=DummyDeals(),
    settling=OneAgainstEach(),
    codes=replace(STRAIGHT_BRIDGE.codes, house_rules=(*STRAIGHT_RULES, DUMMY_STAKE)),
)
