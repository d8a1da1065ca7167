"""The Evening Gazette, by tapping: a director leaves a story out and shows it to members."""

import pytest
from playwright.sync_api import expect

from clubscore.club.models import Club, EveningGazette, Role
from tests.flows.acting import HOST, Open
from tests.flows.looking import STEADY, look_at
from tests.gazette.test_gazette_page import PAGE, club_with
from tests.house import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def a_club() -> Club:
    club = club_with(1)
    make_user(club, HOST, Role.DIRECTOR)
    make_user(club, "Guest", Role.PLAYER)
    return club


@pytest.mark.long(20)
def test_a_gazette_is_looked_through_and_shown(open_page: Open) -> None:
    a_club()
    host = open_page("/results/", login=HOST, **STEADY)
    host.get_by_role("link", name="Evening Gazette").click()
    expect(host.get_by_role("heading", level=1)).to_have_text("The Evening Gazette")
    assert look_at(host) == []
    cruel = host.locator("article", has=host.get_by_role("heading", name="The cruellest swing"))
    host.reload()
    cruel.get_by_text("Where this comes from").click()
    expect(cruel.locator("tbody tr")).not_to_have_count(0)
    cruel.get_by_role("button", name="Leave out").click()
    expect(host.get_by_role("heading", name="Left out")).to_be_visible()
    host.get_by_role("button", name="Show to members").click()
    expect(host.get_by_role("button", name="Hide from members")).to_be_visible()
    member = open_page(PAGE, login="Guest", **STEADY)
    expect(member.get_by_role("heading", name="Hand of the night")).to_be_visible()
    expect(member.get_by_role("heading", name="The cruellest swing")).to_have_count(0)
    assert look_at(member) == []
    assert EveningGazette.objects.exclude(shown_at=None).count() == 1
