"""The program is updated while pages are open: each loads itself anew when that loses nothing."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from clubscore import places as edition
from clubscore.club.database import forget_what_was_read
from tests.events.evenings import Evening
from tests.flows.acting import PATIENCE, Open, Taps, key_for, wait_until
from tests.flows.test_news import two_phones, with_a_clock
from tests.flows.test_without_a_network import at_table_one
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NEXT = "0.3.0-feedcafe"
STAYS = 7_000  # milliseconds of a page's clock, in which one that loads itself anew does
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
        monkeypatch.setattr(edition, "page_edition", lambda: NEXT)
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
    page.clock.run_for(STAYS)
    assert page.evaluate("window.was && window.edition.mine") != NEXT


def test_what_is_half_entered_stays_and_its_answer_is_a_page_of_the_next_program(
    open_page: Open, update: Callable[[], None]
) -> None:
    table, page, _other = two_phones(open_page)
    with_a_clock(page)
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


def test_the_worker_of_the_next_program_has_a_store_of_its_own(
    open_page: Open, update: Callable[[], None]
) -> None:
    evening = Evening(6, boards=3)
    page = at_table_one(evening, open_page)
    wait_until(page, KEEPS, arg=edition.page_edition())
    update()
    page.wait_for_function(IS_NEXT, timeout=3 * PATIENCE)
    # The store of before is gone, and the page that is open stands in the new one.
    wait_until(page, KEEPS, arg=NEXT, timeout=PATIENCE)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#away, #away-play").first).to_be_visible()
    assert page.evaluate(IS_NEXT)
