"""The twelve boards of 1917 at one table: by keyboard, out of touch, with a directed contract.

How a stranger takes them, four phones play three and a second club ranks them is told in
`test_from_the_demo_to_a_second_club`.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.access import Actor, Level
from clubscore.events.models import Event, ResultRevision
from clubscore.events.phones import links_of
from clubscore.events.set_table import bring_set
from clubscore.web.phones import token_of
from tests.events.test_directed_at_a_table import a_set
from tests.flows.acting import HOST, TOOK_ALONG, Open, Taps, new_club, press, wait_until
from tests.flows.looking import STEADY, look_at
from tests.flows.test_by_keyboard import choose, tab_to

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = {"North": "Ada", "South": "Ben", "East": "Cleo", "West": "Dan"}
TWELVE = "Twelve boards of auction"


def take_the_twelve(host: Page, names: dict[str, str], called: str = TWELVE) -> Event:
    """From Tonight: the set, who sits where; the table is open."""
    host.get_by_role("link", name="Sets to play").click()
    host.locator("label").filter(has_text=called).click()
    host.get_by_role("button", name="Sit down").click()
    for seat, name in names.items():
        host.get_by_label(seat).fill(name)
    press(host.get_by_role("button", name="Save names"))
    expect(host.get_by_role("heading", name="Four phones")).to_be_visible()
    return Event.objects.filter(contest_set__isnull=False).latest("pk")


def code_of(event: Event) -> str:
    """The address behind the code that the table's page shows."""
    return f"/e/{token_of(links_of(event.sections.get())[0].nonce)}/"


def come_in(open_page: Open, event: Event) -> dict[str, Page]:
    """Each player scans the table's code and taps their name: {seat: phone}."""
    phones = {}
    entries = list(event.entries.order_by("order"))
    people = [person for entry in entries for person in entry.people]
    for seat, person in zip(NAMES, people, strict=True):
        phones[seat] = open_page(code_of(event), **STEADY)
        phones[seat].get_by_role("button", name=person.name, exact=True).click()
        expect(phones[seat].locator("#page")).to_be_visible()
    return phones


def tell(phone: Page, level: str, declarer: str) -> None:
    """Tap a result of spades, made."""
    taps = Taps(phone)
    for question, answer in (("level", level), ("denomination", "S"), ("declarer", declarer)):
        taps.choose(question, answer)
    taps.choose("result", "=")
    taps.choose("honours", "D:3")


def test_a_table_is_opened_and_a_result_told_without_a_finger(open_page: Open) -> None:
    new_club(*NAMES.values())
    host = open_page("/contests/", login=HOST, **STEADY)
    tab_to(host, 'input[name="set"]')
    wanted = host.locator("label").filter(has_text=TWELVE).locator("input")
    for _press in range(6):
        if wanted.is_checked():
            break
        host.keyboard.press("ArrowDown")
    tab_to(host, "button.key-go")
    host.keyboard.press("Enter")
    expect(host.get_by_label("North")).to_be_visible()
    for seat, name in zip("NSEW", NAMES.values(), strict=True):
        tab_to(host, f'input[name="{seat}"]')
        host.keyboard.type(name)
    host.keyboard.press("Enter")
    expect(host.get_by_role("heading", name="Four phones")).to_be_visible()
    north = come_in(open_page, Event.objects.get(contest_set__isnull=False))["North"]
    north.reload()
    expect(north.locator(".own-hand")).to_be_visible()
    for question, answer in (("level", "2"), ("denomination", "S"), ("declarer", "S"),
                             ("result", "="), ("honours", "D:3")):  # fmt: skip
        choose(north, question, answer)
    tab_to(north, "#dock button")
    north.keyboard.press("Enter")
    expect(north.get_by_text("Waiting for Cleo or Dan.")).to_be_visible()
    assert ResultRevision.objects.count() == 1


def test_a_result_entered_out_of_touch_arrives_and_the_hand_stays(open_page: Open) -> None:
    new_club(*NAMES.values())
    event = take_the_twelve(open_page(login=HOST, **STEADY), NAMES)
    north = come_in(open_page, event)["North"]
    north.reload()
    expect(north.locator(".own-hand")).to_be_visible()
    cards = north.locator(".own-hand ul").inner_text()
    wait_until(north, TOOK_ALONG)
    north.context.set_offline(True)
    tell(north, "2", "S")
    north.get_by_role("button", name=re.compile("^(Hand to|Record)")).last.click()
    expect(north.locator("#touch")).to_have_text(re.compile("offline"))
    assert not ResultRevision.objects.exists()
    assert north.locator(".own-hand ul").inner_text() == cards
    north.context.set_offline(False)
    wait_until(north, "() => !document.querySelector('#touch').textContent.includes('waiting')")
    wait_until(north, "() => document.querySelector('#touch').textContent.trim() === 'online'")
    assert ResultRevision.objects.count() == 1


@pytest.mark.night
@pytest.mark.long(60)
def test_a_directed_contract_is_told_after_the_auction_and_stays_out_of_touch(
    open_page: Open,
) -> None:
    club = new_club(*NAMES.values())
    bring_set(club=club, event=a_set(), key="set", actor=Actor(Level.PLAYER, club))
    event = take_the_twelve(open_page(login=HOST, **STEADY), NAMES, "Directed set")
    phones = come_in(open_page, event)
    north, west = phones["North"], phones["West"]
    for phone in (north, west):
        phone.reload()
    asked = north.get_by_label("What did the auction reach?")
    expect(asked).to_be_visible()
    expect(north.locator("#entry")).to_have_count(0)
    expect(north.locator("#dock")).to_have_count(0)
    assert "by East" not in north.content()
    assert look_at(north) == []
    tab_to(north, "#reached")
    north.keyboard.type("2nt")
    north.keyboard.press("Enter")
    for phone in (north, west):
        expect(phone.get_by_text("Play 3NT by East. South leads.")).to_be_visible()
        expect(phone.locator("#entry")).to_be_visible()
    assert look_at(north) == []
    # Out of touch the phone still says what is played.
    wait_until(north, TOOK_ALONG)
    north.context.set_offline(True)
    wait_until(north, "() => document.querySelector('#away-directed')")
    expect(north.locator("#away-directed")).to_have_text("Play 3 no-trumps by East. South leads.")
    expect(north.locator("#away-bid")).to_be_hidden()
    north.context.set_offline(False)
    expect(north.locator("#entry")).to_be_visible()
    taps = Taps(north)
    for question, answer in (("level", "3"), ("denomination", "NT"), ("declarer", "E")):
        taps.choose(question, answer)
    taps.choose("result", "=")
    press(north.get_by_role("button", name=re.compile("^Hand to")))
    east = phones["East"]
    east.reload()
    expect(east.get_by_text("The auction reached 2NT.")).to_be_visible()
    press(east.get_by_role("button", name="Cleo: yes"))
    closed = east.locator(".closed-board")
    expect(closed).to_contain_text("was to be played instead")
    expect(closed).to_contain_text("3 of 7 points for tasks")
    assert look_at(east) == []
