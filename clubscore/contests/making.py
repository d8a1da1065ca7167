"""Making a set: deals until there are boards with something to decide, spread over what there is.

The same seed makes the same set, with any version of Python: its chance is a stream of hashes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from clubscore.contests.deciding import Judged, judged
from clubscore.contests.losing import SOLVED, promising
from clubscore.deals.double_dummy import Tricks, solve, with_nullos
from clubscore.deals.hands import PACK, Deal, hand_of, whole_deal
from clubscore.deals.nullo.solved import nullo_solver
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking.board import REASONS, Board
from clubscore.ranking.event import read_options
from clubscore.ranking.par import check_has_par, has_nullos, par_of_deal
from clubscore.ranking.valuation import Valuation

# So many deals for each board, of which the one is taken that the set lacks most.
POOL = 10
# A table with nullos takes some hundred times as long as one without.
NULLO_POOL = 4
MOST_POOLS = 12
# How much less another contract has to bring than par, in points of the game.
LEAST_TODAY, LEAST = 100, 30
HAND = 13
NULLOS_ALONE = "nullos"
# The positions that a deal is worth; what needs more gives way to the next.
MOST_POSITIONS = 10_000_000


class Wanted(NamedTuple):
    """What a set is to be: at which game, how many boards, dealt from which seed.

    With ``only`` each board is there for this reason, one of those of
    :data:`clubscore.ranking.board.REASONS`.
    """

    valuation: Valuation
    boards: int
    seed: int
    only: str = ""

    @property
    def pool(self) -> int:
        """How many deals there are for a board to choose from."""
        if self.only == NULLOS_ALONE:
            return SOLVED
        return NULLO_POOL if has_nullos(self.valuation) else POOL

    @property
    def least(self) -> int:
        """The points that a choice must cost to be one."""
        return LEAST_TODAY if self.valuation.key == "duplicate" else LEAST


def dealt(seed: int, board: int) -> Iterator[Deal]:
    """Deals for a board of a set, without end; each of all possible ones as likely."""
    at = 0
    while True:
        yield _shuffled(f"{seed}/{board}/{at}")
        at += 1


def _shuffled(name: str) -> Deal:
    """A deal by the hashes of a name: each place takes one of the cards that are left."""
    cards, chance = list(PACK), _numbers(name)
    for last in range(len(cards) - 1, 0, -1):
        at = _below(last + 1, chance)
        cards[last], cards[at] = cards[at], cards[last]
    return whole_deal(
        {seat: hand_of(cards[at * HAND : (at + 1) * HAND], seat) for at, seat in enumerate(COMPASS)}
    )


def _numbers(name: str) -> Iterator[int]:
    """Numbers of 32 bits, as many as are wanted."""
    block = 0
    while True:
        digest = sha256(f"{name}/{block}".encode()).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def _below(limit: int, chance: Iterator[int]) -> int:
    """A number below a limit, each as likely: those of the last, uneven lap are left out."""
    whole = (1 << 32) - (1 << 32) % limit
    return next(number for number in chance if number < whole) % limit


def make_boards(wanted: Wanted) -> list[Judged]:
    """The boards of a set, by number.

    RuleError at ``game`` for a game without a par, at ``boards`` where so many deals were flat.
    """
    check_has_par(wanted.valuation)
    found: list[Judged] = []
    for number in range(1, wanted.boards + 1):
        found.append(_board(wanted, number, found))
    return found


def _board(wanted: Wanted, number: int, before: Sequence[Judged]) -> Judged:
    deals = dealt(wanted.seed, number)
    if wanted.only == NULLOS_ALONE:
        deals = promising(deals)
    for _pool in range(MOST_POOLS):
        pool = [next(deals) for _ in range(wanted.pool)]
        known = list(_worth_playing(wanted, Board(number), pool))
        if known:
            return min(known, key=lambda each: _likeness(each, before))
    raise RuleError(
        "all-flat",
        gettext_noop(
            "Board %(board)s: none of %(count)s deals has anything to decide at this game. Try"
            " another seed."
        ),
        "seed",
        board=number,
        count=wanted.pool * MOST_POOLS,
    )


def _worth_playing(wanted: Wanted, board: Board, pool: Sequence[Deal]) -> Iterator[Judged]:
    """The deals of a pool that have something to decide, in the order in which they were dealt."""
    options = read_options({})
    for deal, tricks in _tables(wanted.valuation, pool):
        best = par_of_deal(wanted.valuation, options, board, deal, tricks)
        told = board._replace(deal=deal.pbn())
        found = judged(wanted.valuation, told, deal, tricks, best, wanted.least)
        if found is not None and wanted.only in ("", found.reason.kind):
            yield found


def _tables(valuation: Valuation, pool: Sequence[Deal]) -> Iterator[tuple[Deal, Tricks]]:
    """Each deal with its table; where the game has nullos, those that could be solved in time."""
    tables = solve(pool)
    if not has_nullos(valuation):
        yield from zip(pool, tables, strict=True)
        return
    with nullo_solver() as asked:
        for deal, tricks in zip(pool, tables, strict=True):
            ducked = asked.ducked(deal, most=MOST_POSITIONS)
            if ducked is not None:
                yield deal, with_nullos(tricks, ducked)


def _likeness(one: Judged, before: Iterable[Judged]) -> tuple[int, int]:
    """How much a board is like those that are in the set; of equal ones the rarer reason first."""
    counted: Counter[tuple[str, str]] = Counter()
    for each in before:
        counted.update(_features(each))
    like = sum(counted[feature] for feature in _features(one))
    return like, REASONS[::-1].index(one.reason.kind)


def _features(one: Judged) -> list[tuple[str, str]]:
    """Whose contract par is, in what, how high, and why: what a set is spread over."""
    contract = one.contract
    # Most nullos that are par go down; those that are made are the rarer ones.
    made = [("made", str(one.is_made))] if one.reason.kind == NULLOS_ALONE else []
    return [
        *made,
        ("side", contract.side),
        ("seat", contract.hands[0]),
        ("denomination", contract.denomination),
        ("level", contract.bid[0]),
        ("reason", one.reason.kind),
    ]
