"""BridgeWebs' CSV, read by a reader of its own, made from what is known of the format alone.

What is known are the options in the site's guide (22.3) and what a public scorer, Knave, writes:
options with ``#``, ``Version`` ``std1``, ``Date`` as DD/MM/YYYY, the separator found from the
first line, ``#Scores`` and ``#Travellers`` with a line of column names each, ``#Board`` before each
board.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.files.bridgewebs import write_bridgewebs
from clubscore.laws.errors import RuleError
from clubscore.ranking import read_event
from tests.files.test_usebio import BOARDS, SCORINGS, ranking_of
from tests.files.whole import events
from tests.ranking.rooms import event
from tests.walks import by_examples

OPTIONS = {
    "Version", "Comment", "Aggregate", "Boards", "Butler", "Crossimp", "Date", "Director",
    "Matches", "Scorer", "Source", "Description", "Swiss", "Teams", "Title", "Winners",
}  # fmt: skip
TRAVELLER = [
    "NS", "EW", "NSScore", "EWScore", "NSPts", "EWPts", "Contract", "Tricks", "Declarer", "Lead",
]  # fmt: skip


class Site(NamedTuple):
    """What the file says: options, the rows of each ranking, each board's rows."""

    options: dict[str, str]
    rankings: list[list[dict[str, str]]]
    boards: dict[int, list[dict[str, str]]]


def read_site(content: bytes) -> Site:
    """Read a file as the site may: the first line shows what parts the cells."""
    assert content[:1] == b"#", "nothing stands before the first #"
    lines = content.decode("utf-8").splitlines()
    separator = next(each for each in ("\t", ";", ",") if each in lines[0])
    site, rows, names, ended = Site({}, [], {}), [], [], False
    for line in lines:
        cells = line.split(separator)
        if cells[0] == "#Scores":
            rows, names, ended = [], [], True
            site.rankings.append(rows)
        elif cells[0] == "#Travellers":
            names, ended = [], True
        elif cells[0] == "#Board":
            rows = site.boards.setdefault(int(cells[1]), [])
        elif cells[0].startswith("#"):
            assert not ended and cells[0][1:] in OPTIONS, line
            site.options[cells[0][1:]] = cells[1]
        elif not names:
            names = cells
        else:
            rows.append(dict(zip(names, cells, strict=True)))
    return site


def points(row: dict[str, str]) -> int | None:
    """North-South's points, from either column."""
    if row["NSScore"].isdigit():
        return int(row["NSScore"])
    return -int(row["EWScore"]) if row["EWScore"].isdigit() else None


def test_a_file_is_what_the_guide_calls_one() -> None:
    plain = {"contract": "4S", "declarer": "N", "tricks": 10, "lead": "HQ"}
    board = (plain, -50, {"passed_out": True}, {"adjusted": {"ns": "A+", "ew": "40"}},
             {"not_played": True})  # fmt: skip
    told = read_event(event(board, name="Tuesday\tpairs", date="2026-03-02"))
    content = write_bridgewebs(told)
    assert content.startswith(b"#Version\tstd1\r\n#Title\tTuesday pairs\r\n#Source\tClubScore ")
    site = read_site(content)
    assert site.options["Date"] == "02/03/2026"
    assert (site.options["Boards"], site.options["Winners"]) == ("1", "1")
    assert list(site.boards[1][0]) == TRAVELLER
    assert [list(row.values())[2:4] for row in site.boards[1]] == [
        ["420", ""], ["", "50"], ["0", ""], ["A+", "40%"], ["", ""],
    ]  # fmt: skip
    assert [row["Contract"] for row in site.boards[1]] == [
        "4S", "", "PASS", "adjusted", "not played",
    ]  # fmt: skip
    assert list(site.boards[1][0].values())[7:] == ["10", "N", "HQ"]


@pytest.mark.parametrize(
    ("scoring", "option"),
    [("matchpoints", ""), ("cross-imps", "Crossimp"), ("butler-imps", "Butler")],
)
def test_the_way_of_scoring_is_an_option(scoring: str, option: str) -> None:
    told = read_event(event([420, 50], [90, 100], scoring=scoring))
    options = read_site(write_bridgewebs(told)).options
    assert {"Butler", "Crossimp"} & set(options) == ({option} if option else set())
    assert "Date" not in options and "Title" not in options


def test_two_winners_are_two_rankings() -> None:
    facts = event([420, 50], winners=2)
    for who in facts["contestants"]:
        who["direction"] = "NS" if int(who["number"]) < 100 else "EW"
    site = read_site(write_bridgewebs(read_event(facts)))
    assert site.options["Winners"] == "2"
    assert [[row["Pair"] for row in rows] for rows in site.rankings] == [["1", "2"], ["102", "101"]]


@by_examples(25)
@given(boards=BOARDS, scoring=SCORINGS)
def test_the_ranking_stands_there_as_it_is_printed(boards: Any, scoring: str) -> None:
    told = read_event(event(*boards, scoring=scoring))
    site = read_site(write_bridgewebs(told))
    ranking = [
        (row["Position"].lstrip("'"), row["Pair"], row["Score"], row.get("Percent", ""))
        for rows in site.rankings
        for row in rows
    ]
    assert ranking == [
        (row[0], row[1], row[3], row[4] or "") for one in ranking_of(told) for row in one
    ]
    scores = sorted((each.board, str(each.ns), each.score) for each in told.results)
    assert scores == sorted(
        (number, row["NS"], points(row)) for number, rows in site.boards.items() for row in rows
    )


@by_examples(40)
@given(facts=events().filter(lambda facts: facts["contestants_are"] == "pairs"))
def test_places_and_totals_are_the_event_s_own_whatever_was_ruled(facts: Any) -> None:
    told = read_event(facts)
    site = read_site(write_bridgewebs(told))
    ranking = [(row["Position"], row["Score"]) for rows in site.rankings for row in rows]
    assert ranking == [(row[0], row[3]) for one in ranking_of(told) for row in one]
    assert sum(map(len, site.boards.values())) == len(told.results)


@given(name=st.text(min_size=1, max_size=12).map(lambda text: "=+-@\t"[len(text) % 5] + text))
def test_no_name_is_a_formula(name: str) -> None:
    facts = event([420, 50])
    try:
        facts["contestants"][0]["names"] = [name, name]
        told = read_event(facts)
    except RuleError:
        return
    cells = [cell for line in write_bridgewebs(told).decode().splitlines()
             for cell in line.split("\t")]  # fmt: skip
    assert not [
        cell for cell in cells
        if cell[:1] in tuple("=+-@\t\r") and not cell.lstrip("-").replace(".", "").isdigit()
    ]  # fmt: skip


def test_players_and_teams_are_not_written() -> None:
    with pytest.raises(RuleError):
        write_bridgewebs(read_event(event([420, 50], contestants_are="teams")))
