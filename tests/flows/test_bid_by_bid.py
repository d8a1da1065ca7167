"""Bid by bid in a browser: an auction tapped from the deal's page to the recorded deal."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.rubbers.models import DealRevision, Draft
from tests.flows.acting import HOST, Open, Taps, new_club, sit_down
from tests.flows.looking import HEIGHT

pytestmark = pytest.mark.browser
# As they sit in Foster's examples, clockwise.
NAMES = ("Alan", "Connor", "Gracie", "Mike")


def begun(open_page: Open, game: str, **options: object) -> Taps:
    """A table of four whose deal is to be bid, on its page of the auction."""
    new_club(*NAMES)
    page = open_page("/", login=HOST, **options)
    sit_down(page, NAMES, game)
    page.get_by_role("button", name="Start the first deal").click()
    taps = Taps(page)
    taps.tap(page.get_by_role("link", name="Bid by bid"))
    return taps


def heading(page: Page, text: str) -> None:
    """Wait for whose turn it is; the whole page fits a phone, and its keys stay in sight."""
    expect(page.locator("#turn")).to_contain_text(text)
    # Focus comes once the page has been read, a moment after its words.
    expect(page.locator("#turn")).to_be_focused()
    assert page.evaluate("() => document.documentElement.scrollHeight") <= HEIGHT


def bid(taps: Taps, text: str, accepted: str | None = None) -> None:
    """Tap a bid: number, denomination and, at pirate, whoever accepts it."""
    before = taps.count
    taps.choose("level", text[0])
    taps.tap(f'button[name="denomination"][value="{text[1:]}"]')
    if accepted is not None:
        taps.tap(f'button[name="accepted"][value="{accepted}"]')
    assert taps.count - before == (2 if accepted is None else 3)


def test_a_pirate_auction_from_its_first_bid_to_record(
    transactional_db: None, open_page: Open
) -> None:
    """Foster's sixth example and its end: 2C is refused by all, 1S doubled is played."""
    taps = begun(open_page, "pirate")
    page = taps.page
    heading(page, "Alan to speak")
    bid(taps, "1S", "E")
    heading(page, "Gracie to speak, above 1")
    taps.tap(page.get_by_role("button", name="double", exact=True))
    heading(page, "Mike to speak")
    taps.tap(page.get_by_role("button", name="Mike passes"))
    taps.choose("level", "2")
    taps.tap('button[name="denomination"][value="C"]')
    heading(page, "Who accepts?")
    expect(page.get_by_role("button", name="Connor")).to_contain_text("leaves Alan's 1")
    taps.tap(page.get_by_role("button", name="No one: 1"))
    heading(page, "Connor to speak, above 1")
    taps.tap(page.get_by_role("button", name="redouble"))
    taps.tap(page.get_by_role("button", name="Undo"))
    heading(page, "Connor to speak")
    assert not Draft.objects.exists()
    taps.tap(page.get_by_role("button", name="Connor passes"))
    expect(page.locator(".contract").first).to_contain_text("by Alan")
    taps.choose("result", "+1")
    taps.choose("honours", "none")
    taps.record()
    facts = DealRevision.objects.get().facts or {}
    assert {name: facts.get(name) for name in ("bid", "declarer", "partner", "doubling")} == {
        "bid": "1S",
        "declarer": "N",
        "partner": "E",
        "doubling": 1,
    }
    assert facts["auction"] == [
        {"by": "N", "call": "1S", "accepted_by": "E"},
        {"by": "S", "call": "double"},
        {"by": "W", "call": "pass"},
        {"by": "N", "call": "2C"},
        {"by": "E", "call": "pass"},
    ]


def test_an_auction_without_a_script(transactional_db: None, open_page: Open) -> None:
    """Doubled and redoubled, in turn; a denomination that is too low says why."""
    taps = begun(open_page, "auction", java_script_enabled=False)
    page = taps.page
    bid(taps, "1S")
    taps.choose("level", "1")
    page.locator('button[name="denomination"][value="H"]').click()
    expect(page.locator(".errors")).to_contain_text("1H is worth 8 and 1S 9: it is lower.")
    for key in ("double", "redouble"):
        taps.tap(page.get_by_role("button", name=key, exact=True))
    for name in ("Mike", "Alan", "Connor"):
        taps.tap(page.get_by_role("button", name=f"{name} passes"))
    expect(page.locator(".contract").first).to_contain_text("by Alan")
    facts = Draft.objects.get().facts
    assert (facts["bid"], facts["declarer"], facts["doubling"]) == ("1S", "N", 2)
    calls = [call["call"] for call in facts["auction"]]
    assert calls == ["1S", "double", "redouble", "pass", "pass", "pass"]


def test_a_long_auction_still_fits_a_phone(transactional_db: None, open_page: Open) -> None:
    taps = begun(open_page, "pirate")
    for text, accepted in (("1C", "W"), ("1D", "S"), ("1H", "E"), ("1S", "S")):
        bid(taps, text, accepted)
        taps.tap("button[name='call'][value='pass']")
    bid(taps, "2NU", "E")
    taps.tap(taps.page.get_by_role("button", name="double", exact=True))
    heading(taps.page, "to speak, above 2")
    expect(taps.page.locator(".dock .key-go")).to_be_in_viewport(ratio=1)
