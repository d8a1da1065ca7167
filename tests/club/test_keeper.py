"""Whoever keeps the machine sees its clubs and may close one, and nothing of people and money."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from clubscore.club.logins import name_keeper
from clubscore.club.models import Club, Membership, User
from clubscore.files import club_import as closing_club
from clubscore.files.club_file import export_club
from tests.house import PASSWORD, House, client_of

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def keeper(house: House, other_house: House) -> Client:
    return client_of(name_keeper(username="keeper", keeps=True)[0])


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closing_club.time, "sleep", lambda _seconds: None)


def sent(house: House, folder: Path) -> dict[str, object]:
    """Return the form that closes the house's club."""
    file = folder / "club.jsonl"
    file.unlink(missing_ok=True)
    export_club(house.club, file)
    return {"file": SimpleUploadedFile("club", file.read_bytes()), "to": "https://new.example.org"}


def test_a_keeper_sees_every_club_and_nobody_in_it(
    keeper: Client, house: House, other_house: House
) -> None:
    page = keeper.get(reverse("machine")).content.decode()
    assert house.club.name in page and other_house.club.name in page
    assert not any(person.name in page for person in house.people)
    assert "There is no backup on this machine yet" in page
    for name in ("players", "book", "club", "results", "season", "people-in", "wall"):
        assert keeper.get(reverse(name)).status_code == 403, name
    for name, pk in (("person", house.people[0].pk), ("table", house.sitting.pk)):
        assert keeper.get(reverse(name, args=[pk])).status_code == 403, name
    assert reverse("machine") in keeper.get("/").content.decode()


def test_a_director_does_not_keep_the_machine(house: House) -> None:
    director = client_of(house.logins["director"])
    assert reverse("machine") not in director.get("/").content.decode()
    for name, words in (("machine", []), ("machine-close", [house.club.slug])):
        assert director.get(reverse(name, args=words)).status_code == 403


def test_a_keeper_who_directs_a_club_is_director_there_and_nowhere_else(
    house: House, other_house: House
) -> None:
    user = name_keeper(username=house.logins["director"].username, keeps=True)[0]
    client = client_of(user)
    assert client.get(reverse("players")).status_code == 200
    foreign = reverse("person", args=[other_house.people[0].pk])
    assert client.get(foreign).status_code == 404
    assert client.get(reverse("machine")).status_code == 200


def test_a_club_is_closed_by_its_file(keeper: Client, house: House, tmp_path: Path) -> None:
    address = reverse("machine-close", args=[house.club.slug])
    assert keeper.get(address).status_code == 200
    assert "Choose a file first" in keeper.post(address).content.decode()
    form = sent(house, tmp_path)
    altered = tmp_path.joinpath("club.jsonl").read_bytes().replace(b"Ann", b"Eve", 1)
    answer = keeper.post(address, form | {"file": SimpleUploadedFile("club", altered)})
    assert answer.status_code == 422 and Club.objects.get(pk=house.club.pk).closed_at is None
    assert 'value="https://new.example.org"' in answer.content.decode()
    assert keeper.post(address, sent(house, tmp_path)).status_code == 302
    closed = Club.objects.get(pk=house.club.pk)
    assert closed.closed_at is not None and closed.moved_to == "https://new.example.org"
    assert "closed on" in keeper.get(reverse("machine")).content.decode()
    assert keeper.get(address).status_code == 404
    assert client_of(house.logins["director"]).get(reverse("club")).status_code == 410


def test_a_club_in_which_something_was_recorded_since_stays_open(
    keeper: Client, house: House, tmp_path: Path
) -> None:
    form = sent(house, tmp_path)
    house.people[0].__class__.objects.create(club=house.club, name="Eve", short_name="Eve")
    answer = keeper.post(reverse("machine-close", args=[house.club.slug]), form)
    assert answer.status_code == 422 and "Export it again" in answer.content.decode()
    assert Club.objects.get(pk=house.club.pk).closed_at is None


def test_the_command_names_ends_and_says(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("keeper")
    assert "No one keeps this machine" in capsys.readouterr().out
    call_command("keeper", "caretaker")
    said = capsys.readouterr().out
    assert "New login caretaker, password " in said and "kept by caretaker" in said
    user = User.objects.get(username="caretaker")
    assert user.check_password(said.split("password ")[1].split()[0])
    assert not Membership.objects.filter(user=user).exists()
    director = house.logins["director"]
    call_command("keeper", director.username.upper())
    assert f"caretaker, {director.username}" in capsys.readouterr().out
    director.refresh_from_db()
    assert director.is_staff and director.check_password(PASSWORD)
    call_command("keeper", "caretaker", "--end")
    assert f"kept by {director.username}." in capsys.readouterr().out
    with pytest.raises(CommandError, match="no login nobody"):
        call_command("keeper", "nobody", "--end")
