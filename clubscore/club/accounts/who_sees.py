"""Which account somebody may see, and which part of it an address asks for."""

import datetime as dt

from django.core.exceptions import PermissionDenied
from django.http import Http404

from clubscore.club.access import Actor, ClubRequest
from clubscore.club.accounts.statement import (
    Period,
)
from clubscore.club.form_values import whole_number
from clubscore.club.models import Club, Person


def book_of(actor: Actor) -> Club:
    """Return the club whose book somebody may open. Raises Http404 where it plays for love."""
    if not actor.home.plays_for_money:
        raise Http404
    if not has_book(actor):
        raise PermissionDenied
    return actor.home


def account_for(actor: Actor, person: int) -> Person:
    """Return whose account somebody may see: the director anybody's, each person their own."""
    club = book_of(actor)
    found = Person.objects.filter(club=club, pk=person).select_related("merged_into").first()
    if found is None:
        raise Http404
    found = found.merged_into or found
    if not actor.is_director and actor.person != found:
        raise PermissionDenied
    return found


def period_of(request: ClubRequest) -> Period:
    """Return the period that an address asks for; what is no date is no end."""
    year = whole_number(request.GET.get("year"))
    if year is not None and 1900 <= year <= 9000:
        return Period.year(year)
    return Period(_day(request.GET.get("from")), _day(request.GET.get("to")))


def _day(text: str | None) -> dt.date | None:
    try:
        day = dt.date.fromisoformat((text or "").strip())
    except ValueError:
        return None
    return day if 1900 <= day.year <= 9000 else None


def has_book(actor: Actor) -> bool:
    """Whether somebody has a page in the club's book: the director, and who is a person of it."""
    plays = actor.club is not None and actor.club.plays_for_money
    return plays and (actor.is_director or actor.person is not None)
