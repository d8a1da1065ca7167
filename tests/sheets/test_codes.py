"""Tables' codes on paper: to scan, and by hand; for whoever may let phones in."""

import pytest
from django.test import Client

from clubscore.events.phones import let_phones_in, links_of
from clubscore.tableside.hand_codes import code_of, spoken
from clubscore.tableside.secret_addresses import token_of
from tests.events.evenings import Evening
from tests.house import House, client_of
from tests.sheets.test_sitting_sheet import words

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def evening(house: House) -> Evening:
    """Four pairs at two tables, whose phones are let in."""
    evening = Evening(4, kind="howell", winners=1, club=house.club, people=(*house.people,))
    let_phones_in(section=evening.section, key="codes", actor=evening.actor)
    return evening


@pytest.fixture
def director(house: House) -> Client:
    return client_of(house.logins["director"])


def test_each_table_of_an_event_has_a_card_that_opens_it(
    evening: Evening, director: Client
) -> None:
    said = words(director.get(f"/event/{evening.event.pk}/codes.pdf").content)
    for link in links_of(evening.section):
        assert f"Table {link.table}" in said
        digits = spoken(code_of(link.nonce))
        assert digits in said
        assert token_of(link.nonce) in said
        # What stands on the paper is what the page takes.
        typed = {"table": str(link.table), "code": digits}
        answer = Client().post("/code/", typed)
        assert answer["Location"].endswith(f"{token_of(link.nonce)}/")
    assert "06:00, unless the director turns it off sooner" in said


def test_tonights_papers_have_the_codes_for_the_director_only(
    evening: Evening, director: Client, house: House
) -> None:
    page = f"/event/{evening.event.pk}/tonight.pdf"
    secret = token_of(links_of(evening.section)[0].nonce)
    assert secret in words(director.get(page).content)
    assert secret not in words(client_of(house.logins["player"]).get(page).content)


def test_without_phones_let_in_there_is_nothing_to_print(house: House, director: Client) -> None:
    evening = Evening(4, kind="howell", winners=1, club=house.club, people=(*house.people,))
    answer = director.get(f"/event/{evening.event.pk}/codes.pdf")
    assert answer.status_code == 409
    assert "Connect phones first" in answer.content.decode()


def test_a_card_tables_code_says_the_number_and_the_digits(house: House, director: Client) -> None:
    said = words(director.get(f"/table/{house.sitting.pk}/code.pdf").content)
    assert "Window table" in said
    assert f"table {house.sitting.pk} code {spoken(code_of(house.link.nonce))}" in said
    assert house.token in said
