"""A board's page: its results as a table, how far each is from par, the reader's own, names."""

import re
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.test import RequestFactory

from clubscore.deals.hands import usual_board
from clubscore.events.models import DoubleDummy
from clubscore.events.par_tables import want, work_off
from clubscore.events.rankings import Lists
from clubscore.events.travellers import traveller_table
from clubscore.ranking import read_event
from tests.events.evenings import Evening
from tests.events.test_board_play import DEAL
from tests.events.test_boards import lay
from tests.events.test_pages import director_of, path
from tests.gazette.nights import a_file, a_room
from tests.house import Role, client_of, make_user
from tests.soak.ranks import score_of

pytestmark = pytest.mark.django_db
FOR_EARS = re.compile(r'<span class="visually-hidden">.*?</span>')
CELL = re.compile(r"<t[hd][^>]*>(.*?)</t[hd]>", re.S)


def rows_of(page: str) -> list[list[str]]:
    """The rows of a page's first table, each cell as eyes read it."""
    body = page.partition("<tbody>")[2].partition("</tbody>")[0]
    found = []
    for row in re.findall(r"<tr.*?</tr>", body, re.S):
        cells = [FOR_EARS.sub("", cell) for cell in CELL.findall(row)]
        found.append([" ".join(unescape(re.sub(r"<[^>]*>", " ", cell)).split()) for cell in cells])
    return found


@pytest.fixture
def evening() -> Evening:
    evening = Evening(6)
    lay(evening, usual_board(1, DEAL))
    for tricks in (8, 9, 7):
        evening.play({"contract": "3NT", "declarer": "N", "tricks": tricks})
        if evening.event.round < 3:
            evening.next_round()
    return evening


def test_to_par_is_score_less_par_on_two_hundred_boards() -> None:
    counted = 0
    room = a_room()
    for seed in range(15):
        file = a_file(seed, tables=7)
        lists = Lists(room, told=read_event(file))
        for board in lists.boards:
            par = 40 * seed - 200
            table = traveller_table(lists, lists.traveller(board), lambda _key: "", par=par)
            scores = [score_of(each) for each in file["results"] if each["board"] == board]
            rows = [row.record for row in table.rows]
            assert [row.score for row in rows] == sorted(scores, reverse=True)
            assert [row.to_par for row in rows] == [
                score - par for score in sorted(scores, reverse=True)
            ]
            counted += 1
    assert counted == 15 * 14 > 200


def test_what_is_shaded_is_the_part_of_the_top() -> None:
    room = a_room()
    lists = Lists(room, told=read_event(a_file(5, tables=7)))
    counted = 0
    for board in lists.boards:
        table = traveller_table(lists, lists.traveller(board), lambda _key: "")
        drawn = table.as_html(RequestFactory().get("/"))
        looks = [int(each) for each in re.findall(r'class="num share share-(\d+)"', drawn)]
        shares = [row.record.share for row in table.rows]
        assert looks == [round(10 * float(share)) for share in shares]
        beaten = [
            sum(Fraction((a > b) * 2 + (a == b), 2) for b in scores) - Fraction(1, 2)
            for scores in [[row.record.score for row in table.rows]]
            for a in scores
        ]
        assert [share * (len(beaten) - 1) for share in shares] == beaten
        counted += len(looks)
    assert counted == 5 * 14


def test_the_page_is_a_table_with_par_once_it_is_worked_out(evening: Evening) -> None:
    director = director_of(evening)
    page = director.get(path(evening, "board/1/")).content.decode()
    assert "to par" not in page and "Double-dummy par" not in page
    want([DEAL])
    work_off([DEAL])
    assert DoubleDummy.objects.exclude(tricks="").count() == 1
    page = director.get(path(evening, "board/1/")).content.decode()
    rows = rows_of(page)
    assert "Double-dummy par" in page and page.count('scope="row"') >= 3
    par = int(re.findall(r"Double-dummy par: ([+−]?\d+)", page)[0].replace("−", "-"))
    for row in rows:
        score, to_par = (int(row[at].replace("−", "-")) for at in (3, -1))
        assert to_par == score - par
    assert [row[2] for row in rows] == ["3 NT N =", "3 NT N −1", "3 NT N −2"]


def test_heads_sort_and_the_first_column_is_the_rows_heading(evening: Evening) -> None:
    director = director_of(evening)
    best = rows_of(director.get(path(evening, "board/1/")).content.decode())
    worst = rows_of(director.get(path(evening, "board/1/?sort=score")).content.decode())
    assert [row[3] for row in best] == ["+400", "−50", "−100"]
    assert worst == best[::-1]
    odd = director.get(path(evening, "board/1/?sort=nonsense"))
    assert rows_of(odd.content.decode()) == best


def test_the_readers_own_row_stands_out_and_names_are_shown_where_asked(evening: Evening) -> None:
    person = evening.people[0]
    own = client_of(make_user(evening.club, "left", Role.SCORER, person))
    answer = own.get(path(evening, "board/1/"))
    assert answer.status_code == 200, answer.content.decode()
    page = answer.content.decode()
    assert len(re.findall(r'<tr class="own\b', page)) == 1 and "your own result" in page
    assert "with-numbers" in page and ">Names<" in page
    named = own.get(path(evening, "board/1/?names=1")).content.decode()
    assert "with-names" in named and ">Numbers<" in named
    stranger: Any = director_of(evening)
    assert "your own result" not in stranger.get(path(evening, "board/1/")).content.decode()
