"""Double dummy: two players, both dummies exposed."""

from clubscore.laws.cards import TWO, TWO_WITH_DUMMIES, WITH_DUMMIES
from clubscore.laws.game import Counting, Dealing, Example, Game, GameNotes
from clubscore.laws.games.two_handed import RULES, page, two_handed_tariff
from clubscore.laws.shared_codes import auction_codes
from clubscore.laws.tariff import TwoSides
from clubscore.laws.words import gettext_noop

EXAMPLES = (
    Example(
        gettext_noop("four spades made, four honours between hand and dummy"),
        page("159-160"),
        {
            "game": "double-dummy",
            "deals": [
                {
                    "bid": "4S",
                    "declarer": "A",
                    "tricks": 10,
                    "honours": {"A": 2, "A-dummy": 2},
                }
            ],
        },
        ({"A": (36, 36), "B": (0, 0)},),
        {"A": 72, "B": -72},
    ),
)


class Adjudicated(Dealing):
    """A deal may be judged without a bid or a card being played (p. 161)."""

    procedures = ("adjudicate",)


DEALING = Adjudicated(
    steps=(
        gettext_noop("The players sit next to each other, each opposite their own dummy."),
        gettext_noop("Deal four hands as usual and lay both dummies open before the bidding."),
    ),
)

ABOUT = GameNotes(
    years="1914-1923",
    source=page("160-162"),
    blurb=gettext_noop("Two players, each with a dummy in front of them that both can see."),
    special=(
        gettext_noop(
            "Two players, each with a dummy in front of them; both dummies lie open, so every"
            " card is known."
        ),
        gettext_noop("There is no chance in the bidding: how far to go can be worked out."),
        gettext_noop("Bidding and scoring are those of auction."),
    ),
    notes=(
        gettext_noop(
            "Nothing is said of honours: here player and dummy count them together, as partners do."
        ),
    ),
    examples=EXAMPLES,
)

DOUBLE_DUMMY = Game(
    key="double-dummy",
    name=gettext_noop("Double Dummy"),
    short_name=gettext_noop("Double dummy"),
    about=ABOUT,
    seats=TWO,
    hands=TWO_WITH_DUMMIES,
    columns=WITH_DUMMIES,
    counting=Counting(two_handed_tariff),
    settling=TwoSides(),
    codes=auction_codes(RULES),
    dealing=DEALING,
)
