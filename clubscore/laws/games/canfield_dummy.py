"""Canfield dummy: both dummies lie half covered, and honours are counted as won."""

from clubscore.laws.cards import ROYAL_RANK
from clubscore.laws.citing import Giver, variations
from clubscore.laws.game import AS_USUAL
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


CANFIELD_DUMMY = replace(
    DOUBLE_DUMMY,
    key="canfield-dummy",
    name=GIVES.name,
    short_name=gettext_noop("Canfield dummy"),
    counting=replace(DOUBLE_DUMMY.counting, tariff=tariff, honours_by="won"),
    codes=replace(DOUBLE_DUMMY.codes, house_rules=RULES),
    dealing=AS_USUAL,
)
