"""Phones hear of a change by the stream of a real server; all else of it tests/js has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from clubscore.rubbers.phones import let_phones_in
from clubscore.rubbers.selectors import new_key
from clubscore.web.phones import token_of
from tests.flows.acting import PATIENCE, Open, comes_anew
from tests.rubbers.tables import Table
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
QUIET = 9_000  # milliseconds of a page's clock, in which one that asks asks three times


@pytest.fixture
def site(transactional_db: None, settings: Any) -> Iterator[Site]:
    """A server of its own for each test: some of them close it."""
    settings.ALLOWED_HOSTS = ["*"]
    served = Site()
    served.open()
    yield served
    served.close()


def questions(page: Page) -> list[str]:
    """Note from now on what a page asks by itself, `/news/` and its signs of life aside."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if "about=" in request.url:
            asked.append(request.url)

    page.on("request", note)
    return asked


def hears(page: Page) -> None:
    """Wait until a page's stream brought what holds."""
    page.wait_for_function("() => window.newsStream && window.newsStream.knows()")


def own_pages(page: Page) -> list[str]:
    """Note from now on how often a page fetches itself anew."""
    fetched: list[str] = []
    page.on("request", lambda each: fetched.append(each.url) if comes_anew(each) else None)
    return fetched


def with_a_clock(page: Page) -> None:
    """Open a page again with a clock that the test can turn on."""
    page.clock.install()
    page.reload()
    hears(page)


def two_phones(open_page: Open) -> tuple[Table, Page, Page]:
    table = Table("auction")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    pages = []
    for _phone in range(2):
        page = open_page(f"/t/{token_of(link.nonce)}/")
        page.get_by_role("button", name="the table's phone").click()
        expect(page.locator("#entry")).to_be_visible()
        hears(page)
        pages.append(page)
    return table, pages[0], pages[1]


def test_a_deal_of_one_phone_is_seen_at_the_other_and_nobody_asks(open_page: Open) -> None:
    table, one, other = two_phones(open_page)
    for page in (one, other):
        with_a_clock(page)
    asked, fetched = (questions(one), questions(other)), (own_pages(one), own_pages(other))
    for page in (one, other):
        page.clock.run_for(QUIET)
    assert asked == fetched == ([], [])
    table.record({"bid": "4S", "declarer": "N", "tricks": 10, "honours": {}})
    expect(one.locator("h1")).to_contain_text("Deal 2", timeout=PATIENCE)
    expect(other.locator("h1")).to_contain_text("Deal 2", timeout=PATIENCE)
    # Each fetched its page once for the change, asked nothing, and is quiet again.
    for page in (one, other):
        hears(page)
        page.clock.run_for(QUIET)
    assert asked == ([], []) and [len(each) for each in fetched] == [1, 1]


def test_a_server_that_closes_and_comes_back_is_noticed(open_page: Open, site: Site) -> None:
    table, one, _other = two_phones(open_page)
    site.close()
    expect(one.locator("#touch")).to_contain_text("offline since", timeout=PATIENCE)
    site.open()
    expect(one.locator("#touch")).to_have_text("online", timeout=3 * PATIENCE)
    table.record({"bid": "4S", "declarer": "N", "tricks": 10, "honours": {}})
    expect(one.locator("h1")).to_contain_text("Deal 2", timeout=PATIENCE)
    hears(one)


def streams(page: Page) -> list[str]:
    opened: list[str] = []
    page.on(
        "request", lambda each: opened.append(each.url) if each.url.endswith("/news/") else None
    )
    return opened


def test_the_tabs_of_a_browser_share_one_stream(open_page: Open, site: Site) -> None:
    table, one, _other = two_phones(open_page)
    tab = one.context.new_page()
    opened = streams(tab)
    tab.clock.install()
    tab.goto(one.url)
    hears(tab)
    asked = questions(tab)
    tab.clock.run_for(QUIET)
    assert opened == [] and asked == []
    table.record({"bid": "4S", "declarer": "N", "tricks": 10, "honours": {}})
    expect(tab.locator("h1")).to_contain_text("Deal 2", timeout=PATIENCE)
    # The one that held the stream goes; the other takes it over.
    one.close()
    hears(tab)
    tab.wait_for_function("() => window.newsStream.holds()")
    assert len(opened) == 1
