"""A ranking of many packages is counted by the worker and kept: the same as one counted now."""

from __future__ import annotations

import re
import threading
from typing import Any

import pytest
from django.test import Client

from clubscore.club.database import forget_what_was_read
from clubscore.club.models import Role
from clubscore.events.models import ContestPackage, ContestSet, CountedWorld
from clubscore.extras.world import tables as world_counted
from clubscore.extras.world import tables as world_ranking
from clubscore.extras.world.packages import CameFrom, Deciding, bring_packages, decide, package_in
from clubscore.extras.world.tables import MOST_KEPT, WorldRanking, count_behind
from clubscore.home.jobs import works
from clubscore.jobs.models import Job
from clubscore.jobs.worker import do, take
from tests.events.world.packages import LEEDS, YORK, a_set, bring, director_of, package
from tests.house import House, client_of

ALL = frozenset(range(1, 9))


def nothing(_done: int, _total: int) -> None:
    pass


@pytest.fixture
def kept(house: House) -> ContestSet:
    found = a_set(house.club)
    named = (("Ann", "Bob"), ("Zoë", "Dora"))
    bring(
        house.club,
        package(),
        package(tricks=8, key=YORK, club="York", names=named),
        package(tricks=8, key=YORK, club="York", boards=2),
    )
    bring_packages(
        club=house.club,
        given=[package(tricks=11, boards=8)],
        came=CameFrom(ContestPackage.Source.OWN),
        actor=director_of(house.club),
    )
    return found


@pytest.fixture
def director(house: House, kept: ContestSet) -> Client:
    client = client_of(house.logins[Role.DIRECTOR])
    assert client.post(f"/world/{kept.pk}/look/", {"key": "look"}).status_code == 302
    return client


@pytest.fixture
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    """As though a handful of packages were very many."""
    monkeypatch.setattr(world_ranking, "FEW", 0)


def work_once() -> Job:
    job = take("here 1")
    assert job is not None
    do(job, works(), threading.Event())
    job.refresh_from_db()
    return job


