"""What a box of prepared boards holds: its boards, the dealing list and strips, each answer.

It is made from a set alone, so the command needs no database. The list says nothing of seats, a
strip nothing of cards.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from hashlib import sha256
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording import either, listed, signed
from clubscore.deals.hands import PACK, DealtBoard, read_deal
from clubscore.laws.cards import CLUBS, COMPASS, DIAMONDS, HEARTS, NO_TRUMPS, NULLOS, SPADES
from clubscore.laws.errors import RuleError
from clubscore.laws.words import SEATS, gettext_noop
from clubscore.papers.flow import HEAD, Leaf, head_of_leaf
from clubscore.papers.hands import denomination_sign
from clubscore.papers.ledger import Identity
from clubscore.papers.pen import HAIR, LINE, Pen
from clubscore.papers.pieces import cut_lines
from clubscore.papers.sizes import MARGIN, PADDING, Slots
from clubscore.papers.typeface import BOLD, TEXT, fit, width, wrapped
from clubscore.ranking.board import Board, Par
from clubscore.ranking.event import EventFile, fingerprint
from clubscore.ranking.par import right_contracts, task_line

NAMES = {each.key: each.name for each in (CLUBS, DIAMONDS, HEARTS, SPADES, NO_TRUMPS, NULLOS)}
CONTRACT = re.compile(r"([1-7])(C|D|H|S|NT|NU)(X{0,2})")


class Edition(Enum):
    """What of a box is printed.

    Whole for a host who does not play; sealed for one who does: nothing that is read at a glance;
    the answers by themselves, for whoever folds them.
    """

    WHOLE = "whole"
    SEALED = "sealed"
    ANSWERS = "answers"

    @property
    def has_hands(self) -> bool:
        """Whether a leaf of each seat's hands is in it."""
        return self is Edition.WHOLE

    @property
    def has_answers(self) -> bool:
        """Whether each board's answer is in it."""
        return self is not Edition.SEALED

    @property
    def has_table(self) -> bool:
        """Whether rules, score card and what boards are dealt from are in it."""
        return self is not Edition.ANSWERS


class BoxBoard(NamedTuple):
    """A board: its cards, who deals in words and in a narrow column, par, what is said of it.

    `par` is as it is printed, `par_words` as it is said. `directed` is what is opened after the
    auction, and in words; empty where a board has no directed contract.
    """

    dealt: DealtBoard
    line: str
    short: str
    par: str
    par_words: str
    commentary: str
    directed: str = ""
    directed_words: str = ""

    @property
    def number(self) -> int:
        return self.dealt.number


class Box(NamedTuple):
    """A set as it is printed."""

    name: str
    fingerprint: str
    game: str
    boards: tuple[BoxBoard, ...]
    counts_honours: bool
    counts_vulnerability: bool
    order: tuple[str, ...]
    has_tasks: bool = False

    @property
    def title(self) -> str:
        """The set's name and fingerprint, as they stand on each leaf."""
        return f"{self.name} · {self.fingerprint}"

    def whose(self, place: str) -> Identity:
        """Whose a piece of it is."""
        return Identity("", self.name, self.fingerprint, place)

    @property
    def has_directed(self) -> bool:
        """Whether any board has a directed contract."""
        return any(each.directed for each in self.boards)

    @property
    def dealt(self) -> list[DealtBoard]:
        return [each.dealt for each in self.boards]

    def letters(self, board: BoxBoard) -> list[str]:
        """Who gets each card of a pack that lies in the order of the dealing list: N, E, S, W."""
        return [board.dealt.deal.owner(card) for card in self.order]


def box_of(event: EventFile) -> Box:
    """Return the box of a set.

    RuleError at ``boards`` where it has none, or where one has no cards or no par.
    """
    if not event.boards:
        raise RuleError("no-boards", gettext_noop("The set has no board."), "boards")
    name = fingerprint(event)
    counts = event.valuation.counts_vulnerability
    return Box(
        " ".join(event.about.get("name", "").split()) or _("A set of boards"),
        name,
        _(event.valuation.game.name),
        tuple(_board(board, counts=counts) for _number, board in sorted(event.boards.items())),
        "honours" in event.valuation.more_fields,
        counts,
        dealing_order(name),
        any(board.tasks for board in event.boards.values()),
    )


