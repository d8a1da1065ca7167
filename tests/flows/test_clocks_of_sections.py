"""A section's own clock, by tapping: its phones follow it, and then the event's again."""

import pytest
from playwright.sync_api import expect

from clubscore.club.entry import new_key
from clubscore.events.directing import choose_movement
from tests.events.evenings import Evening, make
from tests.events.test_sections import split
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, look_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_section_that_began_late_is_given_time_of_its_own(open_page: Open) -> None:
    evening = Evening(8, kind="", club=new_club())
    for section in split(evening):
        choose_movement(section=section, movement=make("howell", 4, 2, 1), minutes=20,
                        key=new_key(), actor=evening.actor)  # fmt: skip
    evening.next_round()
    page = open_page("/", login=HOST, **STEADY)
    page.goto(f"/event/{evening.event.pk}/")
    clock = page.get_by_role("form", name="Clock of section B")
    for _minute in range(5):
        clock.get_by_role("button", name="one minute more").click()
        expect(page.locator(".htmx-request")).to_have_count(0)
    expect(clock.get_by_role("timer")).to_contain_text("24:")
    clock.get_by_role("button", name="Pause").click()
    expect(clock).to_contain_text("paused")
    assert look_at(page) == []
    other = open_page("/", login=HOST)
    other.goto(f"/event/{evening.event.pk}/at/B1/")
    expect(other.locator("#top [role=timer]")).to_contain_text("24:")
    other.goto(f"/event/{evening.event.pk}/at/A1/")
    expect(other.locator("#top [role=timer]")).to_contain_text("19:")
    clock.get_by_role("button", name="As the others").click()
    expect(clock.get_by_role("timer")).to_have_count(0)
