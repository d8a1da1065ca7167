"""The Players' and the Club's room in a real browser, on a phone, with and without JavaScript."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.models import Person
from tests.flows.acting import log_in, press
from tests.house import House

pytestmark = pytest.mark.browser
Open = Callable[..., Page]

WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth + 1"


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_a_list_is_brought_in_after_a_look(
    house: House, open_page: Open, tmp_path: Path, scripts: bool
) -> None:
    file = tmp_path / "members.csv"
    file.write_text("Name,Number\nIda Marchetti,117\nBob,92\n")
    """The director logs in by the form, as almost no other flow does."""
    page = open_page("/players/", java_script_enabled=scripts)
    log_in(page, house.logins["director"].username)
    page.get_by_role("link", name="Import members").click()
    page.set_input_files("input[type=file]", file)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("New: 1, changed: 1, unchanged: 0")).to_be_visible()
    assert not Person.objects.filter(name="Ida Marchetti").exists()
    page.get_by_role("button", name="Import members").click()
    page.get_by_label("Part of a name or number").fill("march")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("link", name="Ida Marchetti")).to_be_visible()
    expect(page.get_by_role("link", name="Bob")).to_have_count(0)


def test_two_directors_at_one_person(house: House, open_page: Open) -> None:
    bob, login = house.people[1], house.logins["director"].username
    pages = [open_page(f"/players/{bob.pk}/", login=login) for _each in range(2)]
    pages[0].get_by_label("Number", exact=True).fill("92")
    pages[0].get_by_role("button", name="Save", exact=True).click()
    expect(pages[0].get_by_text("member 92")).to_be_visible()
    pages[1].get_by_label("E-mail").fill("bob@example.org")
    pages[1].get_by_role("button", name="Save", exact=True).click()
    expect(pages[1].get_by_text("number: was nothing, is now 92")).to_be_visible()
    expect(pages[1].get_by_label("E-mail")).to_have_value("bob@example.org")


def test_a_club_of_ones_own_beside_the_demo(house: House, open_page: Open) -> None:
    page = open_page("/club/", login=house.logins["director"].username)
    page.get_by_role("link", name="Start my own club").click()
    page.get_by_label("Club name").fill("Elm Street")
    page.get_by_role("button", name="Create club").click()
    expect(page.get_by_role("heading", name="Set up Elm Street")).to_be_visible()
    page.goto("/club/")
    press(page.get_by_role("button", name="Open club Portland"))
    page.goto("/club/")
    expect(page.get_by_role("heading", name="Portland")).to_be_visible()


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_no_page_scrolls_sideways(house: House, open_page: Open, width: int) -> None:
    bob = house.people[1]
    page = open_page(
        "/players/",
        login=house.logins["director"].username,
        viewport={"width": width, "height": 740},
    )
    paths = ("players/", "players/add/", f"players/{bob.pk}/", f"players/{bob.pk}/same/")
    paths += ("players/in/", "club/", "club/change/", "club/house/auction/", "club/logins/add/")
    for path in paths:
        page.goto(f"/{path}")
        assert not page.evaluate(WIDER), path
