"""A table's package leaves as a code, comes into a second club, and both stand in one ranking.

The code is read off the screen as a camera reads it, and what it says is opened as a phone's
camera app opens it.
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
from clubscore.club.logins.logins import found_club
from clubscore.club.models import Club, Role
from clubscore.contests.package import sign
from clubscore.contests.shipped import shipped_set
from clubscore.events.contest_tables.bringing_sets import bring_shipped_set
from clubscore.events.models import ContestPackage
from clubscore.events.world.bringing_packages import CameFrom, bring_packages
from clubscore.events.world.closed_boards_of import look_at as look_at_set
from tests.events.world.packages import DAY, LEEDS
from tests.flows.acting import HOST, Open, new_club, press
from tests.flows.looking import STEADY, look_at
from tests.flows.test_a_set_at_one_table import NAMES, come_in, take_the_twelve, tell
from tests.house import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SECOND = "second"


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
    (found,) = zxingcpp.read_barcodes(image)
    return found.text


def play_three(phones: dict[str, Page]) -> None:
    north, east = phones["North"], phones["East"]
    for board in (1, 2, 3):
        tell(north, "2", "S")
        press(north.get_by_role("button", name=re.compile("^Hand to")))
        press(east.get_by_role("button", name="Cleo: yes"))
        expect(north.locator(".closed-board h2")).to_contain_text("Par:")
        if board < 3:
            for phone in (north, east):
                phone.get_by_role("link", name=f"Next: board {board + 1}").click()
                expect(phone.locator(".own-hand h2")).to_contain_text(f"Board {board + 1}")


def test_a_package_leaves_as_a_code_and_two_clubs_stand_in_one_ranking(open_page: Open) -> None:
    new_club(*NAMES.values())
    second = a_second_club()
    event = take_the_twelve(open_page(login=HOST, **STEADY), NAMES)
    phones = come_in(open_page, event)
    play_three(phones)
    north = phones["North"]
    # Against the world their own table is alone yet, on the three boards that are closed.
    north.get_by_role("link", name="Send the results").click()
    north.get_by_label("Nicknames", exact=True).check()
    north.get_by_label("Nickname of North-South").fill("The Foxes")
    north.get_by_role("button", name="Sign the package").click()
    code = north.locator(".code svg")
    expect(code).to_have_count(1)
    assert look_at(north) == []
    link = north.locator("#package-link").get_attribute("href")
    assert link is not None
    host, text = link.split("/P/")
    seen = read_off_the_screen(code)
    # In capitals throughout, which a code holds closest.
    assert seen == f"{host.upper()}/P/{text}"
    north.get_by_role("link", name="Ranking of the set").click()
    expect(north.get_by_role("heading", name="Against par and against the world")).to_be_visible()
    expect(north.locator("table.compared")).to_contain_text("The Foxes")
    assert look_at(north) == []
    # The second club's director scans it: the phone opens the link.
    there = open_page(urlsplit(seen).path, login=SECOND, **STEADY)
    expect(there.get_by_text("signed by Portland")).to_be_visible()
    assert look_at(there) == []
    there.get_by_role("button", name="Import into Baldwin").click()
    expect(there.get_by_text("in the ranking now")).to_be_visible()
    there.get_by_role("link", name="Twelve boards").first.click()
    ranking = there.locator("table.compared")
    for name in ("The Foxes", "Leeds", "Portland", "North-South"):
        expect(ranking).to_contain_text(name)
    expect(ranking.locator("tbody tr")).to_have_count(4)
    assert look_at(there) == []
    assert ContestPackage.objects.filter(club=second).count() == 2
    there.get_by_role("link", name="1", exact=True).click()
    expect(there.locator("table.compared tbody tr")).to_have_count(2)
    assert look_at(there) == []
