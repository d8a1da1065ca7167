"""Four people at Bolshevik: a contract without a number, doubled by two, from sitting down on."""

import pytest
from playwright.sync_api import expect

from tests.flows.acting import HOST, Open, Taps, new_club, sit_down, take_seats

pytestmark = pytest.mark.browser
FOUR = {"N": "Ann", "E": "Bob", "S": "Cecil", "W": "Dora"}
NAMES = tuple(FOUR.values())


def test_bolshevik_folds_without_a_number_and_stands_beside_the_pad(
    transactional_db: None, open_page: Open
) -> None:
    new_club(*NAMES)
    page = open_page("/", login=HOST)
    sit_down(page, NAMES, "bolshevik", "1d a point")
    take_seats(page, FOUR, "Ann")
    table = page.url
    taps = Taps(page)
    taps.choose("denomination", "BOL")
    taps.choose("declarer", "N")
    expect(page.get_by_role("heading", name="Bolshevik by Ann")).to_contain_text("no trick")
    expect(page.locator("#ask-doubled_by label")).to_have_count(3)
    taps.choose("doubled_by", "E")
    taps.choose("doubled_by", "W")
    taps.choose("result", "-2")
    expect(page.locator("#sentence")).to_contain_text(
        "Bolshevik by Ann, doubled by Bob and Dora. Tricks taken: 2."
    )
    expect(page.locator("#sentence")).to_contain_text("Ann loses 5000.")
    taps.record()
    assert taps.count == 6
    page.goto(table + "pad/")
    expect(page.locator(".ledger")).to_contain_text("Bolshevik")
    expect(page.locator(".ledger dd")).to_have_text(["−5000", "+2000", "+1000", "+2000"])
