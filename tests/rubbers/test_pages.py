"""What the pages of the card room do beyond their services."""

import re

import pytest
from django.test import Client

from clubscore.club.models import Club, Role
from clubscore.club.people import add_guest
from clubscore.laws.errors import RuleError
from clubscore.rubbers.models import DealRevision
from clubscore.rubbers.pad import pads_of
from clubscore.rubbers.recording import agree_rubber
from clubscore.rubbers.seating import break_off
from clubscore.rubbers.selectors import new_key
from clubscore.web.forms import problem_of
from tests.house import client_of, make_user
from tests.rubbers.tables import CROWN, LAWS_BLOCK, Table

pytestmark = pytest.mark.django_db


def director_of(table: Table) -> Client:
    """Return the director's browser."""
    return client_of(make_user(table.club, "the-director", Role.DIRECTOR))


def test_a_late_report_of_an_ended_part_stands_on_its_pad() -> None:
    table = Table("straight-bridge", CROWN)
    table.play(*LAWS_BLOCK)
    agree_rubber(sitting=table.sitting, part=1, rubber=1, key=new_key(), actor=table.actor)
    table.seat()
    answer = director_of(table).post(
        f"/table/{table.sitting.pk}/record/",
        {
            "part": "1",
            "position": "1",
            "key": new_key(),
            "denomination": "H",
            "result": "D:2",
            "honours": "D:3",
        },
        follow=True,
    )
    assert answer.redirect_chain[-1][0] == f"/table/{table.sitting.pk}/1/pad/"
    assert "Two reports of deal 1" in answer.content.decode()
    assert DealRevision.objects.filter(kind="rival").count() == 1


def test_of_two_reports_each_is_said_to_be_of_this_phone_or_of_another() -> None:
    """Each bore six figures of which no one at the table knew whose they were."""
    table = Table("auction", CROWN)
    director = make_user(table.club, "the-director", Role.DIRECTOR)
    phones, address = [client_of(director) for _phone in range(2)], f"/table/{table.sitting.pk}/"
    form = {"part": "1", "position": "1", "level": "4", "denomination": "S", "declarer": "N"}
    for phone, result in zip(phones, ("=", "+1"), strict=True):
        given = form | {"result": result, "asked_honours": "1", "key": new_key()}
        phone.post(f"{address}record/", given)
    codes = DealRevision.objects.order_by("number").values_list("device", flat=True)
    first, second = (f"the-director · phone {code}," for code in codes)
    this = "the-director · this phone,"
    for page in ("", "1/pad/"):
        for phone, told in zip(phones, ((this, second), (first, this)), strict=True):
            shown = " ".join(phone.get(address + page).content.decode().split())
            found = [re.sub(r"<[^>]*>", "", each) for each in re.findall(r"<small>the-.*?,", shown)]
            assert tuple(found) == told, page


def test_a_page_kept_ready_has_secrets_of_its_own_for_every_reader() -> None:
    table = Table()
    director = director_of(table)
    address = f"/table/{table.sitting.pk}/"
    first, second = (director.get(address).content.decode() for _ in range(2))
    assert first != second
    assert "token-" not in first
    assert 'name="key" value="key-' not in first


def test_a_page_kept_ready_is_made_anew_after_every_change() -> None:
    table = Table()
    director = director_of(table)
    address = f"/table/{table.sitting.pk}/"
    assert "Deal 1 ·" in director.get(address).content.decode()
    table.record({"passed_out": True})
    assert "Deal 2 ·" in director.get(address).content.decode()
    before = Club.objects.get(pk=table.club.pk).revision
    add_guest(club=table.club, name="Zoë", actor=table.actor)
    assert Club.objects.get(pk=table.club.pk).revision == before + 1


@pytest.mark.parametrize("number", ["5", "8+", "0", "x", "99999999999"])
def test_any_number_of_players_gets_an_answer(number: str) -> None:
    table = Table()
    answer = director_of(table).get("/sit-down/", {"n": number})
    assert answer.status_code == 200


@pytest.mark.parametrize("field", ["bid", "declarer", "doubling"])
def test_what_is_wrong_with_a_deal_leads_to_where_the_page_asks_for_it(field: str) -> None:
    table = Table()
    page = director_of(table).get(f"/table/{table.sitting.pk}/").content.decode()
    place = problem_of(RuleError("wrong", "Wrong.", f"{field}[0].by")).field
    assert f'id="{place}"' in page


def test_honours_that_nobody_spoke_of_are_asked_for_once() -> None:
    table = Table()
    director = director_of(table)
    form = {
        "part": "1",
        "position": "1",
        "key": new_key(),
        "level": "4",
        "denomination": "S",
        "declarer": "N",
        "result": "=",
    }
    address = f"/table/{table.sitting.pk}/record/"
    asked = director.post(address, form)
    assert asked.status_code == 422
    assert "One side holds at least three" in asked.content.decode()
    assert not table.standing.live
    again = director.post(address, form | {"asked_honours": "1", "honours": "none"})
    assert again.status_code == 302
    assert len(table.standing.live) == 1


def test_a_rubber_that_goes_on_shows_no_bonus_for_one_broken_off() -> None:
    """Rubber bridge gives 300 for the only game of a rubber broken off; not before it is."""
    table = Table("rubber-bridge")
    table.play({"bid": "3NT", "declarer": "N", "tricks": 10})
    pad = pads_of(table.standing)[0]
    assert (pad.sums["NS"], pad.totals["NS"]) == (130, 130)
    break_off(sitting=table.sitting, part=1, reason="", key=new_key(), actor=table.actor)
    pad = pads_of(table.standing)[0]
    assert (pad.sums["NS"], pad.totals["NS"]) == (130, 430)
