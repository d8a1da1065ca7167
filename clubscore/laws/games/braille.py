"""Braille bridge: auction with every card named aloud, for players who read by touch."""

from clubscore.laws.games.auction import AUCTION
from clubscore.laws.record import replace
from clubscore.laws.words import gettext_noop

BRAILLE = replace(
    AUCTION,
    key="braille",
    name=gettext_noop("Braille Bridge"),
    short_name=gettext_noop("Braille"),
)
