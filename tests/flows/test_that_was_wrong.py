"""An agreed result is corrected at the table: by tapping, on one phone and on two."""

import re

import pytest
from playwright.sync_api import expect

from tests.events.evenings import FOUR_SPADES
from tests.flows.acting import HOST, Open, Taps
from tests.flows.test_result_fits import TELLS, long_evening, measured
from tests.flows.test_without_a_network import at_table_one

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_that_was_wrong_takes_five_taps_and_nobody_else(open_page: Open) -> None:
    evening = long_evening()
    page = at_table_one(evening, open_page)
    board = evening.table(1).place.boards[0]
    for question, answer in TELLS:
        Taps(page).choose(question, answer)
    page.get_by_role("button", name=re.compile("Hand to")).click()
    page.get_by_role("button", name=": yes").first.click()
    expect(page.get_by_text(re.compile(r"^\s*Agreed "))).to_be_visible()
    taps, seen = Taps(page), []
    taps.tap(page.get_by_role("link", name="That was wrong"))
    expect(page.locator("#entry")).to_be_visible()
    expect(page.locator('input[name="level"][value="4"]')).to_be_checked()
    seen.append(measured(page, "filled in"))
    taps.choose("declarer", "N")
    taps.choose("result", "-1")
    expect(page.locator("#sentence .sentence")).to_contain_text("50")
    taps.tap(page.get_by_role("button", name=re.compile("Hand to")))
    expect(page.get_by_text("the other side says that this was wrong")).to_be_visible()
    assert evening.standing(1, board).facts == FOUR_SPADES
    seen.append(measured(page, "the other side's word"))
    taps.tap(page.get_by_role("button", name=": yes").first)
    expect(page.get_by_text("Corrected by both sides.")).to_be_visible()
    seen.append(measured(page, "corrected"))
    assert evening.standing(1, board).facts == FOUR_SPADES | {"declarer": "N", "tricks": 9}
    assert [fault for one in seen for fault in one.wrong()] == []
    assert taps.count == 5
    director = open_page(f"/event/{evening.event.pk}/", login=HOST)
    expect(director.get_by_text("Nothing to do")).to_be_visible()
    expect(director.get_by_text(f"Table 1, board {board}: corrected by both sides")).to_be_visible()
    director.goto(f"/event/{evening.event.pk}/table/A1/?board={board}")
    expect(director.locator(".history li")).to_have_count(4)
