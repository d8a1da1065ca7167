"""Everyone against everyone: each cell counted again, at every way of comparing results."""

from collections import defaultdict
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from clubscore.events.matches import matches_of
from clubscore.events.models import Event
from clubscore.events.phones import share, share_of
from clubscore.events.ranking_tables import CrossTable, Met, cross_tables, meetings_of
from clubscore.events.rankings import Lists
from clubscore.ranking import read_event, show_number
from clubscore.web.phones import token_of
from tests.events.evenings import Evening
from tests.events.test_individuals import playing
from tests.events.test_pages import director_of, path
from tests.events.test_sections import played_in_two
from tests.events.test_teams import play_all, teams
from tests.gazette.nights import a_file, a_room
from tests.house import Role, client_of, make_user
from tests.soak.ranks import score_of

pytestmark = pytest.mark.django_db


def crossed(lists: Lists, own: str = "") -> list[CrossTable]:
    return [one.table for one in cross_tables(lists, own, lambda key: f"/card/{key}/")]


def recount(file: dict[str, Any]) -> dict[tuple[str, str], Fraction]:
    """Percentages of who met whom, by comparing each score with every other of its board."""
    won: dict[tuple[str, str], list[Fraction]] = defaultdict(list)
    for result in file["results"]:
        others = [
            score_of(each)
            for each in file["results"]
            if each["board"] == result["board"] and each is not result
        ]
        score = score_of(result)
        points = sum((Fraction(score > o) + Fraction(score == o, 2) for o in others), Fraction(0))
        share_ns = points / len(others)
        won[result["ns"], result["ew"]].append(share_ns)
        won[result["ew"], result["ns"]].append(1 - share_ns)
    return {pair: sum(each, Fraction(0)) / len(each) for pair, each in won.items()}


def wrong_of(met: dict[tuple[str, str], Met], file: dict[str, Any]) -> list[tuple[str, str]]:
    """Which meetings are not what the file comes to."""
    wanted = recount(file)
    found = {pair for pair, each in met.items() if each.share != wanted.get(pair)}
    return sorted(found | (set(wanted) - set(met)))


def test_each_cell_is_the_percentage_of_its_boards() -> None:
    room, counted = a_room(), 0
    for seed in range(12):
        file = a_file(seed, tables=7)
        lists = Lists(room, told=read_event(file))
        met = dict(meetings_of(lists))
        assert wrong_of(met, file) == []
        counted += len(met)
        first, second = crossed(lists)
        for table in (first, second):
            for row in table.rows:
                for key, each in row.record.met.items():
                    assert met[row.record.line.key, key] == each
    assert counted > 500


def test_a_cell_that_is_wrong_is_seen() -> None:
    file = a_file(3, tables=7)
    met = dict(meetings_of(Lists(a_room(), told=read_event(file))))
    pair = next(iter(met))
    changed = {**met, pair: met[pair] + Met(Fraction(1, 2), Fraction(0))}
    assert wrong_of(changed, file) == [pair]
    del changed[pair]
    assert wrong_of(changed, file) == [pair]


@pytest.mark.parametrize("scoring", ["matchpoints", "butler-imps", "cross-imps", "total-points"])
def test_a_row_comes_to_the_whole_result(scoring: str) -> None:
    room = a_room()
    for seed in range(6):
        lists = Lists(room, told=read_event(a_file(seed, tables=5) | {"scoring": scoring}))
        rows = [row.record for table in crossed(lists) for row in table.rows]
        entries = {
            each.entry.contestant.number: each.entry
            for ranking in lists.ranked.rankings
            for each in ranking.rows
        }
        assert len(rows) == len(entries) == 10
        for row in rows:
            whole = sum(row.met.values(), Met(Fraction(0), Fraction(0)))
            entry = entries[row.line.key]
            if scoring == "matchpoints":
                assert 100 * (whole.share or 0) == entry.percent
            else:
                assert whole.points == entry.score


def test_a_match_of_teams_has_its_victory_points() -> None:
    evening = teams()
    play_all(evening, best=2)
    lists = Lists(evening.room)
    met, seen = meetings_of(lists), 0
    for sheet in matches_of(lists):
        shown = sheet.victory_points
        assert shown is not None
        for pair, points in zip(((sheet.one, sheet.other), (sheet.other, sheet.one)), shown,
                                strict=True):  # fmt: skip
            assert show_number(met[pair].points) == points
            seen += 1
    assert seen == len(met) == 12


def test_boards_of_a_match_count_once() -> None:
    evening = teams()
    Event.objects.filter(pk=evening.event.pk).update(scoring="board-a-match")
    play_all(evening, best=2)
    lists = Lists(evening.room)
    for (one, other), each in meetings_of(lists).items():
        boards = len({r.board for r in lists.ranked.event.results if {r.ns, r.ew} == {one, other}})
        assert boards and each.top in (boards, 2 * boards)
        assert each.share == 1 - (meetings_of(lists)[other, one].share or 0)


def test_individuals_are_compared_with_each_opponent() -> None:
    evening = Evening(8, kind="individual", winners=1, form="individuals")
    playing(evening)
    lists = Lists(evening.room)
    first = evening.table(1).place
    one, other = (str(side[0]) for side in first.sides)  # type: ignore[index]
    met = meetings_of(lists)
    assert met[one, other].shown == "100" and met[other, one].shown == "0"
    partners = [str(each) for each in first.sides[0]]  # type: ignore[union-attr]
    assert (partners[0], partners[1]) not in met
    assert len(met) == 16


def test_several_sections_have_all_that_met() -> None:
    lists = Lists(played_in_two().room)
    tables = crossed(lists)
    drawn = [table.as_html(RequestFactory().get("/")) for table in tables]
    assert drawn and all("<th" in each for each in drawn)
    rows = [row.record for table in tables for row in table.rows]
    assert sum(len(row.met) for row in rows) == len(meetings_of(lists)) > 0


def test_the_page_names_numbers_pins_the_own_row_and_hides_what_is_hidden() -> None:
    evening = Evening(6)
    evening.play()
    Event.objects.filter(pk=evening.event.pk).update(ranking_open=True)
    member = client_of(make_user(evening.club, "left-1", Role.PLAYER, evening.people[0]))
    text = unescape(member.get(path(evening, "ranking/cross/")).content.decode())
    assert text.count("own again") <= 1 and 'class="' in text
    assert text.count("Left2") >= 1
    share(event=evening.event, hides_names=True, key="k", actor=evening.actor)
    open_ = share_of(evening.event)
    assert open_ is not None
    shared = director_of(evening).get(f"/shared/{token_of(open_.nonce)}/cross/").content.decode()
    assert "Cross-table" in shared and "Left2" not in shared
    Event.objects.filter(pk=evening.event.pk).update(ranking_open=False)
    closed = member.get(path(evening, "ranking/cross/")).content.decode()
    assert "Left2" not in closed
    assert member.get(f"/shared/{token_of(open_.nonce)}/cross/").status_code == 404


def test_a_cross_table_asks_no_more_than_a_ranking() -> None:
    counts = []
    for pairs in (6, 14):
        evening = Evening(pairs)
        evening.play()
        user = make_user(evening.club, f"host-of-{pairs}", Role.DIRECTOR)
        host = client_of(user)
        for name in ("ranking/cross/", "ranking/"):
            host.get(path(evening, name))
            with CaptureQueriesContext(connection) as asked:
                host.get(path(evening, name))
            counts.append(len(asked))
    assert counts[0] <= counts[1] and counts[:2] == counts[2:]
