"""The Players' room: the list and each person's page, and the door where they find a seat."""

import datetime as dt
import secrets
from dataclasses import dataclass
from typing import Any

import django_filters as filters
import django_tables2 as tables
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_tables2 import RequestConfig

from clubscore.club import federation_numbers
from clubscore.club import people as services
from clubscore.club.access import Actor, ClubRequest, Level, device_of, open_to
from clubscore.club.database import at_one_moment
from clubscore.club.entry import ChangedMeanwhile, FieldChange, Refused, key_of, seen_of
from clubscore.club.federation_numbers import (
    dropped_by_merging,
    numbers_of,
    seen_numbers,
    set_numbers,
)
from clubscore.club.logins import clubs_of
from clubscore.club.models import Club, Person
from clubscore.club.name_questions import names_at, oddities
from clubscore.club.people import people_in, person_for, with_number, with_words
from clubscore.club.privacy import forget_name
from clubscore.club.wording import speak_amount
from clubscore.events.door_list import EventDoor
from clubscore.events.person import events_played
from clubscore.home.codes import LONGEST, client_of
from clubscore.home.forms import DoorForm, FederationNumbersForm, KindForm
from clubscore.home.money import own_rows
from clubscore.laws.cutting import complete
from clubscore.laws.errors import RuleError
from clubscore.laws.money import Currency
from clubscore.laws.words import SEATS
from clubscore.ranking.member_numbers import KNOWN, label_of_scheme
from clubscore.rubbers.door import COOKIE, come_in, door_by_token, may_look
from clubscore.rubbers.models import RoomLink, Sitting
from clubscore.rubbers.pages.phones import let_in
from clubscore.rubbers.score import standing_at
from clubscore.rubbers.season import evenings_of
from clubscore.rubbers.selectors import new_key, open_sittings, tonight
from clubscore.rubbers.seven import crossing_at
from clubscore.rubbers.seven_words import people_now_at
from clubscore.web.forms import (
    MergeForm,
    PersonForm,
    add_refusal,
    people_to_seat,
    problems_of,
)

KINDS = [("member", _("members")), ("guest", _("guests")), ("away", _("not playing now"))]


class PeopleFilter(filters.FilterSet):
    """By any part of a name or a number; members, guests, or those who play here no more."""

    q = filters.CharFilter(method="by_words", label=_("Part of a name or number"))
    kind = filters.ChoiceFilter(
        choices=KINDS, empty_label=_("all"), method="by_kind", label=_("Show")
    )

    # Whether the reader may find people by what directors alone see.
    sees_federations = False

    class Meta:
        model = Person
        fields: list[str] = []

    @property
    def qs(self) -> QuerySet[Person]:
        """Everybody who is asked for; without a wish, those who play here now."""
        people = super().qs
        asked = self.form.cleaned_data.get("kind") if self.form.is_valid() else None
        return people if asked == "away" else people.filter(active=True)

    def by_words(self, people: QuerySet[Person], _name: str, text: str) -> QuerySet[Person]:
        """Find every word somewhere in the names or number."""
        return with_words(people, text, federations=self.sees_federations)

    def by_kind(self, people: QuerySet[Person], _name: str, kind: str) -> QuerySet[Person]:
        """Members, guests, or those away."""
        return people.filter(active=False) if kind == "away" else people.filter(kind=kind)


# ---- The list of people as a table.

A_PAGE = 25  # rows
# An account: its page, its name, and its coins by currency.
AccountRow = dict[str, str | int]


class PeopleTable(tables.Table):
    """Names and short names for all; numbers and e-mail for those who keep the list.

    To a director of a club of a federation it shows the numbers there too.
    """

    name = tables.Column(verbose_name=_("Name"))
    short_name = tables.Column(verbose_name=_("On the pad"))
    number = tables.Column(verbose_name=_("Number"), default="")
    kind = tables.Column(verbose_name=_("Status"))
    email = tables.Column(verbose_name=_("E-mail"), default="")

    class Meta:
        model = Person
        fields = ("name", "short_name", "number", "kind", "email")
        order_by = "name"

    caption = _("Members and guests")

    def __init__(self, people: QuerySet[Person], *, actor: Actor) -> None:
        theirs = actor.home.federation
        hidden = ("email",) if actor.is_scorer else ("email", "number")
        if actor.is_director and theirs in KNOWN:
            column = tables.Column(verbose_name=label_of_scheme(theirs), default="")
            super().__init__(
                with_number(people, theirs),
                extra_columns=[("federation_number", column)],
                sequence=("name", "short_name", "number", "federation_number", "..."),
            )
        else:
            super().__init__(people, exclude=() if actor.is_director else hidden)
        self.actor = actor

    def render_name(self, value: str, record: Person) -> str:
        """Lead to the person's page, where the reader may open it."""
        own = self.actor.person is not None and self.actor.person.pk == record.pk
        if not (own or self.actor.is_scorer):
            return value
        return format_html('<a href="{}">{}</a>', reverse("person", args=[record.pk]), value)


