"""Blind auction: thirteen cards each, twice from one pack, no dummies and no honours."""

from clubscore.laws.cards import TWO
from clubscore.laws.game import Dealing, Example, GameNotes
from clubscore.laws.games.double_dummy import DOUBLE_DUMMY
from clubscore.laws.games.two_handed import EACH_ALONE, page, two_handed_tariff
from clubscore.laws.house_rules import Rules
from clubscore.laws.record import replace
from clubscore.laws.tariff import Tariff
from clubscore.laws.words import gettext_noop


def tariff(rules: Rules) -> Tariff:
    """As every game for two; honours are not counted (p. 176)."""
    return two_handed_tariff(rules, honours={})


EXAMPLES = (
    Example(
        gettext_noop("three hearts made with one overtrick, no honours"),
        page("174-176"),
        {"game": "blind-auction", "deals": [{"bid": "3H", "declarer": "B", "tricks": 10}]},
        ({"A": (0, 0), "B": (32, 0)},),
        {"A": -32, "B": 32},
    ),
)


class TwoHalves(Dealing):
    """The pack is dealt in two halves."""

    def deals_again(self, in_a_row: int, passed: bool) -> bool:
        """The dealer of the first half deals the second, from the same pack unshuffled."""
        return in_a_row % 2 == 1


DEALING = TwoHalves(
    steps=(
        gettext_noop("Deal thirteen cards to each player; half the pack lies face down."),
        gettext_noop("Bid and play the first hand."),
        gettext_noop(
            "The same dealer deals the other half, without shuffling or cutting, thirteen cards"
            " each, and bids first again."
        ),
    ),
)

ABOUT = GameNotes(
    years="1919-1923",
    source=page("174-176"),
    inventor=gettext_noop("Colonel F. de B. Young; Daily Mail 1919"),
    blurb=gettext_noop("Thirteen cards each without a dummy, and then the other half of the pack."),
    special=(
        gettext_noop(
            "Thirteen cards to each player and no dummy; the other half of the pack is not seen."
        ),
        gettext_noop(
            "When they have been played, that half is dealt without shuffling: anyone with a"
            " good memory knows every card."
        ),
        gettext_noop("No honours are counted. Otherwise bidding and scoring are those of auction."),
    ),
    examples=EXAMPLES,
)

BLIND_AUCTION = replace(
    DOUBLE_DUMMY,
    key="blind-auction",
    name=gettext_noop("Blind Auction"),
    short_name=gettext_noop("Blind auction"),
    about=ABOUT,
    hands=TWO,
    columns=EACH_ALONE,
    counting=replace(DOUBLE_DUMMY.counting, tariff=tariff),
    dealing=DEALING,
)
