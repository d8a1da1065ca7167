"""A table's number and six digits by hand: five wrong, and the director is asked."""

import re
from typing import Any

import pytest
from django.test import Client

from clubscore.club.access import Actor
from clubscore.duplicate.hand_codes import addresses_at
from clubscore.duplicate.models import Call
from clubscore.duplicate.phones import let_phones_in, links_of
from clubscore.rubber.hand_codes import AskTheDirector, code_of, open_by_code
from clubscore.rubber.models import WrongCode
from clubscore.rubber.phones import take_back_link
from tests.duplicate.evenings import Evening
from tests.house import House, client_of

pytestmark = pytest.mark.postgres


def wrong_for(*codes: str) -> str:
    return next(f"{n:06}" for n in range(10) if f"{n:06}" not in codes)


def typed(client: Client, table: object, code: str) -> Any:
    return client.post("/code/", {"table": str(table), "code": code})


def evening_of(house: House) -> Evening:
    evening = Evening(4, kind="howell", winners=1, club=house.club, people=(*house.people,))
    let_phones_in(section=evening.section, key="codes", actor=evening.actor)
    return evening


def test_the_digits_lead_where_the_scanned_code_leads(house: House) -> None:
    phone = Client()
    code = code_of(house.link.nonce)
    answer = typed(phone, house.sitting.pk, f"{code[:3]} {code[3:]}")
    assert (answer.status_code, answer["Location"]) == (302, f"/t/{house.token}/")
    assert phone.post(answer["Location"], {"person": ""}).status_code == 302
    assert phone.get(f"/table/{house.sitting.pk}/pad/").status_code == 200
    shown = client_of(house.logins["scorer"]).get(f"/table/{house.sitting.pk}/phones/")
    assert f"{code[:3]} {code[3:]}" in shown.content.decode()


def test_a_table_of_an_event_opens_with_its_letter_or_without(house: House) -> None:
    link = links_of(evening_of(house).section)[1]
    for name in ("2", "a2", "A02"):
        answer = typed(Client(), name, code_of(link.nonce))
        assert answer.status_code == 302 and answer["Location"].startswith("/e/")
    assert addresses_at("B2") == [] == addresses_at("99999999999") == addresses_at("²")


def test_five_wrong_codes_and_only_the_director_opens_it_by_hand(house: House) -> None:
    code = code_of(house.link.nonce)
    wrong = wrong_for(code)
    # Each from a browser of its own, as somebody does who throws his cookies away.
    answers = [typed(Client(), house.sitting.pk, wrong).status_code for _try in range(5)]
    assert answers == [422] * 4 + [429]
    assert typed(Client(), house.sitting.pk, code).status_code == 429, "the right one is late"
    # The scanned code opens it as ever, and the digits again when the director says so.
    assert Client().get(f"/t/{house.token}/").status_code == 200
    page = f"/table/{house.sitting.pk}/phones/"
    assert client_of(house.logins["player"]).post(page, {"again": "1"}).status_code == 403
    director = client_of(house.logins["director"])
    assert "five wrong codes" in director.get(page).content.decode()
    director.post(page, {"again": "1"})
    assert typed(Client(), house.sitting.pk, code).status_code == 302


def test_a_table_of_an_event_calls_the_director(house: House) -> None:
    evening = evening_of(house)
    link = links_of(evening.section)[0]
    wrong = wrong_for(code_of(link.nonce))
    for _try in range(5):
        typed(Client(), "A1", wrong)
    call = Call.objects.get()
    assert (call.table, call.why) == (1, "five wrong codes by hand")
    director = client_of(house.logins["director"])
    pages = f"/event/{evening.event.pk}/phones/"
    assert "not by hand any more" in director.get(pages).content.decode()
    assert director.post(f"{pages}again/").status_code == 302
    assert typed(Client(), "A1", code_of(link.nonce)).status_code == 302


def test_a_browser_that_tries_table_after_table_waits(house: House) -> None:
    evening = evening_of(house)
    links = links_of(evening.section)
    wrong = wrong_for(*(code_of(link.nonce) for link in links), code_of(house.link.nonce))
    phone = Client()
    tables = ["A1", "A2", "A1", "A2", "77"]
    assert [typed(phone, table, wrong).status_code for table in tables] == [422] * 5
    late = typed(phone, "A1", code_of(links[0].nonce))
    assert late.status_code == 422 and "wait a little" in late.content.decode()
    # Another phone of the same club, at the same address, is not kept out.
    assert typed(Client(), "A1", code_of(links[0].nonce)).status_code == 302


def test_what_is_no_code_counts_for_nothing(house: House) -> None:
    for text in ("", "12345", "1234567", "１２３４５６", "abcdef"):
        answer = typed(Client(), house.sitting.pk, text)
        assert answer.status_code == 422 and "six digits" in answer.content.decode()
    assert not WrongCode.objects.exists()


def test_digits_go_with_their_address(house: House) -> None:
    code = code_of(house.link.nonce)
    assert re.fullmatch(r"[0-9]{6}", code)
    take_back_link(sitting=house.sitting, key="back", actor=Actor())
    assert typed(Client(), house.sitting.pk, code).status_code == 422


def test_twelve_guesses_at_one_moment_count_as_five(house: House, together: Any) -> None:
    wrong = wrong_for(code_of(house.link.nonce))

    def guess(number: int) -> Any:
        return lambda: open_by_code([house.link], wrong, f"browser {number}")

    answers = together(*(guess(number) for number in range(12)))
    assert WrongCode.objects.filter(address=house.link.token_hash).count() == 5
    assert sum(isinstance(each, AskTheDirector) for each in answers) == 8
