"""What is said and where reading goes on after each thing that changes a page of a deal."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.models import Role
from clubscore.rubbers.models import DealRevision
from tests.flows.acting import HOST, Taps, done, key_for, new_club, open_more, seldom
from tests.house import make_user
from tests.rubbers.tables import FOUR_SPADES, Table
from tests.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Open = Callable[..., Page]
WATCH_THE_VOICE = """() => {
  window.voices = [document.getElementById("say"), document.getElementById("alarm")];
  window.gone = 0;
  new MutationObserver((all) => all.forEach((one) => one.removedNodes.forEach((node) => {
    if (window.voices.some((voice) => node === voice || node.contains?.(voice))) window.gone += 1;
  }))).observe(document.body, { childList: true, subtree: true });
}"""


def at_table(open_page: Open, game: str = "auction") -> tuple[Table, Page]:
    """Open a table of four and its page, as somebody who may enter."""
    table = Table(game)
    make_user(table.club, HOST, Role.DIRECTOR)
    page = open_page(f"/table/{table.sitting.pk}/", login=HOST)
    return table, page


def is_at(page: Page, selector: str) -> None:
    """Wait until something has the focus."""
    page.wait_for_function("wanted => document.activeElement?.matches(wanted)", arg=selector)


def says(page: Page, text: str, voice: str = "say") -> None:
    """Wait until the page's voice says something."""
    expect(page.locator(f"#{voice}")).to_contain_text(text)


def fold(page: Page) -> None:
    """Tap four hearts by Bob, who sits South."""
    taps = Taps(page)
    for name, value in (("level", "4"), ("denomination", "H"), ("declarer", "S")):
        taps.choose(name, value)
    is_at(page, "#noted")


def test_a_deal_is_heard_from_the_contract_to_undo(open_page: Open) -> None:
    _table, page = at_table(open_page)
    page.evaluate(WATCH_THE_VOICE)
    fold(page)
    is_at(page, "#noted")
    says(page, "hearts by Bob needs 10 tricks. How did it go?")
    # Record while something lacks leads to the question.
    page.locator("#sentence .key-go").click(force=True)
    is_at(page, 'input[name="result"]')
    says(page, "Result")
    key_for(page, "result", "=").click()
    says(page, "4 hearts by Bob, made.")
    page.locator("#sentence .key-go").click()
    is_at(page, "[data-arrive]")
    says(page, "One side holds at least three honours.")
    page.get_by_role("link", name="Choose them").click()
    is_at(page, '#ask-honours input[name="honours"]')
    key_for(page, "honours", "D:3").click()
    expect(page.locator("#sentence .sentence")).to_contain_text("16 above")
    page.locator("#sentence .key-go").click()
    is_at(page, "h1#deal")
    says(page, "Deal 1 recorded. Ann & Bob: 32 below, 16 above. Game.")
    assert page.evaluate("window.gone") == 0
    page.locator("#last-deal").get_by_role("button", name="Undo").click()
    is_at(page, "h1#deal")
    says(page, "Deal 1 undone")
    expect(page.locator("h1")).to_have_text("Deal 1 · Ann deals")


def test_changing_the_contract_begins_at_what_is_noted(open_page: Open) -> None:
    _table, page = at_table(open_page)
    fold(page)
    page.get_by_role("link", name="Change the contract").click()
    is_at(page, 'input[name="level"][value="4"]')
    says(page, "Change the contract")
    key_for(page, "level", "3").click()
    expect(page.locator("#becomes ins")).to_contain_text("3 · hearts")
    page.get_by_role("button", name="Change the contract").click()
    is_at(page, "#noted")
    says(page, "3 hearts by Bob")


def test_a_sheet_is_read_from_its_title_and_gives_the_focus_back(open_page: Open) -> None:
    _table, page = at_table(open_page)
    open_more(page)
    is_at(page, "#besides-title")
    page.keyboard.press("Escape")
    is_at(page, "[data-opens=besides]")


def test_what_is_half_entered_is_dropped_only_when_asked(open_page: Open) -> None:
    _table, page = at_table(open_page)
    key_for(page, "level", "4").click()
    page.get_by_role("button", name="Passed out").click()
    is_at(page, "#drops-asks")
    says(page, "Drop what is entered?")
    page.get_by_role("button", name="Keep it").click()
    is_at(page, "button[name=passed_out]")
    assert DealRevision.objects.count() == 0
    expect(page.locator('input[name="level"][value="4"]')).to_be_checked()
    page.get_by_role("button", name="Passed out").click()
    page.get_by_role("button", name="Drop it").click()
    expect(page.locator("h1")).to_contain_text("Deal 2")
    assert DealRevision.objects.get().facts.get("bid") is None


def test_errors_are_counted_and_lead_to_their_fields(open_page: Open) -> None:
    _table, page = at_table(open_page)
    open_more(page)
    page.get_by_label("Type the deal").fill("4S Zed")
    page.get_by_role("button", name="Record deal").click()
    is_at(page, ".errors h2")
    says(page, "There is 1 problem")


def test_news_and_a_lost_line_leave_the_focus_where_it_is(open_page: Open, site: Site) -> None:
    table, page = at_table(open_page)
    key_for(page, "level", "4").click()
    page.locator('input[name="denomination"][value="H"]').focus()
    table.record(FOUR_SPADES)
    says(page, "Deal 1 was recorded by")
    is_at(page, 'input[name="denomination"][value="H"]')
    page.context.set_offline(True)
    says(page, "offline since")
    is_at(page, 'input[name="denomination"][value="H"]')


