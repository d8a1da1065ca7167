"""Blind auction: thirteen cards each, twice from one pack, no dummies and no honours."""

from clubscore.laws.cards import TWO
from clubscore.laws.game import Dealing
from clubscore.laws.games.double_dummy import DOUBLE_DUMMY
from clubscore.laws.games.two_handed import EACH_ALONE, two_handed_tariff
from clubscore.laws.house_rules import Rules
from clubscore.laws.record import replace
from clubscore.laws.tariff import Tariff
from clubscore.laws.words import gettext_noop


def tariff(rules: Rules) -> Tariff:
    """As every game for two; honours are not counted (p. 176)."""
    return two_handed_tariff(rules, honours={})


class TwoHalves(Dealing):
    """The pack is dealt in two halves."""

    def deals_again(self, in_a_row: int, passed: bool) -> bool:
        """The dealer of the first half deals the second, from the same pack unshuffled."""
        return in_a_row % 2 == 1


BLIND_AUCTION = replace(
    DOUBLE_DUMMY,
    key="blind-auction",
    name=gettext_noop("Blind Auction"),
    short_name=gettext_noop("Blind auction"),
    hands=TWO,
    columns=EACH_ALONE,
    counting=replace(DOUBLE_DUMMY.counting, tariff=tariff),
    dealing=TwoHalves(),
)
