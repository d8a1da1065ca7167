"""Every game that a layer makes of another."""

from clubscore.laws.games import GAMES, find_game, layered

LAYERED = tuple(find_game(one.key) for game in GAMES for one in layered(game))
WITH_JOKER = tuple(game for game in LAYERED if game.key.endswith("-with-joker"))
AS_CONTRACT = tuple(game for game in LAYERED if game.key.endswith("-as-contract"))
# Twenty-three that have a two of clubs and no joker, fourteen for three and for two.
assert (len(WITH_JOKER), len(AS_CONTRACT)) == (23, 14)
EVERY = (*GAMES, *LAYERED)
