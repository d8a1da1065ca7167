"""Layers: what can be laid over many games, a file each, with the names of what comes of it.

A layer is a function from a game to the game that it makes of it (``over``) and a table of the
games that its source allows it for (``NAMES``), by the key of each: the name and the short name of
what comes of it. The list of games (``games/__init__.py``) knows them by ``pirate-with-joker``.
"""
