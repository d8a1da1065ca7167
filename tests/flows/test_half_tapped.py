"""What is half tapped is there again after a look at the law; offline no choice is lost."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.models import Role
from clubscore.events.models import Call, ResultRevision
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import DealRevision, Happening
from clubscore.rubbers.sitting.phones import let_phones_in
from clubscore.tableside.secret_addresses import token_of
from tests.events.evenings import Evening
from tests.flows.acting import HOST, PATIENCE, Open, Taps, wait_until
from tests.flows.looking import STEADY, look_at
from tests.flows.test_what_happened import (
    BRIDGE,
    FORGET_IT,
    KEPT_TOO,
    ask,
    open_table,
    opened,
)
from tests.flows.test_without_a_network import at_table_one, tap
from tests.house import make_user
from tests.rubbers.tables import LAWS_BLOCK, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LED = ("A player led out of turn", "a defender", "no one yet")


def tapped(page: Page) -> set[str]:
    """What is answered in the form of the table so far."""
    found = page.locator("#entry input:checked").evaluate_all(
        "all => all.filter(each => !each.defaultChecked).map(each => each.name + '=' + each.value)"
    )
    return set(found)


def go_back(page: Page) -> None:
    """Leave what the law says by the way back at the top."""
    page.locator("a.back").click()
    expect(page.locator("#entry")).to_be_visible()


def test_a_half_tapped_contract_is_there_again_after_the_law(open_page: Open) -> None:
    page = open_table(open_page, "auction", **STEADY)
    taps = Taps(page)
    taps.choose("level", "3")
    taps.choose("denomination", "H")
    ask(page)
    go_back(page)
    assert tapped(page) == {"level=3", "denomination=H"}
    # By the browser's own key as well, and it is not laid into the next deal.
    ask(page)
    page.go_back()
    expect(page.locator("#entry")).to_be_visible()
    assert tapped(page) == {"level=3", "denomination=H"}
    Taps(page).choose("declarer", "N")
    expect(page.locator("#noted")).to_be_visible()
    Taps(page).choose("result", "+1")
    ask(page)
    go_back(page)
    assert tapped(page) == {"result=+1"}
    expect(page.locator("#sentence")).to_contain_text("1")
    Taps(page).choose("honours", "none")
    Taps(page).record()
    facts = DealRevision.objects.get().facts
    assert facts and facts["tricks"] == 10
    ask(page)
    go_back(page)
    assert tapped(page) == set()


def test_what_was_chosen_by_the_law_and_what_was_tapped_stand_in_one_form(open_page: Open) -> None:
    page = open_table(open_page, BRIDGE, **STEADY)
    Taps(page).choose("denomination", "H")
    Taps(page).choose("result", "D:2")
    ask(page)
    _taps, answer = opened(page, "A player did not follow suit", "a defender", "yes")
    answer.locator("label:visible").filter(has_text="Cecil").click()
    answer.get_by_role("button", name="take three tricks").click()
    expect(page.locator("h2#by-law")).to_be_visible()
    assert tapped(page) >= {"result=D:2"}
    expect(page.locator("#sentence")).to_contain_text("Hearts by Ann, 2 odd tricks")
    expect(page.locator("#sentence")).to_contain_text("Cecil revoked")
    Taps(page).choose("honours", "none")
    Taps(page).record()
    facts = DealRevision.objects.get().facts
    assert facts and facts["revokes"] == [{"by": "E", "penalty": "tricks"}]


def test_a_half_tapped_result_of_an_event_is_there_again_after_the_law(open_page: Open) -> None:
    evening = Evening(6, boards=2)
    page = at_table_one(evening, open_page)
    second = page.locator(".boards a.key").nth(1)
    second.click()
    board = page.locator('#entry input[name="board"]').input_value()
    tap(page, "-1")
    told = {"level=4", "denomination=S", "declarer=S", "result=-1"}
    for way in ("back", "director"):
        page.locator("[data-opens=besides]:visible").first.click()
        page.locator("#besides").get_by_role("link", name="What happened?").click()
        expect(page.locator("h1")).to_have_text("What happened?")
        if way == "back":
            page.locator("a.back").click()
        else:
            _taps, answer = opened(page, "A player revoked", "no")
            answer.get_by_role("button", name="Director, please").click()
        expect(page.locator('#entry input[name="board"]')).to_have_value(board)
        assert tapped(page) == told
    assert Call.objects.count() == 1
    # What was tapped belongs to its board.
    page.locator(".boards a.key").first.click()
    expect(page.locator('#entry input[name="board"]')).not_to_have_value(board)
    assert tapped(page) == set()
    page.locator(".boards a.key").nth(1).click()
    expect(page.locator('#entry input[name="board"]')).to_have_value(board)
    assert tapped(page) == told
    page.get_by_role("button", name=re.compile("Hand to")).click()
    expect(page.get_by_role("button", name=re.compile(": yes")).first).to_be_visible()
    assert ResultRevision.objects.get().board == int(board)


def phone_with_the_law(open_page: Open, table: Table) -> Page:
    """Open a table on its own phone, which has what the law says with it."""
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    page = open_page(f"/t/{token_of(link.nonce)}/", **STEADY)
    page.get_by_role("button", name="the table's phone").click()
    expect(page.locator("#entry")).to_be_visible()
    wait_until(page, KEPT_TOO)
    page.evaluate(FORGET_IT)
    page.reload()
    wait_until(page, KEPT_TOO)
    return page


def go_offline(page: Page) -> None:
    page.context.set_offline(True)
    page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(page.locator("#away")).to_be_visible()


def choose_three_tricks(page: Page) -> None:
    """Say that Cecil revoked, and take three tricks for it."""
    ask(page)
    _taps, answer = opened(page, "A player did not follow suit", "a defender", "yes")
    answer.locator("label:visible").filter(has_text="Cecil").click()
    expect(page.locator("#choice-waits")).to_be_visible()
    answer.get_by_role("button", name="take three tricks").click()
    expect(page.locator("#away")).to_be_visible()


def test_a_choice_made_offline_waits_fills_its_deal_and_comes_in_before_it(
    open_page: Open,
) -> None:
    table = Table(BRIDGE)
    page = phone_with_the_law(open_page, table)
    Taps(page).choose("denomination", "H")
    go_offline(page)
    # A deal that waits already: the choice is for the one after it.
    for name, value in (("result", "D:1"), ("honours", "none")):
        Taps(page).choose(name, value)
    page.locator("#sentence button").click()
    expect(page.locator("#touch")).to_contain_text("one result is waiting")
    Taps(page).choose("denomination", "S")
    choose_three_tricks(page)
    expect(page.locator("#waits-deals")).to_contain_text("take three tricks")
    expect(page.locator("#deal")).to_contain_text("Deal 2")
    now = tapped(page)
    assert {"denomination=S", "revoke-1=E", "penalty-1=tricks"} <= now
    assert look_at(page) == []
    for name, value in (("result", "D:2"), ("honours", "none")):
        Taps(page).choose(name, value)
    page.locator("#sentence button").click()
    expect(page.locator("#touch")).to_contain_text("3 results are waiting")
    assert not DealRevision.objects.exists() and not Happening.objects.filter(kind="ruled").exists()
    page.context.set_offline(False)
    expect(page.locator("#touch")).to_have_text("online", timeout=3 * PATIENCE)
    expect(page.locator("#waits")).to_be_hidden(timeout=PATIENCE)
    ruled = Happening.objects.get(kind=Happening.Kind.RULED)
    assert (ruled.data["position"], ruled.data["seat"]) == (2, "E")
    first, second = DealRevision.objects.order_by("pk")
    assert first.facts and "revokes" not in first.facts
    assert second.facts and second.facts["revokes"] == [{"by": "E", "penalty": "tricks"}]


def test_a_choice_that_waits_is_taken_out_by_one_tap_and_a_new_deal_is_dealt_once(
    open_page: Open,
) -> None:
    table = Table("auction")
    page = phone_with_the_law(open_page, table)
    go_offline(page)
    for _time in range(2):
        ask(page)
        _taps, answer = opened(page, "The cards were dealt in the wrong order", "the last card")
        answer.get_by_role("button", name="a new deal").click()
        expect(page.locator("#away")).to_be_visible()
    choices = page.locator("#waits-deals > li")
    expect(choices).to_have_count(2)
    page.locator("#waits-open > summary").click()
    # It can be taken out, and not changed as a deal is.
    expect(choices.first.locator("[data-change]")).to_be_hidden()
    choices.first.locator("[data-out]").click()
    expect(choices).to_have_count(1)
    page.context.set_offline(False)
    expect(page.locator("#touch")).to_have_text("online", timeout=3 * PATIENCE)
    expect(page.locator("#waits")).to_be_hidden(timeout=PATIENCE)
    assert Happening.objects.filter(kind=Happening.Kind.MISDEAL).count() == 1


def test_a_page_that_was_kept_chooses_for_the_deal_in_hand_now(open_page: Open) -> None:
    table = Table(BRIDGE)
    make_user(table.club, HOST, Role.DIRECTOR)
    page = open_page(f"/table/{table.sitting.pk}/what-happened/", login=HOST, **STEADY)
    page.context.set_offline(True)
    expect(page.locator("#needs-line")).to_be_visible(timeout=PATIENCE)
    table.play(LAWS_BLOCK[0])
    page.context.set_offline(False)
    expect(page.locator("#needs-line")).to_be_hidden(timeout=PATIENCE)
    _taps, answer = opened(page, *LED)
    answer.get_by_role("button", name="call the card led in error").click()
    expect(page.locator("h2#by-law")).to_be_visible()
    assert Happening.objects.get(kind=Happening.Kind.RULED).data["position"] == 2
