"""Dummy bridge: straight bridge for three, one of them playing his own hand and dummy's."""

from dataclasses import replace

from clubscore.laws.cards import THREE, Column
from clubscore.laws.game import Example
from clubscore.laws.games.straight_bridge import RULES as STRAIGHT_RULES
from clubscore.laws.games.straight_bridge import STRAIGHT_BRIDGE
from clubscore.laws.house_rules import HouseRule
from clubscore.laws.settlement import one_against_each
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
    seats=THREE,
    hands=("A", "B", "dummy", "C"),
    columns=(Column("A", ("A",), ("A", "dummy")), Column("BC", ("B", "C"), ("B", "C"))),
    declarers=(*THREE, "dummy"),
    dealing=("A", "B", "dummy", "C"),
    pairs=one_against_each,
    house_rules=(*STRAIGHT_RULES, DUMMY_STAKE),
    examples=EXAMPLES,
)
