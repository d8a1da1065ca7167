"""Deals that wait on a card table's phone: changed and taken out there, and counted from there."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.rubbers.phones import let_phones_in
from clubscore.rubbers.selectors import new_key
from clubscore.web.phones import token_of
from tests.flows.acting import PATIENCE, Open, Taps, wait_until
from tests.flows.looking import STEADY
from tests.rubbers.tables import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def enter(page: Page, number: int, *answers: tuple[str, str]) -> None:
    """Tap a deal and record it where nobody answers."""
    expect(page.get_by_role("heading", name=f"Deal {number} · ")).to_be_visible()
    for question, answer in answers:
        Taps(page).choose(question, answer)
    page.get_by_role("button", name="Record", exact=True).click()


def deal(bid: str, declarer: str, result: str) -> list[tuple[str, str]]:
    """Return the taps of a deal."""
    contract = [("level", bid[0]), ("denomination", bid[1:]), ("declarer", declarer)]
    return [*contract, ("result", result)]


def come_back(page: Page) -> None:
    """Give the network back, and wait until everything is in."""
    page.context.set_offline(False)
    expect(page.locator("#touch")).to_have_text("online", timeout=3 * PATIENCE)
    expect(page.locator("#waits")).to_be_hidden()
    expect(page.locator("#away")).to_have_count(0)


def test_a_page_opened_again_offline_goes_on_after_the_deals_that_wait(open_page: Open) -> None:
    table = Table("auction")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    page = open_page(f"/t/{token_of(link.nonce)}/", **STEADY)
    with page.expect_response(re.compile("/ahead/$")):
        page.get_by_role("button", name="the table's phone").click()
    kept = """async () => {
        await navigator.serviceWorker.ready;
        return Boolean(await caches.match(location.pathname))
            && Boolean(await caches.match(location.pathname + "ahead/"));
    }"""
    # The first page came before the worker did; from the second on it keeps what comes.
    wait_until(page, "() => navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    wait_until(page, kept)
    page.context.set_offline(True)
    expect(page.locator("#away")).to_be_visible()
    enter(page, 1, *deal("2S", "N", "="))
    expect(page.get_by_role("heading", name="Deal 2 · ")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Deal 2 · ")).to_be_visible()
    expect(page.locator("#counted-here")).to_have_text("Counted here, with 1 deal waiting")
    enter(page, 2, *deal("1NT", "E", "="))
    come_back(page)
    assert [each.facts["bid"] for each in table.standing.live] == ["2S", "1NT"]
