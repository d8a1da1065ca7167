"""Evenings that are to come: planned once or weekly, called off, brought back."""

import datetime as dt

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.evening import evening_of
from clubscore.club.models import Club
from clubscore.club.refused import Refused
from clubscore.mailing.models import PlannedEvening

MOST_WEEKS, MOST_COMING = 60, 400
LEAST_MINUTES, MOST_MINUTES = 15, 900
FURTHEST = dt.timedelta(days=800)
WEEK = dt.timedelta(days=7)


def coming(club: Club) -> list[PlannedEvening]:
    """Return the planned evenings from tonight on, those called off too. One query."""
    tonight = evening_of(club, clock.now())
    return list(PlannedEvening.objects.filter(club=club, day__gte=tonight)[:MOST_COMING])


@transaction.atomic
def plan_evenings(*, plan: PlannedEvening, weeks: int) -> None:
    """Plan an evening, or one a week at the same hour; what is planned already stays once.

    Raises Refused for a day that is over or far away, and for more evenings than a club has.
    """
    club = plan.club
    # One plan after the other: of two equal ones the second finds the first.
    Club.objects.select_for_update().get(pk=club.pk)
    tonight = evening_of(club, clock.now())
    if not tonight <= plan.day <= tonight + FURTHEST:
        raise Refused(_("Choose a day from today on, within two years."), "day")
    if not 1 <= weeks <= MOST_WEEKS:
        raise Refused(_("Weeks: choose 1 to %(most)s.") % {"most": MOST_WEEKS}, "weeks")
    if not LEAST_MINUTES <= plan.minutes <= MOST_MINUTES:
        raise Refused(
            _("Minutes: choose %(least)s to %(most)s.")
            % {"least": LEAST_MINUTES, "most": MOST_MINUTES},
            "minutes",
        )
    there = {(each.day, each.begins, each.title) for each in coming(club)}
    days = [plan.day + number * WEEK for number in range(weeks)]
    new = [day for day in days if (day, plan.begins, plan.title) not in there]
    if len(there) + len(new) > MOST_COMING:
        raise Refused(_("So many evenings are planned already. Plan fewer weeks."), "weeks")
    PlannedEvening.objects.bulk_create(
        PlannedEvening(
            club=club,
            day=day,
            begins=plan.begins,
            minutes=plan.minutes,
            title=plan.title,
            place=plan.place,
            planned_by=plan.planned_by,
        )
        for day in new
    )


def call_off(*, plan: PlannedEvening) -> None:
    """Call an evening off: calendars show it as cancelled."""
    _set(plan, called_off_at=clock.now())


def bring_back(*, plan: PlannedEvening) -> None:
    """Let an evening that was called off take place after all."""
    _set(plan, called_off_at=None)


def _set(plan: PlannedEvening, *, called_off_at: dt.datetime | None) -> None:
    here = PlannedEvening.objects.filter(pk=plan.pk)
    if called_off_at is None:
        here = here.exclude(called_off_at=None)
    else:
        here = here.filter(called_off_at=None)
    here.update(called_off_at=called_off_at, changed_at=clock.now(), revision=F("revision") + 1)
