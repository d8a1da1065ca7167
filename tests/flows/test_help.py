"""The help of a page as a sheet over it, by keys."""

import pytest
from playwright.sync_api import expect

from tests.flows.acting import HOST, Open, new_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_help_opens_over_its_page_and_gives_the_focus_back(open_page: Open) -> None:
    new_club("Ann", "Bob")
    page = open_page("/players/", login=HOST)
    key = page.locator(".foot").get_by_role("link", name="How does this work?")
    key.press("Enter")
    title = page.locator("#drawer h2")
    expect(title).to_have_text("Players")
    expect(title).to_be_focused()
    page.keyboard.press("Escape")
    expect(title).not_to_be_visible()
    expect(key).to_be_focused()
    assert page.url.endswith("/players/")


def test_more_leads_to_the_help_of_the_page_under_it(open_page: Open) -> None:
    new_club("Ann", "Bob")
    page = open_page("/results/", login=HOST)
    page.keyboard.press("Control+k")
    page.locator("#more").get_by_role("link", name="How does this work?").click()
    expect(page.locator("#drawer h2")).to_have_text("Results and the season")
    page.locator("#drawer").get_by_role("button", name="Close").click()
    expect(page.locator("#drawer")).not_to_be_visible()


def test_without_a_script_the_help_is_a_page(open_page: Open) -> None:
    new_club("Ann", "Bob")
    page = open_page("/players/", login=HOST, java_script_enabled=False)
    page.locator(".foot").get_by_role("link", name="How does this work?").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Players")
    assert page.url.endswith("/help/players/")
