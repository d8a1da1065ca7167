"""The search by keys: it opens over any page, and the first thing found is chosen."""

import pytest
from playwright.sync_api import expect

from tests.flows.acting import HOST, Open, new_club

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_control_k_opens_the_search_and_enter_the_first_thing_found(open_page: Open) -> None:
    new_club("Ann", "Bob")
    page = open_page("/", login=HOST)
    page.keyboard.press("Control+k")
    field = page.get_by_role("searchbox")
    expect(field).to_be_focused()
    field.fill("bob")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="People")).to_be_visible()
    expect(page.get_by_role("link", name="Bob")).to_be_focused()
    page.keyboard.press("Control+k")
    expect(page.locator("main").get_by_role("searchbox")).to_be_focused()
    expect(page.locator("#more")).not_to_be_visible()
