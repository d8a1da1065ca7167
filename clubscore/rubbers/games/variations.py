"""What can be laid over a game, and the game beneath one that has something over it, as keys."""

from collections.abc import Callable
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.laws.game import Game
from clubscore.laws.games import find_game, layered


class Variation(NamedTuple):
    """A key to the same game with a layer, or to the plain one: its label, key and address."""

    label: str
    game: str
    url: str


def variations_of(game: Game, address_of: Callable[[str], str]) -> list[Variation]:
    """Return them for a game, each at the address that its key has on this page; none at most."""
    found = [Variation(_(one.offer), one.key, address_of(one.key)) for one in layered(game)]
    if game.beneath:
        plain = find_game(game.beneath)
        found.insert(0, Variation(_(plain.name), plain.key, address_of(plain.key)))
    return found
