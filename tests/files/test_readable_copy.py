"""The readable copy of what clubs recorded: all of it, and nothing written that did not change."""

import datetime as dt
import json
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import seen_of
from clubscore.club.federation_numbers import merge_people
from clubscore.club.models import Club, Person
from clubscore.club.people import FIELDS, Details, change_person
from clubscore.club.privacy import forget_name
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models.facts import SeriesKept
from clubscore.events.series import change_series, open_series
from clubscore.files import readable as readable_stamps
from clubscore.files.readable import readable_files, zipped
from clubscore.ranking import read_event
from clubscore.rubbers.models import CardTable, Sitting
from clubscore.server import backups
from clubscore.server.kept_files import FolderFile, Updated, bring_up_to_date
from tests.events.evenings import Evening
from tests.events.test_ending import end
from tests.events.whole_event import WHOLE
from tests.house import House, client_of
from tests.soaked import PhoneHere, cards_played, event_played


def made_of(**texts: str) -> list[FolderFile]:
    """Files that say what they are asked to, each with its text as its stamp."""
    return [FolderFile(f"{name}.txt", text, text.encode) for name, text in texts.items()]


def texts_in(folder: Path) -> dict[str, str]:
    return {
        str(file.relative_to(folder)): file.read_text()
        for file in folder.rglob("*.txt")
    }  # fmt: skip


def test_only_what_changed_is_written(tmp_path: Path) -> None:
    assert bring_up_to_date(tmp_path, made_of(a="1", b="2", c="3")) == Updated(3, 3, 0)
    untouched = (tmp_path / "a.txt").stat()
    assert bring_up_to_date(tmp_path, made_of(a="1", b="2", c="3")) == Updated(3, 0, 0)
    assert bring_up_to_date(tmp_path, made_of(a="1", b="22")) == Updated(2, 1, 1)
    today = f"earlier/{dt.datetime.now(dt.UTC).date()}"
    assert texts_in(tmp_path) == {
        "a.txt": "1", "b.txt": "22", f"{today}/b.txt": "2", f"{today}/c.txt": "3",
    }  # fmt: skip
    assert (tmp_path / "a.txt").stat().st_ino == untouched.st_ino
    # Of several changes on one day what stood there in the morning is kept.
    bring_up_to_date(tmp_path, made_of(a="1", b="222"))
    assert texts_in(tmp_path)[f"{today}/b.txt"] == "2"
    assert (tmp_path / "b.txt").stat().st_mode & 0o777 == 0o600


def test_what_is_missing_or_was_altered_is_written_again(tmp_path: Path) -> None:
    files = made_of(a="1", b="2", c="3")
    bring_up_to_date(tmp_path, files)
    (tmp_path / "a.txt").unlink()
    (tmp_path / "b.txt").write_text("3")
    assert bring_up_to_date(tmp_path, files) == Updated(3, 2, 0)
    assert {name: (tmp_path / f"{name}.txt").read_text() for name in "abc"} == {
        "a": "1", "b": "2", "c": "3",
    }  # fmt: skip


@pytest.mark.parametrize("index", ["", "[]", "[1, 2]", '{"a.txt": 1}', "{", "\udcff"])
def test_an_index_that_cannot_be_read_is_not_believed(index: str, tmp_path: Path) -> None:
    files = made_of(a="1", b="2")
    bring_up_to_date(tmp_path, files)
    (tmp_path / "b.txt").write_text("3")
    (tmp_path / "index.json").write_bytes(index.encode("utf-8", "surrogateescape"))
    assert bring_up_to_date(tmp_path, files) == Updated(2, 1, 0)
    assert (tmp_path / "b.txt").read_text() == "2"
    assert bring_up_to_date(tmp_path, files) == Updated(2, 0, 0)


def test_a_file_without_a_stamp_is_made_each_time_and_written_where_it_differs(
    tmp_path: Path,
) -> None:
    said = iter("112")
    files = [FolderFile("a.txt", "", lambda: next(said).encode())]
    assert [bring_up_to_date(tmp_path, files).written for _time in range(3)] == [1, 0, 1]


def test_what_was_written_before_it_broke_off_stays(tmp_path: Path) -> None:
    def broken() -> bytes:
        raise OSError("no space left on device")

    made: list[str] = []

    def a() -> bytes:
        made.append("a")
        return b"1"

    with pytest.raises(OSError, match="no space"):
        bring_up_to_date(tmp_path, [FolderFile("a.txt", "1", a), FolderFile("b.txt", "1", broken)])
    assert bring_up_to_date(tmp_path, [FolderFile("a.txt", "1", a)]) == Updated(1, 0, 0)
    assert made == ["a"]


def test_what_was_put_aside_goes_after_four_weeks(tmp_path: Path) -> None:
    today = dt.datetime.now(dt.UTC).date()
    days = {n: tmp_path / "earlier" / str(today - dt.timedelta(days=n)) for n in (27, 28, 29)}
    for place in [*days.values(), tmp_path / "earlier" / "mine"]:
        place.mkdir(parents=True)
    bring_up_to_date(tmp_path, made_of(a="1"))
    assert [n for n, place in days.items() if place.exists()] == [27, 28]
    assert (tmp_path / "earlier" / "mine").exists()


