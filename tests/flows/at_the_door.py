"""Pairs sign up, arrive and pay: page by page, as at a club's door."""

import re

from playwright.sync_api import Page, expect

from tests.flows.thirteen import FIRST, GUEST, PAIRS, SECOND, Evening, Hand

EXPECTED = "the Danes"


def pair(number: int) -> str:
    """A pair by its names, 1 and up."""
    return f"{FIRST[number - 1]} & {SECOND[number - 1]}"


def enter_people(hand: Hand, *names: str) -> None:
    """Tap who plays together, or who looks for a partner, and enter them."""
    picks = hand.page.locator("#enter .picks label")
    for name in names:
        hand.tick(picks.filter(has_text=re.compile(rf"^\s*{name}")))
    hand.go(hand.page.locator("#enter .key-go"))


def sign_up(host: Hand, evening: Evening, *, but: int = 0) -> None:
    """Enter thirteen pairs, `but` one that signed up itself, in the order of the alphabet."""
    page = host.page
    page.goto(evening.at("entries/"))
    for number in range(1, PAIRS + 1):
        names = (FIRST[number - 1], SECOND[number - 1])
        if number == 2:
            _two_halves(host, *names)
        elif number == 3:
            _with_a_guest(host, *names)
        elif number == 4:
            _expected(host, *names)
        elif number != but:
            enter_people(host, *names)
    expect(page.get_by_text(f"{PAIRS} pairs").first).to_be_visible()
    entered = [entry for entry in evening.room.entries if entry.plays]
    assert sorted(str(entry) for entry in entered) == [pair(n) for n in range(1, PAIRS + 1)]


def _two_halves(host: Hand, one: str, other: str) -> None:
    """Two who look for a partner find each other."""
    enter_people(host, one)
    expect(host.page.get_by_role("heading", name="Looking for a partner")).to_be_visible()
    enter_people(host, other)
    host.go(host.page.get_by_role("button", name=f"with {other}"))
    expect(host.page.get_by_role("heading", name="Looking for a partner")).to_have_count(0)


def _with_a_guest(host: Hand, member: str, guest: str) -> None:
    page = host.page
    assert guest == GUEST
    host.tick(page.locator("#enter .picks label").filter(has_text=re.compile(rf"^\s*{member}")))
    host.write(page.get_by_label("Guest's name"), guest)
    host.go(page.get_by_role("button", name="Add", exact=True))
    host.go(page.locator("#enter .key-go"))


def _expected(host: Hand, one: str, other: str) -> None:
    """A pair is expected, and comes: now it has names."""
    page = host.page
    host.write(page.get_by_label("Or a pair still expected: who?"), EXPECTED)
    host.go(page.locator("#enter .key-go"))
    host.press(page.locator("summary").filter(has_text=EXPECTED))
    host.go(page.get_by_role("link", name=f"Change players {EXPECTED}"))
    enter_people(host, one, other)


def arrive(host: Hand, *pairs: str) -> None:
    """Tick off who is here."""
    for names in pairs:
        _ticked(host, f"Here {names}")


def pay(host: Hand, *pairs: str) -> None:
    """Tick off who has paid the table money."""
    for names in pairs:
        _ticked(host, f"Paid {names}")


def _ticked(host: Hand, name: str) -> None:
    """Press a key that goes away once it has told, and no page is loaded for it."""
    key = host.page.get_by_role("button", name=name, exact=True)
    host.press(key)
    expect(key).to_have_count(0)


def owes(page: Page, *names: str) -> None:
    """See who has not paid, and that nobody else is named."""
    shown = page.locator("section:has(#unpaid)")
    expect(shown.get_by_text(f"{len(names)} players")).to_be_visible()
    assert sorted(shown.locator("li p").all_inner_texts()) == sorted(names)
