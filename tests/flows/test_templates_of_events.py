"""A template, by tapping: kept from an event, opened in one tap, changed and thrown away."""

import re

import pytest
from playwright.sync_api import expect

from clubscore.events.models import Event
from tests.flows.acting import HOST, Open, Taps, new_club
from tests.flows.looking import STEADY, look_at
from tests.flows.thirteen import FIRST, SECOND

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(30)
def test_a_template_is_kept_opened_changed_and_deleted(open_page: Open) -> None:
    new_club(*FIRST[:2], *SECOND[:2])
    host = open_page("/event/new/", login=HOST, **STEADY)
    expect(host.locator("#templates")).to_have_count(0)
    host.get_by_label("Name", exact=True).fill("Summer cup")
    host.get_by_label("Table money per player (optional)").fill("2s")
    host.locator("#scoring label").filter(has_text="Butler").click()
    host.get_by_role("button", name="Next: names").click()
    expect(host).to_have_url(re.compile("/entries/"))
    host.goto(f"/event/{Event.objects.get().pk}/settings/")
    host.get_by_label("Name of the template").fill("Cup nights")
    assert look_at(host) == []
    host.get_by_role("button", name="Keep", exact=True).click()
    key = host.get_by_role("button", name="Cup nights")
    expect(key).to_contain_text("table money 2s per player")
    assert look_at(host) == []
    taps = Taps(host)
    taps.tap(key)
    expect(host).to_have_url(re.compile("/entries/"))
    assert taps.count == 1
    newest = Event.objects.latest("pk")
    assert (newest.name, newest.fee, newest.scoring) == ("Summer cup", 96, "butler-imps")
    host.goto("/event/new/")
    host.get_by_role("link", name="Change Cup nights").click()
    expect(host).to_have_url(re.compile("/template/"))
    assert look_at(host) == []
    host.get_by_label("Kind").select_option("howell")
    host.get_by_label("Boards a round").fill("3")
    host.get_by_role("button", name="Save template").click()
    expect(host.get_by_role("button", name="Cup nights")).to_contain_text("3 boards a round")
    host.get_by_role("link", name="Change Cup nights").click()
    host.get_by_role("button", name="Delete template").click()
    expect(host).to_have_url(re.compile("/event/new/"))
    expect(host.locator("#templates")).to_have_count(0)
