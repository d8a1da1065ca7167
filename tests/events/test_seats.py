"""Tables counted first: pairs play by their numbers, and are named from their seats."""

import pytest

from clubscore.club.entry import Refused
from clubscore.events.entries import name_pair
from clubscore.events.names_from_seats import SeatPlace, ask_later, enter_counted, settle
from clubscore.events.rankings import Lists
from clubscore.events.seats import postponed, seats_at, seats_of
from tests.events.counted import Counted
from tests.events.evenings import Evening

pytestmark = pytest.mark.django_db


@pytest.mark.postgres
def test_pairs_that_nobody_typed_play_by_their_numbers_and_are_ranked_by_them() -> None:
    evening = Counted()
    assert [str(entry) for entry in evening.room.entries] == [f"Pair {n}" for n in range(1, 7)]
    evening.play()
    rows = [row for ranking in Lists(evening.room).rankings for row in ranking.rows]
    assert sorted(row.key for row in rows) == ["1", "2", "3", "4", "5", "6"]
    evening.say(3, "Ann", "Bob")
    assert str(evening.entry(3)) == "Ann Lee & Bob Lee" and evening.names(3) == ["Ann", "Bob"]
    assert evening.room.called(evening.section.pk, 3) == "3 Ann Lee & Bob Lee"
    assert evening.room.called(evening.section.pk, 4) == "Pair 4"


def test_counting_twice_adds_nobody_twice_and_fewer_than_are_entered_are_refused() -> None:
    evening = Counted(6)
    for _twice in range(2):
        enter_counted(event=evening.event, count=6, key="count", actor=evening.actor)
    assert evening.event.entries.count() == 6
    with pytest.raises(Refused, match="6 pairs"):
        enter_counted(event=evening.event, count=5, key="fewer", actor=evening.actor)
    teams = Evening(0, kind="", form="teams", club=evening.club)
    with pytest.raises(Refused, match="by name"):
        enter_counted(event=teams.event, count=4, key="teams", actor=teams.actor)


@pytest.mark.postgres
def test_half_of_a_pair_can_be_named_first_and_goes_on_playing() -> None:
    evening = Counted()
    evening.say(1, "", "Bob")
    one = evening.entry(1)
    assert one.plays and one.lacks_names and str(one) == "Bob Lee & partner"
    seats = {each.seat: each.person for each in seats_at(evening.room, evening.section.pk,
             evening.room.plan(evening.section).places[1, 1])}  # fmt: skip
    assert seats["N"] is None and seats["S"] == evening.who("Bob")
    evening.say(1, "Ann", "")
    assert evening.names(1) == ["Ann", "Bob"] and not evening.entry(1).lacks_names


@pytest.mark.postgres
def test_two_tables_that_name_a_pair_differently_are_both_kept_and_asked() -> None:
    evening = Counted()
    evening.say(6, "Ann", "Bob", seen=0, table=3)
    evening.say(6, "Ann", "Carl", seen=0, table=1)
    assert evening.names(6) == ["Ann", "Bob"] and evening.doubts == ["otherwise"]
    evening.settle(counts=True)
    assert evening.names(6) == ["Ann", "Carl"] and evening.doubts == []
    evening.say(5, "Dora", "Ed", seen=0)
    evening.say(5, "Dora", "Fay", seen=0, table=2)
    evening.settle(counts=False)
    assert evening.names(5) == ["Dora", "Ed"] and evening.doubts == []
    with pytest.raises(Refused, match="settled already"):
        settle(where=SeatPlace(evening.section), doubt=1, counts=True, key="x", actor=evening.actor)


def test_nobody_sits_in_two_seats_of_a_pair_whatever_was_said() -> None:
    evening = Counted()
    evening.say(6, "Ann", "Ann")
    assert evening.names(6) == ["Ann"] and evening.entry(6).lacks_names
    evening.say(6, "", "Bob")
    assert evening.names(6) == ["Ann", "Bob"]
    evening.say(6, "Bob", "Bob", table=2)
    assert evening.names(6) == ["Bob"]


