"""Dummy bridge: straight bridge for three, one of them playing two hands, their own and dummy's."""

from collections.abc import Mapping

from clubscore.laws.cards import THREE, Column
from clubscore.laws.game import NOTHING_MORE, Dealing, Example, Play
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


EXAMPLES = (
    Example(
        gettext_noop("no-trumps, three odd tricks with three aces: a game, won from each"),
        "Laws of Bridge 1899, pp. 34-35",
        {
            "game": "dummy-bridge",
            "deals": [{"bid": "NT", "declarer": "A", "tricks": 9, "honours": {"A": 1, "dummy": 2}}],
        },
        ({"A": (36, 30), "BC": (0, 0)},),
        {"A": 132, "B": -66, "C": -66},
    ),
)

ABOUT = replace(
    STRAIGHT_BRIDGE.about,
    source="Laws of Bridge 1899, pp. 34-35",
    blurb=gettext_noop(
        "Straight bridge for three: one player plays two hands, their own and dummy's."
    ),
    special=(
        gettext_noop(
            "One player has a dummy as partner and plays both hands against the other two."
        ),
        gettext_noop(
            "When dummy has to declare, its hand decides in a fixed order: three aces, the"
            " longest suit, the most pips, the dearer suit."
        ),
        gettext_noop(
            "The dummy player settles with each adversary, and so plays for double the stake."
        ),
    ),
    notes=(
        gettext_noop(
            "The book says how dummy deals and declares but nothing of the score: it is"
            " counted as at bridge."
        ),
        gettext_noop(
            "Nor does it say who pays whom. Here the dummy player settles with each adversary"
            " in full; a house rule settles only once."
        ),
    ),
    examples=EXAMPLES,
)

DUMMY_BRIDGE = replace(
    STRAIGHT_BRIDGE,
    key="dummy-bridge",
    name=gettext_noop("Dummy Bridge"),
    short_name=gettext_noop("Dummy bridge"),
    about=ABOUT,
    seats=THREE,
    hands=("A", "B", "dummy", "C"),
    columns=(Column("A", ("A",), ("A", "dummy")), Column("BC", ("B", "C"), ("B", "C"))),
    play=DummyDeclares(partner_is_dummy=False),
    questions=NOTHING_MORE,
    dealing=DummyDeals(),
    settling=OneAgainstEach(),
    codes=replace(STRAIGHT_BRIDGE.codes, house_rules=(*STRAIGHT_RULES, DUMMY_STAKE)),
)
