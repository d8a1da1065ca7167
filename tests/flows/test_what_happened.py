"""What happened? A revoke tapped at a table down to its law and into the deal; the law offline.

tests/rubbers/test_what_happened.py walks through every question.
"""

import pytest
from playwright.sync_api import Locator, Page, expect

from clubscore.club.models import Role
from clubscore.rubbers.models import DealRevision
from clubscore.rubbers.phones import let_phones_in
from clubscore.rubbers.selectors import new_key
from clubscore.web.phones import token_of
from tests.flows.acting import HOST, Open, Taps, wait_until
from tests.flows.looking import STEADY
from tests.house import make_user
from tests.rubbers.tables import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BRIDGE = "straight-bridge"


def open_table(open_page: Open, game: str, **how: object) -> Page:
    """Open a table's page at this game as the director."""
    table = Table(game)
    make_user(table.club, HOST, Role.DIRECTOR)
    return open_page(f"/table/{table.sitting.pk}/", login=HOST, **how)


def ask(page: Page) -> None:
    """Open the question from the table's page, where seldom things are."""
    page.locator("[data-opens=besides]:visible").first.click()
    page.locator("#besides").get_by_role("link", name="What happened?").click()
    expect(page.locator("h1")).to_have_text("What happened?")


def opened(page: Page, *words: str) -> tuple[Taps, Locator]:
    """Tap what happened and what decides, each below the one before, and return the answer."""
    taps, place = Taps(page), page.locator("main")
    for word in words:
        summary = place.locator("summary:visible").filter(has_text=word)
        taps.tap(summary.first)
        place = summary.first.locator("xpath=..")
        expect(place).to_have_attribute("open", "")
    return taps, place


def test_a_revoke_is_chosen_entered_and_seen_in_the_history(open_page: Open) -> None:
    page = open_table(open_page, BRIDGE)
    ask(page)
    taps, answer = opened(page, "A player did not follow suit", "a defender", "yes")
    # No answer of another choice stands open beside it.
    expect(page.locator("main b:visible")).to_have_count(answer.locator("b:visible").count())
    taps.tap(answer.locator("label:visible").filter(has_text="Cecil"))
    taps.tap(answer.get_by_role("button", name="take three tricks"))
    assert taps.count == 5
    expect(page.locator("#by-law")).to_be_visible()
    expect(page.locator("main")).to_contain_text("law 87, limb I, p. 17")
    for name, value in (("denomination", "H"), ("result", "D:2"), ("honours", "none")):
        taps.choose(name, value)
    expect(page.locator("#sentence")).to_contain_text("Cecil revoked")
    taps.record()
    facts = DealRevision.objects.get().facts
    assert facts and facts["revokes"] == [{"by": "E", "penalty": "tricks"}]
    expect(page.locator("#by-law")).to_have_count(0)
    table = page.url.split("?")[0]
    page.goto(f"{table}1/deal/1/history/")
    expect(page.locator("main")).to_contain_text("(Cecil): take three tricks")


KEPT_TOO = """async () => {
    await navigator.serviceWorker.ready;
    return Boolean(await caches.match(location.pathname + "what-happened/"));
}"""
FORGET_IT = """async () => {
    for (const name of await caches.keys()) {
        await (await caches.open(name)).delete(location.pathname + "what-happened/");
    }
}"""


def test_the_law_is_kept_along_for_a_phone_that_is_offline(open_page: Open) -> None:
    table = Table(BRIDGE)
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    page = open_page(f"/t/{token_of(link.nonce)}/", **STEADY)
    page.get_by_role("button", name="the table's phone").click()
    expect(page.locator("#entry")).to_be_visible()
    wait_until(page, KEPT_TOO)
    # With the worker in place the page takes the law along itself.
    page.evaluate(FORGET_IT)
    assert not page.evaluate(KEPT_TOO)
    page.reload()
    wait_until(page, KEPT_TOO)
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    ask(page)
    _taps, answer = opened(page, "A player led out of turn", "a defender", "no one yet")
    expect(answer).to_contain_text("Laws of Bridge 1899, law 77, p. 15")
