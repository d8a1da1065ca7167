"""Revokes and fines by each game's own law, tapped from the deal to its history."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.club.models import Role
from clubscore.rubbers.models import DealRevision
from tests.flows.acting import HOST, Open, Taps, done, in_menu, key_for, seldom
from tests.house import make_user
from tests.rubbers.tables import Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def at_table(open_page: Open, game: str, *answers: tuple[str, str], **agreed: object) -> Page:
    """Open a table at a game and tap a deal, up to what seldom happens."""
    table = Table(game, **agreed)
    make_user(table.club, HOST, Role.DIRECTOR)
    page = open_page(f"/table/{table.sitting.pk}/", login=HOST)
    for name, value in answers:
        Taps(page).choose(name, value)
    return page


def revoked(page: Page, who: str) -> list[str]:
    """Say who revoked, and return the penalties that are offered."""
    seldom(page, "A revoke")
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator(f'#ask-revoke-1 label:has-text("{who}")').click()
    return [each.get_attribute("value") or "" for each in penalties(page)]


def penalties(page: Page) -> list:
    """Return the keys of the penalties that are offered."""
    return page.locator('#ask-penalty-1 input[name="penalty-1"]').all()


def recorded(page: Page) -> str:
    """Record the deal, and return what its history says of it."""
    done(page)
    expect(page.locator("#sentence button")).not_to_have_attribute("aria-disabled", "true")
    Taps(page).record()
    expect(page.locator("#last-deal")).to_be_visible()
    page.goto(f"{page.url.split('#')[0]}pad/")
    page.get_by_role("link", name="Why? Deal 1").click()
    expect(page.locator("h1")).to_have_text("Deal 1")
    return page.locator("main").inner_text()


@pytest.mark.parametrize("game", ["rubber-bridge", "chicago"])
def test_tricks_change_hands_at_today_s_rubbers(open_page: Open, game: str) -> None:
    contract = (("level", "2"), ("denomination", "H"), ("declarer", "S"), ("result", "-1"))
    page = at_table(open_page, game, *contract)
    assert revoked(page, "Cecil") == ["one-trick", "two-tricks"]
    # The dummy, Ann, cannot have revoked.
    expect(page.locator('#ask-revoke-1 input[value="N"]')).to_be_disabled()
    key_for(page, "penalty-1", "one-trick").click()
    why = recorded(page)
    told = "2 hearts by Bob, down 1. Cecil revoked: one trick changes hands. So it counts as made."
    assert told in why
    assert "2 odd tricks in hearts" in why
    assert DealRevision.objects.get().facts["revokes"] == [{"by": "E", "penalty": "one-trick"}]
    in_menu(page, "History").click()
    expect(page.locator("main")).to_contain_text(told)


def test_dummy_is_not_asked_at_straight_bridge_and_foster_offers_three_tricks(
    open_page: Open,
) -> None:
    rules = {"preset": "foster-hoyle"}
    contract = (("denomination", "H"), ("result", "D:2"), ("honours", "none"))
    page = at_table(open_page, "straight-bridge", *contract, rules=rules)
    assert revoked(page, "Cecil") == ["tricks"]
    # North deals, so South is dummy.
    expect(page.locator('#ask-revoke-1 input[value="S"]')).to_be_disabled()
    expect(page.locator('#ask-revoke-1 input[value="N"]')).to_be_enabled()
    key_for(page, "penalty-1", "tricks").click()
    assert "Cecil revoked: take three tricks." in recorded(page)


def test_a_deduction_from_nothing_is_told_on_the_page(open_page: Open) -> None:
    contract = (("denomination", "H"), ("result", "D:2"), ("honours", "none"))
    page = at_table(open_page, "straight-bridge", *contract)
    assert revoked(page, "Cecil") == ["tricks", "deduct", "add"]
    key_for(page, "penalty-1", "deduct").click()
    why = recorded(page)
    assert "There was nothing to deduct it from." in why
    assert "Laws of Bridge 1899, law 4, p. 1" in why


@pytest.mark.parametrize(
    ("offence", "law"),
    [
        ("exposed-card", "Auction Bridge Variations 1923, p. 143, law 4"),
        ("double-out-of-turn", "Auction Bridge Variations 1923, pp. 143-144, law 5"),
    ],
)
def test_the_hundreds_of_cut_throat_are_named_with_law_and_amount(
    open_page: Open, offence: str, law: str
) -> None:
    contract = (("level", "2"), ("denomination", "H"), ("declarer", "A"), ("result", "="))
    page = at_table(open_page, "cut-throat", *contract)
    seldom(page, "A fine")
    page.locator('#else label:has(input[name="fined"][value="B"])').click()
    named = page.locator(f'#ask-fine-for label:has(input[value="{offence}"])')
    expect(named).to_contain_text(f"100 to each of the others ({law})")
    named.click()
    why = recorded(page)
    assert law in why and "fine for Cecil" in why
    fine = {"player": "B", "points": 100, "to": "each", "reason": offence}
    assert DealRevision.objects.get().facts["fines"] == [fine]


def test_a_fine_that_no_law_names_is_agreed(open_page: Open) -> None:
    contract = (("level", "2"), ("denomination", "H"), ("declarer", "A"), ("result", "="))
    page = at_table(open_page, "cut-throat", *contract)
    seldom(page, "A fine")
    page.locator('#else label:has(input[name="fined"][value="B"])').click()
    page.locator("#fine").fill("40")
    assert "agreed at the table" in recorded(page)
