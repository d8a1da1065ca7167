"""What other formats have no place for comes back all the same, or is refused in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from clubscore.files.formats import read_events
from clubscore.files.pbn import write_pbn_event
from clubscore.files.usebio_writing import write_usebio
from clubscore.laws.errors import RuleError
from clubscore.ranking import EventFile, rank, read_event
from tests.events.whole_event import WHOLE
from tests.files.whole import Facts, events, team_events
from tests.ranking.rooms import event
from tests.walks import by_examples

WRITERS: dict[str, Callable[[EventFile], bytes]] = {
    "usebio": write_usebio,
    "usebio13": partial(write_usebio, version="1.3"),
    "pbn": write_pbn_event,
}


def told_by(found: EventFile) -> Facts:
    """Everything that an event tells, in an order of its own."""
    facts = found.facts()
    facts["results"] = sorted(facts["results"], key=repr)
    facts["boards"] = sorted(facts["boards"], key=lambda board: board["number"])
    return facts


@by_examples(60, suppress_health_check=[HealthCheck.too_slow])
@given(facts=events(), kind=st.sampled_from(sorted(WRITERS)))
def test_nothing_is_lost_and_all_rankings_are_the_same(facts: Facts, kind: str) -> None:
    told = read_event(facts)
    (back,) = read_events("x", WRITERS[kind](told))
    assert told_by(back.told) == told_by(told)
    assert rank(back.told).rankings == rank(told).rankings
    assert [note for note in back.notes if "no contract gives" not in note] == []


@by_examples(60, suppress_health_check=[HealthCheck.too_slow])
@given(facts=team_events(), kind=st.sampled_from(["usebio", "usebio13"]))
def test_matches_of_teams_come_back_whole(facts: Facts, kind: str) -> None:
    told = read_event(facts)
    (back,) = read_events("x", WRITERS[kind](told))
    assert told_by(back.told) == told_by(told)
    assert rank(back.told).rankings == rank(told).rankings
    assert [note for note in back.notes if "no contract gives" not in note] == []


@pytest.mark.parametrize("kind", WRITERS)
def test_a_played_event_with_every_ruling_comes_back(kind: str) -> None:
    told = read_event(WHOLE)
    (back,) = read_events("x", WRITERS[kind](told))
    assert told_by(back.told) == told_by(told)
    assert back.notes == ()


@pytest.mark.parametrize("kind", WRITERS)
def test_who_does_not_know_our_notes_sees_what_the_format_has(kind: str) -> None:
    """Without notes a file reads as another program's: the awards as what they brought."""
    told = read_event(event([420, {"adjusted": {"ns": "A+", "ew": "A-"}}, 50]))
    content = re.sub(rb"<\?clubscore .*?\?>|%ClubScore.*\r\n", b"", WRITERS[kind](told))
    (back,) = read_events("x", content)
    assert back.told.results[1].facts(None)["adjusted"] == {"ns": "60", "ew": "40"}


ONE = {"adjusted": {"ns": "A+", "ew": "40"}}


def written(kind: str, **fields: Any) -> str:
    return WRITERS[kind](read_event(event([420, ONE], [50, -100], **fields))).decode()


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("usebio", "<SCORE>A6040</SCORE>", "<SCORE>-100</SCORE>"),
        ("pbn", "- ^60 ^40", "-100 - -"),
    ],
)
def test_what_somebody_changed_since_counts_and_is_told(kind: str, before: str, after: str) -> None:
    text = written(kind)
    if kind == "pbn":
        line = next(each for each in text.splitlines() if "^60" in each)
        text = text.replace(line, re.sub(r"\S+ \S+ \S+ \^60 +\^40", "-100 0 2 0 100", line))
    else:
        text = text.replace(before, after)
    (back,) = read_events("x", text.encode())
    assert back.told.results[1].score == -100
    assert "after export, so its note is" in back.notes[0]


@pytest.mark.parametrize("kind", ["usebio", "pbn"])
def test_a_name_put_right_by_hand_leaves_the_notes_beside_it(kind: str) -> None:
    who = [{"number": number, "names": [f"Pair {number}"], "handicap": "2.5"}
           for number in ("1", "2", "101", "102")]  # fmt: skip
    text = written(kind, contestants=who).replace("Pair 2", "Ann Ash")
    (back,) = read_events("x", text.encode())
    assert back.told.contestants["2"].names == ("Ann Ash",)
    assert back.told.contestants["2"].handicap == 2.5
    assert back.notes == ()


NOTE = re.compile(r"<\?clubscore (\{\"of.*?)\?>|(%ClubScore score 2 .*\r\n)")


def _without(text: str) -> str:
    return NOTE.sub("", text, count=1)


def _twice(text: str) -> str:
    return NOTE.sub(lambda found: found[0] * 2, text, count=1)


def _elsewhere(text: str) -> str:
    found = NOTE.search(text)
    assert found is not None
    text = text.replace(found[0], "")
    if text.startswith("<"):
        return text.replace("<PARTICIPANTS", found[0] + "<PARTICIPANTS", 1)
    return text.replace(
        "%ClubScore event", found[0].replace("score 2", "score 9") + "%ClubScore event"
    )


@pytest.mark.parametrize("kind", ["usebio", "pbn"])
@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (_without, "notes were written into this file"),
        (_twice, "belong to the same line|notes were written"),
        (_elsewhere, "belongs to nothing in the file|belong to the same line"),
        (lambda text: re.sub(r"(<\?clubscore|%ClubScore event 0).*\n", "", text, count=1),
         "here but none in the event"),
        (lambda text: text.replace('"A+"', '"B+"'), r'An artificial score must be "A\+", "A"'),
        (lambda text: text.replace('"A+"', '"A+'), "This is not JSON"),
        (lambda text: text.replace('"set":{"adj', '"sets":{"adj'), "no field"),
        (lambda text: text.replace('"set":{"adj', '"set":{"x":{},"adj'), "no field"),
        (lambda text: re.sub(r'"of":"\w+"', '"of":"x"', text), "must be the sum of eight"),
        (lambda text: text.replace("-notes/1", "-notes/9"), "format must be clubscore-notes/1"),
        (lambda text: text.replace('"set":{"pen', '"set":{"boards":[],"pen'), "no field"),
        (lambda text: text.replace('"amount":"5"', '"amount":"five"'), "for example 3 or 2.5"),
    ],
)  # fmt: skip
def test_a_broken_note_is_told_with_its_line(kind: str, spoil: Any, why: str) -> None:
    penalties = [{"contestant": "1", "amount": "5", "unit": "points"}]
    text = written(kind, penalties=penalties)
    spoiled = spoil(text)
    assert spoiled != text
    with pytest.raises(RuleError, match=why) as refused:
        read_events("x", spoiled.encode())
    assert refused.value.where.startswith("line ")


def test_par_contests_go_out_with_their_par_and_come_back() -> None:
    facts = event([420, -50, 0], [620, ONE, 170], scoring="par",
                  options={"par_ranking": "imps"})  # fmt: skip
    for board in facts["boards"]:
        board["par"] = {"contract": "4S", "declarer": "S", "score": 420}
    told = read_event(facts)
    assert b'[OptimumScore "NS 420"]' in write_pbn_event(told)
    for write in WRITERS.values():
        (back,) = read_events("x", write(told))
        assert back.told.scoring == "par"
        assert rank(back.told).rankings == rank(told).rankings


def test_an_event_without_results_has_nothing_for_pbn() -> None:
    with pytest.raises(RuleError):
        write_pbn_event(read_event(event([])))
