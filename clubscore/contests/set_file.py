"""A set as an event file: what is played, its pars with their reasons, a line of best play a board.

Commentary is for those who have played a board; a director may write it anew, which changes
nothing of the set's name. It is content, as the cards are, and stays in the language in which it is
written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from clubscore.contests.best_play import BestLine, Solves, Turn, best_line
from clubscore.contests.deciding import Judged
from clubscore.contests.making import Wanted, make_boards
from clubscore.deals.card_play import CardPlay
from clubscore.deals.ducked_cards import nullo_cards
from clubscore.deals.hands import read_deal
from clubscore.deals.par import SIGN, Contract, other
from clubscore.deals.solved_cards import solver
from clubscore.laws.cards import NULLOS
from clubscore.ranking.board import Board, Par
from clubscore.ranking.event import Event
from clubscore.ranking.tasks import BIDDING, DEFENCE, PLAY, Task

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
MOST_POSITIONS = 200_000_000


def make_set(wanted: Wanted, name: str, points: int = 0) -> Event:
    """The set that a seed makes, ready to be written.

    With ``points`` each board has its par contract as a directed one: so many to the side that bids
    it, so many for playing it to par, and so many for holding it there. RuleError at ``game`` or
    ``seed`` where there is none, or where a solver is missing.
    """
    with _solvers() as solvers:
        boards = {one.board.number: _written(one, solvers, points) for one in make_boards(wanted)}
    return Event(wanted.valuation, SCORING, {}, boards, (), about={"name": name})


@contextmanager
def _solvers() -> Iterator[Mapping[bool, Solves]]:
    """What solves positions: by whether tricks are to be lost."""
    with solver() as taken, nullo_cards(MOST_POSITIONS) as ducked:
        yield {False: taken, True: ducked}


def _written(one: Judged, solvers: Mapping[bool, Solves], points: int) -> Board:
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


def _tasks(contract: Contract, tricks: int, points: int) -> tuple[Task, ...]:
    """What the par contract is worth to bid, to play and to defend; at nullos to bid alone.

    A defence is held to par where declarer wins no more tricks than with best play.
    """
    bid = Task(contract.side, BIDDING, points, (contract.bid,))
    if contract.denomination == NULLOS.key:
        return (bid,)
    play = Task(contract.side, PLAY, points, least_tricks=tricks)
    return bid, play, Task(other(contract.side), DEFENCE, points, most_tricks=tricks)


def _par_said(one: Judged) -> str:
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


def _reason_said(one: Judged) -> str:
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


def _card_said(turn: Turn) -> str:
    suit, rank = turn.card[0], turn.card[1]
    return f"{CARDS.get(rank, rank)} of {IN_WORDS[suit]}"