class AccountsTable(tables.Table):
    """Every account with its balances, a column a currency."""

    name = tables.Column(verbose_name=_("Account"))
    caption = _("All accounts")

    class Meta:
        order_by = "name"

    @classmethod
    def of(cls, rows: list[AccountRow], currencies: list[Currency]) -> "AccountsTable":
        """Return the table of these balances."""
        columns = [(each.code, BalanceColumn(each)) for each in currencies]
        return cls(rows, extra_columns=columns)

    def render_name(self, value: str, record: AccountRow) -> str:
        """Lead to the account."""
        return format_html('<a href="{}">{}</a>', record["page"], value)


class BalanceColumn(tables.Column):
    """Coins of one currency, as they are spoken."""

    def __init__(self, currency: Currency) -> None:
        attrs = {"th": {"class": "num"}, "td": {"class": "num nowrap"}}
        super().__init__(verbose_name=currency.code, attrs=attrs)
        self.currency = currency

    def render(self, value: int) -> str:
        """Speak the amount; nothing is left empty."""
        return speak_amount(value, self.currency) if value else ""


# ---- The Players' room.


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
    context: dict[str, Any] = {
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
    context: dict[str, Any] = {
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
    changes: list[FieldChange] | None = None,
    status: int = 200,
    numbers: FederationNumbersForm | None = None,
) -> HttpResponse:
    """Return the page of a person, with a form as it was typed; `changes` are of that one."""
    given = numbers or FederationNumbersForm(person=found)
    if form is None:
        seen = seen_of(found, services.FIELDS)
        form = PersonForm(instance=found, initial={"seen": seen}, club=found.club)
    evenings = evenings_of(found, request.GET.get("page"))
    context: dict[str, Any] = {
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
    form = FederationNumbersForm(request.POST, person=found)
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
        form = FederationNumbersForm(typed, person=found)
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
    context: dict[str, Any] = {"person": found, "problems": problems}
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
            federation_numbers.merge_people(other=other, into=found, author=request.actor.label)
            return redirect("person", person=found.pk)
        except Refused as refusal:
            add_refusal(form, refusal)
            other = None
    context: dict[str, Any] = {
        "person": found,
        "form": form,
        "other": other,
        "dropped": dropped_by_merging(other, found) if other is not None else [],
        "problems": problems_of(form),
    }
    return render(request, "room/merge.html", context, status=422 if form.errors else 200)


# ---- The room's door: where do I sit?

SHOWN = 12
LEAST = 3  # letters of a part of a name; a shorter one must be a whole word of it
AN_EVENING = dt.timedelta(hours=12)


@dataclass(frozen=True)
class DoorSeat:
    """Somebody at a table, and the seat that is theirs, "" for none."""

    person: Person
    seat: str


@dataclass(frozen=True)
class TablePeople:
    """A table of tonight with its people."""

    sitting: Sitting
    people: list[DoorSeat]


@open_to(Level.VISITOR)
def room_door(request: ClubRequest, door: str) -> HttpResponse:
    """Show tonight's tables with their people; whoever taps their name is let in at their table."""
    link = door_by_token(door)
    if link is None:
        return render(request, "rubbers/code_ran_out.html", {"room": True}, status=404)
    club = link.club
    if request.method != "POST":
        return _found_page(request, door, DoorForm(request.GET, club=club), link)
    form = DoorForm(request.POST, club=club)
    if not form.people:
        return _page(request, door, form)
    who = form.people[0]
    try:
        address = _address_for(request, club, who, form)
    except (RuleError, Refused) as error:
        form.refuse(error)
        return _page(request, door, form, who if form.sends("table") else None)
    return _page(request, door, form, who) if address is None else redirect(address)


def _found_page(request: ClubRequest, door: str, form: DoorForm, link: RoomLink) -> HttpResponse:
    """Show the door with those whose name is looked for, as often as a phone may look."""
    if not form.typed("q").strip():
        return _page(request, door, form)
    own = request.COOKIES.get(COOKIE, "")[:LONGEST] or secrets.token_urlsafe(16)
    if may_look(link.token_hash, client_of(request, own)):
        answer = _page(request, door, form, looks=True)
    else:
        told = gettext("This phone has looked for many names tonight. Ask tonight's director.")
        form.refuse(Refused(told), "q")
        answer = _page(request, door, form)
        answer.status_code = 429
    answer.set_cookie(
        COOKIE, own, max_age=AN_EVENING, secure=settings.SESSION_COOKIE_SECURE, httponly=True,
        samesite="Lax",
    )  # fmt: skip
    return answer


def _called(club: Club, text: str) -> list[Person]:
    """Return those whose name or number has each word of a text: one that is short as a whole."""
    short = {word.casefold() for word in text.split() if len(word) < LEAST}
    return [
        person
        for person in people_to_seat(club, text)
        if short <= set(f"{person.name} {person.short_name} {person.number}".casefold().split())
    ]


def _address_for(request: ClubRequest, club: Club, who: Person, form: DoorForm) -> str | None:
    """Let somebody in at their event or table, or the one they chose; None where they have none.

    Raises RuleError and Refused where they cannot come in there.
    """
    table = form.words_of("table")
    address: str | None = None if table else EventDoor().come_in(request, club, who)
    if address is not None:
        return address
    sitting = _table_of(club, who, table)
    if sitting is None:
        return None
    let = come_in(sitting=sitting, person=who, key=form.key, device=device_of(request))
    let_in(request, let, who.pk)
    return reverse("at-table" if table else "table", args=[sitting.pk])


def _tonight(club: Club) -> list[Sitting]:
    return [sitting for sitting in open_sittings(club) if sitting.evening == tonight(club)]


def _table_of(club: Club, person: Person, chosen: str) -> Sitting | None:
    """Return the table where somebody belongs tonight, else the one they chose."""
    for sitting in _tonight(club):
        if any(row.person.pk == person.pk for row in _people(sitting)):
            return sitting
    return next((sitting for sitting in _tonight(club) if str(sitting.pk) == chosen), None)


def _page(
    request: ClubRequest,
    door: str,
    form: DoorForm,
    who: Person | None = None,
    *,
    looks: bool = False,
) -> HttpResponse:
    """Show the door; with `who` somebody who sits nowhere yet is shown where there is room.

    Where a phone `looks`, those who sit nowhere and have the name that was typed are shown.
    """
    club = form.club
    sittings = _tonight(club)
    text = form.typed("q").strip()
    events = EventDoor().tonight(club)
    seated = {row.person.pk for sitting in sittings for row in _people(sitting)}
    seated |= {row.person.pk for event in events for row in event.people}
    others = _called(club, text) if looks else []
    context: dict[str, Any] = {
        "room": club,
        "address": reverse("room-door", args=[door]),
        "q": text,
        "tables": [TablePeople(sitting, _people(sitting)) for sitting in sittings],
        "events": events,
        "found": [person for person in others if person.pk not in seated][:SHOWN],
        "has_looked": looks,
        "who": who,
        "with_room": [sitting for sitting in sittings if _has_room(sitting)],
        "problems": form.problems,
        "key": new_key(),
    }
    return render(request, "room/room_door.html", context, status=422 if form.problems else 200)


def _people(sitting: Sitting) -> list[DoorSeat]:
    """Return everybody at a table, with their seat if they have one."""
    seven = crossing_at(sitting)
    if seven is not None:
        return [DoorSeat(who, seat) for who, seat in people_now_at(seven, sitting)]
    parts = list(sitting.parts.all())
    seats = {}
    if parts:
        held = standing_at(parts[-1], sitting.revision).people
        seats = {person.pk: gettext(SEATS.get(seat, seat)) for seat, person in held.items()}
    here = [each.person for each in sitting.candidates.all() if each.left_at is None]
    waits = gettext("waits") if parts else ""
    return [DoorSeat(person, seats.get(person.pk, waits)) for person in here]


def _has_room(sitting: Sitting) -> bool:
    """Whether one more may come to a table (law 18)."""
    parts = list(sitting.parts.all())
    here = [each for each in sitting.candidates.all() if each.left_at is None]
    if not parts:
        return False
    return len(here) < complete(standing_at(parts[-1], sitting.revision).game.players)
