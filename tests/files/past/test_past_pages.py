"""The pages of a club's past: chosen, read, asked about, brought in, and who may see it."""

import io
import json
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from clubscore.club.models import Person
from clubscore.events.models import Event, PastImport, ToldPlayer
from clubscore.files.pages.past import ask_to_read
from clubscore.home.jobs import works
from clubscore.jobs.models import Job
from clubscore.jobs.worker import do, take
from tests.files.past.past import event_file, usebio
from tests.files.past.test_packed import zipped
from tests.house import House, build_house, client_of
from tests.ranking.rooms import event as ranked_facts

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(house: House) -> Client:
    return client_of(house.logins["director"])


def send(client: Client, *files: tuple[str, bytes]) -> str:
    """Send files; return the address of their import."""
    given = {"file": [SimpleUploadedFile(name, content) for name, content in files]}
    answer = client.post(reverse("past-in"), given)
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def text(client: Client, address: str) -> str:
    return re.sub(r"\s+", " ", client.get(address).content.decode())


def work() -> None:
    """Do what a worker finds to do."""
    while job := take("a worker"):
        do(job, works())


def test_the_page_offers_what_it_takes(director: Client) -> None:
    """Pages saved from BBO are refused here: they belong together by sessions."""
    page = text(director, reverse("past-in"))
    assert "USEBIO" in page and "PBN" in page
    assert "BBO" not in page


def test_what_differs_is_shown_before_it_is_imported_and_by_command(
    director: Client, tmp_path: Path
) -> None:
    """As on the page of one file: a club brings hundreds at once."""
    odd, plain = (
        json.dumps(ranked_facts(board, name=name, date="2019-03-02")).encode()
        for name, board in (("Odd", [455, 420]), ("Plain", [450, 420]))
    )
    files = [("a.json", odd), ("b.json", plain)]
    address = send(director, ("past.zip", zipped(*files)))
    work()
    page = text(director, address)
    assert "1 event to check" in page and "Odd (a.json)" in page
    assert "Board 1: no contract gives 455" in page and "Plain (b.json)" not in page
    for name, content in files:
        (tmp_path / name).write_bytes(content)
    out = io.StringIO()
    call_command("import_past", str(tmp_path), "--check", stdout=out)
    said = out.getvalue().split("a.json")[-1].split("b.json")[0]
    assert "\n  Board 1: no contract gives 455" in said


def test_a_zip_is_read_asked_about_and_brought_in(director: Client, house: House) -> None:
    twin = Person.objects.create(club=house.club, name="Bob", short_name="Bob 2", number="7")
    packed = zipped(
        ("a.json", event_file("A")), ("b.xml", usebio("B", date="")), ("bad.xml", b"<USEBIO>")
    )
    address = send(director, ("past.zip", packed))
    assert "wait for their turn" in text(director, address)
    work()
    page = text(director, address)
    assert "2 files to import" in page
    assert "1 file not imported" in page
    assert "line 1, column 9" in page
    (who,) = re.findall(r'<label for="id_(who-[0-9]+)"> Who is Bob\?', page)
    assert "When was B played (b.xml)?" in page
    wrong = director.post(f"{address}bring/", {who: str(twin.pk), "date-1-0": "never"})
    assert wrong.status_code == 422
    assert '<a href="#id_date-1-0">' in wrong.content.decode()
    assert f'value="{twin.pk}" selected' in wrong.content.decode()
    assert 'value="never"' in wrong.content.decode()
    director.post(f"{address}bring/", {who: str(twin.pk)})
    assert "Importing" in text(director, address)
    work()
    page = text(director, address)
    assert "1 file imported" in page
    assert "The date was not given." in page
    event = Event.objects.get()
    assert reverse("event-ranking", args=[event.pk]) in page
    assert ToldPlayer.objects.get().person == twin
    assert event.happenings.get(kind="opened").author == house.people[3].name


def test_the_same_zip_again_is_counted_and_stays(director: Client) -> None:
    packed = zipped(("a.json", event_file("A")))
    address = send(director, ("past.zip", packed))
    work()
    director.post(f"{address}bring/")
    work()
    address = send(director, ("past.zip", packed))
    work()
    page = text(director, address)
    assert "1 file was already here" in page
    assert "None of these files can be imported." in page
    assert Event.objects.count() == 1


def test_several_files_are_taken_as_they_are(director: Client) -> None:
    address = send(director, ("a.json", event_file("A")), ("b.json", event_file("B")))
    work()
    assert "2 files to import" in text(director, address)
    director.post(f"{address}bring/")
    director.post(f"{address}bring/")
    work()
    assert Event.objects.count() == 2


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ([], "Choose a file first."),
        ([("past.zip", b"PK\x03\x04")], "This is not a whole zip file."),
        ([("past.zip", b"no zip")], "This is not a whole zip file."),
        ([("past.zip", zipped(("2019/", b"")))], "There is no file in it."),
    ],
)
def test_what_cannot_be_opened_is_said_beside_the_field(
    director: Client, files: list[tuple[str, bytes]], told: str
) -> None:
    given = {"file": [SimpleUploadedFile(name, content) for name, content in files]}
    answer = director.post(reverse("past-in"), given)
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert '<a href="#id_file">' in answer.content.decode()
    assert not PastImport.objects.exists()


def test_a_job_is_stopped_gone_on_with_and_ended(director: Client) -> None:
    address = send(director, ("a.json", event_file("A")), ("b.json", event_file("B")))
    director.post(f"{address}job/", {"what": "stop"})
    assert Job.objects.get().state == Job.State.STOPPED
    work()
    page = text(director, address)
    assert "Stopped." in page
    assert "Continue" in page
    director.post(f"{address}job/", {"what": "go"})
    work()
    assert "2 files to import" in text(director, address)
    answer = director.post(f"{address}job/", {"what": "end"})
    assert answer["Location"] == reverse("past-in")
    assert not PastImport.objects.exists()
    assert not Event.objects.exists()


def test_a_job_that_broke_off_says_so(director: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    address = send(director, ("a.json", event_file("A")))
    PastImport.objects.update(packed=b"no zip any more")
    work()
    page = text(director, address)
    assert "It stopped because of a fault in the program." in page
    assert "Discard these files" in page


def test_progress_is_told_and_loads_the_page_when_it_is_over(director: Client) -> None:
    address = send(director, ("a.json", event_file("A")))
    answer = director.get(f"{address}progress/")
    assert "HX-Refresh" not in answer
    Job.objects.update(state=Job.State.RUNNING, done=3, total=7)
    assert "Files read: 3 of 7." in text(director, f"{address}progress/")
    Job.objects.update(state=Job.State.WAITING)
    work()
    assert director.get(f"{address}progress/")["HX-Refresh"] == "true"


def test_a_job_that_nobody_asked_for_is_asked_for_by_whoever_looks(director: Client) -> None:
    address = send(director, ("a.json", event_file("A")))
    Job.objects.all().delete()
    director.get(address)
    assert Job.objects.get().is_open


def test_another_club_does_not_see_it(director: Client, house: House) -> None:
    address = send(director, ("a.json", event_file("A")))
    other = client_of(build_house("Other").logins["director"])
    for call in (
        other.get(address),
        other.get(f"{address}progress/"),
        other.post(f"{address}bring/"),
        other.post(f"{address}job/", {"what": "end"}),
    ):
        assert call.status_code == 404  # fmt: skip
    assert "past.zip" not in other.get(reverse("past-in")).content.decode()
    ask_to_read(PastImport.objects.get())
    scorer = client_of(house.logins["scorer"])
    assert scorer.get(reverse("past-in")).status_code == 403
