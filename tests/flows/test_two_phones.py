"""Two phones on one table by its code: what one enters the other sees, and nothing is lost."""

import re
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.access import Actor, Level
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import DealRevision
from clubscore.rubbers.sitting.phones import let_phones_in, take_back_link
from clubscore.rubbers.sitting.seating import (
    Agreement,
    LineUp,
    take_seats,
)
from clubscore.tableside.secret_addresses import token_of
from tests.flows.acting import Open, Taps, comes_anew, hold_the_page_that_comes
from tests.rubbers.tables import FOUR_SPADES, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CONTRACT = (("level", "2"), ("denomination", "S"), ("declarer", "E"))


@dataclass
class Phones:
    """A table at auction, a phone that lies on it, and Ann's own."""

    table: Table
    lying: Page
    anns: Page


@pytest.fixture
def phones(transactional_db: None, open_page: Open) -> Phones:
    """Let two phones in by the table's code."""
    table = Table("auction")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    address = f"/t/{token_of(link.nonce)}/"
    lying, anns = open_page(address), open_page(address)
    lying.get_by_role("button", name="the table's phone").click()
    anns.get_by_role("button", name="Ann", exact=True).click()
    for page in (lying, anns):
        expect(page.get_by_role("heading", name="Deal 1 · Ann deals")).to_be_visible()
    return Phones(table, lying, anns)


def bid(page: Page) -> None:
    """Tap the contract; it folds into one line."""
    taps = Taps(page)
    for question, answer in CONTRACT:
        taps.choose(question, answer)
    expect(page.locator("h2.contract")).to_be_visible()


def say(page: Page, result: str) -> None:
    """Tap a result without recording it."""
    taps = Taps(page)
    taps.choose("result", result)
    taps.choose("honours", "none")
    record = page.locator("#sentence button")
    expect(record).not_to_have_attribute("aria-disabled", "true")


def test_a_contract_noted_on_one_phone_is_seen_on_the_other(phones: Phones) -> None:
    bid(phones.lying)
    expect(phones.anns.locator("h2.contract")).to_contain_text("Cecil")


def test_a_deal_recorded_on_one_phone_is_seen_on_the_other(phones: Phones) -> None:
    phones.table.record(FOUR_SPADES)
    for page in (phones.lying, phones.anns):
        heading = page.get_by_role("heading", name="Deal 2 · Cecil deals")
        expect(heading).to_be_visible()


def test_a_tap_while_the_page_is_being_brought_up_to_date_stays(phones: Phones) -> None:
    page = phones.anns
    held = hold_the_page_that_comes(page)
    with page.expect_request(comes_anew):
        phones.table.record(FOUR_SPADES)
    Taps(page).choose("level", "3")
    with page.expect_response(lambda answer: comes_anew(answer.request)):
        held[0].continue_()
    expect(
        page.locator("#news").get_by_text("Deal 1 was recorded on another phone by")
    ).to_be_visible()
    expect(page.locator('input[name="level"][value="3"]')).to_be_checked()


def test_two_results_are_both_shown_and_one_is_chosen(phones: Phones) -> None:
    bid(phones.lying)
    expect(phones.anns.locator("h2.contract")).to_be_visible()
    say(phones.lying, "=")
    say(phones.anns, "+1")
    phones.lying.locator("#sentence button").click()
    expect(phones.lying.get_by_role("heading", name="Deal 2")).to_be_visible()
    # Ann's phone is half filled: it is told, and what she tapped stays.
    news = phones.anns.locator("#news").get_by_text(
        "Deal 1 was recorded on another phone by the table's phone"
    )
    expect(news).to_be_visible()
    expect(phones.anns.locator('input[name="result"][value="+1"]')).to_be_checked()
    phones.anns.locator("#sentence button").click()
    for page in (phones.anns, phones.lying):
        both = page.get_by_role("heading", name="Two reports of deal 1")
        expect(both).to_be_visible()
        expect(page.get_by_role("button", name="2 spades by Cecil, made.")).to_be_visible()
        expect(page.get_by_role("button", name="2 spades by Cecil, plus 1.")).to_be_visible()
    phones.lying.get_by_role("button", name="2 spades by Cecil, plus 1.").click()
    expect(phones.lying.get_by_role("heading", name="Two reports")).to_have_count(0)
    [deal] = phones.table.standing.live
    assert deal.facts["tricks"] == 9
    kinds = DealRevision.objects.order_by("number").values_list("kind", flat=True)
    assert list(kinds) == ["recorded", "rival", "settled"]


