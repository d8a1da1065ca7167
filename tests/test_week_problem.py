"""The problem of the week: which is picked, which never is, and its pages."""

import datetime as dt
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.club import clock
from clubscore.club.database import forget_what_was_read
from clubscore.club.models import Role
from clubscore.deals.double_dummy import solve, with_nullos, written
from clubscore.deals.hands import Hands, read_deal, usual_board
from clubscore.deals.nullos import is_here, nullo_solver
from clubscore.deals.par import BestPlay, ParContract
from clubscore.events.models import DoubleDummy, Event, NulloTable
from clubscore.events.par_tables import Worked
from clubscore.extras.source_hands import week_problem
from clubscore.extras.source_hands.hand import needed
from clubscore.extras.source_hands.hands import set_problems
from clubscore.extras.source_hands.week_problem import (
    Week,
    WeekProblem,
    problem_of,
    read_week,
    this_week,
    to_make,
    week_with,
)
from tests.deals.packs import TEXT
from tests.events.evenings import Evening
from tests.events.test_boards import lay
from tests.house import client_of, make_user

pytestmark = pytest.mark.django_db
NOW = dt.datetime(2026, 11, 26, 20, tzinfo=dt.UTC)
WEEK = Week(2026, 48)
DEAL = read_deal(TEXT)
WEAK = read_deal("N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3")


@pytest.fixture(autouse=True)
def that_evening() -> Iterator[None]:
    forget_what_was_read()
    with clock.at(NOW):
        yield
    forget_what_was_read()


