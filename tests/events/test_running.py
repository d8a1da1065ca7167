"""An event from sign-up to its end: entries, movement, rounds, clock, calls, the ranking."""

import datetime as dt

import pytest
from django.db import IntegrityError, transaction

from clubscore.club import clock
from clubscore.club.entry import ChangedMeanwhile, Refused, new_key
from clubscore.club.ledger import owed_in
from clubscore.club.models import Person
from clubscore.events.corrections import leave_for_later
from clubscore.events.directing import (
    call_director,
    choose_movement,
    exchange_numbers,
    say_here,
    seconds_left,
    set_clock,
    start_round,
)
from clubscore.events.entries import at_the_door, join_halves, name_pair
from clubscore.events.finishing import finish, open_again
from clubscore.events.history import HistoryFilter, history_of
from clubscore.events.models import Call, Entry, Event, EventHappening
from clubscore.events.movement import movement_of_form, proposals
from clubscore.events.pages.director import DirectorPage
from clubscore.events.plan import plan_of, recipe
from tests.events.evenings import Evening, make
from tests.events.test_pages import director_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def newcomer(evening: Evening, name: str) -> Person:
    """Make somebody who is not entered."""
    return Person.objects.create(club=evening.club, name=name, short_name=name)


def test_nobody_is_entered_twice() -> None:
    evening = Evening(4, kind="")
    with pytest.raises(Refused, match="Left1 is already entered"):
        evening.enter(evening.people[0], newcomer(evening, "Zoë"))


def test_the_database_too_refuses_one_person_in_two_pairs() -> None:
    evening = Evening(4, kind="")
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(
            club=evening.club, event=evening.event, order=99, first=evening.people[0]
        )


def test_two_halves_become_a_pair_and_may_play() -> None:
    evening = Evening(4, kind="")
    one, other = newcomer(evening, "Yan"), newcomer(evening, "Zoë")
    evening.enter(one)
    evening.enter(other)
    halves = [entry for entry in evening.room.entries if entry.seeks_partner]
    assert [str(each) for each in halves] == ["Yan", "Zoë"]
    join_halves(
        event=evening.event,
        one=halves[0].pk,
        other=halves[1].pk,
        key=new_key(),
        actor=evening.actor,
    )
    playing = [str(entry) for entry in evening.room.entries if entry.plays]
    assert playing[-1] == "Yan & Zoë"
    assert len(playing) == 5


def test_an_expected_pair_has_a_number_and_is_named_when_it_comes() -> None:
    evening = Evening(5, kind="")
    evening.enter(expected="the Browns")
    movement = make("mitchell", 6, 2, 2)
    choose_movement(
        section=evening.section, movement=movement, minutes=20, key=new_key(), actor=evening.actor
    )
    entry = evening.room.by_number[evening.section.pk, 6]
    assert evening.room.names(evening.section.pk, 6) == ["the Browns"]
    people = [newcomer(evening, "Yan"), newcomer(evening, "Zoë")]
    changed = {"event": evening.event, "entry": entry.pk, "actor": evening.actor}
    name_pair(people=people, key=new_key(), seen="the Browns", **changed)
    with pytest.raises(ChangedMeanwhile) as meanwhile:
        name_pair(people=evening.people[:2], key=new_key(), seen="the Browns", **changed)
    assert meanwhile.value.changes[0].now == "Yan & Zoë"
    assert evening.room.names(evening.section.pk, 6) == ["Yan", "Zoë"]


def test_the_same_tick_sent_twice_counts_once() -> None:
    evening = Evening(4, kind="")
    entry = evening.room.entries[0]
    for _again in range(2):
        at_the_door(
            event=evening.event, entry=entry.pk, what="paid", key="one-tap", actor=evening.actor
        )
    assert evening.room.entries[0].paid_at is not None