def dealing_order(name: str) -> tuple[str, ...]:
    """Return the pack in the order of a set's dealing list: another for each set, always the same.

    So no one who deals by letters knows a card by its place in a suit.
    """
    return tuple(sorted(PACK, key=lambda card: sha256(f"{name} {card}".encode()).digest()))


def _board(board: Board, *, counts: bool) -> BoxBoard:
    if board.deal is None or board.par is None:
        raise RuleError(
            "board-of-a-box",
            gettext_noop("Board %(board)s of the set needs its cards and its par."),
            "boards",
            board=board.number,
        )
    dealt = DealtBoard(board.number, read_deal(board.deal), board.dealer, board.vulnerable)
    return BoxBoard(
        dealt,
        _line(board, counts=counts),
        _short(board, counts=counts),
        _par(board.par),
        _par(board.par, in_words=True),
        _said(board),
        _directed(board, board.par),
        _directed(board, board.par, in_words=True),
    )


def _said(board: Board) -> str:
    """What is said of a board once it is closed: its commentary, then its tasks."""
    if not board.tasks:
        return board.commentary or ""
    tasks = listed(task_line(task) for task in board.tasks)
    told = _("Points for tasks: %(tasks)s.") % {"tasks": tasks}
    return f"{board.commentary} {told}" if board.commentary else told


def _directed(board: Board, par: Par, *, in_words: bool = False) -> str:
    """Return what a table does once its auction is over; "" where no contract is directed."""
    right = right_contracts(board)
    if not right or par.declarer is None:
        return ""
    leader = COMPASS[(COMPASS.index(par.declarer) + 1) % len(COMPASS)]
    values = {
        "right": either(_contract(each, in_words=in_words) for each in sorted(right)),
        "contract": _contract(par.contract or "", in_words=in_words),
        "who": _(SEATS[par.declarer]),
        "leader": _(SEATS[leader]),
    }
    return (
        _(
            "If the auction reached %(right)s, play what it reached. If it reached anything else,"
            " or all passed, %(contract)s by %(who)s is played: %(leader)s leads."
        )
        % values
    )


def _line(board: Board, *, counts: bool) -> str:
    dealer = _(SEATS[board.dealer])
    if not counts:
        return _("%(dealer)s deals") % {"dealer": dealer}
    who = {
        "none": _("none vulnerable"),
        "NS": _("North–South vulnerable"),
        "EW": _("East–West vulnerable"),
        "both": _("both vulnerable"),
    }
    return _("%(dealer)s deals, %(who)s") % {"dealer": dealer, "who": who[board.vulnerable]}


def seat_sign(seat: str) -> str:
    """Return a seat as one letter."""
    letters = {
        "N": pgettext("seat", "N"),
        "E": pgettext("seat", "E"),
        "S": pgettext("seat", "S"),
        "W": pgettext("seat", "W"),
    }
    return letters[seat]


def _short(board: Board, *, counts: bool) -> str:
    dealer = seat_sign(board.dealer)
    if not counts:
        return dealer
    who = {
        "none": "–",
        "NS": _("NS"),
        "EW": _("EW"),
        "both": pgettext("vulnerable", "all"),
    }
    values = {"dealer": dealer, "who": who[board.vulnerable]}
    return pgettext("dealer and vulnerable", "%(dealer)s · %(who)s") % values


def _par(par: Par, *, in_words: bool = False) -> str:
    """Return par as it is printed, "4♠ doubled by West, +300 to North–South", or as it is said."""
    values = {"points": signed(par.score), "contract": "", "who": ""}
    found = CONTRACT.fullmatch(par.contract or "")
    if found is None or par.declarer is None:
        return _("Par: %(points)s to North–South") % values
    level, denomination, doubled = found.groups()
    values["contract"] = _bid(level, denomination, in_words=in_words)
    values["who"] = _(SEATS[par.declarer])
    if doubled:
        return _("Par: %(contract)s doubled by %(who)s, %(points)s to North–South") % values
    return _("Par: %(contract)s by %(who)s, %(points)s to North–South") % values


