"""Pictures of a person's year at cards: points added up, and what their account came to."""

from collections.abc import Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from clubscore.charts.courses import Course, Line, lines
from clubscore.charts.picture import Picture
from clubscore.club.accounts.statement import Line as Booked
from clubscore.club.accounts.statement import Period, statement_of
from clubscore.club.models import Entry, Person
from clubscore.club.wording.days import parts_of_time, short_date
from clubscore.club.wording.figures import signed, speak_amount
from clubscore.club.wording.names import listed
from clubscore.laws.sheet.money import find_currency
from clubscore.rubbers.season.person_rubbers import PersonRubber

MOST_LINES = 80  # of an account, each shown as a place of its own


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
    finding = _("%(last)s points in the end; highest %(highest)s, lowest %(lowest)s.") % told
    course = Course(
        along=_("When"),
        at=tuple(sums),
        lines=(Line(_("Points"), tuple(map(float, values))),),
        said=lambda value: signed(round(value)),
    )
    return lines(finding, course)


def balances(person: Person, year: int | None) -> list[Picture]:
    """Return what somebody's account came to over a year, currency by currency.

    Payments are ticks. None for all years: an account of ten years has no end of lines.
    """
    if year is None:
        return []
    statement = statement_of(person.club, person, Period.year(year))
    by_currency: dict[str, list[Booked]] = {}
    for line in statement.lines:
        by_currency.setdefault(line.currency.code, []).append(line)
    found = (_balance(code, booked) for code, booked in sorted(by_currency.items()))
    return [each for each in found if each]


def _balance(code: str, booked: Sequence[Booked]) -> Picture | None:
    """Return the balance after each line where they are few, else after each part of the time."""
    currency, places = find_currency(code), _places(booked)
    if len(places) < 2:
        return None
    values = [each[-1].balance for _label, each in places]
    ends = {"last": values[-1], "highest": max(values), "lowest": min(values)}
    told = {name: speak_amount(coins, currency) for name, coins in ends.items()}
    paid = {
        at: [speak_amount(line.amount, currency) for line in each if _is_payment(line)]
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
    finding = _("The account came to %(last)s in the end; highest %(highest)s, lowest %(lowest)s.")
    return lines(finding % told, course)


def _is_payment(line: Booked) -> bool:
    return line.entry.kind == Entry.Kind.PAYMENT


def _places(booked: Sequence[Booked]) -> list[tuple[str, list[Booked]]]:
    """Return lines by the places of a picture: one each where they are few."""
    if len(booked) <= MOST_LINES:
        return [(short_date(line.day), [line]) for line in booked]
    called = parts_of_time(line.day for line in booked)
    found: dict[str, list[Booked]] = {}
    for line in booked:
        found.setdefault(called(line.day), []).append(line)
    return [*found.items()]