def test_thirteen_pairs_are_offered_seven_tables_with_a_sit_out() -> None:
    first = proposals(13)[0]
    title = "Mitchell: 7 tables, one pair sits out each round, 7 rounds, 4 boards a round"
    assert (first.title, first.takes) == (title, "about 3 h 20 min")
    assert len(proposals(13)) in (2, 3)


@pytest.mark.parametrize("pairs", [4, 5, 7, 8, 12, 13, 16, 23])
def test_what_is_kept_of_a_proposal_makes_the_same_movement_again(pairs: int) -> None:
    for one in proposals(pairs):
        assert movement_of_form(one.value, pairs).rows == one.movement.rows
        plan = plan_of(recipe(one.movement))
        assert plan is not None
        assert plan.movement.rows == one.movement.rows


def test_three_pairs_are_told_how_many_it_takes() -> None:
    assert proposals(3) == []


def test_a_movement_for_another_number_of_pairs_is_refused() -> None:
    evening = Evening(6, kind="")
    with pytest.raises(Refused, match=r"for: 8 pairs\. Entered: 6 pairs"):
        choose_movement(
            section=evening.section,
            movement=make("mitchell", 8, 2, 2),
            minutes=20,
            key=new_key(),
            actor=evening.actor,
        )


def test_two_pairs_change_numbers_before_play_and_not_after() -> None:
    evening = Evening(6, starts=False)
    section = evening.section
    exchange_numbers(section=section, one=1, other=4, key=new_key(), actor=evening.actor)
    assert evening.room.names(section.pk, 4) == ["Left1", "Right1"]
    evening.next_round()
    with pytest.raises(Refused, match="all numbers stay"):
        exchange_numbers(section=section, one=1, other=4, key=new_key(), actor=evening.actor)


def test_a_round_cannot_close_with_a_hole_unless_it_is_left_for_later() -> None:
    evening = Evening(6)
    evening.tell(1, 1, {"passed_out": True})
    with pytest.raises(Refused, match="Tables A1, A2, A3 have boards without results"):
        evening.next_round()
    for table in evening.room.tables():
        for standing in table.missing:
            leave_for_later(
                section=evening.section,
                spot=standing.spot,
                entered=evening.entered(table.number, standing.spot.board),
                actor=evening.actor,
            )
    evening.next_round()
    assert evening.event.round == 2


def test_two_directors_who_start_the_next_round_start_one() -> None:
    evening = Evening(6)
    evening.play()
    seen = evening.event.round
    start_round(event=evening.event, key=new_key(), actor=evening.actor, seen=seen)
    with pytest.raises(Refused, match="already started this round"):
        start_round(event=evening.event, key=new_key(), actor=evening.actor, seen=seen)
    assert evening.event.round == 2


def test_the_clock_is_paused_runs_on_and_gets_minutes() -> None:
    now = clock.now()
    with clock.at(now):
        evening = Evening(6)
        assert seconds_left(evening.event) == 20 * 60
    with clock.at(now + dt.timedelta(minutes=5)):
        set_clock(event=evening.event, what="pause", key=new_key(), actor=evening.actor)
    with clock.at(now + dt.timedelta(minutes=9)):
        assert seconds_left(evening.event) == 15 * 60
        set_clock(event=evening.event, what="+1", key=new_key(), actor=evening.actor)
        set_clock(event=evening.event, what="run", key=new_key(), actor=evening.actor)
    with clock.at(now + dt.timedelta(minutes=10)):
        assert seconds_left(evening.event) == 15 * 60


def test_the_wall_shows_the_clock_until_the_event_is_finished() -> None:
    evening = Evening(4)
    director = director_of(evening)
    wall = f"/event/{evening.event.pk}/wall/"
    shown = director.get(wall).content.decode()
    assert 'class="wall-clock"' in shown and "data-clock data-ends=" in " ".join(shown.split())
    Event.objects.filter(pk=evening.event.pk).update(finished_at=clock.now(), final_at=clock.now())
    assert 'class="wall-clock"' not in director.get(wall).content.decode()


