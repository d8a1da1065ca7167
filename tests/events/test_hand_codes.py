"""A table's number and six digits by hand: five wrong, and the director is asked."""

import re
from typing import Any

import pytest
from django.test import Client

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.events.models import Call
from clubscore.events.phones import let_phones_in, links_of
from clubscore.home.codes import addresses_at
from clubscore.laws.errors import RuleError
from clubscore.rubbers.phones import take_back_link
from clubscore.web import hand_codes
from clubscore.web.hand_codes import (
    PAUSE,
    TRIES_OF_A_CLUB,
    AskTheDirector,
    Guesser,
    code_of,
    open_by_code,
    open_by_digits,
)
from clubscore.web.models import WrongCode
from clubscore.web.phones import token_of
from tests.events.evenings import Evening
from tests.house import House, client_of, phone_of

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


def test_six_digits_alone_open_every_table_and_no_page_shows_another_number(house: House) -> None:
    links = links_of(evening_of(house).section)
    for code, where in [
        (code_of(house.link.nonce), f"/t/{house.token}/"),
        *((code_of(link.nonce), f"/e/{token_of(link.nonce)}/") for link in links),
    ]:
        answer = Client().post("/code/", {"code": code})
        assert (answer.status_code, answer["Location"]) == (302, where)
    page = client_of(house.logins["scorer"]).get(f"/table/{house.sitting.pk}/phones/")
    assert f"table {house.sitting.pk}" not in page.content.decode()
    assert 'name="table"' not in Client().get("/code/").content.decode()
    assert 'name="table"' in Client().get("/code/?table=A1").content.decode()


def test_of_a_thousand_guesses_twenty_are_looked_at(house: House) -> None:
    """Each from a browser of its own, the right one among the last; then all wait but who is in."""
    code = code_of(house.link.nonce)
    guesses = [*(f"{n:06}" for n in range(1_000) if f"{n:06}" != code), code]
    at = [house.link]
    opened = 0
    for number, guess in enumerate(guesses):
        try:
            open_by_digits(at, guess, Guesser(f"browser {number}", house.club))
            opened += 1
        except RuleError as refused:
            assert refused.code == ("wrong" if number < TRIES_OF_A_CLUB else "wait")
    assert (opened, WrongCode.objects.count()) == (0, TRIES_OF_A_CLUB)
    # With the number of the card it opens, and for whoever is in; and again after a while.
    assert typed(Client(), house.sitting.pk, code).status_code == 302
    assert open_by_digits(at, code, Guesser("a phone", house.club, is_in=True)) == house.link
    WrongCode.objects.update(at=clock.now() - PAUSE)
    assert Client().post("/code/", {"code": code}).status_code == 302


def test_guesses_at_one_club_keep_no_other_club_waiting(house: House, other_house: House) -> None:
    for number in range(TRIES_OF_A_CLUB + 1):
        with pytest.raises(RuleError):
            open_by_digits([], "000000", Guesser(f"browser {number}", house.club))
    theirs = code_of(other_house.link.nonce)
    answer = Client().post(f"/code/{other_house.club.slug}/", {"code": theirs})
    assert answer.status_code == 302


