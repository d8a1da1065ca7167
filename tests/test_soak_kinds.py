"""The soak's model of teams, individuals, IMPs and par contests, and that its judge sees a fault.

The vectors are those that laws and scales print; then phones play each kind of event, and what the
server says of it is made other than it is.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from django.db import transaction

from clubscore.club.logins import found_club
from clubscore.server import backups
from tests.soak import event_scores, imps, par_points
from tests.soak.board_states import Board, Spot
from tests.soak.director import log_in
from tests.soak.event_kinds import COUNTED, GROUPS, KINDS, PAR, TEAMS
from tests.soak.judge import Said
from tests.soak.judgement import compared, never_played, said_by
from tests.soak.par_set import BOARDS, is_right
from tests.soak.par_table import auction_at
from tests.soak.played_event import PlayedEvent
from tests.soak.ranks import MATCHPOINTS, points_of, ranking_of
from tests.soaked import PhoneHere, event_played, login_of, nothing_kept
from tests.test_soak_model import files_of, line, manage

# Turns of the tables and their director: enough for boards that were played at two tables.
TURNS = {"cross-imps": 14, "butler": 14, "individuals": 16, "teams": 24, "teams-whole": 24,
         "par-tasks": 20, "par-losses": 20}  # fmt: skip
SMALL = {"cross-imps": 2, "butler": 2}  # tables, where two of pairs will do
# They share what is played once.
PLAYED = pytest.mark.long(140, shared=True)
ADJUSTED = {"adjusted": {"ns": "A+", "ew": "A-"}}


def test_imps_are_the_scale_of_law_78b() -> None:
    found = [imps.imps(points) for points in (0, 10, 20, 40, 50, 420, 430, 3990, 4000, 9000)]
    assert found == [0, 0, 1, 1, 2, 9, 10, 23, 24, 24]
    assert imps.imps(-750) == -13


def test_butlers_average_leaves_out_the_best_and_the_worst_of_four() -> None:
    assert imps.average([620, 620, -100]) == 380
    assert imps.average([620, 650, -100, 170]) == 400  # of 170 and 620: 395
    assert imps.average([-620, -650, 100, -170]) == -400
    results = [line(1, pair, tricks) for pair, tricks in enumerate((8, 9, 10, 7), 1)]
    # 110, 140, 170 and 50 down, against 130 (of 110 and 140: 125).
    assert [each.points for each in imps.butler(results)] == [
        {"ns": won, "ew": -won} for won in (-1, 0, 1, -5)
    ]


def test_cross_imps_are_the_mean_against_the_others_and_an_average_plus_is_three() -> None:
    results = [line(1, 1, 8), line(1, 2, 9), line(1, 3, 7), line(1, 4, 7) | ADJUSTED]
    found = points_of(results, imps.CROSS_IMPS)
    # 110 against 140 and 50 down: one lost, four won; the ruling is compared with nothing.
    assert found[0] == (Fraction(3, 2), Fraction(-3, 2))
    assert found[3] == (3, -3)
    rows = ranking_of(results, ["1", "2", "3", "4"], imps.CROSS_IMPS)
    assert [(row.pair, row.place) for row in rows] == [
        ("2", "1="), ("4", "1="), ("1", "3"), ("3", "4"),
    ]  # fmt: skip


def test_victory_points_are_those_that_the_scales_print() -> None:
    assert imps.hundredths(8)[:5] == [1000, 1044, 1086, 1127, 1167]
    assert imps.hundredths(16)[:5] == [1000, 1031, 1061, 1091, 1120]
    assert imps.hundredths(16)[-1] == 2000 and len(imps.hundredths(16)) == 61
    assert imps.victory_points(Fraction(-2), 16) == Fraction(939, 100)
    assert [imps.whole_victory_points(Fraction(each), 8) for each in (0, 1, -3, 27, 28, 90)] == [
        10, 11, 8, 19, 20, 20,
    ]  # fmt: skip


def half(board: int, ns: str, ew: str, tricks: int) -> dict[str, Any]:
    """One table of a match: two spades by North."""
    return line(board, 0, tricks) | {"round": 1, "ns": ns, "ew": ew}


def test_a_match_counts_from_the_second_table_on_and_three_imps_are_awarded() -> None:
    results = [half(1, "1", "2", 8), half(1, "2", "1", 6), half(2, "1", "2", 8)]
    (match,) = imps.matches_of(results)
    assert match.boards == {1: {"1": imps.imps(110 + 100), "2": -imps.imps(110 + 100)}}
    assert imps.points_of_matches(results)[1:] == [(-5, 5), (None, None)]
    ruled = half(2, "2", "1", 8) | ADJUSTED
    assert imps.matches_of([*results, ruled])[0].boards[2] == {"2": 3, "1": -3}
    rows = imps.ranking_of_teams(results, ["1", "2", "3"], imps.whole_victory_points)
    assert [(row.pair, row.score, row.boards) for row in rows] == [("1", 13, 1), ("2", 7, 1)]


def test_each_player_has_what_the_pair_that_he_formed_scored() -> None:
    """The average plus of two players is each one's own, as their results have it."""
    one = {"board": 1, "contract": "2S", "declarer": "N"}
    seats = [dict(zip("nsew", each, strict=True)) for each in ("1234", "5678")]
    results = [one | seats[0] | {"tricks": 9}, one | seats[1] | {"tricks": 8}]
    rows = {row.pair: row for row in ranking_of(results, "12345678")}
    assert {number for number, row in rows.items() if row.percent == 100} == {*"1278"}
    ruled = {"board": 2, **dict(zip("nsew", "1537", strict=True)), **ADJUSTED}
    rows = {row.pair: row for row in ranking_of([*results, ruled], "12345678")}
    assert [rows[each].percent for each in "1537"] == [100, 30, 0, 70]
    assert points_of([*results, ruled], MATCHPOINTS)[2] == (Fraction(8, 5), Fraction(2, 5))


