"""Nullos of an event's boards: the job that gives way, what is due, table and par on the pages."""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import MappingProxyType

import pytest

from clubscore.club import clock
from clubscore.club.models import zone_of
from clubscore.deals.hands import Hands, read_deal, usual_board
from clubscore.deals.nullos import NULLO_NO_PROGRAM, Ducked, ducked_read, ducked_written
from clubscore.events import par_tables as nullo_tables
from clubscore.events import pars as due_boards
from clubscore.events import pars as nullos_to_work_out
from clubscore.events.models import BoardsWorkedOut, DoubleDummy, Event, NulloTable
from clubscore.events.pages import pars
from clubscore.events.par_tables import nullos_known, nullos_missing
from clubscore.events.pars import (
    NULLO_KIND,
    are_due,
    ask_for_due_nullos,
    ask_for_nullos,
    nullos_in_words,
    work_out_nullos,
)
from clubscore.events.state import room_of
from clubscore.jobs import queue as asking
from clubscore.jobs.models import Job
from clubscore.jobs.worker import do, take
from clubscore.laws.errors import RuleError
from tests.events.evenings import Evening
from tests.events.test_board_play import DEAL
from tests.events.test_boards import lay
from tests.events.test_pages import director_of, path

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
BOOK = read_deal("N:AJ974.743.J9.K96 KQ2.JT.T8.QJ8432 T65.AK86.AKQ653. 83.Q952.742.AT75")
TABLE = "b2b29494b2b26767a3a3"
LOST: Ducked = MappingProxyType({"N": 10, "E": 3, "S": 10, "W": 3})


@pytest.fixture
def evening() -> Evening:
    """Two boards with cards, at the game nullos."""
    evening = Evening(6)
    Event.objects.filter(pk=evening.event.pk).update(game="nullos", rules={})
    lay(evening, usual_board(1, BOOK), usual_board(2, DEAL))
    DoubleDummy.objects.create(deal=BOOK.pbn(), tricks=TABLE)
    return evening


Answer = Callable[[Hands, Callable[[], None]], Ducked | None]


def answering(monkeypatch: pytest.MonkeyPatch, answer: Answer) -> list[Hands]:
    """Answer in the solver's place; returns the deals that were asked, as they come."""
    asked: list[Hands] = []

    class Solver:
        def ducked(self, deal: Hands, *, look: Callable[[], None]) -> Ducked | None:
            asked.append(deal)
            return answer(deal, look)

    @contextmanager
    def solver() -> Iterator[Solver]:
        yield Solver()

    monkeypatch.setattr(nullo_tables, "nullo_solver", solver)
    return asked


def done(event: Event) -> Job:
    """The event's job, done as far as it goes."""
    job = asking.ask(kind=NULLO_KIND, key=str(event.pk), club=event.club)
    assert take("a worker") == job
    job.refresh_from_db()
    do(job, {NULLO_KIND: work_out_nullos})
    job.refresh_from_db()
    return job


def test_the_job_works_out_what_is_missing_and_a_deal_too_hard_is_not_tried_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answering(monkeypatch, lambda deal, _look: LOST if deal == BOOK else None)
    job = done(evening.event)
    assert (job.state, job.done, job.total) == (Job.State.DONE, 2, 2)
    assert asked == [BOOK, DEAL] and nullos_known([BOOK, DEAL]) == {BOOK.pbn(): LOST}
    assert {*NulloTable.objects.values_list("deal", "partner", "tricks")} == {
        (BOOK.pbn(), 2, "a3a3"),
        (DEAL.pbn(), 2, ""),
    }
    assert nullos_missing([BOOK, DEAL]) == [] and not are_due(room_of(evening.event))
    assert done(evening.event).state == Job.State.DONE and len(asked) == 2


