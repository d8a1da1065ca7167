"""The law book by taps, with and without a script: from a game, a figure and a page to a law."""

import pytest
from playwright.sync_api import expect

from clubscore.club.models import Role
from tests.flows.acting import HOST, Open
from tests.house import make_user
from tests.rubbers.tables import LAWS_BLOCK, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("script", [True, False])
def test_from_a_game_to_a_law_and_on_to_the_next(open_page: Open, script: bool) -> None:
    page = open_page("/games/straight-bridge/", java_script_enabled=script)
    page.get_by_role("link", name="The laws it goes by").click()
    page.get_by_label("A number, a page or words").fill("law 87")
    page.get_by_role("button", name="Find").click()
    expect(page.get_by_role("heading", name="Straight Bridge: one passage")).to_be_visible()
    page.get_by_role("link", name="Law 87 · The Revoke").click()
    expect(page.locator("h1")).to_have_text("Law 87")
    expect(page.locator("article")).to_contain_text("Can be claimed for as many revokes")
    expect(page.locator(".printed")).to_have_text("page 17")
    page.get_by_role("link", name="Next Law 88").click()
    expect(page.locator("h1")).to_have_text("Law 88")
    page.locator("a.back").click()
    expect(page.locator("h1")).to_have_text("The Revoke")


def test_from_a_figure_of_a_score_to_the_law_it_goes_by(open_page: Open) -> None:
    table = Table("straight-bridge")
    make_user(table.club, HOST, Role.DIRECTOR)
    table.record(LAWS_BLOCK[0])
    page = open_page(f"/table/{table.sitting.pk}/pad/", login=HOST)
    page.get_by_role("link", name="Why? Deal 1").click()
    page.get_by_role("link", name="Laws of Bridge 1899, law 4, p. 1").click()
    expect(page.locator("h1")).to_have_text("Law 4")
    expect(page.locator("article")).to_contain_text("eight points when hearts are trumps")


def test_a_page_of_the_book_is_led_to_by_its_number(open_page: Open) -> None:
    page = open_page("/games/laws/auction-bridge-variations-1923/pirate-bridge/#p95")
    mark = page.locator("#p95")
    expect(mark).to_be_in_viewport()
    # In the margin: to the left of the line that begins the page.
    box, text = mark.bounding_box(), page.locator("article section p").first.bounding_box()
    assert box is not None and text is not None
    assert box["x"] + box["width"] <= text["x"]


def test_no_line_is_longer_than_can_be_read(open_page: Open) -> None:
    page = open_page(
        "/games/laws/laws-of-bridge-1899/amenities/", viewport={"width": 1280, "height": 900}
    )
    size = page.evaluate(
        "parseFloat(getComputedStyle(document.querySelector('article section p')).fontSize)"
    )
    longest = page.evaluate(
        "Math.max(...[...document.querySelectorAll('article section p')]"
        ".map((p) => p.getBoundingClientRect().width))"
    )
    # Some 75 letters of half an em.
    assert longest <= size * 38
