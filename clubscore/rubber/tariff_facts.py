"""What a game counts besides tricks and honours, asked of the same numbers that score deals."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.templatetags.clubscore import said
from clubscore.laws.cards import Bid
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import reckoner_for
from clubscore.laws.tariff import Tariff, Terms

# Games that set doubling no limit are shown this far.
USUAL_DOUBLING = 2


class Fact(NamedTuple):
    """One thing that counts and what it is worth: "rubber", "250"."""

    what: str
    worth: str
    in_words: bool = False

    @property
    def text(self) -> str:
        """Both in one line."""
        return f"{self.what}: {self.worth}" if self.in_words else f"{self.what} {self.worth}"


def besides(game: Game, rules: Rules) -> list[Fact]:
    """Return whatever else counts: games, rubber, slams, bonuses, undertricks, revokes."""
    tariff = reckoner_for(game, rules).tariff
    return [
        *_game(game, tariff),
        *_single(_("rubber"), tariff.rubber_bonus),
        *_single(_("a game ahead when broken off"), tariff.unfinished_bonus),
        *(Fact(_(word), str(points)) for word, points in slams(game, tariff).items()),
        *_contracts(game, tariff),
        *_single(_("each revoke"), tariff.revoke_points),
        *(Fact(said(what), said(worth), in_words=True) for what, worth in tariff.remarks),
    ]


def _game(game: Game, tariff: Tariff) -> Iterator[Fact]:
    """Say what wins a game, and what it brings."""
    points = {"points": game.game_points or game.deal_game}
    if game.deal_game:
        yield from _single(_("%(points)s trick points in one deal") % points, tariff.game_bonus)
        return
    if game.has_line:
        yield Fact(_("game"), _("%(points)s below the line") % points, True)
    elif game.game_points:
        yield Fact(_("game"), _("%(points)s in all") % points, True)
    yield from _single(_("for a game"), tariff.game_bonus)


def _contracts(game: Game, tariff: Tariff) -> Iterator[Fact]:
    """Say what a contract brings above the line; a schedule of bids says it by itself."""
    if game.schedule:
        return
    yield from _doubled(game, tariff, _("contract made"), lambda terms: terms.bonus)
    yield from _doubled(game, tariff, _("each overtrick"), lambda terms: terms.overtrick)
    yield from _undertricks(game, tariff)


def _single(word: str, points: int) -> Iterator[Fact]:
    if points:
        yield Fact(word, str(points))


def slams(game: Game, tariff: Tariff) -> dict[str, int]:
    """Return {word: points} of every slam that some bid of the game may bring."""
    found: dict[str, int] = {}
    for bid in game.bids.values():
        if bid.denomination.alone:
            continue
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
) -> Iterator[Fact]:
    """Say what something is worth as bid, doubled and redoubled; nothing where it never counts."""
    counted = []
    for doubling in _doublings(game):
        worth = {points(terms) for terms in _terms(game, tariff, doubling)}
        if len(worth) > 1:
            yield Fact(word, _by_the_trick(game, tariff, points, doubling), True)
            return
        counted.append(worth.pop())
    if any(counted):
        yield Fact(word, _as_doubled(counted))


def _by_the_trick(game: Game, tariff: Tariff, points: Callable[[Terms], int], doubling: int) -> str:
    """Say what is worth a trick, or two where it counts only when doubled."""
    single = _terms(game, tariff, 0)[0].value
    if points(_terms(game, tariff, doubling)[0]) == 2 * single:
        return _("doubled twice the value of the trick, redoubled four times")
    return _("the value of the trick")


def _as_doubled(counted: Sequence[int]) -> str:
    """Return "50, doubled 100, redoubled 200"; what counts nothing is left out."""
    names = ("", _("doubled"), _("redoubled"))
    return ", ".join(
        f"{name} {points}".strip() for name, points in zip(names, counted, strict=False) if points
    )


def _undertricks(game: Game, tariff: Tariff) -> Iterator[Fact]:
    """Say what each trick down is worth, and whether the next costs more than the one before."""
    first, second, third = [], [], []
    for doubling in _doublings(game):
        downs = {terms.down for terms in _terms(game, tariff, doubling)}
        down = downs.pop()
        # Where the suit decides, undertricks stand in a table of their own.
        if downs or len(down) < 4:
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


def _single_text(word: str, counted: Sequence[int]) -> Iterator[Fact]:
    if any(counted):
        yield Fact(word, _as_doubled(counted))
