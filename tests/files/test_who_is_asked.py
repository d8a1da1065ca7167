"""The page that imports an event asks who its players are, where that is not clear."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.club.models import Person, PersonNumber
from clubscore.events.models import Event, ToldPlayer
from clubscore.ranking import read_event
from tests.events.whole_event import WHOLE
from tests.files.test_event_pages import bring, upload
from tests.house import House, client_of

# One of the house is in it: Bob, about whom there is no doubt.
FILE = read_event(WHOLE).written().encode()


@pytest.fixture
def director(house: House) -> Client:
    return client_of(house.logins["director"])


def person(house: House, name: str, ebu: str = "") -> Person:
    found = Person.objects.create(club=house.club, name=name, short_name=name[:20])
    if ebu:
        PersonNumber.objects.create(club=house.club, person=found, scheme="ebu", number=ebu)
    return found


def field_of(page: Any, name: str) -> str:
    """The field that asks who somebody is."""
    text = re.sub(r"\s+", " ", page.content.decode())
    return re.findall(rf'<label for="id_(who-[0-9]+)"> ?Who is {name}\?', text)[0]


def people_of(event: Event) -> dict[str, str]:
    return {each.as_told: each.person.name for each in ToldPlayer.objects.filter(event=event)}


def test_who_is_known_without_a_doubt_is_tied_without_a_question(
    director: Client, house: House
) -> None:
    preview = upload(director, FILE)
    assert "1 player recognised" in preview.content.decode()
    bring(director, preview)
    assert people_of(Event.objects.get()) == {"Bob": "Bob"}
    page = director.get(reverse("person", args=[house.people[1].pk])).content.decode()
    assert "Simultaneous" in page
    assert "with Ann Ash" in page


def test_who_is_recognised_may_be_nobody_of_the_club(director: Client, house: House) -> None:
    preview = upload(director, FILE)
    bring(director, preview, **{field_of(preview, "Bob"): "nobody"})
    assert people_of(Event.objects.get()) == {}


def test_a_doubt_must_be_answered_and_nothing_typed_is_lost(director: Client, house: House) -> None:
    one, two = person(house, "Ann Ash", "100001"), person(house, "Ann Ash")
    preview = upload(director, FILE)
    text = preview.content.decode()
    assert "Several people in the club have this name." in text
    assert "EBU 100001" in text
    ann, bob = field_of(preview, "Ann Ash"), field_of(preview, "Bob")
    again = bring(director, preview, **{bob: "nobody"})
    assert again.status_code == 422
    assert f'<a href="#id_{ann}">Choose who Ann Ash is' in again.content.decode()
    assert re.search(r'value="nobody" selected', again.content.decode())
    assert not Event.objects.exists()
    other = bring(director, preview, **{ann: str(house.people[0].pk), bob: "nobody"})
    assert other.status_code == 422
    bring(director, preview, **{ann: str(two.pk), bob: "nobody"})
    assert ToldPlayer.objects.get().person == two
    assert one.pk != two.pk


def test_nobody_is_two_players_of_one_event(director: Client, house: House) -> None:
    cyd = person(house, "Cyd", "100001")
    first, second, *others = WHOLE["contestants"]
    first = {**first, "numbers": [{"ebu": "100001"}, {}]}
    file = read_event(WHOLE | {"contestants": [first, second, *others]}).written().encode()
    preview = upload(director, file)
    answers = {field_of(preview, "Ann Ash"): str(cyd.pk), field_of(preview, "Cyd"): str(cyd.pk)}
    refused = bring(director, preview, **answers)
    assert refused.status_code == 422
    assert "Cyd cannot be two players of one event." in refused.content.decode()
    answers[field_of(preview, "Cyd")] = "nobody"
    bring(director, preview, **answers)
    assert people_of(Event.objects.get()) == {"Ann Ash": "Cyd", "Bob": "Bob"}


def test_another_file_of_an_event_remembers_who_was_who(director: Client, house: House) -> None:
    person(house, "Ann Ash", "100001")
    two = person(house, "Ann Ash")
    preview = upload(director, FILE)
    bring(director, preview, **{field_of(preview, "Ann Ash"): str(two.pk)})
    event = Event.objects.get()
    better = read_event(WHOLE | {"name": "Better"}).written().encode()
    again = upload(director, better, "better.json", event=event.pk)
    assert "2 players recognised" in again.content.decode()
    bring(director, again, event=event.pk, seen=1)
    assert ToldPlayer.objects.get(as_told="Ann Ash").person == two


def test_numbers_of_fields_stay_when_somebody_joins_meanwhile(
    director: Client, house: House
) -> None:
    preview = upload(director, FILE)
    bob = field_of(preview, "Bob")
    person(house, "Ann Ash")
    bring(director, preview, **{bob: "nobody"})
    assert people_of(Event.objects.get()) == {"Ann Ash": "Ann Ash"}


def test_a_name_that_an_event_has_twice_stays_a_name(director: Client, house: House) -> None:
    first, second, *others = WHOLE["contestants"]
    second = {**second, "names": ["Bob", "Dee"]}
    file = read_event(WHOLE | {"contestants": [first, second, *others]}).written().encode()
    preview = upload(director, file)
    assert "Who is" not in preview.content.decode()
    bring(director, preview)
    assert people_of(Event.objects.get()) == {}


def test_two_who_would_be_one_person_are_asked_about(director: Client, house: House) -> None:
    PersonNumber.objects.create(
        club=house.club, person=house.people[1], scheme="ebu", number="100001"
    )
    first, second, *others = WHOLE["contestants"]
    second = {**second, "names": ["Bob", "Dee"], "numbers": [{"ebu": "100001"}, {}]}
    file = read_event(WHOLE | {"contestants": [first, second, *others]}).written().encode()
    preview = upload(director, file)
    assert preview.content.decode().count("Two players of one event may be this person.") == 2
    assert bring(director, preview).status_code == 422
