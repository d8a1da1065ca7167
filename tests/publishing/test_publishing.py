"""Publishing as a command and as a job; whose name is said, and who may say so."""

import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.club.access import Actor, Level
from clubscore.club.entry import ChangedMeanwhile, Refused, seen_of
from clubscore.club.federation_numbers import merge_people
from clubscore.club.models import Act, Club, Person
from clubscore.club.privacy import FIELDS, PublishedNames, set_published
from clubscore.extras.site import publish as publish_job
from clubscore.extras.site.publish import FIELDS as SETTINGS
from clubscore.extras.site.publish import folder_of, zip_of
from clubscore.home.jobs import kinds, works
from clubscore.jobs.models import Job
from clubscore.jobs.queue import stop
from clubscore.jobs.worker import do, take
from tests.house import build_house, client_of, make_user
from tests.publishing.full_club import (
    Full,
    crawl,
    everything_in,
    everything_zipped,
    full_club,
    pages_of,
    publish,
    small_club,
)

pytestmark = pytest.mark.django_db
Job_, State = publish_job.KIND, Job.State
PAGE = "/club/publish/"


@pytest.fixture
def full(settings: object, tmp_path: Path) -> Full:
    """A club whose data folder is the test's own."""
    settings.DATA_DIR = tmp_path / "data"  # type: ignore[attr-defined]
    return full_club()


@pytest.fixture
def small(settings: object, tmp_path: Path) -> Full:
    """The same with one event."""
    settings.DATA_DIR = tmp_path / "data"  # type: ignore[attr-defined]
    return small_club()


def told(*args: object, answer: str = "", monkeypatch: pytest.MonkeyPatch | None = None) -> str:
    """Run the command and return what it says; `answer` is what is typed where it asks."""
    said = io.StringIO()
    if monkeypatch is not None:
        monkeypatch.setattr("builtins.input", lambda _asked: answer)
    call_command("publish", *map(str, args), stdout=said)
    return said.getvalue()


