"""What a form creates stands once however often it is sent; a namesake is asked about."""

import datetime as dt
import html
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.club import clock
from clubscore.club.logins import KEYS_COUNT_FOR, found_club
from clubscore.club.models import Act, Club, Person, Role
from clubscore.club.people import Details, add_person
from clubscore.extras.mail.feeds import plan_evenings
from clubscore.extras.mail.models import PlannedEvening
from tests.house import House, client_of

ADD, NEW = "/players/add/", "/club/new/"
MEMBER = {"kind": "member", "name": "Dup Person", "active": "on"}


def key_on(page: str) -> str:
    (key,) = re.findall(r'name="key" value="([^"]+)"', page)
    return str(key)


def text_of(answer: Any) -> str:
    return html.unescape(answer.content.decode())


@pytest.fixture
def director(house: House) -> Client:
    return client_of(house.logins[Role.DIRECTOR])


@pytest.mark.django_db
def test_a_form_sent_twice_adds_one_person(house: House, director: Client) -> None:
    form = MEMBER | {"key": key_on(text_of(director.get(ADD)))}
    first, again = director.post(ADD, form), director.post(ADD, form | {"another": "Dup Person"})
    added = Person.objects.get(club=house.club, name="Dup Person")
    page = reverse("person", args=[added.pk])
    assert (first.url, again.url) == (page, page)  # type: ignore[attr-defined]
    assert Act.objects.filter(club=house.club, what="member added").count() == 1
    assert key_on(text_of(director.get(ADD))) != form["key"]


@pytest.mark.django_db
def test_a_person_of_a_name_that_is_here_is_asked_about(house: House, director: Client) -> None:
    director.post(ADD, MEMBER | {"key": "one"})
    asked = director.post(ADD, MEMBER | {"key": "two", "name": " dup  person"})
    page = text_of(asked)
    assert asked.status_code == 422 and "There is a Dup Person already: add another?" in page
    assert key_on(page) == "two" and 'name="another" value="dup person"' in page
    other = director.post(ADD, MEMBER | {"key": "three", "name": "Bob", "another": "Dup Person"})
    assert "There is a Bob already: add another?" in text_of(other)
    assert Person.objects.filter(club=house.club, name="Dup Person").count() == 1
    director.post(ADD, MEMBER | {"key": "two", "another": "Dup Person"})
    assert Person.objects.filter(club=house.club, name="Dup Person").count() == 2


@pytest.mark.django_db
def test_a_key_counts_for_its_club_and_for_some_days(house: House) -> None:
    other = found_club(name="Baldwin", author="a test")
    details = Details(name="Dup Person")

    def added_to(club: Club) -> Person:
        return add_person(club=club, details=details, kind="guest", author="a test", key="one")

    first = added_to(house.club)
    assert added_to(house.club) == first != added_to(other)
    with clock.at(clock.now() + KEYS_COUNT_FOR + dt.timedelta(hours=1)):
        assert added_to(house.club) != first


@pytest.mark.django_db
def test_a_form_sent_twice_founds_one_club(director: Client) -> None:
    page = text_of(director.get(NEW))
    form = {"name": "Our own", "time_zone": "Europe/London", "key": key_on(page)}
    for _time in range(2):
        assert director.post(NEW, form).status_code == 302
    club = Club.objects.get(name="Our own")
    assert director.session["club"] == club.pk
    director.post(NEW, form | {"key": "another"})
    assert Club.objects.filter(name="Our own").count() == 2


@pytest.mark.postgres
@pytest.mark.parametrize("what", ["a person", "a club", "an evening"])
def test_what_is_sent_by_many_at_once_stands_once(together: Any, what: str) -> None:
    club = found_club(name="Portland", author="a test")
    day = clock.now().date() + dt.timedelta(days=7)

    def send() -> None:
        if what == "a person":
            details = Details(name="Dup")
            add_person(club=club, details=details, kind="guest", author="a test", key="one")
        elif what == "a club":
            found_club(name="Our own", author="a test", founded_from=club, key="one")
        else:
            plan = PlannedEvening(
                club=club, day=day, begins=dt.time(19, 30), minutes=180, title="Pairs"
            )
            plan_evenings(plan=plan, weeks=1)

    assert together(*[send] * 6) == [None] * 6
    made = {
        "a person": Person.objects.filter(club=club, name="Dup"),
        "a club": Club.objects.filter(name="Our own"),
        "an evening": PlannedEvening.objects.filter(club=club),
    }
    assert made[what].count() == 1
