"""USEBIO out and in: the same ranking; real files whole; traps and broken files refused."""

from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.files.formats import read_events
from clubscore.files.usebio_writing import write_usebio
from clubscore.laws.errors import RuleError
from clubscore.ranking import EventFile, rank, read_event, show_number
from tests.events.whole_event import WHOLE
from tests.ranking.rooms import event
from tests.ranking.test_published import EVENTS, load
from tests.real_events import DATA, needs_real_events
from tests.walks import by_examples

Lists = list[list[tuple[str, ...]]]


def ranking_of(told: EventFile) -> Lists:
    """Places, totals and percentages as they are printed."""
    return [
        [
            (
                row.place if row.entry.boards else "",
                row.entry.contestant.number,
                " & ".join(row.entry.contestant.names),
                show_number(row.entry.score),
                "" if row.entry.percent is None else show_number(row.entry.percent),
            )
            for row in ranking.rows
        ]
        for ranking in rank(told).rankings
        if ranking.list == "scratch"
    ]


OUTCOMES = st.one_of(
    st.sampled_from([-300, -50, 0, 110, 420, 620, 990]).map(lambda score: {"score": score}),
    st.just({"passed_out": True}),
    st.just({"not_played": True}),
    st.sampled_from([("60", "40"), ("50", "50"), ("40", "40")]).map(
        lambda both: {"adjusted": {"ns": both[0], "ew": both[1]}}
    ),
    st.builds(
        lambda level, strain, seat, tricks: {
            "contract": f"{level}{strain}", "declarer": seat, "tricks": tricks,
        },
        st.integers(1, 7), st.sampled_from(["C", "NT", "SX", "HXX"]), st.sampled_from("NESW"),
        st.integers(0, 13),
    ),
)  # fmt: skip
BOARDS = st.lists(st.lists(OUTCOMES, min_size=1, max_size=5), min_size=1, max_size=4)
NAMES = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=30)
SCORINGS = st.sampled_from(["matchpoints", "cross-imps", "butler-imps", "total-points"])


@by_examples(40)
@given(
    boards=BOARDS,
    scoring=SCORINGS,
    name=NAMES,
    uneven=st.sampled_from(["neuberg", "factor", "none"]),
    missed=st.sampled_from(["scheduled", "all", "none"]),
    version=st.sampled_from(["1.2", "1.3"]),
)
def test_what_goes_out_ranks_the_same_where_it_is_read(
    boards: Any, scoring: str, name: str, uneven: str, missed: str, version: str
) -> None:
    facts = event(*boards, scoring=scoring, options={"uneven_boards": uneven,
                                                     "missed_boards": missed})  # fmt: skip
    facts["contestants"][0]["names"] = [name, "Bob"]
    told = read_event(facts)
    (back,) = read_events("x.xml", write_usebio(told, version))
    assert ranking_of(back.told) == ranking_of(told)


def test_sections_directions_deals_and_leads_come_back() -> None:
    facts = WHOLE | {"penalties": []}
    facts["contestants"] = [{key: value for key, value in each.items()
                             if key not in ("handicap", "carry_over")}
                            for each in WHOLE["contestants"]]  # fmt: skip
    facts["results"] = [each for each in WHOLE["results"] if "contract" in each or "score" in each]
    # The format tells no vulnerability: it follows the board's number.
    facts["boards"] = [WHOLE["boards"][0] | {"vulnerable": "none"}, *WHOLE["boards"][1:]]
    told = read_event(facts)
    (back,) = read_events("x.xml", write_usebio(told))
    assert back.told.winners == 2
    assert back.told.contestants["1 NS"].names == ("Ann Ash", "Bob")
    assert back.told.boards[1].deal == told.boards[1].deal
    assert back.told.results[0].lead == "SA"
    assert back.told.about == {"name": "Simultaneous", "date": "2026-03-02", "club": "Leeds"}


