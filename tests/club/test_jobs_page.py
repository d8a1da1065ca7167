"""The director's page of background jobs: how far they are, stop, try again."""

import datetime as dt

import pytest

from clubscore.club import clock
from clubscore.club.logins import may_back_up
from clubscore.jobs.models import Job
from clubscore.jobs.queue import ask
from tests.house import build_house, client_of

pytestmark = pytest.mark.django_db
STATE = Job.State


def test_a_running_job_is_seen_and_stopped() -> None:
    house = build_house()
    director = client_of(house.logins["director"])
    job = ask(kind="double-dummy", key="7", club=house.club)
    Job.objects.update(state=STATE.RUNNING, done=3, total=24)
    text = director.get("/club/jobs/").content.decode()
    assert '<a class="back" href="/club/"><span>Club</span></a>' in text
    assert "Double dummy: running" in text and "3 of 24" in text and "every 3s" in text
    part = director.get("/club/jobs/", headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith('<div id="jobs"') and "<h1" not in part
    assert director.post("/club/jobs/", {"job": job.pk}).status_code == 302
    job.refresh_from_db()
    assert job.is_to_stop
    text = director.get("/club/jobs/").content.decode()
    assert "Stopping" in text and 'name="job"' not in text


def test_what_broke_off_says_why_and_is_tried_again() -> None:
    house = build_house()
    director = client_of(house.logins["director"])
    job = ask(kind="double-dummy", key="7", club=house.club)
    Job.objects.update(state=STATE.FAILED, ended_at=clock.now(), trouble="There is no solver.")
    text = director.get("/club/jobs/").content.decode()
    assert "Double dummy: failed" in text and "There is no solver." in text
    assert director.post("/club/jobs/", {"job": job.pk, "again": "1"}).status_code == 302
    assert [each.state for each in Job.objects.order_by("pk")] == [STATE.FAILED, STATE.WAITING]
    assert director.post("/club/jobs/", {"job": "x"}).status_code == 404


def test_a_job_that_took_its_process_with_it_says_that_it_is_given_up() -> None:
    house = build_house()
    ask(kind="double-dummy", club=house.club)
    Job.objects.update(state=STATE.FAILED, ended_at=clock.now())
    text = client_of(house.logins["director"]).get("/club/jobs/").content.decode()
    assert "It stopped several times" in text and "Try again" in text


def test_a_job_that_nobody_takes_is_told() -> None:
    house = build_house()
    director = client_of(house.logins["director"])
    ask(kind="double-dummy", club=house.club)
    assert "Background jobs are not running" not in director.get("/club/jobs/").content.decode()
    Job.objects.update(asked_at=clock.now() - dt.timedelta(minutes=2))
    assert "Background jobs are not running" in director.get("/club/jobs/").content.decode()


def test_the_backup_is_seen_by_whoever_may_take_one() -> None:
    ours, other = build_house(), build_house("Elm")
    ask(kind="backup")
    seen = {
        house.club.name: "Daily backup" in client_of(house.logins["director"])
        .get("/club/jobs/").content.decode()
        for house in (ours, other)
    }  # fmt: skip
    assert seen == {
        house.club.name: may_back_up(house.logins["director"]) for house in (ours, other)
    }


def test_another_clubs_job_is_nobody_elses() -> None:
    ours, other = build_house(), build_house("Elm")
    job = ask(kind="double-dummy", club=other.club)
    director = client_of(ours.logins["director"])
    assert director.post("/club/jobs/", {"job": job.pk}).status_code == 404
    assert "No jobs." in director.get("/club/jobs/").content.decode()
