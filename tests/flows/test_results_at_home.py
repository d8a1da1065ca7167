"""Results at home, by tapping: mail is asked for, confirmed, shown to the director and ended."""

import datetime as dt
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from clubscore.club.models import Membership, Person
from clubscore.extras.mail.models import Letter, PlannedEvening, Subscription
from clubscore.rubbers.selectors import tonight
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, look_at
from tests.house import make_user
from tests.mailing.asking import with_letters
from tests.mailing.post_office import post_office, send
from tests.mailing.test_subscribing import link_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def a_club() -> Person:
    """A club with a director and Ann, who has a login."""
    club = new_club("Ann", "Bob")
    ann = club.people.get(name="Ann")
    make_user(club, "ann", "player", ann)
    return ann


@pytest.mark.long(20)
def test_mail_is_asked_for_confirmed_and_ended(open_page: Open, settings: Any) -> None:
    ann = a_club()
    with post_office(settings) as office:
        page = open_page(f"/players/{ann.pk}/", login="ann", **STEADY)
        page.get_by_role("link", name="My mail").click()
        assert look_at(page) == []
        page.get_by_label("E-mail address").fill("ann@example.org")
        page.get_by_label("The Evening Gazette").uncheck()
        page.get_by_role("button", name="Mail me a link").click()
        expect(page.get_by_role("heading", name="Confirm your address")).to_be_visible()
        assert look_at(page) == []
        send()
        page.goto(urlsplit(link_in(office)).path)
        expect(page.get_by_role("listitem").filter(has_text="My card")).to_be_visible()
        page.get_by_role("button", name="Confirm").click()
        expect(page.get_by_text("Your address is confirmed.")).to_be_visible()
        page.goto("/mail/")
        expect(page.get_by_text("ann@example.org, which you confirmed")).to_be_visible()
        expect(page.get_by_label("The Evening Gazette")).not_to_be_checked()
        assert look_at(page) == []
        with_letters(ann.club, ann.pk)
        host = open_page("/club/", login=HOST, **STEADY)
        host.get_by_role("link", name="Mail", exact=True).click()
        expect(host.get_by_text("Failed: 1.")).to_be_visible()
        assert look_at(host) == []
        host.get_by_role("button", name=re.compile("Send again")).first.click()
        host.get_by_role("button", name="Send test mail").click()
        assert Letter.objects.filter(kind="test", state="waiting").count() == 1
        page.get_by_role("button", name="Stop all mail").click()
        expect(page.get_by_role("heading", name="Results by mail")).to_be_visible()
        assert not Subscription.objects.exists()


@pytest.mark.long(20)
def test_evenings_are_planned_and_read_by_an_own_address(open_page: Open) -> None:
    ann = a_club()
    assert Membership.objects.filter(person=ann).exists()
    host = open_page("/club/feeds/", login=HOST, **STEADY)
    host.get_by_label("Name").fill("Club night")
    host.get_by_label("First day").fill("2020-01-01")
    host.get_by_label("Weeks").fill("3")
    host.get_by_role("button", name="Plan", exact=True).click()
    expect(host.get_by_role("link", name=re.compile("Choose a day"))).to_be_visible()
    assert look_at(host) == []
    first = tonight(ann.club) + dt.timedelta(days=8)
    host.get_by_label("First day").fill(first.isoformat())
    host.get_by_role("button", name="Plan", exact=True).click()
    expect(host.get_by_role("button", name="Call off")).to_have_count(3)
    host.get_by_role("button", name="Call off").first.click()
    expect(host.get_by_role("button", name="Restore")).to_have_count(1)
    assert PlannedEvening.objects.count() == 3
    page = open_page("/mail/feeds/", login="ann", **STEADY)
    page.get_by_role("button", name="Make my address").click()
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
    assert look_at(page) == []
    address = page.locator("code").first.inner_text()
    answer = page.request.get(urlsplit(address).path)
    assert answer.ok and answer.text().count("BEGIN:VEVENT") == 3
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_role("button", name="Make my address")).to_be_visible()
    assert page.request.get(urlsplit(address).path).status == 404
