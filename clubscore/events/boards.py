"""The cards of an event's boards: typed, dealt, brought from a file, removed and shown."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.access import Actor
from clubscore.club.entry import Given, Refused, authored
from clubscore.club.wording import listed
from clubscore.deals.hands import (
    HIGHEST_BOARD,
    SUIT_KEYS,
    DealtBoard,
    Hand,
    Hands,
    TypedDeal,
    TypedHand,
    made_boards,
    spaced,
    usual_board,
)
from clubscore.events.board_state import EventBoard, boards_of_event
from clubscore.events.locks import must_not_be_final, note, taken_event
from clubscore.events.models import BoardRevision, Event, EventHappening
from clubscore.events.models.facts import BoardsSet
from clubscore.events.scoring import counts_vulnerability, vulnerability
from clubscore.events.state import EventState, room_of
from clubscore.events.visibility import all_boards, in_play, played_anywhere
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import SEATS
from clubscore.ranking import Board
from clubscore.web.forms import LineField, PageForm, TextField, WholeField

Source = BoardRevision.Source
Kind = EventHappening.Kind
# More than anyone plays in a day.
MOST_BOARDS = 400


class SeenBoards(NamedTuple):
    """What the author of a change had seen (the newest revision of all), and the reason."""

    last: int
    key: str
    reason: str = ""


def last_seen(boards: Iterable[EventBoard]) -> int:
    """Return the newest revision of an event's boards, 0 where nothing was written."""
    return max((board.last.pk for board in boards if board.last), default=0)


def set_boards(
    *,
    event: Event,
    boards: Sequence[DealtBoard],
    source: str,
    file: str = "",
    seen: SeenBoards,
    actor: Actor,
) -> int:
    """Set the cards of boards, all or none; return how many changed.

    Refuses if a board has changed since, after the correction period, and without a
    reason if the cards of a board that was played would change.
    """
    with taken_event(event) as found:
        if _is_done(found, seen):
            return 0
        now = boards_of_event(found)
        must_not_be_final(found)
        _must_be_as_seen(found, now, seen)
        if len(boards) > MOST_BOARDS or any(b.number > HIGHEST_BOARD for b in boards):
            text = _("Too many boards: an event takes at most %(most)s.")
            raise Refused(text % {"most": MOST_BOARDS})
        changed = [each for each in boards if _differs(now.get(each.number), each)]
        had = [each.number for each in changed if each.number in now and now[each.number].has_cards]
        _must_have_reason(found, had, seen)
        if changed:
            _note(found, changed, source, seen, actor)
        for each in changed:
            _write(found, now.get(each.number), each, source, file, seen, actor)
        return len(changed)


def make_boards(
    *,
    event: Event,
    numbers: Sequence[int],
    is_sorted: bool,
    anew: bool,
    seen: SeenBoards,
    actor: Actor,
) -> int:
    """Deal cards into boards by chance; return how many were dealt.

    Boards that have cards keep them unless they are to be dealt `anew`; boards that were played
    keep theirs always.
    """
    with taken_event(event) as found:
        now, played = boards_of_event(found), played_anywhere(room_of(found))
        wanted = [
            number
            for number in numbers
            if number not in played and (anew or number not in now or not now[number].has_cards)
        ]
        return set_boards(
            event=found,
            boards=made_boards(wanted, is_sorted=is_sorted),
            source=Source.SORTED if is_sorted else Source.MADE,
            seen=seen,
            actor=actor,
        )


def take_cards_away(*, event: Event, board: int, seen: SeenBoards, actor: Actor) -> None:
    """Remove a board's cards; its history keeps them."""
    with taken_event(event) as found:
        if _is_done(found, seen):
            return
        must_not_be_final(found)
        now = boards_of_event(found)
        _must_be_as_seen(found, now, seen)
        old = now.get(board)
        if old is None or old.deal is None:
            raise Refused(_("Board %(n)s has no cards.") % {"n": board})
        _must_have_reason(found, [board], seen)
        without = usual_board(board, old.deal)
        _note(found, [without], Source.TAKEN_AWAY, seen, actor)
        BoardRevision.objects.create(
            event=found,
            board=board,
            number=old.revision + 1,
            dealer=without.dealer,
            vulnerable=without.vulnerable,
            source=Source.TAKEN_AWAY,
            **authored(actor, found.club_id, f"{seen.key}:{board}", seen.reason),
        )


def _is_done(event: Event, seen: SeenBoards) -> bool:
    """Whether this form was sent before."""
    return EventHappening.objects.filter(club_id=event.club_id, key=seen.key).exists()


def _note(
    event: Event, boards: Iterable[DealtBoard], source: str, seen: SeenBoards, actor: Actor
) -> None:
    """Write into the event's history who deals and who is vulnerable, never the cards."""
    made = {str(board.number): (board.dealer, board.vulnerable) for board in boards}
    data = BoardsSet(boards=made, source=source)
    note(event, Kind.BOARDS, seen.key, actor, data, reason=seen.reason)