def test_a_finger_on_record_keeps_the_key_under_it(phones: Phones) -> None:
    """The sentence may come anew while somebody presses Record: his tap counts all the same."""
    page = phones.lying
    bid(page)
    say(page, "=")
    page.locator("#sentence button").hover()
    page.mouse.down()
    with page.expect_response(re.compile("/sentence/")):
        page.evaluate("htmx.trigger(document.getElementById('entry'), 'change')")
    page.evaluate("new Promise((done) => setTimeout(done, 100))")
    page.mouse.up()
    expect(page.get_by_role("heading", name="Deal 2")).to_be_visible()


def test_a_double_tap_on_record_counts_once(phones: Phones) -> None:
    bid(phones.lying)
    say(phones.lying, "=")
    phones.lying.locator("#sentence button").dblclick()
    expect(phones.lying.get_by_role("heading", name="Deal 2")).to_be_visible()
    phones.lying.wait_for_load_state("networkidle")
    assert DealRevision.objects.count() == 1


def test_the_same_form_sent_again_by_the_way_back_counts_once(phones: Phones) -> None:
    bid(phones.lying)
    say(phones.lying, "=")
    sent = phones.lying.evaluate(
        """async () => {
            const form = document.getElementById("entry");
            const send = () => fetch("record/", {method: "POST", body: new FormData(form)});
            const answers = await Promise.all([send(), send(), send()]);
            return answers.map((answer) => answer.status);
        }"""
    )
    assert sent == [200, 200, 200]
    assert DealRevision.objects.count() == 1


def test_both_phones_recording_the_same_result_agree(phones: Phones) -> None:
    bid(phones.lying)
    expect(phones.anns.locator("h2.contract")).to_be_visible()
    say(phones.lying, "=")
    say(phones.anns, "=")
    phones.lying.locator("#sentence button").click()
    expect(phones.lying.get_by_role("heading", name="Deal 2")).to_be_visible()
    phones.anns.locator("#sentence button").click()
    expect(phones.anns.get_by_role("heading", name="Deal 2")).to_be_visible()
    assert DealRevision.objects.count() == 1


def test_another_line_up_is_said_and_what_was_half_entered_stays(phones: Phones) -> None:
    table = phones.table
    bid(phones.lying)
    say(phones.lying, "+1")
    expect(phones.lying.locator("#sentence")).to_contain_text("plus 1")
    other_line_up(table)
    expect(phones.lying.locator("#news")).to_contain_text("changed")
    expect(phones.lying.locator('input[name="result"][value="+1"]')).to_be_checked()
    phones.lying.locator("#sentence button").click()
    said = phones.lying.get_by_text("The line-up or the game at")
    expect(said.first).to_be_visible()
    assert not DealRevision.objects.exists()


def other_line_up(table: Table) -> None:
    """Let Bob and Cecil change places, as another scorer would on the club's own screen."""
    actor = Actor(level=Level.SCORER, club=table.club)
    ann, cecil, bob, dora = table.people
    take_seats(
        sitting=table.sitting,
        line_up=LineUp({"N": ann, "E": bob, "S": cecil, "W": dora}, "N", {}),
        agreement=Agreement("auction", {}, None),
        key=new_key(),
        actor=actor,
    )


def test_a_code_taken_back_lets_nobody_enter(phones: Phones) -> None:
    take_back_link(sitting=phones.table.sitting, key=new_key(), actor=phones.table.actor)
    answer = phones.lying.goto(phones.lying.url)
    assert answer is not None
    expect(phones.lying.locator("#entry")).to_have_count(0)


def test_a_phone_led_to_another_page_keeps_what_it_took_along(phones: Phones) -> None:
    page = phones.lying
    page.wait_for_function("() => document.getElementById('waits').dataset.pass")
    page.route("**/ahead/", lambda route: route.fulfill(body="<h1>Log in</h1>"))
    with page.expect_response("**/ahead/"):
        page.evaluate("() => document.getElementById('entry').dataset.people = 'others'")
        page.evaluate("() => document.dispatchEvent(new CustomEvent('outbox:page'))")
    # What the page runs into is told by `open_page` after the test.
    assert page.evaluate("() => document.getElementById('waits').dataset.pass")
