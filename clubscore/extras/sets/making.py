"""Making a set of boards with something to decide, each with its par and a line of best play.

What there is to decide is told by the game's own tariff from the double-dummy table. The same
seed makes the same set with any version of Python: its chance is a stream of hashes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from itertools import islice
from types import MappingProxyType
from typing import NamedTuple, Protocol

from clubscore.deals.card_play import SIDE_OF, CardPlay
from clubscore.deals.double_dummy import Outcome, Tricks, best_card, solve, solver, with_nullos
from clubscore.deals.hands import PACK, RANKS, SUIT_KEYS, Hands, hand_of, read_deal, whole_deal
from clubscore.deals.nullos import nullo_cards, nullo_solver
from clubscore.deals.par import HANDS, SIGN, BestPlay, ParContract, contract_for, other
from clubscore.laws.cards import COMPASS, NULLOS, Bid
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking.board import REASONS, Board, Par, Reason
from clubscore.ranking.event import EventFile, read_options
from clubscore.ranking.par import check_has_par, has_nullos, par_of_deal, worth_of
from clubscore.ranking.tasks import BIDDING, DEFENCE, PLAY, Task
from clubscore.ranking.valuation import Valuation

# A suit is a sensible one for a side that holds so many cards of it.
SENSIBLE = 7
SLAM = 6
HAND = 13


class JudgedBoard(NamedTuple):
    """A board with its par, and why it is worth playing."""

    board: Board
    best: BestPlay
    contract: ParContract
    reason: Reason

    @property
    def is_made(self) -> bool:
        """Whether the side of par gains by its contract, and does not go down."""
        return SIGN[self.contract.side] * self.contract.points > 0


def judged(
    valuation: Valuation, board: Board, deal: Hands, tricks: Tricks, best: BestPlay, least: int
) -> JudgedBoard | None:
    """Why this board is worth playing; None where it is flat: nothing costs ``least`` points.

    Of several reasons the rarest stands: nullos, a sacrifice, a slam, both sides' bidding, the
    right denomination.
    """
    if not best.contracts:
        return None
    contract = best.contracts[0]
    for reason in _reasons(_Seen(valuation, board, deal, tricks), contract):
        if reason.points >= least:
            return JudgedBoard(board, best, contract, reason)
    return None


class _Seen:
    """What each side could have made of a deal."""

    def __init__(self, valuation: Valuation, board: Board, deal: Hands, tricks: Tricks) -> None:
        self.valuation, self.board, self.deal, self.tricks = valuation, board, deal, tricks

    def best_of(self, side: str, *, without: str = "") -> ParContract | None:
        """The best contract that a side makes in a denomination that is sensible for it."""
        found = [each for each in self._made(side) if each.denomination != without]
        # Of bids that come to the same the highest: what the side can make, not what it could say.
        return max(found, key=lambda each: (SIGN[side] * each.points, each.bid[0]), default=None)

    def without_nullos(self) -> ParContract | None:
        """The par contract of this deal if nobody could lose tricks; None where all would pass."""
        hopeless = MappingProxyType({**self.tricks, NULLOS.key: dict.fromkeys(COMPASS, HAND)})
        options = read_options({})
        best = par_of_deal(self.valuation, options, self.board, self.deal, hopeless)
        return next(iter(best.contracts), None)

    def _made(self, side: str) -> Iterator[ParContract]:
        game = self.valuation.game
        for bid in game.bidding.bids.values():
            if self._makes(side, bid) and self.is_sensible(side, bid.denomination.key):
                worth = worth_of(self.valuation, self.board, self.deal, bid, self.tricks)
                yield contract_for(bid.text, side, worth)

    def _makes(self, side: str, bid: Bid) -> bool:
        game, won = self.valuation.game, self.tricks[bid.denomination.key]
        return any(game.over(bid, won[hand]) >= 0 for hand in HANDS[side])

    def is_sensible(self, side: str, denomination: str) -> bool:
        """Whether a side would think of this denomination with its cards in view."""
        if denomination not in SUIT_KEYS:
            return True
        suit = SUIT_KEYS.index(denomination)
        return sum(len(self.deal.hand(hand)[suit]) for hand in HANDS[side]) >= SENSIBLE


def _reasons(seen: _Seen, contract: ParContract) -> Iterator[Reason]:
    """All that there is to decide, the rarest first; what it costs to choose otherwise."""
    side, sign = contract.side, SIGN[contract.side]
    mine, theirs = seen.best_of(side, without=contract.denomination), seen.best_of(other(side))
    worse = _costs(contract, mine, sign)
    if contract.denomination == NULLOS.key:
        without = _costs(contract, seen.without_nullos(), sign)
        if without:
            yield without._replace(kind="nullos")
    let_play = _costs(contract, theirs, sign)
    if let_play and sign * contract.points < 0:
        yield let_play._replace(kind="sacrifice")
    if worse and contract.bid.startswith(("6", "7")) and sign * contract.points > 0:
        yield worse._replace(kind="slam")
    if let_play and theirs is not None and SIGN[other(side)] * theirs.points > 0:
        yield let_play._replace(kind="competition")
    if worse:
        yield worse


def _costs(contract: ParContract, instead: ParContract | None, sign: int) -> Reason | None:
    """How much worse another contract is for the side of par; None where it is as good."""
    if instead is None:
        return None
    points = sign * (contract.points - instead.points)
    return Reason("denomination", instead.text(), points) if points > 0 else None


# ---- Deals at which losing tricks may be best.

# A side must win where its cards cannot stay below the other side's, and how often is seen at once;
# the exact search takes thousands of times as long. What is seen decides only which deals are
# solved, never what a board comes to.
# Of so many deals the ones that look best are solved.
LOOKED_AT, SOLVED = 800, 8
# Where a hand has more cards of a suit, a side will rather win tricks in that.
LONGEST = 5
HIGH = {"A": 4, "K": 3, "Q": 2, "J": 1}


def promising(deals: Iterator[Hands]) -> Iterator[Hands]:
    """Of each :data:`LOOKED_AT` even deals the :data:`SOLVED` that look best, without end."""
    even = filter(is_even, deals)
    while True:
        seen = list(islice(even, LOOKED_AT))
        yield from sorted(seen, key=doubt)[:SOLVED]


def is_even(deal: Hands) -> bool:
    """Whether no hand has a suit longer than :data:`LONGEST`."""
    return all(len(suit) <= LONGEST for hand in deal.hands for suit in hand)


def doubt(deal: Hands) -> int:
    """How little a deal looks like one whose par is to lose tricks, in no unit; less is better.

    A side should be able to stay below, and yet have high cards, and neither side a long suit
    between its hands: else somebody has better to do than to lose.
    """
    stuck = min(3 * too_high_of(deal, side) - _high(deal, side) for side in HANDS)
    return stuck + 6 * sum(_fit(deal, side) for side in HANDS)


def _high(deal: Hands, side: str) -> int:
    """High cards of a side, ace four to jack one."""
    held = (rank for hand in HANDS[side] for suit in deal.hand(hand) for rank in suit)
    return sum(HIGH.get(rank, 0) for rank in held)


def _fit(deal: Hands, side: str) -> int:
    """The cards of a side's longest suit between its hands."""
    hands = [deal.hand(hand) for hand in HANDS[side]]
    return max(sum(len(hand[suit]) for hand in hands) for suit in range(len(SUIT_KEYS)))