def test_a_table_that_is_not_complete_calls_the_director_once() -> None:
    evening = Evening(6)
    for _again in range(2):
        say_here(
            section=evening.section,
            table=2,
            round_=1,
            all_four=False,
            key=new_key(),
            actor=evening.actor,
        )
    call_director(section=evening.section, table=2, why="", actor=evening.actor)
    assert [call.table for call in evening.room.calls] == [2]
    assert Call.objects.count() == 1


def test_the_end_waits_for_every_board_and_then_takes_corrections_until_it_is_final() -> None:
    evening = Evening(4, kind="howell", winners=1)
    final = clock.now() + dt.timedelta(days=3)
    with pytest.raises(Refused, match="no result yet"):
        finish(event=evening.event, final_at=final, key=new_key(), actor=evening.actor)
    for _round in range(evening.room.rounds):
        evening.play()
        if evening.event.round < evening.room.rounds:
            evening.next_round()
    finish(event=evening.event, final_at=final, key=new_key(), actor=evening.actor)
    assert evening.event.ranking_open
    spot, entered = evening.spot(1, evening.table(1).place.boards[0]), evening.entered(1, 5)
    with clock.at(final + dt.timedelta(minutes=1)), pytest.raises(Refused, match="is final"):
        leave_for_later(section=evening.section, spot=spot, entered=entered, actor=evening.actor)


def test_a_call_ends_with_the_evening_and_stays_in_its_history() -> None:
    evening = Evening(4, kind="howell", winners=1)
    for _round in range(evening.room.rounds):
        evening.play()
        if evening.event.round < evening.room.rounds:
            evening.next_round()
    call_director(section=evening.section, table=1, why="a revoke", actor=evening.actor)
    assert [need.text for need in DirectorPage(evening.room).needs] == ["a revoke"]
    final = clock.now() + dt.timedelta(days=3)
    finish(event=evening.event, final_at=final, key=new_key(), actor=evening.actor)
    assert DirectorPage(evening.room).needs == []
    said = [line.what for line in history_of(evening.room, HistoryFilter())]
    assert "table 1 asks for the director" in said
    assert "the session ends while table 1 waits for the director" in said
    # Afterwards somebody may still call, until the ranking is final.
    call_director(section=evening.section, table=1, why="", actor=evening.actor)
    assert len(DirectorPage(evening.room).needs) == 1
    with clock.at(final + dt.timedelta(minutes=1)):
        assert DirectorPage(evening.room).needs == []


def test_what_happened_keeps_who_and_when() -> None:
    evening = Evening(6)
    kinds = list(EventHappening.objects.values_list("kind", flat=True))
    assert kinds == ["opened", *["entry"] * 6, "movement", "round"]
    with pytest.raises(TypeError):
        EventHappening.objects.update(author="somebody else")
    assert evening.room.event.revision == 8


def test_table_money_goes_to_the_book_once_and_who_paid_at_the_door_owes_nothing() -> None:
    evening = Evening(4, kind="howell", winners=1, fee=48)
    event, key = evening.event, new_key()
    first = evening.room.by_number[evening.section.pk, 1]
    at_the_door(event=event, entry=first.pk, what="paid", key=key, actor=evening.actor)
    for _round in range(evening.room.rounds):
        evening.play()
        if evening.event.round < evening.room.rounds:
            evening.next_round()
    final = clock.now() + dt.timedelta(days=3)
    for _again in range(2):
        finish(event=evening.event, final_at=final, key=new_key(), actor=evening.actor)
        open_again(event=evening.event, reason="one more", key=new_key(), actor=evening.actor)
    owed = {one.payer.name: one.amount for one in owed_in(evening.club)}
    paid = {person.name for person in first.people}
    assert owed == {p.name: 48 for p in evening.people if p.name not in paid}
    assert len(owed) == 6
