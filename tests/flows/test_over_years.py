"""Somebody's years, by tapping: from their page to a number, and from that to its boards."""

import re

import pytest
from playwright.sync_api import expect

from clubscore.club.models import Role
from tests.events.evenings import Evening
from tests.flows.acting import HOST, Open
from tests.flows.looking import STEADY, look_at
from tests.house import make_user
from tests.over_years.played_here import play_whole

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def a_club() -> Evening:
    evening = play_whole(Evening(6, boards=4), 1914)
    play_whole(Evening(6, boards=4, club=evening.club, people=tuple(evening.people)), 1923)
    make_user(evening.club, HOST, Role.PLAYER, evening.people[0])
    return evening


@pytest.mark.long(20)
@pytest.mark.parametrize("script", [True, False])
def test_every_number_leads_to_its_boards(open_page: Open, script: bool) -> None:
    evening = a_club()
    at = f"/players/{evening.people[0].pk}/"
    page = open_page(at, login=HOST, java_script_enabled=script, **STEADY)
    page.get_by_role("link", name="Over the years").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Over the years")
    assert not script or look_at(page) == []
    page.get_by_role("link", name="Contracts", exact=True).click()
    assert not script or look_at(page) == []
    number = page.locator("main section.compared-frame td a").first
    count = number.inner_text()
    number.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Boards")
    expect(page.get_by_role("heading", level=2).first).to_contain_text(
        re.compile(rf"^\s*{count} boards?")
    )
    expect(page.locator("main section.compared-frame tbody th")).to_have_count(int(count))
    assert not script or look_at(page) == []
    page.reload()  # looking opens what is folded
    page.get_by_text("Narrow the list").click()
    page.get_by_label("Whose contract").select_option(label="any")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile("declared=&"))
    page.wait_for_load_state()
    assert page.locator("main section.compared-frame tbody th").count() >= int(count)
    page.locator("main tbody th a").first.click()
    expect(page).to_have_url(re.compile(r"/event/\d+/board/\d+/$"))


@pytest.mark.long(20)
def test_two_people_head_to_head(open_page: Open) -> None:
    evening = a_club()
    page = open_page(f"/players/{evening.people[0].pk}/partners/", login=HOST, **STEADY)
    assert look_at(page) == []
    partner = evening.people[1].short_name
    page.get_by_role("link", name=partner, exact=True).first.click()
    expect(page.get_by_role("heading", level=2, name="Together")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("^Better than the field on"))).to_have_count(1)
    assert look_at(page) == []
    page.get_by_role("link", name="24 boards").click()
    expect(page.locator("main p", has_text=f"with {partner}")).to_be_visible()
    page.get_by_role("link", name=re.compile("^Remove")).click()
    expect(page.get_by_role("link", name=re.compile("^Remove"))).to_have_count(0)
