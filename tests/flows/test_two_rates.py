"""Two rates of table money, by tapping: set for the club, opened with, asked for at the door."""

import pytest
from playwright.sync_api import expect

from clubscore.club.models import Person
from tests.flows.acting import HOST, Open, new_club
from tests.flows.looking import STEADY, look_at
from tests.flows.thirteen import FIRST, SECOND

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.long(30)
def test_a_guest_is_asked_for_the_guests_rate(open_page: Open) -> None:
    new_club(*FIRST[:2], *SECOND[:2])
    Person.objects.filter(name=SECOND[0]).update(kind=Person.Kind.GUEST)
    host = open_page("/book/terms/", login=HOST, **STEADY)
    host.locator("#id_amount").fill("2s")
    host.get_by_label("Table money of a guest").fill("5s")
    host.locator("#id_currency").first.select_option("LSD")
    assert look_at(host) == []
    host.get_by_role("button", name="Save").first.click()
    expect(host.get_by_label("Table money of a guest")).to_have_value("5s")
    host.goto("/event/new/")
    expect(host.get_by_label("Table money per member")).to_have_value("2s")
    expect(host.get_by_label("Table money per guest")).to_have_value("5s")
    assert look_at(host) == []
    host.get_by_role("button", name="Next: names").click()
    for name in (FIRST[0], SECOND[0]):
        host.locator("#enter .picks label").filter(has_text=name).first.click()
    host.locator("#enter .key-go").click()
    owed = host.locator("#fees .rows li")
    expect(host.locator("#fees")).to_contain_text("Per player: 2s; per guest: 5s")
    expect(owed).to_have_count(2)
    expect(owed.filter(has_text=FIRST[0]).locator(".amount")).to_have_text("2s")
    expect(owed.filter(has_text=SECOND[0]).locator(".amount")).to_have_text("5s")
    assert look_at(host) == []
    host.get_by_role("button", name="Paid").first.click()
    expect(host.locator("#fees")).to_contain_text("Everyone has paid.")
