"""A phone let in at an event's table: what it may open, and what it is told."""

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.club.entry import new_key
from clubscore.events.phones import let_phones_in, links_of, take_back_links
from clubscore.web.phones import token_of
from tests.events.evenings import FOUR_SPADES, Evening
from tests.events.test_pages import path, phone_of
from tests.house import House
from tests.test_addresses import PATTERNS, ROWS, arguments

pytestmark = [pytest.mark.django_db]
OF_A_CARD_TABLE = [row.name for row in ROWS if row.whose == "table"]


@pytest.mark.parametrize("name", OF_A_CARD_TABLE)
def test_an_events_phone_is_a_stranger_to_every_card_table(name: str, house: House) -> None:
    evening = Evening(4, kind="howell", winners=1, club=house.club, people=(*house.people,))
    phone = phone_of(evening, 1)
    assert name in PATTERNS
    address = reverse(name, kwargs=arguments(name, house))
    assert phone.get(address).status_code in (403, 404, 405)
    assert phone.post(address).status_code in (403, 404, 405)


def test_an_events_phone_sees_nothing_of_another_event() -> None:
    ours, theirs = Evening(6), Evening(6)
    phone = phone_of(ours, 1)
    assert phone.get(path(ours, "at/A1/")).status_code == 200
    for page in ("at/A1/", "ranking/", "live/", "mine/"):
        assert phone.get(path(theirs, page)).status_code == 404


def test_codes_taken_back_let_nobody_in_any_more() -> None:
    evening = Evening(6)
    phone = phone_of(evening, 1)
    old = token_of(links_of(evening.section)[0].nonce)
    take_back_links(section=evening.section, key=new_key(), actor=evening.actor)
    assert phone.get(path(evening, "at/A1/")).status_code == 302, "asked to log in"
    assert Client().get(f"/e/{old}/").status_code == 404
    let_phones_in(section=evening.section, key=new_key(), actor=evening.actor)
    assert token_of(links_of(evening.section)[0].nonce) != old


def test_a_table_is_told_of_its_own_changes_and_not_of_other_tables() -> None:
    evening = Evening(6)
    phone = phone_of(evening, 1)
    page = phone.get(path(evening, "at/A1/")).content.decode()
    asks = page.split('hx-get="')[1].split('"')[0].replace("&amp;", "&")
    assert phone.get(asks).status_code == 204
    evening.tell(2, evening.table(2).place.boards[0], FOUR_SPADES)
    assert phone.get(asks).status_code == 204
    evening.tell(1, 1, FOUR_SPADES)
    changed = phone.get(asks)
    assert changed.status_code == 200
    assert changed["HX-Trigger-After-Settle"] == "table-changed"


def test_a_phone_finds_back_to_its_table_leaves_it_and_goes_to_a_card_table(house: House) -> None:
    evening = Evening(4, kind="howell", winners=1, club=house.club)
    let_phones_in(section=evening.section, key="codes", actor=evening.actor)
    phone, code = Client(), token_of(links_of(evening.section)[0].nonce)
    phone.post(f"/e/{code}/", {"person": ""})
    home = phone.get("/").content.decode()
    assert "connected at table 1: Tuesday pairs" in home
    assert f"/event/{evening.event.pk}/mine/" in home
    # Let in at a card table, it is the event's no more.
    phone.post(f"/t/{house.token}/", {"person": ""})
    assert phone.get(f"/table/{house.sitting.pk}/pad/").status_code == 200
    assert phone.get(f"/event/{evening.event.pk}/mine/").status_code == 404
    phone.post(f"/e/{code}/", {"person": ""})
    phone.post("/leave/")
    assert "scan the code" in phone.get("/").content.decode()
