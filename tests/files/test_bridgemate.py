"""A Bridgemate file read into a running evening: again and again, each result once."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubscore.club.entry import Refused
from clubscore.events.board_state import BoardStage
from clubscore.events.bulk_results import (
    ComparedPadResult,
    Looked,
    PadResult,
    look_over,
    take_from_pads,
)
from clubscore.events.corrections import rule, take_back
from clubscore.events.models import ResultRevision
from clubscore.events.pages.director import DirectorPage
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.files.test_bws import bws
from tests.house import House, client_of

pytestmark = pytest.mark.django_db
LEAD = FOUR_SPADES | {"lead": "HA"}


def row(evening: Evening, table: int, board: int, facts: Any, **more: Any) -> PadResult:
    """A result of the round played now, East-West called by numbers from 1 on."""
    place = evening.table(table).place
    plan = evening.room.plan(evening.section)
    of_ns = sum(plan.direction(pair) == "NS" for pair in range(1, plan.pairs + 1))
    found = PadResult("A", place.round, table, board, place.ns, place.ew - of_ns, facts)
    return found._replace(**more)


def take(evening: Evening, *rows: PadResult) -> list[str]:
    looked = take_from_pads(
        event=evening.event, rows=rows, source="tuesday.bws", actor=evening.actor
    )
    return [each.found for each in looked]


@pytest.mark.postgres
def test_the_file_comes_again_and_again_and_every_result_counts_once() -> None:
    evening = Evening(6)
    one, two = evening.table(1).place.boards
    assert take(evening, row(evening, 1, one, LEAD)) == ["new"]
    more = [row(evening, 1, one, LEAD), row(evening, 1, two, ONE_DOWN)]
    assert take(evening, *more) == ["same", "new"]
    assert take(evening, *more) == ["same", "same"]
    standing = evening.standing(1, one)
    assert (standing.state, standing.facts) == (BoardStage.IN, LEAD)
    (revision,) = standing.revisions
    assert revision.device == "Bridgemate file"
    assert revision.author == f"Bridgemate file ({evening.actor.label})"
    assert revision.reason == "tuesday.bws"
    assert revision.sides == evening.table(1).place.sides


@pytest.mark.postgres
def test_what_differs_waits_for_the_director_and_never_comes_back_once_he_decided() -> None:
    evening = Evening(6)
    (board, *_others) = evening.table(2).place.boards
    for side in ("ns", "ew"):
        evening.tell(2, board, FOUR_SPADES, side)
    differs = row(evening, 2, board, ONE_DOWN)
    assert take(evening, differs) == ["contrary"]
    standing = evening.standing(2, board)
    assert standing.facts == FOUR_SPADES
    assert [each.facts for each in standing.contrary] == [ONE_DOWN]
    assert take(evening, differs) == ["settled"]
    assert len(evening.standing(2, board).revisions) == 3
    rule(section=evening.section, spot=evening.spot(2, board), facts=FOUR_SPADES,
         entered=evening.entered(2, board), actor=evening.actor)  # fmt: skip
    assert take(evening, differs) == ["settled"]
    assert evening.standing(2, board).facts == FOUR_SPADES
    assert not evening.standing(2, board).contrary


def test_pairs_that_sat_the_wrong_way_are_recorded_the_other_way_round() -> None:
    evening = Evening(6)
    one, two = evening.table(1).place.boards
    ns, ew = evening.table(1).place.sides
    told = row(evening, 1, one, FOUR_SPADES, turned=True)
    assert take(evening, told, row(evening, 1, two, FOUR_SPADES)) == ["new", "new"]
    assert evening.standing(1, one).revisions[-1].sides == (ew, ns)
    assert evening.standing(1, two).revisions[-1].sides == (ns, ew)
    assert take(evening, told) == ["same"]


def test_a_word_of_one_side_counts_when_the_file_says_the_same() -> None:
    evening = Evening(6)
    one, two = evening.table(1).place.boards
    evening.tell(1, one, FOUR_SPADES)
    evening.tell(1, two, FOUR_SPADES)
    assert take(evening, row(evening, 1, one, LEAD), row(evening, 1, two, ONE_DOWN)) == [
        "new", "contrary",
    ]  # fmt: skip
    assert evening.standing(1, one).state is BoardStage.IN
    assert evening.standing(1, two).state is BoardStage.TOLD


def test_two_sections_of_a_file_at_one_place_of_the_room_count_neither() -> None:
    evening = Evening(6)
    one, two = evening.table(1).place.boards
    twice = [row(evening, 1, one, FOUR_SPADES), row(evening, 1, one, ONE_DOWN, section="B")]
    assert take(evening, *twice, row(evening, 1, two, LEAD)) == ["nowhere", "nowhere", "new"]
    looked = look_over(evening.room, twice)
    assert "twice" in looked[0].why and "twice" in looked[1].why
    assert evening.standing(1, one).state is BoardStage.TO_COME


def test_what_the_director_took_back_stays_away() -> None:
    evening = Evening(6)
    (board, *_others) = evening.table(1).place.boards
    told = row(evening, 1, board, FOUR_SPADES)
    take(evening, told)
    take_back(section=evening.section, spot=evening.spot(1, board),
              entered=evening.entered(1, board), actor=evening.actor)  # fmt: skip
    assert take(evening, told) == ["settled"]
    assert evening.standing(1, board).state is BoardStage.TO_COME


def test_a_dispute_keeps_both_versions_beside_what_the_file_says(house: House) -> None:
    evening = Evening(6, club=house.club)
    (board, *_others) = evening.table(1).place.boards
    evening.tell(1, board, FOUR_SPADES, "ns")
    evening.tell(1, board, ONE_DOWN, "ew")
    assert take(evening, row(evening, 1, board, {"passed_out": True})) == ["contrary"]
    address = reverse("event-table", args=[evening.event.pk, "A1"])
    page = client_of(house.logins["director"]).get(address, {"board": board}).content.decode()
    (settle,) = re.findall(r'id="settle".*?</section>', page, re.DOTALL)
    assert settle.count("<form") == 3


def looked(evening: Evening, **more: Any) -> Looked:
    (board, *_others) = evening.table(1).place.boards
    facts = more.pop("facts", FOUR_SPADES)
    (found,) = look_over(evening.room, [row(evening, 1, board, facts)._replace(**more)])
    return found


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"board": 9}, "is not due at table"),
        ({"table": 9}, "No one plays at this table"),
        ({"round": 2, "table": 1}, "Round 2 has not started|is not due at table 1"),
        ({"ns": 3}, "the movement 1 and"),
        ({"ew": 99}, "The file has pairs 1 and 99 here"),
        ({"facts": FOUR_SPADES | {"tricks": 14}}, "14"),
        ({"facts": {"adjusted": {"ns": "160", "ew": "40"}}}, "artificial"),
    ],
)
def test_what_fits_nothing_is_named_in_words_and_left_out(more: Any, why: str) -> None:
    evening = Evening(6)
    found = looked(evening, **more)
    assert found.found is ComparedPadResult.NOWHERE
    assert re.search(why, found.why), found.why
    assert take(evening, found.row) == ["nowhere"]
    assert not ResultRevision.objects.exists()


def test_a_file_of_one_ranking_calls_everybody_by_his_own_number() -> None:
    evening = Evening(6, kind="howell", winners=1)
    place = evening.table(1).place
    told = PadResult("B", 1, 1, place.boards[0], place.ns, place.ew, FOUR_SPADES)
    assert take(evening, told, told._replace(ns=place.ew, ew=place.ns)) == ["new", "nowhere"]


def test_players_have_no_place_in_such_a_file_and_nothing_comes_before_play() -> None:
    evening = Evening(8, kind="individual", winners=1, form="individuals")
    told = PadResult("A", 1, 1, 1, 1, 2, FOUR_SPADES)
    with pytest.raises(Refused):
        take(evening, told)
    waits = Evening(6, starts=False, club=evening.club)
    (found,) = look_over(waits.room, [PadResult("A", 1, 1, 1, 1, 1, FOUR_SPADES)])
    assert "has not started" in found.why


ROWS = [
    (1, 1, 1, 1, 1, 1, 1, "S", "4 S", "=", "HA", "", False),
    (2, 1, 1, 1, 2, 1, 1, "", "PASS", "", "", "", False),
    (3, 1, 2, 1, 3, 2, 2, "S", "4 S", "-1", "", "", False),
    (4, 1, 2, 1, 9, 2, 2, "S", "4 S", "=", "", "", False),
    (5, 1, 3, 1, 5, 3, 3, "", "", "", "", "", False),
]


def test_the_pages_show_the_file_then_record_it(house: House) -> None:
    evening = Evening(6, club=house.club)
    for side in ("ns", "ew"):
        evening.tell(2, 3, FOUR_SPADES, side)
    client = client_of(house.logins["director"])
    address = reverse("event-bridgemate", args=[evening.event.pk])
    assert "From the Bridgemates" in client.get(
        reverse("event-typing", args=[evening.event.pk])
    ).content.decode()  # fmt: skip
    preview = upload(client, address, bws(ROWS))
    page = preview.content.decode()
    for text in ("2 new results", "One differs from the recorded result",
                 "Board 9 is not due at table", "ReceivedData, ID 5"):  # fmt: skip
        assert text in page
    assert ResultRevision.objects.count() == 2
    given = {name: html.unescape(re.findall(f'name="{name}" value="([^"]*)"', page)[0])
             for name in ("rows", "source")}  # fmt: skip
    for _again in range(2):
        done = client.post(reverse("event-bridgemate-bring", args=[evening.event.pk]), given,
                           follow=True)  # fmt: skip
        assert done.status_code == 200
    assert ResultRevision.objects.count() == 5
    assert evening.standing(1, 1).facts == LEAD
    needs = [need.text for need in DirectorPage(evening.room).needs]
    assert any("Bridgemate file" in text for text in needs), needs
    again = upload(client, address, bws(ROWS)).content.decode()
    assert "The file has nothing new" in again


def upload(client: Client, address: str, content: bytes) -> Any:
    return client.post(address, {"file": SimpleUploadedFile("tuesday.bws", content)})


@pytest.mark.parametrize("rows", ["", "[1]", "{}", "[[]]", '[["A",1,1,1,1,"x",{}]]',
                                  json.dumps([["A", 1, 1, 1, 1, 1, {"board": 3}]]),
                                  json.dumps([["A", 1, 1, 1, 1, 1, FOUR_SPADES, "x"]]),
                                  json.dumps([["A", 1, 1, 1, 1, 1, 7]]), "[" * 9999])  # fmt: skip
def test_a_form_that_was_tampered_with_records_nothing(house: House, rows: str) -> None:
    evening = Evening(6, club=house.club)
    client = client_of(house.logins["director"])
    address = reverse("event-bridgemate-bring", args=[evening.event.pk])
    assert client.post(address, {"rows": rows}).status_code == 422
    assert not ResultRevision.objects.exists()


@pytest.mark.parametrize("content", [b"", b"<USEBIO/>", b"\0\1\0\0Standard Jet DB" + b"x" * 300])
def test_another_file_is_refused_in_words(house: House, content: bytes) -> None:
    evening = Evening(6, club=house.club)
    client = client_of(house.logins["director"])
    answer = upload(client, reverse("event-bridgemate", args=[evening.event.pk]), content)
    assert answer.status_code == 422
