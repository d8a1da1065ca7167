"""A game's tariff as it stands small at the foot of a blank sheet: asked of what scores deals."""

from typing import NamedTuple

from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.rubbers.games import tariff_facts
from clubscore.rubbers.games.tariff_tables import tariff_tables

# What a denomination has that something does not count in.
NOTHING = "–"
# So many of a game's worked examples stand on its card.
EXAMPLES = 3


class TariffTable(NamedTuple):
    """One table: its title, the denominations across, rows of a name and what each is worth."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def tables(game: Game, rules: Rules) -> tuple[TariffTable, ...]:
    """Return what tricks and honours are worth, denominations across; no row of nothing."""
    heads = tuple(each.symbol or each.key for each in game.bidding.denominations)
    return tuple(
        TariffTable(
            table.title,
            heads,
            tuple(
                (row.name, tuple(str(cell) for cell in row.cells))
                for row in table.rows
                if any(cell not in (NOTHING, 0) for cell in row.cells)
            ),
        )
        for table in tariff_tables(game, rules)
        if table.rows
    )


def besides(game: Game, rules: Rules) -> list[str]:
    """Return everything else that counts: games, rubber, slams, bonuses, undertricks, revokes."""
    return [fact.text for fact in tariff_facts.besides(game, rules)]
