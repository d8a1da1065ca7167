"""Double dummy of an event's boards as a job: asked for on its page of pars, done by the worker."""

from clubscore.deals.hands import Deal, read_deal
from clubscore.events.models import Event
from clubscore.events.par.par_page import par_boards
from clubscore.events.state.double_dummy_tables import Progress, progress_of, want, work_off
from clubscore.events.state.event_now import Room, room_of
from clubscore.jobs import asking
from clubscore.jobs.models import Job
from clubscore.jobs.working import Work

KIND = "double-dummy"


def deals_of(room: Room) -> list[Deal]:
    """Return the cards of an event's boards, as far as they are known."""
    return [read_deal(board.deal) for board in par_boards(room) if board.deal]


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
    """Work out the tables that an event still waits for; what is worked out already stays."""
    event = Event.objects.filter(pk=int(work.key)).first()
    if event is not None:
        work_off(deals_of(room_of(event)), work.say)
