"""An event as it is exported: in the form of its file, with full names."""

from dataclasses import replace

from django.db.models import prefetch_related_objects

from clubscore.club.access import Actor
from clubscore.deals.hands import DealtBoard
from clubscore.events.board_state import EventBoard, Spot
from clubscore.events.imported import told_of
from clubscore.events.models import Event, EventHappening
from clubscore.events.models.facts import AppealNoted, RulingGiven
from clubscore.events.scoring import Scorer
from clubscore.events.state import EventState, room_of
from clubscore.events.visibility import deals_seen
from clubscore.ranking import Board, Contestant
from clubscore.ranking import EventFile as RankedEvent
from clubscore.ranking.contestant import Numbers
from clubscore.ranking.event import TextKey
from clubscore.ranking.member_numbers import OWN, is_placeholder
from clubscore.ranking.result import RulingFacts, RulingTold


def event_to_send(event: Event, actor: Actor | None = None) -> RankedEvent:
    """Return an event as it is now. An imported event is exported as it came.

    If it was played here, results that are not agreed yet are included as reported. For
    an actor, cards they may not see yet are left out, and so are numbers with federations unless
    they are a director; the program itself sees all.
    """
    sees_numbers = actor is None or actor.is_director
    if event.told:
        told = told_of(event)
        return told if sees_numbers else own_numbers_only(told)
    room = room_of(event)
    scorer = Scorer(room, _rulings(room))
    everybody = [person for entry in room.by_number.values() for person in entry.people]
    prefetch_related_objects(everybody, "numbers")
    told = scorer.event()
    cards = room.boards if actor is None else deals_seen(actor, room)
    boards = {number: _as_seen(board, cards.get(number)) for number, board in told.boards.items()}
    contestants = {
        key: each._replace(
            names=_full_names(room, scorer, each),
            numbers=_numbers(room, scorer, each),
        )
        for key, each in told.contestants.items()
    }
    about: dict[TextKey, str] = {
        "name": event.name,
        "date": event.evening.isoformat(),
        "club": event.club.name,
    }
    sent = replace(told, contestants=contestants, boards=boards, about={**told.about, **about})
    return sent if sees_numbers else own_numbers_only(sent)


def own_numbers_only(told: RankedEvent) -> RankedEvent:
    """An event as those see it who see clubs' own numbers, and none with federations."""

    def own(numbers: Numbers) -> Numbers:
        return tuple(tuple(held for held in theirs if held[0] == OWN) for theirs in numbers)

    who = {key: each._replace(numbers=own(each.numbers)) for key, each in told.contestants.items()}
    return replace(told, contestants=who)


def _numbers(room: EventState, scorer: Scorer, contestant: Contestant) -> Numbers:
    """The numbers of a contestant's people, the club's own first; in the order of their names."""
    entry = room.by_number.get(scorer.pairs[contestant.number])
    found = []
    for person in entry.people if entry is not None else ():
        own = [] if is_placeholder(person.number) else [(OWN, person.number)]
        found.append((*own, *((row.scheme, row.number) for row in person.numbers.all())))
    return tuple(found) if any(found) else ()


def _rulings(room: EventState) -> dict[Spot, RulingFacts]:
    """What is told of each ruling whose result still stands. Two queries."""
    told = EventHappening.objects.filter(event=room.event)
    given = told.filter(kind=EventHappening.Kind.RULING).order_by("pk")
    appeals = {
        each.told_as(AppealNoted)["ruling"]: each
        for each in told.filter(kind=EventHappening.Kind.APPEAL).order_by("pk")
    }
    found: dict[Spot, RulingFacts] = {}
    for ruling in given:
        said = ruling.told_as(RulingGiven)
        spot = Spot(said["section"], said["round"], said["table"], said["board"])
        standing = room.standings.get(spot)
        result = standing.result if standing is not None else None
        # A report that came in since, and differs, changes nothing of it.
        if result is not None and result.number == said["revision"]:
            appeal = appeals.get(ruling.pk)
            found[spot] = RulingTold(
                said["law"] or None,
                str(ruling.reason) or None,
                said["by"] or None,
                _appeal(appeal) if appeal is not None else None,
            ).facts()
    return found


def _appeal(told: EventHappening) -> str:
    """What became of an appeal: the log's own word, and what was written of it."""
    what = told.told_as(AppealNoted)["what"]
    return f"{what}: {told.reason}" if told.reason else what


def _as_seen(board: Board, cards: EventBoard | DealtBoard | None) -> Board:
    """A board with its cards where they may be seen; else of its par no more than its score."""
    if cards is not None or board.par is None:
        return board._replace(deal=_cards(cards))
    return board._replace(par=board.par.without_answer(), commentary=None)


def _cards(board: EventBoard | DealtBoard | None) -> str | None:
    """The cards of a board as an event file writes them."""
    return None if board is None or board.deal is None else board.deal.pbn()


def _full_names(room: EventState, scorer: Scorer, contestant: Contestant) -> tuple[str, ...]:
    """The names of people as the club knows them; of a pair only expected what was noted.

    One that is still to be named from its seats has none.
    """
    entry = room.by_number.get(scorer.pairs[contestant.number])
    if entry is None:
        return contestant.names
    if entry.by_seats:
        return tuple(person.name for person in entry.people)
    return tuple(person.name for person in entry.people) or (entry.note,)
