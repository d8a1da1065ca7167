"""A layer over a game, by tapping: chosen with the stake, asked of every deal, taken off again."""

import re

import pytest
from playwright.sync_api import expect

from clubscore.club.models import Club
from clubscore.rubbers.models import Sitting
from tests.flows.acting import HOST, Open, Taps, choose_people, new_club, take_seats
from tests.flows.looking import STEADY, look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("Ann", "Bob", "Carl", "Dora")
FOUR = {"N": "Ann", "E": "Bob", "S": "Carl", "W": "Dora"}
THREE = {"A": "Ann", "B": "Bob", "C": "Carl"}


def played_for_a_shilling() -> Club:
    """A club that plays auction for a shilling a hundred."""
    club = new_club(*NAMES)
    club.currency, club.plays_for_money = "LSD", True
    club.house = {"auction": {"rules": {"preset": "portland-1914"}, "stake": "1s a hundred"}}
    club.save()
    return club


def to_the_stake(page, names: tuple[str, ...], game: str) -> None:
    """From Tonight to the page of stake and laws of a game."""
    page.goto("/")
    page.get_by_role("link", name=str(len(names)), exact=True).click()
    choose_people(page, *names)
    page.get_by_role("button", name="Choose the game").click()
    page.locator("label:has(input[name=change])").click()
    key = page.locator(f"button[name=game][value={game}]").last
    if not key.is_visible():
        page.locator("summary").filter(has_text="games for").click()
    key.click()


@pytest.mark.night
@pytest.mark.long(40)
def test_pirate_with_the_joker_asks_who_held_it(open_page: Open) -> None:
    new_club(*NAMES)
    page = open_page("/", login=HOST, **STEADY)
    to_the_stake(page, NAMES, "pirate")
    page.get_by_role("link", name="With the joker").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Pirate Bridge with the Joker")
    assert look_at(page) == []
    page.get_by_role("button", name="Go to the cut").click()
    page.get_by_role("link", name="Choose seats").click()
    take_seats(page, FOUR, "Ann")
    taps = Taps(page)
    for name, value in (("level", "2"), ("denomination", "S"), ("declarer", "N"), ("partner", "E")):
        taps.choose(name, value)
    taps.choose("result", "=")
    taps.choose("honours", "none")
    expect(page.locator("#sentence")).to_contain_text("Who held the joker?")
    taps.choose("joker", "E")
    expect(page.locator("#sentence")).to_contain_text("25")
    taps.record()
    sitting = Sitting.objects.get()
    page.goto(f"/table/{sitting.pk}/pad/")
    expect(page.locator("main")).to_contain_text("43")  # 18 for the partner of the deal, and 25
    # The plain game again for the next rubber.
    page.goto(f"/table/{sitting.pk}/another-game/")
    page.get_by_role("link", name="Pirate Bridge", exact=True).click()
    expect(page.locator("main h2").last).to_have_text("Pirate Bridge")
    assert look_at(page) == []


@pytest.mark.night
@pytest.mark.long(40)
def test_cut_throat_as_contract_for_ninepence(open_page: Open) -> None:
    played_for_a_shilling()
    page = open_page("/", login=HOST, **STEADY)
    to_the_stake(page, NAMES[:3], "cut-throat")
    expect(page.get_by_text("three quarters")).to_have_count(0)
    page.get_by_role("link", name="Scored as contract").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Cut-throat Contract")
    expect(page.get_by_text("three quarters")).to_be_visible()
    assert look_at(page) == []
    page.get_by_role("button", name="Play for 9d a hundred").click()
    expect(page.get_by_label("The stake")).to_have_value("9d a hundred")
    page.get_by_role("button", name="Go to the cut").click()
    page.get_by_role("link", name="Choose seats").click()
    take_seats(page, THREE, "Ann")
    taps = Taps(page)
    for name, value in (("level", "3"), ("denomination", "H"), ("declarer", "A")):
        taps.choose(name, value)
    taps.choose("result", "+1")
    # Three odd tricks of four below the line, fifty for the contract and fifty for the fourth.
    expect(page.locator("#sentence")).to_contain_text(re.compile("24 below, 100 above"))
    taps.record()


def test_a_game_s_page_leads_to_what_is_laid_over_it_and_back(open_page: Open) -> None:
    new_club(*NAMES)
    page = open_page("/games/double-dummy/", **STEADY)
    page.get_by_role("link", name="Scored as contract").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Double Dummy as Contract")
    assert look_at(page) == []
    page.get_by_role("link", name="Double Dummy", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Double Dummy")
    page.goto("/games/five-hundred/")
    expect(page.get_by_role("heading", name="Also played")).to_have_count(0)
