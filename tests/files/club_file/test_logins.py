"""Logins that came with their club: no password, a name of their own, people who stay forgotten."""

from __future__ import annotations

import datetime as dt
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from clubscore.club.entry import Authorship
from clubscore.club.ledger import THE_CLUB, Origin, Transfer, post
from clubscore.club.logins import found_club, make_login
from clubscore.club.models import Act, Club, Entry, Membership, Person, Role, User
from clubscore.club.people import Authors
from clubscore.club.privacy import forget_name
from clubscore.files.club_file import export_club
from clubscore.files.club_import import import_club
from tests.house import House

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


def enter(house: House, author: str, key: str, user: User | None = None) -> None:
    """Enter something in the book."""
    entry = Authorship(
        club_id=house.club.pk, user=user, author=author, device="", key=key, reason=""
    )
    line = {Transfer(house.people[0].pk, THE_CLUB, "GBP"): 100}
    post(kind="payment", origin=Origin(dt.date(2026, 3, 2)), lines=line, entry=entry)


def names(club: Club) -> list[str]:
    """Return a club's logins."""
    members = Membership.objects.filter(club=club).order_by("pk")
    return list(members.values_list("user__username", flat=True))


def test_logins_come_without_passwords_and_never_take_anothers_name(
    house: House, tmp_path: Path
) -> None:
    make_login(club=house.club, author="a test", role=Role.SCORER, username="Director")
    enter(house, "Director", "one", User.objects.get(username="Director"))
    out, again = tmp_path / "out.jsonl", tmp_path / "again.jsonl"
    export_club(house.club, out)
    User.objects.filter(username="Director").update(username="director")
    came = import_club(out)
    export_club(came.club, again)
    assert again.read_bytes() == out.read_bytes()
    assert came.club.slug == "portland-2"
    here = ["player-portland", "scorer-portland", "director-portland", "Director"]
    assert names(came.club) == [f"{each}@portland-2" for each in here]
    assert not any(each.user.has_usable_password() for each in came.logins)
    assert [each.user.username for each in came.directors] == ["director-portland@portland-2"]
    entry = Entry.objects.get(club=came.club)
    assert entry.user == User.objects.get(username="Director@portland-2")


def test_a_clubs_short_name_is_one_by_which_no_login_is_mistaken(
    house: House, tmp_path: Path
) -> None:
    make_login(club=house.club, author="a test", role=Role.PLAYER, username="ann@portland-2")
    out, again = tmp_path / "out.jsonl", tmp_path / "again.jsonl"
    export_club(house.club, out)
    came = import_club(out)
    export_club(came.club, again)
    assert again.read_bytes() == out.read_bytes()
    assert came.club.slug == "portland-3"


def test_a_login_of_another_club_is_not_taken_along(
    house: House, other_house: House, tmp_path: Path
) -> None:
    enter(house, "Baldwin's scorer", "one", other_house.logins[Role.SCORER])
    file = tmp_path / "out.jsonl"
    export_club(house.club, file)
    assert "baldwin" not in file.read_text().replace("Baldwin's scorer", "")
    entry = Entry.objects.get(club=import_club(file).club)
    assert entry.user is None
    assert entry.author == "Baldwin's scorer"


def test_a_forgotten_person_stays_forgotten_and_no_file_has_their_name(
    house: House, tmp_path: Path
) -> None:
    cecil = house.people[2]
    enter(house, "Cecil", "one")
    forget_name(person=cecil, author="a test")
    enter(house, "Cecil", "two")  # somebody else, later
    out, again = tmp_path / "out.jsonl", tmp_path / "again.jsonl"
    export_club(house.club, out)
    came = import_club(out)
    export_club(came.club, again)
    former = f"Former player {cecil.pk}"
    assert again.read_bytes() == out.read_bytes()
    assert [Authors(came.club).of(each) for each in Entry.objects.filter(club=came.club)] == [
        former,
        "Cecil",
    ]
    assert out.read_text().count("Cecil") == 1  # of the one who came later
    assert Person.objects.filter(club=came.club, name=former, active=False).exists()


def test_a_name_is_forgotten_on_the_new_server_though_the_login_bears_the_club_there(
    house: House, tmp_path: Path
) -> None:
    file = tmp_path / "out.jsonl"
    Act.objects.create(club=house.club, author="player-portland", what="x")
    export_club(house.club, file)
    club = import_club(file).club
    ann = Person.objects.get(club=club, name="Ann")
    Person.objects.filter(club=club, name="Bob").update(name=f"Former player {ann.pk}")
    new = forget_name(person=ann, author="a test")
    assert new == f"Former player {ann.pk + 1}"  # Bob came with the other's number
    assert Act.objects.get(club=club, what="x").author == new


def test_the_console_says_who_needs_a_password(house: House, tmp_path: Path) -> None:
    file, told = tmp_path / "out.jsonl", StringIO()
    call_command("export_club", "portland", str(file), stdout=told)
    assert "Portland was exported to" in told.getvalue()
    with pytest.raises(CommandError, match="already exists"):
        call_command("export_club", "portland", str(file))
    told = StringIO()
    call_command("import_club", str(file), "--check", stdout=told)
    assert "Nothing was imported" in told.getvalue()
    assert Club.objects.count() == 1
    told = StringIO()
    call_command("import_club", str(file), stdout=told)
    said = told.getvalue()
    assert "Portland was imported as portland-2." in said
    assert "reset_password director-portland@portland-2" in said
    assert "player-portland@portland-2 (player)" in said


def test_a_club_without_logins_gets_a_director(db: None, tmp_path: Path) -> None:
    found_club(name="Baldwin", author="a test")
    file, told = tmp_path / "out.jsonl", StringIO()
    call_command("export_club", "baldwin", str(file), stdout=told)
    call_command("import_club", str(file), stdout=told)
    assert "This club has no director" in told.getvalue()
    call_command("import_club", str(file), "--director", "vera", stdout=told)
    assert "New password of vera" in told.getvalue()
    assert names(Club.objects.get(slug="baldwin-3")) == ["vera"]