def test_two_sections_compared_apart_stay_apart() -> None:
    facts = event([420, 450, 400, 430], options={"compare": "section"})
    for at, result in enumerate(facts["results"]):
        result["section"] = "AB"[at % 2]
    told = read_event(facts)
    (back,) = read_events("x.xml", write_usebio(told))
    assert ranking_of(back.told) == ranking_of(told)
    assert back.told.options.facts() == {"compare": "section"}


@pytest.mark.parametrize("version", ["1.2", "1.3"])
def test_individuals_come_back(version: str) -> None:
    facts = event([420]) | {
        "contestants_are": "individuals",
        "contestants": [{"number": str(each), "names": [f"P{each}"]} for each in range(1, 9)],
        "results": [
            {"board": 1, "n": "1", "e": "2", "s": "3", "w": "4", "score": 420},
            {"board": 1, "n": "5", "e": "6", "s": "7", "w": "8", "score": -50},
        ],
    }
    told = read_event(facts)
    (back,) = read_events("x.xml", write_usebio(told, version))
    assert ranking_of(back.told) == ranking_of(told)


@needs_real_events
@pytest.mark.parametrize("name", [each for each in EVENTS if not each.startswith("sample")])
def test_real_files_come_in_whole_and_rank_as_they_were_published(name: str) -> None:
    content = (DATA / f"{name}.usebio.xml").read_bytes()
    (back,) = read_events(f"{name}.xml", content)
    assert len(back.told.results) == content.count(b"<TRAVELLER_LINE>")
    assert sum(board.deal is not None for board in back.told.boards.values()) == len(
        back.told.boards
    )
    assert back.notes == ()
    rows = {row[1]: row for one in ranking_of(back.told) for row in one}
    for told in load(name, "published")["ranking"]:
        _place, _number, _names, score, percent = rows[told["contestant"]]
        assert float(score) == float(told["total"])
        if told["percent"] is not None:
            assert float(percent) == float(told["percent"])
    (again,) = read_events("again.xml", write_usebio(back.told))
    assert ranking_of(again.told) == ranking_of(back.told)


LINE = (
    "<USEBIO><EVENT EVENT_TYPE='MP_PAIRS'><PARTICIPANTS><PAIR><PAIR_NUMBER>1</PAIR_NUMBER>"
    "</PAIR><PAIR><PAIR_NUMBER>2</PAIR_NUMBER></PAIR></PARTICIPANTS><BOARD>\n"
    "<BOARD_NUMBER>{board}</BOARD_NUMBER>\n<TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>"
    "<EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>{play}</TRAVELLER_LINE></BOARD></EVENT></USEBIO>"
)


def one_line(play: str, board: str = "1", ew: str = "2") -> bytes:
    return LINE.format(play=play, board=board, ew=ew).encode()


def test_a_contract_that_cannot_have_its_score_keeps_the_score() -> None:
    play = "<CONTRACT>4S</CONTRACT><PLAYED_BY>N</PLAYED_BY><TRICKS>10</TRICKS><SCORE>450</SCORE>"
    (back,) = read_events("x.xml", one_line(play))
    assert back.told.results[0].score == 450
    assert back.notes == ("line 3, column 1: of 4S only the score 450 was kept: it should be 420",)


