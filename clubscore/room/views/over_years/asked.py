"""Whose years are asked for, and which: what the pages of a person over the years share."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TypedDict

from django.db import DatabaseError
from django.http import HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from clubscore.club.access import Actor, ClubRequest
from clubscore.club.models import Person
from clubscore.club.one_moment import one_moment
from clubscore.club.people.selectors import person_for
from clubscore.events.models import Event
from clubscore.events.over_years.keeping import ask_for
from clubscore.events.over_years.played_events import PlayedYears, events_seen, played_years
from clubscore.room.forms import YearForm
from clubscore.rubbers.season.person_rubbers import PersonRubber, rubbers_of, years_of

ALL = "all"
PAGES = {
    "person-years": _("Years"),
    "person-partners": _("Partners"),
    "person-contracts": _("Contracts"),
    "person-boards": _("Boards"),
}


class YearKey(TypedDict):
    """A year that can be chosen: what it is called, what an address says of it."""

    label: str
    value: str
    chosen: bool


@dataclass
class Asked:
    """A person as a reader asks for them: the events they may see, and the year, None for all."""

    actor: Actor
    person: Person
    given: QueryDict

    @cached_property
    def form(self) -> YearForm:
        """Which year is asked for."""
        return YearForm(self.given)

    @cached_property
    def seen(self) -> Sequence[Event]:
        """The events that this reader may see."""
        return events_seen(self.person, self.actor)

    @cached_property
    def years(self) -> list[int]:
        """All years in which they played anything, the newest first."""
        of_events = {each.evening.year for each in self.seen}
        return sorted(of_events | {*years_of(self.person)}, reverse=True)

    @cached_property
    def year(self) -> int | None:
        """The year that is shown: the newest unless another, or all of them, is asked for."""
        if self.form.words_of("year") == ALL or not self.years:
            return None
        chosen = [each for each in self.years if str(each) == self.form.words_of("year")]
        return chosen[0] if chosen else self.years[0]

    @property
    def year_word(self) -> str:
        """What addresses say of the year that is shown."""
        return ALL if self.year is None else str(self.year)

    @property
    def year_keys(self) -> list[YearKey]:
        """The years to choose from."""
        keys = [YearKey(label=str(n), value=str(n), chosen=n == self.year) for n in self.years]
        return [*keys, YearKey(label="", value=ALL, chosen=self.year is None)]

    @cached_property
    def played(self) -> PlayedYears:
        """Their boards of that year."""
        return played_years(self.person, self.seen, self.year)

    @cached_property
    def rubbers(self) -> list[PersonRubber]:
        """Their rubbers of that year."""
        return rubbers_of(self.person, self.year, money=self.shows_money)

    @property
    def shows_money(self) -> bool:
        """Whether coins are shown: to the director, and each person's own to that person."""
        own = self.actor.person == self.person
        return self.person.club.plays_for_money and (self.actor.is_director or own)


# What a page shows besides what all of them show: a TypedDict.
Made = Callable[[Asked], Mapping[str, object]]


def page(
    request: ClubRequest, template: str, made: Made, address: str, person: int, **more: int
) -> HttpResponse:
    """Show a page of a person's years, read at one moment; the worker keeps what is not kept yet.

    `address` is what the page is called, with whom it names. Raises Http404 for another club's,
    PermissionDenied for another player's.
    """
    with one_moment():
        found = person_for(request.actor, person)
        if found.pk != person:
            return HttpResponseRedirect(reverse(address, kwargs={"person": found.pk, **more}))
        asked = Asked(request.actor, found, request.GET)
        context = {
            "person": found,
            "year_keys": asked.year_keys,
            "year": asked.year_word,
            "pages": [*PAGES.items()],
            "here": address,
            **made(asked),
            "waiting": asked.played.waiting,
        }
    if asked.played.behind:
        # A page is read all the same where nothing can be written: a full disk, say.
        with suppress(DatabaseError):
            ask_for(found.club)
    return render(request, template, context)


def people_by_key(keys: Iterable[int]) -> dict[int, Person]:
    """Return people by their keys, without what is nobody's. One query."""
    return Person.objects.in_bulk({each for each in keys if each})


def boards_counted(number: int) -> str:
    """Return a number of boards in words."""
    return ngettext("%(n)s board", "%(n)s boards", number) % {"n": number}