@pytest.fixture
def events_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every event draw a lower lot than any hand of a source."""
    drawn = week_problem.lot
    monkeypatch.setattr(
        week_problem,
        "lot",
        lambda week, name: ("9" if name.startswith("hand") else "0") + drawn(week, name),
    )


def finished(*deals: Hands, days_ago: float = 7, evening: Evening | None = None) -> Evening:
    """Return a finished event whose boards have these cards, all of them worked out."""
    evening = evening or Evening(6)
    lay(evening, *(usual_board(number, deal) for number, deal in enumerate(deals, start=1)))
    for deal, tricks in zip(deals, solve(deals), strict=True):
        DoubleDummy.objects.get_or_create(deal=deal.pbn(), defaults={"tricks": written(tricks)})
    set_event(evening, finished_at=NOW - dt.timedelta(days=days_ago), ranking_open=True)
    return evening


def set_event(evening: Evening, **facts: Any) -> None:
    if "finished_at" in facts:
        facts["final_at"] = facts["finished_at"]
    Event.objects.filter(pk=evening.event.pk).update(**facts)


def test_a_week_is_that_of_the_calendar_by_the_clubs_clock() -> None:
    assert read_week("2026-W48") == WEEK and str(WEEK) == "2026-W48"
    assert week_with(WEEK.monday) == WEEK and WEEK.monday == dt.date(2026, 11, 23)
    assert WEEK.before == Week(2026, 47)
    assert Week(2021, 1).before == Week(2020, 53)
    for wrong in ("2026-W54", "2026-W00", "2025-W53", "26-W48", "2026-W4", "2026-48", "x", ""):
        assert read_week(wrong) is None, wrong
    club = Evening(6).club
    club.time_zone = "Pacific/Auckland"
    with clock.at(dt.datetime(2026, 11, 29, 12, tzinfo=dt.UTC)):  # Monday there already
        assert this_week(club) == Week(2026, 49)


@pytest.mark.long(10)
def test_what_is_set_of_the_sources_hands_is_made_and_no_trick_over() -> None:
    for one in set_problems():
        level, denomination = int(one.contract[0]), one.contract[1:]
        if denomination == "NU":
            if not is_here():
                continue
            with nullo_solver() as asked:
                ducked = asked.ducked(one.hand.deal)
            assert ducked is not None
            tricks = with_nullos(solve([one.hand.deal])[0], ducked)
        else:
            tricks = solve([one.hand.deal])[0]
        assert tricks[denomination][one.declarer] == needed(level, denomination), one.contract


def test_without_events_a_hand_of_a_source_is_set_every_week() -> None:
    club = Evening(6).club
    found = set()
    week = WEEK
    for _week in range(40):
        problem = problem_of(club, week)
        assert problem.hand is not None
        found.add((problem.hand.key, problem.contract))
        week = week.before
    assert len(found) == len(set_problems())


@pytest.mark.usefixtures("events_first")
def test_a_board_of_a_finished_event_is_set_and_stays_whatever_is_played_later() -> None:
    evening = finished(DEAL)
    first = problem_of(evening.club, WEEK)
    assert first.event == evening.event and first.board == 1 and first.deal == DEAL
    tricks = solve([DEAL])[0]
    assert tricks[first.contract[1:]][first.declarer] == first.need
    # What is finished in that very week takes part from the next one on.
    others = [finished(WEAK, days_ago=0, evening=Evening(6, club=evening.club)) for _ in range(4)]
    forget_what_was_read()
    assert problem_of(evening.club, WEEK)[:-1] == first[:-1]
    # So many weeks that chance leaves out none of the five but in one of ten thousand runs.
    later, week = set(), WEEK
    for _week in range(48):
        week = week_with(week.monday + dt.timedelta(days=7))
        later.add(problem_of(evening.club, week).event)
    assert later == {evening.event, *(each.event for each in others)}


@pytest.mark.usefixtures("events_first")
@pytest.mark.parametrize(
    "facts",
    [
        {"finished_at": None},
        {"finished_at": NOW},
        {"finished_at": NOW - dt.timedelta(weeks=60)},
        {"called_off_at": NOW},
        {"ranking_open": False},
        {"told": True},
    ],
)
def test_of_other_events_no_board_is_set(facts: dict[str, Any]) -> None:
    evening = finished(DEAL)
    set_event(evening, **facts)
    assert problem_of(evening.club, WEEK).hand is not None


@pytest.mark.usefixtures("events_first")
def test_a_deal_that_another_event_is_to_play_is_never_set() -> None:
    evening = finished(DEAL)
    other = Evening(6)
    lay(other, usual_board(7, DEAL))
    assert other.club != evening.club
    assert problem_of(evening.club, WEEK).hand is not None
    set_event(other, finished_at=NOW)
    forget_what_was_read()
    assert problem_of(evening.club, WEEK).event == evening.event


@pytest.mark.usefixtures("events_first")
def test_a_board_that_a_table_has_put_off_is_never_set(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = finished(DEAL)
    monkeypatch.setattr(week_problem, "put_off", lambda _room: {1})
    assert problem_of(evening.club, WEEK).hand is not None


@pytest.mark.usefixtures("events_first")
def test_nullos_are_set_first_where_they_beat_every_other_contract() -> None:
    evening = Evening(6)
    set_event(evening, game="nullos", rules={})
    finished(DEAL, WEAK, evening=evening)
    NulloTable.objects.create(deal=DEAL.pbn(), tricks="7676")
    # As if East and West could make six nullos there; two win the auction.
    NulloTable.objects.create(deal=WEAK.pbn(), tricks="c1c1")
    problem = problem_of(evening.club, WEEK)
    assert problem.board == 2 and problem.contract == "6NU" and problem.declarer in "EW"
    assert problem.need == 1


def text_of(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status, address
    return " ".join(unescape(answer.content.decode()).split())


@pytest.mark.usefixtures("events_first")
def test_tonight_leads_to_it_and_it_is_tried_there() -> None:
    evening = finished(DEAL)
    make_user(evening.club, "player", Role.PLAYER)
    client = client_of(evening.club.memberships.get(user__username="player").user)
    problem = problem_of(evening.club, WEEK)
    tonight = text_of(client, "/")
    address = reverse("week-problem", args=[WEEK])
    assert f'href="{address}"' in tonight and "against any defence" in tonight
    assert "Against the solver" in text_of(client, "/problem/")
    page = text_of(client, address)
    assert "<small aria-hidden" not in page and "Against the solver" in page
    assert str(problem.need) in re.findall(r"need (\d+) tricks?", page)
    assert reverse("event-board", args=[evening.event.pk, 1]) in page
    solution = text_of(client, address + "?way=steps")
    assert "The solution, card by card" in solution and "Best card" in solution
    before = text_of(client, reverse("week-problem", args=[WEEK.before]))
    assert "The solution, card by card" in before and "This week's problem" in before
    assert client.get(reverse("week-problem", args=["2026-W49"])).status_code == 404
    assert client.get(reverse("week-problem", args=["2026-W99"])).status_code == 404
    assert client.get(address + "?cards=SA").status_code in (200, 422)
    assert client.get(address + "?cards=XX").status_code == 422


@pytest.mark.usefixtures("events_first")
def test_what_was_picked_is_asked_for_in_one_query(
    django_assert_num_queries: Any, django_capture_on_commit_callbacks: Any
) -> None:
    evening = finished(DEAL)
    with django_capture_on_commit_callbacks(execute=True):
        problem_of(evening.club, WEEK)
    with django_assert_num_queries(1):
        again = problem_of(evening.club, WEEK)
    assert isinstance(again, WeekProblem) and again.event == evening.event


def test_a_contract_that_goes_down_at_par_is_no_problem() -> None:
    down = ParContract("5S", "NS", ("N",), True, -100)
    made = ParContract("3NT", "EW", ("E", "W"), False, -430)
    lost = ParContract("2NU", "EW", ("W",), False, -173)
    tricks = {"S": {"N": 10}, "NT": {"E": 10}, "NU": {"W": 1}}
    for contracts, expected in (
        ((), None),
        ((down,), None),
        ((down, made), ("4NT", "E")),
        ((lost,), ("6NU", "W")),
    ):
        worked = Worked(tricks, BestPlay(0, contracts))
        assert to_make(worked) == expected
    assert to_make(Worked(tricks, None)) is None
