"""Regulations as data: each has its authority, and is announced where it counted."""

from __future__ import annotations

from typing import Any

import pytest

from clubscore.files.event_file import read_event_aloud
from clubscore.ranking import every_option, read_event
from clubscore.ranking.regulations import WORDS, regulation, table
from tests.ranking.rooms import event

AVERAGE = {"adjusted": {"ns": "A+", "ew": "A-"}}
LATE = {"score": 50, "fouled_group": "B"}


@pytest.mark.parametrize("key", table())
def test_every_regulation_has_words_and_a_law_or_where_it_can_be_read(key: str) -> None:
    found = regulation(key)
    assert found.value and found.authority
    # A law names itself; copies of it lie in many places.
    assert found.source.startswith(("https://", "http://")) or found.authority.startswith("law ")
    assert found.authority in found.phrase % found.named
    assert all(each.value != found.value and each.authority for each in found.alternatives)
    assert set(WORDS) == set(table())
    options = {each.key: each.choices for each in every_option()}
    assert not found.option or options[found.option] == found.values


@pytest.mark.parametrize(
    ("board", "fields", "said"),
    [
        ((420, AVERAGE), {}, ["average_at_matchpoints"]),
        ((420, AVERAGE), {"scoring": "cross-imps"}, ["average_at_imps"]),
        ((420, AVERAGE), {"scoring": "butler-imps"}, ["average_at_imps"]),
        ((420, 50, LATE), {}, ["fouled_small_groups"]),
        ((420, 50, AVERAGE), {"scoring": "cross-imps", "options": {"cross_imps": "sum"}},
         ["average_at_imps", "added_up_cross_imps"]),
        ((420, 50), {"scoring": "cross-imps", "options": {"cross_imps": "sum"}}, []),
        ((420, 50), {}, []),
    ],
)  # fmt: skip
def test_what_counted_by_regulation_is_announced_and_nothing_otherwise(
    board: Any, fields: dict[str, Any], said: list[str]
) -> None:
    told = read_event(event(board, **fields))
    assert [each.key for each in told.scored_by.regulations(told)] == said
    text = read_event_aloud(event(board, **fields))
    assert ("\nRegulations\n" in text) is bool(said)
    assert all(regulation(each).source in text for each in said)


def test_the_value_that_was_chosen_goes_by_its_own_authority() -> None:
    fields = {"scoring": "cross-imps", "options": {"average_imps": "2"}}
    text = read_event_aloud(event((420, AVERAGE), **fields))
    assert "A+ is plus and A− minus 2 IMPs (regulations for pairs; law 12C2(b)" in text
