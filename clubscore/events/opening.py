"""Opening an event: afresh, as last time by one tap, or as another program set it up."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.entry import Given, Refused
from clubscore.club.models import Club, Person
from clubscore.club.name_questions import tidy
from clubscore.club.wording import month_day, said
from clubscore.events.entries import (
    LONGEST_OF_TEAMS,
    PairTerms,
    enter,
    enter_pair,
    enter_team,
    open_event,
    read_terms,
    terms_of,
)
from clubscore.events.formats import LEAST_PEOPLE, TEAMS, how_many
from clubscore.events.locks import note
from clubscore.events.models import Entry, Event, EventHappening, Section
from clubscore.events.models.facts import EntryChanged, MovementSet
from clubscore.events.names_from_seats import SeatNames, SeatPlace, name_seats
from clubscore.events.plan import as_rows, recipe
from clubscore.events.state import entries_of
from clubscore.events.terms import Terms, last_event, terms_as_of
from clubscore.laws.errors import RuleError
from clubscore.movements import KINDS, Movement
from clubscore.movements.chooser import minutes_of
from clubscore.web.forms import GuestForm, PageForm, Problem, TextField, WholeField, Wholes


class EventEntryForm(GuestForm):
    """Who enters, or who plays as the entry `pair`, which the page showed as `seen`.

    The page finds people by `q`, part of a name, and adds a guest on the way.
    """

    q = TextField(strip=True)
    pair = WholeField()
    name = TextField(id="team")
    expected = TextField()
    seen = TextField()

    def __init__(self, given: Given, *, event: Event) -> None:
        super().__init__(given, club=event.club)
        self.event = event

    def asks_about(self) -> Iterable[str]:
        """Return the fields whose names are asked about: the guest's, or those of the entry."""
        if self.adds_guest or self.sends("find"):
            return super().asks_about()
        return ("name", "expected")

    def stands_as(self, field: str) -> str:
        """Return the name where a guest, or a team of the event, bears it already."""
        typed = tidy(self.typed(field))
        stands = {
            "name": self.event.entries.filter(name=typed),
            "expected": self.event.entries.filter(note=typed),
        }
        if field not in stands:
            return super().stands_as(field)
        return typed if stands[field].exists() else ""

    def others_than(self, field: str) -> Iterable[str]:
        """Return the names that a guest's must not be taken for; teams may be called alike."""
        return super().others_than(field) if field == "guest" else ()


class PastedForm(PageForm):
    """A list of names, who of the club each is where that was asked, and whether it is entered."""

    names = TextField(most=10_000)
    go = TextField(most=1)

    @property
    def answers(self) -> dict[str, str]:
        """Who a name is, by the field that asked."""
        return {name: str(self.data.get(name)) for name in self.data if name.startswith("who-")}


class DoorListForm(PageForm):
    """What somebody enters at the door; the names are read by `read_door`."""

    name = TextField(strip=True, most=LONGEST_OF_TEAMS, id="team")


class AgainForm(PageForm):
    """Which event is played again; with `count` on its terms alone, its tables to be counted."""

    event = WholeField()
    count = TextField()


class CountForm(PageForm):
    """So many whole tables, which way a pair sits alone at a half one, and the movement."""

    tables = WholeField()
    half = TextField()
    movement = TextField()
    seen = WholeField()


class PairNumbersForm(PageForm):
    """How numbers are given: which `way`, the place of each entry, or two places to swap."""

    way = TextField()
    one = WholeField()
    other = WholeField()
    seen = WholeField()

    def __init__(self, given: Given, *, entries: Iterable[Entry]) -> None:
        super().__init__(given)
        self.entries = [entry.pk for entry in entries]
        for pk in self.entries:
            self.fields[f"seed-{pk}"] = WholeField()

    @property
    def seeds(self) -> dict[int, int]:
        """The place of each entry that was given one, {entry: place}; 1 is the first."""
        return {pk: seed for pk in self.entries if (seed := self.number_of(f"seed-{pk}"))}


class StartForm(PageForm):
    """The movement that the page proposed, chosen and begun at once."""

    movement = TextField()
    minutes = WholeField()
    seen = WholeField()


class AtTheDoorForm(PageForm):
    """What happens to an entry at the door: it arrives, pays, withdraws, or joins another."""

    entry = WholeField()
    other = WholeField()
    what = TextField()


class LineupForm(PageForm):
    """Who of a team sits north-south and who east-west; `seen` counts what was said before."""

    team = WholeField()
    ns = Wholes()
    ew = Wholes()
    seen = WholeField()


class PairTermsForm(PageForm):
    """The terms of one pair, and in `was-...` what the page showed of them."""

    def __init__(self, given: Given | None, entry: Entry) -> None:
        super().__init__(given, prefix=str(entry.pk))
        self.entry, self.now = entry, terms_of(entry)
        self.terms = self.now
        for name in PairTerms._fields:
            self.fields[name] = TextField()
            self.fields[f"was-{name}"] = TextField()

    @property
    def seen(self) -> PairTerms:
        """The terms that the page showed."""
        return PairTerms(*(self.cleaned_data[f"was-{name}"] for name in PairTerms._fields))

    def clean(self) -> None:
        """Understand what was typed; of several mistakes the first is said, with the pair."""
        super().clean()
        typed = PairTerms(*(self.cleaned_data[name] for name in PairTerms._fields))
        try:
            self.terms = read_terms(typed, str(self.entry.pk))
        except RuleError as error:
            self.add_error(_field_of(error), f"{self.entry}: {said(error)}")


