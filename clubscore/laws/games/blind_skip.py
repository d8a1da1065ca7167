"""Blind skip: cut-throat with four cards that declarer gives out before seeing dummy."""

from clubscore.laws.games.cut_throat import CUT_THROAT
from clubscore.laws.games.cut_throat import RULES as CUT_THROAT_RULES
from clubscore.laws.games.cut_throat import tariff as cut_throat_tariff
from clubscore.laws.house_rules import HouseRule, Rules
from clubscore.laws.record import replace
from clubscore.laws.tariff import Tariff
from clubscore.laws.words import gettext_noop

BLIND_HONOURS = HouseRule(
    "blind_honours",
    ("after", "before"),
    "after",
    gettext_noop("honours are counted"),
    gettext_noop("Whether hands count their honours with the blind card or without it."),
    (
        gettext_noop("in thirteen cards, after the blind cards"),
        gettext_noop("in twelve cards, before the blind cards"),
    ),
)
RULES = (*CUT_THROAT_RULES, BLIND_HONOURS)


def tariff(rules: Rules) -> Tariff:
    """Cut-throat's numbers; counted before, the blind cards' honours are no one's."""
    return replace(cut_throat_tariff(rules), all_honours_held=rules["blind_honours"] == "after")


BLIND_SKIP = replace(
    CUT_THROAT,
    key="blind-skip",
    name=gettext_noop("Blind Skip"),
    short_name=gettext_noop("Blind skip"),
    counting=replace(CUT_THROAT.counting, tariff=tariff),
    codes=replace(CUT_THROAT.codes, house_rules=RULES),
)
