"""Three people at five hundred by its schedule, from sitting down on."""

import pytest
from playwright.sync_api import expect

from tests.flows.acting import HOST, Open, Taps, new_club, press, sit_down, take_seats

pytestmark = pytest.mark.browser
THREE = {"A": "Ann", "B": "Bob", "C": "Cecil"}


def test_five_hundred_by_schedule_and_everybodys_tricks(
    transactional_db: None, open_page: Open
) -> None:
    new_club("Ann", "Bob", "Cecil")
    page = open_page("/", login=HOST)
    sit_down(page, ("Ann", "Bob", "Cecil"), "five-hundred", "1d a point")
    take_seats(page, THREE, "Ann")
    table = page.url
    taps = Taps(page)
    taps.choose("bid", "7H")
    taps.choose("declarer", "A")
    expect(page.get_by_role("heading", name="7")).to_contain_text("needs 7 tricks")
    taps.choose("tricks-A", "8")
    taps.choose("tricks-B", "2")
    # The third player's tricks fill themselves.
    expect(page.locator('input[name="tricks-C"][value="0"]')).to_be_checked()
    expect(page.locator("#sentence")).to_contain_text("Ann: 200. Bob: 20.")
    taps.record()
    assert taps.count == 5
    page.get_by_role("link", name="Passed out").click()
    Taps(page).record()
    expect(page.locator(".strip")).to_contain_text("needs 300")
    taps = Taps(page)
    taps.choose("bid", "10NT")
    taps.choose("declarer", "A")
    taps.choose("tricks-A", "10")
    taps.choose("tricks-B", "0")
    expect(page.locator("#sentence")).to_contain_text("Game to Ann.")
    page.locator("#sentence button").click()
    expect(page.get_by_role("heading", name="Game 1 · Ann wins")).to_be_visible()
    press(page.get_by_role("button", name="Made up and agreed"))
    page.goto(table + "pad/")
    expect(page.locator(".pad-word")).to_have_text("Points")
    expect(page.locator(".pad-sums .side").first).to_contain_text("720")
