"""Par: what best play brings on a deal by its game's own tariff, and points for par tasks.

Both sides must have equal chances (Auction Bridge Variations 1923, ch. XI). A task is typed as a
line: `NS bidding 4: 4S 5S`, `EW lead 3: DK DQ`, `NS play 6: 10` (tricks at least), `EW defence 5:
9` (declarer's tricks at most); anything else after the colon is what the director looks for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cmp_to_key
from typing import NamedTuple

from clubscore.deals.double_dummy import Tricks
from clubscore.deals.hands import SUIT_KEYS, Hands
from clubscore.deals.par import SIDES, BestPlay, contract_for, par_of_auction, par_of_choice
from clubscore.laws.auction import judge
from clubscore.laws.cards import COMPASS, NULLOS, PARTNERSHIPS, Bid
from clubscore.laws.deal import DealFacts
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.house_rules import Rules, resolve_rules
from clubscore.laws.words import Listing, Phrase, gettext_noop, ngettext_lazy, seat_name
from clubscore.ranking.board import Board
from clubscore.ranking.options import BIDDING, Options
from clubscore.ranking.result import EW, NS, Adjusted, Result, ResultFacts, Side
from clubscore.ranking.tasks import BIDDING as BIDDING_TASK
from clubscore.ranking.tasks import (
    CARD,
    DEFENCE,
    LEAD,
    PLAY,
    CriterionFacts,
    Task,
    TaskFacts,
    read_tasks,
)
from clubscore.ranking.unit import Artificial, Credit, Unit
from clubscore.ranking.valuation import Valuation

HONOUR_CARDS = {"suit": "AKQJT", "aces": "A", "deuces": "2"}
SIDE_OF = {seat: column.key for column in PARTNERSHIPS for seat in column.seats}
# What a deal tells that need not be asked for: its cards and its board say it.
TOLD_BY_CARDS = frozenset(("honours", "chicane", "revokes", "dealer"))


def check_has_par(valuation: Valuation) -> None:
    """RuleError at ``game`` where double dummy cannot say what a deal of this game comes to."""
    game = valuation.game
    if any(bid.denomination.alone for bid in game.bidding.bids.values()):
        raise RuleError(
            "no-par",
            gettext_noop(
                "There is no double-dummy par for %(game)s: double dummy does not know a declarer"
                " who plays alone."
            ),
            "game",
            game=game.key,
        )
    if valuation.more_fields - TOLD_BY_CARDS:
        raise RuleError(
            "no-par",
            gettext_noop(
                "There is no double-dummy par for %(game)s: double dummy needs the usual 52 cards."
            ),
            "game",
            game=game.key,
        )


def has_nullos(valuation: Valuation) -> bool:
    """Whether a side may declare at this game that it will lose tricks."""
    return NULLOS in valuation.game.bidding.denominations


def par_of_deal(
    valuation: Valuation, options: Options, board: Board, deal: Hands, tricks: Tricks
) -> BestPlay:
    """The par of a board in points of N-S, at the event's tariff and order of bids.

    Honours are scored as the cards lie. RuleError at ``game`` where the game has no par, or where
    the deal cannot be one of this game; ``no-nullos-yet`` where the table lacks the game's nullos.
    """
    check_has_par(valuation)
    game = valuation.game
    if has_nullos(valuation) and NULLOS.key not in tricks:
        raise RuleError(
            "no-nullos-yet",
            gettext_noop("Nullos of this deal are not worked out, so it has no par at %(game)s."),
            "game",
            game=game.key,
        )
    if not game.bidding.levels:
        # Straight bridge: the dealer's side names the trump and the dealer plays it.
        side, dealer = SIDE_OF[board.dealer], (board.dealer,)
        return par_of_choice(
            [
                contract_for(bid.text, side, worth_of(valuation, board, deal, bid, tricks), dealer)
                for bid in game.bidding.bids.values()
            ]
        )
    return par_of_auction(
        [
            {
                side: contract_for(bid.text, side, worth_of(valuation, board, deal, bid, tricks))
                for side in SIDES
            }
            for bid in _in_order(valuation, options)
        ],
        SIDE_OF[board.dealer],
    )


def _in_order(valuation: Valuation, options: Options) -> list[Bid]:
    """Every bid with a number, the lowest first."""
    game, rules = valuation.game, _bidding_rules(valuation, options)
    bids = [bid for bid in game.bidding.bids.values() if bid.level]

    def compare(one: Bid, another: Bid) -> int:
        if one is another:
            return 0
        return 1 if judge(game, rules, one, another).enough else -1

    return sorted(bids, key=cmp_to_key(compare))


def _bidding_rules(valuation: Valuation, options: Options) -> Rules:
    """The rules with the order of bids that the event names, where the game leaves a choice."""
    if BIDDING.key not in options.told or BIDDING.key not in valuation.rules:
        return valuation.rules
    chosen = {**dict(valuation.rules), BIDDING.key: options.of(BIDDING)}
    return resolve_rules(valuation.game, chosen)


def worth_of(
    valuation: Valuation, board: Board, deal: Hands, bid: Bid, tricks: Tricks
) -> Callable[[str, int], int]:
    """What a bid brings N-S, by the hand that plays it and the doubling, at best play."""
    by_cards = _told_by_cards(valuation, deal, bid)

    def points(declarer: str, doubling: int) -> int:
        facts: ResultFacts = {
            "contract": bid.text + "X" * doubling,
            "declarer": declarer,
            "tricks": tricks[bid.denomination.key][declarer],
        }
        return valuation.points(valuation.read_deal({**facts, **by_cards}), board.vulnerable)

    return points


def _told_by_cards(valuation: Valuation, deal: Hands, bid: Bid) -> DealFacts:
    """Honours and chicane as the cards lie, where the game counts them."""
    told: DealFacts = {}
    denomination = bid.denomination
    held = honours_by_cards(valuation, deal, bid)
    if held is not None:
        told["honours"] = {**held}
    if "chicane" in valuation.more_fields and denomination.is_suit:
        suit = SUIT_KEYS.index(denomination.key)
        told["chicane"] = [hand for hand in COMPASS if not deal.hand(hand)[suit]]
    return told


def honours_by_cards(valuation: Valuation, deal: Hands, bid: Bid) -> dict[str, int] | None:
    """How many honours each hand holds at this bid; None where the game counts none there."""
    if "honours" not in valuation.more_fields or _kind(valuation, bid) is None:
        return None
    return {
        hand: sum(map(len, honour_cards(valuation, deal, bid, hand).values())) for hand in COMPASS
    }


def honour_cards(valuation: Valuation, deal: Hands, bid: Bid, hand: str) -> dict[str, str]:
    """The honours that a hand holds at this bid, by suit: {"S": "AKJ"}."""
    kind = _kind(valuation, bid)
    suits = (bid.denomination.key,) if kind == "suit" else SUIT_KEYS
    wanted = HONOUR_CARDS.get(kind or "", "")
    held = dict(zip(SUIT_KEYS, deal.hand(hand), strict=True))
    return {suit: "".join(card for card in held[suit] if card in wanted) for suit in suits}


def _kind(valuation: Valuation, bid: Bid) -> str | None:
    """Which cards are honours at this bid: of the suit, aces, deuces; None for none."""
    return valuation.game.honours_for(bid.denomination.key, valuation.rules)


# Who won the points of tasks: each result by itself, each side out of its own.
SIDE_OF_TASK = {seat: column.key for column in PARTNERSHIPS for seat in column.seats}
PASSED = "passed"


def right_contracts(board: Board) -> frozenset[str]:
    """What the side of the par contract is to reach in the auction; nothing where no task says so.

    Where there is any the auction is told first, and the par contract is played if it missed them.
    """
    par = board.par
    if par is None or not par.contract or not par.declarer:
        return frozenset()
    return frozenset(
        contract.rstrip("X")
        for task in board.tasks
        if task.kind == BIDDING_TASK and task.side == SIDE_OF_TASK[par.declarer]
        for contract in task.contracts
    )


def judges_lead(board: Board) -> bool:
    """Whether a task of a board is judged by the card led."""
    return any(task.kind == LEAD and task.leads for task in board.tasks)


def line_key(result: Result) -> Hashable:
    """Every result stands alone."""
    return result.board, result.section, result.round, result.table, result.ns, result.ew


def score_tasks(boards: Mapping[int, Board]) -> Callable[[Sequence[Result], int], Unit]:
    """Points of the tasks done, out of those that the side could win on the board."""

    def score(results: Sequence[Result], _expected: int) -> Unit:
        nothing: list[int | None] = [None] * len(results)
        credits: dict[Side, Credit] = {}
        awards: list[Artificial] = []
        for result in results:
            tasks = boards[result.board].tasks
            for key, side in ((NS, result.ns), (EW, result.ew)):
                possible = sum(task.points for task in tasks if task.side == key)
                if isinstance(result.ruling, Adjusted):
                    award = result.ruling.ns if key == NS else result.ruling.ew
                    awards.append(Artificial(side, (award,), possible))
                elif result.played:
                    won = sum(
                        task.points
                        for number, task in enumerate(tasks, 1)
                        if task.side == key and is_done(task, number, result)
                    )
                    credits[side] = Credit(Fraction(won), possible, 1)
        return Unit(results, 1, nothing, nothing, 0, None, tuple(awards), credits)

    return score


class Won(NamedTuple):
    """Points for tasks: those that a side won, and those that it could."""

    points: int = 0
    possible: int = 0


def won_without_director(board: Board, result: Result, side: str) -> Won:
    """What a side, "NS" or "EW", won of a board's tasks at a table without a director.

    Tasks that a director judges are left out there.
    """
    own = [
        (is_done(task, number, result), task.points)
        for number, task in enumerate(board.tasks, 1)
        if task.side == side and not task.is_ticked
    ]
    return Won(sum(points for done, points in own if done), sum(points for _done, points in own))


def is_done(task: Task, number: int, result: Result) -> bool:
    """Whether a side has won a task of the board, its ``number`` counted from 1.

    Where the auction did not reach the par contract the directed one is played: then the bidding
    is judged by what was reached, lead and play by what was played.
    """
    if task.is_ticked:
        return number in result.ticked
    deal = result.deal
    if deal is None:
        return False
    if task.contracts:
        played = PASSED if deal.bid is None else deal.bid.text
        bid = (result.reached or played) if task.kind == BIDDING_TASK else played
        return bid.rstrip("X") in {each.rstrip("X") for each in task.contracts}
    if task.leads:
        return result.lead in task.leads
    return deal.declarer is not None and _has_tricks(task, deal.declarer, deal.tricks)


def _has_tricks(task: Task, declarer: str, tricks: int) -> bool:
    """Whether the side won enough as declarer, or let declarer win few enough."""
    declares = SIDE_OF_TASK[declarer] == task.side
    if task.least_tricks is not None:
        return declares and tricks >= task.least_tricks
    return not declares and tricks <= (task.most_tricks or 0)


NO_PAR = ngettext_lazy(
    "Board without a par: %(boards)s.", "Boards without a par: %(boards)s.", "count"
)
OTHER_PAR = gettext_noop(
    "Board %(board)s: the par given is %(given)s, but double dummy it is %(best)s. Correct"
    " it, or add a note that gives the reason."
)
NO_DECLARER = gettext_noop("Board %(board)s: enter who declares at par.")
DECLARERS = gettext_noop("Declarers at par: %(seats)s. Equal numbers are fair to every seat.")
EACH_DECLARES = gettext_noop("%(seat)s %(count)s")
UNEQUAL_TASKS = gettext_noop(
    "Points for tasks: North–South can win %(ns)s, East–West %(ew)s. Equal points are fair."
)


class CheckedParSet(NamedTuple):
    """A set of boards looked over: what is odd, and its sums.

    ``declarers`` is how often each seat declares at par, ``pars`` the points that best play brings
    each side over all boards, ``tasks`` what each side can win for tasks.
    """

    boards: int
    findings: tuple[Phrase, ...]
    declarers: Mapping[str, int]
    pars: Mapping[str, int]
    tasks: Mapping[str, int]

    @property
    def sum_of_pars(self) -> int:
        """What perfect play of the whole set scores, whichever side."""
        return sum(self.pars.values())


def look_over(boards: Iterable[Board], best: Mapping[int, BestPlay]) -> CheckedParSet:
    """Look over a par set; ``best`` is the double-dummy par of the boards of which it is known.

    Each seat should declare as often as any other, both sides be able to win as many points for
    tasks, and the stored par be what best play brings, or say why not.
    """
    boards = tuple(boards)
    findings = [finding for board in boards for finding in _of_board(board, best)]
    without = [board.number for board in boards if board.par is None]
    if without:
        findings.append(Phrase(NO_PAR, {"boards": Listing(without), "count": len(without)}))
    declarers = Counter(board.par.declarer for board in boards if board.par and board.par.declarer)
    counts = {seat: declarers[seat] for seat in COMPASS}
    if len(set(counts.values())) > 1:
        seats = Listing(
            Phrase(EACH_DECLARES, {"seat": seat_name(seat), "count": count})
            for seat, count in counts.items()
        )
        findings.append(Phrase(DECLARERS, {"seats": seats}))
    tasks = {
        side: sum(task.points for board in boards for task in board.tasks if task.side == side)
        for side in SIDES
    }
    if len(set(tasks.values())) > 1:
        findings.append(Phrase(UNEQUAL_TASKS, {"ns": tasks["NS"], "ew": tasks["EW"]}))
    scores = [board.par.score for board in boards if board.par]
    pars = {
        "NS": sum(score for score in scores if score > 0),
        "EW": -sum(score for score in scores if score < 0),
    }
    return CheckedParSet(len(boards), tuple(findings), counts, pars, tasks)


def _of_board(board: Board, best: Mapping[int, BestPlay]) -> list[Phrase]:
    if board.par is None:
        return []
    found = []
    if board.par.declarer is None and board.par.score:
        found.append(Phrase(NO_DECLARER, {"board": board.number}))
    known = best.get(board.number)
    if known is not None and known.score != board.par.score and not board.par.note:
        params = {"board": board.number, "given": board.par.score, "best": known.score}
        found.append(Phrase(OTHER_PAR, params))
    return found


LINE = re.compile(r"(NS|EW)\s+([a-z]+)\s+([0-9]{1,3})\s*:\s*(\S.*)", re.IGNORECASE)
CONTRACT = re.compile(r"[1-7](?:C|D|H|S|NT|NU)|[1-7]N|PASSED", re.IGNORECASE)


def read_task_lines(text: str) -> list[TaskFacts]:
    """The tasks of a text as an event file writes them. RuleError at ``line n``."""
    found = []
    for at, line in enumerate(text.splitlines(), 1):
        if line.strip():
            facts = _read_line(line.strip(), at)
            try:
                read_tasks([facts])
            except RuleError as error:
                where = f"line {at}"
                raise RuleError(error.code, error.phrase, where, **error.params) from None
            found.append(facts)
    return found


def _read_line(line: str, at: int) -> TaskFacts:
    match = LINE.fullmatch(line)
    if match is None:
        raise RuleError(
            "task-line",
            gettext_noop(
                "A task is a line like %(example)s: the side, the kind, the points, then what"
                " to do. Check this one: %(given)s."
            ),
            f"line {at}",
            example="NS bidding 4: 4S",
            given=shown(line),
        )
    side, kind, points, rest = match.groups()
    return {
        "side": side.upper(),
        "kind": kind.lower(),
        "points": int(points),
        **_criterion(kind.lower(), rest.strip()),
    }


def _criterion(kind: str, rest: str) -> CriterionFacts:
    words = rest.replace(",", " ").upper().split()
    if kind == BIDDING_TASK and all(CONTRACT.fullmatch(word) for word in words):
        return {"contracts": [_contract(word) for word in words]}
    cards = [word.replace("10", "T") for word in words]
    if kind == LEAD and all(CARD.fullmatch(card) for card in cards):
        return {"leads": cards}
    if kind == PLAY and rest.isdecimal():
        return {"least_tricks": int(rest)}
    if kind == DEFENCE and rest.isdecimal():
        return {"most_tricks": int(rest)}
    return {"what": rest}


def _contract(word: str) -> str:
    if word == "PASSED":
        return word.lower()
    return word + "T" if word.endswith("N") else word


def task_line(task: Task) -> str:
    """A task as the line that says it."""
    limits = [each for each in (task.least_tricks, task.most_tricks) if each is not None]
    said = [*task.contracts, *task.leads, *map(str, limits)]
    return f"{task.side} {task.kind} {task.points}: {' '.join(said) or task.what or '?'}"
