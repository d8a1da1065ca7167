"""The network drops during an evening: what is entered waits, and comes in once, in order."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from clubscore.events import phones as events
from clubscore.events.models import ResultRevision
from clubscore.web.phones import token_of
from tests.events.evenings import Evening
from tests.flows.acting import PATIENCE, TOOK_ALONG, Open, Taps, wait_until
from tests.flows.looking import STEADY, look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TOLD = (("level", "4"), ("denomination", "S"), ("declarer", "S"))


def at_table_one(evening: Evening, open_page: Open, **options: Any) -> Page:
    """Open the table's own phone at the first table; all four are here."""
    events.let_phones_in(section=evening.section, key="codes", actor=evening.actor)
    page = open_page(
        f"/e/{token_of(events.links_of(evening.section)[0].nonce)}/", **STEADY, **options
    )
    page.get_by_role("button", name="the table's phone").click()
    page.get_by_role("button", name="Yes", exact=True).click()
    expect(page.locator("#entry")).to_be_visible()
    # The line may be cut from now on: the phone has what it fills in then.
    page.wait_for_function(TOOK_ALONG)
    return page


def tap(page: Page, result: str = "=") -> None:
    """Tap a result."""
    taps = Taps(page)
    for question, answer in (*TOLD, ("result", result)):
        taps.choose(question, answer)


def tell_twenty_while_away(page: Page, evening: Evening) -> tuple[list[int], list[int]]:
    """Enter ten boards of two rounds for both sides, out of touch; return the boards of each."""
    tap(page)
    # In the very moment of handing over: what was tapped stays.
    page.route(re.compile("/(tell|waiting)/$"), lambda route: route.abort())
    page.get_by_role("button", name=re.compile("Hand to")).click()
    expect(page.locator("#away-confirm")).to_be_visible()
    page.context.set_offline(True)
    page.unroute(re.compile("/(tell|waiting)/$"))
    expect(page.locator("#touch")).to_have_text(
        re.compile(r"offline since \d+:\d\d · one result is waiting on this phone")
    )
    boards = evening.table(1).place.boards
    page.get_by_role("button", name=re.compile(": yes")).first.click()
    for number in (2, 4, 6, 8):
        tap(page, "-1")
        page.get_by_role("button", name="Record", exact=True).click()
        expect(page.locator("#waits-count")).to_contain_text(f"{number + 1} results are waiting")
        page.get_by_role("button", name=re.compile(": yes")).first.click()
    expect(page.get_by_text("Round finished here")).to_be_visible()
    page.get_by_role("button", name="Go to round 2").click()
    title = page.locator("#away-who").or_(page.locator("h1#who")).first
    expect(title).to_have_text("Table 1, round 2 of 3")
    second = evening.room.plan(evening.section).places[2, 1].boards
    for _board in second:
        page.get_by_role("button", name="Passed out").click()
        page.get_by_role("button", name=re.compile(": yes")).first.click()
    expect(page.locator("#touch")).to_contain_text("20 results are waiting on this phone")
    assert not ResultRevision.objects.exists()
    return [*boards], [*second]


def arrive_once(
    page: Page, evening: Evening, boards: list[int], second: list[int], *, is_new: bool = True
) -> None:
    """Come back into touch: everything comes in once and in its order, each round in its time.

    A page of the program before has its title where nothing puts a new one.
    """
    for table in evening.room.tables()[1:]:
        for board in table.place.boards:
            for side in ("ns", "ew"):
                evening.tell(table.number, board, {"passed_out": True}, side)
    others = ResultRevision.objects.count()
    page.context.set_offline(False)
    # Round 2 has not begun at the server: only the first ten can count, the others wait.
    expect(page.locator("#waits-list")).to_contain_text("Round 2 has not started", timeout=PATIENCE)
    refused = page.locator("#waits-list").text_content()
    assert ResultRevision.objects.count() == others + 10, refused
    evening.next_round()
    expect(page.locator("#touch")).to_have_text("online", timeout=3 * PATIENCE)
    expect(page.locator("#waits")).to_be_hidden()
    if is_new:
        expect(page.get_by_role("heading", name="Table 1, round 2 of 3")).to_be_visible()
    revisions = ResultRevision.objects.filter(table=1, section=evening.section).order_by("pk")
    told = [(each.round, each.board, each.side) for each in revisions]
    assert told == [
        (number, board, side)
        for number, due in ((1, boards), (2, second))
        for board in due
        for side in ("ns", "ew")
    ]
    assert {each.kind for each in revisions} == {"told", "agreed"}


def test_twenty_results_wait_on_an_open_page_and_arrive_once_in_order(open_page: Open) -> None:
    evening = Evening(6, boards=5)
    page = at_table_one(evening, open_page)
    arrive_once(page, evening, *tell_twenty_while_away(page, evening))


def test_what_waits_is_handed_in_by_a_code(open_page: Open) -> None:
    evening = Evening(6, boards=3)
    page = at_table_one(evening, open_page)
    # Where a worker is allowed, as on the loopback address, the page opens again without a network.
    kept = """async () => {
        await navigator.serviceWorker.ready;
        return window.outbox && Boolean(await caches.match(location.pathname));
    }"""
    wait_until(page, kept)
    page.context.set_offline(True)
    page.get_by_role("button", name="Passed out").click()
    expect(page.locator("#touch")).to_contain_text("one result is waiting")
    page.reload()
    expect(page.locator("#away-confirm")).to_be_visible()
    page.get_by_role("button", name=re.compile(": yes")).first.click()
    for _board in range(2):
        page.get_by_role("button", name="Passed out").click()
        page.get_by_role("button", name=re.compile(": yes")).first.click()
    expect(page.locator("#touch")).to_contain_text("6 results are waiting")
    page.get_by_role("button", name="Hand in by code").click()
    expect(page.locator("#waits-code svg")).to_be_visible()
    assert look_at(page) == []
    addresses = set()
    while page.locator("#waits-address").get_attribute("href") not in addresses:
        addresses.add(page.locator("#waits-address").get_attribute("href"))
        following = page.get_by_role("button", name="Next code")
        if following.is_visible():
            following.click()
    for address in sorted(filter(None, addresses)):
        other = open_page(address, **STEADY)
        assert look_at(other, closely=address == min(filter(None, addresses))) == []
        other.get_by_role("button", name=re.compile(r"Hand in \d result")).click()
        expect(other.get_by_text(re.compile(r"results? (is|are) in"))).to_be_visible()
    assert ResultRevision.objects.count() == 6
    page.context.set_offline(False)
    expect(page.locator("#touch")).to_have_text("online", timeout=3 * PATIENCE)
    assert ResultRevision.objects.count() == 6