def _bid(level: str, denomination: str, *, in_words: bool) -> str:
    """Return a bid as it is printed, 4♠, or as it is said; nullos have no sign."""
    if denomination == NULLOS.key or in_words:
        return f"{level} {_(NAMES[denomination])}"
    return f"{level}{denomination_sign(denomination)}"


def _contract(contract: str, *, in_words: bool) -> str:
    """Return a contract with its doubling; what is none as it was written."""
    found = CONTRACT.fullmatch(contract)
    if found is None:
        return contract
    level, denomination, doubled = found.groups()
    bid = _bid(level, denomination, in_words=in_words)
    return _("%(bid)s doubled") % {"bid": bid} if doubled else bid


def pages_of(boards: Sequence[BoxBoard], held: int) -> list[Sequence[BoxBoard]]:
    """Return the boards of each sheet that holds so many."""
    return [boards[at : at + held] for at in range(0, len(boards), held)]


# One player lays the pack in the order of the list; another deals it face down by the letters of
# the strip.
STRIPS, HAND = 12, 13
HEAD_SIZE, NOTE, LETTER = 12.0, 8.0, 11.0
TOLD, ROW, FIGURE = 11.0, 40.0, 16.0
# Between hands of letters, as much as a letter takes.
GAP = 1.0


def draw_list(pen: Pen, box: Box) -> None:
    """Draw the leaf with the order of the pack."""
    head_of_leaf(Leaf("", _("Dealing list"), box.title, ""), pen, True)
    y, wide = MARGIN + HEAD + 4, pen.paper.room
    text = _(
        "Lay the cards face up on one pile in this order, row by row, and turn the pile over: the"
        " first card is on top. The order is the same for every board of this set. Keep it from the"
        " player who deals by the strips."
    )
    for line in wrapped(text, TEXT, TOLD, wide):
        pen.text(MARGIN, y + TOLD, line, TEXT, TOLD)
        y += TOLD * 1.3
    y += 10
    across = wide / HAND
    pen.rule(MARGIN, y, wide, LINE)
    for at, card in enumerate(box.order):
        x, top = MARGIN + (at % HAND + 0.5) * across, y + at // HAND * ROW
        rank = "10" if card[1] == "T" else card[1]
        pen.text(x, top + 11, str(at + 1), TEXT, NOTE, "middle")
        pen.text(x, top + 31, f"{denomination_sign(card[0])}{rank}", BOLD, FIGURE, "middle")
        if at % HAND == HAND - 1:
            pen.rule(MARGIN, top + ROW, wide, HAIR)
    pen.new_page()


def draw_strips(pen: Pen, box: Box) -> None:
    """Draw a strip for each board, to be cut apart."""
    slots = Slots(STRIPS, pen.paper.width, pen.paper.height / STRIPS, 0, 1)
    for sheet in pages_of(box.boards, STRIPS):
        cut_lines(pen, slots)
        for at, board in enumerate(sheet):
            x, y = slots.corner(at)
            whose = box.whose(_("Board %(n)s") % {"n": board.number})
            with pen.piece(whose, x, y, slots.wide, slots.high, PADDING):
                _strip(pen, box, board, (x + PADDING, y + PADDING))
        pen.new_page()


def _strip(pen: Pen, box: Box, board: BoxBoard, at: tuple[float, float]) -> None:
    (x, y), wide = at, pen.paper.width - 2 * PADDING
    title = fit(_("Board %(n)s") % {"n": board.number}, BOLD, HEAD_SIZE, wide / 3)
    pen.fitted(x, y + 9, title)
    room = wide - title.width - 12
    pen.fitted(x + wide, y + 9, fit(f"{board.line} · {box.title}", TEXT, NOTE, room), "right")
    signs = {seat: seat_sign(seat) for seat in COMPASS}
    step = wide / (len(box.order) + GAP * 3)
    size = min(LETTER, LETTER * step / max(width(each, BOLD, LETTER) for each in signs.values()))
    for number, seat in enumerate(box.letters(board)):
        middle = x + (number + number // HAND * GAP + 0.5) * step
        pen.text(middle, y + 27, signs[seat], BOLD, size, "middle")
