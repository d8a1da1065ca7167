"""Real club sessions with their published numbers; they lie beside the project, if at all."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from clubscore.files.event_file import answer_event
from clubscore.ranking import read_event
from tests.real_events import DATA, needs_real_events

EVENTS = ("mp_pairs_mitchell_03", "mp_pairs_howell", "cross_imp_howell", "sample_club_game_2")
# The scorer's lines of this board are its points before they were brought to six results.
BEFORE_NEUBERG = {"mp_pairs_howell": 12}

pytestmark = needs_real_events


def load(name: str, kind: str) -> Any:
    return json.loads((DATA / f"{name}.{kind}.json").read_text("utf-8"))


def published_place(told: Any) -> str | None:
    """The place in the whole field, ``1`` also where it is shared."""
    if isinstance(told, str):
        return told
    whole = [each["rank"] for each in told if each["strat_number"] == 1]
    return whole[0].split("/")[0] if whole else None


@pytest.mark.parametrize("name", EVENTS)
def test_percentages_places_and_totals_as_published(name: str) -> None:
    answer = answer_event(load(name, "event"))
    rows = {row["contestant"]: row for each in answer["rankings"] for row in each["rows"]}
    told = load(name, "published")["ranking"]
    assert len(told) == len(rows)
    for each in told:
        row = rows[each["contestant"]]
        assert Fraction(row["score"]) == Fraction(each["total"])
        if each["percent"] is None:
            assert row["percent"] is None
        else:
            assert Fraction(row["percent"]) == Fraction(each["percent"])
        place = published_place(each["place"])
        assert place is None or row["place"].rstrip("=") == place


@pytest.mark.parametrize("name", EVENTS)
def test_every_line_as_published(name: str) -> None:
    answer = answer_event(load(name, "event"))
    lines = {
        (board["board"], row["ns"], row["ew"]): row
        for board in answer["travellers"]
        for row in board["rows"]
    }
    told = load(name, "published")["lines"]
    assert told
    for each in told:
        row = lines[each["board"], each["ns"], each["ew"]]
        if each["board"] == BEFORE_NEUBERG.get(name):
            continue
        for key in ("ns_points", "ew_points"):
            assert Fraction(row[key]) == Fraction(each[key]), each
        if row["score"] is not None and "score" in each:
            assert row["score"] == int(each["score"])


@pytest.mark.parametrize("name", EVENTS)
def test_written_and_read_again_it_is_the_same(name: str) -> None:
    event = read_event(load(name, "event"))
    text = event.written()
    again = read_event(json.loads(text))
    assert again.written() == text
    assert answer_event(json.loads(text)) == answer_event(load(name, "event"))
