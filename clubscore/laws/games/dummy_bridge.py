"""Dummy bridge: straight bridge for three, one of them playing his own hand and dummy's."""

from dataclasses import replace

from clubscore.laws.cards import THREE, Column
from clubscore.laws.counting.pairs import one_against_each
from clubscore.laws.game import Example
from clubscore.laws.games.straight_bridge import RULES as STRAIGHT_RULES
from clubscore.laws.games.straight_bridge import STRAIGHT_BRIDGE
from clubscore.laws.house_rules import HouseRule
from clubscore.laws.words import gettext_noop

DUMMY_STAKE = HouseRule(
    "dummy_stake",
    ("each", "single"),
    "each",
    gettext_noop("the dummy player settles"),
    gettext_noop("Whether he plays for the stake with each adversary or once with both."),
    (gettext_noop("with each adversary"), gettext_noop("once, half with each")),
)

EXAMPLES = (
    Example(
        gettext_noop("no trumps, three odd tricks with three aces: game, won from each"),
        "Laws of Bridge 1899, pp. 34-35",
        {
            "game": "dummy-bridge",
            "deals": [{"bid": "NT", "declarer": "A", "tricks": 9, "honours": {"A": 1, "dummy": 2}}],
        },
        ({"A": (36, 30), "BC": (0, 0)},),
        {"A": 132, "B": -66, "C": -66},
    ),
)

DUMMY_BRIDGE = replace(
    STRAIGHT_BRIDGE,
    key="dummy-bridge",
    name=gettext_noop("Dummy Bridge"),
    short_name=gettext_noop("Dummy bridge"),
    source="Laws of Bridge 1899, pp. 34-35",
    blurb=gettext_noop("Straight bridge for three: one plays his own hand and dummy's."),
    procedures=("forced-declaration",),
    special=(
        gettext_noop(
            "One player has a dummy as his partner and plays both hands against the two others."
        ),
        gettext_noop(
            "When dummy has to declare, its hand decides by a fixed order: three aces, the "
            "longest suit, the most pips, the dearer suit."
        ),
        gettext_noop(
            "The dummy player settles with each of his adversaries, so he plays for double."
        ),
    ),
    notes=(
        gettext_noop(
            "The book tells how dummy deals and declares and says nothing of the score: it is "
            "counted as at bridge."
        ),
        gettext_noop(
            "Nor does it say who pays whom. Here the dummy player settles with each adversary "
            "in full; a house rule lets him settle once."
        ),
    ),
    seats=THREE,
    hands=("A", "B", "dummy", "C"),
    columns=(Column("A", ("A",), ("A", "dummy")), Column("BC", ("B", "C"), ("B", "C"))),
    declarers=(*THREE, "dummy"),
    dealing=("A", "B", "dummy", "C"),
    pairs=one_against_each,
    house_rules=(*STRAIGHT_RULES, DUMMY_STAKE),
    examples=EXAMPLES,
)