def _must_be_as_seen(event: Event, now: dict[int, EventBoard], seen: SeenBoards) -> None:
    if last_seen(now.values()) != seen.last:
        raise Refused(
            _("The boards were changed by someone else. Check again; nothing was recorded."),
        )


def _must_have_reason(event: Event, numbers: Iterable[int], seen: SeenBoards) -> None:
    """New cards for a board that was played are a correction, and a correction needs a reason."""
    if seen.reason:
        return
    played = sorted(played_anywhere(room_of(event)) & {*numbers})
    if played:
        text = ngettext(
            "Board %(boards)s has already been played. Give a reason for changing its cards.",
            "Boards %(boards)s have already been played. Give a reason for changing their cards.",
            len(played),
        )
        raise Refused(text % {"boards": listed(played)})


def _differs(old: EventBoard | None, new: DealtBoard) -> bool:
    return old is None or old.dealt is None or old.dealt[:4] != new[:4]


def _write(
    event: Event,
    old: EventBoard | None,
    new: DealtBoard,
    source: str,
    file: str,
    seen: SeenBoards,
    actor: Actor,
) -> None:
    BoardRevision.objects.create(
        event=event,
        board=new.number,
        number=(old.revision if old else 0) + 1,
        dealer=new.dealer,
        vulnerable=new.vulnerable,
        deal=new.deal.pbn(),
        source=source,
        file=file[:80],
        **authored(actor, event.club_id, f"{seen.key}:{new.number}", seen.reason),
    )


# ---- Boards as pages show them.

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


@dataclass(frozen=True)
class BoardCompass:
    """The board between the four hands: its number, who deals, who is vulnerable, that in words.

    `vulnerable` is empty where the game does not count it.
    """

    number: int
    dealer: str
    vulnerable: str
    words: str

    @property
    def ns(self) -> str:
        """How North's and South's sides of it look."""
        return self._side("NS")

    @property
    def ew(self) -> str:
        """How East's and West's sides of it look."""
        return self._side("EW")

    @property
    def turned(self) -> int:
        """By how many degrees what points at the dealer is turned from North."""
        return 90 * COMPASS.index(self.dealer)

    def _side(self, side: str) -> str:
        if not self.vulnerable:
            return "uncounted"
        return "vulnerable" if self.vulnerable in (side, "both") else "not-vulnerable"


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


def diagram(deal: Hands) -> list[ShownHand]:
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


def compass_of(board: EventBoard | DealtBoard, event: Event | None = None) -> BoardCompass:
    """Return a board as it lies between its hands."""
    counts = event is None or counts_vulnerability(event)
    words = _("Board %(number)s: %(line)s") % {
        "number": board.number,
        "line": line_of(board, event),
    }
    return BoardCompass(board.number, board.dealer, board.vulnerable if counts else "", words)


def line_of(board: EventBoard | DealtBoard, event: Event | None = None) -> str:
    """Return who deals and who is vulnerable, that only where the event's game counts it."""
    words = {
        "dealer": seat_words(board.dealer),
        "who": vulnerability(Board(board.number, board.dealer, board.vulnerable)),
    }
    if event is not None and not counts_vulnerability(event):
        return _("%(dealer)s deals") % words
    return _("%(dealer)s deals, %(who)s") % words


def board_keys(room: EventState) -> list[BoardRow]:
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
    compass: BoardCompass


class FilePlan(NamedTuple):
    """What a file would do to the event's boards."""

    boards: tuple[DealtBoard, ...]
    rows: list[FileBoard]
    left_out: list[int]
    needs_reason: bool


NEW, OTHER, SAME = "new", "other", "same"


def file_plan(room: EventState, boards: Iterable[DealtBoard]) -> FilePlan:
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
        line, compass = line_of(board, room.event), compass_of(board, room.event)
        rows.append(FileBoard(board.number, line, does, diagram(board.deal), compass))
        taken.append(board)
    return FilePlan(tuple(taken), rows, left_out, needs_reason)


class SeenBoardsForm(PageForm):
    """Which state of the boards the page showed, and why it is changed."""

    seen = WholeField()
    reason = LineField(most=200)

    @property
    def as_seen(self) -> SeenBoards:
        """What the page showed, with the key of the page."""
        return SeenBoards(self.number_of("seen") or 0, self.key, self.words_of("reason"))


class FileForm(SeenBoardsForm):
    """The boards of a file, as its preview carried them, and the name of the file."""

    source = TextField(most=80)
    boards = TextField()


class DealingForm(SeenBoardsForm):
    """How cards are dealt: into how many boards, where the movement does not say, and how."""

    count = WholeField()
    pack = TextField()

    def __init__(self, given: Given, *, asks_count: bool) -> None:
        super().__init__(given)
        self.asks_count = asks_count

    def clean_count(self) -> int:
        """Return the number of boards, 0 where it is not asked for."""
        count = self.number_of("count") or 0
        if self.asks_count and not 0 < count <= MOST_BOARDS:
            text = _("Number of boards: choose 1 to %(most)s.")
            raise ValidationError(text % {"most": MOST_BOARDS})
        return count
