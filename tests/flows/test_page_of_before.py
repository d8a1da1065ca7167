"""A phone whose page is of the program before: the server was updated while results waited on it.

The scripts are those of the version before, as it landed; its page did not yet know of news that a
stream brings, so nothing of that stands in the page.
"""

import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from clubscore.events.models import ResultRevision
from tests.events.evenings import Evening
from tests.flows.acting import PATIENCE, Open
from tests.flows.test_without_a_network import arrive_once, at_table_one, tell_twenty_while_away

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SCRIPTS = Path(__file__).parents[1] / "backups" / "scripts_before.zip"
NEW_IN_THE_PAGE = (
    r"news=[\w-]+&amp;",
    r", news(?=\")",
    r"<script src=\"[^\"]*news\.js\"[^>]*></script>",
    r"<script src=\"[^\"]*secure\.js\"[^>]*></script>",
)


def open_as_before(page: Page) -> list[str]:
    """Open a page again as the program before gave it; return which of its scripts came."""
    came: list[str] = []
    with zipfile.ZipFile(SCRIPTS) as packed:
        scripts = {name: packed.read(name).decode() for name in packed.namelist()}

    def script(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        came.append(name)
        route.fulfill(body=scripts[name], content_type="text/javascript")

    def html(route: Route) -> None:
        answer = route.fetch()
        text = answer.text()
        for each in NEW_IN_THE_PAGE:
            text, found = re.subn(each, "", text)
            assert found, f"{each} is not in the page"
        route.fulfill(response=answer, body=text)

    page.route(re.compile(r"/static/js/\w+\.js$"), script)
    page.route(page.url, html, times=1)
    page.reload()
    return came


def test_twenty_results_of_an_old_page_arrive_once_after_the_update(open_page: Open) -> None:
    evening = Evening(6, boards=5)
    # Without the worker, which would bring the scripts from its own store.
    page = at_table_one(evening, open_page, service_workers="block")
    came = open_as_before(page)
    expect(page.locator("#entry")).to_be_visible()
    assert {"outbox.js", "away.js", "entry.js"} <= {*came} and "news.js" not in came
    assert page.evaluate("typeof window.newsStream") == "undefined"
    boards, second = tell_twenty_while_away(page, evening)
    assert len(boards) + len(second) == 10
    # From here on everything that is fetched is of this program.
    page.unroute_all()
    arrive_once(page, evening, boards, second)
    assert ResultRevision.objects.filter(table=1).count() == 20


def test_an_old_page_asks_and_is_told_and_the_next_one_is_new(open_page: Open) -> None:
    evening = Evening(6, boards=5)
    # Without the worker, which would bring the scripts from its own store.
    page = at_table_one(evening, open_page, service_workers="block")
    open_as_before(page)
    board = evening.table(1).place.boards[0]
    evening.tell(1, board, {"contract": "4S", "declarer": "S", "tricks": 10}, "ns")
    expect(page.get_by_role("button", name=re.compile(": yes")).first).to_be_visible(
        timeout=PATIENCE
    )
    page.unroute_all()
    page.reload()
    page.wait_for_function("() => window.newsStream && window.newsStream.knows()")
