"""The worked evening of the seven, a phone on each table, from the front door to the slip."""

import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.laws.deal_reading import read_deal
from clubscore.laws.games.auction import AUCTION
from clubscore.laws.house_rules import default_rules
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.phones import let_phones_in
from clubscore.rubbers.selectors import new_key
from clubscore.rubbers.slip import slip_of
from clubscore.web.phones import token_of
from tests.flows.acting import HOST, PATIENCE, Open, Taps, choose_people, new_club
from tests.laws.tables import WORKED_EVENING
from tests.rubbers.seven_table import SEVEN
from tests.rubbers.tables import actor_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth + 1"
TABLES = ("Window table", "Fire table")
# Deal by deal: the table, who is dummy, where he goes and sits.
CROSSES = (
    (0, "Cecil", "West"),
    (1, "Fred", "East"),
    (0, "Bob", "South"),
    (1, "Cecil", "East"),
    (0, "Fred", "South"),
    (1, "Gina", "South"),
    (0, "Ann", "East"),
    (1, "Eve", "North"),
)
WON = {"Ann": 298, "Bob": 263, "Cecil": -794, "Dan": -298, "Eve": 496, "Fred": 496, "Gina": -461}


def sit_down(page: Page) -> None:
    """Sit seven people down from Tonight, in the order of the book."""
    page.get_by_role("link", name="7", exact=True).click()
    choose_people(page, *SEVEN)
    page.get_by_role("button", name="Two tables").click()
    page.locator("summary", has_text="Other seats").click()
    for number, name in enumerate(SEVEN):
        page.locator(f"#place-{number}").select_option(label=name)
    page.locator("summary", has_text="Change stake or laws").click()
    page.get_by_label("The stake").fill("5s a hundred")
    assert not page.evaluate(WIDER)
    page.get_by_role("button", name="Start with these seats").click()
    expect(page.get_by_text("Ann & Bob v Cecil & Dan").first).to_be_visible()


@pytest.fixture
def phones(transactional_db: None, open_page: Open) -> tuple[Page, Page, Page]:
    """The director's screen, and a phone on each table, let in by the table's secret address."""
    new_club(*SEVEN)
    desk = open_page("/", login=HOST)
    sit_down(desk)
    lying = []
    for sitting in Sitting.objects.select_related("club").order_by("seven_table"):
        link = let_phones_in(sitting=sitting, key=new_key(), actor=actor_of(sitting.club))
        phone = open_page(f"/t/{token_of(link.nonce)}/")
        phone.get_by_role("button", name="the table's phone").click()
        lying.append(phone)
    return desk, lying[0], lying[1]


def note(page: Page, facts: dict[str, object]) -> None:
    """Tap a contract before the play; it folds into one line."""
    taps, bid = Taps(page), str(facts["bid"])
    taps.choose("level", bid[0])
    taps.choose("denomination", bid[1:])
    if facts.get("doubling"):
        taps.choose("doubling", str(facts["doubling"]))
    taps.choose("declarer", str(facts["declarer"]))
    expect(page.locator("h2.contract")).to_be_visible(timeout=PATIENCE)


def record(page: Page, facts: dict[str, object]) -> None:
    """Tap the result and the honours of a deal, and record it."""
    deal = read_deal(AUCTION, default_rules(AUCTION), facts)
    assert deal.bid is not None and deal.declarer is not None
    over = deal.tricks - 6 - deal.bid.level
    sides = [
        seats for seats in ("NS", "EW") if sum(dict(deal.honours).get(s, 0) for s in seats) > 2
    ]
    taps = Taps(page)
    taps.choose("result", "=" if not over else f"{over:+d}")
    side = "none" if not sides else "D:3" if deal.declarer in sides[0] else "A:3"
    held = sum(int(dict(deal.honours).get(seat, 0)) for seat in sides[0]) if sides else 0
    taps.choose("honours", side.replace("3", str(held)))
    key = page.locator("#sentence button")
    expect(key).not_to_have_attribute("aria-disabled", "true", timeout=PATIENCE)
    key.click()


def sentence(page: Page, text: str) -> None:
    expect(page.locator(".card.seven")).to_contain_text(text)


