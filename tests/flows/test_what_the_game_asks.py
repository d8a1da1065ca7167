"""The keys of an entry form follow what the game counts, and change nothing by themselves."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.laws.games import find_game
from clubscore.rubbers.models import Draft
from tests.flows.acting import (
    HOST,
    Open,
    Taps,
    done,
    key_for,
    new_club,
    seldom,
)
from tests.rubbers.seated import at_game

pytestmark = pytest.mark.browser


def test_a_noted_contract_is_changed_row_by_row(transactional_db: None, open_page: Open) -> None:
    sitting = at_game(new_club(), find_game("auction"))
    page = open_page(f"/table/{sitting.pk}/", login=HOST)
    taps = Taps(page)
    for name, value in (("level", "3"), ("denomination", "S"), ("declarer", "N")):
        taps.choose(name, value)
    expect(page.locator("h2.contract")).to_be_visible()
    taps = Taps(page)
    taps.tap(page.get_by_role("link", name="change the contract"))
    expect(page.get_by_text("is noted")).to_be_visible()
    expect(page.locator('input[name="level"][value="3"]')).to_be_checked()
    for name, value in (("level", "4"), ("denomination", "H"), ("declarer", "E")):
        taps.choose(name, value)
        assert Draft.objects.get().facts == {"bid": "3S", "declarer": "N"}
    taps.tap(page.get_by_role("button", name="Change the contract"))
    expect(page.locator("h2.contract")).to_be_visible()
    assert Draft.objects.get().facts == {"bid": "4H", "declarer": "E"}
    assert taps.count == 5
    page.get_by_role("link", name="change the contract").click()
    page.get_by_role("link", name="Keep it").click()
    expect(page.locator("h2.contract")).to_be_visible()


def test_keys_follow_what_was_tapped_at_the_game(transactional_db: None, open_page: Open) -> None:
    """At straight bridge, at Cairo and at pirate, one table after the other."""
    club = new_club()
    tables = [at_game(club, find_game(each)).pk for each in ("straight-bridge", "cairo", "pirate")]
    page = open_page(f"/table/{tables[0]}/", login=HOST)
    four_aces_and_no_fifth_key(page)
    page.goto(f"/table/{tables[1]}/")
    taps = Taps(page)
    for name, value in (("level", "2"), ("denomination", "H"), ("declarer", "N")):
        taps.choose(name, value)
    page.locator("details.other > summary").click()
    page.locator("#tricks").fill("6")
    # A finger does not ask whether the key says already that it can be pressed.
    page.locator("#sentence button").click(force=True)
    expect(page.locator("#last-deal")).to_contain_text("2 hearts")
    page.goto(f"/table/{tables[2]}/")
    expect(page.get_by_role("radiogroup", name="Accepted by")).to_be_visible()
    for bidder in "NE":
        key_for(page, "declarer", bidder).click()
        for seat in "NESW":
            expect(key_for(page, "partner", seat)).to_be_visible(visible=seat != bidder)


def four_aces_and_no_fifth_key(page: Page) -> None:
    """At no trumps five honours are no answer, also where they were tapped before."""
    taps = Taps(page)
    taps.choose("denomination", "H")
    taps.choose("honours", "D:5")
    for side in "DA":
        expect(key_for(page, "honours", f"{side}:5")).to_be_visible()
    taps.choose("denomination", "NT")
    for side in "DA":
        expect(key_for(page, "honours", f"{side}:5")).to_be_hidden()
        expect(key_for(page, "honours", f"{side}:4")).to_be_visible()
    # They are taken off, not refused afterwards.
    expect(page.locator('input[name="honours"]:checked')).to_have_count(0)
    expect(page.get_by_text("chicane", exact=True)).to_be_hidden()
    seldom(page, "4 or 5 in one hand")
    for held, shown in (("4-in-one", True), ("4+1", False), ("5-in-one", False)):
        expect(key_for(page, "holding", held)).to_be_visible(visible=shown)
    done(page)
    taps.choose("result", "D:3")
    taps.choose("honours", "D:4")
    taps.record()
    # The noted contract is gone with its deal; hearts have five again.
    taps.choose("denomination", "H")
    expect(key_for(page, "honours", "D:5")).to_be_visible()
