"""Out is where people look for it, in as they type it, and a new club counts in today's money."""

import re

import pytest
from django.test import Client

from clubscore.club.models import Club
from tests.house import House, client_of

pytestmark = [pytest.mark.django_db]
PAGES = ("/", "/games/", "/results/", "/players/", "/password/", "/logout")


@pytest.mark.parametrize("role", ["player", "scorer", "director"])
def test_every_page_of_somebody_logged_in_has_the_way_out(house: House, role: str) -> None:
    browser = client_of(house.logins[role])
    for page in (*PAGES, f"/table/{house.sitting.pk}/", f"/table/{house.sitting.pk}/history/"):
        text = browser.get(page, follow=True).content.decode()
        # One tap opens More, a sheet or without a script a page; the way out is the next.
        assert text.count('href="/more/"') == 2, page
        assert len(re.findall(r'<a class="key" href="/logout">Log out</a>', text)) == 1, page


def test_who_is_not_logged_in_has_none(house: House) -> None:
    phone = Client()
    phone.post(f"/t/{house.token}/", {"person": ""})
    for browser in (Client(), phone):
        for page in ("/", "/games/", f"/table/{house.sitting.pk}/"):
            assert "/logout" not in browser.get(page, follow=True).content.decode()


@pytest.mark.parametrize("slash", ["", "/"])
def test_in_and_out_with_a_slash_and_without(house: House, slash: str) -> None:
    browser = Client()
    assert browser.get(f"/login{slash}").status_code == 200
    given = {"username": house.logins["player"].username, "password": "wrong"}
    assert browser.post(f"/login{slash}", given).status_code == 200
    browser = client_of(house.logins["player"])
    assert 'action="/logout"' in browser.get(f"/logout{slash}").content.decode()
    assert browser.get("/players/").status_code == 200, "to be asked is not to have gone"
    assert browser.post(f"/logout{slash}")["Location"] == "/"
    assert browser.get("/players/").status_code == 302
    assert browser.get(f"/logout{slash}")["Location"] == "/", "out already"


def test_a_new_club_is_asked_for_its_currency_and_todays_is_usual(house: House) -> None:
    assert house.club.currency == "LSD"
    director = client_of(house.logins["director"])
    page = director.get("/club/new/").content.decode()
    assert "Currency" in page
    select = page[page.index('name="currency"') :]
    options = re.findall(r'<option value="(\w{3})"( selected)?>([^<]*)<', select)
    assert [code for code, chosen, _label in options if chosen] == ["GBP"]
    assert [label for _code, _chosen, label in options[:2]] == [
        "GBP", "pounds, shillings and pence (LSD)"
    ]  # fmt: skip
    given = {"time_zone": "Europe/London", "money": "yes"}
    for name, currency, kept in (("A", "LSD", "LSD"), ("B", "EUR", "EUR"), ("C", "", "GBP")):
        director.post("/club/new/", given | {"name": name, "currency": currency})
        assert Club.objects.get(name=name).currency == kept
        home = re.findall(
            r"<dt>Money</dt>\s*<dd>(\w+)</dd>", director.get("/club/").content.decode()
        )
        assert home == [kept]
    answer = director.post("/club/new/", given | {"name": "D", "currency": "XYZ"})
    assert answer.status_code == 422
    assert not Club.objects.filter(name="D").exists()