def test_tasks_are_won_by_what_was_reached_and_by_what_was_played() -> None:
    directed = {"board": 1, "ns": "1", "ew": "2", "contract": "4S", "declarer": "N", "tricks": 9}
    missed = directed | {"reached": "3NT", "lead": "DK"}
    right = directed | {"reached": "4SX", "lead": "H2", "tricks": 10}
    by_tasks = par_points.COLUMNS["tasks"]
    assert points_of([missed], by_tasks) == [(0, 3 + 7)]
    assert points_of([right], by_tasks) == [(4 + 6, 0)]
    assert points_of([missed], par_points.LOSSES) == [(1, 0)]
    assert points_of([missed], par_points.NET) == [(-470, 470)]
    assert points_of([right], par_points.COLUMNS["pars"]) == [(1, 1)]
    rows = par_points.ranking_at_par([missed, right | {"ns": "3"}], ["1", "3"], "losses")
    assert [(row.pair, row.score, row.more["tasks"]) for row in rows] == [("3", 0, 10), ("1", 1, 0)]


def test_of_an_auction_either_may_come_the_right_contract_or_another() -> None:
    spots = [Spot(1, 1, board["number"]) for board in BOARDS]
    reached = [(spot.board, auction_at(n, spot)) for n in range(30) for spot in spots]
    asked = [each for each in reached if each[1]]
    assert {board for board, _said in asked} == {1, 3, 4, 6, 9}
    assert {is_right(*each) for each in asked} == {True, False}
    assert auction_at(7, spots[0]) == auction_at(7, spots[0])


@dataclass
class Kinds:
    """What was played of each kind of event, and what the server says of all."""

    events: dict[str, PlayedEvent]
    server: Said

    def judged(self, *kinds: str) -> tuple[list[str], bool]:
        """What differs in events of these kinds, and whether as much was compared as there is."""
        tally, meant = compared([], [self.events[each] for each in kinds], self.server)
        return tally.wrong, +tally.compared == +meant


