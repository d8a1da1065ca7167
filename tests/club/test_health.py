"""Health and readiness pages, what is written down, and whose word is taken for https."""

import json
import logging
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from clubscore.club.safe import versions
from clubscore.club.safe.logs import AsJson, Discreet

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
