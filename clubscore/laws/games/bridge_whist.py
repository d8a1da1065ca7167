"""Bridge whist: auction without a dummy."""

from clubscore.laws.game import Play
from clubscore.laws.games.auction import AUCTION
from clubscore.laws.record import replace
from clubscore.laws.words import gettext_noop

BRIDGE_WHIST = replace(
    AUCTION,
    key="bridge-whist",
    name=gettext_noop("Bridge Whist"),
    short_name=gettext_noop("Bridge whist"),
    # No one lays cards down, so declarer's partner can revoke too.
    play=Play(partner_is_dummy=False),
)
