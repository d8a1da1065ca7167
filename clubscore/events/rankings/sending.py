"""An event as it is exported: in the form of its file, with full names."""

from dataclasses import replace

from clubscore.club.access import Actor
from clubscore.deals.dealt_board import DealtBoard
from clubscore.events.boards.who_may_see import deals_seen
from clubscore.events.imported.imported import told_of
from clubscore.events.models import Event
from clubscore.events.state.boards import EventBoard
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.scoring import Scorer
from clubscore.ranking import Board, Contestant, Par
from clubscore.ranking import Event as RankedEvent
from clubscore.ranking.event import TextKey


def event_to_send(event: Event, actor: Actor | None = None) -> RankedEvent:
    """Return an event as it is now. An imported event is exported as it came.

    If it was played here, results that are not agreed yet are included as reported. For
    an actor, cards they may not see yet are left out; the program itself sees all.
    """
    if event.told:
        return told_of(event)
    room = room_of(event)
    scorer = Scorer(room)
    told = scorer.event()
    cards = room.boards if actor is None else deals_seen(actor, room)
    boards = {number: _as_seen(board, cards.get(number)) for number, board in told.boards.items()}
    contestants = {
        key: each._replace(names=_full_names(room, scorer, each))
        for key, each in told.contestants.items()
    }
    about: dict[TextKey, str] = {
        "name": event.name,
        "date": event.evening.isoformat(),
        "club": event.club.name,
    }
    return replace(told, contestants=contestants, boards=boards, about={**told.about, **about})


def _as_seen(board: Board, cards: EventBoard | DealtBoard | None) -> Board:
    """A board with its cards where they may be seen; else of its par no more than its score."""
    if cards is not None or board.par is None:
        return board._replace(deal=_cards(cards))
    return board._replace(par=Par(board.par.score), commentary=None)


def _cards(board: EventBoard | DealtBoard | None) -> str | None:
    """The cards of a board as an event file writes them."""
    return None if board is None or board.deal is None else board.deal.pbn()


def _full_names(room: Room, scorer: Scorer, contestant: Contestant) -> tuple[str, ...]:
    """The names of people as the club knows them; of a pair only expected what was noted.

    One that is still to be named from its seats has none.
    """
    entry = room.by_number.get(scorer.pairs[contestant.number])
    if entry is None:
        return contestant.names
    if entry.by_seats:
        return tuple(person.name for person in entry.people)
    return tuple(person.name for person in entry.people) or (entry.note,)


def numbers_to_send(event: Event) -> dict[str, tuple[str, ...]]:
    """Return the members' numbers of each contestant, in the order of its names.

    An imported event knows names only.
    """
    if event.told:
        return {}
    room = room_of(event)
    scorer = Scorer(room)
    entries = {key: room.by_number.get(scorer.pairs[key]) for key in scorer.event().contestants}
    return {
        key: tuple(person.number for person in entry.people)
        for key, entry in entries.items()
        if entry is not None
    }