def test_no_two_tables_of_a_club_have_the_same_digits(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three digits that could come up, each comes up once."""
    monkeypatch.setattr(hand_codes, "code_of", lambda nonce: f"{int(nonce, 16) % 5:06}")
    taken = hand_codes.codes_taken(house.club)
    assert len(taken) == 1
    for _table in range(4):
        hand_codes.address_apart(house.club, house.sitting.evening, "a test", taken)
    assert taken == {f"{n:06}" for n in range(5)}
    links = links_of(evening_of_codes(house, monkeypatch))
    assert len({hand_codes.code_of(link.nonce) for link in links}) == len(links) == 2


def evening_of_codes(house: House, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(hand_codes, "code_of", lambda nonce: f"{int(nonce, 16) % 7:06}")
    return evening_of(house).section


def test_a_table_of_an_event_opens_with_its_letter_or_without(house: House) -> None:
    link = links_of(evening_of(house).section)[1]
    for name in ("2", "a2", "A02"):
        answer = typed(Client(), name, code_of(link.nonce))
        assert answer.status_code == 302 and answer["Location"].startswith("/e/")
    assert all(addresses_at(house.club, name) == [] for name in ("B2", "99999999999", "²", "0"))


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
    assert "Five wrong codes" in director.get(page).content.decode()
    director.post(page, {"again": "1"})
    assert typed(Client(), house.sitting.pk, code).status_code == 302


def test_a_table_of_an_event_calls_the_director(house: House) -> None:
    evening = evening_of(house)
    link = links_of(evening.section)[0]
    wrong = wrong_for(code_of(link.nonce))
    for _try in range(5):
        typed(Client(), "A1", wrong)
    call = Call.objects.get()
    assert (call.table, call.why) == (1, "five wrong codes typed by hand")
    director = client_of(house.logins["director"])
    pages = f"/event/{evening.event.pk}/phones/"
    assert "can no longer be typed by hand" in director.get(pages).content.decode()
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
    assert late.status_code == 422 and "wait a few minutes" in late.content.decode()
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
        return lambda: open_by_code([house.link], wrong, Guesser(f"browser {number}"))

    answers = together(*(guess(number) for number in range(12)))
    assert WrongCode.objects.filter(address=house.link.token_hash).count() == 5
    assert sum(isinstance(each, AskTheDirector) for each in answers) == 8


def typed_at(client: Client, house: House, table: object, code: str) -> Any:
    return client.post(f"/code/{house.club.slug}/", {"table": str(table), "code": code})


def test_five_wrong_guesses_at_one_clubs_table_shut_no_other_clubs(
    house: House, other_house: House
) -> None:
    ours, theirs = (links_of(evening_of(each).section)[0] for each in (house, other_house))
    wrong = wrong_for(code_of(ours.nonce), code_of(theirs.nonce))
    assert typed_at(Client(), house, "A1", code_of(theirs.nonce)).status_code == 422
    guesser = Client()
    answers = [typed_at(guesser, house, "A1", wrong).status_code for _try in range(4)]
    assert answers == [422] * 3 + [429]
    # At the other club's table 1 nothing was guessed, and not by this browser either.
    come_in = typed_at(guesser, other_house, "A1", code_of(theirs.nonce))
    assert (come_in.status_code, come_in["Location"][:3]) == (302, "/e/")
    assert typed_at(Client(), house, "A1", code_of(ours.nonce)).status_code == 429
    assert set(WrongCode.objects.values_list("club", flat=True)) == {house.club.pk}
    assert [call.section.event.club for call in Call.objects.all()] == [house.club]


def test_which_club_is_asked_only_where_several_have_tables_open(
    house: House, other_house: House
) -> None:
    form = {"table": str(house.sitting.pk), "code": code_of(house.link.nonce)}
    asks = Client().get("/code/").content.decode()
    assert 'id="club"' in asks and house.club.slug not in asks
    lacking = Client().post("/code/", form)
    assert lacking.status_code == 422 and "Several clubs" in lacking.content.decode()
    assert form["code"] in lacking.content.decode(), "what was typed stays"
    assert not WrongCode.objects.exists()
    for name in ("portland", " Portland "):
        assert Client().post("/code/", form | {"club": name}).status_code == 302
    # Somebody who is in has a club, and its own address names it.
    assert 'id="club"' not in phone_of(house).get("/code/").content.decode()
    assert 'id="club"' not in Client().get("/code/portland/").content.decode()
    shown = client_of(house.logins["scorer"]).get(f"/table/{house.sitting.pk}/phones/")
    assert "/code/portland/ and type" in shown.content.decode()
    take_back_link(sitting=other_house.sitting, key="back", actor=Actor())
    assert 'id="club"' not in Client().get("/code/").content.decode()
    assert Client().post("/code/", form).status_code == 302


def test_a_table_that_was_shut_opens_for_a_phone_that_is_in(house: House) -> None:
    evening = evening_of(house)
    link = links_of(evening.section)[1]
    code = code_of(link.nonce)
    phone, login = phone_of(house), client_of(house.logins["player"])
    for _try in range(5):
        typed(Client(), "A2", wrong_for(code))
    assert typed(Client(), "A2", code).status_code == 429
    assert typed(phone, "A2", code).status_code == 302
    assert typed(login, "A2", code).status_code == 302


def test_a_phone_that_is_in_guesses_no_more_than_any_other(house: House) -> None:
    evening = evening_of(house)
    link = links_of(evening.section)[1]
    code = code_of(link.nonce)
    for _try in range(5):
        # The code of its own table scanned each time, so that it has a session of a new name.
        assert typed(phone_of(house), "A2", wrong_for(code)).status_code in (422, 429)
    late = typed(phone_of(house), "A2", code)
    assert late.status_code == 422 and "wait a few minutes" in late.content.decode()
    assert [call.why for call in Call.objects.all()] == ["five wrong codes typed by hand"]
