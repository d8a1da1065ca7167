"""The list of games. A game is added by its two files and one line here.

A game is loaded when it is first asked for, so that a command which needs one starts with one.
"""

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Protocol

from clubscore.laws.errors import RuleError, shown
from clubscore.laws.game import Game
from clubscore.laws.record import ComparedRecord, replace
from clubscore.laws.words import Every, gettext_noop

__all__ = ["GAMES", "KEYS", "LAYERS", "Game", "Layered", "find_game", "is_game", "layered"]


class Layer(Protocol):
    """A file of ``layers/``."""

    NAMES: Mapping[str, tuple[str, str]]
    OFFER: str

    def over(self, game: Game) -> Game:
        """What it makes of a game."""


class Layered(ComparedRecord):
    """What a layer makes of a game: its key, and what is offered, a message id."""

    key: str
    offer: str


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


# What can be laid over games (``layers/``): the end of the key of what comes of it, and its file.
LAYERS = {"-with-joker": "with_joker", "-as-contract": "as_contract"}


def find_game(key: object) -> Game:
    """The game of this key, with a layer over it where the key says so ("pirate-with-joker").

    RuleError at ``game`` for one that is not there.
    """
    if isinstance(key, str) and is_game(key):
        return _loaded(key)
    raise RuleError(
        "unknown-game",
        gettext_noop("There is no game %(given)s. The games are %(known)s."),
        "game",
        given=shown(key),
        known=Every(KEYS),
    )


def is_game(key: object) -> bool:
    """Whether there is a game of this key, or one that a layer allows."""
    if not isinstance(key, str):
        return False
    end = _layer_of(key)
    return key in KEYS or (bool(end) and key.removesuffix(end) in _layer(end).NAMES)


def layered(game: Game) -> list[Layered]:
    """What can be made of a game by laying something over it: its key, and what is offered."""
    return [
        Layered(game.key + end, _layer(end).OFFER)
        for end in LAYERS
        if game.key in _layer(end).NAMES
    ]


def _layer_of(key: str) -> str:
    return next((end for end in LAYERS if key.endswith(end)), "")


def _layer(end: str) -> Layer:
    layer: Layer = import_module(f"{__name__}.layers.{LAYERS[end]}")
    return layer


@cache
def _loaded(key: str) -> Game:
    if end := _layer_of(key):
        layer, beneath = _layer(end), key.removesuffix(end)
        named, short = layer.NAMES[beneath]
        made = layer.over(_loaded(beneath))
        return replace(made, key=key, name=named, short_name=short, beneath=beneath)
    file, _dot, name = KEYS[key].partition(".")
    game: Game = getattr(import_module(f"{__name__}.{file}"), name)
    return game


def __getattr__(name: str) -> tuple[Game, ...]:
    """All games, loaded when somebody first asks for them."""
    if name != "GAMES":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = tuple(find_game(key) for key in KEYS)
    return found