def too_high_of(deal: Hands, side: str) -> int:
    """How many cards of this side's hands cannot stay below the other side's.

    In each suit the lowest card of a hand is held against the lowest of the other side, the next
    against its next, as far as both have cards.
    """
    found = 0
    for suit in range(len(SUIT_KEYS)):
        theirs = _low_first(*(deal.hand(hand)[suit] for hand in HANDS[other(side)]))
        for hand in HANDS[side]:
            mine = _low_first(deal.hand(hand)[suit])
            found += sum(one > their for one, their in zip(mine, theirs, strict=False))
    return found


def _low_first(*holdings: str) -> list[int]:
    return sorted(-RANKS.index(rank) for holding in holdings for rank in holding)


# ---- Making a set.

# So many deals for each board, of which the one is taken that the set lacks most.
POOL = 10
# A table with nullos takes some hundred times as long as one without.
NULLO_POOL = 4
MOST_POOLS = 12
# How much less another contract has to bring than par, in points of the game.
LEAST_TODAY, LEAST = 100, 30
HAND_OF_MAKING = 13
NULLOS_ALONE = "nullos"
# The positions that a deal is worth; what needs more gives way to the next.
MOST_POSITIONS = 10_000_000


class SetWish(NamedTuple):
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


def dealt(seed: int, board: int) -> Iterator[Hands]:
    """Deals for a board of a set, without end; each of all possible ones as likely."""
    at = 0
    while True:
        yield _shuffled(f"{seed}/{board}/{at}")
        at += 1


