"""A game's tariff as tables, made from the same numbers that score."""

from collections.abc import Callable
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club.templatetags.clubscore import sign
from clubscore.laws.cards import Bid
from clubscore.laws.games import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import reckoner_for
from clubscore.laws.tariff import Terms
from clubscore.rubbers.games.tariff_facts import varies_by_level

HOLDINGS = {
    "3": gettext_lazy("3 honours"),
    "4": gettext_lazy("4 honours"),
    "5": gettext_lazy("5 honours"),
    "4-in-one": gettext_lazy("4 in one hand"),
    "4+1": gettext_lazy("4, and 1 with partner"),
    "5-in-one": gettext_lazy("5 in one hand"),
}


class TariffRow(NamedTuple):
    """A row of a tariff: what it is worth in each denomination, a dash where it does not count."""

    name: str
    cells: list[int | str]


class TariffTable(NamedTuple):
    """One table of a tariff, with the denominations as its heads."""

    title: str
    heads: list[str]
    rows: list[TariffRow]


def tariff_tables(game: Game, rules: Rules) -> list[TariffTable]:
    """Return the tariff of a game under some rules: titles, heads, rows."""
    heads = [sign(each.key) for each in game.bidding.denominations]
    tables = [
        (_("Value of a bid"), _schedule_rows(game)),
        (_("Value of a trick"), _trick_rows(game, rules)),
        (_("Cost of an undertrick"), _undertrick_rows(game, rules)),
        (_("Honours"), _honour_rows(game, rules)),
    ]
    return [TariffTable(title, heads, rows) for title, rows in tables if rows]


def _schedule_rows(game: Game) -> list[TariffRow]:
    """Return what every bid is worth, where bids are counted and not tricks."""
    return [
        TariffRow(
            ngettext("%(count)s trick", "%(count)s tricks", level) % {"count": level},
            [game.bidding.schedule[f"{level}{each.key}"] for each in game.bidding.denominations],
        )
        for level in game.bidding.levels
        if game.bidding.schedule
    ]


def _by_doubling(game: Game, rules: Rules, worth: Callable[[Terms], int]) -> list[TariffRow]:
    """Return what something is worth by denomination, a row for each doubling."""
    tariff = reckoner_for(game, rules).tariff
    level = min(game.bidding.levels, default=0)
    names = [_("undoubled"), _("doubled"), _("redoubled")]
    rows = []
    for doubling, name in enumerate(names):
        bids = [Bid("", level, each) for each in game.bidding.denominations]
        rows.append(TariffRow(name, [worth(tariff.terms(bid, doubling)) for bid in bids]))
    return rows


def _undertrick_rows(game: Game, rules: Rules) -> list[TariffRow]:
    """Return what an undertrick costs, where not all bids are alike."""
    if not game.bidding.schedule and varies_by_level(game, reckoner_for(game, rules).tariff):
        return _by_level(game, rules, _first_undertrick)
    rows = [] if game.bidding.schedule else _by_doubling(game, rules, _first_undertrick)
    return rows if any(len(set(row.cells)) > 1 for row in rows) else []


def _first_undertrick(terms: Terms) -> int:
    return terms.down[1] if len(terms.down) > 1 else 0


def _trick_rows(game: Game, rules: Rules) -> list[TariffRow]:
    if game.bidding.schedule:
        return []
    if varies_by_level(game, reckoner_for(game, rules).tariff):
        return _by_level(game, rules, lambda terms: terms.value)
    return _by_doubling(game, rules, lambda terms: terms.value)


def _by_level(game: Game, rules: Rules, worth: Callable[[Terms], int]) -> list[TariffRow]:
    """Return what something is worth undoubled by denomination, a row for each number bid."""
    tariff = reckoner_for(game, rules).tariff
    return [
        TariffRow(
            ngettext("%(count)s bid", "%(count)s bid", level) % {"count": level},
            [worth(tariff.terms(Bid("", level, d), 0)) for d in game.bidding.denominations],
        )
        for level in game.bidding.levels
    ]


def _honour_rows(game: Game, rules: Rules) -> list[TariffRow]:
    tariff = reckoner_for(game, rules).tariff
    kinds = dict.fromkeys(kind for worth in tariff.honours.values() for kind in worth)
    words = (
        _("%(number)s won") if game.counting.honours_by == "won" else _("%(number)s in one hand")
    )
    rows = [
        TariffRow(
            str(HOLDINGS[kind]) if isinstance(kind, str) else words % {"number": kind},
            [tariff.honours.get(d.key, {}).get(kind, "–") for d in game.bidding.denominations],
        )
        for kind in kinds
    ]
    if tariff.chicane:
        cells = [tariff.chicane.get(d.key, "–") for d in game.bidding.denominations]
        rows.append(TariffRow(_("chicane"), cells))
    return rows
