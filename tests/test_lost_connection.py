"""A connection to the database that ends: tried once more where that is safe, else 503, never 500.

PostgreSQL ends the connection in the middle of a request, before each of its questions in turn.
"""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.signals import request_started
from django.db import OperationalError, close_old_connections, connection
from django.test import Client
from django.urls import reverse

from clubscore.club.entry import new_key
from clubscore.events.models import ResultRevision
from clubscore.rubbers.models import DealRevision
from clubscore.rubbers.phones import let_phones_in
from clubscore.server import database_guard as database_away
from tests.events.evenings import Evening
from tests.events.test_pages import path
from tests.events.test_pages import phone_of as event_phone_of
from tests.house import House, build_house, client_of, phone_with
from tests.rubbers.tables import Table

pytestmark = pytest.mark.postgres
BID = {"level": "1", "denomination": "S", "doubling": "0", "declarer": "S", "result": "-1"}
FAR = 1000  # more questions than any request has


class Ending:
    """Ends the connection just before its so-and-so-manieth question."""

    def __init__(self, at: int) -> None:
        self.left = at

    def __call__(self, ask: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.left -= 1
        if self.left == 0:
            end_connection()
        return ask(sql, params, many, context)

    @property
    def has_ended(self) -> bool:
        return self.left <= 0


def end_connection() -> None:
    """Let the server end our connection, and wait until it has."""
    import psycopg

    pid = connection.connection.info.backend_pid
    known = connection.get_connection_params()
    named = {
        key: known[key] for key in ("host", "port", "user", "password", "dbname") if key in known
    }
    with psycopg.connect(**named, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


@pytest.fixture
def on_postgresql(transactional_db: None) -> Iterator[None]:
    if connection.vendor != "postgresql":
        pytest.skip("an SQLite file has no connection to lose")
    yield
    connection.close()


def phone_at_a_card_table() -> tuple[Client, str, Callable[[int], dict[str, str]], type[Any]]:
    table = Table("auction")
    link = let_phones_in(sitting=table.sitting, key=new_key(), actor=table.actor)
    address = reverse("record", args=[table.sitting.pk])

    def form(number: int) -> dict[str, str]:
        return BID | {"honours": "none", "part": "1", "position": str(number)}

    return phone_with(link), address, form, DealRevision


def phone_at_an_event() -> tuple[Client, str, Callable[[int], dict[str, str]], type[Any]]:
    evening = Evening(6, boards=30)
    boards = evening.table(1).place.boards

    def form(number: int) -> dict[str, str]:
        return BID | {"round": "1", "board": str(boards[number - 1]), "side": "ns", "looked": "1"}

    return event_phone_of(evening, 1), path(evening, "at/A1/tell/"), form, ResultRevision


ROOMS = [phone_at_a_card_table, phone_at_an_event]


@pytest.mark.parametrize("room", ROOMS)
def test_an_entry_counts_once_wherever_its_connection_ends(on_postgresql: None, room: Any) -> None:
    phone, address, form, kind = room()
    phone.raise_request_exception = False
    for number in range(1, FAR):
        sent = form(number) | {"key": new_key()}
        ending = Ending(number)
        with connection.execute_wrapper(ending):
            answer = phone.post(address, sent)
        assert answer.status_code == 302, (number, answer.content.decode()[:2000])
        assert kind.objects.filter(key=sent["key"]).count() == 1
        assert kind.objects.count() == number
        if not ending.has_ended:
            break
    assert 5 < number < 60, "the connection was ended at every question there is"


@pytest.mark.parametrize("room", ROOMS)
def test_an_entry_that_was_committed_and_not_answered_counts_once(
    on_postgresql: None, room: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone, address, form, kind = room()
    phone.raise_request_exception = False
    commit = connection._commit

    def commit_and_end() -> None:
        commit()
        monkeypatch.delattr(connection, "_commit")
        end_connection()
        raise OperationalError("the connection is closed")

    monkeypatch.setattr(connection, "_commit", commit_and_end)
    answer = phone.post(address, form(1) | {"key": "once"})
    assert answer.status_code == 302
    assert kind.objects.count() == 1


@pytest.mark.parametrize("where", ["/players/", "/", "/club/", "/login"])
def test_a_page_is_read_again_wherever_its_connection_ends(on_postgresql: None, where: str) -> None:
    browser = client_of(build_house().logins["director"])
    browser.raise_request_exception = False
    for number in range(1, FAR):
        ending = Ending(number)
        with connection.execute_wrapper(ending):
            answer = browser.get(where)
        # Who is logged in goes away from the page to log in.
        assert answer.status_code in (200, 302), number
        if not ending.has_ended:
            return
    pytest.fail("more questions than expected")


def test_what_has_no_key_is_done_once_or_not_at_all(on_postgresql: None) -> None:
    house: House = build_house()
    browser = client_of(house.logins["director"])
    browser.raise_request_exception = False
    ending = Ending(3)
    with connection.execute_wrapper(ending):
        answer = browser.post("/club/new/", {"name": "Elm Street", "time_zone": "Europe/Paris"})
    assert ending.has_ended and (answer.status_code, answer["Retry-After"]) == (503, "5")
    said = answer.content.decode()
    assert (
        "The database is not responding." in said
        and "entering something, it was not recorded" in said
    )
    assert type(house.club).objects.count() == 1


def test_a_connection_that_ended_between_two_requests_is_replaced(on_postgresql: None) -> None:
    """A new name for a login has no key; nothing is lost, since nothing was asked yet."""
    browser = client_of(build_house().logins["director"])
    browser.get("/club/")
    end_connection()
    close_old_connections()  # as each request begins; the test's own client leaves it out
    assert close_old_connections in [each[1]() for each in request_started.receivers]
    answer = browser.post("/club/new/", {"name": "Elm Street", "time_zone": "Europe/Paris"})
    assert answer.status_code == 302


def test_a_database_that_is_gone_is_out_of_touch_for_every_address(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = client_of(build_house().logins["director"])
    browser.raise_request_exception = False

    def refuse(*given: Any) -> None:
        raise OperationalError("connection refused")

    connection.close()
    with monkeypatch.context() as gone:
        gone.setattr(connection, "connect", refuse)
        for address in ("/", "/club/", "/table/1/live/", "/login", "/event/1/live/"):
            answer = browser.get(address)
            assert (answer.status_code, answer["Retry-After"]) == (503, "5"), address
            assert "no-store" in answer["Cache-Control"]
        assert browser.get("/healthz/").status_code == 200
        assert browser.get("/readyz/").status_code == 503


def test_a_fault_of_ours_stays_a_fault(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: Any) -> None:
        raise OperationalError("deadlock detected")

    monkeypatch.setattr("clubscore.home.settings_pages.lately", broken)
    browser = client_of(build_house().logins["director"])
    browser.raise_request_exception = False
    answer = browser.get("/club/")
    assert answer.status_code == 500 and b"Something went wrong" in answer.content
    monkeypatch.setattr(
        database_away, "_chain", lambda error: iter([OperationalError("database is locked")])
    )
    assert browser.get("/club/").status_code == 503
