"""An evening ends by tapping: boards without a result are asked about together."""

import pytest
from playwright.sync_api import expect

from tests.events.evenings import FOUR_SPADES, Evening
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
    page.get_by_role("button", name="Finish session").click()
    expect(page.get_by_role("heading", name="3 boards have no result")).to_be_visible()
    assert look_at(page) == []
    page.get_by_role("button", name="Finish: not played").click()
    expect(page.get_by_text("Provisional. Final on")).to_be_visible()
    assert all(each.facts == {"not_played": True} for each in evening.table(2).boards)


def test_missing_results_get_averages_one_by_one_and_together_and_are_undone(
    open_page: Open,
) -> None:
    evening = Evening(6, boards=2, club=new_club())
    for _round in range(2):
        evening.play()
        evening.next_round()
    for board in evening.table(1).place.boards:
        for side in ("ns", "ew"):
            evening.tell(1, board, FOUR_SPADES, side)
    page = open_page(f"/event/{evening.event.pk}/", login=HOST, **STEADY)
    page.get_by_role("link", name="Missing results").click()
    expect(page.get_by_role("heading", name="4 boards have no result")).to_be_visible()
    assert look_at(page) == []
    page.get_by_role("combobox").first.select_option("NS A−, EW A+: NS at fault")
    page.get_by_role("button", name="Save as chosen").click()
    expect(page.get_by_role("heading", name="3 boards have no result")).to_be_visible()
    page.get_by_role("button", name="All A+: neither side at fault").click()
    expect(page.get_by_text("Every board that was due has a result.")).to_be_visible()
    expect(page.get_by_text("Settled last: 3 results")).to_be_visible()
    assert look_at(page) == []
    assert evening.table(2).boards[0].facts == {"adjusted": {"ns": "A-", "ew": "A+"}}
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="3 boards have no result")).to_be_visible()
    spot = f"/event/{evening.event.pk}/table/A2/ruling/?round=3&board="
    page.goto(f"{spot}{evening.table(2).place.boards[0]}")
    expect(page.get_by_text("An artificial score · law 12C2")).to_be_visible()
    page.goto(f"{spot}{evening.table(2).place.boards[1]}")
    expect(page.get_by_text("cleared since: the board has no result")).to_be_visible()
    assert look_at(page) == []


def test_a_minimum_of_boards_is_chosen_and_lists_a_pair_apart(open_page: Open) -> None:
    evening = Evening(6, boards=2, club=new_club())
    first = evening.table(1)
    for table in evening.room.tables():
        for board in table.place.boards:
            facts = {"not_played": True} if table.number == 1 else FOUR_SPADES
            for side in ("ns", "ew"):
                evening.tell(table.number, board, facts, side)
    evening.next_round()
    evening.play()
    page = open_page(f"/event/{evening.event.pk}/settings/", login=HOST, **STEADY)
    page.locator("summary", has_text="House options").click()
    page.get_by_label("For a place, of the most boards that anyone played").select_option(
        "three quarters"
    )
    page.get_by_role("button", name="Save").click()
    page.goto(f"/event/{evening.event.pk}/ranking/")
    expect(page.get_by_text("No place: fewer than 3 boards").first).to_be_visible()
    name = evening.room.names(evening.section.pk, first.place.ns)[0]
    last = page.locator("table.ranking").first.locator("tbody tr").last
    expect(last).to_contain_text(name)
    cells = last.locator("td").all_inner_texts()
    assert (cells[0], cells[-1]) == ("—", "2")
    assert look_at(page) == []


def test_a_trial_event_is_gone_in_three_taps_and_can_be_had_back(open_page: Open) -> None:
    evening = Evening(4, boards=3, club=new_club())
    at = f"/event/{evening.event.pk}/"
    page = open_page(at, login=HOST, **STEADY)
    page.locator("summary", has_text="More").first.click()
    page.get_by_role("link", name="Delete or call off").click()
    page.wait_for_url("**/remove/")
    assert look_at(page) == []
    page.get_by_role("button", name="Delete event").click()
    expect(page.get_by_role("heading", name="Tuesday pairs deleted")).to_be_visible()
    assert look_at(page) == []
    page.goto("/results/")
    expect(page.get_by_text("Tuesday pairs")).to_have_count(0)
    page.goto(f"{at}remove/")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="Tuesday pairs")).to_be_visible()


def test_an_event_with_results_is_called_off_with_a_reason_and_brought_back(
    open_page: Open,
) -> None:
    evening = Evening(4, boards=3, club=new_club())
    evening.play()
    page = open_page(f"/event/{evening.event.pk}/remove/", login=HOST, **STEADY)
    page.get_by_role("button", name="Call off").click()
    expect(page.locator(".errors")).to_contain_text("reason for calling the event off")
    page.get_by_label("Why?").fill("the wrong boards")
    assert look_at(page) == []
    page.get_by_role("button", name="Call off").click()
    expect(page.get_by_text("the wrong boards")).to_be_visible()
    assert look_at(page) == []
    page.goto("/results/")
    page.get_by_role("link", name="Called off").click()
    expect(page.get_by_text("the wrong boards")).to_be_visible()
    assert look_at(page) == []
    page.get_by_role("link", name="Tuesday pairs").click()
    page.get_by_role("link", name="Ranking at the time").click()
    expect(page.get_by_text("ranking at that time")).to_be_visible()
    page.goto(f"/event/{evening.event.pk}/")
    page.get_by_role("button", name="Restore event").click()
    expect(page.get_by_role("heading", name="Tables")).to_be_visible()
