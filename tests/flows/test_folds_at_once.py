"""A contract folds on the phone when it is complete; the server's page comes behind it."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.flows.acting import Open, Taps
from tests.flows.test_news import two_phones

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CONTRACT = re.compile("/contract/$")


def bid(page: Page) -> None:
    """Tap four spades by the dealer."""
    taps = Taps(page)
    for name, value in (("level", "4"), ("denomination", "S"), ("declarer", "N")):
        taps.choose(name, value)


def folds(page: Page) -> None:
    """See the contract in one line, read aloud in words, and none of its keys."""
    expect(page.locator("#folded")).to_be_visible()
    expect(page.locator("#folded")).to_be_focused()
    assert page.locator("#folded").evaluate("(line) => window.ears.textOf(line)") == "4 spades Ann"
    expect(page.locator("#entry .ask").first).to_be_hidden()


def held(page: Page) -> list[Callable[[], None]]:
    """Keep the note of the contract from the server until it is let go."""
    waiting: list[Route] = []

    def keep(route: Route) -> None:
        waiting.append(route)

    page.route(CONTRACT, keep)
    return [lambda: waiting.pop().continue_(), lambda: waiting.pop().abort()]


def test_a_complete_contract_folds_before_the_server_answers(open_page: Open) -> None:
    table, page, other = two_phones(open_page)
    lets_go, _breaks = held(page)
    bid(page)
    folds(page)
    assert table.standing.part.noted is None
    lets_go()
    expect(page.locator("#noted")).to_contain_text("by Ann")
    expect(page.locator("#folded")).to_have_count(0)
    expect(other.locator("#noted")).to_contain_text("by Ann")


def test_where_no_answer_comes_its_keys_are_there_again_as_they_were_tapped(
    open_page: Open,
) -> None:
    _table, page, _other = two_phones(open_page)
    _lets_go, breaks = held(page)
    bid(page)
    folds(page)
    breaks()
    expect(page.locator("#folded")).to_have_count(0)
    expect(page.locator('input[name="level"][value="4"]')).to_be_checked()
    expect(page.locator("#entry .ask").first).to_be_visible()