@pytest.fixture(scope="module")
def played(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Kinds]:
    """An event of each kind but matchpoints in its first rounds, as their server tells them."""
    nothing_kept()
    with django_db_blocker.unblock(), transaction.atomic():
        club = found_club(name="Soak", author="a test")
        login, events = login_of(club), {}
        for kind, turns in TURNS.items():
            tables = SMALL.get(kind, 0)
            here = event_played(club, turns, kind=kind, tables=tables, login=login)
            assert not here.book.wrong
            if KINDS[kind].counted == PAR:
                done = here.book.done
                assert done["auctions told"] > done["directed contracts"] > 0
            (events[kind],) = here.group.begun
        copy, _updated = backups.make_readable(into=tmp_path_factory.mktemp("copy"))
        browser = PhoneHere(0)
        log_in(browser, *login)
        server = said_by(manage, browser, files_of(copy), [], [*events.values()])
        transaction.set_rollback(True)
    yield Kinds(events, server)


@pytest.fixture
def kinds(played: Kinds) -> Kinds:
    """The same, to be changed."""
    return Kinds(played.events, deepcopy(played.server))


@pytest.mark.night
@PLAYED
def test_the_model_says_of_each_kind_what_the_server_says(kinds: Kinds) -> None:
    assert kinds.judged(*TURNS) == ([], True)
    assert {*kinds.events} == {*KINDS} - {"matchpoints"}
    assert all(each.model.results() for each in kinds.events.values())
    for name in ("teams", "teams-whole", "par-tasks", "par-losses"):
        assert event_scores.has_all_to_compare(kinds.events[name]), name


def file_of(kinds: Kinds, kind: str) -> tuple[str, dict[str, Any]]:
    """The file of an event by its name, and what it says."""
    ending = f"-{kinds.events[kind].number}.json"
    name = next(name for name in kinds.server.files if name.endswith(ending))
    return name, json.loads(kinds.server.files[name])


@pytest.mark.night
@PLAYED
@pytest.mark.parametrize("kind", TURNS)
@pytest.mark.parametrize("fault", ["lost", "doubled", "changed"])
def test_the_judge_sees_a_result_of_each_kind_that_is_other_than_it_was_told(
    kinds: Kinds, kind: str, fault: str
) -> None:
    name, event = file_of(kinds, kind)
    if fault == "lost":
        event["results"].pop()
    elif fault == "doubled":
        event["results"].append(event["results"][-1])
    else:
        seat = next(each for each in ("ns", "n") if each in event["results"][0])
        event["results"][0] |= {seat: "99"}
    kinds.server.files[name] = json.dumps(event).encode()
    wrong, is_counted = kinds.judged(kind)
    assert len(wrong) == 1 and f"event {kinds.events[kind].number}" in wrong[0]
    assert is_counted == (fault == "changed")


@pytest.mark.night
@PLAYED
@pytest.mark.parametrize("kind", TURNS)
@pytest.mark.parametrize("name", ["place", "score", "boards"])
def test_the_judge_sees_a_wrong_ranking_of_each_kind(kinds: Kinds, kind: str, name: str) -> None:
    ranking = kinds.server.ranked[kinds.events[kind].number]["rankings"][0]
    row = next(each for each in ranking["rows"] if each["boards"])
    row[name] = {"place": "9", "score": "0.37", "boards": 77}[name]
    wrong, is_counted = kinds.judged(kind)
    assert any(text.startswith("lines of rankings at") for text in wrong) and is_counted


@pytest.mark.night
@PLAYED
@pytest.mark.parametrize("kind", TURNS)
def test_the_judge_sees_what_a_result_brings_otherwise(kinds: Kinds, kind: str) -> None:
    number = kinds.events[kind].number
    rows = [row for board in kinds.server.ranked[number]["travellers"] for row in board["rows"]]
    changed = next(row for row in rows if row["ns_points"] is not None)
    changed["ns_points"] = "-0.37"
    (wrong,), is_counted = kinds.judged(kind)
    assert wrong.startswith("points of results at") and is_counted


