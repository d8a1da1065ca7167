"""An evening ends by tapping: boards without a result are asked about together."""

import pytest
from playwright.sync_api import expect

from tests.duplicate.evenings import FOUR_SPADES, Evening
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_three_boards_without_a_result_finish_in_two_taps(open_page: Open) -> None:
    evening = Evening(4, boards=3, club=new_club())
    evening.play()
    evening.next_round()
    for board in evening.table(1).place.boards:
        for side in ("ns", "ew"):
            evening.tell(1, board, FOUR_SPADES, side)
    page = open_page(f"/event/{evening.event.pk}/", login=HOST, **STEADY)
    page.get_by_role("button", name="Finish and open the ranking").click()
    expect(page.get_by_role("heading", name="3 boards have no result")).to_be_visible()
    assert look_at(page) == []
    page.get_by_role("button", name="All not played, and finish").click()
    expect(page.get_by_text("Provisional. Final on")).to_be_visible()
    assert all(each.facts == {"not_played": True} for each in evening.table(2).boards)
