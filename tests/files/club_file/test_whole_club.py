"""The demo club goes out, comes in beside itself and goes out again."""

from __future__ import annotations

import csv
import datetime as dt
import json
import re
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from clubscore.club.access import Actor, Level
from clubscore.club.entry import authored, new_key
from clubscore.club.federation_numbers import Held, set_numbers
from clubscore.club.ledger import THE_CLUB, Origin, Transfer, months_of, post
from clubscore.club.logins import make_login
from clubscore.club.models import BroughtForward, Club, Entry, Person, Role
from clubscore.club.receipts import make_receipt, void_receipt, without_receipt
from clubscore.demo.club import invite_demo
from clubscore.events.models import DoubleDummy, EventTableLink
from clubscore.files import club_file as writing_club
from clubscore.files.club_file import export_club
from clubscore.files.club_import import import_club
from clubscore.files.readable import files_of
from clubscore.rubbers.models import TableLink
from tests.files.club_file.moving import FIRST, telling_keys
from tests.furnished import NEEDED, Furnished
from tests.house import build_house
from tests.test_addresses import addresses_of

# The key of an entry: chance, with at times a number behind it; or what tests say instead.
RANDOM = re.compile(r"[\w-]{22}:.*|(deal|opened)-[\d-]+")
KEYS = re.compile(rf"(?<![0-9]){str(FIRST)[:2]}[0-9]{{9}}(?![0-9])")


def furnished(club: Club) -> Club:
    """Give a club numbers of a federation, receipts and logins."""
    one = Person.objects.filter(club=club).order_by("pk")[0]
    held = {"ebu": Held("00042", dt.date(2026, 4, 1)), "dbv": Held("7")}
    set_numbers(person=one, numbers=held, seen="{}", author="a test")
    actor = Actor(level=Level.DIRECTOR, club=club)
    for each in without_receipt(club, 2):
        paid = each.entry.pk
        make_receipt(club=club, payment=paid, words="table money", key=new_key(), actor=actor)
    void_receipt(club=club, number=1, reason="spoilt", key=new_key(), actor=actor)
    make_login(club=club, author="a test", role=Role.DIRECTOR, username="a-director")
    make_login(club=club, author="a test", role=Role.PLAYER, username="one", person=one)
    return club


def a_demo() -> Club:
    """Make the demo club, which has somebody in its book whose name was forgotten."""
    return furnished(invite_demo())


def a_card_room() -> Club:
    """Make the club of the tests that plays cards, and has a book with what two paid it."""
    room = Furnished(NEEDED)
    for place, coins in enumerate((48, 96)):
        post(
            kind="payment",
            origin=Origin(room.tables["auction"].evening, "rubber", str(place)),
            lines={Transfer(THE_CLUB, room.people[place].pk, "LSD"): coins},
            entry=authored(room.actor, room.club.pk, new_key()),
        )
    return furnished(room.club)


def a_house() -> Club:
    """Make the club of the tests that has something at every address, events of every kind."""
    house = build_house()
    addresses_of(house)
    return house.club


def leaked(file: Path) -> list[str]:
    """Return the lines with a key of this database, but for what a browser sent as its key."""
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if isinstance(row, dict):
            row.pop("sha256", None)  # chance as well
        plain = [each for each in row if not is_random(each)] if isinstance(row, list) else row
        if KEYS.search(json.dumps(plain)):
            found.append(line)
    return found


def is_random(value: Any) -> bool:
    """Whether a value is the key of an entry."""
    return isinstance(value, str) and bool(RANDOM.fullmatch(value))


def told_by(club: Club) -> list[Any]:
    """Return what a club tells others: score files, event files, people, book, without keys."""
    told: list[Any] = []
    for file in files_of(club):
        text = KEYS.sub("0", file.make().decode("utf-8-sig"))
        if file.name.endswith(".csv"):
            told.append([*csv.reader(StringIO(text))])
        else:
            # An object's fields come in another order than they were written in.
            told.append([json.loads(line) for line in text.splitlines()])
    return told


@pytest.fixture
def keys_that_tell(db: None) -> Iterator[None]:
    """Rows have keys that no file has."""
    with telling_keys():
        yield


@pytest.mark.postgres
@pytest.mark.parametrize("made", [
    pytest.param(a_house, marks=pytest.mark.gate),
    pytest.param(a_card_room, marks=pytest.mark.gate),
    pytest.param(a_demo, marks=[pytest.mark.night, pytest.mark.long(40)]),
])  # fmt: skip
def test_a_whole_club_goes_out_comes_in_and_goes_out_as_the_same_bytes(
    keys_that_tell: None, tmp_path: Path, made: Callable[[], Club]
) -> None:
    club = made()
    out, again = tmp_path / "out.jsonl", tmp_path / "again.jsonl"
    export_club(club, out)
    asked = DoubleDummy.objects.count()
    came = import_club(out)
    export_club(came.club, again)

    assert again.read_bytes() == out.read_bytes()
    assert leaked(out) == []
    assert told_by(came.club) == told_by(club)
    assert came.club.slug != club.slug
    assert not TableLink.objects.filter(club=came.club).exists()
    assert not EventTableLink.objects.filter(club=came.club).exists()
    # What the demo club had asked for; a file brings none along.
    assert DoubleDummy.objects.count() == asked
    kept = BroughtForward.objects.filter(club=came.club).values_list("before", flat=True)
    entry = Entry.objects.filter(club=came.club).order_by("pk").first()
    assert sorted(kept) == sorted(months_of(came.club))
    assert (made is a_house) == (entry is None)
    # What the card room played last week may be of the month before.
    assert kept if made is a_demo else made is a_card_room or not kept
    if entry is None:
        return
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE club_entry SET reason = 'x' WHERE id = %s", [entry.pk])


@pytest.mark.django_db
def test_a_key_that_was_carried_along_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text(f'{{"a":1}}\n["x",{{"id":{FIRST + 7}}}]\n["{"r" * 22}:fee{FIRST + 7}"]\n')
    assert leaked(file) == [f'["x",{{"id":{FIRST + 7}}}]']


@pytest.mark.postgres
def test_what_is_recorded_while_a_club_is_written_is_not_in_the_file_and_waits_for_nobody(
    transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = build_house().club
    rows_of = writing_club.rows_of

    def recorded_meanwhile() -> None:
        Person.objects.create(club=club, name="Late", short_name="Late")
        connection.close()

    def somebody_records(model: type[Any], of: Club) -> Any:
        if model is Person and not meanwhile.is_alive() and not meanwhile.ident:
            meanwhile.start()
            meanwhile.join()
        return rows_of(model, of)

    meanwhile = Thread(target=recorded_meanwhile)
    monkeypatch.setattr(writing_club, "rows_of", somebody_records)
    export_club(club, tmp_path / "club.jsonl")
    assert Person.objects.filter(name="Late").exists()
    assert b"Late" not in (tmp_path / "club.jsonl").read_bytes()
    assert import_club(tmp_path / "club.jsonl").counts["club.Person"] == 4
