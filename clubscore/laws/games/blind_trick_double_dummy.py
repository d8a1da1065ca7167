"""Blind-trick double dummy: four unseen cards are declarer's first trick."""

from clubscore.laws.game import Dealing, Play
from clubscore.laws.games.double_dummy import DOUBLE_DUMMY
from clubscore.laws.games.two_handed import RULES as COMMON_RULES
from clubscore.laws.games.two_handed import two_handed_tariff
from clubscore.laws.house_rules import HouseRule, Rules
from clubscore.laws.record import replace
from clubscore.laws.tariff import Tariff
from clubscore.laws.words import gettext_noop

BLIND_TRICK_HONOURS = HouseRule(
    "blind_trick_honours",
    ("none", "declarer"),
    "none",
    gettext_noop("honours in the blind trick"),
    gettext_noop("Who owns the honours among the four cards that no one saw."),
    (gettext_noop("no one's"), gettext_noop("counted by declarer with the others")),
)
RULES = (*COMMON_RULES, BLIND_TRICK_HONOURS)


def tariff(rules: Rules) -> Tariff:
    """As every game for two; of the honours some may lie in the blind trick."""
    return two_handed_tariff(rules, all_honours_held=rules["blind_trick_honours"] == "declarer")


class SeatsChange(Dealing):
    """As at double dummy, in other seats after each rubber (p. 163)."""

    between_rubbers = gettext_noop(
        "Change seats for the next rubber, or the same player always leads through both dummies."
    )


BLIND_TRICK_DOUBLE_DUMMY = replace(
    DOUBLE_DUMMY,
    key="blind-trick-double-dummy",
    name=gettext_noop("Blind-Trick Double Dummy"),
    short_name=gettext_noop("Blind-trick dummy"),
    counting=replace(DOUBLE_DUMMY.counting, tariff=tariff),
    codes=replace(DOUBLE_DUMMY.codes, house_rules=RULES),
    # The four unseen cards are declarer's first trick, whatever they are.
    play=Play(may_win=range(1, 14)),
    dealing=SeatsChange(),
)
