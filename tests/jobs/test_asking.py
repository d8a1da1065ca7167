"""Jobs as they are asked for, stopped and looked at."""

import datetime as dt

import pytest

from clubscore.club import clock
from clubscore.jobs.models import Job
from clubscore.jobs.queue import KEPT, ask, jobs_of, last_of, remove_old, stop
from tests.house import build_house

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_a_job_is_asked_for_once_however_often_it_is_asked_for() -> None:
    first = ask(kind="solve", key="7")
    assert ask(kind="solve", key="7") == first
    assert ask(kind="solve", key="8") != first
    Job.objects.filter(pk=first.pk).update(state=Job.State.RUNNING)
    assert ask(kind="solve", key="7") == first
    Job.objects.filter(pk=first.pk).update(state=Job.State.DONE)
    assert ask(kind="solve", key="7") != first
    assert Job.objects.count() == 3


def test_it_is_asked_for_once_in_each_club_and_once_for_the_whole_installation() -> None:
    whose = (build_house().club, build_house("Elm").club, None)
    asked = [ask(kind="solve", key="7", club=club) for club in whose]
    assert [ask(kind="solve", key="7", club=club) for club in whose] == asked
    assert [job.club for job in Job.objects.order_by("pk")] == list(whose)


def test_whoever_asks_again_for_one_that_is_stopping_wants_it_after_all() -> None:
    job = ask(kind="solve")
    Job.objects.update(state=Job.State.RUNNING)
    stop(job=job)
    job.refresh_from_db()
    assert job.is_to_stop and job.is_open
    ask(kind="solve")
    job.refresh_from_db()
    assert not job.is_to_stop


def test_one_that_waits_is_stopped_at_once_and_one_that_has_ended_is_left() -> None:
    job = ask(kind="solve")
    stop(job=job)
    job.refresh_from_db()
    assert job.state == Job.State.STOPPED and job.ended_at is not None
    Job.objects.update(state=Job.State.DONE)
    stop(job=job)
    job.refresh_from_db()
    assert job.state == Job.State.DONE


def test_a_club_sees_its_own_and_whoever_keeps_the_machine_the_rest_too() -> None:
    ours, theirs = build_house().club, build_house("Elm").club
    own, other, whole = ask(kind="a", club=ours), ask(kind="b", club=theirs), ask(kind="c")
    assert list(jobs_of(ours, whole_installation=False)) == [own]
    assert list(jobs_of(ours, whole_installation=True)) == [whole, own]
    assert last_of("b") == other and last_of("b", "7") is None


def test_what_ended_long_ago_goes_and_what_is_open_stays() -> None:
    long_ago = clock.now() - KEPT - dt.timedelta(days=1)
    ended, waits = ask(kind="solve", key="1"), ask(kind="solve", key="2")
    Job.objects.update(asked_at=long_ago)
    Job.objects.filter(pk=ended.pk).update(state=Job.State.DONE, ended_at=long_ago)
    assert remove_old() == 1
    assert list(Job.objects.all()) == [waits]