@pytest.mark.long(25)
def test_the_worked_evening_on_two_phones(phones: tuple[Page, Page, Page]) -> None:
    desk, *tables = phones
    sentence(tables[1], "Waiting for dummy from Window table: they are still playing.")
    for number, (facts, (here, dummy, seat)) in enumerate(
        zip(WORKED_EVENING, CROSSES, strict=True), start=1
    ):
        mine, theirs = tables[here], tables[1 - here]
        note(mine, facts)
        goes = f"{dummy} is dummy. After the lead: lay the cards down, cross to "
        sentence(mine, f"{goes}{TABLES[1 - here]} and sit {seat}.")
        sentence(theirs, f"Waiting for {dummy}, who is crossing: they are still playing.")
        if number == 1:
            mine.get_by_role("button", name="Cecil has gone").click()
            sentence(mine, "Cecil has gone to Fire table and sits West.")
            theirs.get_by_role("button", name="Cecil is here").click()
            expect(theirs.get_by_text("Waiting for Cecil")).to_have_count(0)
        if number == 4:
            sentence(theirs, "The old seat is East; Fred moves to South.")
        record(mine, facts)
        if number in (5, 8):
            won = "Rubber 1 · Ann & Bob +263" if number == 5 else "Rubber 2 · Eve & Fred +496"
            expect(mine.get_by_role("heading", name=won)).to_be_visible(timeout=PATIENCE)
            mine.get_by_role("button", name="Made up and agreed").click()
        expect(mine.locator("#entry")).to_have_count(0, timeout=PATIENCE)
        assert not mine.evaluate(WIDER)
    settle(desk)


def settle(desk: Page) -> None:
    """Finish both tables and look at the slip of the evening."""
    desk.goto("/")
    expect(desk.get_by_text("The seven", exact=False).first).to_be_visible()
    desk.get_by_role("link", name="All seven").click()
    row = desk.get_by_role("row", name=re.compile("^Ann"))
    expect(row).to_contain_text("+35")
    desk.get_by_role("link", name="Position sheet").click()
    expect(desk.get_by_role("row", name=re.compile(r"^3 · Window table"))).to_contain_text(
        "Fred for Cecil"
    )
    assert not desk.evaluate(WIDER)
    desk.go_back()
    desk.get_by_role("button", name="Finish both tables").click()
    desk.get_by_role("link", name="Settle the evening").click()
    expect(desk.get_by_text("Window table: the unfinished rubber")).to_be_visible()
    desk.get_by_role("button", name="Agree and end both tables").click()
    expect(desk.get_by_role("heading", name="Slip of the evening")).to_be_visible()
    sitting = Sitting.objects.select_related("club", "table").latest("pk")
    slip = slip_of(sitting.club, sitting.table, sitting.evening)
    assert {person.name: slip.totals[person.pk] for person in slip.people} == WON
    expect(desk.locator("table.slip")).to_contain_text("−794")
    assert not desk.evaluate(WIDER)


def test_somebody_else_is_dummy_and_nobody_moves_for_an_old_contract(
    phones: tuple[Page, Page, Page],
) -> None:
    _desk, window, fire = phones
    note(window, WORKED_EVENING[0])
    sentence(fire, "Waiting for Cecil, who is crossing: they are still playing.")
    window.get_by_text("Another player is dummy").click()
    window.locator(".card.seven").get_by_role("button", name="Bob", exact=True).click()
    sentence(window, "Bob is dummy.")
    sentence(fire, "Waiting for Bob, who is crossing: they are still playing.")
    note(fire, WORKED_EVENING[1])
    record(window, {**WORKED_EVENING[0], "declarer": "N", "honours": {"N": 3}})
    expect(window.locator("#entry")).to_be_visible(timeout=PATIENCE)
    window.get_by_role("link", name="Why?").click()
    window.get_by_role("link", name="Correct this deal").click()
    Taps(window).choose("declarer", "E")
    window.get_by_role("button", name="Preview changes").last.click()
    expect(window.get_by_text("everyone stays in their present seat")).to_be_visible()
