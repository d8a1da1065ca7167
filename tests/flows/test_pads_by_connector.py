"""The director and the pads' Data Connector: sent, fetched, and a change that asks first."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.conftest import PHONE
from tests.events.evenings import FOUR_SPADES, Evening
from tests.files.pads_server import CLUB, KEY, pads_server
from tests.files.test_connector import shorten
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_event_goes_to_the_pads_and_its_results_come_back(
    open_page: Open, settings: Any
) -> None:
    evening = Evening(8, club=new_club())
    settings.CLUBSCORE_BRIDGEMATE_CLUB, settings.CLUBSCORE_BRIDGEMATE_KEY = CLUB, KEY
    with pads_server() as pads:
        settings.CLUBSCORE_BRIDGEMATE = pads.address
        page = open_page("/", login=HOST, **STEADY | {"viewport": PHONE})
        page.goto(f"/event/{evening.event.pk}/typing/")
        page.get_by_role("link", name="From the Bridgemates").click()
        page.get_by_role("link", name="Connect to the Bridgemates directly").click()
        expect(page.get_by_text("It answers. Version: 5.0.1041.0")).to_be_visible()
        assert look_at(page) == []
        page.get_by_role("link", name="Send the event").click()
        expect(page.get_by_text("Section A: 4 tables")).to_be_visible()
        assert look_at(page) == []
        page.get_by_role("button", name="Send", exact=True).click()
        expect(page.locator(".errors")).to_contain_text("Tick that you have read")
        page.get_by_label("I have read what is deleted").check()
        page.get_by_role("button", name="Send", exact=True).click()
        expect(page.get_by_text("Last sent to the pads")).to_be_visible()
        assert len(pads.sections["A"]["Tables"]) == 4
        one, two = evening.table(1).place.boards
        pads.enter(1, 1, one)
        pads.call(3)
        page.get_by_role("button", name="Fetch now").click()
        expect(page.get_by_text("One result recorded.")).to_be_visible()
        expect(page.get_by_text("One table calls the director.")).to_be_visible()
        assert look_at(page) == []
        assert evening.standing(1, one).facts == FOUR_SPADES
        # The next one comes by itself while the page is open.
        pads.enter(1, 1, two)
        expect(page.get_by_text("One table calls the director.")).to_be_hidden()
        expect(page.get_by_text("One result recorded.").first).to_be_visible()
        assert evening.standing(1, two).facts == FOUR_SPADES
        # The movement changes; what the pads would delete is named before anything goes.
        pads.enter(1, 3, pads.row("A", 1, 3)["LowBoardNumber"])
        shorten(evening)
        page.get_by_role("link", name="Send a changed movement").click()
        expect(page.get_by_text("Section A: 1 result, from round 3 on")).to_be_visible()
        expect(page.get_by_text(re.compile("a copy is kept in the history"))).to_be_visible()
        assert look_at(page) == []
        assert len(pads.results) == 3
        page.get_by_label("I have read what is deleted").check()
        page.get_by_role("button", name="Send", exact=True).click()
        expect(page.get_by_text("Last sent to the pads")).to_be_visible()
        assert len(pads.results) == 2
        page.goto(f"/event/{evening.event.pk}/")
        expect(page.locator("[data-needs-you]")).to_contain_text("called from the Bridgemate")
        # Gone, it is said in words, and nothing else on the page is lost.
        pads.mood = "gone"
        page.goto(f"/event/{evening.event.pk}/pads/")
        expect(page.get_by_text("The Data Connector does not answer.")).to_be_visible()
        assert look_at(page) == []
