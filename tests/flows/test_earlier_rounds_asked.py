"""A phone asks about a board of an earlier round, and the director settles it: by tapping."""

import pytest
from playwright.sync_api import expect

from tests.flows.acting import HOST, Open, Taps
from tests.flows.looking import STEADY, look_at
from tests.flows.test_result_fits import long_evening
from tests.flows.test_without_a_network import at_table_one

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_what_was_wrong_an_hour_ago_reaches_the_director(open_page: Open) -> None:
    evening = long_evening()
    evening.play()
    evening.next_round()
    page = at_table_one(evening, open_page)
    taps = Taps(page)
    taps.tap(page.get_by_role("link", name="More"))
    taps.tap(page.get_by_role("link", name="Earlier rounds"))
    page.get_by_label("What was wrong?").fill("West played it")
    taps.tap(page.get_by_role("button", name="Ask the director"))
    expect(page.get_by_text("The director has been asked.")).to_be_visible()
    assert taps.count == 3
    assert look_at(page) == []
    director = open_page(f"/event/{evening.event.pk}/", login=HOST, **STEADY)
    expect(director.get_by_role("heading", name="Needs you (1)")).to_be_visible()
    director.get_by_role("link", name="Look").click()
    expect(director.get_by_text("ask: West played it")).to_be_visible()
    assert look_at(director) == []
    director.get_by_role("button", name="Keep this result").click()
    director.get_by_label("Other").fill("Both sides say South")
    director.get_by_role("button", name="Save", exact=True).click()
    expect(director.get_by_text("ask: West played it")).to_have_count(0)
    director.goto(f"/event/{evening.event.pk}/")
    expect(director.get_by_text("Nothing to do")).to_be_visible()
    page.reload()
    expect(page.get_by_text("The director has settled it.")).to_be_visible()
