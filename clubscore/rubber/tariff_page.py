"""A game's tariff as tables, made from the same numbers that score."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.templatetags.clubscore import sign
from clubscore.laws.cards import Bid
from clubscore.laws.games import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import reckoner_for

HOLDINGS = {
    "3": gettext_lazy("3 honours"),
    "4": gettext_lazy("4 honours"),
    "5": gettext_lazy("5 honours"),
    "4-in-one": gettext_lazy("4 in one hand"),
    "4+1": gettext_lazy("4, and 1 with partner"),
    "5-in-one": gettext_lazy("5 in one hand"),
}


def tariff_tables(game: Game, rules: Rules) -> list[dict[str, Any]]:
    """Return the tariff of a game under some rules: titles, heads, rows."""
    heads = [sign(each.key) for each in game.denominations]
    return [
        {"title": _("A trick is worth"), "heads": heads, "rows": _trick_rows(game, rules)},
        {"title": _("Honours"), "heads": heads, "rows": _honour_rows(game, rules)},
    ]


def _trick_rows(game: Game, rules: Rules) -> list[dict[str, Any]]:
    tariff = reckoner_for(game, rules).tariff
    level = min(game.levels, default=0)
    names = [_("undoubled"), _("doubled"), _("redoubled")]
    rows = []
    for doubling, name in enumerate(names):
        cells = [tariff.terms(Bid("", level, each), doubling).value for each in game.denominations]
        rows.append({"name": name, "cells": cells})
    return rows


def _honour_rows(game: Game, rules: Rules) -> list[dict[str, Any]]:
    tariff = reckoner_for(game, rules).tariff
    kinds: dict[Any, None] = {}
    for worth in tariff.honours.values():
        kinds |= dict.fromkeys(worth)
    rows = [
        {
            "name": HOLDINGS.get(kind, str(kind)),
            "cells": [tariff.honours.get(d.key, {}).get(kind, "–") for d in game.denominations],
        }
        for kind in kinds
    ]
    if tariff.chicane:
        cells = [tariff.chicane.get(d.key, "–") for d in game.denominations]
        rows.append({"name": _("chicane"), "cells": cells})
    return rows
