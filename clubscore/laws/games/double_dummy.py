"""Double dummy: two players, both dummies exposed."""

from clubscore.laws.cards import TWO, TWO_WITH_DUMMIES, WITH_DUMMIES
from clubscore.laws.game import Counting, Dealing, Game
from clubscore.laws.games.two_handed import RULES, two_handed_tariff
from clubscore.laws.shared_codes import auction_codes
from clubscore.laws.tariff import TwoSides
from clubscore.laws.words import gettext_noop


class Adjudicated(Dealing):
    """A deal may be judged without a bid or a card being played (p. 161)."""

    procedures = ("adjudicate",)


DOUBLE_DUMMY = Game(
    key="double-dummy",
    name=gettext_noop("Double Dummy"),
    short_name=gettext_noop("Double dummy"),
    seats=TWO,
    hands=TWO_WITH_DUMMIES,
    columns=WITH_DUMMIES,
    counting=Counting(two_handed_tariff),
    settling=TwoSides(),
    codes=auction_codes(RULES),
    dealing=Adjudicated(),
)
