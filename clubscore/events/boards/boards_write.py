"""The cards of an event's boards: typed, dealt by the program, imported from a file, removed."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.access import Actor
from clubscore.club.authorship import authored
from clubscore.club.refused import Refused
from clubscore.club.wording.names import listed
from clubscore.deals.dealt_board import HIGHEST_BOARD, DealtBoard, usual_board
from clubscore.deals.shuffling import made_boards
from clubscore.events.boards.who_may_see import played_anywhere
from clubscore.events.locks import must_not_be_final, note, taken_event
from clubscore.events.models import BoardRevision, Event, EventHappening
from clubscore.events.models.kept_facts import BoardsSet
from clubscore.events.state.boards import EventBoard, boards_of_event
from clubscore.events.state.event_now import room_of

Source = BoardRevision.Source
Kind = EventHappening.Kind
# More than anyone plays in a day.
MOST_BOARDS = 400


class Seen(NamedTuple):
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
    seen: Seen,
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
    *, event: Event, numbers: Sequence[int], is_sorted: bool, anew: bool, seen: Seen, actor: Actor
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


def take_cards_away(*, event: Event, board: int, seen: Seen, actor: Actor) -> None:
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


def _is_done(event: Event, seen: Seen) -> bool:
    """Whether this form was sent before."""
    return EventHappening.objects.filter(club_id=event.club_id, key=seen.key).exists()


def _note(
    event: Event, boards: Iterable[DealtBoard], source: str, seen: Seen, actor: Actor
) -> None:
    """Write into the event's history who deals and who is vulnerable, never the cards."""
    made = {str(board.number): (board.dealer, board.vulnerable) for board in boards}
    data = BoardsSet(boards=made, source=source)
    note(event, Kind.BOARDS, seen.key, actor, data, reason=seen.reason)


def _must_be_as_seen(event: Event, now: dict[int, EventBoard], seen: Seen) -> None:
    if last_seen(now.values()) != seen.last:
        raise Refused(
            _("The boards were changed by someone else. Check again; nothing was recorded."),
        )


def _must_have_reason(event: Event, numbers: Iterable[int], seen: Seen) -> None:
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
    seen: Seen,
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
