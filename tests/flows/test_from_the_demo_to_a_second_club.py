"""One evening from end to end: a stranger in the demo, and a second club's ranking.

They take the twelve boards, four phones play three of them, pars open, the package leaves as a
code, comes into a second club, and both stand in one ranking. The code is read off the screen as a
camera reads it, and what it says is opened as a phone's camera app opens it.
"""

from __future__ import annotations

import io
import json
import re
from urllib.parse import urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from clubscore.club.access import Actor, Level
from clubscore.club.logins import found_club
from clubscore.club.models import Club, Role
from clubscore.demo.club import NAME as DEMO
from clubscore.demo.club import invite_demo
from clubscore.events.models import BoardRevision, ContestPackage
from clubscore.events.set_table import bring_shipped_set, shipped_set
from clubscore.events.visibility import look_at as look_at_set
from clubscore.extras.world.package import sign
from clubscore.extras.world.packages import CameFrom, bring_packages
from tests.events.world.packages import DAY, LEEDS
from tests.flows.acting import HOST, Open, press
from tests.flows.looking import STEADY, look_at
from tests.flows.test_a_set_at_one_table import (
    come_in,
    take_the_twelve,
    tell,
)
from tests.house import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SECOND = "second"
HEIGHT = 740
OF_THE_DEMO = {"North": "Vikram Desai", "South": "Rosa Delgado", "East": "Gwen Pritchard",
               "West": "A guest of theirs"}  # fmt: skip


def a_second_club() -> Club:
    """A club with the set, a package of Leeds, and a director who will not play it."""
    club = found_club(name="Baldwin", author="a test")
    user = make_user(club, SECOND, Role.DIRECTOR)
    actor = Actor(Level.DIRECTOR, club, user)
    kept = bring_shipped_set(club=club, name="auction-1917", key="set", actor=actor)
    played = [{"board": n, "contract": "1NT", "declarer": "S", "tricks": 7} for n in range(1, 13)]
    told = sign(shipped_set("auction-1917"), played, played=DAY, key=LEEDS, club="Leeds")  # type: ignore[arg-type]
    came = CameFrom(ContestPackage.Source.FILE)
    bring_packages(club=club, given=[json.loads(json.dumps(told))], came=came, actor=actor)
    look_at_set(kept=kept, key="look", actor=actor)
    return club


def read_off_the_screen(code: Locator) -> str:
    """What a camera reads of a code that the page shows."""
    image = Image.open(io.BytesIO(code.screenshot()))
    # In the dots of a long code one of another kind is found now and then.
    (found,) = zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode)
    return found.text


def is_within_first_screen(part: Locator) -> bool:
    box = part.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT


def sit_down_in_the_demo(open_page: Open) -> dict[str, Page]:
    """A stranger logs in to the demo and takes the twelve; the four phones of the table."""
    demo = invite_demo()
    make_user(demo, HOST, Role.DIRECTOR)
    event = take_the_twelve(open_page(login=HOST, **STEADY), OF_THE_DEMO)
    phones = come_in(open_page, event)
    for seat, phone in phones.items():
        hand = phone.get_by_role("heading", name=f"Board 1: your cards, {seat}")
        expect(hand).to_be_visible()
        assert is_within_first_screen(phone.locator(".own-hand"))
        assert is_within_first_screen(phone.locator("#entry .bar").first)
    assert look_at(phones["North"]) == []
    return phones


def play_three(phones: dict[str, Page]) -> None:
    """Two spades by South on three boards: par opens with the second yes, and not before."""
    north, east = phones["North"], phones["East"]
    before = BoardRevision.objects.count()
    for board in (1, 2, 3):
        expect(north.locator(".closed-board")).to_have_count(0)
        tell(north, "2", "S")
        press(north.get_by_role("button", name=re.compile("^Hand to")))
        assert BoardRevision.objects.count() == before + board - 1, "told is not agreed"
        key = east.get_by_role("button", name="Gwen Pritchard: yes")
        expect(key).to_be_visible()
        expect(east.locator(".closed-board")).to_have_count(0)
        press(key)
        for phone in (east, north):
            expect(phone.locator(".closed-board h2")).to_contain_text("Par:")
        assert BoardRevision.objects.count() == before + board
        if board < 3:
            for phone in (north, east):
                phone.get_by_role("link", name=f"Next: board {board + 1}").click()
                expect(phone.locator(".own-hand h2")).to_contain_text(f"Board {board + 1}")
    assert look_at(east) == []


def step_through_best_play(phone: Page) -> None:
    phone.get_by_role("link", name="Step through best play").click()
    expect(phone.get_by_role("heading", name="Card by card")).to_be_visible()
    phone.get_by_role("link", name="Best card").click()
    expect(phone.locator(".steps, #play").first).to_be_visible()


def send_by_code(phone: Page) -> str:
    """Sign the package as the Foxes; what a camera reads of the code on the screen."""
    phone.get_by_role("link", name="Send the results").click()
    phone.get_by_label("Nicknames", exact=True).check()
    phone.get_by_label("Nickname of North-South").fill("The Foxes")
    phone.get_by_role("button", name="Sign the package").click()
    code = phone.locator(".code svg")
    expect(code).to_have_count(1)
    assert look_at(phone) == []
    link = phone.locator("#package-link").get_attribute("href")
    assert link is not None
    host, text = link.split("/P/")
    seen = read_off_the_screen(code)
    # In capitals throughout, which a code holds closest.
    assert seen == f"{host.upper()}/P/{text}"
    phone.get_by_role("link", name="Ranking of the set").click()
    expect(phone.get_by_role("heading", name="Against par and against the world")).to_be_visible()
    # On the three boards that are closed their own table is alone yet.
    expect(phone.locator("table.compared")).to_contain_text("The Foxes")
    expect(phone.locator("table.compared tbody tr")).to_have_count(2)
    assert look_at(phone) == []
    return seen


def bring_into_the_second_club(there: Page) -> None:
    """Its director scanned the code: the phone opens the link; both tables stand in one ranking."""
    expect(there.get_by_text(f"signed by {DEMO}")).to_be_visible()
    assert look_at(there) == []
    there.get_by_role("button", name="Import into Baldwin").click()
    expect(there.get_by_text("in the ranking now")).to_be_visible()
    there.get_by_role("link", name="Twelve boards").first.click()
    ranking = there.locator("table.compared")
    for name in ("The Foxes", "Leeds", DEMO, "North-South"):
        expect(ranking).to_contain_text(name)
    expect(ranking.locator("tbody tr")).to_have_count(4)
    assert look_at(there) == []
    there.get_by_role("link", name="1", exact=True).click()
    expect(there.locator("table.compared tbody tr")).to_have_count(2)
    assert look_at(there) == []


@pytest.mark.night
@pytest.mark.long(90)
def test_a_stranger_takes_the_twelve_in_the_demo_and_stands_in_a_second_clubs_ranking(
    open_page: Open,
) -> None:
    second = a_second_club()
    phones = sit_down_in_the_demo(open_page)
    play_three(phones)
    step_through_best_play(phones["East"])
    seen = send_by_code(phones["North"])
    there = open_page(urlsplit(seen).path, login=SECOND, **STEADY)
    bring_into_the_second_club(there)
    assert ContestPackage.objects.filter(club=second).count() == 2
