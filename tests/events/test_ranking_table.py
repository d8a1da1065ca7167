"""The ranking as a table: its columns, the reader's own row first as well, its tabs."""

import re
from html import unescape
from typing import Any

import pytest
from django.test import RequestFactory

from clubscore.club.models import Role
from clubscore.events.models import Event
from clubscore.events.ranking_tables import ranking_tables, tabs_of
from clubscore.events.rankings import Lists
from clubscore.ranking import read_event
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path
from tests.events.test_sections import played_in_two
from tests.events.test_teams import play_all, teams
from tests.gazette.nights import a_file, a_room
from tests.house import client_of, make_user

pytestmark = pytest.mark.django_db


def drawn(lists: Lists, own: str = "", tab: str = "") -> list[Any]:
    request = RequestFactory().get("/")
    return ranking_tables(lists, own, lambda key: f"/card/{key}/", request, tab)


def heads(table: Any) -> list[str]:
    return [str(column.header) for column in table.columns]


def test_a_list_has_place_pair_number_percentage_points_and_boards() -> None:
    lists = Lists(a_room(), told=read_event(a_file(1)))
    first, second = drawn(lists)
    for shown, ranked in ((first, lists.rankings[0]), (second, lists.rankings[1])):
        assert shown.title == ranked.title
        assert [head.lower() for head in heads(shown.table)] == [
            "pl", "pair", "no", "%", "points", "boards"
        ]  # fmt: skip
        rows = [row.record for row in shown.table.rows]
        assert [row.line for row in rows] == [*ranked.rows]
        assert [row.at for row in rows] == [1, 2, 3, 4, 5]


def test_the_reader_s_own_row_stands_first_as_well() -> None:
    lists = Lists(a_room(), told=read_event(a_file(1)))
    for at, row in enumerate(lists.rankings[0].rows):
        table = drawn(lists, own=row.key)[0].table
        shown = [each.record.line.key for each in table.rows]
        again = [row.key] if at else []
        assert shown == [*again, *(each.key for each in lists.rankings[0].rows)]
        text = table.as_html(RequestFactory().get("/"))
        assert text.count("own again") == len(again)
        assert text.count(f'id="line1-{row.key}"') == 1
        assert len(re.findall(r'<tr class="[^"]*\bown\b', text)) == 1 + len(again)
        # In the list of the others the reader has no row.
        assert "own" not in drawn(lists, own=row.key)[1].table.as_html(RequestFactory().get("/"))


def test_points_alone_and_matches_have_their_columns() -> None:
    lists = Lists(a_room(), told=read_event(a_file(1) | {"scoring": "cross-imps"}))
    assert "%" not in heads(drawn(lists)[0].table)
    evening = teams()
    play_all(evening, best=2)
    shown = [head.lower() for head in heads(drawn(Lists(evening.room))[0].table)]
    assert "matches" in shown and "team" in shown and "%" not in shown


def test_sections_and_further_lists_are_looked_at_by_tab() -> None:
    lists = Lists(played_in_two().room)
    tabs = tabs_of(lists)
    assert tabs[0].key == "" and {"section-A", "section-B"} <= {tab.key for tab in tabs}
    everyone = {row.record.line.key for one in drawn(lists) for row in one.table.rows}
    by_section = [
        {row.record.line.key for one in drawn(lists, tab=tab) for row in one.table.rows}
        for tab in ("section-A", "section-B")
    ]
    assert by_section[0] | by_section[1] == everyone
    assert by_section[0] and by_section[1] and not by_section[0] & by_section[1]
    assert len(drawn(lists, tab="nonsense")) == len(drawn(lists))


def test_two_lists_stand_beside_each_other_and_more_have_tabs() -> None:
    file = a_file(2)
    assert tabs_of(Lists(a_room(), told=read_event(file))) == []
    for n, each in enumerate(file["contestants"]):
        each["handicap"] = str(n % 3)
    lists = Lists(a_room(), told=read_event(file))
    if len(lists.rankings) > 2:
        assert len(tabs_of(lists)) == 1 + len(lists.rankings)
        one = drawn(lists, tab="3")
        assert [each.title for each in one] == [lists.rankings[2].title]


def test_the_page_keeps_its_list_when_it_asks_again_and_sorts() -> None:
    evening = Evening(6)
    for facts in (FOUR_SPADES, ONE_DOWN):
        evening.play(facts)
        evening.next_round()
    Event.objects.filter(pk=evening.event.pk).update(ranking_open=True)
    member = client_of(make_user(evening.club, "left-1", Role.PLAYER, evening.people[0]))
    text = unescape(member.get(f"{path(evening, 'ranking/')}?sort=-place").content.decode())
    assert f'hx-get="{path(evening, "ranking/")}?sort=-place"' in text
    assert 'aria-sort="descending"' in text
    assert director_of(evening).get(path(evening, "ranking/")).status_code == 200