@pytest.mark.parametrize(
    ("content", "where"),
    [
        (b"<USEBIO><EVENT></USEBIO>", "line 1, column 18"),
        (b"<USEBIO/>", "line 1, column 1"),
        (b"<note/>", "line 1, column 1"),
        (one_line("<SCORE>50</SCORE>", board="one"), "line 1, column 149"),
        (one_line("<SCORE>50</SCORE>", ew="7"), "line 3, column 1.ew"),
        (one_line("").replace(b"MP_PAIRS", b"SWISS_TEAMS"), "line 3, column 1"),
        (b"<USEBIO><EVENT EVENT_TYPE='INDIVIDUAL'><MATCH/></EVENT></USEBIO>", "line 1, column 9"),
        (one_line("").replace(b"MP_PAIRS", b"RUMMY"), "line 1, column 9"),
        (b"<" * 5_000_000, ""),
        (b"<USEBIO>" + b"<a>" * 1000, "line 1, column 129"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(content: bytes, where: str) -> None:
    with pytest.raises(RuleError) as refused:
        read_events("x.xml", content)
    assert refused.value.where == where


@pytest.mark.parametrize(
    "trap",
    [
        '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><USEBIO>&b;</USEBIO>',
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><USEBIO>&a;</USEBIO>',
        '<!DOCTYPE x [<!ENTITY % a SYSTEM "http://127.0.0.1:1/x"> %a;]><USEBIO/>',
        "<USEBIO>" + "<EVENT>" * 250_000 + "</EVENT>" * 250_000 + "</USEBIO>",
    ],
)
def test_traps_are_refused_at_once(trap: str) -> None:
    started = time.process_time()
    with pytest.raises(RuleError):
        read_events("x.xml", trap.encode())
    assert time.process_time() - started < 10  # of the processor


def test_teams_that_play_no_matches_are_not_written() -> None:
    with pytest.raises(RuleError):
        write_usebio(read_event(event([420, 50], contestants_are="teams")))


MATCH = """<USEBIO Version="1.2"><EVENT EVENT_TYPE="SWISS_TEAMS">
<MATCH_SCORING_METHOD>VPS</MATCH_SCORING_METHOD><SESSION SESSION_ID="1"><SECTION SECTION_ID="A">
<PARTICIPANTS><TEAM TEAM_ID="11" TEAM_NAME="Sharks"><TOTAL_SCORE>18.09</TOTAL_SCORE>
<PLACE>1</PLACE><PLAYER><PLAYER_NAME>Al</PLAYER_NAME></PLAYER></TEAM>
<TEAM TEAM_ID="2" TEAM_NAME="Rays"><TOTAL_SCORE>1.91</TOTAL_SCORE><PLACE>2</PLACE></TEAM>
</PARTICIPANTS><MATCH><ROUND_NUMBER>3</ROUND_NUMBER><TEAM>11</TEAM>
<OPPOSING_TEAM>2</OPPOSING_TEAM><BOARD><BOARD_NUMBER>6</BOARD_NUMBER>
<TRAVELLER_LINE><DIRECTION>NS</DIRECTION><CONTRACT>4 H</CONTRACT><PLAYED_BY>S</PLAYED_BY>
<TRICKS>10</TRICKS><SCORE>420</SCORE></TRAVELLER_LINE>
<TRAVELLER_LINE><DIRECTION>EW</DIRECTION><CONTRACT>4 H</CONTRACT><PLAYED_BY>S</PLAYED_BY>
<TRICKS>9</TRICKS><SCORE>-50</SCORE></TRAVELLER_LINE>
</BOARD></MATCH></SECTION></SESSION></EVENT></USEBIO>"""


def test_a_match_that_another_program_wrote_is_read_and_ranked_as_it_is_printed() -> None:
    (back,) = read_events("x.xml", MATCH.encode())
    told = back.told
    assert (told.contestants_are, told.scoring) == ("teams", "imps-vp")
    assert [(each.ns, each.ew, each.score, each.round) for each in told.results] == [
        ("11", "2", 420, 3), ("2", "11", -50, 3),
    ]  # fmt: skip
    assert told.contestants["11"].names == ("Al",)
    assert back.notes == (), ranking_of(told)
    (again,) = read_events("x.xml", write_usebio(told))
    assert ranking_of(again.told) == ranking_of(told)
    for tag in ("<TEAM_SCORE>18.09</TEAM_SCORE>", "<IMPS>10.00</IMPS>",
                "<DIRECTION>EW</DIRECTION>", 'TEAM_ID="11"', "VPS"):  # fmt: skip
        assert tag in write_usebio(told).decode(), tag
    lost = MATCH.replace("<DIRECTION>NS</DIRECTION>", "")
    with pytest.raises(RuleError) as refused:
        read_events("x.xml", lost.encode())
    assert refused.value.where == "line 8, column 1"
