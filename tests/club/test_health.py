"""Health and readiness pages, what is written down, and whose word is taken for https."""

import json
import logging
import sys
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils.module_loading import import_string

from clubscore.server import database_guard as versions
from clubscore.server.logs import AsJson, Discreet, Refusals

TOKEN = "0123456789abcdef0123456789abcdef"


def test_ready_once_the_database_is_of_this_version(db: None) -> None:
    first = Client().get("/readyz/")
    assert (first.status_code, first.content) == (200, b"Ready.\n")
    assert "no-store" in first["Cache-Control"]
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
    late = Client().get("/readyz/")
    assert (late.status_code, b"migrate" in late.content) == (503, True)


def test_a_database_that_does_not_answer_is_not_ready(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import OperationalError

    def refuse() -> None:
        raise OperationalError("the server closed the connection")

    # Not the real one: the test itself still needs that.
    monkeypatch.setattr(versions, "done", refuse)
    answer = Client().get("/readyz/")
    assert (answer.status_code, answer.content) == (503, b"The database is not responding.\n")
    assert Client().get("/healthz/").content == b"Online.\n"


def test_every_answer_has_an_id_and_keeps_the_proxys(db: None) -> None:
    assert len(Client().get("/healthz/")["X-Request-ID"]) == 16
    given = Client().get("/healthz/", headers={"X-Request-ID": "from-the-proxy-1"})
    assert given["X-Request-ID"] == "from-the-proxy-1"
    strange = Client().get("/healthz/", headers={"X-Request-ID": 'a"b'})
    assert strange["X-Request-ID"] != 'a"b'


def test_a_line_in_json_bears_no_secret_address(db: None, caplog: Any) -> None:
    with caplog.at_level(logging.INFO, logger="clubscore.requests"):
        logger = logging.getLogger("clubscore.requests")
        logger.addHandler(caplog.handler)
        Client().get(reverse("enter", args=[TOKEN]))
        logger.removeHandler(caplog.handler)
    record = next(each for each in caplog.records if each.name == "clubscore.requests")
    line = json.loads(AsJson().format(record))
    assert (line["method"], line["route"], line["status"]) == ("GET", "enter", 404)
    assert line["level"] == "info" and line["milliseconds"] >= 0
    assert TOKEN not in json.dumps(line)


def test_a_secret_in_somebody_elses_line_is_taken_out() -> None:
    record = logging.LogRecord(
        "django.request", logging.WARNING, "", 0, "Not Found: %s", (f"/enter/{TOKEN}/",), None
    )
    assert Discreet().filter(record)
    assert record.getMessage() == "Not Found: /enter/…/"


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Iterator[StringIO]:
    """What the program's own handler writes at the usual level."""
    told = StringIO()
    handler = logging.StreamHandler(told)
    for each in settings.LOGGING["handlers"]["console"]["filters"]:
        handler.addFilter(import_string(settings.LOGGING["filters"][each]["()"])())
    handler.setFormatter(logging.Formatter("{levelname} {message}", style="{"))
    logger = logging.getLogger("django")
    monkeypatch.setattr(logger, "level", logging.WARNING)
    logger.manager._clear_cache()  # type: ignore[attr-defined]
    logger.addHandler(handler)
    yield told
    logger.removeHandler(handler)
    logger.manager._clear_cache()  # type: ignore[attr-defined]


REFUSED = {"/nothing/": 404, "/players/in/": 403}


def test_what_is_refused_leaves_no_traceback_and_a_fault_of_ours_does(
    db: None, written: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = Client(raise_request_exception=False)
    assert {path: visitor.post(path).status_code for path in REFUSED} == REFUSED
    assert visitor.get("/", headers={"host": "elsewhere example"}).status_code == 400
    assert written.getvalue() == ""

    def broken(*_given: object) -> None:
        raise LookupError("a fault of ours")

    monkeypatch.setattr(versions, "done", broken)
    assert visitor.get("/readyz/").status_code == 500
    assert written.getvalue().startswith("ERROR") and "LookupError" in written.getvalue()


def test_where_all_is_wanted_a_refusal_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging.getLogger("django"), "level", logging.INFO)
    logging.getLogger("django").manager._clear_cache()  # type: ignore[attr-defined]
    try:
        raise PermissionError("x")
    except PermissionError:
        record = logging.LogRecord(
            "django.request", logging.ERROR, "", 0, "Forbidden: /x/", (), sys.exc_info()
        )
    record.status_code = 403
    assert Refusals().filter(record)
    assert logging.Formatter("{levelname} {message}", style="{").format(record) == (
        "INFO Forbidden: /x/"
    )
