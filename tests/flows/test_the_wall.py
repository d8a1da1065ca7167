"""The wall of a tournament: read from across the room, it turns by itself and needs no hand."""

import datetime as dt

import pytest
from playwright.sync_api import Page, expect

from clubscore.club import clock
from clubscore.club.models import Person
from clubscore.events.directing import call_director, show_ranking
from clubscore.events.models import Event
from tests.events.evenings import Evening
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, look_at
from tests.flows.test_deal_fits import LONG

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WALL = {"width": 1280, "height": 720}
# The size of every text that is shown, and what is cut off or lies outside.
TEXTS = """() => {
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (walk.nextNode()) {
    const own = walk.currentNode.parentElement, range = document.createRange();
    range.selectNodeContents(walk.currentNode);
    const box = range.getBoundingClientRect();
    if (!walk.currentNode.textContent.trim() || !own.checkVisibility({ opacityProperty: true })
        || own.closest(".visually-hidden") || box.width < 2) { continue; }
    found.push({ text: walk.currentNode.textContent.trim().slice(0, 40),
                 size: parseFloat(getComputedStyle(own).fontSize),
                 inside: box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1
                   && box.left >= -1 && box.top >= -1 });
  }
  return found;
}"""


def turned(page: Page) -> float:
    """Let the clock of the page run until the first half turns; return how long, in seconds."""
    before, seconds = half(page), 0.0
    while half(page) == before and seconds < 60:
        page.clock.run_for(500)
        seconds += 0.5
    return seconds


def big_evening() -> Evening:
    """Fifteen tables of the longest of short names, in the second round."""
    club = new_club()
    people = tuple(
        Person.objects.create(club=club, name=f"{LONG[n % 4]} {n}", short_name=LONG[n % 4])
        for n in range(60)
    )
    evening = Evening(30, boards=2, club=club, people=people)
    evening.play()
    evening.next_round()
    return evening


def open_wall(evening: Evening, open_page: Open, size: dict[str, int] = WALL) -> Page:
    """Open the wall with a clock that the test turns."""
    page = open_page("/", login=HOST, **STEADY | {"viewport": size})
    page.clock.install()
    page.goto(f"/event/{evening.event.pk}/wall/")
    expect(page.locator("[data-of]").first).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)
    return page


def half(page: Page) -> tuple[str | None, str | None]:
    """Which page of how many the first half shows."""
    first = page.locator("[data-turns]").first
    return first.get_attribute("data-page"), first.get_attribute("data-of")


def test_fifteen_tables_are_read_from_afar_and_turn_every_twenty_seconds(open_page: Open) -> None:
    evening = big_evening()
    call_director(section=evening.section, table=6, why="", actor=evening.actor)
    page = open_wall(evening, open_page)
    assert page.locator("nav, .rooms").count() == 0
    expect(page.get_by_text("table 6: the director comes")).to_be_visible()
    expect(page.get_by_text("North–South stay.")).to_be_visible()
    expect(page.get_by_text("East–West go up one table.")).to_be_visible()
    expect(page.get_by_text("Boards go down one table.")).to_be_visible()
    of = int(half(page)[1] or 0)
    assert of > 1
    turned(page)
    seen: set[str] = set()
    for _turn in range(of):
        texts = page.evaluate(TEXTS)
        assert [each for each in texts if each["size"] < 28 or not each["inside"]] == []
        seen |= {*page.locator(".wall-rows > li:not([hidden]) > b:first-child").all_inner_texts()}
        assert 19 <= turned(page) <= 21
    assert {str(n) for n in range(1, 16)} <= seen


def test_a_round_over_time_says_so_in_words(open_page: Open) -> None:
    evening = big_evening()
    Event.objects.update(ends_at=clock.now() - dt.timedelta(minutes=2, seconds=5))
    page = open_wall(evening, open_page)
    expect(page.get_by_text("over time by 2 minutes")).to_be_visible()
    assert look_at(page, closely=False) == []


def test_the_ranking_turns_by_ten_and_its_last_page_rests(open_page: Open) -> None:
    evening = big_evening()
    show_ranking(event=evening.event, shown=True, key="open", actor=evening.actor)
    page = open_wall(evening, open_page)
    assert page.locator("tbody tr:visible").count() <= 10
    pages = int(half(page)[1] or 0)
    assert pages > 1
    turned(page)
    while half(page)[0] != str(pages):
        assert 19 <= turned(page) <= 21
    assert 39 <= turned(page) <= 41
    assert half(page)[0] == "1"


def test_the_way_out_comes_by_esc_or_a_tap(open_page: Open) -> None:
    evening = big_evening()
    page = open_wall(evening, open_page)
    leave = page.get_by_role("link", name="Leave the wall")
    assert leave.evaluate("each => getComputedStyle(each).opacity") == "0"
    page.keyboard.press("Escape")
    assert leave.evaluate("each => getComputedStyle(each).opacity") == "1"
    leave.click()
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()
