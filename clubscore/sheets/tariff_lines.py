"""A game's tariff as it stands small at the foot of a blank sheet: asked of what scores deals."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.laws.cards import Bid
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import reckoner_for
from clubscore.laws.tariff import Tariff, Terms
from clubscore.rubber.tariff_page import tariff_tables

# Games that set doubling no limit are shown this far.
USUAL_DOUBLING = 2


class TariffTable(NamedTuple):
    """One table: its title, the denominations across, rows of a name and what each is worth."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def tables(game: Game, rules: Rules) -> tuple[TariffTable, ...]:
    """Return what tricks and honours are worth, denominations across."""
    heads = tuple(each.symbol or each.key for each in game.denominations)
    return tuple(
        TariffTable(
            table["title"],
            heads,
            tuple(
                (_row_name(str(row["name"])), tuple(str(cell) for cell in row["cells"]))
                for row in table["rows"]
            ),
        )
        for table in tariff_tables(game, rules)
        if table["rows"]
    )


def _row_name(name: str) -> str:
    """Honours of a hand by itself are told by their number alone."""
    return _("%(number)s in a hand") % {"number": name} if name.isdigit() else name


def besides(game: Game, rules: Rules) -> list[str]:
    """Return whatever else counts: games, rubber, slams, bonuses, undertricks, revokes."""
    tariff = reckoner_for(game, rules).tariff
    return [
        _("game: %(points)s below the line") % {"points": game.game_points},
        *_single(_("for a game"), tariff.game_bonus),
        *_single(_("rubber"), tariff.rubber_bonus),
        *_single(_("a game ahead when broken off"), tariff.unfinished_bonus),
        *(f"{_(word)} {points}" for word, points in slams(game, tariff).items()),
        *_doubled(game, tariff, _("contract made"), lambda terms: terms.bonus),
        *_doubled(game, tariff, _("each overtrick"), lambda terms: terms.overtrick),
        *_undertricks(game, tariff),
        *_single(_("each revoke"), tariff.revoke_points),
    ]


def _single(word: str, points: int) -> Iterator[str]:
    if points:
        yield f"{word} {points}"


def slams(game: Game, tariff: Tariff) -> dict[str, int]:
    """Return {word: points} of every slam that some bid of the game may bring."""
    found: dict[str, int] = {}
    for bid in game.bids.values():
        terms = tariff.terms(bid, 0)
        for table in (terms.slams, terms.adverse_slams):
            for tricks in sorted(table):
                found |= {word: points for points, word in table[tricks]}
    return dict(sorted(found.items(), key=lambda slam: slam[1]))


def _doublings(game: Game) -> range:
    most = USUAL_DOUBLING if game.max_doubling is None else game.max_doubling
    return range(most + 1)


def _terms(game: Game, tariff: Tariff, doubling: int) -> list[Terms]:
    level = min(game.levels, default=0)
    return [tariff.terms(Bid("", level, each), doubling) for each in game.denominations]


def _doubled(
    game: Game, tariff: Tariff, word: str, points: Callable[[Terms], int]
) -> Iterator[str]:
    """Say what something is worth as bid, doubled and redoubled; nothing where it never counts."""
    said = []
    for doubling in _doublings(game):
        worth = {points(terms) for terms in _terms(game, tariff, doubling)}
        if len(worth) > 1:
            yield _("%(word)s: the value of the trick") % {"word": word}
            return
        said.append(worth.pop())
    if any(said):
        yield f"{word} {_as_doubled(said)}"


def _as_doubled(said: Sequence[int]) -> str:
    """Return "50, doubled 100, redoubled 200"; what counts nothing is left out."""
    names = ("", _("doubled"), _("redoubled"))
    return ", ".join(
        f"{name} {points}".strip() for name, points in zip(names, said, strict=False) if points
    )


def _undertricks(game: Game, tariff: Tariff) -> Iterator[str]:
    """Say what each trick down is worth, and whether the next costs more than the one before."""
    first, second, third = [], [], []
    for doubling in _doublings(game):
        down = _terms(game, tariff, doubling)[0].down
        if len(down) < 4:
            return
        first.append(down[1] - down[0])
        second.append(down[2] - down[1])
        third.append(down[3] - down[2])
    if first == second == third:
        yield from _single_text(_("each undertrick"), first)
        return
    yield from _single_text(_("first undertrick"), first)
    if second == third:
        yield from _single_text(_("each further undertrick"), second)
        return
    yield from _single_text(_("second undertrick"), second)
    yield from _single_text(_("third undertrick"), third)


def _single_text(word: str, said: Sequence[int]) -> Iterator[str]:
    if any(said):
        yield f"{word} {_as_doubled(said)}"
