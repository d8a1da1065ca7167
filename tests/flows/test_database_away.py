"""The server answers but its database is away: a phone is out of touch, and nothing is broken."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.safe import in_place
from clubscore.events.models import ResultRevision
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.sitting.phones import let_phones_in
from clubscore.tableside.secret_addresses import token_of
from tests.events.evenings import Evening
from tests.flows.acting import PATIENCE, Open, Taps, press
from tests.flows.looking import STEADY, look_at
from tests.flows.test_without_a_network import at_table_one
from tests.rubbers.tables import Table

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
    expect(page.locator("#touch")).to_have_text("online", timeout=3 * PATIENCE)
    assert ResultRevision.objects.count() == 2


@pytest.mark.parametrize("tapped", [2, 3], ids=["before the declarer", "before the result"])
def test_a_deal_that_is_recorded_as_the_database_goes_waits(
    open_page: Open, monkeypatch: pytest.MonkeyPatch, tapped: int
) -> None:
    table = Table("auction")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    page = open_page(f"/t/{token_of(link.nonce)}/", **STEADY)
    with page.expect_response(re.compile("/ahead/$")):
        page.get_by_role("button", name="the table's phone").click()
    with monkeypatch.context() as away:
        answers = (("level", "2"), ("denomination", "S"), ("declarer", "N"))
        for number, (question, answer) in enumerate(answers, start=1):
            Taps(page).choose(question, answer)
            if number == tapped:
                away.setattr(in_place, "gone", lambda: "The database is away.")
        # The contract is folded, or stands in a blank form that the phone took along.
        expect(page.locator("#away, h2.contract").first).to_be_visible()
        Taps(page).choose("result", "=")
        page.get_by_role("button", name="Record", exact=True).click()
        expect(page.locator("#touch")).to_contain_text("one result is waiting", timeout=PATIENCE)
        is_out_of_touch(page)
        # A form that cannot wait stays with what was typed.
        page.evaluate("document.querySelector('main form')?.requestSubmit()")
        is_out_of_touch(page)
    expect(page.locator("#touch")).to_have_text("online", timeout=3 * PATIENCE)
    assert [deal.facts["declarer"] for deal in table.standing.live] == ["N"]


def test_a_page_without_an_outbox_stays_with_what_was_typed(
    open_page: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table("auction")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    page = open_page(f"/t/{token_of(link.nonce)}/", **STEADY)
    press(page.get_by_role("button", name="the table's phone"))
    page.goto(f"/table/{table.sitting.pk}/next/")
    with monkeypatch.context() as away:
        away.setattr(in_place, "gone", lambda: "The database is away.")
        page.evaluate("document.querySelector('main form[method=post]').requestSubmit()")
        expect(page.locator("#stay")).to_contain_text("Nothing was saved")
        # A page that is opened meanwhile says it too, and how to go on.
        page.goto("/games/")
        expect(page.get_by_role("heading", name="Offline")).to_be_visible()
        expect(page.get_by_text("The database is away.")).to_be_visible()
        assert look_at(page) == []
    page.get_by_role("link", name="Try again").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Offline")