def test_the_readable_copy_holds_every_sitting_and_the_zip_is_the_same(
    house: House, tmp_path: Path
) -> None:
    folder, updated = backups.make_readable(into=tmp_path)
    club = house.club.slug
    sitting = f"{club}/card-tables/{house.sitting.evening}-{house.sitting.pk}.jsonl"
    known = json.loads((folder / "index.json").read_text())
    assert {f"{club}/people.csv", f"{club}/book.csv", sitting} <= set(known)
    assert updated == Updated(len(known), len(known), 0)
    assert '"bid": "4S"' in (folder / sitting).read_text()
    answer = client_of(house.logins["director"]).post("/club/readable/")
    with zipfile.ZipFile(BytesIO(answer.content)) as archive:
        assert {name: archive.read(name) for name in archive.namelist()} == {
            name: (folder / name).read_bytes() for name in known if name.startswith(club)
        }
    assert zipped(readable_files([house.club])) == zipped(readable_files([house.club]))


def test_a_copy_that_cannot_be_written_says_so(house: House, tmp_path: Path) -> None:
    (tmp_path / "readable").write_text("a file stands here")
    with pytest.raises(backups.BackupRefused, match="No backup was made"):
        backups.make_readable(into=tmp_path)


class Watched:
    """Holds every file of the clubs against its stamp: the same stamp, the same bytes."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], bytes] = {}
        self.steps = self.changes = 0
        self._last: dict[str, bytes] = {}

    def look(self) -> None:
        """Make every file now."""
        now = {each: each.make() for each in readable_files(Club.objects.order_by("pk"))}
        for each, content in now.items():
            if each.stamp:
                assert self.known.setdefault((each.name, each.stamp), content) == content, each.name
        files = {each.name: content for each, content in now.items()}
        self.steps += 1
        self.changes += len(files.items() ^ self._last.items())
        self._last = files


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    """Looks after every form that a phone sends."""
    looking, once = Watched(), PhoneHere._once

    def watched_once(phone: PhoneHere, path: str, form: Any) -> Any:
        answer = once(phone, path, form)
        if form is not None:
            looking.look()
        return answer

    monkeypatch.setattr(PhoneHere, "_once", watched_once)
    return looking


@pytest.mark.long(20)
def test_whatever_phones_and_directors_send_changes_the_stamp_of_what_it_changes(
    db: None, house: House, watched: Watched
) -> None:
    for game in ("auction", "pirate"):
        cards_played(house.club, game, 8)
    event_played(house.club, turns=40, tables=2)
    assert watched.steps > 50 and watched.changes > 50


def test_names_tables_files_and_what_is_taken_back_change_the_stamp(
    db: None, house: House, watched: Watched
) -> None:
    actor = Actor(level=Level.DIRECTOR, club=house.club, person=house.people[3])
    told = json.loads(json.dumps(WHOLE))
    told["contestants"][0]["names"] = ["Ann", "Zoë"]
    event = bring_in_event(
        club=house.club, told=read_event(told), source=FileSource("cup.json"), actor=actor
    )
    others = [Person.objects.create(club=house.club, name=n, short_name=n) for n in "PQRSTUVWXYZA"]
    evening = Evening(6, club=house.club, people=tuple(others))
    ann, bob = house.people[:2]
    double = Person.objects.create(club=house.club, name="Bob Two", short_name="B2")
    steps: list[Callable[[], object]] = [
        evening.play,
        lambda: change_person(
            person=bob, details=Details("Robert"), seen=seen_of(bob, FIELDS), author="a test"
        ),
        lambda: forget_name(person=ann, author="a test"),
        lambda: merge_people(other=double, into=bob, author="a test"),
        lambda: CardTable.objects.update(name="Fireside"),
        lambda: Sitting.objects.update(voided_at=clock.now()),
        lambda: Club.objects.update(name="Portland and others"),
    ]
    watched.look()
    for step in steps:
        before = watched.changes
        step()
        watched.look()
        assert watched.changes > before or step is steps[3]
    assert event.tellings.get().text != read_event(told).written()


def test_another_program_or_language_makes_all_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = readable_stamps.Stamps(house.club)
    with translation.override("de"):
        assert readable_stamps.Stamps(house.club).book != first.book
    assert readable_stamps.Stamps(house.club).book == first.book
    monkeypatch.setattr(readable_stamps, "program", lambda: "the next one")
    assert readable_stamps.Stamps(house.club).sittings != first.sittings


@pytest.mark.django_db
def test_a_series_is_a_table_that_follows_its_events() -> None:
    evening = Evening()
    evening.play()
    evening.next_round()
    evening.play()
    end(evening)
    club, actor = evening.club, evening.actor
    series = open_series(club=club, name="Autumn", key="series", actor=actor)
    kept = SeriesKept(events=[evening.event.pk])
    change_series(series=series, name="Autumn", kept=kept, seen=series.revision, key="set",
                  actor=actor)  # fmt: skip
    files = {each.name: each for each in readable_files([club])}
    name = f"{club.slug}/series/{series.pk}.csv"
    rows = files[name].make().decode().splitlines()
    day = evening.event.evening
    assert rows[0] == f"\ufeffseries,place,names,events,total,{day} Tuesday pairs"
    assert "Autumn,1=,Left1,1,50.00,50.00" in rows
    assert len(rows) == 1 + len(evening.people)
