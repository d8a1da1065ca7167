"""Joker bridge: auction with a Joker for the two of clubs; it wins every trick and 25 points."""

from clubscore.laws.games.auction import AUCTION
from clubscore.laws.games.layers import with_joker
from clubscore.laws.games.layers.with_joker import GIVES
from clubscore.laws.record import replace
from clubscore.laws.shared_codes import auction_codes
from clubscore.laws.words import gettext_noop

_AUCTION = with_joker.over(AUCTION)


JOKER = replace(
    _AUCTION,
    key="joker",
    name=GIVES.name,
    short_name=gettext_noop("Joker"),
    codes=auction_codes(_AUCTION.codes.house_rules),
)
