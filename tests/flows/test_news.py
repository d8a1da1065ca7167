"""Phones hear of a change by a stream: fewer questions, sooner news, never worse than asking."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from clubscore.club.access import Actor
from clubscore.club.safe import in_place
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.sitting.phones import let_phones_in, take_back_link
from clubscore.tableside.secret_addresses import token_of
from tests.events.evenings import Evening
from tests.flows.acting import (
    PATIENCE,
    Open,
    comes_anew,
    hold_the_page_that_comes,
    open_more,
)
from tests.flows.test_without_a_network import at_table_one
from tests.rubbers.tables import Table
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
QUIET = 9_000  # milliseconds: a page that asks would have asked twice
NOTE_WHAT_IS_SAID = """() => {
  const voice = document.getElementById("say");
  window.said = [];
  new MutationObserver(() => voice.textContent && window.said.push(voice.textContent))
    .observe(voice, { childList: true, characterData: true, subtree: true });
}"""
# What the answer to its own entry is to the page's script.
NEWER_THAN_HEARD = """() => {
  const news = document.getElementById("news");
  news.setAttribute("hx-get", news.getAttribute("hx-get").replace(/seen=\\d+/, "seen=999"));
  document.dispatchEvent(new CustomEvent("outbox:page"));
}"""
NOTE_THE_SIGN = """() => {
  const sign = document.getElementById("touch");
  window.said = [sign.textContent];
  new MutationObserver(() => window.said.push(sign.textContent))
    .observe(sign, { childList: true, characterData: true, subtree: true });
}"""


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


def own_pages(page: Page) -> list[str]:
    """Note from now on how often a page fetches itself anew."""
    fetched: list[str] = []

    def note(request: Request) -> None:
        if comes_anew(request):
            fetched.append(request.url)

    page.on("request", note)
    return fetched


def hears(page: Page) -> None:
    """Wait until a page's stream brought what holds."""
    page.wait_for_function("() => window.newsStream && window.newsStream.knows()")


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
    asked, fetched = (questions(one), questions(other)), (own_pages(one), own_pages(other))
    one.wait_for_timeout(QUIET)
    assert asked == fetched == ([], [])
    table.record({"bid": "4S", "declarer": "N", "tricks": 10, "honours": {}})
    begun = time.monotonic()
    expect(one.locator("h1")).to_contain_text("Deal 2", timeout=PATIENCE)
    expect(other.locator("h1")).to_contain_text("Deal 2", timeout=PATIENCE)
    assert time.monotonic() - begun < PATIENCE / 1000
    # Each fetched its page once for the change, asked nothing, and is quiet again.
    one.wait_for_timeout(QUIET)
    assert asked == ([], []) and [len(each) for each in fetched] == [1, 1]


def test_ears_are_told_what_the_page_that_came_anew_shows(open_page: Open) -> None:
    table, one, _other = two_phones(open_page)
    one.locator("#touch").wait_for()
    one.evaluate(NOTE_WHAT_IS_SAID)
    table.record({"bid": "4S", "declarer": "N", "tricks": 10, "honours": {}})
    expect(one.locator("h1")).to_contain_text("Deal 2", timeout=PATIENCE)
    one.wait_for_function("() => window.said.length")
    [said] = one.evaluate("() => window.said")
    assert said.startswith("Deal 1 was recorded on another phone by ") and "4 spades" in said


def test_a_page_that_comes_too_late_leaves_what_was_tapped_and_then_asks(open_page: Open) -> None:
    table, one, _other = two_phones(open_page)
    held = hold_the_page_that_comes(one)
    with one.expect_request(comes_anew):
        table.record({"bid": "4S", "declarer": "N", "tricks": 10, "honours": {}})
    one.locator('label:has(input[name="level"][value="3"])').first.click()
    held[0].continue_()
    expect(one.locator("#news")).to_contain_text("Deal 1 was recorded on another phone by")
    assert one.locator('input[name="level"][value="3"]').first.is_checked()


def test_a_page_that_is_newer_than_what_was_heard_asks_and_stays(open_page: Open) -> None:
    """After its own entry a page may know more than the stream has said."""
    _table, one, _other = two_phones(open_page)
    asked, fetched = questions(one), own_pages(one)
    one.evaluate(NEWER_THAN_HEARD)
    one.wait_for_timeout(QUIET / 3)
    assert asked and not fetched
    expect(one.locator("h1")).to_contain_text("Deal 1")


def test_what_is_half_typed_or_tapped_stays_when_another_phone_changes_the_table(
    open_page: Open,
) -> None:
    table, one, other = two_phones(open_page)
    open_more(one)
    one.get_by_label("Type the deal").press_sequentially("4S An")
    other.locator('label:has(input[name="level"][value="3"])').first.click()
    asked = questions(one), questions(other)
    table.record({"bid": "4S", "declarer": "N", "tricks": 10, "honours": {}})
    one.wait_for_timeout(QUIET)
    # At once, and then every three seconds as a page that hears nothing.
    assert 1 <= len(asked[0]) <= 5 and 1 <= len(asked[1]) <= 5
    assert one.get_by_label("Type the deal").input_value() == "4S An"
    assert other.locator('input[name="level"][value="3"]').first.is_checked()


