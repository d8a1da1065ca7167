"""A clock that is behind what was known before is asked about on Tonight, and nothing else."""

import datetime as dt
import html
import os
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from clubscore.club import clock
from clubscore.club.models import Act, Club, Role
from clubscore.server import database_guard as before_opening
from clubscore.server import database_guard as clock_behind
from clubscore.server import database_guard as in_place
from tests.house import House, client_of

pytestmark = pytest.mark.django_db
NOW = dt.datetime(2031, 11, 21, 19, 4, tzinfo=dt.UTC)
WEEK = dt.timedelta(days=7)


@pytest.fixture(autouse=True)
def nothing_known(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder and a program of long ago, and a server that has not begun."""
    settings.DATA_DIR = tmp_path
    (tmp_path / "places.py").touch()
    monkeypatch.setattr(clock_behind.places, "PACKAGE", tmp_path)
    monkeypatch.setattr(clock_behind, "_latest", [])
    return tmp_path


def seen_by(client: Client, moment: dt.datetime) -> str:
    with clock.at(moment):
        return html.unescape(client.get("/").content.decode())


def test_the_director_is_asked_what_day_it_is_until_the_clock_is_right(house: House) -> None:
    Act.objects.create(club=house.club, at=NOW, author="a test", what="something")
    clock_behind.begin()
    director, player = (client_of(house.logins[role]) for role in (Role.DIRECTOR, Role.PLAYER))
    asked = "Is it Friday 14 November 2031, 20:04?"
    Club.objects.update(time_zone="Europe/Berlin")
    page = seen_by(director, NOW - WEEK)
    assert f"{asked} ClubScore was open on Friday 21 November 2031 already." in page
    assert "set the date and time of the computer" in page
    assert asked not in seen_by(player, NOW - WEEK)
    assert "Is it" not in seen_by(director, NOW + WEEK)
    # Set back while the server runs, it is asked about what was seen meanwhile.
    assert "ClubScore was open on Friday 28 November 2031" in seen_by(director, NOW)


@pytest.mark.parametrize("what", ["a backup", "the last shutdown", "the program"])
def test_what_is_known_of_the_time_without_any_row(
    house: House, nothing_known: Path, what: str
) -> None:
    places = {
        "a backup": "backups/clubscore-2031-11-21-190400.sqlite3",
        "the last shutdown": "clubscore.sqlite3",
        "the program": "places.py",
    }
    file = nothing_known / places[what]
    file.parent.mkdir(exist_ok=True)
    file.touch()
    if what != "a backup":
        os.utime(file, (NOW.timestamp(), NOW.timestamp()))
    clock_behind.begin()
    with clock.at(NOW - WEEK):
        assert clock_behind.question(house.club)
    with clock.at(NOW - dt.timedelta(minutes=50)):
        assert clock_behind.question(house.club) == ""


def test_a_server_looks_before_it_opens(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("share", "server_of"):
        monkeypatch.setattr(before_opening, name, lambda *_given: "")
    monkeypatch.setattr(in_place, "remember", lambda _server: None)
    monkeypatch.setattr(in_place, "note_home", lambda: None)
    monkeypatch.setattr(before_opening.connections, "close_all", lambda: None)
    Act.objects.create(club=house.club, at=NOW, author="a test", what="something")
    before_opening.open_for_a_worker()
    assert clock_behind._latest == [NOW]
