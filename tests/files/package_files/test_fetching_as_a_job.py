"""Fetching as a job: asked for on the page, seen, stopped, and taken up again; nothing twice."""

from __future__ import annotations

import datetime as dt
import re
import threading
from typing import Any

import pytest
from django.test import Client

from clubscore.club import clock
from clubscore.club.models import Role
from clubscore.events.models import ContestPackage, FollowedPool
from clubscore.extras.world import pools as followed_pools
from clubscore.extras.world.package import whole_text
from clubscore.extras.world.pools import KIND, follow
from clubscore.home.jobs import works
from clubscore.jobs.models import Job
from clubscore.jobs.queue import PATIENCE
from clubscore.jobs.worker import do, take
from tests.events.world.packages import LEEDS, a_set, director_of, package
from tests.files.package_files.test_fetching import INDEX, Elsewhere, elsewhere, listed
from tests.house import House, client_of

__all__ = ["elsewhere"]
State = Job.State


@pytest.fixture
def pool(house: House, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch) -> FollowedPool:
    a_set(house.club)
    follow(INDEX, director_of(house.club))
    monkeypatch.setattr(followed_pools, "NETWORK", elsewhere.network())
    return FollowedPool.objects.get()


@pytest.fixture
def director(house: House) -> Client:
    return client_of(house.logins[Role.DIRECTOR])


def offer(elsewhere: Elsewhere, count: int) -> None:
    """Lay so many packages of Leeds at the other club's address."""
    told = [package(tricks=n, key=LEEDS) for n in range(count)]
    elsewhere.answers("/packages/index.json", listed(*told))
    for at, each in enumerate(told):
        elsewhere.answers(f"/packages/{at}.txt", whole_text(each).encode())


def press(director: Client, pool: FollowedPool, what: str = "fetch") -> Any:
    return director.post("/world/pools/", {"do": what, "pool": str(pool.pk)})


def work_once(worker: str = "here 1") -> Job:
    job = take(worker)
    assert job is not None
    do(job, works(), threading.Event())
    job.refresh_from_db()
    return job


