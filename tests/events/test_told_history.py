"""The history of an event from files: each file, what it changed, and every earlier state."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from clubscore.club.access import Actor, Level
from clubscore.events.directing import show_ranking
from clubscore.events.imported import FileSource, bring_in_event, tell_again
from clubscore.events.models import Event
from clubscore.events.pages.history import differences, places_changed
from clubscore.ranking import read_event
from tests.events.whole_event import WHOLE
from tests.files.whole import events
from tests.house import House, client_of
from tests.walks import by_examples


def changed(**fields: Any) -> dict[str, Any]:
    facts = copy.deepcopy(WHOLE)
    facts.update(fields)
    return facts


def texts(before: dict[str, Any], after: dict[str, Any]) -> list[tuple[str, str, str]]:
    return [each[:3] for each in differences(read_event(before), read_event(after))]


def test_a_result_put_right_is_told_by_board_and_pairs_with_before_and_after() -> None:
    after = changed()
    after["results"][0]["tricks"] = 8
    assert texts(WHOLE, after) == [
        (
            "Board 1, 1 NS Ann Ash & Bob v 1EW",
            "3 no-trumps doubled by North, made",
            "3 no-trumps doubled by North, down 1",
        )
    ]
    after["results"].pop()
    assert texts(WHOLE, after)[-1] == (
        "Board 3, 2/NS Cyd & Dee v 1EW",
        "assigned, as scores of North–South: for North–South 33.33 % of plus 420,"
        " 66.67 % of minus 50; for East–West plus 420, "
        "assigned: ns 420; 1/3; -50; 2/3, ew 420; 1", "",
    )  # fmt: skip


def test_terms_people_boards_and_penalties_are_told() -> None:
    after = changed(scoring="total-points", name="Spring", options={}, penalties=[])
    after["contestants"][1]["names"] = ["Cyd", "Eve"]
    after["contestants"][0]["handicap"] = "3"
    after["boards"][0]["vulnerable"] = "NS"
    found = texts(WHOLE, after)
    assert ("name", "Simultaneous", "Spring") in found
    assert ("scoring", "Matchpoints", "Total points") in found
    assert ("Results are compared with", "section", "") in found
    assert ("Penalty, 2EW Ełk", "amount: 5, unit: percent-of-top", "") in found
    assert ("2/NS Cyd & Eve", "names: Cyd; Dee", "names: Cyd; Eve") in found
    assert ("1 NS Ann Ash & Bob", "handicap: 2.5", "handicap: 3") in found
    assert ("Board 1", "vulnerable: both", "vulnerable: NS") in found


def test_places_tell_who_gained_and_who_lost() -> None:
    after = changed(penalties=[])
    found = places_changed(read_event(WHOLE), read_event(after))
    assert [each.who for each in found] == [("2EW",)]
    assert found[0].was != found[0].now


@by_examples(25)
@given(one=events(), other=events(), same=st.booleans())
def test_nothing_differs_just_where_nothing_is_told_otherwise(
    one: dict[str, Any], other: dict[str, Any], same: bool
) -> None:
    before, after = read_event(one), read_event(one if same else other)
    found = [*differences(before, after), *places_changed(before, after)]
    assert bool(found) == (before.facts() != after.facts())


@pytest.fixture
def told(house: House) -> Event:
    actor = Actor(level=Level.DIRECTOR, club=house.club)
    event = bring_in_event(
        club=house.club, told=read_event(WHOLE), source=FileSource("first.json"), actor=actor
    )
    show_ranking(event=event, shown=True, key="open", actor=actor)
    facts = changed()
    facts["results"][0]["tricks"] = 8
    source = FileSource("second.xml", reason="misread the slip", seen=1)
    tell_again(event=event, told=read_event(facts), source=source, actor=actor)
    return event


def test_every_file_stands_with_its_author_reason_and_what_it_changed(
    house: House, told: Event
) -> None:
    client = client_of(house.logins["director"])
    address = reverse("event-history", args=[told.pk])
    page = client.get(address).content.decode()
    assert page.index("second.xml") < page.index("first.json")
    assert "misread the slip" in page
    assert "changed by a new file" not in page
    board = client.get(address, {"board": 1}).content.decode()
    assert "3 no-trumps doubled by North, down 1" in board
    assert board.count("Ranking at the time") == 2
    untouched = client.get(address, {"board": 2}).content.decode()
    assert "second.xml" not in untouched
    pair = client.get(address, {"who": "1 NS"}).content.decode()
    assert "3 no-trumps doubled by North, down 1" in pair
    assert client.get(address, {"board": "x", "who": "nobody"}).status_code == 200


def test_an_earlier_state_is_read_as_it_was(house: House, told: Event) -> None:
    client = client_of(house.logins["scorer"])
    pages = [
        client.get(reverse("event-then", args=[told.pk, mark]), {"board": 1}).content.decode()
        for mark in ("t1", "t2")
    ]
    tables = [re.findall(r"<td[^>]*>.*?</td>", page, re.DOTALL) for page in pages]
    assert tables[0] != tables[1]
    assert "The first file: everything in it was new" in pages[0]
    assert "Changes" in pages[1]
    assert "Places that changed" in pages[1]
    for mark in ("t3", "t0", "t", "r1", "h1", "tx"):
        assert client.get(reverse("event-then", args=[told.pk, mark])).status_code == 404


def test_the_history_takes_few_queries(
    house: House, told: Event, django_assert_max_num_queries: Any
) -> None:
    client = client_of(house.logins["director"])
    with django_assert_max_num_queries(16):
        client.get(reverse("event-then", args=[told.pk, "t2"]))
