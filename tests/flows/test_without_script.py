"""The same pages with JavaScript switched off: plain forms, a whole rubber."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.models import Entry
from tests.flows.acting import HOST, Open, key_for, new_club, press, sit_down

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


CONTRACT = ("level", "denomination", "doubling", "declarer")


def enter(page: Page, **answers: str) -> None:
    """Answer the questions of a deal, the contract's on a page of their own, and press Record."""
    for name in filter(answers.__contains__, CONTRACT):
        key_for(page, name, answers.pop(name)).click()
    on = page.get_by_role("button", name="On to the play")
    if on.is_visible():
        on.click()
        expect(page.locator("h2.contract")).to_be_visible()
    for name, value in answers.items():
        key_for(page, name, value).click()
    # Until it can count the key says what is missing; without a script it says so to the end.
    page.locator("#sentence button").click(force=True)


def test_a_whole_rubber_by_plain_forms(open_page: Open) -> None:
    new_club("Ann", "Bob", "Cecil", "Dora")
    page = open_page("/", login=HOST, java_script_enabled=False)
    sit_down(page, ("Ann", "Bob", "Cecil", "Dora"), "auction", "5s a hundred")
    page.get_by_role("button", name="Start the first deal").click()
    table = page.url
    enter(page, level="4", denomination="S", declarer="N", result="=", honours="D:3")
    expect(page.get_by_role("heading", name="Deal 2")).to_be_visible()
    # A contract noted before the play, and the result afterwards.
    for name, value in (("level", "1"), ("denomination", "H"), ("declarer", "E")):
        key_for(page, name, value).click()
    page.get_by_role("button", name="On to the play").click()
    expect(page.locator("h2.contract")).to_contain_text("Bob")
    enter(page, result="-1")
    expect(page.locator("#sentence")).to_contain_text("One side holds at least three honours")
    page.get_by_role("button", name="No one claims: record").click()
    expect(page.get_by_role("heading", name="Deal 3")).to_be_visible()
    page.get_by_role("button", name="Undo deal 2").click()
    expect(page.get_by_role("heading", name="Deal 2 ·")).to_be_visible()
    page.get_by_role("button", name="Passed out").click()
    enter(page, level="3", denomination="NT", declarer="S", result="+1", honours="none")
    expect(page.get_by_role("heading", name="Rubber 1 · Ann & Cecil")).to_be_visible()
    press(page.get_by_role("button", name="Made up and agreed"))
    page.goto(table + "slip/")
    page.get_by_role("button", name="Paid").first.click()
    expect(page.get_by_text("paid").first).to_be_visible()
    assert Entry.objects.filter(kind="payment").count() == 1
    page.goto(table + "pad/")
    expect(page.get_by_role("link", name="Why? Deal 1")).to_be_visible()
    page.get_by_role("link", name="Why? Deal 1").click()
    expect(page.get_by_text("36").first).to_be_visible()
