"""The twelve boards of 1917 at one table: four phones, no director, no paper; par by boards."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from clubscore.events.models import BoardRevision, Event, ResultRevision
from clubscore.events.phones import links_of
from clubscore.tableside.secret_addresses import token_of
from tests.flows.acting import HOST, TOOK_ALONG, Open, Taps, new_club, press, wait_until
from tests.flows.looking import STEADY, look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = {"North": "Ada", "South": "Ben", "East": "Cleo", "West": "Dan"}
WIDTH, HEIGHT = 360, 740


def take_the_twelve(host: Page) -> Event:
    """From Tonight: the set, who sits where; the table is open."""
    host.get_by_role("link", name="Sets to play").click()
    host.locator("label").filter(has_text="Twelve boards of auction").click()
    host.get_by_role("button", name="Sit down").click()
    for seat, name in NAMES.items():
        host.get_by_label(seat).fill(name)
    press(host.get_by_role("button", name="Save names"))
    return Event.objects.get(contest_set__isnull=False)


def come_in(open_page: Open, event: Event) -> dict[str, Page]:
    """Each player scans the table's code and taps their name."""
    code = f"/e/{token_of(links_of(event.sections.get())[0].nonce)}/"
    phones = {}
    for seat, name in NAMES.items():
        phones[seat] = open_page(code, **STEADY)
        phones[seat].get_by_role("button", name=name, exact=True).click()
    return phones


def is_within_first_screen(part: Locator) -> bool:
    box = part.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT


def tell(phone: Page, level: str, declarer: str, honours: str = "D:3") -> None:
    """Tap a result of spades, made."""
    taps = Taps(phone)
    for question, answer in (("level", level), ("denomination", "S"), ("declarer", declarer)):
        taps.choose(question, answer)
    taps.choose("result", "=")
    taps.choose("honours", honours)


def test_four_phones_play_three_of_the_twelve_boards(open_page: Open) -> None:
    new_club(*NAMES.values())
    host = open_page(login=HOST, **STEADY)
    event = take_the_twelve(host)
    expect(host.get_by_role("heading", name="Four phones")).to_be_visible()
    phones = come_in(open_page, event)
    for seat, phone in phones.items():
        hand = phone.get_by_role("heading", name=f"Board 1: your cards, {seat}")
        expect(hand).to_be_visible()
        assert is_within_first_screen(phone.locator(".own-hand"))
        assert is_within_first_screen(phone.locator("#entry .bar").first)
    north, east = phones["North"], phones["East"]
    assert look_at(north) == []
    for board in (1, 2, 3):
        expect(north.get_by_text("Par:")).to_have_count(0)
        tell(north, "2", "S")
        press(north.get_by_role("button", name=re.compile("^Hand to")))
        assert BoardRevision.objects.count() == board - 1, "told is not agreed"
        key = east.get_by_role("button", name="Cleo: yes")
        expect(key).to_be_visible()
        expect(east.locator(".closed-board")).to_have_count(0)
        press(key)
        expect(east.locator(".closed-board h2")).to_contain_text("Par:")
        expect(north.locator(".closed-board h2")).to_contain_text("Par:")
        assert BoardRevision.objects.count() == board
        if board < 3:
            for phone in (north, east):
                phone.get_by_role("link", name=f"Next: board {board + 1}").click()
                expect(phone.locator(".own-hand h2")).to_contain_text(f"Board {board + 1}")
    assert look_at(east) == []
    east.get_by_role("link", name="Step through best play").click()
    expect(east.get_by_role("heading", name="Card by card")).to_be_visible()


def test_a_result_entered_out_of_touch_arrives_and_the_hand_stays(open_page: Open) -> None:
    new_club(*NAMES.values())
    event = take_the_twelve(open_page(login=HOST, **STEADY))
    north = come_in(open_page, event)["North"]
    north.reload()
    expect(north.locator(".own-hand")).to_be_visible()
    cards = north.locator(".own-hand ul").inner_text()
    wait_until(north, TOOK_ALONG)
    north.context.set_offline(True)
    tell(north, "2", "S")
    record = north.get_by_role("button", name=re.compile("^(Hand to|Record)")).last
    record.click()
    expect(north.locator("#touch")).to_have_text(re.compile("offline"))
    assert not ResultRevision.objects.exists()
    assert north.locator(".own-hand ul").inner_text() == cards
    north.context.set_offline(False)
    wait_until(north, "() => !document.querySelector('#touch').textContent.includes('waiting')")
    wait_until(north, "() => document.querySelector('#touch').textContent.trim() === 'online'")
    assert ResultRevision.objects.count() == 1