def test_what_is_to_be_corrected_stays_when_another_phone_changes_the_table(
    open_page: Open,
) -> None:
    table, one, _other = two_phones(open_page)
    open_more(one)
    one.get_by_label("Type the deal").fill("4S Zed")
    one.get_by_role("button", name="Record deal").click()
    expect(one.locator(".errors")).to_contain_text("Zed")
    table.record({"bid": "4S", "declarer": "N", "tricks": 10, "honours": {}})
    expect(one.locator("#news")).to_contain_text("recorded on another phone")
    one.wait_for_timeout(QUIET)
    expect(one.locator(".errors")).to_contain_text("Zed")
    assert one.get_by_label("Type the deal").input_value() == "4S Zed"


def test_a_result_at_an_event_reaches_the_other_sides_phone(open_page: Open) -> None:
    evening = Evening(6, boards=3)
    page = at_table_one(evening, open_page)
    hears(page)
    asked = questions(page)
    page.wait_for_timeout(QUIET)
    assert asked == []
    board = evening.table(1).place.boards[0]
    evening.tell(1, board, {"contract": "4S", "declarer": "S", "tricks": 10}, "ns")
    expect(page.get_by_role("button", name=re.compile(": yes")).first).to_be_visible()


def test_a_table_whose_code_is_taken_back_says_so(open_page: Open) -> None:
    table, one, _other = two_phones(open_page)
    take_back_link(sitting=table.sitting, key=new_key(), actor=Actor())
    one.wait_for_function("() => !window.newsStream.knows()")
    with one.expect_response(lambda answer: "/live/" in answer.url and answer.status == 403):
        pass


def test_a_server_that_closes_and_comes_back_is_noticed(open_page: Open, site: Site) -> None:
    table, one, _other = two_phones(open_page)
    site.close()
    expect(one.locator("#touch")).to_contain_text("offline since", timeout=PATIENCE)
    site.open()
    expect(one.locator("#touch")).to_have_text("online", timeout=3 * PATIENCE)
    table.record({"bid": "4S", "declarer": "N", "tricks": 10, "honours": {}})
    expect(one.locator("h1")).to_contain_text("Deal 2", timeout=PATIENCE)
    hears(one)


def test_a_database_that_is_away_is_noticed_as_by_asking(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, one, _other = two_phones(open_page)
    with monkeypatch.context() as away:
        away.setattr(in_place, "gone", lambda: "The database is away.")
        expect(one.locator("#touch")).to_contain_text("offline since", timeout=PATIENCE)
        one.evaluate(NOTE_THE_SIGN)
        one.wait_for_timeout(QUIET)
        assert all("offline since" in said for said in one.evaluate("() => window.said"))
    expect(one.locator("#touch")).to_have_text("online", timeout=3 * PATIENCE)
    table.record({"bid": "4S", "declarer": "N", "tricks": 10, "honours": {}})
    expect(one.locator("h1")).to_contain_text("Deal 2", timeout=PATIENCE)


def test_a_page_on_its_way_to_another_is_led_nowhere_else(open_page: Open) -> None:
    table, one, other = two_phones(open_page)
    asked, fetched = questions(one), (own_pages(one), own_pages(other))
    one.evaluate("() => { document.dispatchEvent(new CustomEvent('page:leaves')); }")
    table.record({"bid": "4S", "declarer": "N", "tricks": 10, "honours": {}})
    expect(other.locator("h1")).to_contain_text("Deal 2", timeout=PATIENCE)
    assert not asked and not fetched[0] and fetched[1]


def test_a_page_that_cannot_be_brought_up_to_date_runs_into_no_error(open_page: Open) -> None:
    table, one, _other = two_phones(open_page)
    one.route(re.compile(r"/table/\d+/$"), lambda route: route.abort())
    with one.expect_event("requestfailed", timeout=PATIENCE):
        table.record({"bid": "4S", "declarer": "N", "tricks": 10, "honours": {}})
    expect(one.locator("#touch")).to_contain_text("offline since", timeout=PATIENCE)


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
    tab.goto(one.url)
    hears(tab)
    asked = questions(tab)
    tab.wait_for_timeout(QUIET)
    assert opened == [] and asked == []
    table.record({"bid": "4S", "declarer": "N", "tricks": 10, "honours": {}})
    expect(tab.locator("h1")).to_contain_text("Deal 2", timeout=PATIENCE)
    # The one that held the stream goes; the other takes it over.
    one.close()
    hears(tab)
    tab.wait_for_function("() => window.newsStream.holds()")
    assert len(opened) == 1


def test_what_a_proxy_keeps_to_itself_is_not_waited_for(open_page: Open) -> None:
    table = Table("auction")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    page = open_page("/login")

    def late(route: Any) -> None:
        """Pass on at the end of the stream, which is never."""

    page.route("**/news/", late)
    page.goto(f"/t/{token_of(link.nonce)}/")
    page.get_by_role("button", name="the table's phone").click()
    expect(page.locator("#entry")).to_be_visible()
    asked = questions(page)
    page.wait_for_timeout(QUIET)
    assert len(asked) >= 2
    table.record({"bid": "4S", "declarer": "N", "tricks": 10, "honours": {}})
    expect(page.locator("h1")).to_contain_text("Deal 2", timeout=PATIENCE)


def test_without_streams_pages_ask_as_they_always_did(open_page: Open) -> None:
    page = open_page("/login")
    page.context.add_init_script("delete window.EventSource")
    table = Table("auction")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    page.goto(f"/t/{token_of(link.nonce)}/")
    page.get_by_role("button", name="the table's phone").click()
    expect(page.locator("#entry")).to_be_visible()
    asked = questions(page)
    page.wait_for_timeout(QUIET)
    assert len(asked) >= 2
