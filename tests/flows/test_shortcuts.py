"""What a keyboard does on the desk, by pressing it; each key stands in the help sheet."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.models import Role
from clubscore.events.directing import call_director
from clubscore.rubbers.models import DealRevision
from tests.events.evenings import Evening
from tests.flows.acting import HOST, Open, Taps, key_for
from tests.flows.test_ears import at_table, fold, is_at
from tests.house import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK = {"viewport": {"width": 1280, "height": 800}}


def sheet_of(page: Page) -> str:
    """Open the sheet of this page's help, and return what it says."""
    page.get_by_role("link", name="How does this work?").first.click()
    expect(page.locator("#drawer")).to_be_visible()
    page.locator("#drawer summary").click()
    return page.locator("#drawer").inner_text()


@pytest.mark.parametrize("held", ["Control", "Meta"])
def test_the_green_key_is_pressed_by_a_modifier_and_enter(open_page: Open, held: str) -> None:
    _table, page = at_table(open_page)
    fold(page)
    # While something lacks it leads to the question, as a finger does.
    page.keyboard.press(f"{held}+Enter")
    is_at(page, 'input[name="result"]')
    Taps(page).choose("result", "-1")
    expect(page.locator("#sentence .sentence")).to_contain_text("down 1")
    page.keyboard.press(f"{held}+Enter")
    is_at(page, "[data-arrive]")
    assert not DealRevision.objects.exists()
    key_for(page, "honours", "none").click()
    expect(page.locator("#sentence .key-go:not(.no-script)")).to_be_visible()
    page.keyboard.press(f"{held}+Enter")
    expect(page.locator("h1")).to_contain_text("Deal 2")


def test_f9_opens_the_typed_line_and_escape_gives_the_focus_back(open_page: Open) -> None:
    _table, page = at_table(open_page)
    page.locator('input[name="level"][value="4"]').focus()
    page.keyboard.press("F9")
    is_at(page, "#line")
    page.keyboard.press("Escape")
    expect(page.locator("#besides")).to_be_hidden()
    is_at(page, 'input[name="level"][value="4"]')


def test_f8_goes_from_one_need_to_the_next_and_begins_again(open_page: Open) -> None:
    evening = Evening(6, boards=2)
    make_user(evening.club, HOST, Role.DIRECTOR)
    for table in (1, 2):
        call_director(section=evening.section, table=table, why="", actor=evening.actor)
    page = open_page(f"/event/{evening.event.pk}/", login=HOST, **DESK)
    needs = page.locator("[data-needs-you] :is(a, button)")
    assert needs.count() >= 2
    for number in (0, 1):
        page.keyboard.press("F8")
        expect(needs.nth(number)).to_be_focused()
    for _rest in range(needs.count() - 1):
        page.keyboard.press("F8")
    expect(needs.first).to_be_focused()


def test_each_key_stands_in_the_help_sheet_which_escape_closes(open_page: Open) -> None:
    evening = Evening(6, boards=2)
    make_user(evening.club, HOST, Role.DIRECTOR)
    page = open_page(f"/event/{evening.event.pk}/", login=HOST, **DESK)
    said = sheet_of(page)
    for key in ("Ctrl or Cmd with Enter", "Ctrl or Cmd with K", "F8", "F9", "Esc", "Arrows"):
        assert key in said, key
    page.keyboard.press("Escape")
    expect(page.locator("#drawer")).to_be_hidden()
    expect(page.get_by_role("link", name="How does this work?").first).to_be_focused()


def test_a_letter_or_a_key_without_its_modifier_does_nothing(open_page: Open) -> None:
    _table, page = at_table(open_page)
    page.evaluate("window.ears.land('h1')")
    for key in ("n", "k", "F7", "Shift+F9", "Alt+F8"):
        page.keyboard.press(key)
    expect(page.locator("dialog:modal")).to_have_count(0)
    is_at(page, "h1")
