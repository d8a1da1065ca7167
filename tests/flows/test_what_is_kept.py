"""What a browser keeps: what was typed, for going back; a table's page, as long as it is let in."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.events.phones import take_back_links
from clubscore.rubbers.selectors import new_key
from tests.events.evenings import Evening
from tests.flows.acting import HOST, PATIENCE, Open, new_club, wait_until
from tests.flows.test_without_a_network import at_table_one

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
KEPT = "async () => (await caches.keys()).some((name) => name.startsWith('tables-'))"
IS_KEPT = """async () => {
    await navigator.serviceWorker.ready;
    return window.outbox && Boolean(await caches.match(location.pathname));
}"""


def test_going_back_loses_nothing_typed(open_page: Open) -> None:
    new_club("Ann", "Bob")
    page = open_page("/club/change/", login=HOST)
    page.fill("[name=name]", "Elm Street")
    page.select_option("[name=currency]", "EUR")
    page.uncheck("[name=plays_for_money]")
    page.fill("[name=wifi_password]", "secret of the Wi-Fi")
    page.get_by_role("link", name="Games", exact=True).first.click()
    expect(page).to_have_url(re.compile("/games/"))
    page.go_back()
    expect(page.locator("[name=name]")).to_have_value("Elm Street")
    expect(page.locator("[name=currency]")).to_have_value("EUR")
    expect(page.locator("[name=plays_for_money]")).not_to_be_checked()
    # The same page opened anew begins as the club stands.
    page.goto("/players/")
    page.goto("/club/change/")
    expect(page.locator("[name=name]")).to_have_value("Portland")
    page.go_back()
    page.go_back()
    expect(page.locator("[name=name]")).to_have_value("Elm Street")


def its_page_goes(page: Page) -> None:
    """See that a phone that is let in no more shows and keeps nothing of its table."""
    expect(page).to_have_url(re.compile(r":\d+/$"), timeout=3 * PATIENCE)
    wait_until(page, f"async () => !(await ({KEPT})())")
    expect(page.locator("body")).to_contain_text("scan the code")
    page.context.set_offline(True)
    with pytest.raises(Exception, match="ERR_"):
        page.go_back()


def test_an_events_phone_that_is_let_in_no_more_keeps_nothing(open_page: Open) -> None:
    evening = Evening(6, boards=3)
    page = at_table_one(evening, open_page)
    wait_until(page, IS_KEPT)
    take_back_links(section=evening.section, key=new_key(), actor=evening.actor)
    its_page_goes(page)


def test_what_waits_is_not_thrown_away_with_the_page(open_page: Open) -> None:
    evening = Evening(6, boards=3)
    page = at_table_one(evening, open_page)
    wait_until(page, IS_KEPT)
    page.context.set_offline(True)
    page.get_by_role("button", name="Passed out").click()
    expect(page.locator("#touch")).to_contain_text("one result is waiting")
    take_back_links(section=evening.section, key=new_key(), actor=evening.actor)
    page.context.set_offline(False)
    expect(page.locator("#waits-list")).to_contain_text(
        "table’s code again, or hand in", timeout=PATIENCE
    )
    wait_until(page, f"async () => !(await ({KEPT})())")
    expect(page.locator("#waits-list")).to_contain_text("table’s code again, or hand in")
    wait_until(page, "async () => (await window.outbox?.all())?.length === 1")
    # A page that asks for itself again is not led away to log in either: this would break off.
    page.evaluate("() => window.outbox.refresh()")
    expect(page.locator("#waits-list")).to_contain_text("table’s code again, or hand in")


def test_a_page_is_not_shown_after_its_evening(open_page: Open) -> None:
    evening = Evening(6, boards=3)
    page = at_table_one(evening, open_page)
    wait_until(page, IS_KEPT)
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#away, #away-play").first).to_be_visible()
    page.evaluate("""async () => {
        const store = await caches.open((await caches.keys())[0]);
        const kept = await store.match(location.pathname);
        const old = new Response(await kept.text(), { headers: {
            "Content-Type": "text/html", "X-Kept-Until": new Date(Date.now() - 1000).toUTCString()
        } });
        await store.put(location.pathname, old);
    }""")
    with pytest.raises(Exception, match="ERR_"):
        page.reload()