def text(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def bare(answer: Any) -> str:
    """A page without its tokens."""
    found = re.sub(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"', "", answer.content.decode())
    return re.sub(r'(nonce|data-asked)="[^"]*"', "", found)


ADDRESSES = ("", "?club=York", "?sort=-name", "?sort=imps", "board/1/", "board/3/?sort=-score")


@pytest.mark.parametrize("rest", ADDRESSES)
def test_what_was_kept_is_shown_as_what_is_counted_now(
    kept: ContestSet, director: Client, monkeypatch: pytest.MonkeyPatch, rest: str
) -> None:
    now = bare(director.get(f"/world/{kept.pk}/{rest}"))
    count_behind(kept, ALL, nothing)
    forget_what_was_read()
    monkeypatch.setattr(world_ranking, "FEW", 0)
    again = director.get(f"/world/{kept.pk}/{rest}")
    assert bare(again) == now and "being counted" not in text(again)
    assert not Job.objects.exists()


def test_after_a_start_no_package_of_a_ranking_is_read_but_those_that_are_named(
    kept: ContestSet, director: Client, many: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    count_behind(kept, ALL, nothing)
    forget_what_was_read()
    read: list[int] = []

    def counting(row: ContestPackage, contest: Any) -> Any:
        read.append(row.pk)
        return package_in(row, contest)

    for module in ("counting", "tables"):
        monkeypatch.setattr(f"clubscore.extras.world.{module}.package_in", counting)
    monkeypatch.setattr("clubscore.extras.world.pages.PLAYED_SHOWN", 1)
    assert "below par" in text(director.get(f"/world/{kept.pk}/"))
    assert len(read) == 1
    assert director.get(f"/world/{kept.pk}/board/1/").status_code == 200
    assert len(read) == 1


def test_until_the_worker_has_counted_the_last_known_is_shown_and_that_is_said(
    house: House, kept: ContestSet, director: Client, many: None
) -> None:
    at = f"/world/{kept.pk}/"
    first = text(director.get(at))
    assert "being counted" in first and "York" not in first
    assert director.get(at).status_code == 200 and Job.objects.count() == 1
    job = work_once()
    assert (job.state, job.total) == (Job.State.DONE, 2 + len(ALL))
    told = text(director.get(at))
    assert "being counted" not in told and "York" in told
    bring(house.club, package(tricks=7, key=LEEDS, club="Newcomers"))
    behind, board = text(director.get(at)), text(director.get(f"{at}board/1/"))
    assert "being counted" in behind and "York" in behind and "Newcomers" not in behind
    assert "being counted" in board and "Newcomers" not in board
    assert work_once().state == Job.State.DONE
    assert "Newcomers" in text(director.get(at))
    assert "Newcomers" in text(director.get(f"{at}board/1/"))


def test_a_package_that_is_turned_away_is_counted_out(
    house: House, kept: ContestSet, director: Client, many: None
) -> None:
    count_behind(kept, ALL, nothing)
    york = ContestPackage.objects.filter(text__contains="York").first()
    assert york is not None
    deciding = Deciding(is_away=True, whole_club=True, reason="Not theirs")
    decide(package=york, deciding=deciding, key="away", actor=director_of(house.club))
    assert "being counted" in text(director.get(f"/world/{kept.pk}/"))
    work_once()
    assert "York" not in text(director.get(f"/world/{kept.pk}/"))


def test_a_reader_of_some_boards_has_a_ranking_of_their_own(kept: ContestSet, many: None) -> None:
    one = frozenset({1})
    count_behind(kept, one, nothing)
    whats = set(CountedWorld.objects.values_list("what", flat=True))
    assert whats == {"sent", "ranking:2", "board:1"}, "nothing of any other board"
    shown = WorldRanking(kept, one)
    assert not shown.is_behind and {each.standing.boards for each in shown.now.placed} == {1}
    assert WorldRanking(kept, ALL).is_behind
    assert WorldRanking(kept, ALL).now.placed == []
    assert not WorldRanking(kept, frozenset()).is_behind


def test_a_worker_that_is_killed_in_the_middle_keeps_what_it_has_counted(
    kept: ContestSet, director: Client, many: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    director.get(f"/world/{kept.pk}/")
    pack, left = world_counted.packed, 3

    def killed(content: Any) -> bytes:
        nonlocal left
        if not left:
            raise KeyboardInterrupt
        left -= 1
        return pack(content)

    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(world_counted, "packed", killed)
        work_once()
    assert CountedWorld.objects.count() == 3
    Job.objects.update(worker="here 1", state=Job.State.WAITING)
    job = work_once()
    assert (job.state, job.total) == (Job.State.DONE, 2 + len(ALL) - 3)


def test_a_count_that_failed_of_late_is_not_asked_for_again_and_again(
    kept: ContestSet, director: Client, many: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    director.get(f"/world/{kept.pk}/")

    def broken(_content: Any) -> bytes:
        raise ValueError("no room")

    with monkeypatch.context() as patched:
        patched.setattr(world_counted, "packed", broken)
        assert work_once().state == Job.State.FAILED
    told = text(director.get(f"/world/{kept.pk}/"))
    assert "could not be counted" in told and "no room" in told
    assert Job.objects.count() == 1


def test_what_an_older_program_kept_is_no_ones_and_old_rankings_go(
    kept: ContestSet, many: None
) -> None:
    count_behind(kept, ALL, nothing)
    CountedWorld.objects.update(mark="0.4.4.0")
    assert WorldRanking(kept, ALL).now.placed == []
    for bits in range(1, MOST_KEPT + 5):
        seen = frozenset(n for n in ALL if bits >> n & 1)
        count_behind(kept, seen | {1}, nothing)
    rankings = CountedWorld.objects.filter(what__startswith="ranking:")
    assert rankings.count() <= MOST_KEPT


def test_of_very_many_clubs_the_reader_types_which_one(
    kept: ContestSet, director: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = director.get(f"/world/{kept.pk}/?club=York").content.decode()
    assert "?club=Leeds" in page and 'name="club"' not in page
    monkeypatch.setattr("clubscore.extras.world.pages.MOST_STRATA", 1)
    page = director.get(f"/world/{kept.pk}/?club=York").content.decode()
    assert "?club=Leeds" not in page and 'name="club"' in page and 'value="York"' in page
    assert page.count("<tr") == 1 + 4
