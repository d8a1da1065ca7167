"""Results in PBN out and in: the same ranking; what others write; broken files refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.deals.pbn import read_pbn, read_table
from clubscore.files.formats import read_events
from clubscore.files.pbn import write_pbn_event
from clubscore.laws.errors import RuleError
from clubscore.ranking import read_event
from tests.files.test_usebio import BOARDS, NAMES, SCORINGS, ranking_of
from tests.ranking.rooms import event
from tests.ranking.test_published import EVENTS, load
from tests.real_events import needs_real_events
from tests.walks import by_examples

N_FIRST = "N:AKQJ.T98.765.432 5432.AKQ.T98.765 876.5432.AKQ.T98 T9.J76.J432.AKQJ"


@by_examples(40)
@given(
    boards=BOARDS,
    scoring=SCORINGS,
    name=NAMES,
    uneven=st.sampled_from(["neuberg", "factor", "none"]),
    missed=st.sampled_from(["scheduled", "all", "none"]),
)
def test_what_goes_out_ranks_the_same_where_it_is_read(
    boards: Any, scoring: str, name: str, uneven: str, missed: str
) -> None:
    facts = event(*boards, scoring=scoring, options={"uneven_boards": uneven,
                                                     "missed_boards": missed})  # fmt: skip
    name = name.replace(";", ",")
    if name not in "-?*":
        facts["contestants"][0]["names"] = [name, "Bob"]
    told = read_event(facts)
    (back,) = read_events("x.pbn", write_pbn_event(told))
    assert ranking_of(back.told) == ranking_of(told)


@needs_real_events
@pytest.mark.parametrize("name", EVENTS)
def test_real_events_go_out_and_rank_the_same(name: str) -> None:
    told = read_event(load(name, "event"))
    (back,) = read_events("x.pbn", write_pbn_event(told))
    assert len(back.told.results) == len(told.results)
    assert ranking_of(back.told) == ranking_of(told)


def test_a_game_for_each_table_is_named_for_what_it_is() -> None:
    """The standard's first way to write results: championships and other scorers have it."""
    game = '[Board "1"]\n[North "A"]\n[South "B"]\n[Declarer "S"]\n[Contract "4H"]\n%s\n'
    for result, said in (('[Result "10"]', "a game for each table"), ("", "has no results")):
        with pytest.raises(RuleError) as refused:
            read_events("x.pbn", (game % result).encode())
        assert said in str(refused.value)


def test_boards_keep_dealer_vulnerability_cards_par_and_the_double_dummy_table() -> None:
    facts = event([420, -50], name='Leeds "A"', date="2026-03-02", club="Łódź")
    facts["boards"] = [
        {"number": 1, "dealer": "W", "vulnerable": "both", "deal": N_FIRST, "par": {"score": -100}}
    ]
    facts["results"][0] = {"board": 1, "round": 2, "table": 3, "ns": "1", "ew": "101",
                           "contract": "3NTX", "declarer": "E", "tricks": 8,
                           "lead": "SA"}  # fmt: skip
    told = read_event(facts)
    tricks = {strain: dict.fromkeys("NESW", 7) for strain in ("NT", "S", "H", "D", "C")}
    content = write_pbn_event(told, {1: tricks})
    (back,) = read_events("x.pbn", content)
    assert back.told.boards == told.boards
    assert back.told.results[0] == told.results[0]
    assert back.told.about == told.about
    tag = read_pbn(content).games[0].tag("OptimumResultTable")
    assert tag is not None
    assert len(read_table(tag).rows) == 20
    assert b'[OptimumScore "NS -100"]' in content


def test_two_winners_and_individuals_come_back() -> None:
    facts = event([420, -50], winners=2)
    for each in facts["contestants"]:
        each["direction"] = "NS" if len(each["number"]) == 1 else "EW"
    told = read_event(facts)
    assert ranking_of(read_events("x", write_pbn_event(told))[0].told) == ranking_of(told)
    facts = event([420]) | {
        "contestants_are": "individuals",
        "contestants": [{"number": str(each), "names": [f"P{each}"]} for each in range(1, 9)],
        "results": [
            {"board": 1, "n": "1", "e": "2", "s": "3", "w": "4", "score": 420},
            {"board": 1, "n": "5", "e": "6", "s": "7", "w": "8", "score": -50},
        ],
    }
    told = read_event(facts)
    assert ranking_of(read_events("x", write_pbn_event(told))[0].told) == ranking_of(told)


def test_what_another_program_wrote_is_read() -> None:
    """Both directions numbered from 1, points of the side that won, other words for nobody."""
    text = r"""; by hand
[Event "Club evening"]
[Site "Oslo"]
[Date "2026.01.31"]
[Board "2"]
[Dealer "E"]
[Vulnerable "N-S"]
[Deal "N:AK.. - - -"]
[Scoring "MatchPoints;MP1"]
[ScoreTable "PairId_NS\2R;PairId_EW\2R;Contract\5L;Declarer;Result\2R;Score_NS;Score_EW"]
1 1 4H* S 9 - 200
2 2 Pass - - 0 -
[TotalScoreTable "Rank;PairId;Direction;TotalPercentage;Names"]
1 2 NS 100 "Kari;Ola"
2 1 NS 0 ?
1 1 EW 100 -
2 2 EW 0 -
"""
    (back,) = read_events("x.pbn", text.encode())
    told = back.told
    assert [each.score for each in told.results] == [-200, 0]
    assert told.winners == 2
    assert told.contestants["2NS"].names == ("Kari", "Ola")
    assert told.about == {"name": "Club evening", "date": "2026-01-31", "club": "Oslo"}
    assert back.notes[0].startswith(
        "line 8, column 1: the cards of board 2 were left out: A hand must list its four suits"
    )


GOOD = '[Board "1"]\n[Scoring "MP"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 50\n'


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ('[Board "1"]\n', ""),
        (GOOD.replace("1 2 50", "1 2"), "line 4"),
        (GOOD.replace("1 2 50", "1 - 50"), "line 4"),
        (GOOD.replace("1 2 50", "1 1 50"), None),
        (GOOD.replace('"1"', '"one"'), "line 1, column 1"),
        (GOOD.replace('"MP"', '"Chess"').replace("Score_NS", "Points"), "line 4"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text: str, where: str | None) -> None:
    if where is None:
        assert [each.ns for each in read_events("x", text.encode())[0].told.results] == ["1NS"]
        return
    with pytest.raises(RuleError) as refused:
        read_events("x.pbn", text.encode())
    assert refused.value.where == where