def _shuffled(name: str) -> Hands:
    """A deal by the hashes of a name: each place takes one of the cards that are left."""
    cards, chance = list(PACK), _numbers(name)
    for last in range(len(cards) - 1, 0, -1):
        at = _below(last + 1, chance)
        cards[last], cards[at] = cards[at], cards[last]
    return whole_deal(
        {
            seat: hand_of(cards[at * HAND_OF_MAKING : (at + 1) * HAND_OF_MAKING], seat)
            for at, seat in enumerate(COMPASS)
        }
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


def make_boards(wanted: SetWish) -> list[JudgedBoard]:
    """The boards of a set, by number.

    RuleError at ``game`` for a game without a par, at ``boards`` where so many deals were flat.
    """
    check_has_par(wanted.valuation)
    found: list[JudgedBoard] = []
    for number in range(1, wanted.boards + 1):
        found.append(_board(wanted, number, found))
    return found


def _board(wanted: SetWish, number: int, before: Sequence[JudgedBoard]) -> JudgedBoard:
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


def _worth_playing(wanted: SetWish, board: Board, pool: Sequence[Hands]) -> Iterator[JudgedBoard]:
    """The deals of a pool that have something to decide, in the order in which they were dealt."""
    options = read_options({})
    for deal, tricks in _tables(wanted.valuation, pool):
        best = par_of_deal(wanted.valuation, options, board, deal, tricks)
        told = board._replace(deal=deal.pbn())
        found = judged(wanted.valuation, told, deal, tricks, best, wanted.least)
        if found is not None and wanted.only in ("", found.reason.kind):
            yield found


def _tables(valuation: Valuation, pool: Sequence[Hands]) -> Iterator[tuple[Hands, Tricks]]:
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


def _likeness(one: JudgedBoard, before: Iterable[JudgedBoard]) -> tuple[int, int]:
    """How much a board is like those that are in the set; of equal ones the rarer reason first."""
    counted: Counter[tuple[str, str]] = Counter()
    for each in before:
        counted.update(_features(each))
    like = sum(counted[feature] for feature in _features(one))
    return like, REASONS[::-1].index(one.reason.kind)


def _features(one: JudgedBoard) -> list[tuple[str, str]]:
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


# ---- The line of best play of a board.


class Solves(Protocol):
    """What answers positions."""

    def outcome(self, play: CardPlay) -> Outcome:
        """Declarer's tricks in the end by each card that may be played now."""


class DecidingCard(NamedTuple):
    """A card of the line that mattered: the first cards played before it, who played it, and how
    many tricks the worst other card of that hand gave away.
    """

    after: int
    seat: str
    card: str
    costs: int


class BestLine(NamedTuple):
    """The cards in order, declarer's tricks, and the turns at which a card decided."""

    cards: tuple[str, ...]
    tricks: int
    turns: tuple[DecidingCard, ...]


def best_line(solver: Solves, play: CardPlay) -> BestLine:
    """The play from here where everyone plays the best, lowest of alike cards first.

    It ends before its time where the solver does not know what a card comes to. RuleError where
    the solver is not there or stopped.
    """
    cards: list[str] = []
    turns: list[DecidingCard] = []
    while not play.is_over:
        outcome = solver.outcome(play)
        if not outcome:
            break
        card = best_card(play, outcome)
        mine = SIDE_OF[play.turn] == play.side
        worst = min(outcome.values()) if mine != play.loses else max(outcome.values())
        if worst != outcome[card]:
            turns.append(DecidingCard(len(cards), play.turn, card, abs(outcome[card] - worst)))
        cards.append(card)
        play = play.with_card(card)
    return BestLine(tuple(cards), play.taken[play.side], tuple(turns))


# ---- A set as an event file.

# Commentary is for those who have played a board. It is content, as the cards are, and stays in its
# language; a director may write it anew, which leaves the set its name.
SCORING = "par"
SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}
SIDES = {"NS": "North–South", "EW": "East–West"}
IN_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "NT": "no-trumps",
            "NU": "nullos"}  # fmt: skip
CARDS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten"}
# By what there is to decide, with what it costs to choose otherwise.
SAID: Mapping[str, str] = {
    "denomination": "{instead} brings {side} {points} points less.",
    "competition": "Both sides can make something: leaving {other} in {instead} costs {side}"
    " {points} points.",
    "sacrifice": "The contract goes down and pays all the same: leaving {other} in {instead}"
    " costs {side} {points} points.",
    "slam": "Twelve tricks or more are there, and {instead} brings {side} {points} points less.",
    "nullos": "The cards are best at losing tricks: without nullos par would be {instead} by"
    " {whose}, which brings {side} {points} points less.",
}
# The most positions that are looked at for a card at nullos; a set is made once.
MOST_POSITIONS_OF_SET_FILE = 200_000_000


