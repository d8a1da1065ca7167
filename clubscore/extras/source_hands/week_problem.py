"""The problem of the week: a contract that can be made against any defence, and its page.

It is picked by rule and stored nowhere: one for each ISO week, by a lot made of the week and the
hand's own name, from the sources and from events finished within a year before. So it is the same
whenever it is asked for. No board is taken that is still to be played.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.database import Remembered
from clubscore.club.models import Club, zone_of
from clubscore.deals.card_play import CardPlay
from clubscore.deals.hands import Hands, read_deal
from clubscore.events.board_state import BoardStage
from clubscore.events.models import BoardRevision, Event
from clubscore.events.par_tables import Worked
from clubscore.events.pars import par_boards, worked_of
from clubscore.events.state import EventState, room_of
from clubscore.extras.source_hands.hand import ALL_TRICKS, BOOK_TRICKS, SourceHand, needed
from clubscore.extras.source_hands.hands import SetProblem, set_problems
from clubscore.extras.source_hands.pages import bid_words
from clubscore.laws.cards import NULLOS
from clubscore.laws.words import SEATS
from clubscore.web.hand_player import TRY, stepped

# Hands of the sources and events that were finished within a year before the week draw lots, and
# the lowest is taken. Of an event a board is drawn in the same way, of those where at par a
# contract is made: nullos first, where they win. A board is still to be played where its event is
# not finished, a table has put it off, or any club has its deal in such an event.
WEEKS_BACK = 52
# Of so many events one is taken; where none has a board, a source's hand is.
MOST_EVENTS = 3


class Week(NamedTuple):
    """An ISO week by the club's clock."""

    year: int
    number: int

    def __str__(self) -> str:
        return f"{self.year}-W{self.number:02}"

    @property
    def monday(self) -> dt.date:
        """The day on which it begins."""
        return dt.date.fromisocalendar(self.year, self.number, 1)

    @property
    def before(self) -> Week:
        return week_with(self.monday - dt.timedelta(days=1))


class WeekProblem(NamedTuple):
    """A deal, the contract to be made, by whom; and whence it is, a source's hand or a board."""

    deal: Hands
    contract: str
    declarer: str
    hand: SourceHand | None = None
    event: Event | None = None
    board: int = 0

    @property
    def level(self) -> int:
        """The number of the contract."""
        return int(self.contract[0])

    @property
    def need(self) -> int:
        """The tricks that declarer's side must take, at nullos may take."""
        return needed(self.level, self.contract[1:])

    @property
    def play(self) -> CardPlay:
        """The play before the first card."""
        return CardPlay(self.deal, self.contract[1:], self.declarer)


def week_with(day: dt.date) -> Week:
    year, number, _day = day.isocalendar()
    return Week(year, number)


def this_week(club: Club) -> Week:
    """Return the week that it is now by the club's clock."""
    return week_with(clock.now().astimezone(zone_of(club)).date())


def read_week(text: str) -> Week | None:
    """Return the week that an address names ("2026-W48"), None where it names none."""
    year, _sign, number = text.partition("-W")
    if not (year.isdecimal() and number.isdecimal() and len(year) == 4):
        return None
    week = Week(int(year), int(number))
    try:
        return week if str(week) == text and week.monday else None
    except ValueError:
        return None


# Whence, at which revisions of which events: what was picked.
_picked: Remembered[tuple[int, Week, tuple[tuple[object, ...], ...]], WeekProblem] = Remembered()


def problem_of(club: Club, week: Week) -> WeekProblem:
    """Return the problem of a week. One query where it was asked for before, else a bounded few."""
    rows = tuple(_events_before(club, week))
    found = _picked.get((club.pk, week, rows))
    if found is None:
        found = _pick(week, [int(str(pk)) for pk, *_rest in rows])
        _picked.keep((club.pk, week, rows), found)
    return found


def _events_before(club: Club, week: Week) -> Iterator[tuple[object, ...]]:
    """Yield the key of each event that takes part, and what says that it is as it was."""
    begins = dt.datetime.combine(week.monday, dt.time(), zone_of(club))
    events = Event.sessions.filter(
        club=club,
        told=False,
        called_off_at=None,
        ranking_open=True,
        finished_at__lt=begins,
        finished_at__gte=begins - dt.timedelta(weeks=WEEKS_BACK),
    )
    yield from events.order_by("pk").values_list("pk", "revision", "worked_out__at")


def lot(week: Week, name: str) -> str:
    """Return what somebody of this name draws in a week."""
    return hashlib.sha256(f"{week} {name}".encode()).hexdigest()


def _pick(week: Week, events: list[int]) -> WeekProblem:
    drawn = [(lot(week, f"event {pk}"), pk) for pk in events]
    sources = [(lot(week, f"hand {index}"), index) for index in range(len(set_problems()))]
    first = min(sources)
    for number, pk in sorted(drawn)[:MOST_EVENTS]:
        if number > first[0]:
            break
        found = _of_event(week, pk)
        if found is not None:
            return found
    return _of_source(set_problems()[first[1]])


def _of_source(one: SetProblem) -> WeekProblem:
    return WeekProblem(one.hand.deal, one.contract, one.declarer, hand=one.hand)


def _of_event(week: Week, pk: int) -> WeekProblem | None:
    """Return the problem that an event gives in a week, None where no board is one."""
    room = room_of(Event.objects.select_related("club").get(pk=pk))
    boards = {board.number: board for board in par_boards(room) if board.deal}
    worked = worked_of(room, list(boards.values()))
    found: list[tuple[bool, str, WeekProblem]] = []
    for number in sorted(worked.keys() - put_off(room)):
        deal, best = read_deal(boards[number].deal or ""), to_make(worked[number])
        if best is not None:
            problem = WeekProblem(deal, *best, event=room.event, board=number)
            is_other = best[0][1:] != NULLOS.key
            found.append((is_other, lot(week, f"board {pk} {number}"), problem))
    coming = _still_to_come(problem.deal for *_order, problem in found)
    free = [each for each in found if each[2].deal.pbn() not in coming]
    return min(free)[2] if free else None


def to_make(worked: Worked) -> tuple[str, str] | None:
    """Return what a board's par is played in, with all the tricks that are to be had, and by whom.

    None where nothing is made at par: the side that holds it goes down, or all pass.
    """
    for each in worked.best.contracts if worked.best else ():
        if not each.doubled:
            declarer = each.hands[0]
            tricks = worked.tricks[each.denomination][declarer]
            return f"{level_of(each.denomination, tricks)}{each.denomination}", declarer
    return None


def level_of(denomination: str, tricks: int) -> int:
    """Return the number of the highest contract that so many tricks make."""
    if denomination == NULLOS.key:
        return ALL_TRICKS - BOOK_TRICKS - tricks
    return tricks - BOOK_TRICKS


def put_off(room: EventState) -> set[int]:
    """Return the boards that some table is to play later."""
    return {spot.board for spot, one in room.standings.items() if one.state is BoardStage.LATER}


def _still_to_come(deals: Iterator[Hands]) -> set[str]:
    """Return those of these deals that an event has which is not finished. One query."""
    waiting = BoardRevision.objects.filter(
        deal__in={deal.pbn() for deal in deals},
        event__finished_at=None,
        event__called_off_at=None,
        event__deleted_at=None,
    )
    return set(waiting.values_list("deal", flat=True))


class ToldProblem(NamedTuple):
    """A week's problem as tonight's page names it: the sentence, and where it leads."""

    sentence: str
    url: str
    before: str


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
    context: dict[str, Any] = {
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


def tonights_problem(club: Club) -> ToldProblem:
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
