"""The caddy's list on a phone: reached from a table by two taps, and it follows the rounds."""

import pytest
from playwright.sync_api import expect

from tests.events.evenings import Evening
from tests.flows.acting import Open, Taps
from tests.flows.looking import look_at
from tests.flows.test_without_a_network import at_table_one

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_phone_at_a_table_reads_what_to_carry(open_page: Open) -> None:
    evening = Evening(12, boards=2)
    page = at_table_one(evening, open_page)
    taps = Taps(page)
    taps.tap(page.get_by_role("link", name="More"))
    taps.tap(page.get_by_role("link", name="Boards to carry"))
    assert taps.count == 2
    expect(page.get_by_role("heading", name="After round 1")).to_be_visible()
    row = page.get_by_role("row", name="9–10 4 stand")
    expect(row).to_be_visible()
    # All that moves is on the first screen.
    box = page.locator("table").first.bounding_box()
    assert box is not None and box["y"] + box["height"] <= 740
    assert look_at(page) == []
    evening.play()
    evening.next_round()
    expect(page.get_by_role("heading", name="After round 2")).to_be_visible()
