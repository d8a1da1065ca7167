"""What a phone shows of where it is, and its keys out of touch, take no more than their line."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.models import Role
from clubscore.events.models import Event
from clubscore.rubbers.phones import let_phones_in
from clubscore.rubbers.selectors import new_key
from clubscore.web.phones import token_of
from tests.events.evenings import Evening
from tests.flows.acting import HOST, Open
from tests.flows.test_without_a_network import at_table_one
from tests.house import make_user
from tests.rubbers.tables import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LINE = 48  # pixels of CSS
# Two lines of a sentence over a row of keys.
DOCK = 128
HEIGHT = "(part) => document.querySelector(part).getBoundingClientRect().height"
LONGEST = "Tuesday pairs of Featherstonehaugh and Cholmondeley for the Whitcombe cup fin"


def height(page: Page, part: str) -> float:
    """Return how high a part of a page is, as a reader sees it."""
    return float(page.evaluate(HEIGHT, part))


def go_away(page: Page) -> None:
    """Cut the line, and wait until the page is one that is out of touch."""
    page.context.set_offline(True)
    expect(page.locator("#touch")).to_contain_text("offline since")
    expect(page.locator("#away")).to_be_visible()


def test_title_clock_sign_and_letters_share_a_line_at_a_tournament(open_page: Open) -> None:
    evening = Evening(6, boards=3)
    Event.objects.update(name=LONGEST)
    make_user(evening.club, HOST, Role.DIRECTOR)
    page = at_table_one(evening, open_page)
    assert "Table 1, round 1 of 3" in page.inner_text("h1")
    assert height(page, "#top") == LINE
    expect(page.locator("#touch")).to_have_text("online")
    go_away(page)
    assert height(page, "#top") == LINE
    # What is cut from the sign are whole words, and the clock goes on.
    assert height(page, "#touch") < 30
    expect(page.locator("#top [data-clock]")).to_be_visible()
    director = open_page(f"/event/{evening.event.pk}/at/A1/", login=HOST)
    assert height(director, "#top") == LINE
    # The way back bears the event's name, as much of it as there is room for.
    director.goto(f"/event/{evening.event.pk}/settings/")
    expect(director.get_by_role("link", name=LONGEST)).to_be_visible()
    assert height(director, "#top") == LINE
    director.set_viewport_size({"width": 320, "height": 740})
    assert height(director, "#top") == LINE
    assert director.evaluate("document.documentElement.scrollWidth") == 320


def test_the_dock_of_a_deal_stays_low_out_of_touch(open_page: Open) -> None:
    table = Table("auction")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    page = open_page(f"/t/{token_of(link.nonce)}/")
    with page.expect_response(lambda answer: answer.url.endswith("/ahead/")):
        page.get_by_role("button", name="the table's phone").click()
    expect(page.locator("#entry")).to_be_visible()
    go_away(page)
    expect(page.get_by_role("button", name="Passed out")).to_be_visible()
    assert height(page, ".dock") <= DOCK
    assert height(page, "#top") == LINE
    record = page.get_by_role("button", name="Record", exact=True).bounding_box()
    passed = page.get_by_role("button", name="Passed out").bounding_box()
    assert record is not None and passed is not None
    assert record["y"] == passed["y"] and record["x"] > passed["x"] + passed["width"]
    assert record["width"] > passed["width"] and record["height"] >= 44
