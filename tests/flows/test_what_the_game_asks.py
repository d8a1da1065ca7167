"""The keys of an entry form follow what the game counts, and change nothing by themselves."""

import pytest
from playwright.sync_api import Page, expect

from clubscore.laws.games import find_game
from clubscore.rubbers.models import Draft, Sitting
from tests.flows.acting import (
    HOST,
    Open,
    Taps,
    choose_people,
    done,
    key_for,
    new_club,
    seldom,
    sit_down,
    type_deal,
)
from tests.flows.test_every_contract import table_of
from tests.rubbers.seven_table import SEVEN

pytestmark = pytest.mark.browser


def at_table(open_page: Open, game: str) -> Page:
    """Open a table of a game, and its page."""
    club = new_club()
    return open_page(f"/table/{table_of(club, find_game(game)).pk}/", login=HOST)


@pytest.mark.parametrize("game", ["straight-bridge", "dummy-bridge"])
def test_at_no_trumps_there_are_four_aces_and_no_fifth_key(
    transactional_db: None, open_page: Open, game: str
) -> None:
    page = at_table(open_page, game)
    taps = Taps(page)
    taps.choose("denomination", "H")
    taps.choose("honours", "D:5")
    for side in "DA":
        expect(key_for(page, "honours", f"{side}:5")).to_be_visible()
    taps.choose("denomination", "NT")
    for side in "DA":
        expect(key_for(page, "honours", f"{side}:5")).to_be_hidden()
        expect(key_for(page, "honours", f"{side}:4")).to_be_visible()
    # Five were tapped before: they are taken off, not refused afterwards.
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


@pytest.mark.parametrize("game", ["straight-bridge", "dummy-bridge"])
def test_a_game_without_bidding_has_no_deal_passed_out(
    transactional_db: None, open_page: Open, game: str
) -> None:
    page = at_table(open_page, game)
    expect(page.locator("#entry")).to_be_visible()
    expect(page.get_by_text("Passed out")).to_have_count(0)
    type_deal(page, "pass")
    page.get_by_role("button", name="Record deal").click()
    expect(page.locator(".errors")).to_contain_text("is no bidding at this game")
    assert page.get_by_label("Type the deal").input_value() == "pass"


def test_a_noted_contract_is_changed_row_by_row(transactional_db: None, open_page: Open) -> None:
    page = at_table(open_page, "auction")
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


def test_seven_are_offered_tables_that_are_free(transactional_db: None, open_page: Open) -> None:
    club = new_club(*SEVEN)
    names = ("Window table", "Fire table")
    for name in names:
        sitting = table_of(club, find_game("double-dummy"))
        sitting.table.name = name
        sitting.table.save()
    page = open_page("/", login=HOST)
    page.get_by_role("link", name="7", exact=True).click()
    choose_people(page, *SEVEN)
    page.get_by_role("button", name="Two tables").click()
    # Names in use are not offered; two others are chosen already.
    chosen = [page.locator(f"#name-{n} input:checked").input_value() for n in (1, 2)]
    assert not {*chosen} & {*names} and chosen[0] != chosen[1]
    expect(page.locator('input[value="Fire table"]')).to_have_count(0)
    # One that is typed and in use is refused at its field, and everything else stays.
    page.locator("#name-2 label").filter(has_text="another name").click()
    page.get_by_label("Name of table 2").fill("Fire table")
    page.locator("summary", has_text="Other seats").click()
    page.get_by_role("button", name="Start with these seats").click()
    expect(page.locator(".errors")).to_contain_text("The table “Fire table” is in use")
    expect(page.get_by_label("Name of table 2")).to_have_value("Fire table")
    page.locator("#name-2 .picks label").filter(has_text=chosen[1]).click()
    page.get_by_role("button", name="Start with these seats").click()
    expect(page.get_by_text("Ann & Bob v Cecil & Dan").first).to_be_visible()
    assert Sitting.objects.filter(seven__isnull=False).count() == 2


def tap_cards(page: Page, names: tuple[str, ...], ranks: str) -> None:
    """Tap cards: each asks for the next person's, the last of a round records it."""
    for name, rank in zip(names, ranks, strict=True):
        expect(page.locator("#drew")).to_contain_text(name)
        page.locator(f'button[name=card][value$=":{rank}"]').click()


def sat_down(open_page: Open, game: str, names: tuple[str, ...]) -> Page:
    """Sit down at a game and go to the cut."""
    new_club(*names)
    page = open_page("/", login=HOST)
    sit_down(page, names, game)
    page.get_by_role("link", name="Cut or draw cards").click()
    expect(page.locator("#drew")).to_be_visible()
    return page


def test_a_cut_of_1923_asks_for_ranks_alone(transactional_db: None, open_page: Open) -> None:
    names = ("Ann", "Bob", "Cecil")
    page = sat_down(open_page, "cut-throat", names)
    tap_cards(page, names, "2KK")
    # Who sits left of the dealer hangs on it: the two cut again, without suits.
    expect(page.get_by_text("Equal cards: these cut again")).to_be_visible()
    expect(page.locator("#drew")).to_have_text("Bob drew")
    expect(page.locator('button[value^="suit-"]')).to_have_count(0)
    tap_cards(page, ("Bob", "Cecil"), "93")
    expect(page.get_by_text("Ann drew lowest and deals.")).to_be_visible()
    expect(page.locator(".seats")).to_contain_text("Seat A Ann")
    page.get_by_role("link", name="Other seats").click()
    for seat, name in zip("ABC", ("Ann", "Cecil", "Bob"), strict=True):
        expect(page.locator(f"#ask-seat-{seat} label").filter(has_text=name).locator("input")
               ).to_be_checked()  # fmt: skip


def test_todays_cut_asks_for_a_suit_where_ranks_are_equal(
    transactional_db: None, open_page: Open
) -> None:
    names = ("Ann", "Bob", "Cecil", "Dora")
    page = sat_down(open_page, "rubber-bridge", names)
    expect(page.get_by_text("Ace is high. Of equal cards the suit decides")).to_be_visible()
    tap_cards(page, names, "2KKA")
    expect(page.locator("#drew")).to_have_text("Bob: which suit?")
    expect(page.locator('button[value^="rank-"]')).to_have_count(0)
    tap_cards(page, ("Bob", "Cecil"), "HS")
    expect(page.get_by_text("Dora drew highest and deals.")).to_be_visible()
    expect(page.locator(".seats")).to_contain_text("North Dora")
    expect(page.locator(".seats")).to_contain_text("South Cecil")


def test_a_number_of_tricks_just_typed_is_recorded_at_the_first_tap(
    transactional_db: None, open_page: Open
) -> None:
    page = at_table(open_page, "cairo")
    taps = Taps(page)
    for name, value in (("level", "2"), ("denomination", "H"), ("declarer", "N")):
        taps.choose(name, value)
    page.locator("details.other > summary").click()
    page.locator("#tricks").fill("6")
    # A finger does not ask whether the key says already that it can be pressed.
    page.locator("#sentence button").click(force=True)
    expect(page.locator("#last-deal")).to_contain_text("2 hearts")


def test_at_pirate_a_bid_is_accepted_by_one_of_the_three_others(
    transactional_db: None, open_page: Open
) -> None:
    page = at_table(open_page, "pirate")
    expect(page.get_by_role("radiogroup", name="Accepted by")).to_be_visible()
    for bidder in "NE":
        key_for(page, "declarer", bidder).click()
        for seat in "NESW":
            expect(key_for(page, "partner", seat)).to_be_visible(visible=seat != bidder)
