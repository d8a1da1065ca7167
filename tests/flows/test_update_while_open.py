"""The program is updated while pages are open: each loads itself anew when that loses nothing."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from clubscore import edition
from clubscore.club.remembered import forget_what_was_read
from tests.events.evenings import Evening
from tests.flows.acting import PATIENCE, Open, Taps, key_for, open_more, wait_until
from tests.flows.test_news import two_phones
from tests.flows.test_without_a_network import at_table_one
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NEXT = "0.3.0-feedcafe"
TAP = 600  # milliseconds
STAYS = 7_000  # milliseconds: a page that loads itself anew would have done so
IS_NEXT = f"() => window.edition && window.edition.mine === '{NEXT}'"
KNOWS_NEXT = f"() => window.edition.theirs() === '{NEXT}'"
KEEPS = """async (edition) => {
    await navigator.serviceWorker.ready;
    const names = await caches.keys();
    return names.join() === `tables-${edition}` && Boolean(await caches.match(location.pathname));
}"""


@pytest.fixture
def site(transactional_db: None, settings: Any) -> Iterator[Site]:
    """A server of its own for each test: they close it."""
    settings.ALLOWED_HOSTS = ["*"]
    served = Site()
    served.open()
    yield served
    served.close()


@pytest.fixture
def update(site: Site, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Closes the server, and opens the next one in its place."""

    def to_the_next() -> None:
        site.close()
        monkeypatch.setattr(edition, "running", lambda: NEXT)
        cache.clear()  # another process would begin with nothing kept
        forget_what_was_read()
        site.open()

    return to_the_next


def stays(page: Page) -> None:
    """See that a page knows of the update, and is the one that it was."""
    page.evaluate("window.was = true")
    expect(page.locator("#touch")).to_contain_text("online", timeout=3 * PATIENCE)
    # It may have heard so by an answer, by its stream or from another tab.
    page.wait_for_function(KNOWS_NEXT, timeout=PATIENCE)
    page.wait_for_timeout(STAYS)
    assert page.evaluate("window.was && window.edition.mine") != NEXT


def goes(page: Page) -> None:
    """See that a page is of the next program, and that this was not for a moment only."""
    page.wait_for_function(IS_NEXT, timeout=3 * PATIENCE)
    page.evaluate("window.was = true")
    page.wait_for_timeout(STAYS)
    assert page.evaluate("window.was")


def test_a_page_with_nothing_begun_loads_itself_anew_once(
    open_page: Open, update: Callable[[], None]
) -> None:
    _table, page, other = two_phones(open_page)
    update()
    goes(page)
    other.wait_for_function(IS_NEXT, timeout=PATIENCE)


def test_what_is_half_entered_stays_and_its_answer_is_a_page_of_the_next_program(
    open_page: Open, update: Callable[[], None]
) -> None:
    table, page, _other = two_phones(open_page)
    key_for(page, "level", "4").click()
    update()
    stays(page)
    expect(page.locator('input[name="level"][value="4"]')).to_be_checked()
    # It goes on working: the contract is noted, and opened as a page of the next program.
    Taps(page).choose("denomination", "S")
    Taps(page).choose("declarer", "N")
    page.wait_for_function(IS_NEXT, timeout=PATIENCE)
    expect(page.locator("#noted")).to_contain_text("by Ann")
    key_for(page, "result", "=").click()
    assert not table.standing.live


def test_a_sheet_that_is_read_stays_open(open_page: Open, update: Callable[[], None]) -> None:
    _table, page, _other = two_phones(open_page)
    open_more(page)
    update()
    stays(page)
    expect(page.locator("#besides")).to_be_visible()
    page.keyboard.press("Escape")
    goes(page)


def test_a_page_does_not_go_while_fingers_are_on_it(
    open_page: Open, update: Callable[[], None]
) -> None:
    """Each tap keeps it for a second; a finger that rests there as long as it does."""
    _table, page, _other = two_phones(open_page)
    page.evaluate("window.was = true")
    update()
    page.mouse.move(4, 60)
    heard = 0
    for _tap in range(3 * STAYS // TAP):
        page.mouse.down()
        page.wait_for_timeout(TAP / 2)
        page.mouse.up()
        page.wait_for_timeout(TAP / 2)
        heard += page.evaluate(KNOWS_NEXT)
    assert heard * TAP > STAYS, "it knew too late of the update for this to say anything"
    assert page.evaluate("window.was && window.edition.mine") != NEXT
    page.mouse.down()
    page.wait_for_timeout(STAYS)
    assert page.evaluate("window.was")
    page.mouse.up()
    goes(page)


def test_a_page_that_goes_says_so_and_takes_no_tap_and_stays_if_nothing_comes(
    open_page: Open, update: Callable[[], None]
) -> None:
    """A tap would be lost with the page; where none comes in its place it is itself again."""
    page = at_table_one(Evening(6, boards=3), open_page, service_workers="block")
    page.evaluate("window.was = true")
    box = key_for(page, "level", "4").bounding_box()
    assert box is not None
    page.route(re.compile(re.escape(page.url) + "$"), lambda route: route.fulfill(status=204))
    update()
    going, four = page.locator("#going"), page.locator('input[name="level"][value="4"]')
    expect(going).to_have_text("One moment: a newer page is coming.")
    page.mouse.click(box["x"] + 9, box["y"] + 9)
    expect(four).not_to_be_checked()
    expect(going).to_have_count(0)
    assert page.evaluate("window.was")
    key_for(page, "level", "4").click()
    expect(four).to_be_checked()


def test_what_waits_on_a_phone_is_handed_in_before_its_page_goes(
    open_page: Open, update: Callable[[], None]
) -> None:
    evening = Evening(6, boards=3)
    page = at_table_one(evening, open_page, service_workers="block")
    page.route("**/waiting/", lambda route: route.abort())
    page.context.set_offline(True)
    page.get_by_role("button", name="Passed out").click()
    expect(page.locator("#touch")).to_contain_text("one result is waiting")
    update()
    page.evaluate("window.was = true")
    page.context.set_offline(False)
    page.wait_for_timeout(STAYS)
    assert page.evaluate("window.was && window.edition.mine") != NEXT
    page.unroute("**/waiting/")
    page.wait_for_function(IS_NEXT, timeout=3 * PATIENCE)
    expect(page.locator("#touch")).to_have_text("online")


def test_a_form_that_comes_back_is_a_page_of_the_next_program(
    open_page: Open, update: Callable[[], None]
) -> None:
    _table, page, _other = two_phones(open_page)
    open_more(page)
    page.get_by_label("Type the deal").fill("4S Zed")
    update()
    page.get_by_role("button", name="Record deal").click()
    page.wait_for_function(IS_NEXT, timeout=3 * PATIENCE)
    expect(page.locator(".errors")).to_contain_text("Zed")
    assert page.get_by_label("Type the deal").input_value() == "4S Zed"


def test_the_worker_of_the_next_program_has_a_store_of_its_own(
    open_page: Open, update: Callable[[], None]
) -> None:
    evening = Evening(6, boards=3)
    page = at_table_one(evening, open_page)
    wait_until(page, KEEPS, arg=edition.running())
    update()
    page.wait_for_function(IS_NEXT, timeout=3 * PATIENCE)
    # The store of before is gone, and the page that is open stands in the new one.
    wait_until(page, KEEPS, arg=NEXT, timeout=PATIENCE)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#away, #away-play").first).to_be_visible()
    assert page.evaluate(IS_NEXT)
