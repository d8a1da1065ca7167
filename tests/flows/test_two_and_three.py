"""Three people at five hundred and stop-gap, two at Canfield dummy, from sitting down on."""

import pytest
from playwright.sync_api import expect

from tests.flows.acting import HOST, Open, Taps, new_club, open_more, press, sit_down, take_seats

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


def test_stop_gap_is_stopped_and_settled_in_hundreds(
    transactional_db: None, open_page: Open
) -> None:
    new_club("Ann", "Bob", "Cecil")
    page = open_page("/", login=HOST)
    sit_down(page, ("Ann", "Bob", "Cecil"), "stop-gap")
    take_seats(page, THREE, "Ann")
    taps = Taps(page)
    taps.choose("level", "3")
    taps.choose("denomination", "NT")
    taps.choose("declarer", "A")
    taps.choose("result", "=")
    expect(page.locator("#ask-honours")).to_contain_text("Ann & dummy")
    taps.choose("honours", "D:4")
    expect(page.locator("#sentence")).to_contain_text("Ann: 270.")
    taps.record()
    assert taps.count == 6
    open_more(page)
    page.get_by_role("link", name="Stop or change").click()
    page.locator("form[action$='break-off/'] button").first.click()
    expect(page.get_by_role("heading", name="Sheet 1, broken off")).to_be_visible()
    page.get_by_text("Why", exact=True).click()
    expect(page.locator(".pad-sums .side").first).to_have_text("270 30 rounded 300")
    expect(page.get_by_text("Bob loses to Ann")).to_be_visible()
    expect(page.locator(".amount", has_text="300")).to_have_count(2)
    page.get_by_role("button", name="Made up and agreed").click()


def test_honours_won_at_canfield_dummy(transactional_db: None, open_page: Open) -> None:
    new_club("Ann", "Bob")
    page = open_page("/", login=HOST)
    sit_down(page, ("Ann", "Bob"), "canfield-dummy")
    take_seats(page, {"A": "Ann", "B": "Bob"}, "Bob")
    taps = Taps(page)
    taps.choose("level", "2")
    taps.choose("denomination", "H")
    taps.choose("declarer", "A")
    taps.choose("result", "=")
    taps.choose("honours-A", "3")
    expect(page.locator('input[name="honours-B"][value="2"]')).to_be_checked()
    expect(page.locator("#sentence")).to_contain_text("Ann: 16 below, 24 above. Bob: 16 above.")
    taps.record()
    assert taps.count == 6