class PairTermsForms:
    def __init__(self, given: Given | None, entries: Iterable[Entry]) -> None:
        self.forms = {entry.pk: PairTermsForm(given, entry) for entry in entries}

    @property
    def problems(self) -> list[Problem]:
        """What has to be put right, pair by pair."""
        return [problem for form in self.forms.values() for problem in form.problems]

    @property
    def terms(self) -> dict[int, PairTerms]:
        """The terms that were typed, {entry: terms}."""
        return {pk: form.terms for pk, form in self.forms.items()}

    @property
    def seen(self) -> dict[int, PairTerms]:
        """The terms that the page showed, {entry: terms}."""
        return {pk: form.seen for pk, form in self.forms.items()}

    def refuse(self, error: RuleError) -> None:
        """Put a refusal beside the pair and the field that it names."""
        _name, _dash, pk = error.where.rpartition("-")
        self.forms[int(pk)].add_error(_field_of(error), said(error))


def _field_of(error: RuleError) -> str:
    return error.where.rpartition("-")[0]


# ---- As another program set it up.

Kind = EventHappening.Kind


class SectionSetUp(NamedTuple):
    """A section: its letter, its movement, and the people of each number by seat.

    None is a player whom the file does not name; a table says later who it is.
    """

    letter: str
    movement: Movement
    people: dict[int, list[Person | None]]


def open_set_up(
    *,
    club: Club,
    evening: dt.date,
    terms: Terms,
    sections: Sequence[SectionSetUp],
    key: str,
    actor: Actor,
) -> Event:
    """Open an event whose movement is planned already, all or nothing; nothing is played yet.

    The same key again is the same event. Refuses somebody who is named twice.
    """
    _must_be_once(sections)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        known = EventHappening.objects.filter(club=club, key=key, kind=Kind.OPENED)
        for happening in known.select_related("event"):
            return happening.event
        event = open_event(club=club, evening=evening, terms=terms, key=key, actor=actor)
        Section.objects.filter(event=event).delete()
        first = sections[0].movement
        event.boards_a_round = first.boards_per_set
        event.minutes_a_round = max(1, minutes_of(first) // first.rounds)
        event.save(update_fields=["boards_a_round", "minutes_a_round"])
        for each in sections:
            _add_section(event, each, f"{key}:{each.letter}", actor)
    return event


def _must_be_once(sections: Sequence[SectionSetUp]) -> None:
    found: set[int] = set()
    for section in sections:
        for person in (one for people in section.people.values() for one in people):
            if person is not None and person.pk in found:
                text = _("%(name)s is named twice. Choose a different player for one of the names.")
                raise Refused(text % {"name": person.name})
            if person is not None:
                found.add(person.pk)


def _add_section(event: Event, told: SectionSetUp, key: str, actor: Actor) -> None:
    """Write a section with its movement and its entries, who have their numbers at once."""
    movement = told.movement
    plan = recipe(movement) if movement.kind in KINDS else as_rows(movement)
    section = Section.objects.create(
        club_id=event.club_id, event=event, letter=told.letter, plan=plan
    )
    note(event, Kind.MOVEMENT, key, actor, MovementSet(section=told.letter, plan=plan))
    said = []
    for number in range(1, movement.contestants + 1):
        people = told.people.get(number, [])
        named = [one for one in people if one is not None]
        whole = len(named) == LEAST_PEOPLE[event.contestants_are]
        entry = enter(event, named if whole else [], "", actor, by_seats=not whole)
        if whole:
            who = " & ".join(person.name for person in named)
            entered = EntryChanged(what="entered", who=who)
            note(event, Kind.ENTRY, f"{key}:{number}", actor, entered)
        entry.section, entry.number = section, number
        entry.save(update_fields=["section", "number"])
        if named and not whole:
            said.append(SeatNames(entry.pk, people, settles=True))
    if said:
        name_seats(where=SeatPlace(section), said=said, key=f"{key}:names", actor=actor)


# ---- The same event again.


@dataclass(frozen=True)
class EarlierContestant:
    """A pair, a player or a team as it played; `name` is a team's."""

    name: str
    people: list[Person]


@dataclass(frozen=True)
class LastEvent:
    """The event before, and who of its field can play again, by their numbers."""

    event: Event
    field: list[EarlierContestant]

    @property
    def many(self) -> str:
        """How many they are: 13 pairs."""
        return how_many(self.event.contestants_are, len(self.field))

    @property
    def day(self) -> str:
        """When it was: 17 November."""
        return month_day(self.event.evening)


def last_time(club: Club) -> LastEvent | None:
    """Return what the club played last, None where no one of it can play again. Four queries.

    Left out are those who withdrew, who have no full pair or team, and who play here no more.
    """
    event = last_event(club)
    if event is None:
        return None
    field = [
        EarlierContestant(entry.name, entry.people)
        for entry in sorted(entries_of(event), key=_by_number)
        if entry.number is not None and entry.withdrawn_at is None
        and len(entry.people) >= LEAST_PEOPLE[event.contestants_are]
        and all(person.active and not person.merged_into_id for person in entry.people)
    ]  # fmt: skip
    return LastEvent(event, field) if field else None


def _by_number(entry: Entry) -> tuple[int, int]:
    return (entry.section_id or 0, entry.number or 0)


def play_again(*, last: LastEvent, name: str, evening: dt.date, key: str, actor: Actor) -> Event:
    """Open an event as the last one was, with the same field. The same key again is the same event.

    Nobody has arrived or paid yet.
    """
    club = last.event.club
    with transaction.atomic():
        terms = terms_as_of(last.event, name)
        event = open_event(club=club, evening=evening, terms=terms, key=key, actor=actor)
        for number, one in enumerate(last.field, start=1):
            each = f"{key}:{number}"
            if event.contestants_are == TEAMS:
                enter_team(event=event, name=one.name, people=one.people, key=each, actor=actor)
            else:
                enter_pair(event=event, people=one.people, expected="", key=each, actor=actor)
    return event
