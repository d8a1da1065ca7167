"""The list of games. A game is added by its file and one line here.

A game is loaded when it is first asked for, so that a command which needs one starts with one.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from clubscore.laws.errors import RuleError, shown
from clubscore.laws.game import Game
from clubscore.laws.words import Every, gettext_noop

__all__ = ["GAMES", "KEYS", "Game", "find_game"]

GAMES: tuple[Game, ...]  # loaded by __getattr__

# By key: its file in this folder, and its name there. In the order in which pages show them.
KEYS = {
    "straight-bridge": "straight_bridge.STRAIGHT_BRIDGE",
    "dummy-bridge": "dummy_bridge.DUMMY_BRIDGE",
    "auction": "auction.AUCTION",
    "contract-1923": "contract_1923.CONTRACT_1923",
    "bolshevik": "bolshevik.BOLSHEVIK",
    "cairo": "cairo.CAIRO",
    "standard": "standard.STANDARD",
    "compound": "compound.COMPOUND",
    "equality": "equality.EQUALITY",
    "pirate": "pirate.PIRATE",
    "nullos": "nullos.NULLOS_AT_AUCTION",
    "joker": "joker.JOKER",
    "bridge-whist": "bridge_whist.BRIDGE_WHIST",
    "braille": "braille.BRAILLE",
    "rubber-bridge": "rubber_bridge.RUBBER_BRIDGE",
    "chicago": "chicago.CHICAGO",
    "cut-throat": "cut_throat.CUT_THROAT",
    "blind-skip": "blind_skip.BLIND_SKIP",
    "stop-gap": "stop_gap.STOP_GAP",
    "five-hundred": "five_hundred.FIVE_HUNDRED",
    "double-dummy": "double_dummy.DOUBLE_DUMMY",
    "blind-trick-double-dummy": "blind_trick_double_dummy.BLIND_TRICK_DOUBLE_DUMMY",
    "hidden-dummies-1": "hidden_dummies_1.HIDDEN_DUMMIES_1",
    "hidden-dummies-2": "hidden_dummies_2.HIDDEN_DUMMIES_2",
    "hidden-dummies-3": "hidden_dummies_3.HIDDEN_DUMMIES_3",
    "canfield-dummy": "canfield_dummy.CANFIELD_DUMMY",
    "twenty-six-tricks": "twenty_six_tricks.TWENTY_SIX_TRICKS",
    "twenty-six-cards": "twenty_six_cards.TWENTY_SIX_CARDS",
    "blind-auction": "blind_auction.BLIND_AUCTION",
    "draw-auction": "draw_auction.DRAW_AUCTION",
    "kwantung": "kwantung.KWANTUNG",
}


def find_game(key: object) -> Game:
    """The game of this key. RuleError at ``game`` for one that is not there."""
    if isinstance(key, str) and key in KEYS:
        return _loaded(key)
    raise RuleError(
        "unknown-game",
        gettext_noop("There is no game %(given)s. The games are %(known)s."),
        "game",
        given=shown(key),
        known=Every(KEYS),
    )


@cache
def _loaded(key: str) -> Game:
    file, _dot, name = KEYS[key].partition(".")
    game: Game = getattr(import_module(f"{__name__}.{file}"), name)
    return game


def __getattr__(name: str) -> tuple[Game, ...]:
    """All games, loaded when somebody first asks for them."""
    if name != "GAMES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = tuple(find_game(key) for key in KEYS)
    return found
