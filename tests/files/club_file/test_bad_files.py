"""Files that are not whole, not ours, not of this version or not of one club are refused whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from clubscore.club.models import Club, Person
from clubscore.files.club_file import export_club
from clubscore.files.club_import import BadFile, check_file, import_club
from clubscore.rubbers.models import DealRevision, Happening, Part, Seat, Sitting
from tests.files.club_file.moving import changed, count_all, rows_told, sealed, set_value
from tests.house import House

pytestmark = pytest.mark.django_db


@pytest.fixture
def file(house: House, tmp_path: Path) -> Path:
    """The file of a small club."""
    made = tmp_path / "club.jsonl"
    export_club(house.club, made)
    return made


def refused(file: Path) -> str:
    """Return why a file is refused; nothing of it came in."""
    before = count_all()
    with pytest.raises(BadFile) as refusal:
        import_club(file)
    assert count_all() == before
    return str(refusal.value)


def test_what_is_whole_comes_in(file: Path) -> None:
    assert check_file(file).counts["club.Person"] == 4
    assert import_club(changed(file, lambda _lines: None)).counts["club.Person"] == 4


@pytest.mark.parametrize("part", [0.2, 0.7, 0.99])
def test_a_file_that_ends_too_early_is_not_whole(file: Path, part: float) -> None:
    content = file.read_bytes()
    file.write_bytes(content[: int(len(content) * part)])
    assert "incomplete" in refused(file)


def test_a_file_without_its_last_line_is_not_whole(file: Path) -> None:
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-1]))
    assert "incomplete" in refused(file)


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"Ann"', b'"Eve"'), (b'"version":1', b'"version": 1'), (b'"sha256":"', b'"sha256":"0')],
)
def test_an_altered_file_is_refused_wherever_it_was_altered(
    file: Path, old: bytes, new: bytes
) -> None:
    content = file.read_bytes()
    assert old in content
    file.write_bytes(content.replace(old, new, 1))
    assert "altered" in refused(file)


def test_a_file_with_something_behind_it_is_refused(file: Path) -> None:
    file.write_bytes(file.read_bytes() + b"[1]\n")
    assert "incomplete" in refused(file)


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04 a zip", b"{}\n", b'{"format":"clubscore-event"}\n', b"\xff\n"]
)
def test_what_is_no_file_of_a_club_is_refused(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    assert "is not the file of a club" in refused(file)


def newer(lines: list[Any]) -> None:
    """Make it a file of a format that does not exist yet."""
    lines[0]["version"] = 2


def further(lines: list[Any]) -> None:
    """Make it a file of tables that do not exist yet."""
    lines[0]["steps"]["rubber"] = "9999_not_yet"


def older(lines: list[Any]) -> None:
    """Make it a file of tables that were."""
    lines[0]["steps"]["rubber"] = "0001_initial"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (newer, "written by a newer ClubScore"),
        (further, "written by a newer ClubScore"),
        (older, "written by an older ClubScore. Update that one"),
    ],
)
def test_a_file_of_another_version_is_refused_and_says_which_to_update(
    file: Path, change: Callable[[list[Any]], None], said: str
) -> None:
    assert said in refused(changed(file, change))


def without_mail(lines: list[Any]) -> None:
    """Make it a file of a server without an extra that has tables."""
    del lines[0]["steps"]["mailing"]


def with_another(lines: list[Any]) -> None:
    """Make it a file of a server with one that is not here."""
    lines[0]["steps"]["tides"] = "0001_initial"


@pytest.mark.parametrize(("change", "what"), [(without_mail, "mailing"), (with_another, "tides")])
def test_a_file_of_a_server_with_other_extras_names_them(
    file: Path, change: Callable[[list[Any]], None], what: str
) -> None:
    assert f"other features ({what})" in refused(changed(file, change))


def add_person(lines: list[Any]) -> None:
    """Count a person more than there are."""
    lines[0]["counts"]["club.Person"] += 1


def no_club(lines: list[Any]) -> None:
    """Take the club away."""
    _fields, rows = rows_told(lines, Club)
    lines.remove(rows[0])
    lines[0]["counts"]["club.Club"] = 0


def people_at_tables(lines: list[Any]) -> None:
    """Let a heading stand where another is expected."""
    next(each for each in lines[1:] if each.get("model") == "club.User")["model"] = "club.Person"


def another_column(lines: list[Any]) -> None:
    """Let a heading name a field that there is none of."""
    lines[1]["fields"][0] = "password"


def short_row(lines: list[Any]) -> None:
    """Leave a column of a row out."""
    rows_told(lines, Person)[1][0].pop()


def one_person_twice(lines: list[Any]) -> None:
    """Let two sit in one seat."""
    fields, rows = rows_told(lines, Seat)
    rows[1][fields.index("seat")] = rows[0][fields.index("seat")]


@pytest.mark.parametrize(
    "change",
    [
        add_person,
        no_club,
        people_at_tables,
        another_column,
        short_row,
        one_person_twice,
        set_value(Part, "sitting", 2),
        set_value(Part, "sitting", 0),
        set_value(Part, "sitting", -1),
        set_value(Part, "sitting", True),
        set_value(Part, "sitting", None),
        set_value(Part, "sitting", "1"),
        set_value(Part, "number", -1),
        set_value(Part, "number", 1 << 70),
        set_value(Part, "number", 1.5),
        set_value(Part, "broken_off", 1),
        set_value(Part, "opened_at", "yesterday"),
        set_value(Part, "opened_at", "2026-03-02T10:00:00"),
        set_value(Part, "opened_at", 5),
        set_value(Sitting, "evening", "2026-02-30"),
        set_value(Person, "name", "A" * 81),
        set_value(Person, "name", ""),
        set_value(Person, "name", "A\0"),
        set_value(Person, "name", None),
        set_value(Person, "name", ["Ann"]),
        set_value(Person, "kind", "king"),
        set_value(Happening, "data", {"who": [99]}),
        set_value(Happening, "data", {"cards": {"99": "AS"}}),
        set_value(Happening, "data", {"cards": {"Ann": "AS"}}),
        set_value(Happening, "data", None),
        set_value(Happening, "data", []),
        set_value(Happening, "data", "seats"),
        set_value(DealRevision, "facts", None),
    ],
)
def test_rows_that_no_club_can_have_are_refused_though_the_checksum_fits(
    file: Path, change: Callable[[list[Any]], None]
) -> None:
    assert str(file.parent) in refused(changed(file, change))


def test_a_letter_that_no_database_can_write_is_refused(file: Path) -> None:
    made = changed(file, set_value(Person, "name", "BAD"))
    made.write_bytes(made.read_bytes().replace(b'"BAD"', b'"\\ud800"'))
    assert "holds what no club can have" in refused(sealed(made))


def test_no_row_can_say_to_which_club_it_belongs(file: Path, other_house: House) -> None:
    """Keys count from one within the file; another club's rows have no number in it."""
    lines = [json.loads(line) for line in file.read_bytes().splitlines()]
    assert not any("club" in each["fields"] for each in lines[1:-1] if isinstance(each, dict))
    came = import_club(file)
    assert Sitting.objects.filter(club=came.club).count() == 1
    assert Sitting.objects.filter(club=other_house.club).count() == 1


def test_the_command_says_it_in_words(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-10])
    with pytest.raises(CommandError, match="is incomplete: its end is missing"):
        call_command("import_club", str(file))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_club", str(file.with_name("none")))
