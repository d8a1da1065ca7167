"""Pictures of a person's year at cards: points added up, and what their account came to."""

import datetime as dt
from collections.abc import Callable, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from clubscore.charts.courses import Course, Line, lines
from clubscore.charts.picture import Picture
from clubscore.club.accounts.by_moment import Moment, moments_of
from clubscore.club.accounts.statement import ALWAYS, Period
from clubscore.club.models import Person
from clubscore.club.wording.days import month_year, parts_of_time, short_date, year_of
from clubscore.club.wording.figures import signed, speak_amount
from clubscore.club.wording.names import listed
from clubscore.laws.money import find_currency
from clubscore.rubbers.season.person_rubbers import PersonRubber

MOST_LINES = 80  # of an account, each shown as a place of its own
MOST_MONTHS = 120  # of an account: ten years
Called = Callable[[dt.date], str]


def points_course(rubbers: Sequence[PersonRubber]) -> Picture | None:
    """Return points added up evening by evening; None where there are not two parts of the time."""
    called = parts_of_time(each.evening for each in rubbers)
    sums: dict[str, int] = {}
    points = 0
    for each in reversed(rubbers):
        points += each.points
        sums[called(each.evening)] = points
    if len(sums) < 2:
        return None
    values = [*sums.values()]
    told = {"last": signed(points), "highest": signed(max(values)), "lowest": signed(min(values))}
    course = Course(
        along=_("When"),
        at=tuple(sums),
        lines=(Line(_("Points"), tuple(map(float, values))),),
        said=lambda value: signed(round(value)),
    )
    return lines(_points_in_words(called) % told, course)


def _points_in_words(called: Called) -> str:
    if called is month_year:
        return _(
            "%(last)s points in the end; after no month more than %(highest)s or less than"
            " %(lowest)s."
        )
    if called is year_of:
        return _(
            "%(last)s points in the end; after no year more than %(highest)s or less than"
            " %(lowest)s."
        )
    return _("%(last)s points in the end; highest %(highest)s, lowest %(lowest)s.")


def balances(person: Person, year: int | None) -> list[Picture]:
    """Return what somebody's account came to over a year, or all, currency by currency.

    Payments are ticks.
    """
    period = ALWAYS if year is None else Period.year(year)
    moments = moments_of(person.club, person, period)
    found = (_balance(code, each) for code, each in sorted(moments.items()))
    return [each for each in found if each]


def _balance(code: str, moments: Sequence[Moment]) -> Picture | None:
    """Return the balance after each line where they are few, else after each part of the time."""
    called = parts_of_time((each.day for each in moments), months=MOST_MONTHS)
    places = _places(moments, called)
    if len(places) < 2:
        return None
    currency = find_currency(code)
    values = [each[-1].balance for _label, each in places]
    ends = {"last": values[-1], "highest": max(values), "lowest": min(values)}
    told = {name: speak_amount(coins, currency) for name, coins in ends.items()}
    paid = {
        at: [speak_amount(one.amount, currency) for one in each if one.is_payment]
        for at, (_label, each) in enumerate(places)
    }
    course = Course(
        along=_("When"),
        at=tuple(label for label, _each in places),
        lines=(Line(_("Balance"), tuple(map(float, values))),),
        said=lambda value: speak_amount(round(Fraction(value)), currency),
        ticks=tuple((at, listed(each)) for at, each in paid.items() if each),
        ticks_head=_("Payments"),
    )
    return lines(_balance_in_words(called, len(moments)) % told, course)


def _balance_in_words(called: Called, count: int) -> str:
    """Return the finding; highest and lowest are what the picture shows, so it says of when."""
    if count > MOST_LINES and called is month_year:
        return _(
            "The account came to %(last)s in the end; after no month to more than %(highest)s"
            " or less than %(lowest)s."
        )
    if count > MOST_LINES and called is year_of:
        return _(
            "The account came to %(last)s in the end; after no year to more than %(highest)s"
            " or less than %(lowest)s."
        )
    return _("The account came to %(last)s in the end; highest %(highest)s, lowest %(lowest)s.")


def _places(moments: Sequence[Moment], called: Called) -> list[tuple[str, list[Moment]]]:
    """Return lines by the places of a picture: one each where they are few."""
    if len(moments) <= MOST_LINES:
        return [(short_date(each.day), [each]) for each in moments]
    found: dict[str, list[Moment]] = {}
    for each in moments:
        found.setdefault(called(each.day), []).append(each)
    return [*found.items()]
