"""The ways of requests: how many modules of ours each passes, counted by the functions that ran.

Each way is gone once before it is counted, with nothing kept: what a module does as it is loaded,
and what a process works out once, is not on the way.
"""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client

from clubscore.club.database import forget_what_was_read
from clubscore.club.models import Role
from clubscore.rubbers.phones import make_link
from clubscore.web.phones import token_of
from tests.bench.bench_pages import entry_of
from tests.events.evenings import FOUR_SPADES, Evening
from tests.events.test_pages import FORM, director_of, path, phone_of
from tests.house import client_of, make_user
from tests.rubbers.tables import CROWN, Table
from tests.rubbers.tables import FOUR_SPADES as A_DEAL

pytestmark = [pytest.mark.django_db, pytest.mark.always]
OURS = f"{Path(__file__).resolve().parent.parent / 'clubscore'}/"
# The most modules that a request may pass. A figure only falls.
MOST = {
    "post a deal": 30,
    "post a result": 36,
    "tonight": 44,
    "pad": 40,
    "ranking": 54,
    "board": 54,
    "desk": 50,
}


def modules_of(way: Callable[[], Any]) -> set[str]:
    """Return the modules of ours of which a function runs while a way is gone."""
    seen = set[str]()

    def look(frame: FrameType, event: str, _given: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(OURS):
            seen.add(frame.f_code.co_filename.removeprefix(OURS))

    sys.setprofile(look)
    try:
        way()
    finally:
        sys.setprofile(None)
    return seen


def passed(way: Callable[[], int], expected: int) -> set[str]:
    """Return the modules that a way passes the second time, nothing of the first kept."""
    assert way() == expected
    for each in caches.all():
        each.clear()
    forget_what_was_read()
    answers: list[int] = []
    seen = modules_of(lambda: answers.append(way()))
    assert answers == [expected]
    return seen


@pytest.fixture
def at_table() -> Table:
    table = Table(stakes=CROWN)
    table.record(A_DEAL)
    return table


@pytest.fixture
def evening() -> Evening:
    evening = Evening(6)
    evening.tell(1, 1, FOUR_SPADES)
    evening.agree(1, 1)
    return evening


def phone_let_in(table: Table) -> Client:
    """Return a phone that came in by its table's code."""
    phone = Client()
    code = token_of(make_link(sitting=table.sitting, author="a test").nonce)
    phone.post(f"/t/{code}/", {"person": ""})
    return phone


@pytest.mark.django_db(transaction=True)
def test_the_way_of_a_deal(at_table: Table) -> None:
    phone, at = phone_let_in(at_table), f"/table/{at_table.sitting.pk}/"

    def record() -> int:
        return phone.post(f"{at}record/", entry_of(phone.get(at).content.decode())).status_code

    assert record() == 302
    form = entry_of(phone.get(at).content.decode())
    way = modules_of(lambda: phone.post(f"{at}record/", form))
    assert len(at_table.standing.live) == 3
    assert len(way) <= MOST["post a deal"], sorted(way)


@pytest.mark.django_db(transaction=True)
def test_the_way_of_a_result(evening: Evening) -> None:
    phone, at = phone_of(evening, 2), path(evening, "at/A2/")
    boards = evening.table(2).place.boards

    def tell(board: int) -> int:
        form = FORM | {"round": "1", "board": str(board), "key": f"told-{board}"}
        return phone.post(f"{at}tell/", form).status_code

    assert tell(boards[0]) == 302
    way = modules_of(lambda: tell(boards[1]))
    assert evening.standing(2, boards[1]).revisions
    assert len(way) <= MOST["post a result"], sorted(way)


@pytest.mark.parametrize("page", ["tonight", "pad"])
def test_the_way_of_a_page_of_the_card_room(page: str, at_table: Table) -> None:
    director = client_of(make_user(at_table.club, "host", Role.DIRECTOR))
    address = {"tonight": "/", "pad": f"/table/{at_table.sitting.pk}/pad/"}[page]
    way = passed(lambda: director.get(address).status_code, 200)
    assert len(way) <= MOST[page], sorted(way)


@pytest.mark.parametrize("page", ["ranking", "board", "desk"])
def test_the_way_of_a_page_of_a_tournament(page: str, evening: Evening) -> None:
    director = director_of(evening)
    address = path(evening, {"ranking": "ranking/", "board": "board/1/", "desk": ""}[page])
    way = passed(lambda: director.get(address).status_code, 200)
    assert len(way) <= MOST[page], sorted(way)


def test_a_way_is_counted() -> None:
    way = modules_of(lambda: Client().get("/nowhere/"))
    assert "home/frame.py" in way
    assert "events/pages/table.py" not in way
