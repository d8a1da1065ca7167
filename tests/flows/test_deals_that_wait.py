"""Deals that wait on a card table's phone: changed and taken out there, and counted from there."""

import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from clubscore.rubbers.locks import new_key
from clubscore.rubbers.sitting.phones import let_phones_in
from clubscore.tableside.secret_addresses import token_of
from tests.flows.acting import PATIENCE, Open, Taps, key_for, wait_until
from tests.flows.looking import STEADY, look_at
from tests.rubbers.seven_table import SevenTables
from tests.rubbers.tables import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def out_of_touch(table: Table | SevenTables, open_page: Open) -> Page:
    """Open the table's own phone, and take the network from it."""
    sitting = table.sitting if isinstance(table, Table) else table.sitting(1)
    link = let_phones_in(sitting=sitting, key=new_key(), actor=table.actor)
    page = open_page(f"/t/{token_of(link.nonce)}/", **STEADY)
    with page.expect_response(re.compile("/ahead/$")):
        page.get_by_role("button", name="the table's phone").click()
    expect(page.locator("#entry")).to_be_visible()
    page.context.set_offline(True)
    expect(page.locator("#away")).to_be_visible()
    return page


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


def waiting(page: Page) -> Locator:
    """Open the list of the deals that wait, and return its rows."""
    if page.locator("#waits-open").get_attribute("open") is None:
        page.locator("#waits-open > summary").click()
    return page.locator("#waits-deals > li")


def come_back(page: Page) -> None:
    """Give the network back, and wait until everything is in."""
    page.context.set_offline(False)
    expect(page.locator("#touch")).to_have_text("online", timeout=3 * PATIENCE)
    expect(page.locator("#waits")).to_be_hidden()
    expect(page.locator("#away")).to_have_count(0)


def lose(route: Route) -> None:
    """Let a request reach the server, and its answer get lost; no page waits for it in vain."""
    try:
        route.fetch(timeout=PATIENCE)
    finally:
        route.abort()


def test_a_deal_that_waits_is_changed_and_comes_in_once_as_it_is_now(open_page: Open) -> None:
    table = Table("auction")
    page = out_of_touch(table, open_page)
    enter(page, 1, *deal("2S", "N", "="))
    enter(page, 2, *deal("1NT", "E", "-1"))
    rows = waiting(page)
    expect(rows.nth(0)).to_contain_text("Deal 1 · 2 spades by Ann, made.")
    expect(rows.nth(1)).to_contain_text("Deal 2 · 1 no-trump by Cecil, down 1.")
    # What is half entered of the third deal comes back after the first was changed.
    Taps(page).choose("level", "5")
    rows.nth(0).get_by_role("button", name="Change").click()
    expect(page.get_by_role("heading", name="Deal 1 · Ann deals")).to_be_visible()
    for name, value in (*deal("2S", "N", "="), ("doubling", "0")):
        expect(page.locator(f'#away input[name="{name}"][value="{value}"]')).to_be_checked()
    expect(page.locator('#away input[name="level"][value="5"]')).not_to_be_checked()
    assert look_at(page) == []
    Taps(page).choose("level", "3")
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.get_by_role("heading", name="Deal 3 · ")).to_be_visible()
    expect(page.locator('#away input[name="level"][value="5"]')).to_be_checked()
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("Deal 1 · 3 spades by Ann, made.")
    # Opened and left as it was, it stays so.
    rows.nth(1).get_by_role("button", name="Change").click()
    Taps(page).choose("level", "7")
    page.get_by_role("button", name="Keep it as it was").click()
    expect(rows.nth(1)).to_contain_text("1 no-trump by Cecil")
    for open_row in page.locator('#away input[name="level"]:checked').all():
        expect(open_row).to_have_value("5")
    page.evaluate("document.querySelector('#entry').reset()")
    come_back(page)
    facts = [(each.facts["bid"], each.facts["declarer"]) for each in table.standing.live]
    assert facts == [("3S", "N"), ("1NT", "E")]
    assert table.standing.live[0].rivals == ()


def test_a_deal_that_waits_is_taken_out_after_one_question(open_page: Open) -> None:
    table = Table("auction")
    page = out_of_touch(table, open_page)
    for number, bid in enumerate(("1C", "1D", "1H"), start=1):
        enter(page, number, *deal(bid, "N", "="))
    rows = waiting(page)
    rows.nth(1).get_by_role("button", name="Remove").click()
    expect(rows.nth(1)).to_contain_text("Remove deal 2? It is only on this phone.")
    assert look_at(page) == []
    rows.nth(1).get_by_role("button", name="Keep it").click()
    expect(rows).to_have_count(3)
    rows.nth(1).get_by_role("button", name="Remove").click()
    rows.nth(1).get_by_role("button", name="Remove it").click()
    expect(rows).to_have_count(2)
    expect(rows.nth(1)).to_contain_text("Deal 2 · 1 heart by Ann")
    expect(page.get_by_role("heading", name="Deal 3 · ")).to_be_visible()
    come_back(page)
    assert [each.facts["bid"] for each in table.standing.live] == ["1C", "1H"]


