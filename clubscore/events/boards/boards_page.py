"""Boards and their cards as pages show them."""

import datetime as dt
from collections.abc import Iterable
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.deals.dealt_board import DealtBoard
from clubscore.deals.hands import SUIT_KEYS, Deal, Hand, spaced
from clubscore.deals.typed_hands import TypedDeal, TypedHand
from clubscore.events.boards.who_may_see import all_boards, in_play, played_anywhere
from clubscore.events.models import Event
from clubscore.events.state.board_words import counts_vulnerability, vulnerability
from clubscore.events.state.boards import EventBoard
from clubscore.events.state.event_now import Room
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import SEATS
from clubscore.ranking import Board

HONOUR_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


def seat_words(seat: str) -> str:
    """Return a seat's name."""
    return _(SEATS[seat])


class ShownSuit(NamedTuple):
    """Cards of a suit: its sign, the cards with a space between."""

    suit: str
    cards: str


class ShownHand(NamedTuple):
    """A hand of a diagram: its seat by sign and name, its suits, its honour points."""

    seat: str
    name: str
    suits: list[ShownSuit]
    points: int


class BoardRow(NamedTuple):
    """A board as the list shows it."""

    number: int
    has_cards: bool
    is_played: bool


class BoardLine(NamedTuple):
    """A revision of a board: where its cards came from, who set them when and why."""

    source: str
    file: str
    author: str
    at: dt.datetime
    reason: str
    deal: str


class CheckedHand(NamedTuple):
    """A hand as the running check shows it."""

    name: str
    size: int
    is_whole: bool
    is_filled: bool
    suits: list[ShownSuit]
    problem: RuleError | None


class DealCheck(NamedTuple):
    """The running check of a deal: its hands, the cards that are left, or typed twice."""

    hands: list[CheckedHand]
    left: list[ShownSuit]
    twice: str
    is_whole: bool
    problem: RuleError | None


def suits_of(hand: Hand) -> list[ShownSuit]:
    """Return a hand as a page shows it."""
    return [
        ShownSuit(suit.lower(), spaced(held)) for suit, held in zip(SUIT_KEYS, hand, strict=True)
    ]


def honour_points(hand: Hand) -> int:
    """Return what a hand counts at 4 for an ace, 3, 2 and 1 for king, queen and knave."""
    return sum(HONOUR_POINTS.get(rank, 0) for held in hand for rank in held)


def diagram(deal: Deal) -> list[ShownHand]:
    """Return the four hands as a page shows them, North first."""
    return [
        ShownHand(
            seat.lower(),
            seat_words(seat),
            suits_of(deal.hand(seat)),
            honour_points(deal.hand(seat)),
        )
        for seat in COMPASS
    ]


def line_of(board: EventBoard | DealtBoard, event: Event | None = None) -> str:
    """Return who deals and who is vulnerable, that only where the event's game counts it."""
    words = {
        "dealer": seat_words(board.dealer),
        "who": vulnerability(Board(board.number, board.dealer, board.vulnerable)),
    }
    if event is not None and not counts_vulnerability(event):
        return _("%(dealer)s deals") % words
    return _("%(dealer)s deals, %(who)s") % words


def board_keys(room: Room) -> list[BoardRow]:
    """Return every board as the list shows it."""
    played = played_anywhere(room)
    return [
        BoardRow(each.number, each.has_cards, each.number in played) for each in all_boards(room)
    ]


def history(board: EventBoard) -> list[BoardLine]:
    """Return a board's revisions, the newest first."""
    return [
        BoardLine(
            each.get_source_display(), each.file, each.author, each.at, each.reason, each.deal
        )
        for each in reversed(board.revisions)
    ]


def typed_hand(hand: TypedHand) -> CheckedHand:
    """Return a hand as the running check shows it."""
    return CheckedHand(
        name=seat_words(hand.seat),
        size=hand.size,
        is_whole=hand.is_whole,
        is_filled=hand.is_filled,
        suits=suits_of(hand.hand) if hand.hand else [],
        problem=hand.problem,
    )


def check_of(typed: TypedDeal) -> DealCheck:
    """Return the running check of a deal that is being typed."""
    started = any(each.text for each in typed.hands)
    left = typed.left if typed.deal is None else ()
    return DealCheck(
        hands=[typed_hand(each) for each in typed.hands],
        left=[ShownSuit(suit.key.lower(), spaced(ranks)) for suit, ranks in left],
        twice=typed.twice,
        is_whole=typed.deal is not None,
        problem=typed.problem if started else None,
    )


class FileBoard(NamedTuple):
    """The effect of a board from a file: fills an empty board, replaces other cards, or nothing."""

    number: int
    line: str
    does: str
    hands: list[ShownHand]


class FilePlan(NamedTuple):
    """What a file would do to the event's boards."""

    boards: tuple[DealtBoard, ...]
    rows: list[FileBoard]
    left_out: list[int]
    needs_reason: bool


NEW, OTHER, SAME = "new", "other", "same"


def file_plan(room: Room, boards: Iterable[DealtBoard]) -> FilePlan:
    """Return the effect of each board of a file; boards that are not in play are left out."""
    playing, played = in_play(room), played_anywhere(room)
    taken, rows, left_out, needs_reason = [], [], [], False
    for board in boards:
        if playing and board.number not in playing:
            left_out.append(board.number)
            continue
        now = room.boards.get(board.number) or EventBoard(board.number)
        old = now.dealt
        does = NEW if old is None else SAME if old[:4] == board[:4] else OTHER
        needs_reason |= does == OTHER and board.number in played
        rows.append(FileBoard(board.number, line_of(board, room.event), does, diagram(board.deal)))
        taken.append(board)
    return FilePlan(tuple(taken), rows, left_out, needs_reason)