def test_the_same_pair_the_other_way_round_or_in_part_is_no_contradiction() -> None:
    evening = Counted()
    evening.say(6, "Ann", "Bob", seen=0)
    evening.say(6, "Bob", "Ann", seen=0, table=2)
    evening.say(6, "", "Ann", seen=0, table=2)
    assert evening.names(6) == ["Ann", "Bob"] and evening.doubts == []
    evening.say(5, "Dora", "", seen=0)
    evening.say(5, "Ed", "Dora", seen=0, table=2)
    assert evening.names(5) == ["Ed", "Dora"] and evening.doubts == []


def test_a_table_that_saw_the_names_changes_them() -> None:
    evening = Counted()
    evening.say(2, "Ann", "Bob")
    evening.say(2, "Carl", "")
    assert evening.names(2) == ["Carl", "Bob"] and evening.doubts == []
    evening.say(2, "Bob", "")
    assert evening.names(2) == ["Bob"]


@pytest.mark.postgres
def test_a_person_named_in_two_pairs_is_asked_about_and_plays_in_one() -> None:
    evening = Counted()
    evening.say(1, "Ann", "Bob")
    evening.say(2, "Ann", "Carl", table=2)
    assert evening.names(2) == ["Carl"] and evening.doubts == ["twice"]
    evening.settle(counts=True)
    assert (evening.names(1), evening.names(2)) == (["Bob"], ["Ann", "Carl"])
    evening.say(3, "Carl", "Dora", table=3)
    evening.settle(counts=False)
    assert (evening.names(2), evening.names(3)) == (["Ann", "Carl"], ["Dora"])
    assert evening.doubts == []


def test_what_names_nobody_for_certain_waits_until_the_seat_has_a_name() -> None:
    evening = Counted()
    evening.say(1, "Ann", "", typed=("", "lee"))
    assert evening.names(1) == ["Ann"] and evening.doubts == ["who"]
    evening.say(1, "", "Bob")
    assert evening.doubts == []


def test_the_director_names_a_pair_and_that_settles_what_was_open() -> None:
    evening = Counted()
    evening.say(6, "Ann", "Bob", seen=0)
    evening.say(6, "Ann", "Carl", seen=0, table=2)
    pair = evening.entry(6)
    name_pair(
        event=evening.event, entry=pair.pk, people=[evening.who("Dora")], key="desk",
        actor=evening.actor, seen=str(pair),
    )  # fmt: skip
    assert evening.names(6) == ["Dora"] and evening.doubts == []
    evening.say(6, "", "Ed")
    assert evening.names(6) == ["Dora", "Ed"]


@pytest.mark.postgres
def test_the_same_key_says_it_once() -> None:
    evening = Counted()
    for _twice in range(2):
        evening.say(1, "Ann", "Bob", seen=0, key="once")
    assert seats_of(evening.room)[evening.entry(1).pk].said == 1


def test_a_table_that_asked_for_later_is_known() -> None:
    evening = Counted()
    where = SeatPlace(evening.section, 2, 1)
    for _twice in range(2):
        ask_later(where=where, key="later", actor=evening.actor)
    assert postponed(evening.room) == {(evening.section.pk, 2)}


def test_players_of_an_individual_are_named_seat_by_seat() -> None:
    evening = Counted(8, form="individuals")
    assert str(evening.entry(3)) == "Player 3"
    place = evening.room.plan(evening.section).places[1, 1]
    seats = seats_at(evening.room, evening.section.pk, place)
    assert [each.seat for each in seats] == ["N", "S", "E", "W"]
    evening.say(seats[1].entry.number or 0, "Ann")
    found = seats_at(evening.room, evening.section.pk, place)
    assert [each.person and each.person.short_name for each in found] == [None, "Ann", None, None]