def test_a_deal_that_was_sent_and_not_answered_is_left_alone(open_page: Open) -> None:
    table = Table("auction")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    page = open_page(f"/t/{token_of(link.nonce)}/", **STEADY)
    with page.expect_response(re.compile("/ahead/$")):
        page.get_by_role("button", name="the table's phone").click()
    for question, answer in deal("2S", "N", "=")[:3]:
        Taps(page).choose(question, answer)
    expect(page.locator("#noted")).to_be_visible()
    Taps(page).choose("result", "=")
    key_for(page, "honours", "none").click()
    expect(page.locator("#sentence button")).not_to_have_attribute("aria-disabled", "true")
    # It reaches the server, and the answer gets lost.
    page.route(re.compile("/record/$"), lose)
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Record", exact=True).click()
    page.context.set_offline(True)
    expect(page.locator("#away")).to_be_visible()
    row = waiting(page)
    expect(row).to_contain_text("Sent, with no answer yet")
    expect(row.get_by_role("button")).to_have_count(0)
    come_back(page)
    assert len(table.standing.live) == 1


def test_the_strip_counts_what_waits_or_says_only_how_much(open_page: Open) -> None:
    table = Table("auction")
    page = out_of_touch(table, open_page)
    strip, note = page.locator("#page .strip > li"), page.locator("#counted-here")
    expect(strip.nth(0)).to_contain_text("needs 30")
    enter(page, 1, *deal("2S", "N", "="), ("honours", "D:4"))
    expect(strip.nth(0)).to_contain_text("needs 12")
    expect(note).to_have_text("Counted here, with 1 deal waiting")
    enter(page, 2, *deal("3NT", "E", "="))
    expect(strip.nth(1).locator("b")).to_have_text("0")
    expect(strip.nth(1)).to_contain_text("needs 30 · 1 game")
    expect(note).to_have_text("Counted here, with 2 deals waiting")
    assert look_at(page) == []
    # A revoke is in no table: the phone says what waits, and the server's last figures stay.
    for question, answer in deal("1C", "S", "="):
        Taps(page).choose(question, answer)
    page.locator("[data-opens=else]").click()
    page.locator("#else summary").filter(has_text="A revoke").first.click()
    key_for(page, "revoke-1", "E").click()
    key_for(page, "penalty-1", "points").click()
    page.locator("#else [data-close]").click()
    page.get_by_role("button", name="Record", exact=True).click()
    expect(note).to_have_text("3 deals waiting")
    expect(strip.nth(0)).to_contain_text("needs 30")
    waiting(page).nth(2).get_by_role("button", name="Remove").click()
    page.get_by_role("button", name="Remove it").click()
    expect(note).to_have_text("Counted here, with 2 deals waiting")
    come_back(page)
    sheet = table.standing.sheet
    assert (sheet.needs, sheet.games_now) == ({"NS": 30, "EW": 30}, {"NS": 0, "EW": 1})


def test_each_deal_of_chicago_offline_says_who_is_vulnerable(open_page: Open) -> None:
    table = Table("chicago")
    page = out_of_touch(table, open_page)
    for number, vulnerable in enumerate(("none", "EW", "NS", "both"), start=1):
        expect(page.get_by_role("heading", name=f"Deal {number} · ")).to_be_visible()
        expect(page.locator(f'input[name=vulnerable][value="{vulnerable}"]')).to_be_checked()
        enter(page, number, *deal("1C", "NESW"[number - 1], "="))
    expect(page.locator("#counted-here")).to_contain_text("The rubber is over")
    come_back_to_agree(page)
    told = [each.facts["vulnerable"] for each in table.standing.live]
    assert told == ["none", "EW", "NS", "both"]


def come_back_to_agree(page: Page) -> None:
    """Give the network back after the last deal of a rubber: the table goes on to its slip."""
    page.context.set_offline(False)
    page.wait_for_url(re.compile("/over/|/table/"), timeout=3 * PATIENCE)
    expect(page.locator("#away")).to_have_count(0, timeout=3 * PATIENCE)


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


def test_the_one_deal_that_waits_at_a_table_of_the_seven_is_counted_and_changed(
    open_page: Open,
) -> None:
    seven = SevenTables({"amount": "5s", "currency": "LSD", "per": 100})
    page = out_of_touch(seven, open_page)
    expect(page.get_by_role("heading", name="The seven play on")).to_be_visible()
    enter(page, 1, *deal("3S", "N", "="))
    # Nobody knows who comes over: there is no form for another deal, and the sum stands.
    expect(page.locator("#entry")).to_have_count(0)
    expect(page.locator("#counted-here")).to_be_visible()
    expect(page.locator(".strip b").first).to_have_text("27")
    assert look_at(page) == []
    rows = waiting(page)
    expect(rows).to_have_count(1)
    rows.first.get_by_role("button", name="Change").click()
    Taps(page).choose("denomination", "C")
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.locator(".strip b").first).to_have_text("18")
    expect(page.locator("#entry")).to_have_count(0)
    come_back(page)
    assert [each.facts["bid"] for each in seven.standing(1).live] == ["3C"]
    assert seven.standing(1).sheet.below_now["NS"] == 18
