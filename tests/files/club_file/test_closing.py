"""A club is closed only after its file was read back whole, and then nobody enters anything."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from clubscore.club.logins import note_act
from clubscore.club.models import Club, Membership, Person, Role
from clubscore.club.payments import set_rate
from clubscore.files import club_import as closing_club
from clubscore.files.club_file import export_club
from clubscore.files.club_import import BadFile, NotClosed, close_club, import_club, reopen_club
from clubscore.rubbers.models import CardTable, Sitting
from tests.files.club_file.moving import changed, set_value
from tests.house import PASSWORD, House, client_of, phone_of

pytestmark = [pytest.mark.postgres, pytest.mark.django_db]


@pytest.fixture
def file(house: House, tmp_path: Path) -> Path:
    """The file of the house's club."""
    made = tmp_path / "club.jsonl"
    export_club(house.club, made)
    return made


def close(house: House, file: Path) -> None:
    """Close the house's club."""
    close_club(club=house.club, file=file, moved_to="https://bridge.example.org", wait=0)


def is_open(house: House) -> bool:
    """Whether the house's club is open."""
    return Club.objects.get(pk=house.club.pk).closed_at is None


def test_a_club_whose_file_was_altered_stays_open(house: House, file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole.replace(b'"Ann"', b'"Eve"', 1))
    with pytest.raises(BadFile, match="altered"):
        close(house, file)
    file.write_bytes(whole[:-20])
    with pytest.raises(BadFile, match="incomplete"):
        close(house, file)
    file.write_bytes(whole)
    forged = changed(file, set_value(Person, "name", "Eve"))
    with pytest.raises(NotClosed):
        close(house, forged)
    assert is_open(house)
    close(house, file)
    assert not is_open(house)


@pytest.mark.parametrize(
    "write",
    [
        lambda club: note_act(club=club, author="a test", what="x"),
        lambda club: Person.objects.create(club=club, name="Eve", short_name="Eve"),
        lambda club: Sitting.objects.filter(club=club).update(revision=7),
        lambda club: CardTable.objects.filter(club=club).update(name="Door table"),
        lambda club: Membership.objects.filter(club=club).first().delete(),
        lambda club: set_rate(
            club=club, currency="GBP", coins=1, into="EUR", into_coins=1, author="a test"
        ),
    ],
)
def test_a_club_in_which_anything_changed_since_stays_open(
    house: House, file: Path, write: Callable[[Club], object]
) -> None:
    write(house.club)
    with pytest.raises(NotClosed):
        close(house, file)
    assert is_open(house)


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_club_in_which_somebody_writes_at_the_last_moment_is_open_again(
    house: House, file: Path, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    def write(*_given: object) -> None:
        note_act(club=house.club, author="a test", what="at the last moment")

    if when == "after":
        monkeypatch.setattr(closing_club.time, "sleep", write)
    else:
        compare = closing_club._compare
        monkeypatch.setattr(closing_club, "_compare", lambda *given: (compare(*given), write()))
    with pytest.raises(NotClosed):
        close(house, file)
    assert is_open(house)


def test_a_closed_club_lets_nobody_in_and_says_where_it_is(house: House, file: Path) -> None:
    director, phone = client_of(house.logins[Role.DIRECTOR]), phone_of(house)
    table = reverse("table", kwargs={"pk": house.sitting.pk})
    assert director.get(reverse("players")).status_code == HTTPStatus.OK
    assert phone.get(table).headers["Location"].startswith(table)
    close(house, file)
    for path in (reverse("players"), reverse("home"), table):
        page = director.get(path)
        assert page.status_code == HTTPStatus.GONE
        assert "Portland is at https://bridge.example.org now." in page.content.decode()
    assert not phone.get(table).headers.get("Location", "").startswith(table)
    name, visitor = house.logins[Role.PLAYER].username, Client()
    for password, said in ((PASSWORD, HTTPStatus.GONE), ("wrong", HTTPStatus.OK)):
        page = visitor.post(reverse("login"), {"username": name, "password": password})
        assert page.status_code == said
    assert "_auth_user_id" not in visitor.session
    assert visitor.get(reverse("home")).status_code == HTTPStatus.GONE


def test_clubs_beside_a_closed_one_go_on(house: House, other_house: House, file: Path) -> None:
    user = house.logins[Role.DIRECTOR]
    Membership.objects.create(club=other_house.club, user=user, role=Role.PLAYER)
    close(house, file)
    assert "Baldwin" in client_of(user).get(reverse("home")).content.decode()
    assert Client().get(reverse("home")).status_code == HTTPStatus.OK


def test_a_closed_club_is_still_exported_and_may_be_opened_again(
    house: House, file: Path, tmp_path: Path
) -> None:
    close(house, file)
    export_club(Club.objects.get(pk=house.club.pk), tmp_path / "later.jsonl")
    assert (tmp_path / "later.jsonl").read_bytes() == file.read_bytes()
    reopen_club(club=house.club)
    director = client_of(house.logins[Role.DIRECTOR])
    assert director.get(reverse("players")).status_code == HTTPStatus.OK


def test_a_club_that_comes_back_has_the_names_of_its_logins_again(
    house: House, file: Path, tmp_path: Path
) -> None:
    close(house, file)
    came = import_club(file)
    logins = Membership.objects.filter(club=came.club).order_by("pk")
    names = list(logins.values_list("user__username", flat=True))
    assert names == ["player-portland", "scorer-portland", "director-portland"]
    for club in Club.objects.all():
        export_club(club, tmp_path / f"{club.slug}.jsonl")
        assert (tmp_path / f"{club.slug}.jsonl").read_bytes() == file.read_bytes()


def test_the_command_closes_and_opens(
    house: House, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closing_club.time, "sleep", lambda _seconds: None)
    with pytest.raises(CommandError, match="Give the file"):
        call_command("close_club", "portland")
    note_act(club=house.club, author="a test", what="x")
    with pytest.raises(CommandError, match="is not what the club is now"):
        call_command("close_club", "portland", str(file))
    file.unlink()
    call_command("export_club", "portland", str(file))
    call_command("close_club", "portland", str(file), "--to", "https://bridge.example.org")
    assert not is_open(house)
    with pytest.raises(CommandError, match="closed already"):
        call_command("close_club", "portland", str(file))
    with pytest.raises(CommandError, match="no such club"):
        call_command("import_event", str(file), "--club", "portland")
    call_command("close_club", "portland", "--reopen")
    assert is_open(house)
