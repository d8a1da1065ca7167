"""The director's room: what is urgent first, unusual results folded, three columns on the desk."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.events.directing import call_director
from clubscore.events.models import Event
from tests.conftest import PHONE
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK = {"width": 1280, "height": 800}
FAR = {"contract": "7NT", "declarer": "S", "tricks": 0}
COLUMNS = """() => [...document.querySelectorAll(".room-now > .stack")].map((each) => {
  const box = each.getBoundingClientRect();
  return { top: box.top, left: box.left, bottom: box.bottom,
           first: each.querySelector("h2, .key").getBoundingClientRect().top };
})"""
FITS = "() => [document.documentElement.scrollHeight, document.documentElement.scrollWidth]"


def busy() -> Evening:
    """Fourteen pairs in their fifth round: three odd results, a dispute, then a call."""
    evening = Evening(14, boards=4, club=new_club())
    for _round in range(4):
        evening.play()
        evening.next_round()
    for number in (1, 2, 3):
        board = evening.table(number).place.boards[0]
        for side in ("ns", "ew"):
            evening.tell(number, board, FAR, side)
    board = evening.table(4).place.boards[1]
    evening.tell(4, board, FOUR_SPADES)
    evening.tell(4, board, ONE_DOWN, "ew")
    call_director(section=evening.section, table=5, why="", actor=evening.actor)
    return evening


def open_room(evening: Evening, open_page: Open, size: dict[str, int]) -> Page:
    """Open the room as a director who does not play."""
    page = open_page("/", login=HOST, **STEADY | {"viewport": size})
    page.goto(f"/event/{evening.event.pk}/")
    return page


def test_three_columns_end_at_the_fold(open_page: Open) -> None:
    page = open_room(busy(), open_page, DESK)
    columns = page.evaluate(COLUMNS)
    assert len(columns) == 3
    assert len({each["top"] for each in columns}) == 1
    assert [each["left"] for each in columns] == sorted({each["left"] for each in columns})
    assert all(each["bottom"] <= DESK["height"] for each in columns)
    assert page.evaluate(FITS) == [DESK["height"], DESK["width"]]
    for part in ("Needs you (3)", "Tables"):
        expect(page.get_by_role("heading", name=part)).to_be_in_viewport()
    for name in (re.compile("^Next round"), "Pause"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport()
    expect(page.get_by_label("A result, like 14 4SX-2 E")).to_be_in_viewport()
    # What is further down is reached within its column, and the page stays.
    page.get_by_text("Finish the session", exact=True).click()
    page.get_by_role("button", name="Finish session").scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="Finish session")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0
    assert look_at(page) == []


def test_a_call_stands_first_and_unusual_results_are_one_line(open_page: Open) -> None:
    evening = busy()
    page = open_room(evening, open_page, DESK)
    lines = page.locator("[data-needs-you] > li")
    expect(lines).to_have_count(3)
    for at, words in enumerate(("Table 5 Director", "Table 4 board", "3 unusual results")):
        expect(lines.nth(at)).to_contain_text(re.compile(words.replace(" ", r"\s+")))
    expect(page.get_by_text("is unlike the rest").first).to_be_hidden()
    page.get_by_text("3 unusual results").click()
    expect(page.get_by_text("is unlike the rest")).to_have_count(3)
    expect(page.get_by_text("is unlike the rest").last).to_be_visible()
    # It stays unfolded while the room goes on.
    call_director(section=evening.section, table=6, why="", actor=evening.actor)
    expect(page.get_by_role("heading", name="Needs you (4)")).to_be_visible()
    expect(page.get_by_text("is unlike the rest").last).to_be_visible()
    page.locator("#odd-results").get_by_role("link", name="Look").first.click()
    expect(page).to_have_url(re.compile("/table/A[123]/"))


def test_needs_and_tables_are_the_first_screen_of_a_phone(open_page: Open) -> None:
    evening = busy()
    page = open_room(evening, open_page, PHONE)
    bar = page.locator(".rooms").bounding_box()
    tables = page.locator(".tables .key").last.bounding_box()
    assert bar is not None and tables is not None
    assert tables["y"] + tables["height"] <= bar["y"]
    expect(page.get_by_role("heading", name="Needs you (3)")).to_be_in_viewport()
    assert look_at(page) == []


def test_one_unusual_result_is_not_folded(open_page: Open) -> None:
    evening = busy()
    for number in (2, 3):
        board = evening.table(number).place.boards[0]
        evening.type_slip(number, {board: FOUR_SPADES})
    Event.objects.update(name="Tuesday pairs")
    page = open_room(evening, open_page, DESK)
    expect(page.get_by_text("is unlike the rest")).to_be_visible()
    expect(page.locator("#odd-results")).to_have_count(0)
