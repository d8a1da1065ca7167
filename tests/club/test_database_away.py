"""Where the club's file is gone or may not be written, no page is asked and nothing recorded."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from clubscore.server import database_guard as database_away
from clubscore.server import database_guard as in_place
from clubscore.server.database_guard import AwayMiddleware

AWAY = 503


@pytest.mark.parametrize(
    ("gone", "unwritable", "asked"),
    [("", "", 1), ("It is gone.", "", 0), ("", "It is full.", 0), ("It is gone.", "Full.", 0)],
)
def test_a_page_is_asked_only_where_the_database_is_there_and_may_be_written(
    gone: str, unwritable: str, asked: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_place, "gone", lambda: gone)
    monkeypatch.setattr(database_away, "_may_not_be_written", lambda _request: unwritable)
    pages: list[str] = []

    def page(request: HttpRequest) -> HttpResponse:
        pages.append(request.path)
        return HttpResponse("played")

    answer = AwayMiddleware(page)(RequestFactory().post("/table/1/record/"))
    assert len(pages) == asked
    assert answer.status_code == (200 if asked else AWAY)
    # Whoever looks after the machine is answered whatever became of the file.
    assert AwayMiddleware(page)(RequestFactory().get("/healthz/")).status_code == 200
