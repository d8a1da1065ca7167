"""The server answers but its database is away: a phone is out of touch, and nothing is broken."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.events.models import ResultRevision
from clubscore.server import database_guard as in_place
from tests.events.evenings import Evening
from tests.flows.acting import PATIENCE, Open
from tests.flows.looking import STEADY, look_at
from tests.flows.test_without_a_network import at_table_one

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def is_out_of_touch(page: Page, waits: str = "") -> None:
    """See that the page says so itself, and nothing of a fault."""
    expect(page.locator("#touch")).to_contain_text(f"offline since{waits}", timeout=PATIENCE)
    said = page.locator("body").inner_text()
    assert not re.search("went wrong|could not record it|fault", said, re.I), said


def test_an_events_phone_plays_on_while_the_database_is_away(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(6, boards=3)
    page = at_table_one(evening, open_page)
    with monkeypatch.context() as away:
        away.setattr(in_place, "gone", lambda: "The database is away.")
        # The page asks every few seconds whether something changed, and learns it by that.
        is_out_of_touch(page)
        page.get_by_role("button", name="Passed out").click()
        expect(page.locator("#touch")).to_contain_text("one result is waiting on this phone")
        page.get_by_role("button", name=re.compile(": yes")).first.click()
        is_out_of_touch(page)
        # The page opens again from what it keeps.
        page.reload()
        is_out_of_touch(page)
        assert not ResultRevision.objects.exists()
        # A page that is opened meanwhile says it too, and how to go on.
        other = open_page("/games/", **STEADY)
        expect(other.get_by_role("heading", name="Offline")).to_be_visible()
        expect(other.get_by_text("The database is away.")).to_be_visible()
        assert look_at(other) == []
    expect(page.locator("#touch")).to_have_text("online", timeout=3 * PATIENCE)
    assert ResultRevision.objects.count() == 2
    other.get_by_role("link", name="Try again").click()
    expect(other.get_by_role("heading", level=1)).not_to_have_text("Offline")
