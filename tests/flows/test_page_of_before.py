"""A phone whose page is of the program before: the server was updated while it was open.

Pages, scripts, styles and outboxes are those that phones had before (tests/backups/keep_phones.py).
Of each page only the secrets of its reader are put in anew.
"""

import re
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from clubscore.events.models import ResultRevision
from tests.backups.keep_phones import KEPT
from tests.conftest import PATIENT
from tests.events.evenings import Evening
from tests.flows.acting import PATIENCE, Taps, key_for, open_more
from tests.flows.capture_pages import card_table, play_away
from tests.flows.test_without_a_network import (
    arrive_once,
    at_table_one,
    tap,
    tell_twenty_while_away,
)
from tests.flows.two_doors import NAME, BothDoors
from tests.rubbers.tables import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True, reset_sequences=True)]
# Where the page of now says to its reader what stands in a page of before as {token} and {pass}.
OWN = {
    "{token}": 'document.querySelector("[name=csrfmiddlewaretoken]").value',
    "{pass}": 'document.querySelector("[data-pass]").dataset.pass',
}
OLD = "() => document.readyState === 'complete' && window.newsStream && !window.edition"
# The page of now stands there whole: a sheet that is opened before its last script came is closed.
NEW = "() => Boolean(window.edition) && document.readyState === 'complete'"
BEGUN = """() => !window.edition && ["level", "denomination", "declarer", "result"]
  .every((name) => document.querySelector(`#entry input[name=${name}]:checked`))"""
TOOK_ALONG = """() => performance.getEntriesByType("resource")
  .some((each) => each.name.endsWith("/ahead/") && each.responseEnd)"""


def kept(name: str) -> bytes:
    """Return a file as phones had it."""
    with zipfile.ZipFile(KEPT) as packed:
        return packed.read(name)


@dataclass
class Phones:
    """Phones that come in over plain http or https, without a worker that would keep scripts."""

    phone: Callable[..., Page]
    doors: BothDoors
    base: str

    def __call__(self, path: str, **_options: Any) -> Page:
        """Open a page as the program of now gives it."""
        page = self.phone(trusts=True, service_workers="block")
        page.add_init_script(PATIENT)
        page.goto(f"{self.base}{path}")
        return page

    def as_before(self, page: Page, name: str) -> None:
        """Open a page again as the program before gave it, with its scripts and styles."""
        # Scripts have names of their own in each edition, or the browser would take those it has.
        text = re.sub(r"/static/(js|css)/", r"/before/static/\1/", kept(name).decode())
        for place, own in OWN.items():
            text = text.replace(place, page.evaluate(own))
        kinds = {".js": "text/javascript", ".css": "text/css"}
        with zipfile.ZipFile(KEPT) as packed:
            self.doors.instead = {
                f"/before/{each}": (kinds[Path(each).suffix], packed.read(each))
                for each in packed.namelist()
                if each.startswith("static/")
            }
        path = urlsplit(page.url).path
        self.doors.instead[path] = ("text/html", text.encode())
        page.reload()
        page.wait_for_function(OLD)
        expect(page.locator("#entry")).to_be_visible()
        # From here on every page that is fetched is of this program.
        del self.doors.instead[path]


@pytest.fixture
def opened(request: Any, phone: Callable[..., Page], doors: BothDoors) -> Phones:
    """Phones over plain http or https, as a test says."""
    port = doors.secure_port if request.param == "https" else doors.port
    return Phones(phone, doors, f"{request.param}://{NAME}:{port}")


def begin_as_before(opened: Phones, page: Page) -> None:
    """Open a tournament's page of before and begin to enter: from then on it is not led on.

    It may be led on while the first keys are tapped, and what was tapped so far goes with it.
    """
    for _attempt in range(10):
        opened.as_before(page, "event.html")
        tap(page)
        if page.evaluate(BEGUN):
            return
    pytest.fail("the page of before was led on each time before anything was entered")


@pytest.mark.parametrize("opened", ["https"], indirect=True)
def test_twenty_results_of_an_old_page_arrive_once_after_the_update(opened: Phones) -> None:
    evening = Evening(6, boards=5)
    page = at_table_one(evening, opened)
    begin_as_before(opened, page)
    boards, second = tell_twenty_while_away(page, evening)
    assert len(boards) + len(second) == 10
    arrive_once(page, evening, boards, second)
    assert ResultRevision.objects.filter(table=1).count() == 20
    page.wait_for_function(NEW, timeout=PATIENCE)


@pytest.mark.parametrize("opened", ["http"], indirect=True)
def test_three_deals_of_an_old_page_arrive_once_after_the_update(opened: Phones) -> None:
    table, page = card_table(opened)
    opened.as_before(page, "deal.html")
    page.wait_for_function(TOOK_ALONG)
    play_away(page)
    page.context.set_offline(False)
    expect(page.locator("#touch")).to_have_text("online", timeout=3 * PATIENCE)
    expect(page.get_by_role("heading", name="Deal 4 · ")).to_be_visible()
    assert [deal.facts["declarer"] for deal in table.standing.live] == ["N", "E", "S"]
    page.wait_for_function(NEW, timeout=PATIENCE)


@pytest.mark.parametrize("opened", ["http"], indirect=True)
def test_an_old_page_is_led_on_once_nothing_is_half_entered(opened: Phones) -> None:
    table, page = card_table(opened)
    opened.as_before(page, "deal.html")
    key_for(page, "level", "4").click()
    table.record({"bid": "4S", "declarer": "N", "tricks": 10, "honours": {}})
    expect(page.locator("#news")).to_contain_text("was recorded by", timeout=PATIENCE)
    # What was tapped stays, however often the page hears of it.
    expect(page.locator('input[name="level"][value="4"]')).to_be_checked()
    assert not page.evaluate(NEW)
    page.reload()
    page.wait_for_function(NEW, timeout=PATIENCE)
    open_more(page)
    expect(page.locator("#besides")).to_be_visible()


@pytest.mark.parametrize("opened", ["https"], indirect=True)
def test_an_old_page_that_records_is_led_on(opened: Phones) -> None:
    table, page = card_table(opened)
    opened.as_before(page, "deal.html")
    answers = {"level": "4", "denomination": "S", "declarer": "N", "result": "="}
    for name, value in answers.items():
        Taps(page).choose(name, value)
    page.locator("#sentence button").click()
    page.wait_for_function(NEW, timeout=PATIENCE)
    # Its sheets open: scripts and page are of one kind again. The answer to what was refused may
    # come over a sheet that was just opened; then it is opened once more.
    open_more(page)
    sheet = page.locator("#besides")
    with suppress(AssertionError):
        expect(sheet).to_be_visible(timeout=PATIENCE / 10)
    if sheet.is_hidden():
        open_more(page)
    expect(sheet).to_be_visible()
    assert isinstance(table, Table)
