"""The problem of the week: this week's to be tried, those of weeks before with their solution."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.models import Club
from clubscore.laws.words import SEATS
from clubscore.room.views.live_hands.contracts_said import bid_words
from clubscore.room.week_problem import Week, WeekProblem, problem_of, read_week, this_week
from clubscore.tableside.whole_hand import TRY, Stepped, stepped


class ToldProblem(NamedTuple):
    """A week's problem as tonight's page names it: the sentence, and where it leads."""

    sentence: str
    url: str
    before: str


class ProblemPage(TypedDict):
    """What the page of a problem shows."""

    week: Week
    sentence: str
    problem: WeekProblem
    whence: str
    is_now: bool
    before: str
    stepped: Stepped


@open_to(Level.PLAYER)
@require_safe
def problem_now(request: ClubRequest) -> HttpResponse:
    """Show this week's problem to be tried."""
    return _page(request, this_week(request.actor.home))


@open_to(Level.PLAYER)
@require_safe
def problem_of_week(request: ClubRequest, week: str) -> HttpResponse:
    """Show a week's problem to be tried; of a week before, its solution first."""
    found = read_week(week)
    if found is None or found > this_week(request.actor.home):
        raise Http404
    return _page(request, found)


def _page(request: ClubRequest, week: Week) -> HttpResponse:
    club = request.actor.home
    problem, is_now = problem_of(club, week), week == this_week(club)
    asked = {"way": TRY if is_now else "steps", **request.GET.dict()}
    shown = stepped(problem.play, asked, lambda: problem.need)
    context: ProblemPage = {
        "week": week,
        "sentence": sentence_of(problem),
        "problem": problem,
        "whence": whence_of(problem),
        "is_now": is_now,
        "before": address_of(week.before),
        "stepped": shown,
    }
    status = 422 if shown.wrong else 200
    return render(request, "room/live_hands/week_problem.html", context, status=status)


def told_tonight(club: Club) -> ToldProblem:
    """Return this week's problem as a line. One query, a few more when it is asked for first."""
    week = this_week(club)
    return ToldProblem(
        sentence_of(problem_of(club, week)), address_of(week), address_of(week.before)
    )


def sentence_of(problem: WeekProblem) -> str:
    """Return a problem in words: "South to make 4 spades against any defence"."""
    values = {"seat": _(SEATS[problem.declarer]), "contract": bid_words(problem.contract)}
    return _("%(seat)s to make %(contract)s against any defence") % values


def address_of(week: Week) -> str:
    """Return the address of a week's problem."""
    return reverse("week-problem", args=[week])


def whence_of(problem: WeekProblem) -> str:
    """Return the address of the board or hand of which it is made."""
    if problem.hand is not None:
        return reverse("source-hand", args=[problem.hand.key])
    assert problem.event is not None  # noqa: S101 - one of the two
    return reverse("event-board", args=[problem.event.pk, problem.board])
