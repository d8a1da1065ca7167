"""A new club begins with its country: the rest is proposed."""

import re
from types import SimpleNamespace
from typing import Any, cast
from zoneinfo import available_timezones

import pytest
from django.test import Client

from clubscore.club.countries import countries
from clubscore.club.models import Club, Membership, Person, Role
from clubscore.home.management.commands.serve import open_first_club
from clubscore.home.settings_pages import set_up_of
from clubscore.laws.games import GAMES
from clubscore.laws.money import CURRENCIES
from tests.house import House, client_of


def test_a_club_in_germany_is_offered_euro_and_a4_and_no_shillings(house: House) -> None:
    director = client_of(house.logins["director"])
    page = " ".join(director.get("/club/new/?country=DE").content.decode().split())
    assert "EUR · English · A4 · 24 hours · Europe/Berlin" in page
    assert "LSD" not in page and "shillings" not in page
    assert re.search(r'name="founder" value="Dora"', page)
    given = {"country": "DE", "name": "Elm Street", "time_zone": "Europe/Berlin"}
    director.post("/club/new/", given)
    made = Club.objects.get(name="Elm Street")
    assert (made.currency, made.paper, made.time_zone) == ("EUR", "A4", "Europe/Berlin")
    refused = director.post("/club/new/", given | {"name": "Oak Street", "currency": "LSD"})
    assert refused.status_code == 422


@pytest.mark.parametrize(
    ("login", "typed", "name"),
    [
        ("director", {}, "Dora"),
        ("scorer", {"founder": ""}, "scorer-portland"),
        ("director", {"founder": " Zoë  Ash "}, "Zoë Ash"),
    ],
)
def test_who_founds_a_club_is_its_first_member(
    house: House, login: str, typed: dict[str, str], name: str
) -> None:
    founder = house.logins[login]
    Membership.objects.filter(user=founder).update(role=Role.DIRECTOR)
    browser = client_of(founder)
    given = {"name": "Elm Street", "time_zone": "Europe/Berlin", "key": "one"}
    for _time in range(2):
        browser.post("/club/new/", given | typed)
    (member,) = Person.objects.filter(club__name="Elm Street")
    assert (member.name, member.kind) == (name, Person.Kind.MEMBER)
    made = Membership.objects.get(club__name="Elm Street")
    assert (made.user, made.person, made.role) == (founder, member, Role.DIRECTOR)
    made.club.set_up_done = 2
    assert set_up_of(made.club).done == 2, "members are asked for all the same"


def test_a_game_that_is_not_there_is_refused_and_the_page_comes_back(house: House) -> None:
    director = client_of(house.logins["director"])
    given = {"country": "GB", "name": "Elm Street", "games": ["auction", "whist"]}
    answer = director.post("/club/new/", given)
    assert answer.status_code == 422
    page = " ".join(answer.content.decode().split())
    assert "Elm Street" in page and "Royal Auction Bridge" in page
    assert not Club.objects.filter(name="Elm Street").exists()


def test_what_is_proposed_can_be_changed(house: House) -> None:
    director = client_of(house.logins["director"])
    page = " ".join(director.get("/club/new/?country=US").content.decode().split())
    assert "USD · English · Letter · 12 hours, AM and PM · America/New_York" in page
    given = {"country": "US", "name": "Elm Street", "time_zone": "America/Denver"}
    director.post("/club/new/", given | {"currency": "CAD", "paper": "A4"})
    made = Club.objects.get(name="Elm Street")
    assert (made.currency, made.paper, made.time_zone) == ("CAD", "A4", "America/Denver")


def test_old_money_is_a_choice_and_never_proposed(house: House) -> None:
    director = client_of(house.logins["director"])
    page = " ".join(director.get("/club/new/").content.decode().split())
    assert "GBP · English · A4 · 24 hours · Europe/London" in page
    assert re.search(r'<option value="LSD">', page)
    assert "LSD" not in {country.currency for country in countries().values()}


def test_every_country_has_money_and_time_that_there_are() -> None:
    for key, country in countries().items():
        assert country.currency in CURRENCIES and country.time_zone in available_timezones(), key
        assert {*country.games} <= {game.key for game in GAMES} and len(country.games) == 5, key


def test_whoever_sets_up_the_club_of_a_first_start_is_its_first_member(db: None) -> None:
    """DEMO=0: one login, one club that nobody has named yet."""
    plan = SimpleNamespace(with_demo=False)
    login, password = open_first_club(cast(Any, plan), lambda _text: None) or ("", "")
    director = Client()
    given = {"username": login, "password": password}
    assert director.post("/login/", given)["Location"] == "/club/new/"
    assert director.get("/club/set-up/")["Location"] == "/club/new/"
    new = {
        "country": "GB",
        "name": "Elm Street",
        "founder": "Dora Elm",
        "time_zone": "Europe/London",
    }
    assert director.post("/club/new/", new | {"name": ""}).status_code == 422
    nameless = director.post("/club/new/", new | {"founder": ""})
    assert nameless.status_code == 422 and "Enter your name." in nameless.content.decode()
    assert director.post("/club/new/", new)["Location"] == "/club/set-up/"
    club = Club.objects.get()
    assert (club.name, club.slug, club.set_up_done) == ("Elm Street", "elm-street", 1)
    (person,) = Person.objects.all()
    assert (person.name, person.kind) == ("Dora Elm", Person.Kind.MEMBER)
    assert Membership.objects.get().person == person
    assert "2 of 4" in director.get("/club/set-up/").content.decode()
    # Once it is the founder's own, another club is another club.
    director.post("/club/new/", new | {"name": "Oak Street"})
    assert {each.name for each in Club.objects.all()} == {"Elm Street", "Oak Street"}
    assert Client().post("/login/", given)["Location"] == "/"
