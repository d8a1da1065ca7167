"""The Players' room: the list, a person's page, guests who become members, entries merged."""

from typing import TypedDict

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.authorship import key_of
from clubscore.club.edit_conflicts import Change, ChangedMeanwhile, seen_of
from clubscore.club.forms import MergeForm, PersonForm, add_refusal, problems_of
from clubscore.club.logins.logins import clubs_of
from clubscore.club.models import Membership, Person
from clubscore.club.naming.asking_about_names import names_at, oddities
from clubscore.club.one_moment import at_one_moment
from clubscore.club.people import merging, services
from clubscore.club.people.federation_numbers import (
    dropped_by_merging,
    numbers_of,
    seen_numbers,
    set_numbers,
)
from clubscore.club.people.filters import PeopleFilter
from clubscore.club.people.forgetting import forget_name
from clubscore.club.people.selectors import people_in, person_for
from clubscore.club.people.tables import A_PAGE, PeopleTable
from clubscore.club.refused import Refused
from clubscore.events.rankings.person_events import events_played
from clubscore.ranking.member_numbers import label_of_scheme
from clubscore.room.forms import KindForm, NumbersForm
from clubscore.room.views.money.owed import OwedRow, own_rows
from clubscore.rubbers.money.person_evenings import evenings_of


class PlayersPage(TypedDict):
    """The list of the club's people as it is searched, and how many there are."""

    filter: PeopleFilter
    table: PeopleTable
    members: int
    guests: int
    found: int
    q: str
    clubs: list[Membership]


class AddPage(TypedDict):
    """The form of a new entry, for a member or a guest."""

    form: PersonForm
    kind: str
    key: str
    problems: list[dict[str, str]]


class NamelessPage(TypedDict):
    """A person whose name is to be forgotten, and why it cannot be."""

    person: Person
    problems: list[dict[str, str]]


class PersonPage(TypedDict):
    """A person, the form that changes the entry, and what they have played."""

    person: Person
    odd: list[str]
    form: PersonForm
    problems: list[dict[str, str]]
    changes: list[Change]
    numbers: list[str]
    numbers_form: NumbersForm
    numbers_problems: list[dict[str, str]]
    numbers_changes: list[Change]
    evenings: object
    events: object
    shows_money: bool
    owed: list[OwedRow]


class MergePage(TypedDict):
    """Two entries that may be one person."""

    person: Person
    form: MergeForm
    other: Person | None
    dropped: list[tuple[str, str, str]]
    problems: list[dict[str, str]]


@open_to(Level.PLAYER)
@require_safe
def players(request: ClubRequest) -> HttpResponse:
    """Show the club's people: searched, sorted, by pages."""
    everybody = people_in(request.actor.home)
    found = PeopleFilter(request.GET, queryset=everybody)
    found.sees_federations = request.actor.is_director
    table = PeopleTable(found.qs, actor=request.actor)
    RequestConfig(request, paginate={"per_page": A_PAGE}).configure(table)
    active = everybody.filter(active=True)
    context: PlayersPage = {
        "filter": found,
        "table": table,
        "members": active.filter(kind=Person.Kind.MEMBER).count(),
        "guests": active.filter(kind=Person.Kind.GUEST).count(),
        "found": found.qs.count(),
        "q": request.GET.get("q", "").strip(),
        "clubs": clubs_of(request.actor.login),
    }
    return render(request, "room/players.html", context)


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def add(request: ClubRequest) -> HttpResponse:
    """Add a member, or a guest."""
    actor = request.actor
    asked = KindForm(request.POST if request.POST.get("kind") else request.GET)
    kind = asked.words_of("kind") or Person.Kind.MEMBER
    initial = {"name": request.GET.get("name", ""), "active": True}
    form = PersonForm(request.POST or None, initial=initial, club=actor.home)
    if request.method == "POST" and form.is_valid():
        try:
            person = services.add_person(
                club=actor.home,
                details=form.details,
                kind=kind,
                author=actor.label,
                key=key_of(request.POST),
            )
            return redirect("person", person=person.pk)
        except (Refused, ValidationError) as refusal:
            add_refusal(form, refusal)
    context: AddPage = {
        "form": form,
        "kind": kind,
        "key": key_of(request.POST),
        "problems": problems_of(form),
    }
    return render(request, "room/person_add.html", context, status=422 if form.errors else 200)


@open_to(Level.PLAYER)
@require_safe
@at_one_moment
def person(request: ClubRequest, person: int) -> HttpResponse:
    """Show a person: what they played and, to a director, what can be corrected."""
    found = person_for(request.actor, person)
    if found.pk != person:
        return redirect("person", person=found.pk)
    return person_page(request, found)


