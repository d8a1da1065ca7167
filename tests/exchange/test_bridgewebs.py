"""BridgeWebs' CSV: the ranking as it is printed, every result, and no formula in any cell."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.exchange.bridgewebs.bridgewebs_csv import write_bridgewebs
from clubscore.laws.errors import RuleError
from clubscore.ranking import Event, read_event
from tests.exchange.test_usebio import BOARDS, SCORINGS, ranking_of
from tests.exchange.whole import events
from tests.ranking.rooms import event
from tests.walks import by_examples


def read_back(told: Event) -> tuple[list[tuple[str, ...]], int]:
    """The lines of its rankings, and how many results it tells."""
    rows = list(csv.reader(io.StringIO(write_bridgewebs(told).decode("utf-8-sig"))))
    ranking, results, section = [], 0, ""
    for row in rows:
        if row[0].startswith("#"):
            section = row[0]
        elif section == "#SCORES" and row[0] != "POSITION":
            ranking.append((row[0].lstrip("'"), row[1], row[4]))
        elif section == "#BOARD":
            results += 1
    return ranking, results


@by_examples(25)
@given(boards=BOARDS, scoring=SCORINGS)
def test_the_ranking_stands_there_as_it_is_printed(boards: Any, scoring: str) -> None:
    told = read_event(event(*boards, scoring=scoring))
    ranking, results = read_back(told)
    expected = [(row[0], row[1], row[4] or row[3]) for one in ranking_of(told) for row in one]
    assert ranking == expected
    assert results == len(told.results)


@by_examples(40)
@given(facts=events().filter(lambda facts: facts["contestants_are"] == "pairs"))
def test_places_and_percentages_are_the_event_s_own_whatever_was_ruled(facts: Any) -> None:
    told = read_event(facts)
    ranking, results = read_back(told)
    expected = [(row[0], row[4] or row[3]) for one in ranking_of(told) for row in one]
    assert [(place, points) for place, _number, points in ranking] == expected
    assert results == len(told.results)


@given(name=st.text(min_size=1, max_size=12).map(lambda text: "=+-@\t"[len(text) % 5] + text))
def test_no_name_is_a_formula(name: str) -> None:
    facts = event([420, 50])
    try:
        facts["contestants"][0]["names"] = [name, name]
        told = read_event(facts)
    except RuleError:
        return
    text = write_bridgewebs(told).decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert not [
        cell for cell in cells
        if cell[:1] in tuple("=+-@\t\r") and not cell.lstrip("-").replace(".", "").isdigit()
    ]  # fmt: skip


def test_players_and_teams_are_not_written() -> None:
    with pytest.raises(RuleError):
        write_bridgewebs(read_event(event([420, 50], contestants_are="teams")))
