"""Sets that a club keeps: from the program or a file, once each, and never changed."""

from __future__ import annotations

import json
from typing import Any

import pytest

from clubscore.club.access import Actor, Level
from clubscore.events.models import ContestSet
from clubscore.events.set_table import (
    SHIPPED,
    bring_set,
    bring_shipped_set,
    set_in_file,
    shipped_set,
)
from clubscore.events.visibility import event_of
from clubscore.laws.errors import RuleError
from clubscore.ranking.event import fingerprint
from tests.house import House


def actor_of(house: House) -> Actor:
    return Actor(Level.PLAYER, house.club)


def test_every_set_that_ships_is_kept_with_its_pars_reasons_and_lines(house: House) -> None:
    for name in SHIPPED:
        kept = bring_shipped_set(club=house.club, name=name, key=name, actor=actor_of(house))
        there = shipped_set(name)
        assert event_of(kept).boards == there.boards
        assert kept.fingerprint == fingerprint(there) == fingerprint(event_of(kept))
        assert kept.name == there.about["name"]
    assert ContestSet.objects.count() == len(SHIPPED) >= 2


def test_a_set_brought_twice_is_one_and_stays_as_it_came(house: House) -> None:
    told = shipped_set("duplicate").facts()
    for board in told["boards"]:
        board["commentary"] = "Written anew."
    first = bring_shipped_set(club=house.club, name="duplicate", key="a", actor=actor_of(house))
    again = set_in_file(json.dumps(told).encode())
    second = bring_set(club=house.club, event=again, key="b", actor=actor_of(house))
    assert first == second
    assert "Written anew." not in ContestSet.objects.get().text
    with pytest.raises(TypeError, match="never changed"):
        first.save()


def test_who_played_it_in_the_file_is_left_out(house: House) -> None:
    told: dict[str, Any] = dict(shipped_set("duplicate").facts())
    told["contestants"] = [{"number": "1", "names": ["Ann"]}, {"number": "2", "names": ["Bob"]}]
    told["results"] = [{"board": 1, "ns": "1", "ew": "2", "passed_out": True}]
    del told["name"]
    event = set_in_file(json.dumps(told).encode())
    kept = bring_set(club=house.club, event=event, key="a", actor=actor_of(house))
    assert "Ann" not in kept.text
    assert event_of(kept).results == ()
    assert kept.name == "Set of 8 boards"


def changed(**fields: object) -> bytes:
    return json.dumps(dict(shipped_set("duplicate").facts()) | fields).encode()


def without(what: str) -> bytes:
    told: dict[str, Any] = json.loads(shipped_set("duplicate").written())
    for field in ("par", "commentary") if what == "par" else (what,):
        del told["boards"][4][field]
    return json.dumps(told).encode()


@pytest.mark.parametrize(
    ("content", "where", "words"),
    [
        (b"no json", "", "not an event file"),
        (b"[]", "", "object"),
        (changed(scoring="butler-imps"), "scoring", "scored at par"),
        (changed(boards=[]), "boards", "1 to 36 boards"),
        (without("par"), "boards", "Board 5 of the set needs its cards and its par"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_as_a_set_is_refused_in_words(
    content: bytes, where: str, words: str
) -> None:
    with pytest.raises(RuleError, match=words) as refused:
        set_in_file(content)
    assert refused.value.where == where


def test_a_set_that_does_not_ship_is_refused(house: House) -> None:
    with pytest.raises(RuleError, match="Choose one of the sets"):
        bring_shipped_set(club=house.club, name="../secret", key="a", actor=actor_of(house))


def test_two_clubs_keep_the_same_set_each_for_itself(house: House, other_house: House) -> None:
    both = [
        bring_shipped_set(club=each.club, name="duplicate", key="a", actor=actor_of(each))
        for each in (house, other_house)
    ]
    assert both[0].fingerprint == both[1].fingerprint
    assert {kept.club_id for kept in both} == {house.club.pk, other_house.club.pk}
