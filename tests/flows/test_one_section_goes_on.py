"""One section begins its next round without the other, by tapping."""

import re

import pytest
from playwright.sync_api import expect

from clubscore.club.entry import new_key
from clubscore.events.directing import choose_movement
from tests.events.evenings import Evening, make
from tests.events.test_sections import split
from tests.events.test_sections_one_by_one import plays
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_one_section_goes_on_and_the_other_follows(open_page: Open) -> None:
    evening = Evening(8, kind="", club=new_club())
    for section in split(evening):
        choose_movement(section=section, movement=make("howell", 4, 2, 1), minutes=20,
                        key=new_key(), actor=evening.actor)  # fmt: skip
    evening.next_round()
    one, other = evening.room.sections
    plays(evening, one)
    page = open_page("/", login=HOST, **STEADY)
    page.goto(f"/event/{evening.event.pk}/")
    page.get_by_text("Next round of one section").click()
    expect(page.get_by_role("button", name="B only: round 2")).to_contain_text("waits for B1 B2")
    page.get_by_role("button", name="A only: round 2").click()
    expect(page.get_by_role("form", name="Clock of section A")).to_contain_text("round 2 of 3")
    expect(page.get_by_role("form", name="Clock of section B")).to_contain_text("round 1 of 3")
    assert look_at(page) == []
    tables = page.get_by_role("navigation", name="Sections")
    expect(page.locator(".tables .key")).to_have_count(4)
    tables.get_by_role("link", name="B", exact=True).click()
    expect(page.locator(".tables .key")).to_have_count(2)
    expect(tables.locator("[aria-current]")).to_have_text("B")
    # A table of each: its round is its own section's, and so is its next one.
    phone = open_page("/", login=HOST)
    phone.goto(f"/event/{evening.event.pk}/at/A1/")
    expect(phone.get_by_role("heading", level=1)).to_contain_text("round 2 of 3")
    phone.goto(f"/event/{evening.event.pk}/at/B1/")
    expect(phone.get_by_role("heading", level=1)).to_contain_text("round 1 of 3")
    plays(evening, other)
    page.goto(f"/event/{evening.event.pk}/")
    page.get_by_role("button", name="B only: round 2").click()
    expect(page.locator(".room-head")).to_contain_text(re.compile(r"round 2 of 3\s"))
    expect(page.get_by_text("round by section")).to_have_count(0)
    assert evening.event.behind == {}
