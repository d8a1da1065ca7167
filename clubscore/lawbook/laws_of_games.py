"""Which laws of the books a game goes by, and which games go by a law."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from clubscore.lawbook.cited_place import Place, all_places, places_in_words, places_of
from clubscore.lawbook.texts import FILES, READING, Passage, book
from clubscore.laws.citing import Citation
from clubscore.laws.counting.reckoning import reckoner_for
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import resolve_rules

# What comes of a layer over a game is told of in the game's chapter and in the layer's.
TOLD_AT = {"-with-joker": "joker", "-as-contract": "contract-1923"}


@cache
def about_game(key: str) -> tuple[Place, ...]:
    """The chapters that are about a game of this key, passage by passage, in the books' order."""
    keys = {key}
    for layer, game in TOLD_AT.items():
        if key.endswith(layer):
            keys = {key.removesuffix(layer), game}
    every = (place for name in FILES for place in all_places(book(name)))
    return tuple(place for place in every if keys & {*place.part.games})


def reading_about(key: str) -> tuple[Place, ...]:
    """What there is to read about a game: advice, manners and history."""
    return tuple(place for place in about_game(key) if place.passage.kind == READING)


@cache
def laws_of(key: str) -> tuple[Place, ...]:
    """The passages by which a game goes, by any of its codes: its chapters and all that it cites.

    Raises RuleError for a game that is not there.
    """
    game = find_game(key)
    cited = {place.passage for each in _cited(game) for place in places_of(each)}
    cited |= {place.passage for place in places_in_words(game.dealing.cutting.law)}
    cited |= {place.passage for place in about_game(key)}
    every = (place for name in FILES for place in all_places(book(name)))
    return tuple(place for place in every if place.passage in cited)


@cache
def games_by_law() -> dict[Passage, tuple[Game, ...]]:
    """The games that go by each law, in the order in which pages show games."""
    found: dict[Passage, tuple[Game, ...]] = {}
    for game in GAMES:
        for place in laws_of(game.key):
            found[place.passage] = (*found.get(place.passage, ()), game)
    return found


def _cited(game: Game) -> Iterator[Citation]:
    for preset in game.codes.presets:
        rules = resolve_rules(game, {"preset": preset.key})
        yield from reckoner_for(game, rules).tariff.laws.values()
    yield from game.codes.correction_laws
    for penalty in game.counting.revoke_law.every:
        yield penalty.law
    for fine in game.bidding.named_fines:
        yield fine.law