def make_set(wanted: SetWish, name: str, points: int = 0) -> EventFile:
    """The set that a seed makes, ready to be written.

    With ``points`` each board has its par contract as a directed one: so many to the side that bids
    it, so many for playing it to par, and so many for holding it there. RuleError at ``game`` or
    ``seed`` where there is none, or where a solver is missing.
    """
    with _solvers() as solvers:
        boards = {one.board.number: _written(one, solvers, points) for one in make_boards(wanted)}
    return EventFile(wanted.valuation, SCORING, {}, boards, (), about={"name": name})


@contextmanager
def _solvers() -> Iterator[Mapping[bool, Solves]]:
    """What solves positions: by whether tricks are to be lost."""
    with solver() as taken, nullo_cards(MOST_POSITIONS_OF_SET_FILE) as ducked:
        yield {False: taken, True: ducked}


def _written(one: JudgedBoard, solvers: Mapping[bool, Solves], points: int) -> Board:
    """A board with its par, why it is there, its line, and a few words on all three."""
    contract, declarer = one.contract, one.contract.hands[0]
    deal = read_deal(one.board.deal or "")
    play = CardPlay(deal, contract.denomination, declarer)
    line = best_line(solvers[contract.denomination == NULLOS.key], play)
    bid = f"{contract.bid}{'X' if contract.doubled else ''}"
    par = Par(one.best.score, bid, declarer, reason=one.reason, play=line.cards)
    commentary = " ".join([_par_said(one), _reason_said(one), _line_said(line)]).strip()
    tasks = _tasks(contract, line.tricks, points) if points else ()
    return one.board._replace(par=par, commentary=commentary, tasks=tasks)


def _tasks(contract: ParContract, tricks: int, points: int) -> tuple[Task, ...]:
    """What the par contract is worth to bid, to play and to defend; at nullos to bid alone.

    A defence is held to par where declarer wins no more tricks than with best play.
    """
    bid = Task(contract.side, BIDDING, points, (contract.bid,))
    if contract.denomination == NULLOS.key:
        return (bid,)
    play = Task(contract.side, PLAY, points, least_tricks=tricks)
    return bid, play, Task(other(contract.side), DEFENCE, points, most_tricks=tricks)


def _par_said(one: JudgedBoard) -> str:
    contract = one.contract
    hands = " or ".join(SEATS[hand] for hand in contract.hands)
    said = f"Par is {_contract_said(contract.bid, contract.doubled)} by {hands}"
    points = SIGN[contract.side] * contract.points
    return f"{said}: {'+' if points >= 0 else '−'}{abs(points)} for {SIDES[contract.side]}."


def _contract_said(bid: str, doubled: bool = False) -> str:
    level, denomination = bid[0], bid[1:]
    words = IN_WORDS[denomination]
    word = words[:-1] if level == "1" and denomination != "NU" else words
    return f"{level} {word}{' doubled' if doubled else ''}"


def _reason_said(one: JudgedBoard) -> str:
    reason, contract = one.reason, one.contract
    bid, hands = reason.instead.split(" ")
    words = {
        "instead": _contract_said(bid.rstrip("X"), bid.endswith("X")),
        "side": SIDES[contract.side],
        "other": SIDES[other(contract.side)],
        "whose": next(said for side, said in SIDES.items() if hands[0] in side),
        "points": str(reason.points),
    }
    said = SAID[reason.kind].format(**words)
    return said[0].upper() + said[1:]


def _line_said(line: BestLine) -> str:
    """Where the play turns: on the card of the line that costs the most to miss."""
    if not line.turns:
        return "The play takes care of itself."
    turn = max(line.turns, key=lambda each: (each.costs, -each.after))
    given = "1 trick" if turn.costs == 1 else f"{turn.costs} tricks"
    return (
        f"The play turns on trick {turn.after // 4 + 1}: {SEATS[turn.seat]} plays the"
        f" {_card_said(turn)}; the wrong card gives away {given}."
    )


def _card_said(turn: DecidingCard) -> str:
    suit, rank = turn.card[0], turn.card[1]
    return f"{CARDS.get(rank, rank)} of {IN_WORDS[suit]}"
