"""What is kept of people's boards: believed by its mark alone, and only what a reader may see."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubscore.club.access import Actor, Level
from clubscore.club.entry import new_key
from clubscore.club.federation_numbers import merge_people
from clubscore.club.models import Person
from clubscore.club.privacy import forget_name
from clubscore.events.finishing import call_off, open_again
from clubscore.events.models import Event, PersonBoards
from clubscore.events.state import room_of
from clubscore.extras.years import boards as keeping
from clubscore.extras.years import boards as played_events
from clubscore.extras.years.boards import (
    EventOverYears,
    PlayedYears,
    clubs_behind,
    events_seen,
    keep,
    kept,
    played_years,
    read,
    stale_events,
)
from clubscore.home.jobs import works
from clubscore.jobs import queue as asking
from clubscore.jobs.worker import do, take
from tests.events.evenings import Evening
from tests.over_years.played_here import end, play_whole

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def evening() -> Evening:
    return play_whole(Evening(4, boards=1), 5)


def years_for(evening: Evening, person: Person, level: Level = Level.PLAYER) -> PlayedYears:
    """What a person sees of their own years."""
    actor = Actor(level=level, club=evening.club, person=person)
    return played_years(person, events_seen(person, actor))


def boards_of(evening: Evening, person: Person) -> int:
    return len(years_for(evening, person).all_boards)


def test_what_is_kept_is_what_would_be_worked_out(evening: Evening) -> None:
    person = evening.people[0]
    before = years_for(evening, person)
    assert before.behind and before.waiting == 0 and not PersonBoards.objects.exists()
    keep(evening.event)
    after = years_for(evening, person)
    assert not after.behind
    told = [list(map(tuple_of, each.boards)) for each in (before.events[0], after.events[0])]
    assert told[0] == told[1] and len(told[0]) == 2
    assert before.events[0].percent == after.events[0].percent
    assert PersonBoards.objects.count() == 8


def tuple_of(board: object) -> object:
    """A board without the difference between lists and tuples, which JSON does not know."""
    return tuple(tuple(each) if isinstance(each, list) else each for each in board)  # type: ignore[attr-defined]


def test_kept_boards_of_another_revision_or_other_laws_are_not_believed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = evening.people[0]
    keep(evening.event)
    PersonBoards.objects.update(boards=kept([]))
    assert boards_of(evening, person) == 0, "the mark is right, so it is believed"
    spot = next(iter(evening.room.standings))
    Event.objects.filter(pk=evening.event.pk).update(revision=evening.event.revision + 1)
    assert boards_of(evening, person) == 2 and spot
    keep(evening.event)
    assert stale_events(evening.club) == []
    monkeypatch.setattr(keeping, "LAW_VERSION", "later")
    assert stale_events(evening.club) == [evening.event]
    assert years_for(evening, person).behind


def test_a_page_works_out_few_events_and_says_how_many_wait(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = evening.people[0]
    monkeypatch.setattr(played_events, "AT_ONCE", 0)
    found = years_for(evening, person)
    assert (found.waiting, len(found.events), found.behind) == (1, 0, True)


def test_the_worker_keeps_what_is_not_kept(evening: Evening) -> None:
    assert clubs_behind() == [evening.club]
    job = keeping.ask_for(evening.club)
    taken = take("a test")
    assert taken == job
    do(taken, works())
    last = asking.last_of(keeping.KIND, str(evening.club.pk))
    assert last is not None and (last.state, last.done, last.total) == ("done", 1, 1)
    assert clubs_behind() == [] and PersonBoards.objects.count() == 8


def test_only_events_that_are_over_and_count_are_among_them(evening: Evening) -> None:
    person = evening.people[0]
    assert boards_of(evening, person) == 2
    open_again(event=evening.event, reason="a slip was found", key=new_key(), actor=evening.actor)
    assert boards_of(evening, person) == 0
    end(evening)
    assert boards_of(evening, person) == 2
    call_off(event=evening.event, reason="the wrong cards", key=new_key(), actor=evening.actor)
    assert boards_of(evening, person) == 0
    assert boards_of_director(evening, person) == 0


def boards_of_director(evening: Evening, person: Person) -> int:
    return len(years_for(evening, person, Level.DIRECTOR).all_boards)


def test_a_ranking_that_is_closed_is_for_whoever_runs_the_room(evening: Evening) -> None:
    person = evening.people[0]
    Event.objects.update(ranking_open=False)
    assert boards_of(evening, person) == 0
    assert boards_of_director(evening, person) == 2


def test_an_entry_that_turned_out_to_be_somebody_else_counts_for_them(evening: Evening) -> None:
    left, partner, other = evening.people[0], evening.people[1], evening.people[4]
    new = Person.objects.create(club=evening.club, name="New", short_name="New")
    keep(evening.event)
    merge_people(other=left, into=new, author="a test")
    found = years_for(evening, new)
    assert len(found.all_boards) == 2 and not found.behind
    boards = years_for(evening, partner).all_boards
    assert {each.board.partner for each in boards} == {new.pk}
    met = [each.board for each in years_for(evening, other).all_boards]
    assert left.pk not in {who for each in met for who in each.opponents}


def test_what_is_kept_of_an_evening_takes_little_room() -> None:
    """Ten years of a club of 300 had 198 MB of them, of 314, in each of its backups."""
    evening = play_whole(Evening(8, kind="howell", winners=1, boards=4), 7)
    keep(evening.event)
    sizes = [(len(read(row.boards)), len(row.boards)) for row in PersonBoards.objects.all()]
    boards, letters = map(sum, zip(*sizes, strict=True))
    # As they were, a list in a list, they took 120 letters and more.
    assert boards == 16 * 28 and letters / boards < 40


def test_nothing_that_is_kept_has_a_name(evening: Evening) -> None:
    keep(evening.event)
    names = {person.name for person in evening.people}
    for row in PersonBoards.objects.all():
        words = {str(getattr(row, field.attname)) for field in row._meta.concrete_fields}
        words.add(str(read(row.boards)))
        assert not [name for name in names for word in words if name in word]
    new = forget_name(person=evening.people[0], author="a test")
    evening.people[0].refresh_from_db()
    assert evening.people[0].name == new
    assert boards_of(evening, evening.people[0]) == 2


def test_as_many_queries_for_ten_events_as_for_one(evening: Evening) -> None:
    person = evening.people[0]
    keep(evening.event)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            years_for(evening, person)
        return len(asked)

    for_one = queries()
    for seed in range(3):
        more = Evening(4, boards=1, club=evening.club, people=tuple(evening.people))
        keep(play_whole(more, seed).event)
    assert boards_of(evening, person) == 8
    assert queries() == for_one == 5


def test_facts_of_an_event_take_no_query_for_each_result(evening: Evening) -> None:
    room = room_of(evening.event)
    with CaptureQueriesContext(connection) as asked:
        EventOverYears(room).of_people()
    assert len(asked) == 0