def person_page(
    request: ClubRequest,
    found: Person,
    form: PersonForm | None = None,
    changes: list[Change] | None = None,
    status: int = 200,
    numbers: NumbersForm | None = None,
) -> HttpResponse:
    """Return the page of a person, with a form as it was typed; `changes` are of that one."""
    given = numbers or NumbersForm(person=found)
    if form is None:
        seen = seen_of(found, services.FIELDS)
        form = PersonForm(instance=found, initial={"seen": seen}, club=found.club)
    evenings = evenings_of(found, request.GET.get("page"))
    context: PersonPage = {
        "person": found,
        "odd": oddities(found.name, names_at(found.club, found.pk)),
        "form": form,
        "problems": problems_of(form),
        "changes": [] if numbers else changes or [],
        "numbers": _numbers_told(request.actor, found),
        "numbers_form": given,
        "numbers_problems": problems_of(given),
        "numbers_changes": changes or [] if numbers else [],
        "evenings": evenings,
        "events": events_played(found, request.actor),
        # Nobody sees another's coins but the director; whoever keeps score sees points.
        "shows_money": found.club.plays_for_money
        and (request.actor.is_director or request.actor.person == found),
        "owed": own_rows(request.actor) if request.actor.person == found else [],
    }
    return render(request, "room/person.html", context, status=status)


@open_to(Level.DIRECTOR)
@require_POST
def change(request: ClubRequest, person: int) -> HttpResponse:
    """Put a person right; show what somebody else changed meanwhile."""
    found = person_for(request.actor, person)
    form = PersonForm(request.POST, instance=found, club=found.club)
    if not form.is_valid():
        return person_page(request, found, form, status=422)
    try:
        services.change_person(
            person=found,
            details=form.details,
            seen=form.cleaned_data["seen"],
            author=request.actor.label,
        )
    except ChangedMeanwhile as meanwhile:
        found.refresh_from_db()
        typed = request.POST.copy()
        typed["seen"] = seen_of(found, services.FIELDS)
        form = PersonForm(typed, instance=found, club=found.club)
        return person_page(request, found, form, meanwhile.changes, status=409)
    except (Refused, ValidationError) as refusal:
        add_refusal(form, refusal)
        return person_page(request, found, form, status=422)
    return redirect("person", person=found.pk)


def _numbers_told(actor: Actor, person: Person) -> list[str]:
    """Return a person's numbers with federations in words, to the director alone."""
    held = numbers_of(person) if actor.is_director else {}
    return [f"{label_of_scheme(scheme)} {one.number}" for scheme, one in held.items()]


@open_to(Level.DIRECTOR)
@require_POST
def change_numbers(request: ClubRequest, person: int) -> HttpResponse:
    """Put a person's numbers with federations right."""
    found = person_for(request.actor, person)
    form = NumbersForm(request.POST, person=found)
    if not form.is_valid():
        return person_page(request, found, numbers=form, status=422)
    try:
        set_numbers(
            person=found,
            numbers=form.numbers,
            seen=form.cleaned_data["seen"],
            author=request.actor.label,
        )
    except ChangedMeanwhile as meanwhile:
        typed = request.POST.copy()
        typed["seen"] = seen_numbers(found)
        form = NumbersForm(typed, person=found)
        return person_page(request, found, None, meanwhile.changes, 409, form)
    except Refused as refusal:
        form.add_error(form.field_of(refusal.field), str(refusal))
        return person_page(request, found, numbers=form, status=422)
    return redirect("person", person=found.pk)


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def nameless(request: ClubRequest, person: int) -> HttpResponse:
    """Say what forgetting a name means; with a second tap forget it."""
    found = person_for(request.actor, person)
    problems: list[dict[str, str]] = []
    if request.method == "POST" and "agreed" in request.POST:
        try:
            forget_name(person=found, author=request.actor.label)
            return redirect("person", person=found.pk)
        except Refused as refusal:
            problems = [{"field": "", "text": str(refusal)}]
    context: NamelessPage = {"person": found, "problems": problems}
    return render(request, "room/nameless.html", context, status=422 if problems else 200)


@open_to(Level.DIRECTOR)
@require_POST
def make_member(request: ClubRequest, person: int) -> HttpResponse:
    """Make a guest a member."""
    found = person_for(request.actor, person)
    services.make_member(person=found, author=request.actor.label)
    return redirect("person", person=found.pk)


@open_to(Level.DIRECTOR)
@require_http_methods(["GET", "HEAD", "POST"])
def merge(request: ClubRequest, person: int) -> HttpResponse:
    """Say that another entry is this same person, after a look at both."""
    found = person_for(request.actor, person)
    given = request.POST if request.method == "POST" else request.GET
    form = MergeForm(given if "other" in given or request.method == "POST" else None, person=found)
    other = form.cleaned_data["other"] if form.is_bound and form.is_valid() else None
    if request.method == "POST" and other is not None and "agreed" in given:
        try:
            merging.merge_people(other=other, into=found, author=request.actor.label)
            return redirect("person", person=found.pk)
        except Refused as refusal:
            add_refusal(form, refusal)
            other = None
    context: MergePage = {
        "person": found,
        "form": form,
        "other": other,
        "dropped": dropped_by_merging(other, found) if other is not None else [],
        "problems": problems_of(form),
    }
    return render(request, "room/merge.html", context, status=422 if form.errors else 200)
