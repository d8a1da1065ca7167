"""Twenty-six cards: a short pack, higher values, undertricks at twice the trick."""

from functools import partial

from clubscore.laws.cards import Bid
from clubscore.laws.citing import Giver, variations
from clubscore.laws.game import AS_USUAL
from clubscore.laws.games.double_dummy import DOUBLE_DUMMY
from clubscore.laws.games.two_handed import RULES as COMMON_RULES
from clubscore.laws.games.two_handed import two_handed_tariff
from clubscore.laws.house_rules import HouseRule, Rules
from clubscore.laws.record import replace
from clubscore.laws.shared_codes import AUCTION_SLAMS, auction_codes, royal_terms
from clubscore.laws.tariff import Tariff, TrickTerms
from clubscore.laws.words import gettext_noop

# Pp. 173-174.
VALUES = {"C": 10, "D": 10, "H": 15, "S": 15, "NT": 30}

DOUBLED_BONUS = HouseRule(
    "doubled_bonus",
    ("auction", "scaled"),
    "auction",
    gettext_noop("bonus of a doubled contract"),
    gettext_noop("What a doubled contract and each overtrick score above the line."),
    (
        gettext_noop("50, or 100 redoubled"),
        gettext_noop("the value of two tricks, or four redoubled"),
    ),
    kinds=("contract", "overtricks"),
)
RULES = (*COMMON_RULES, DOUBLED_BONUS)


GIVES = Giver("twenty-six-cards", gettext_noop("Twenty-six Cards"))
OWN_LAWS = {"tricks": variations("173-174", GIVES), "undertricks": variations("174", GIVES)}


def terms(rules: Rules, bid: Bid, doubling: int) -> TrickTerms:
    """Auction's terms at this game's values; each undertrick costs two tricks."""
    value = VALUES[bid.denomination.key]
    base = royal_terms(VALUES, AUCTION_SLAMS[rules.word("slams")], undertrick=2 * value)(
        bid, doubling
    )
    if rules["doubled_bonus"] == "auction":
        return base
    bonus = (0, 2 * value, 4 * value)[doubling]
    return base._replace(bonus=bonus, overtrick=bonus)


def tariff(rules: Rules) -> Tariff:
    """This game's values; there are no honours."""
    return two_handed_tariff(rules, OWN_LAWS, terms=partial(terms, rules), honours={})


TWENTY_SIX_CARDS = replace(
    DOUBLE_DUMMY,
    key="twenty-six-cards",
    name=GIVES.name,
    short_name=gettext_noop("Twenty-six cards"),
    counting=replace(DOUBLE_DUMMY.counting, tariff=tariff),
    codes=auction_codes(RULES),
    dealing=AS_USUAL,
)