def text(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def test_the_key_asks_and_fetches_nothing_itself(
    pool: FollowedPool, elsewhere: Elsewhere, director: Client
) -> None:
    offer(elsewhere, 3)
    assert press(director, pool).status_code == 302
    assert elsewhere.asked == [] and Job.objects.get().kind == KIND
    assert press(director, pool).status_code == 302
    assert Job.objects.count() == 1
    page = director.get("/world/pools/")
    assert "Waiting for its turn" in text(page) and ">Stop<" in re.sub(r"\s", "", _html(page))
    job = work_once()
    assert (job.state, job.done, job.total) == (State.DONE, 3, 3)
    shown = text(director.get("/world/pools/"))
    assert "3 new packages" in shown and "Waiting" not in shown
    row = ContestPackage.objects.first()
    assert row is not None and row.author != "" and row.user == _user(director)
    press(director, pool)
    work_once()
    assert "No new package" in text(director.get("/world/pools/"))
    assert ContestPackage.objects.count() == 3


def _html(answer: Any) -> str:
    return str(answer.content.decode())


def _user(client: Client) -> Any:
    return client.get("/world/pools/").context["actor"].user


def test_how_far_it_is_stands_on_the_page_after_a_reload(
    pool: FollowedPool, elsewhere: Elsewhere, director: Client
) -> None:
    offer(elsewhere, 3)
    press(director, pool)
    Job.objects.update(state=State.RUNNING, done=1, total=3, beat_at=clock.now(), worker="far 1")
    page = director.get("/world/pools/")
    assert "Packages fetched: 1 of 3" in text(page)
    part = director.get("/world/pools/", headers={"HX-Request": "true"})
    assert "Packages fetched: 1 of 3" in text(part) and "<html" not in _html(part)
    assert 'hx-trigger="every 2s"' in _html(part)


def test_a_worker_that_is_killed_in_the_middle_is_followed_by_one_that_asks_for_the_rest(
    pool: FollowedPool, elsewhere: Elsewhere, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(elsewhere, 5)
    press(director, pool)
    brought, left = followed_pools._brought, 2

    def killed(*given: Any) -> Any:
        nonlocal left
        if not left:
            raise KeyboardInterrupt
        left -= 1
        return brought(*given)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(followed_pools, "_brought", killed)
        work_once("far 1")
    job = Job.objects.get()
    assert job.state == State.RUNNING and ContestPackage.objects.count() == 2
    assert take("far 2") is None
    with clock.at(clock.now() + PATIENCE + dt.timedelta(seconds=1)):
        job = work_once("far 2")
    assert (job.state, job.tries) == (State.DONE, 2)
    assert ContestPackage.objects.count() == 5
    pool.refresh_from_db()
    assert pool.came == 5
    # The one in hand when the worker was killed is asked for again, those that were in are not.
    files = [each for each in elsewhere.asked if each.endswith(".txt")]
    assert len(files) == 6 and len(set(files)) == 5


def test_a_fetch_that_is_stopped_keeps_what_came(
    pool: FollowedPool, elsewhere: Elsewhere, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer(elsewhere, 4)
    press(director, pool)
    brought = followed_pools._brought

    def stopping(*given: Any) -> Any:
        press(director, pool, "stop")
        Job.objects.update(beat_at=clock.now())
        return brought(*given)

    monkeypatch.setattr("clubscore.jobs.worker.SAY", dt.timedelta(0))
    with monkeypatch.context() as patched:
        patched.setattr(followed_pools, "_brought", stopping)
        job = work_once()
    assert job.state == State.STOPPED and ContestPackage.objects.count() == 1
    shown = text(director.get("/world/pools/"))
    assert "Stopped." in shown and "1 new package" in shown
    press(director, pool)
    assert work_once().state == State.DONE
    assert ContestPackage.objects.count() == 4


def test_one_that_waits_is_stopped_at_once_and_an_address_that_goes_takes_its_job_along(
    pool: FollowedPool, elsewhere: Elsewhere, director: Client
) -> None:
    press(director, pool)
    press(director, pool, "stop")
    assert Job.objects.get().state == State.STOPPED and take("here 1") is None
    press(director, pool)
    assert press(director, pool, "unfollow").status_code == 302
    assert take("here 1") is None and elsewhere.asked == []
    assert press(director, pool).status_code == 404


def test_what_goes_wrong_is_said_on_the_page(
    pool: FollowedPool, elsewhere: Elsewhere, director: Client
) -> None:
    press(director, pool)
    assert work_once().state == State.FAILED
    assert "its answer was 404" in text(director.get("/world/pools/"))
    altered = package(tricks=1)
    elsewhere.answers("/packages/index.json", listed(altered, package(tricks=2)))
    elsewhere.answers("/packages/0.txt", whole_text(altered).encode()[:-9])
    elsewhere.answers("/packages/1.txt", whole_text(package(tricks=2)).encode())
    press(director, pool)
    assert work_once().state == State.DONE
    shown = text(director.get("/world/pools/"))
    assert "not whole, or was altered" in shown and "1 new package" in shown


def test_the_job_asks_no_inner_address(
    house: House, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    follow("https://localhost/packages/index.json", director_of(house.club))
    press(director, FollowedPool.objects.get())
    job = work_once()
    assert job.state == State.FAILED and "open network" in str(job.trouble)


def test_a_job_of_an_address_that_is_gone_or_of_a_closed_club_does_nothing(
    pool: FollowedPool, elsewhere: Elsewhere, director: Client
) -> None:
    offer(elsewhere, 1)
    press(director, pool)
    pool.club.closed_at = clock.now()
    pool.club.save()
    assert work_once().state == State.DONE
    Job.objects.create(kind=KIND, key="999999")
    assert work_once().state == State.DONE
    assert elsewhere.asked == [] and not ContestPackage.objects.exists()


@pytest.mark.parametrize("odd", [7, [], {}, {"code": "x"}, {"code": 1, "where": 2, "params": 3}])
def test_a_reason_that_is_none_breaks_no_page(
    pool: FollowedPool, director: Client, odd: object
) -> None:
    FollowedPool.objects.update(refused=[odd])
    assert director.get("/world/pools/").status_code == 200
