"""What is half tapped is there again after a look at the law; offline no choice is lost."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.rubbers.models import DealRevision, Happening
from clubscore.rubbers.phones import let_phones_in
from clubscore.rubbers.selectors import new_key
from clubscore.web.phones import token_of
from tests.flows.acting import PATIENCE, Open, Taps, wait_until
from tests.flows.looking import STEADY, look_at
from tests.flows.test_what_happened import (
    BRIDGE,
    FORGET_IT,
    KEPT_TOO,
    ask,
    open_table,
    opened,
)
from tests.rubbers.tables import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def tapped(page: Page) -> set[str]:
    """What is answered in the form of the table so far."""
    found = page.locator("#entry input:checked").evaluate_all(
        "all => all.filter(each => !each.defaultChecked).map(each => each.name + '=' + each.value)"
    )
    return set(found)


def go_back(page: Page) -> None:
    """Leave what the law says by the way back at the top."""
    page.locator("a.back").click()
    expect(page.locator("#entry")).to_be_visible()


def test_a_half_tapped_contract_is_there_again_after_the_law(open_page: Open) -> None:
    page = open_table(open_page, "auction", **STEADY)
    taps = Taps(page)
    taps.choose("level", "3")
    taps.choose("denomination", "H")
    ask(page)
    go_back(page)
    assert tapped(page) == {"level=3", "denomination=H"}
    # By the browser's own key as well, and it is not laid into the next deal.
    ask(page)
    page.go_back()
    expect(page.locator("#entry")).to_be_visible()
    assert tapped(page) == {"level=3", "denomination=H"}
    Taps(page).choose("declarer", "N")
    expect(page.locator("#noted")).to_be_visible()
    Taps(page).choose("result", "+1")
    ask(page)
    go_back(page)
    assert tapped(page) == {"result=+1"}
    expect(page.locator("#sentence")).to_contain_text("1")
    Taps(page).choose("honours", "none")
    Taps(page).record()
    facts = DealRevision.objects.get().facts
    assert facts and facts["tricks"] == 10
    ask(page)
    go_back(page)
    assert tapped(page) == set()


def phone_with_the_law(open_page: Open, table: Table) -> Page:
    """Open a table on its own phone, which has what the law says with it."""
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    page = open_page(f"/t/{token_of(link.nonce)}/", **STEADY)
    page.get_by_role("button", name="the table's phone").click()
    expect(page.locator("#entry")).to_be_visible()
    wait_until(page, KEPT_TOO)
    page.evaluate(FORGET_IT)
    page.reload()
    wait_until(page, KEPT_TOO)
    return page


def go_offline(page: Page) -> None:
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(page.locator("#away")).to_be_visible()


def choose_three_tricks(page: Page) -> None:
    """Say that Cecil revoked, and take three tricks for it."""
    ask(page)
    _taps, answer = opened(page, "A player did not follow suit", "a defender", "yes")
    answer.locator("label:visible").filter(has_text="Cecil").click()
    expect(page.locator("#choice-waits")).to_be_visible()
    answer.get_by_role("button", name="take three tricks").click()
    expect(page.locator("#away")).to_be_visible()


def test_a_choice_made_offline_waits_fills_its_deal_and_comes_in_before_it(
    open_page: Open,
) -> None:
    table = Table(BRIDGE)
    page = phone_with_the_law(open_page, table)
    Taps(page).choose("denomination", "H")
    go_offline(page)
    # A deal that waits already: the choice is for the one after it.
    for name, value in (("result", "D:1"), ("honours", "none")):
        Taps(page).choose(name, value)
    page.locator("#sentence button").click()
    expect(page.locator("#touch")).to_contain_text("one result is waiting")
    Taps(page).choose("denomination", "S")
    choose_three_tricks(page)
    expect(page.locator("#waits-deals")).to_contain_text("take three tricks")
    expect(page.locator("#deal")).to_contain_text("Deal 2")
    now = tapped(page)
    assert {"denomination=S", "revoke-1=E", "penalty-1=tricks"} <= now
    assert look_at(page) == []
    for name, value in (("result", "D:2"), ("honours", "none")):
        Taps(page).choose(name, value)
    page.locator("#sentence button").click()
    expect(page.locator("#touch")).to_contain_text("3 results are waiting")
    assert not DealRevision.objects.exists() and not Happening.objects.filter(kind="ruled").exists()
    page.context.set_offline(False)
    expect(page.locator("#touch")).to_have_text("online", timeout=3 * PATIENCE)
    expect(page.locator("#waits")).to_be_hidden(timeout=PATIENCE)
    ruled = Happening.objects.get(kind=Happening.Kind.RULED)
    assert (ruled.data["position"], ruled.data["seat"]) == (2, "E")
    first, second = DealRevision.objects.order_by("pk")
    assert first.facts and "revokes" not in first.facts
    assert second.facts and second.facts["revokes"] == [{"by": "E", "penalty": "tricks"}]
