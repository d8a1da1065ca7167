"""A board stepped through by tapping: its page, three tricks, back, another contract."""

import pytest
from playwright.sync_api import expect

from clubscore.deals.hands import usual_board
from tests.events.evenings import Evening
from tests.events.test_board_play import DEAL
from tests.events.test_boards import lay
from tests.flows.acting import HOST, Open
from tests.flows.looking import STEADY, look_at
from tests.house import Role, make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(20)
def test_a_board_is_stepped_through(open_page: Open) -> None:
    evening = Evening(6)
    lay(evening, usual_board(1, DEAL))
    evening.play({"contract": "3NT", "declarer": "N", "tricks": 8})
    make_user(evening.club, HOST, Role.DIRECTOR)
    page = open_page(f"/event/{evening.event.pk}/board/1/", login=HOST, **STEADY)
    page.get_by_role("link", name="Card by card").click()
    state = page.locator(".steps-state")
    expect(state).to_contain_text("East to play")
    assert look_at(page) == []
    page.reload()
    page.locator(".hand-e .step-card").first.click()
    expect(state).to_contain_text("South to play")
    page.get_by_role("link", name="Finish the trick").click()
    expect(page.get_by_text("Tricks so far: North–South")).to_contain_text("1")
    page.get_by_role("link", name="Back one card").click()
    expect(state).to_contain_text("North to play")
    page.get_by_role("link", name="Start again").click()
    page.get_by_text("Another contract").click()
    page.locator("label", has=page.get_by_role("radio", name="Hearts")).click()
    page.locator("label", has_text="South").click()
    page.get_by_role("button", name="Show").click()
    expect(state).to_contain_text("West to play")
