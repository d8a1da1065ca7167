"""Boards and their cards as pages show them."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from clubscore.deals.dealt_board import DealtBoard
from clubscore.deals.hands import SUIT_KEYS, Deal, Hand
from clubscore.deals.typed_hands import TypedDeal, TypedHand
from clubscore.events.boards.who_may_see import all_boards, in_play, played_anywhere
from clubscore.events.models import Event
from clubscore.events.state.board_words import counts_vulnerability, vulnerability
from clubscore.events.state.boards import EventBoard
from clubscore.events.state.event_now import Room
from clubscore.laws.cards import COMPASS
from clubscore.laws.words import SEATS
from clubscore.ranking import Board

HONOUR_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}


def seat_words(seat: str) -> str:
    """Return a seat's name."""
    return _(SEATS[seat])


def spaced(ranks: str) -> str:
    """Return cards of a suit with a space between: A K 10 4."""
    return " ".join("10" if rank == "T" else rank for rank in ranks)


def suits_of(hand: Hand) -> list[dict[str, str]]:
    """Return a hand as a page shows it: a suit's sign, its cards with a space between."""
    return [
        {"suit": suit.lower(), "cards": spaced(held)}
        for suit, held in zip(SUIT_KEYS, hand, strict=True)
    ]


def honour_points(hand: Hand) -> int:
    """Return what a hand counts at 4 for an ace, 3, 2 and 1 for king, queen and knave."""
    return sum(HONOUR_POINTS.get(rank, 0) for held in hand for rank in held)


def diagram(deal: Deal) -> list[dict[str, Any]]:
    """Return the four hands as a page shows them, North first."""
    return [
        {
            "seat": seat.lower(),
            "name": seat_words(seat),
            "suits": suits_of(deal.hand(seat)),
            "points": honour_points(deal.hand(seat)),
        }
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


def board_keys(room: Room) -> list[dict[str, Any]]:
    """Return every board as the list shows it."""
    played = played_anywhere(room)
    return [
        {"number": each.number, "has_cards": each.has_cards, "is_played": each.number in played}
        for each in all_boards(room)
    ]


def history(board: EventBoard) -> list[dict[str, Any]]:
    """Return a board's revisions, the newest first."""
    return [
        {
            "source": each.get_source_display(),
            "file": each.file,
            "author": each.author,
            "at": each.at,
            "reason": each.reason,
            "deal": each.deal,
        }
        for each in reversed(board.revisions)
    ]


def typed_hand(hand: TypedHand) -> dict[str, Any]:
    """Return a hand as the running check shows it."""
    return {
        "name": seat_words(hand.seat),
        "size": hand.size,
        "is_whole": hand.is_whole,
        "is_filled": hand.is_filled,
        "suits": suits_of(hand.hand) if hand.hand else [],
        "problem": hand.problem,
    }


def check_of(typed: TypedDeal) -> dict[str, Any]:
    """Return the running check of a deal that is being typed."""
    started = any(each.text for each in typed.hands)
    return {
        "hands": [typed_hand(each) for each in typed.hands],
        "left": [{"suit": suit.key.lower(), "cards": spaced(ranks)} for suit, ranks in typed.left]
        if typed.deal is None
        else [],
        "twice": typed.twice,
        "is_whole": typed.deal is not None,
        "problem": typed.problem if started else None,
    }


class FileBoard(NamedTuple):
    """The effect of a board from a file: fills an empty board, replaces other cards, or nothing."""

    number: int
    line: str
    does: str
    hands: list[dict[str, Any]]


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
