"""Royal auction bridge, Portland Club, May 1914: the game that most others start from."""

from clubscore.laws.cards import COMPASS, PARTNERSHIPS, ROYAL_RANK
from clubscore.laws.game import Counting, Example, Game, GameNotes
from clubscore.laws.house_rules import Rules
from clubscore.laws.shared_codes import (
    AUCTION_RULES,
    AUCTION_SLAMS,
    CHICANE,
    ROYAL_VALUES,
    RUBBER_BONUS,
    auction_codes,
    auction_laws,
    royal_terms,
)
from clubscore.laws.tariff import Tariff, TwoSides, side_honours, suit_chicane
from clubscore.laws.words import gettext_noop

RULES = (*AUCTION_RULES, CHICANE, RUBBER_BONUS)


def tariff(rules: Rules) -> Tariff:
    """Auction's numbers under these house rules."""
    return Tariff(
        terms=royal_terms(ROYAL_VALUES, AUCTION_SLAMS[rules.word("slams")]),
        laws=auction_laws(rules.preset),
        honours=side_honours(ROYAL_VALUES, ROYAL_RANK),
        chicane={} if rules["chicane"] == "off" else suit_chicane(ROYAL_VALUES, ROYAL_RANK),
        chicane_deducts=rules["chicane"] == "us",
        revoke_points=rules.number("revoke_points"),
        revoke_bars_both=rules["revoke_bars"] == "both",
        rubber_bonus=rules.number("rubber_bonus"),
        unfinished_bonus=rules.number("unfinished_rubber"),
    )


ABOUT = GameNotes(
    years="1914-1928",
    source="Portland Club, May 1914; Auction Bridge Variations 1923",
    blurb=gettext_noop(
        "Bid for the contract; every odd trick won counts, and undertricks cost 50."
    ),
    special=(
        gettext_noop(
            "All bid in turn for the right to name the trump; the highest bidder plays with"
            " partner's hand as dummy."
        ),
        gettext_noop(
            "All odd tricks count below the line, bid or not; a contract that fails counts "
            "nothing there."
        ),
        gettext_noop(
            "Undertricks give the adversaries 50 each above the line, 100 doubled, 200 redoubled."
        ),
        gettext_noop("Honours are scored as held, whatever happens to the contract."),
    ),
    notes=(
        gettext_noop(
            "The text of the Portland Club's law of 1914 is not available. It lies between"
            " that of 1908 and what later writers say of it; slams of 50 and 100 and a revoke"
            " penalty of 150 follow from them."
        ),
        gettext_noop(
            "Chicane is kept because the rules of contract had to abolish it. A club that"
            " does not want it can switch it off."
        ),
        gettext_noop(
            "The law of 1908 says that no side scores on a deal in which one has revoked."
            " Here only the side that revoked is barred, as in American law."
        ),
    ),
    examples=(
        Example(
            gettext_noop("four spades made, four honours between partners"),
            "Auction Bridge Variations 1923, p. 83",
            {
                "game": "auction",
                "deals": [
                    {"bid": "4S", "declarer": "N", "tricks": 10, "honours": {"N": 2, "S": 2}}
                ],
            },
            ({"NS": (36, 36), "EW": (0, 0)},),
        ),
        Example(
            gettext_noop("three hearts bid and one odd trick made, simple honours"),
            "Foster's Complete Hoyle",
            {
                "game": "auction",
                "deals": [{"bid": "3H", "declarer": "N", "tricks": 7, "honours": {"N": 2, "S": 1}}],
            },
            ({"NS": (0, 16), "EW": (0, 100)},),
        ),
        Example(
            gettext_noop("three no-trumps, three down"),
            "Auction Bridge Variations 1923, p. 68",
            {"game": "auction", "deals": [{"bid": "3NT", "declarer": "N", "tricks": 6}]},
            ({"NS": (0, 0), "EW": (0, 150)},),
        ),
        Example(
            gettext_noop("three hearts doubled, one odd trick won and three taken for a revoke"),
            "Foster's Complete Hoyle",
            {
                "game": "auction",
                "deals": [
                    {
                        "bid": "3H",
                        "declarer": "N",
                        "doubling": 1,
                        "tricks": 7,
                        "revokes": [{"by": "E", "penalty": "tricks"}],
                    }
                ],
            },
            ({"NS": (64, 0), "EW": (0, 0)},),
        ),
        Example(
            gettext_noop("four spades doubled, one down, four honours divided"),
            "Auction Bridge Variations 1923, p. 151",
            {
                "game": "auction",
                "deals": [
                    {
                        "bid": "4S",
                        "declarer": "N",
                        "doubling": 1,
                        "tricks": 9,
                        "honours": {"NS": "4"},
                    }
                ],
            },
            ({"NS": (0, 36), "EW": (0, 100)},),
        ),
    ),
)

AUCTION = Game(
    key="auction",
    name=gettext_noop("Royal Auction Bridge"),
    short_name=gettext_noop("Auction 1914"),
    about=ABOUT,
    seats=COMPASS,
    hands=COMPASS,
    columns=PARTNERSHIPS,
    counting=Counting(tariff, counts_chicane=True),
    settling=TwoSides(),
    codes=auction_codes(RULES),
)