def test_a_deal_takes_twelve_presses_of_keys(open_page: Open) -> None:
    _table, page = at_table(open_page)
    page.evaluate("window.ears.land('h1')")
    pressed = ["Tab", "4", "Tab", "h", "Tab", "Tab", "b"]
    for press in pressed:
        page.keyboard.press(press)
    is_at(page, "#noted")
    rest = ["Tab", "Tab", "="]
    for press in rest:
        page.keyboard.press(press)
    expect(page.locator("#sentence .sentence")).to_contain_text("4 hearts by Bob, made.")
    page.keyboard.press("Enter")
    is_at(page, "[data-arrive]")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Deal 2")
    assert len(pressed) + len(rest) + 2 <= 12
    facts = DealRevision.objects.get().facts
    assert (facts["bid"], facts["declarer"], facts["tricks"]) == ("4H", "S", 10)


def test_what_seldom_happens_is_said_in_the_sentence_and_taken_back(open_page: Open) -> None:
    _table, page = at_table(open_page)
    fold(page)
    key_for(page, "result", "=").click()
    seldom(page, "A revoke")
    page.locator('#ask-revoke-1 label:has-text("Cecil")').click()
    assert page.evaluate("document.documentElement.scrollHeight") <= 740
    page.locator("#ask-penalty-1 label").first.click()
    done(page)
    expect(page.locator("#sentence .sentence")).to_contain_text("Cecil revoked")
    page.locator("#else-said").get_by_role("button", name="Remove").click()
    expect(page.locator("#sentence .sentence")).not_to_contain_text("revoked")


CAME = """document.addEventListener("htmx:beforeSwap", () => {
    setTimeout(() => { window.came = true; });
})"""
ASKED_ANEW = """document.querySelector("#ask-revoke-1 input:checked")
    .dispatchEvent(new Event("change", {bubbles: true}))"""


def test_questions_that_are_drawn_anew_wait_for_the_finger_on_an_answer(open_page: Open) -> None:
    """On a slow server the next answer is tapped before the page has heard of the one before."""
    _table, page = at_table(open_page)
    fold(page)
    key_for(page, "result", "=").click()
    seldom(page, "A revoke")
    page.locator('#ask-revoke-1 label:has-text("Cecil")').click()
    penalties = page.locator("#ask-penalty-1 label")
    expect(penalties).to_have_count(2)
    penalties.first.hover()
    page.mouse.down()
    page.evaluate(CAME)
    page.evaluate(ASKED_ANEW)
    page.wait_for_function("() => window.came")
    with page.expect_response(lambda answer: answer.request.method == "POST") as asked:
        page.mouse.up()
    assert "redraw_penalties=1" in (asked.value.request.post_data or "")
    done(page)
    expect(page.locator("#sentence .sentence")).to_contain_text("Cecil revoked")
    expect(penalties.first.locator("input")).to_be_checked()


def test_a_sheet_that_was_closed_stays_shut_when_its_questions_come(open_page: Open) -> None:
    """On a slow server they come after Done; the sheet then lay over Record."""
    _table, page = at_table(open_page)
    fold(page)
    key_for(page, "result", "=").click()
    seldom(page, "A revoke")
    page.evaluate(CAME)
    page.evaluate("""() => {
        const real = XMLHttpRequest.prototype.send;
        XMLHttpRequest.prototype.send = function (...given) {
            window.send = () => real.apply(this, given);
        };
    }""")
    page.locator('#ask-revoke-1 label:has-text("Cecil")').click()
    page.wait_for_function("() => window.send")
    done(page)
    page.evaluate("() => window.send()")
    page.wait_for_function("() => window.came")
    expect(page.locator("#ask-penalty-1 label")).to_have_count(2)
    expect(page.locator("#else")).to_be_hidden()


def test_the_key_that_closes_a_sheet_stays_under_the_finger(open_page: Open) -> None:
    _table, page = at_table(open_page)
    fold(page)
    key_for(page, "result", "=").click()
    seldom(page, "A revoke")
    foot = page.locator("#else .sheet-foot .key")
    before = pytest.approx(foot.bounding_box(), abs=1)  # a picture's rows are whole
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator('#ask-revoke-1 label:has-text("Cecil")').click()
    expect(page.locator("#ask-penalty-1 label")).to_have_count(2)
    assert foot.bounding_box() == before
    page.locator("#else summary").filter(has_text="A fine").click()
    assert foot.bounding_box() == before


def test_a_finger_that_slides_out_of_a_sheet_closes_nothing(open_page: Open) -> None:
    _table, page = at_table(open_page)
    fold(page)
    seldom(page, "A fine")
    at = page.locator("#else legend:visible").last.bounding_box()
    assert at is not None
    page.mouse.move(at["x"] + 5, at["y"] + 5)
    page.mouse.down()
    page.mouse.move(at["x"] + 5, 20)
    page.mouse.up()
    expect(page.locator("#else")).to_be_visible()
    page.mouse.click(at["x"] + 5, 20)
    expect(page.locator("#else")).to_be_hidden()


def test_a_page_has_one_voice_and_one_alarm(transactional_db: None, open_page: Open) -> None:
    new_club("Ann")
    page = open_page("/", login=HOST)
    for path in ("/", "/players/", "/results/", "/more/", "/club/"):
        page.goto(path)
        assert page.locator("[role=status]").count() == 1, path
        assert page.locator("[role=alert]").count() == 1, path
        assert page.locator("[aria-live]").count() == 1, path
