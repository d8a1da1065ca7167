"""A card: its boards as a table, its session as a picture, what decided it in words."""

import re
from fractions import Fraction
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubscore.club.access import Actor
from clubscore.events.cards import KnownCards, card_rows, rounds_of, session_picture, swings
from clubscore.events.pages.reading import card_page
from clubscore.events.rankings import Lists
from clubscore.ranking import read_event
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_board_page import rows_of
from tests.events.test_pages import director_of, path
from tests.gazette.nights import a_file, a_room
from tests.soak.ranks import ranking_of

pytestmark = pytest.mark.django_db


def at(board: int) -> str:
    return f"/board/{board}/"


def percent(text: str) -> Fraction:
    return Fraction(text.removesuffix("\N{NO-BREAK SPACE}%"))


def test_the_picture_of_a_session_is_its_rounds_counted_again() -> None:
    room, counted = a_room(), 0
    for seed in range(8):
        file = a_file(seed, tables=7)
        lists = Lists(room, told=read_event(file))
        for key in ("1", "4", "7"):
            picture = session_picture(rounds_of(lists.card(key)), "50")
            assert picture is not None
            for number, (round_, _result, so_far) in enumerate(picture.twin.rows, start=1):
                known = [each for each in file["results"] if each["round"] <= number]
                field = {"board": {each["board"] for each in known if each["ns"] == key}}
                # The whole field compares the boards that were played by then.
                rows = ranking_of(
                    [each for each in file["results"] if each["board"] in field["board"]],
                    map(str, range(1, 8)),
                )
                line = next(row for row in rows if row.pair == key)
                assert round_ == str(number) and line.percent is not None
                assert abs(percent(so_far) - line.percent) <= Fraction(1, 100)
                counted += 1
    assert counted == 8 * 3 * 5


def test_boards_won_and_lost_most_are_those_of_the_table() -> None:
    room, told = a_room(), 0
    for seed in range(10):
        lists = Lists(room, told=read_event(a_file(seed, tables=7)))
        rows = card_rows(lists, lists.card("3"), KnownCards(), words=False)
        won, lost = swings(rows, at)
        shares = [row.share for row in rows if row.share is not None]
        assert won[0].row.share == max(shares) and lost[0].row.share == min(shares)
        assert not {each.row.board for each in won} & {each.row.board for each in lost}
        told += sum(bool(each.text) for each in (*won, *lost))
    assert told > 10


def test_every_board_says_what_decided_it_where_that_is_asked_for() -> None:
    evening = Evening(8, boards=1)
    for number in range(4):
        evening.play(FOUR_SPADES if number % 2 else ONE_DOWN)
        if number < 3:
            evening.next_round()
    director = director_of(evening)
    bare = director.get(path(evening, "pair/1/")).content.decode()
    words = director.get(path(evening, "pair/1/?words=1")).content.decode()
    assert "note-row" not in bare and ">In words<" in bare
    assert words.count("note-row") >= 1 and ">Figures only<" in words
    notes = re.findall(r'note-row">\s*<td[^>]*>(.*?)</td>', words, re.S)
    assert all(unescape(each).strip().endswith(".") for each in notes)
    table = rows_of(bare)
    assert [row[0] for row in table] == ["1 NS", "2 NS", "3 NS", "4 NS"]
    assert table[0][2] in ("4 S =", "4 S −1")
    sorted_by = rows_of(director.get(path(evening, "pair/1/?sort=-score")).content.decode())
    assert sorted_by[0][3] == "+620" and sorted_by[-1][3].startswith("−")


def test_a_card_shows_its_session_with_the_percentage_of_its_line() -> None:
    lists = Lists(a_room(), told=read_event(a_file(4, tables=7)))
    for pair in ("1", "5"):
        page = card_page(lists, Actor(), pair, at, words=False)
        line, picture = page["line"], page["picture"]
        assert line.key == pair and picture is not None
        assert picture.finding.startswith(f"{line.percent}\N{NO-BREAK SPACE}% in the end;")


def test_a_card_asks_as_often_for_forty_boards_as_for_four() -> None:
    counts = []
    for boards in (1, 10):
        room = Evening(8, boards=boards).room
        lists = Lists(room)
        with CaptureQueriesContext(connection) as queries:
            card_page(lists, Actor(), "1", at, words=True)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 1


def test_a_session_of_one_round_has_no_picture() -> None:
    lists = Lists(a_room(), told=read_event(a_file(2, tables=5, rounds=1)))
    assert session_picture(rounds_of(lists.card("1")), "") is None
