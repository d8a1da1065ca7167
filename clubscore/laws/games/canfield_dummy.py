"""Canfield dummy: both dummies lie half covered, and honours are counted as won."""

from clubscore.laws.cards import ROYAL_RANK
from clubscore.laws.citing import Giver, variations
from clubscore.laws.game import Dealing
from clubscore.laws.games.double_dummy import DOUBLE_DUMMY
from clubscore.laws.games.two_handed import RULES as COMMON_RULES
from clubscore.laws.games.two_handed import two_handed_tariff
from clubscore.laws.house_rules import HouseRule, Rules
from clubscore.laws.record import replace
from clubscore.laws.shared_codes import ROYAL_VALUES
from clubscore.laws.tariff import Tariff, won_honours
from clubscore.laws.words import gettext_noop

HONOURS_WON = HouseRule(
    "honours_won",
    ("flat", "none"),
    "flat",
    gettext_noop("honours won"),
    gettext_noop("Whether each honour in a player's tricks scores for that player."),
    (gettext_noop("a trick's value each, an ace ten"), gettext_noop("count nothing")),
    kinds=("honours", "aces"),
)
RULES = (*COMMON_RULES, HONOURS_WON)
GIVES = Giver("canfield-dummy", gettext_noop("Canfield Dummy"))
HONOUR_LAWS = dict.fromkeys(("honours", "aces"), variations("168", GIVES))


def tariff(rules: Rules) -> Tariff:
    """As every game for two; honours as won, ten for an ace, otherwise the value of a trick."""
    return two_handed_tariff(
        rules,
        HONOUR_LAWS,
        honours=won_honours(ROYAL_VALUES, ROYAL_RANK, rules["honours_won"] == "flat"),
    )


DEALING = Dealing(
    steps=(
        gettext_noop("Deal four hands in the usual turn: two to the players, two to the dummies."),
        gettext_noop("The first six cards of each dummy lie in a row face down."),
        gettext_noop("The next six lie face up, each half over one of those."),
        gettext_noop(
            "The thirteenth lies face up by itself: seven cards of each dummy can be seen."
        ),
        gettext_noop("All players take up their own thirteen cards and see twenty-seven in all."),
        gettext_noop(
            "Only a dummy's open cards are played. When a trick is turned, an uncovered card"
            " is turned up."
        ),
    ),
)


CANFIELD_DUMMY = replace(
    DOUBLE_DUMMY,
    key="canfield-dummy",
    name=GIVES.name,
    short_name=gettext_noop("Canfield dummy"),
    counting=replace(DOUBLE_DUMMY.counting, tariff=tariff, honours_by="won"),
    codes=replace(DOUBLE_DUMMY.codes, house_rules=RULES),
    dealing=DEALING,
)