@pytest.mark.night
@PLAYED
@pytest.mark.parametrize("kind", TURNS)
def test_the_judge_sees_a_page_that_shows_another_ranking(kinds: Kinds, kind: str) -> None:
    number = kinds.events[kind].number
    rows = event_scores.lists_of(kinds.events[kind])[0]
    page = kinds.server.rankings[number]
    shown = rf'(<small>\s*(?:<span class="behind">)?){rows[0].pair}\b'
    kinds.server.rankings[number] = re.sub(shown, r"\g<1>88", page, count=1)
    (wrong,), is_counted = kinds.judged(kind)
    assert wrong.startswith("lines of rankings shown") and is_counted


@pytest.mark.night
@PLAYED
@pytest.mark.parametrize("kind", ["teams", "teams-whole"])
@pytest.mark.parametrize("fault", ["lost", "imps", "victory points"])
def test_the_judge_sees_a_wrong_match(kinds: Kinds, kind: str, fault: str) -> None:
    number = kinds.events[kind].number
    page = kinds.server.matches[number]
    if fault == "lost":
        page = page.replace("<li>", "<li hidden>").replace("boards compared", "boards", 1)
    elif fault == "imps":
        page = page.replace(" – ", "7 – ", 1)
    else:
        page = page.replace("victory points: ", "victory points: 1", 1)
    assert page != kinds.server.matches[number]
    kinds.server.matches[number] = page
    wrong, is_counted = kinds.judged(kind)
    assert wrong and all(text.startswith("matches at") for text in wrong) and is_counted


@pytest.mark.night
@PLAYED
@pytest.mark.parametrize("kind", ["par-tasks", "par-losses"])
@pytest.mark.parametrize("fault", ["reached", "lead", "tasks", "net"])
def test_the_judge_sees_wrong_facts_and_points_of_a_par_contest(
    kinds: Kinds, kind: str, fault: str
) -> None:
    if fault in ("reached", "lead"):
        name, event = file_of(kinds, kind)
        result = next(each for each in event["results"] if fault in each)
        result[fault] = "7C" if fault == "reached" else "C9"
        kinds.server.files[name] = json.dumps(event).encode()
    else:
        ranking = kinds.server.ranked[kinds.events[kind].number]["rankings"][0]
        next(each for each in ranking["rows"] if each["boards"])[fault] = "77"
    wrong, is_counted = kinds.judged(kind)
    assert len(wrong) == (2 if fault == "reached" else 1) and is_counted


def test_an_event_has_nothing_to_compare_before_there_is_what_it_is_played_for() -> None:
    made: dict[str, Any] = {"event": 1, "codes": {}, "names": {}, "late": [], "pairs": {}}
    teams, par = (PlayedEvent(made | {"kind": kind}, 0) for kind in ("teams", "par-tasks"))
    sides = {"ns": "1", "ew": "2"}
    four_spades = {"contract": "4S", "declarer": "N", "tricks": 10}
    teams.model.boards[Spot(1, 1, 1)] = Board(sides, said={"ns": four_spades})
    par.model.boards[Spot(1, 1, 1)] = Board(sides, said={"ns": four_spades}, reached="5S")
    assert not any(map(event_scores.has_all_to_compare, (teams, par)))
    other = {"ns": "2", "ew": "1"}
    teams.model.boards[Spot(1, 2, 1)] = Board(other, said={"ew": {"passed_out": True}})
    par.model.boards[Spot(1, 1, 3)] = Board(sides, said={"ns": four_spades}, reached="5S")
    assert all(map(event_scores.has_all_to_compare, (teams, par)))


def test_a_kind_of_which_nothing_was_compared_is_named() -> None:
    played = Counter(dict.fromkeys(COUNTED, 3))
    assert never_played(played) == []
    del played[TEAMS]
    played[PAR] = 0
    assert never_played(played) == [TEAMS, PAR]


def test_the_groups_of_the_soak_play_every_kind_at_twenty_tables() -> None:
    def tables(kinds: Sequence[str]) -> int:
        (found,) = {KINDS[each].tables for each in kinds}
        return found

    assert sum(map(tables, GROUPS)) == 20
    assert {KINDS[kinds[0]].counted for kinds in GROUPS} == {*COUNTED}
    assert sorted(each for kinds in GROUPS for each in kinds) == sorted(KINDS)
