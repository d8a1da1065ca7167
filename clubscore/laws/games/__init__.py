"""The list of games. A game is added by its file and one line here."""

from __future__ import annotations

from clubscore.laws.errors import RuleError, shown
from clubscore.laws.game import Game
from clubscore.laws.games.auction import AUCTION
from clubscore.laws.games.blind_auction import BLIND_AUCTION
from clubscore.laws.games.blind_skip import BLIND_SKIP
from clubscore.laws.games.blind_trick_double_dummy import BLIND_TRICK_DOUBLE_DUMMY
from clubscore.laws.games.bolshevik import BOLSHEVIK
from clubscore.laws.games.braille import BRAILLE
from clubscore.laws.games.bridge_whist import BRIDGE_WHIST
from clubscore.laws.games.cairo import CAIRO
from clubscore.laws.games.canfield_dummy import CANFIELD_DUMMY
from clubscore.laws.games.chicago import CHICAGO
from clubscore.laws.games.compound import COMPOUND
from clubscore.laws.games.contract_1923 import CONTRACT_1923
from clubscore.laws.games.cut_throat import CUT_THROAT
from clubscore.laws.games.double_dummy import DOUBLE_DUMMY
from clubscore.laws.games.draw_auction import DRAW_AUCTION
from clubscore.laws.games.dummy_bridge import DUMMY_BRIDGE
from clubscore.laws.games.equality import EQUALITY
from clubscore.laws.games.five_hundred import FIVE_HUNDRED
from clubscore.laws.games.hidden_dummies_1 import HIDDEN_DUMMIES_1
from clubscore.laws.games.hidden_dummies_2 import HIDDEN_DUMMIES_2
from clubscore.laws.games.hidden_dummies_3 import HIDDEN_DUMMIES_3
from clubscore.laws.games.joker import JOKER
from clubscore.laws.games.kwantung import KWANTUNG
from clubscore.laws.games.nullos import NULLOS_AT_AUCTION
from clubscore.laws.games.pirate import PIRATE
from clubscore.laws.games.rubber_bridge import RUBBER_BRIDGE
from clubscore.laws.games.standard import STANDARD
from clubscore.laws.games.stop_gap import STOP_GAP
from clubscore.laws.games.straight_bridge import STRAIGHT_BRIDGE
from clubscore.laws.games.twenty_six_cards import TWENTY_SIX_CARDS
from clubscore.laws.games.twenty_six_tricks import TWENTY_SIX_TRICKS
from clubscore.laws.words import Every, gettext_noop

__all__ = ["GAMES", "Game", "find_game"]

GAMES: tuple[Game, ...] = (
    STRAIGHT_BRIDGE,
    DUMMY_BRIDGE,
    AUCTION,
    CONTRACT_1923,
    BOLSHEVIK,
    CAIRO,
    STANDARD,
    COMPOUND,
    EQUALITY,
    PIRATE,
    NULLOS_AT_AUCTION,
    JOKER,
    BRIDGE_WHIST,
    BRAILLE,
    RUBBER_BRIDGE,
    CHICAGO,
    CUT_THROAT,
    BLIND_SKIP,
    STOP_GAP,
    FIVE_HUNDRED,
    DOUBLE_DUMMY,
    BLIND_TRICK_DOUBLE_DUMMY,
    HIDDEN_DUMMIES_1,
    HIDDEN_DUMMIES_2,
    HIDDEN_DUMMIES_3,
    CANFIELD_DUMMY,
    TWENTY_SIX_TRICKS,
    TWENTY_SIX_CARDS,
    BLIND_AUCTION,
    DRAW_AUCTION,
    KWANTUNG,
)

_BY_KEY = {game.key: game for game in GAMES}


def find_game(key: object) -> Game:
    """The game of this key. RuleError at ``game`` for one that is not there."""
    if isinstance(key, str) and key in _BY_KEY:
        return _BY_KEY[key]
    raise RuleError(
        "unknown-game",
        gettext_noop("There is no game %(given)s. The games are %(known)s."),
        "game",
        given=shown(key),
        known=Every(_BY_KEY),
    )
