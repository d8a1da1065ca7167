"""Four people at Bolshevik, Joker, nullos and Chicago, and at laws of the club's own."""

import pytest
from playwright.sync_api import expect

from clubscore.club.own_laws import keep_laws
from clubscore.laws.games import find_game
from tests.flows.acting import HOST, Open, Taps, new_club, sit_down, take_seats, type_deal

pytestmark = pytest.mark.browser
FOUR = {"N": "Ann", "E": "Bob", "S": "Cecil", "W": "Dora"}
NAMES = tuple(FOUR.values())


def test_bolshevik_folds_without_a_number_and_stands_beside_the_pad(
    transactional_db: None, open_page: Open
) -> None:
    new_club(*NAMES)
    page = open_page("/", login=HOST)
    sit_down(page, NAMES, "bolshevik", "1d a point")
    take_seats(page, FOUR, "Ann")
    table = page.url
    taps = Taps(page)
    taps.choose("denomination", "BOL")
    taps.choose("declarer", "N")
    expect(page.get_by_role("heading", name="Bolshevik by Ann")).to_contain_text("no trick")
    expect(page.locator("#ask-doubled_by label")).to_have_count(3)
    taps.choose("doubled_by", "E")
    taps.choose("doubled_by", "W")
    taps.choose("result", "-2")
    expect(page.locator("#sentence")).to_contain_text(
        "Bolshevik by Ann, doubled by Bob and Dora. Tricks taken: 2."
    )
    expect(page.locator("#sentence")).to_contain_text("Ann loses 5000.")
    taps.record()
    assert taps.count == 6
    page.goto(table + "pad/")
    expect(page.locator(".ledger")).to_contain_text("Bolshevik")
    expect(page.locator(".ledger dd")).to_have_text(["−5000", "+2000", "+1000", "+2000"])


def test_joker_asks_who_held_it(transactional_db: None, open_page: Open) -> None:
    new_club(*NAMES)
    page = open_page("/", login=HOST)
    sit_down(page, NAMES, "joker")
    take_seats(page, FOUR, "Ann")
    taps = Taps(page)
    for name, value in (("level", "1"), ("denomination", "NT"), ("declarer", "N")):
        taps.choose(name, value)
    taps.choose("result", "=")
    taps.choose("honours", "D:3")
    expect(page.locator("#sentence")).to_contain_text("Who held the joker?")
    taps.choose("joker", "E")
    expect(page.locator("#sentence")).to_contain_text("Bob & Dora: 25 above.")
    taps.record()
    assert taps.count == 7


def test_chicago_knows_who_is_vulnerable(transactional_db: None, open_page: Open) -> None:
    new_club(*NAMES)
    page = open_page("/", login=HOST)
    sit_down(page, NAMES, "chicago")
    take_seats(page, FOUR, "Ann")
    for told in ("none", "EW", "NS", "both"):
        expect(page.locator(f'input[name="vulnerable"][value="{told}"]')).to_be_checked()
        type_deal(page, "1H Ann -1")
        page.get_by_role("button", name="Record deal").click()
    expect(page.get_by_role("heading", name="Rubber 1 · Bob & Dora +300")).to_be_visible()


def test_nullos_tell_the_tricks_taken(transactional_db: None, open_page: Open) -> None:
    new_club(*NAMES)
    page = open_page("/", login=HOST)
    sit_down(page, NAMES, "nullos")
    take_seats(page, FOUR, "Ann")
    taps = Taps(page)
    for name, value in (("level", "3"), ("denomination", "NU"), ("declarer", "N")):
        taps.choose(name, value)
    expect(page.get_by_role("heading", name="3 nullos by Ann")).to_contain_text("at most 4 tricks")
    taps.choose("result", "+1")
    expect(page.locator("#sentence")).to_contain_text("plus 1. Tricks taken: 3.")
    taps.record()
    assert taps.count == 5


def test_people_sit_down_by_laws_of_their_own(transactional_db: None, open_page: Open) -> None:
    club = new_club(*NAMES)
    rules = {"preset": "portland-1914", "slams": "20/40"}
    keep_laws(club=club, game=find_game("auction"), name="Our auction", rules=rules, author="Ann")
    page = open_page("/", login=HOST)
    page.goto("/club/house/auction/")
    expect(page.locator("#ours")).to_be_visible()
    expect(page.get_by_text("Portland 1914; slams: 20/40")).to_be_visible()
    page.locator("summary", has_text="Change").click()
    page.locator("label", has_text="Our auction").click()
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("Our auction: Portland 1914; slams: 20/40")).to_be_visible()
