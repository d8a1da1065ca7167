"""The director of a small club plays too, and runs the room without learning what is to come."""

import pytest
from playwright.sync_api import expect

from clubscore.club.models import Role
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import path
from tests.flows.acting import Open, press
from tests.flows.looking import STEADY, look_at
from tests.house import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_dispute_is_passed_on_unseen_and_looked_at_only_by_choice(open_page: Open) -> None:
    evening = Evening(6)
    evening.tell(2, 3, FOUR_SPADES)
    evening.tell(2, 3, ONE_DOWN, "ew")
    make_user(evening.club, "ada", Role.DIRECTOR, evening.people[0])
    make_user(evening.club, "second", Role.DIRECTOR)
    ada = open_page(path(evening), login="ada")
    needs = ada.locator("[data-needs-you]")
    expect(needs).to_contain_text("Table 2 board 3: two versions")
    press(needs.get_by_role("button", name="Ask someone else to settle board 3"))
    expect(needs).to_contain_text("Left1 asks someone else to settle it")
    second = open_page(path(evening), login="second")
    told = second.locator("[data-needs-you]")
    expect(told).to_contain_text("4 spades by South, made, or 4 spades by South, down 1?")
    expect(told).to_contain_text("Left1 asks someone else to settle it")
    needs.get_by_role("link", name="Look").click()
    expect(ada.get_by_text("Your side has yet to play board 3")).to_be_visible()
    expect(ada.get_by_role("heading", name="Choose the result")).to_have_count(0)
    press(ada.get_by_role("button", name="Show it anyway"))
    expect(ada.get_by_role("heading", name="Choose the result")).to_be_visible()
    ada.goto(path(evening, "history/"))
    expect(ada.get_by_text("looked at board 3 before playing it")).to_be_visible()


def test_nothing_is_wrong_with_pages_that_do_not_tell(open_page: Open) -> None:
    evening = Evening(6)
    evening.tell(2, 3, FOUR_SPADES)
    evening.tell(2, 3, ONE_DOWN, "ew")
    make_user(evening.club, "ada", Role.DIRECTOR, evening.people[0])
    page = open_page(path(evening), login="ada", **STEADY)
    for rest in ("", "board/3/", "table/A2/?board=3", "at/A2/?board=3", "ranking/", "wall/"):
        page.goto(path(evening, rest))
        assert look_at(page) == [], rest