def test_it_gives_way_to_another_job_and_goes_on_after_it(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table of double dummy never waits: not for the event's nullos, not for one hard deal."""

    def answer(deal: Hands, look: Callable[[], None]) -> Ducked:
        if deal == DEAL:
            asking.ask(kind="double-dummy", key="other")
            look()
        return LOST

    answering(monkeypatch, answer)
    job = done(evening.event)
    assert job.state == Job.State.WAITING and job.tries == 0
    assert nullos_missing([BOOK, DEAL]) == [DEAL]
    other = take("a worker")
    assert other is not None and other.kind == "double-dummy"
    other.refresh_from_db()
    do(other, {"double-dummy": lambda work: None})
    answering(monkeypatch, lambda _deal, _look: LOST)
    job = done(evening.event)
    assert (job.state, job.done) == (Job.State.DONE, 2)
    assert nullos_missing([BOOK, DEAL]) == []


def test_it_is_stopped_while_a_deal_is_worked_out_and_taken_up_again(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(_deal: Hands, look: Callable[[], None]) -> Ducked:
        (job,) = Job.objects.filter(state=Job.State.RUNNING)
        asking.stop(job=job)
        clock_now = clock.now()
        monkeypatch.setattr(clock, "now", lambda: clock_now + dt.timedelta(seconds=5))
        look()
        raise AssertionError("it went on")

    answering(monkeypatch, answer)
    assert done(evening.event).state == Job.State.STOPPED
    assert len(nullos_missing([BOOK, DEAL])) == 2
    answering(monkeypatch, lambda _deal, _look: LOST)
    assert done(evening.event).state == Job.State.DONE
    assert nullos_missing([BOOK, DEAL]) == []


def test_without_wasmtime_the_job_says_what_is_missing(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(_deal: Hands, _look: Callable[[], None]) -> Ducked:
        raise RuleError("no-nullos", NULLO_NO_PROGRAM)

    answering(monkeypatch, answer)
    job = done(evening.event)
    assert job.state == Job.State.FAILED and "wasmtime" in str(job.trouble)


def test_a_game_without_nullos_asks_for_none(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    Event.objects.filter(pk=evening.event.pk).update(game="duplicate", rules={})
    asked = answering(monkeypatch, lambda _deal, _look: LOST)
    assert ask_for_nullos(room_of(evening.event)) is None
    assert done(evening.event).state == Job.State.DONE and asked == []


def test_nullos_are_due_after_the_tables_at_night(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = evening.event
    monkeypatch.setattr(due_boards, "_is_played", lambda _now: True)
    day = clock.now().astimezone(zone_of(event.club)).date() + dt.timedelta(1)

    def at(hour: int) -> None:
        moment = dt.datetime.combine(day, dt.time(hour), zone_of(event.club))
        monkeypatch.setattr(clock, "now", lambda: moment)

    at(3)
    assert ask_for_due_nullos() == 0  # no table yet
    BoardsWorkedOut.objects.create(club=event.club, event=event, revision=event.revision)
    at(12)
    assert ask_for_due_nullos() == 0
    at(4)
    assert ask_for_due_nullos() == 1
    (job,) = Job.objects.filter(kind=NULLO_KIND)
    asking.stop(job=job)
    assert ask_for_due_nullos() == 0  # whoever stopped it meant it
    monkeypatch.setattr(nullos_to_work_out.asking, "last_of", lambda *_of: None)
    assert ask_for_due_nullos() == 1


def test_table_and_par_of_the_board_have_nullos(evening: Evening) -> None:
    director, address = director_of(evening), path(evening, "par/1/")
    before = director.get(address).content.decode()
    assert "nullo" not in before and "188" not in before
    NulloTable.objects.create(deal=BOOK.pbn(), tricks="a3a3")
    after = director.get(address).content.decode()
    assert "EW could have made 4 nullos" in after
    assert "+188" in after
    evening.play({"contract": "4NU", "declarer": "E", "tricks": 3})
    seen = director.get(path(evening, "board/1/")).content.decode()
    assert "EW could have made 4 nullos" in seen and "+188" in seen


def test_the_page_of_pars_says_what_nullos_wait_for(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    director, address = director_of(evening), path(evening, "par/")
    monkeypatch.setattr(pars, "is_here", lambda: True)
    page = director.get(address).content.decode()
    assert "nullos are not worked out" in page and "wasmtime" not in page
    monkeypatch.setattr(pars, "is_here", lambda: False)
    assert "needs the package wasmtime" in director.get(address).content.decode()
    NulloTable.objects.create(deal=BOOK.pbn(), tricks="a3a3")
    assert "nullos are not worked out" not in director.get(address).content.decode()


def test_nullos_are_said_in_words() -> None:
    assert nullos_in_words({}) == ""
    even = dict.fromkeys("NESW", 7)
    assert nullos_in_words({"NU": even}) == "No nullo could have been made."
    assert nullos_in_words({"NU": {**even, "N": 6}}) == "NS could have made 1 nullo."
    both = {"N": 6, "E": 5, "S": 7, "W": 5}
    assert nullos_in_words({"NU": both}) == ("NS could have made 1 nullo, EW 2 nullos.")


def test_tricks_are_written_in_four_letters_and_read_again() -> None:
    assert ducked_written(LOST) == "a3a3" and ducked_read("a3a3") == LOST
    assert ducked_read("") is None and ducked_read("a3ae") is None


def test_all_events_have_their_turn_however_many_there_are(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nullos_to_work_out, "LOOKED_AT", 1)
    monkeypatch.setattr(nullos_to_work_out, "_older", {"looked_at": 0})
    events = [evening.event]
    for _event in range(4):
        other = Evening(6, club=evening.club)
        Event.objects.filter(pk=other.event.pk).update(game="nullos", rules={})
        lay(other, usual_board(1, DEAL))
        events.append(other.event)
    for event in events:
        event.refresh_from_db()
        BoardsWorkedOut.objects.create(club=event.club, event=event, revision=event.revision)
    looked_at = [{event.pk for event in nullos_to_work_out.events_due()} for _turn in range(5)]
    assert all(1 <= len(each) <= 2 for each in looked_at)
    assert set.union(*looked_at) == {event.pk for event in events}
    # Whose boards were all tried take nobody's turn; a board that has other cards now is no reason.
    NulloTable.objects.create(deal=DEAL.pbn(), tricks="7676")
    assert [event.pk for event in nullos_to_work_out.events_due()] == [events[0].pk]
    lay(evening, usual_board(1, DEAL))
    event = evening.event
    BoardsWorkedOut.objects.filter(event=event).update(revision=event.revision)
    assert list(nullos_to_work_out.events_due()) == []
