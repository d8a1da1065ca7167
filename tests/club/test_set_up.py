"""The four pages of a new club's set-up: each can be left for later, none asks twice."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page, expect

from clubscore.club.models import Club, Person
from clubscore.club.templatetags.clubscore import clock, day_and_time
from clubscore.rubbers.models import Sitting
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, look_at
from tests.house import House, client_of

ADDRESS = "/club/set-up/"


@pytest.fixture
def director(house: House) -> Client:
    return client_of(house.logins["director"])


def begun(director: Client, done: int = 1) -> Club:
    """Start a club that is so far, and go over to it."""
    director.post("/club/new/", {"name": "Elm Street", "time_zone": "Europe/Berlin"})
    Club.objects.filter(name="Elm Street").update(set_up_done=done)
    return Club.objects.get(name="Elm Street")


def page_of(director: Client) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", director.get(ADDRESS).content.decode()).split())


def test_a_new_club_goes_from_page_to_page(director: Client) -> None:
    given = {
        "country": "DE", "name": "Elm Street", "time_zone": "Europe/Berlin", "money": "no",
        "games": ["chicago", "pirate"], "hours": "24",
    }  # fmt: skip
    assert director.post("/club/new/", given)["Location"] == ADDRESS
    made = Club.objects.get(name="Elm Street")
    assert (made.set_up_done, made.plays_for_money) == (1, False)
    assert (made.hours, made.usual_games) == ("24", ["chicago", "pirate"])
    assert "2 of 4" in page_of(director) and "Wi-Fi" in page_of(director)
    short = director.post(ADDRESS, {"page": "2", "wifi_name": "Elm", "wifi_password": "abc"})
    assert short.status_code == 422 and 'value="abc"' in short.content.decode()
    director.post(ADDRESS, {"page": "2", "wifi_name": "Elm", "wifi_password": "abcdefgh"})
    made.refresh_from_db()
    assert (made.wifi_name, made.wifi_password) == ("Elm", "abcdefgh")
    assert "3 of 4" in page_of(director)
    seen = director.post(reverse("people-in"), {"names": "Zoë Ash\n\n  Bo Elm  \n"})
    assert seen.status_code == 200 and "Zoë Ash" in seen.content.decode()
    assert "Set-up: 2 of 4 done." in director.get("/club/").content.decode()
    director.post(ADDRESS, {"page": "3"})
    assert "4 of 4" in page_of(director)
    answer = director.post(ADDRESS, {"page": "4", "to": "event"})
    assert answer["Location"] == reverse("event-new")
    assert director.get(ADDRESS)["Location"] == reverse("club")
    assert "Set-up" not in director.get("/club/").content.decode()


def test_what_was_done_elsewhere_is_not_asked(director: Client) -> None:
    club = begun(director)
    assert "2 of 4" in page_of(director)
    Club.objects.filter(pk=club.pk).update(wifi_name="Elm")
    assert "3 of 4" in page_of(director)
    Person.objects.create(club=club, name="Ann", short_name="Ann")
    assert "4 of 4" in page_of(director)


def test_a_club_of_before_has_nothing_to_set_up(director: Client) -> None:
    assert director.get(ADDRESS)["Location"] == reverse("club")
    assert "Set-up" not in director.get("/club/").content.decode()


@pytest.mark.parametrize(
    ("pasted", "names"),
    [
        ("Ann\nBob", ["Ann", "Bob"]),
        ("Name\tNumber\nAnn\t7\n", ["Ann"]),
        ("Smith, Ann", ["Smith, Ann"]),
    ],
)
def test_names_are_pasted(director: Client, pasted: str, names: list[str]) -> None:
    begun(director, done=2)
    page = director.post(reverse("people-in"), {"names": pasted}).content.decode()
    for name in names:
        assert name in page
    assert page.count("new") >= len(names)


def test_a_pasted_list_that_cannot_be_read_stays_in_its_field(director: Client) -> None:
    answer = director.post(reverse("people-in"), {"names": "Number,Kind\n7,member"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "7,member</textarea>" in page and 'href="#names"' in page


def test_twelve_hours_are_a_club_s_choice(house: House) -> None:
    moment = dt.datetime(2026, 11, 3, 20, 41, tzinfo=dt.UTC)
    assert clock(moment, house.club) == "20:41"
    house.club.hours = "12"
    assert clock(moment, house.club) == "8:41 PM"
    assert day_and_time(moment, house.club) == "3 November, 8:41 PM"


def test_games_of_the_country_come_first_until_the_club_has_habits(
    house: House, director: Client
) -> None:
    house.club.usual_games = ["pirate", "cairo"]
    house.club.save()
    who = [person.pk for person in house.people[:4]]
    page = director.get(reverse("sit-down-game"), {"who": who}).content.decode()
    assert page.index('value="pirate"') < page.index('value="cairo"') < page.index("All 1")
    assert "0×" not in page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_eight_taps_lead_from_the_country_to_the_first_table(open_page: Open) -> None:
    new_club("Ann")
    page: Page = open_page("/club/new/", login=HOST, **STEADY)
    taps = 0

    def tap(name: str, role: str = "button") -> None:
        nonlocal taps
        taps += 1
        page.get_by_role(role, name=name, exact=True).click()

    taps += 1
    page.get_by_role("combobox", name="Country").select_option("DE")
    tap("Choose")
    expect(page.locator("main")).to_contain_text("EUR · English · A4 · 24 hours · Europe/Berlin")
    assert look_at(page) == []
    page.get_by_label("Club name").fill("Elm Street")
    tap("Create club")
    expect(page.locator("h1")).to_contain_text("2 of 4")
    assert look_at(page) == []
    tap("Skip")
    expect(page.locator("h1")).to_contain_text("3 of 4")
    assert look_at(page) == []
    page.get_by_label("Names, one per line").fill("Ann\nBob\nCecil\nDora")
    tap("Preview")
    tap("Import members")
    expect(page.locator("h1")).to_contain_text("4 of 4")
    assert look_at(page) == []
    tap("Open the first table")
    expect(page.get_by_text("Dora")).to_be_visible()
    assert taps <= 8 and Club.objects.get(name="Elm Street").set_up_done == 4
    assert not Sitting.objects.filter(club__name="Elm Street").exists()
