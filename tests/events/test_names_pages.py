"""The pages on which tables are counted and pairs are named from their seats."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.club.models import Entry as BookEntry
from clubscore.club.models import Person
from clubscore.events.entries import enter_in_book
from clubscore.events.export import event_to_send
from clubscore.events.finishing import finish
from clubscore.events.models import Event, EventTableLink
from clubscore.events.names_from_seats import SeatNames, SeatPlace, name_seats
from clubscore.events.pages.director import usual_end
from clubscore.events.phones import links_of
from clubscore.files.formats import written_formats
from tests.events.counted import Counted
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path, phone_of, text_of
from tests.flows.acting import hand_in_address

pytestmark = pytest.mark.django_db


def count_form(event: Event, director: Client, **given: Any) -> dict[str, Any]:
    address = reverse("event-count", args=[event.pk])
    page = director.get(address, given)
    return {**given, "key": "count-key", "seen": page.context["seen"],
            "movement": page.context["chosen"]}  # fmt: skip


def test_a_room_is_counted_and_begins_once() -> None:
    evening = Evening(0, kind="")
    director, event = director_of(evening), evening.event
    form, address = count_form(event, director, tables=7), reverse("event-count", args=[event.pk])
    for _twice in range(2):
        answer = director.post(address, form)
        assert answer["Location"] == reverse("event-phones", args=[event.pk])
    assert evening.event.round == 1 and evening.room.plan(evening.section).pairs == 14
    assert event.entries.count() == 14 and len(links_of(evening.section)) == 7


@pytest.mark.parametrize(("half", "way"), [("ns", "North–South"), ("ew", "East–West")])
@pytest.mark.parametrize("tables", [6, 7])
def test_the_half_table_stands_as_it_was_counted(half: str, way: str, tables: int) -> None:
    evening = Evening(0, kind="")
    director, event = director_of(evening), evening.event
    address = reverse("event-count", args=[event.pk])
    page = director.get(address, {"tables": tables, "half": half})
    said = f"sits alone at table {tables + 1}, {way}."
    assert page.context["offered"][0].alone.endswith(said) and said in text_of(page)
    director.post(address, count_form(event, director, tables=tables, half=half))
    place = evening.room.plan(evening.section).places[1, tables + 1]
    assert (place.ns is None, place.ew is None) == (half == "ew", half == "ns")


@pytest.mark.parametrize("tables", ["", "0", "31", "many"])
def test_what_is_no_number_of_tables_is_said_at_its_field(tables: str) -> None:
    evening = Evening(0, kind="")
    answer = director_of(evening).post(path(evening, "count/"), {"tables": tables, "go": "1"})
    assert answer.status_code == 422
    assert [each.field for each in answer.context["problems"]] == ["tables"]
    assert "from 1 to 30" in text_of(answer) and not evening.event.entries.exists()


def test_another_movement_is_chosen_on_its_own_page() -> None:
    evening = Evening(0, kind="")
    answer = director_of(evening).post(path(evening, "count/"), {"tables": "4", "other": "1"})
    assert answer["Location"] == path(evening, "movement/")
    assert evening.event.entries.count() == 8 and evening.event.round == 0
    page = director_of(evening).get(path(evening, "entries/"))
    assert "Pair 8 named from its seats" in text_of(page)


def test_a_new_event_leads_to_the_count_with_the_terms_of_last_time() -> None:
    evening = Evening(6, fee=24)
    director = director_of(evening)
    form = {"event": evening.event.pk, "key": "again", "count": "1"}
    answer = director.post(reverse("event-again"), form)
    event = Event.objects.latest("pk")
    assert answer["Location"] == reverse("event-count", args=[event.pk])
    assert event.fee == 24 and not event.entries.exists()
    new = {"name": "Tuesday", "form": "pairs", "key": "new", "count": "1"}
    answer = director.post(reverse("event-new"), new)
    assert answer["Location"] == reverse("event-count", args=[Event.objects.latest("pk").pk])
    answer = director.post(reverse("event-new"), new | {"form": "teams", "key": "teams"})
    assert answer["Location"].endswith("/entries/")


def test_a_name_in_part_is_asked_about_and_nothing_typed_is_lost() -> None:
    evening = Counted()
    phone, address = phone_of(evening, 1), path(evening, "at/A1/names/")
    answer = phone.post(address, {"N": "lee", "S": "Zoe Newcomer", "key": "one", "round": "1"})
    assert answer.status_code == 422 and not evening.names(1)
    assert [each.field for each in answer.context["problems"]] == ["N"]
    page = answer.content.decode()
    assert 'value="lee"' in page and 'value="Zoe Newcomer"' in page
    chosen = {"N": "lee", "who-N": str(evening.who("Carl").pk), "S": "Zoe Newcomer"}
    phone.post(address, {**chosen, "key": "two", "round": "1"})
    assert evening.names(1) == ["Carl", "Zoe"]
    assert Person.objects.get(name="Zoe Newcomer").is_guest


def test_a_form_without_a_name_asks_for_one_and_one_that_has_one_does_not() -> None:
    evening = Counted()
    phone, address = phone_of(evening, 1), path(evening, "at/A1/names/")
    answer = phone.post(address, {"N": " ", "key": "none", "round": "1"})
    assert answer.status_code == 422 and not evening.names(1)
    assert [(each.field, each.text) for each in answer.context["problems"]] == [
        ("N", "Enter a name, or choose Later.")
    ]
    answer = phone.post(address, {"N": "Carl Lee", "key": "one", "round": "1"})
    assert answer["Location"] == path(evening, "at/A1/")
    assert "Carl" in evening.names(1)


def test_a_player_of_another_pair_is_asked_about_before_it_changes() -> None:
    evening = Counted()
    evening.say(2, "Ann", "Bob", table=2)
    phone, address = phone_of(evening, 1), path(evening, "at/A1/names/")
    form = {"N": "Ann Lee", "S": "Carl Lee", "round": "1"}
    answer = phone.post(address, {**form, "key": "one"})
    assert answer.status_code == 422
    assert "already named: Ann Lee &amp; Bob Lee" in answer.content.decode()
    phone.post(address, {**form, "key": "two", "moves-N": "1"})
    assert (evening.names(1), evening.names(2)) == (["Ann", "Carl"], ["Bob"])


def test_a_player_who_was_entered_by_name_stays_with_that_pair() -> None:
    evening = Counted()
    dora = evening.who("Dora")
    Person.objects.create(club=evening.club, name="Gil", short_name="Gil")
    evening.event.entries.filter(number=6).update(by_seats=False, first=dora, note="x")
    phone = phone_of(evening, 1)
    form = {"N": "Dora Lee", "round": "1", "key": "k", "moves-N": "1"}
    answer = phone.post(path(evening, "at/A1/names/"), form)
    assert answer.status_code == 422 and "Ask the director" in text_of(answer)


def test_only_those_at_the_table_say_who_sits_there() -> None:
    evening = Counted()
    phone = phone_of(evening, 1)
    for rest in ("at/A2/names/", "at/A2/names/find/?N=a"):
        assert phone.get(path(evening, rest)).status_code == 403
    assert phone.post(path(evening, "at/A2/names/settle/"), {"doubt": "1"}).status_code == 403
    assert phone.get(path(evening, "names/")).status_code == 403


def test_hostile_answers_are_read_or_refused() -> None:
    evening = Counted()
    phone, address = phone_of(evening, 1), path(evening, "at/A1/names/")
    other = Evening(2, kind="")
    for form in (
        {"N": "x" * 5000},
        {"N": "Ann Lee", "who-N": "999999999", "seen-N": "-5"},
        {"N": "Ann Lee", "S": "Ann Lee"},
        {"N": "Zoe Newcomer", "S": "zoe  newcomer"},
        {"N": "Bad\u202eName Here"},
        {"round": "99", "later": "1", "key": "a"},
        {"N": "Left1", "who-N": str(other.people[0].pk)},
    ):
        assert phone.post(address, form).status_code in (302, 422)
    stranger = other.people[0].pk
    assert not evening.event.entries.filter(first=stranger).exists()
    assert phone.post(path(evening, "at/A1/names/settle/"), {"doubt": "x"}).status_code == 409


@pytest.fixture
def late() -> tuple[Counted, Client, EventTableLink]:
    evening = Counted()
    phone = phone_of(evening, 1)
    return evening, phone, links_of(evening.section)[0]


def test_names_that_waited_come_in_and_what_is_not_clear_is_asked(
    late: tuple[Counted, Client, EventTableLink],
) -> None:
    evening, phone, _link = late
    form = {"what": "seats", "table": "A1", "round": "1", "N": "Ann Lee", "S": "lee", "key": "w"}
    for _twice in range(2):
        assert phone.post(path(evening, "waiting/"), form).status_code == 200
    assert evening.names(1) == ["Ann"] and evening.doubts == ["who"]
    page = text_of(phone.get(path(evening, "at/A1/")))
    assert "Pair 1: who is “lee”?" in page
    asked = phone.get(path(evening, "at/A1/names/")).content.decode()
    assert 'name="who-S"' in asked and 'value="Ann Lee"' in asked
    desk = director_of(evening)
    assert "who is “lee”?" in text_of(desk.get(path(evening)))
    assert "who is “lee”?" in text_of(desk.get(path(evening, "names/")))
    twice = {"what": "seats", "table": "A2", "round": "1", "N": "Zoe New", "S": "Zoe New"}
    other = phone_of(evening, 2)
    assert other.post(path(evening, "waiting/"), {**twice, "key": "t"}).status_code == 200
    assert evening.names(2) == ["Zoe"] and evening.entry(2).lacks_names
    no = phone.post(path(evening, "waiting/"), {**form, "table": "A9", "key": "x"})
    assert no.status_code == 422 and "no such table" in no.json()["text"]


def test_names_go_by_a_code_to_another_phone(
    late: tuple[Counted, Client, EventTableLink],
) -> None:
    evening, _phone, link = late
    one = {"what": "seats", "table": "A1", "round": "1", "N": "Ann Lee", "S": "Bob", "key": "w"}
    address = hand_in_address(link, f"event-{evening.event.pk}", one)
    page = Client().get(address.removeprefix("http://testserver"))
    assert "round 1: North Ann Lee, South Bob" in text_of(page)
    given = {"p": page.context["given"]["p"], "i": page.context["entries"]}
    Client().post(address.split("?")[0], given)
    assert evening.names(1) == ["Ann", "Bob"]


def test_a_player_named_from_a_seat_sees_their_own_and_is_charged() -> None:
    evening = Counted(fee=24)
    evening.play()
    for _round in range(2):
        evening.next_round()
        evening.play()
    evening.say(1, "Ann", "Bob")
    event = evening.event
    finish(event=event, final_at=usual_end(event), key="end", actor=evening.actor)
    charged = BookEntry.objects.filter(club=evening.club, kind=BookEntry.Kind.TABLE_MONEY)
    assert charged.count() == 2
    # Who is named after the end is charged then, and nobody twice.
    said = SeatNames(evening.entry(2).pk, [evening.who("Carl"), evening.who("Dora")], seen=9)
    where = SeatPlace(evening.section, 1, 1)
    name_seats(where=where, said=[said], key="after", actor=evening.actor)
    enter_in_book(event=evening.event, actor=evening.actor)
    assert charged.count() == 4


def test_everything_that_leaves_the_club_has_numbers_before_there_are_names() -> None:
    evening = Counted()
    evening.play()
    evening.say(2, "Ann", "", table=2)
    told = event_to_send(evening.event)
    names = {key: each.names for key, each in told.contestants.items()}
    assert names["1"] == () and names["2"] == ("Ann Lee",)
    director = director_of(evening)
    pages = """ranking/ pair/1/ board/1/ wall/ history/ files/ entries/ phones/ movement/ names/
        change/ typing/ tonight.pdf ranking.pdf cards.pdf results.txt ranking.txt cards.txt"""
    for rest in pages.split():
        assert director.get(path(evening, rest)).status_code == 200, rest
    for each in written_formats():
        answer = director.get(reverse("event-file-out", args=[evening.event.pk, each]))
        assert answer.status_code == 200, each
    assert "Pair 1" in text_of(director.get(path(evening, "ranking/")))
