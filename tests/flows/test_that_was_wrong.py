"""An agreed result is corrected at the table: by tapping, on one phone and on two."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import PATIENCE
from tests.events.evenings import FOUR_SPADES
from tests.flows.acting import HOST, Open, Taps, comes_anew
from tests.flows.looking import look_at
from tests.flows.test_result_fits import TELLS, long_evening, measured
from tests.flows.test_without_a_network import at_table_one, tap

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_that_was_wrong_takes_five_taps_and_nobody_else(open_page: Open) -> None:
    evening = long_evening()
    page = at_table_one(evening, open_page)
    board = evening.table(1).place.boards[0]
    for question, answer in TELLS:
        Taps(page).choose(question, answer)
    page.get_by_role("button", name=re.compile("Hand to")).click()
    page.get_by_role("button", name=": yes").first.click()
    expect(page.get_by_text(re.compile(r"^\s*Agreed "))).to_be_visible()
    taps, seen = Taps(page), []
    taps.tap(page.get_by_role("link", name="That was wrong"))
    expect(page.locator("#entry")).to_be_visible()
    expect(page.locator('input[name="level"][value="4"]')).to_be_checked()
    seen.append(measured(page, "filled in"))
    taps.choose("declarer", "N")
    taps.choose("result", "-1")
    expect(page.locator("#sentence .sentence")).to_contain_text("50")
    taps.tap(page.get_by_role("button", name=re.compile("Hand to")))
    expect(page.get_by_text("the other side says that this was wrong")).to_be_visible()
    assert evening.standing(1, board).facts == FOUR_SPADES
    seen.append(measured(page, "the other side's word"))
    taps.tap(page.get_by_role("button", name=": yes").first)
    expect(page.get_by_text("Corrected by both sides.")).to_be_visible()
    seen.append(measured(page, "corrected"))
    assert evening.standing(1, board).facts == FOUR_SPADES | {"declarer": "N", "tricks": 9}
    assert [fault for one in seen for fault in one.wrong()] == []
    assert taps.count == 5
    director = open_page(f"/event/{evening.event.pk}/", login=HOST)
    expect(director.get_by_text("Nothing to do")).to_be_visible()
    expect(director.get_by_text(f"Table 1, board {board}: corrected by both sides")).to_be_visible()
    director.goto(f"/event/{evening.event.pk}/table/A1/?board={board}")
    expect(director.locator(".history li")).to_have_count(4)


def test_no_it_was_right_is_one_tap_and_the_director_sees_both(open_page: Open) -> None:
    evening = long_evening()
    page = at_table_one(evening, open_page)
    board = evening.table(1).place.boards[0]
    for side in ("ns", "ew"):
        evening.tell(1, board, FOUR_SPADES, side)
    page.goto(f"{page.url.partition('?')[0]}?board={board}&wrong=1")
    Taps(page).choose("result", "+1")
    page.get_by_role("button", name=re.compile("Hand to")).click()
    page.get_by_role("button", name="No, it was right").click()
    expect(page.get_by_text("You disagree on this board.")).to_be_visible()
    expect(page.get_by_text("What you agreed first counts")).to_be_visible()
    director = open_page(f"/event/{evening.event.pk}/", login=HOST)
    expect(director.get_by_role("heading", name="Needs you (1)")).to_be_visible()
    director.get_by_role("link", name="Look").click()
    expect(director.get_by_text("since then it is said to be wrong")).to_be_visible()
    expect(director.locator("section.attention form")).to_have_count(2)


@pytest.mark.parametrize("asks", ["&wrong=1", ""])
def test_a_board_that_was_opened_stays_when_the_table_hears_of_another(
    open_page: Open, asks: str
) -> None:
    """The page comes anew before anything is tapped: to correct a board, or to enter the second."""
    evening = long_evening()
    page = at_table_one(evening, open_page)
    first, second = evening.table(1).place.boards[:2]
    if asks:
        for side in ("ns", "ew"):
            evening.tell(1, first, FOUR_SPADES, side)
    opened, other = (first, second) if asks else (second, first)
    page.goto(f"{page.url.partition('?')[0]}?board={opened}{asks}")
    with page.expect_response(lambda answer: comes_anew(answer.request)):
        evening.tell(1, other, FOUR_SPADES, "ns")
    key = page.get_by_role("navigation", name="Boards of this round").get_by_role("link")
    expect(key.filter(has_text="not yet agreed")).to_contain_text(str(other))
    expect(page.locator('#entry input[name="board"]')).to_have_value(str(opened))
    expect(page.locator('#entry input[name="wrong"]')).to_have_count(1 if asks else 0)


def test_a_board_that_was_opened_is_left_once_it_is_agreed(open_page: Open) -> None:
    """The address goes on saying which board was opened; the page has gone on to the next."""
    evening = long_evening()
    page = at_table_one(evening, open_page)
    first, second, third = evening.table(1).place.boards[:3]
    page.goto(f"{page.url.partition('?')[0]}?board={first}")
    shown = page.locator('#entry input[name="board"]')
    expect(shown).to_have_value(str(first))
    for side, asks in (("ns", page.get_by_text("Is that what happened?")), ("ew", shown)):
        with page.expect_response(lambda answer: comes_anew(answer.request)):
            evening.tell(1, first, FOUR_SPADES, side)
        expect(asks).to_have_count(1)
    expect(shown).to_have_value(str(second))
    with page.expect_response(lambda answer: comes_anew(answer.request)):
        evening.tell(1, third, FOUR_SPADES, "ns")
    key = page.get_by_role("navigation", name="Boards of this round").get_by_role("link")
    expect(key.filter(has_text="not yet agreed")).to_contain_text(str(third))
    expect(shown).to_have_value(str(second))


def test_that_was_wrong_waits_on_a_phone_that_is_offline(open_page: Open) -> None:
    evening = long_evening()
    first, second = evening.table(1).place.boards[:2]
    page = at_table_one(evening, open_page)
    for side in ("ns", "ew"):
        evening.tell(1, first, FOUR_SPADES, side)
    page.goto(f"{page.url.partition('?')[0]}?board={second}")
    expect(page.locator("#entry")).to_be_visible()
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(page.locator("#away")).to_be_visible(timeout=PATIENCE)
    # One that the server knows as agreed.
    page.locator("#away-boards button").first.click()
    correct_away(page, "4 spades by South, made")
    # One that was agreed since, and is known to this phone alone: it opens filled in.
    page.locator("#away-boards button").nth(1).click()
    tap(page)
    page.get_by_role("button", name="Record", exact=True).click()
    page.get_by_role("button", name=": yes").first.click()
    page.locator("#away-boards button").nth(1).click()
    correct_away(page, "4")
    expect(page.locator("#touch")).to_contain_text("6 results are waiting on this phone")
    assert evening.standing(1, first).facts == FOUR_SPADES
    page.context.set_offline(False)
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("#touch")).to_have_text("online", timeout=3 * PATIENCE)
    for board in (first, second):
        standing = evening.standing(1, board)
        assert standing.facts["tricks"] == 9
        assert standing.is_corrected_by_both
        assert [each.kind for each in standing.revisions] == ["told", "agreed"] * 2
    director = open_page(f"/event/{evening.event.pk}/", login=HOST)
    expect(director.get_by_text("Nothing to do")).to_be_visible()


def correct_away(page: Page, was: str) -> None:
    """Correct the board shown on a phone that is offline, and let the other side say yes."""
    expect(page.locator("#away-what")).to_contain_text(was)
    page.get_by_role("button", name="That was wrong").click()
    tap(page, "-1")
    page.get_by_role("button", name="Record", exact=True).click()
    expect(page.locator("#away-whom")).to_contain_text("the other side says that this was wrong")
    assert look_at(page) == []
    page.get_by_role("button", name=": yes").first.click()
    expect(page.locator("#away-confirm")).to_be_hidden()
