"""A director gives a ruling tap by tap: 60 % and 40 % of two scores, then an appeal."""

from fractions import Fraction

import pytest
from playwright.sync_api import expect

from clubscore.club.models import Role
from clubscore.events.rulings import KINDS
from tests.events.test_pages import path
from tests.events.test_rulings import lines, where, with_board_one
from tests.flows.acting import Open, Taps, press
from tests.flows.looking import STEADY, look_at
from tests.house import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_sixty_forty_takes_four_taps_and_its_figures(open_page: Open) -> None:
    evening = with_board_one(620, 620, 170, -100)
    make_user(evening.club, "host", Role.DIRECTOR)
    spot, round_, _seen = where(evening)
    page = open_page(path(evening, f"table/{spot}/?round={round_}&board=1"), login="host")
    taps = Taps(page)
    taps.tap(page.get_by_role("link", name="Ruling", exact=True))
    taps.tap(page.get_by_role("link", name="A weighted score"))
    for field, figure in (("score1", "620"), ("part1", "60"), ("score2", "-100"), ("part2", "40")):
        page.locator(f"#{field}").fill(figure)
    page.locator("#reason").fill("Hesitation")
    taps.tap(page.get_by_role("button", name="Show what changes"))
    expect(page.locator("#dock")).to_contain_text("60 % of +620, 40 % of −100")
    expect(page.locator("#reason")).to_have_value("Hesitation")
    taps.tap(page.get_by_role("button", name="Save ruling"))
    expect(page.get_by_text("ruled by host")).to_be_visible()
    assert taps.count == 4
    assert [ns for ns, _ew in lines(evening.room)] == [Fraction(n, 5) for n in (22, 22, 4, 12)]
    page.locator("summary", has_text="Appeal").click()
    page.get_by_label("Who appeals").fill("East-West")
    press(page.get_by_role("button", name="Lodge an appeal"))
    expect(page.get_by_text("appeal lodged")).to_be_visible()
    page.locator("summary", has_text="Decide the appeal").click()
    press(page.get_by_role("button", name="The ruling stands"))
    expect(page.get_by_text("The ruling stands", exact=False).first).to_be_visible()


def test_nothing_is_wrong_with_the_page_of_any_ruling(open_page: Open) -> None:
    evening = with_board_one(620, 0)
    make_user(evening.club, "host", Role.DIRECTOR)
    spot, round_, _seen = where(evening)
    narrow = {"viewport": {"width": 320, "height": 640}}
    small = open_page(path(evening), login="host", **narrow)
    page = open_page(path(evening), login="host", **STEADY)
    for what in ("", *KINDS):
        address = path(evening, f"table/{spot}/ruling/?round={round_}&board=1&what={what}")
        small.goto(address)
        assert small.evaluate("document.documentElement.scrollWidth") <= 320, what
        page.goto(address)
        assert look_at(page) == [], what