def test_the_command_asks_first(
    full: Full, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "site"
    said = told(place, answer="n", monkeypatch=monkeypatch)
    assert "5 final events" in said and "Not named: 8 of" in said and "Nothing was" in said
    assert not place.exists()
    assert not Act.objects.filter(what="results published").exists()
    assert "removed: 0" in told(place, answer="y", monkeypatch=monkeypatch)
    assert Act.objects.filter(club=full.club, what="results published").count() == 1
    assert crawl(everything_in(place)).pages > 60
    monkeypatch.setattr("builtins.input", lambda _asked: pytest.fail("it asked"))
    assert "written: 0" in told(place, "--yes")
    assert "files removed" in told(place, "--yes", "--down")
    assert not place.exists()


def test_the_command_writes_a_zip_once(full: Full, tmp_path: Path) -> None:
    place = tmp_path / "site.zip"
    assert "unchanged" not in told(place, "--yes")
    first = place.read_bytes()
    assert crawl(everything_zipped(place)).broken == []
    assert "unchanged" in told(place, "--yes") and place.read_bytes() == first
    Person.objects.filter(pk=full.people["Named1"].pk).update(name="Renamed")
    assert "unchanged" not in told(place, "--yes") and place.read_bytes() != first


def test_the_command_refuses_what_is_not_its_own(small: Full, tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir()
    (tmp_path / "theirs" / "a.txt").write_text("a")
    with pytest.raises(CommandError, match="other files"):
        told(tmp_path / "theirs", "--yes")
    (tmp_path / "file").write_text("a")
    with pytest.raises(CommandError):
        told(tmp_path / "file", "--yes")


def work(ask: Job) -> Job:
    """Do what is asked for, as a worker does."""
    taken = take("a worker")
    assert taken is not None and taken.pk == ask.pk
    do(taken, works())
    return Job.objects.get(pk=ask.pk)


def test_the_job_publishes_and_packs_and_says_how_far_it_is(full: Full) -> None:
    assert Job_ in kinds()
    asked = publish_job.ask_to_publish(full.actor)
    assert publish_job.ask_to_publish(full.actor).pk == asked.pk
    done = work(asked)
    assert (done.state, done.done, done.total) == (State.DONE, 5, 5)
    site = everything_in(folder_of(full.club))
    assert crawl(site).broken == []
    assert everything_zipped(zip_of(full.club)) == {
        name: content for name, content in site.items() if not name.startswith(".clubscore")
    }
    assert Club.objects.get(pk=full.club.pk).site_made_at is not None
    assert Act.objects.filter(club=full.club, what="results published").exists()


def test_a_job_that_is_stopped_goes_on_where_it_was(
    small: Full, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = publish_job.ask_to_publish(small.actor)
    taken = take("a worker")
    assert taken is not None
    stop(job=taken)
    do(taken, works())
    assert Job.objects.get(pk=asked.pk).state == State.STOPPED
    assert not zip_of(small.club).exists()
    again = work(publish_job.ask_to_publish(small.actor))
    assert again.state == State.DONE and crawl(everything_in(folder_of(small.club))).broken == []


def test_taken_down_it_is_gone_and_a_running_job_is_waited_for(small: Full) -> None:
    asked = publish_job.ask_to_publish(small.actor)
    with pytest.raises(Refused, match="being published"):
        publish_job.take_all_down(small.actor)
    work(asked)
    publish_job.take_all_down(small.actor)
    assert not folder_of(small.club).exists() and not zip_of(small.club).exists()
    assert Club.objects.get(pk=small.club.pk).site_made_at is None
    assert Act.objects.filter(club=small.club, what="results taken down").exists()


def test_a_folder_that_is_not_ours_fails_the_job_in_words(small: Full) -> None:
    folder_of(small.club).mkdir(parents=True)
    (folder_of(small.club) / "a.txt").write_text("a")
    failed = work(publish_job.ask_to_publish(small.actor))
    assert failed.state == State.FAILED and "other files" in failed.trouble


def test_a_member_says_whether_they_are_named_and_only_the_director_for_others() -> None:
    house = build_house()
    ann, bob = house.people[:2]
    member = client_of(house.logins["player"])
    host = client_of(house.logins["director"])
    address = f"/players/{ann.pk}/published/"
    page = member.get(address)
    assert page.status_code == 200 and "Ann is named" in page.content.decode()
    sent = {"published": "no", "seen": seen_of(ann, FIELDS), "is_junior": "on"}
    assert member.post(address, sent).status_code == 302
    ann.refresh_from_db()
    # Who is a junior is for the director to say.
    assert (ann.published, ann.is_junior) == ("no", False)
    assert "Ann is not named" in member.get(address).content.decode()
    assert Act.objects.filter(what="published name set", data__id=ann.pk).count() == 1
    others = f"/players/{bob.pk}/published/"
    assert member.get(others).status_code == member.post(others, sent).status_code == 403
    mine = {"published": "usual", "seen": seen_of(bob, FIELDS), "is_junior": "on"}
    assert host.post(others, mine).status_code == 302
    bob.refresh_from_db()
    assert bob.is_junior and bob.pk not in PublishedNames(house.club).named
    # Two at once: the second is shown what the first did.
    answer = host.post(others, mine)
    assert answer.status_code == 409 and "changed in the meantime" in answer.content.decode()
    assert host.post(others, {"published": "maybe"}).status_code == 422


def test_a_junior_cannot_let_results_name_them() -> None:
    house = build_house()
    ann = house.people[0]
    Person.objects.filter(pk=ann.pk).update(is_junior=True)
    ann.refresh_from_db()
    actor = Actor(level=Level.PLAYER, club=house.club, person=ann)
    with pytest.raises(Refused, match="Ask the director"):
        set_published(
            person=ann, wish="yes", is_junior=None, seen=seen_of(ann, FIELDS), actor=actor
        )
    director = Actor(level=Level.DIRECTOR, club=house.club)
    set_published(person=ann, wish="yes", is_junior=True, seen=seen_of(ann, FIELDS), actor=director)
    assert ann.pk in PublishedNames(house.club).named
    with pytest.raises(ChangedMeanwhile):
        set_published(person=ann, wish="no", is_junior=None, seen="{}", actor=actor)


def test_of_two_entries_that_are_one_the_stricter_wish_counts() -> None:
    house = build_house()
    ann = house.people[0]
    other = Person.objects.create(
        club=house.club, name="Anne", short_name="Anne", published="no", is_junior=True
    )
    merge_people(other=other, into=ann, author="a test")
    ann.refresh_from_db()
    assert (ann.published, ann.is_junior) == ("no", True)
    names = PublishedNames(house.club)
    assert {ann.pk, other.pk}.isdisjoint(names.named) and len(names.hidden) == 1


def test_card_tables_are_published_only_where_the_club_wants_it(full: Full, tmp_path: Path) -> None:
    place = tmp_path / "site"
    told(place, "--yes")
    assert not [name for name in pages_of(place) if name.startswith("season/")]
    Club.objects.filter(pk=full.club.pk).update(site_has_season=True)
    told(place, "--yes")
    pages = pages_of(place)
    season = next(page for name, page in pages.items() if name.startswith("season/"))
    assert "Named1 Surname" in season and "Guestperson" not in season
    assert "1 player is not named here" in season
    assert crawl(everything_in(place)).unreached == []
    Club.objects.filter(pk=full.club.pk).update(results_open=False)
    told(place, "--yes")
    assert not [name for name in pages_of(place) if name.startswith("season/")]


def host_of(full: Full) -> Client:
    """Return a director's browser."""
    return client_of(make_user(full.club, "host", "director"))


def test_the_page_says_what_will_go_out_and_publishes_it(full: Full) -> None:
    host = host_of(full)
    page = host.get(PAGE).content.decode()
    assert "5 final events" in page and "8 of " in page and "Hiddenwish Surname" in page
    assert "Last published" not in page and "Download" not in page and "Take all down" not in page
    assert host.get(f"{PAGE}results.zip").status_code == 404
    assert host.post(PAGE, {"do": "publish"})["Location"] == PAGE
    assert "Publishing starts in a moment" in host.get(PAGE).content.decode()
    # While it goes on nothing can be taken down.
    answer = host.post(PAGE, {"do": "down"})
    assert answer.status_code == 409 and "Stop that first" in answer.content.decode()
    asked = Job.objects.get(kind=publish_job.KIND)
    assert work(asked).state == State.DONE
    page = host.get(PAGE).content.decode()
    assert "Last published" in page and "Take all down" in page
    sent = host.get(f"{PAGE}results.zip")
    assert b"".join(sent.streaming_content) == zip_of(full.club).read_bytes()  # type: ignore[arg-type]
    assert "attachment" in sent["Content-Disposition"]
    assert host.post(PAGE, {"do": "down"}).status_code == 302
    assert host.get(f"{PAGE}results.zip").status_code == 404
    assert "Last published" not in host.get(PAGE).content.decode()
    told = host.get("/club/").content.decode()
    assert "results published" in told and "published results taken down" in told


def test_settings_are_kept_and_lead_to_the_site(small: Full, tmp_path: Path) -> None:
    host = host_of(small)
    seen = seen_of(Club.objects.get(pk=small.club.pk), SETTINGS)
    given = {"do": "settings", "address": "https://bridge.example/results", "seen": seen}
    assert host.post(PAGE, given).status_code == 302
    small.club.refresh_from_db()
    assert small.club.site_address == "https://bridge.example/results"
    assert host.post(PAGE, given).status_code == 409
    for wrong in ("javascript:alert(1)", "ftp://a.example/", "no address"):
        assert host.post(PAGE, {**given, "address": wrong}).status_code == 422
    told(tmp_path / "site", "--yes")
    pages = pages_of(tmp_path / "site")
    for place, page in pages.items():
        assert f'<link rel="canonical" href="https://bridge.example/results/{place}">' in page


def test_only_a_director_publishes(small: Full) -> None:
    member = client_of(make_user(small.club, "member", "player"))
    for address in (PAGE, f"{PAGE}results.zip"):
        assert member.get(address).status_code == 403
    assert member.post(PAGE, {"do": "publish"}).status_code == 403
    assert not Job.objects.exists()


def test_the_page_asks_as_much_of_the_database_for_many_events_as_for_one(small: Full) -> None:
    host, counts = host_of(small), []
    for seeds in ((), (2, 3, 4)):
        for seed in seeds:
            small.bring_in(f"Imported {seed}", seed, {})
        with CaptureQueriesContext(connection) as queries:
            assert host.get(PAGE).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 25, counts


def test_a_second_run_asks_as_much_of_the_database_for_many_events_as_for_one(
    small: Full, tmp_path: Path
) -> None:
    counts = []
    for seeds in ((), (2, 3, 4)):
        for seed in seeds:
            small.bring_in(f"Imported {seed}", seed, {})
        publish(small, tmp_path)
        with CaptureQueriesContext(connection) as queries:
            assert publish(small, tmp_path).written == 0
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 40, counts
