"""Two phones on one table by its code: what one enters the other sees, and nothing is lost."""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from clubscore.rubbers.models import DealRevision
from clubscore.rubbers.phones import let_phones_in
from clubscore.rubbers.selectors import new_key
from clubscore.web.phones import token_of
from tests.flows.acting import Open, Taps
from tests.rubbers.tables import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CONTRACT = (("level", "2"), ("denomination", "S"), ("declarer", "E"))


@dataclass
class Phones:
    """A table at auction, a phone that lies on it, and Ann's own."""

    table: Table
    lying: Page
    anns: Page


@pytest.fixture
def phones(transactional_db: None, open_page: Open) -> Phones:
    """Let two phones in by the table's code."""
    table = Table("auction")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    address = f"/t/{token_of(link.nonce)}/"
    lying, anns = open_page(address), open_page(address)
    lying.get_by_role("button", name="the table's phone").click()
    anns.get_by_role("button", name="Ann", exact=True).click()
    for page in (lying, anns):
        expect(page.get_by_role("heading", name="Deal 1 · Ann deals")).to_be_visible()
    return Phones(table, lying, anns)


def bid(page: Page) -> None:
    """Tap the contract; it folds into one line."""
    taps = Taps(page)
    for question, answer in CONTRACT:
        taps.choose(question, answer)
    expect(page.locator("h2.contract")).to_be_visible()


def say(page: Page, result: str) -> None:
    """Tap a result without recording it."""
    taps = Taps(page)
    taps.choose("result", result)
    taps.choose("honours", "none")
    record = page.locator("#sentence button")
    expect(record).not_to_have_attribute("aria-disabled", "true")


def test_two_results_are_both_shown_and_one_is_chosen(phones: Phones) -> None:
    bid(phones.lying)
    expect(phones.anns.locator("h2.contract")).to_be_visible()
    say(phones.lying, "=")
    say(phones.anns, "+1")
    phones.lying.locator("#sentence button").click()
    expect(phones.lying.get_by_role("heading", name="Deal 2")).to_be_visible()
    # Ann's phone is half filled: it is told, and what she tapped stays.
    news = phones.anns.locator("#news").get_by_text("Deal 1 was recorded by the table's phone")
    expect(news).to_be_visible()
    expect(phones.anns.locator('input[name="result"][value="+1"]')).to_be_checked()
    phones.anns.locator("#sentence button").click()
    for page in (phones.anns, phones.lying):
        both = page.get_by_role("heading", name="Two reports of deal 1")
        expect(both).to_be_visible()
        expect(page.get_by_role("button", name="2 spades by Cecil, made.")).to_be_visible()
        expect(page.get_by_role("button", name="2 spades by Cecil, plus 1.")).to_be_visible()
    phones.lying.get_by_role("button", name="2 spades by Cecil, plus 1.").click()
    expect(phones.lying.get_by_role("heading", name="Two reports")).to_have_count(0)
    [deal] = phones.table.standing.live
    assert deal.facts["tricks"] == 9
    kinds = DealRevision.objects.order_by("number").values_list("kind", flat=True)
    assert list(kinds) == ["recorded", "rival", "settled"]


def test_a_finger_on_record_keeps_the_key_under_it(phones: Phones) -> None:
    """The sentence may come anew while somebody presses Record: his tap counts all the same."""
    page = phones.lying
    bid(page)
    say(page, "=")
    page.locator("#sentence button").hover()
    page.mouse.down()
    page.evaluate(
        """document.addEventListener("htmx:beforeSwap", () => {
            setTimeout(() => { window.came = true; });
        })"""
    )
    page.evaluate("htmx.trigger(document.getElementById('entry'), 'change')")
    page.wait_for_function("() => window.came")
    page.mouse.up()
    expect(page.get_by_role("heading", name="Deal 2")).to_be_visible()
