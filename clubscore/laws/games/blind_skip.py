"""Blind skip: cut-throat with four cards that declarer gives out before seeing dummy."""

from clubscore.laws.game import Dealing, Example, GameNotes
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


EXAMPLES = (
    Example(
        gettext_noop("two hearts made, two honours in declarer's hand and one in an adversary's"),
        "Auction Bridge Variations 1923, pp. 145-147",
        {
            "game": "blind-skip",
            "deals": [{"bid": "2H", "declarer": "B", "tricks": 8, "honours": {"A": 1, "B": 2}}],
        },
        ({"A": (0, 8), "B": (16, 16), "C": (0, 0)},),
        {"A": -16, "B": 56, "C": -40},
    ),
)

DEALING = Dealing(
    steps=(
        gettext_noop("Deal the first four cards face down in the middle of the table."),
        gettext_noop("Deal the other forty-eight as four hands of twelve, one of them dummy's."),
        gettext_noop("Bid on twelve cards; no one has seen the four blind ones."),
        gettext_noop(
            "Before looking at dummy, declarer looks at the four, keeps one and gives one to"
            " dummy and one to each adversary."
        ),
    ),
)

ABOUT = GameNotes(
    years="1923",
    source="Auction Bridge Variations 1923, ch. XIII, pp. 146-147",
    blurb=gettext_noop("Cut-throat with four blind cards that declarer distributes."),
    special=(
        gettext_noop(
            "Four cards lie face down; declarer keeps one and gives one to dummy and one to"
            " each adversary before dummy is seen."
        ),
        gettext_noop("Everything else is as in cut-throat."),
    ),
    notes=(
        gettext_noop(
            "The book does not say whether the blind card's honours count. Here they do; a"
            " house rule counts them before the blind cards are given out."
        ),
    ),
    examples=EXAMPLES,
)

BLIND_SKIP = replace(
    CUT_THROAT,
    key="blind-skip",
    name=gettext_noop("Blind Skip"),
    short_name=gettext_noop("Blind skip"),
    about=ABOUT,
    counting=replace(CUT_THROAT.counting, tariff=tariff),
    codes=replace(CUT_THROAT.codes, house_rules=RULES),
    dealing=DEALING,
)
