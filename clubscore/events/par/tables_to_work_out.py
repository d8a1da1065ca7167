"""Double dummy of an event's boards as a job: tables, then what the opening leads come to.

A director asks for it on the page of pars; what is due by itself, `due_boards` finds.
"""

from collections.abc import Iterator, Mapping

from clubscore.deals.hands import Deal, read_deal
from clubscore.deals.solved_leads import Declared
from clubscore.events.imported.imported import told_of
from clubscore.events.models import BoardsWorkedOut, Event
from clubscore.events.par.par_page import par_boards
from clubscore.events.state.double_dummy_tables import Progress, progress_of, want, work_off
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.opening_leads import declared_in, work_off_leads
from clubscore.jobs import asking
from clubscore.jobs.models import Job
from clubscore.jobs.working import Work
from clubscore.laws.errors import RuleError
from clubscore.ranking.result import ResultFacts

KIND = "double-dummy"


def dealt(room: Room) -> Mapping[int, Deal]:
    """Return the cards of an event's boards by their numbers, as far as they are known."""
    boards = told_of(room.event).boards.values() if room.event.told else par_boards(room)
    return {board.number: read_deal(board.deal) for board in boards if board.deal}


def deals_of(room: Room) -> list[Deal]:
    """Return the cards of an event's boards, as far as they are known."""
    return list(dealt(room).values())


def declared_at(room: Room, deals: Mapping[int, Deal]) -> list[Declared]:
    """Return everything that was declared on these boards, each once, boards in order."""
    found = {
        declared: None
        for board, facts in sorted(_results(room), key=lambda each: each[0])
        if board in deals and (declared := declared_in(facts, deals[board])) is not None
    }
    return list(found)


def _results(room: Room) -> Iterator[tuple[int, ResultFacts]]:
    if room.event.told:
        told = told_of(room.event)
        yield from ((each.board, each.facts(told.contract(each))) for each in told.results)
        return
    for spot, standing in room.standings.items():
        yield spot.board, standing.facts


def ask_for(room: Room) -> Job:
    """Ask for the tables of all boards that have cards."""
    want(deals_of(room))
    return asking.ask(kind=KIND, key=str(room.event.pk), club=room.event.club)


def how_far(room: Room) -> tuple[Progress | None, Job | None]:
    """Return how far an event's tables are, None where not all were asked for; and their job.

    What was asked for by a program that knew no jobs, or whose job is long over, gets one.
    """
    deals = deals_of(room)
    far = progress_of(deals) if deals else None
    if far is None or not far.waits:
        return far, None
    last = asking.last_of(KIND, str(room.event.pk))
    if last is None or last.state == Job.State.DONE:
        last = ask_for(room)
    return far, last


def work_out(work: Work) -> None:
    """Work out what an event's boards still lack; what is worked out already stays.

    RuleError where double dummy broke off at the leads. What cannot be worked out is not due again
    until the event is another.
    """
    event = Event.objects.filter(pk=int(work.key)).first()
    if event is None:
        return
    room = room_of(event)
    deals = dealt(room)
    want(deals.values(), again=False)
    declared = declared_at(room, deals)
    tables = len({deal.pbn() for deal in deals.values()})
    everything = tables + len(declared)
    try:
        work_off(deals.values(), lambda done, _total: work.say(done, everything))
        if _are_there(deals):
            work_off_leads(declared, lambda done, _total: work.say(tables + done, everything))
    except RuleError:
        _note(event)
        raise
    _note(event)


def _are_there(deals: Mapping[int, Deal]) -> bool:
    """Whether all tables could be worked out: without them no lead can."""
    far = progress_of(deals.values()) if deals else None
    return far is not None and far.done == far.all


def _note(event: Event) -> None:
    BoardsWorkedOut.objects.update_or_create(
        club_id=event.club_id, event=event, defaults={"revision": event.revision}
    )
