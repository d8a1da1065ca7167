"""Open an event; who plays; the door; the movement."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.entry import ChangedMeanwhile, FieldChange, Refused, new_key
from clubscore.club.models import Person
from clubscore.club.people import add_guests
from clubscore.club.wording import speak_amount
from clubscore.events.directing import before_start
from clubscore.events.door_list import list_of
from clubscore.events.entries import (
    at_the_door,
    counted,
    enter_pair,
    enter_pasted,
    enter_players,
    enter_team,
    everybody_is_here,
    fees_to_pay,
    join_halves,
    name_pair,
    name_team,
    pays_nothing,
    read_pasted,
    team_in_words,
)
from clubscore.events.formats import INDIVIDUALS, TEAMS, how_many
from clubscore.events.locks import is_noted
from clubscore.events.models import Entry, Event
from clubscore.events.opening import AtTheDoorForm, EventEntryForm, PastedForm
from clubscore.events.selectors import directed_by, event_for
from clubscore.events.state import room_of
from clubscore.events.terms import rates_in_words
from clubscore.laws.money import find_currency
from clubscore.web.forms import Problem, people_to_seat

SHOWN = 12
# What the key at the foot says at the door.
EVERYBODY = "all-arrived"


class WhoEnters(TypedDict):
    """Who is entered at which event, as every way of entering takes it."""

    event: Event
    people: list[Person]
    key: str
    actor: Actor


class Fee(NamedTuple):
    """What somebody has to pay, and what they owed or had before; each empty for none."""

    who: str
    pays: str
    before: str
    credit: str


@open_to(Level.PLAYER)
def entries(request: ClubRequest, event: int) -> HttpResponse:
    """Show who plays, with the door for those who run the room; a POST enters a pair."""
    found = event_for(request.actor, event)
    if request.method != "POST":
        return _shown(request, found)
    form = EventEntryForm(request.POST, event=found)
    if form.new_guest:
        return _with_guest(request, found, form.new_guest)
    if form.sends("find") or form.questions:
        return _entries_page(request, found, form)
    if form.typed("pair"):
        directed_by(request.actor, event)
    try:
        _enter(request, found, form)
    except Refused as error:
        form.add_error("q", str(error))
        return _entries_page(request, found, form)
    except ChangedMeanwhile as meanwhile:
        return _entries_page(request, found, form, meanwhile.changes)
    return _to(event, "enter")


def _shown(request: ClubRequest, event: Event) -> HttpResponse:
    """Show the page; to one that asks for news, nothing where nothing has changed."""
    if request.GET.get("seen") == str(event.revision):
        return HttpResponse(status=204)
    return _entries_page(request, event, EventEntryForm(request.GET, event=event))


@open_to(Level.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def paste(request: ClubRequest, event: int) -> HttpResponse:
    """Ask for names, one pair a line; show who each is; then enter them all."""
    found = directed_by(request.actor, event)
    if found.contestants_are == TEAMS:
        return _to(event, "enter")
    form = PastedForm(request.POST)
    if form.sends("go") and is_noted(found, f"{form.key}:1"):
        return redirect("event-entries", event=event)
    names = form.words_of("names")
    lines = read_pasted(found, names, form.answers)
    good = bool(lines) and all(line.is_good for line in lines)
    problems = [
        Problem(f"line-{line.number}", line.problem or _("Choose who this is."))
        for line in lines
        if not line.is_good
    ] if form.sends("go") else []  # fmt: skip
    if good and form.sends("go"):
        try:
            enter_pasted(event=found, lines=lines, key=form.key, actor=request.actor)
            return redirect("event-entries", event=event)
        except Refused as refusal:
            problems = [Problem("names", str(refusal))]
    context: dict[str, Any] = {
        "event": found,
        "names": names,
        "lines": lines,
        "good": good,
        "many": how_many(found.contestants_are, len(lines)),
        "counts": counted(lines),
        "problems": problems,
        "key": form.key or new_key(),
    }
    return render(request, "events/paste.html", context, status=422 if problems else 200)


def _with_guest(request: ClubRequest, event: Event, name: str) -> HttpResponse:
    """Add a guest, or two of a pair, and show the page on which they are tapped too."""
    club, given = request.actor.home, request.POST.copy()
    for added in add_guests(club=club, names=name, actor=request.actor):
        given.appendlist("who", str(added.pk))
    given["q"] = given["guest"] = ""
    return _entries_page(request, event, EventEntryForm(given, event=event))


def _enter(request: ClubRequest, event: Event, form: EventEntryForm) -> None:
    """Enter who was chosen, or name others for a pair or team that is there."""
    entry, name, seen = form.number_of("pair"), form.words_of("name"), form.words_of("seen")
    who: WhoEnters = {
        "event": event,
        "people": form.people,
        "key": form.key,
        "actor": request.actor,
    }
    if event.contestants_are == TEAMS:
        if entry:
            name_team(name=name, entry=entry, seen=seen, **who)
        else:
            enter_team(name=name, **who)
    elif entry:
        name_pair(entry=entry, seen=seen, **who)
    elif event.contestants_are == INDIVIDUALS and who["people"]:
        enter_players(**who)
    else:
        enter_pair(expected=form.words_of("expected"), **who)


def _to(event: int, part: str) -> HttpResponse:
    """Go back to where the page was used: who enters thirteen pairs looks for no form."""
    return redirect(f"{reverse('event-entries', args=[event])}#{part}")


def _entries_page(
    request: ClubRequest, event: Event, form: EventEntryForm, changes: Sequence[FieldChange] = ()
) -> HttpResponse:
    club, room, problems = request.actor.home, room_of(event), form.problems
    text, chosen = form.typed("q").strip(), form.people
    here = [entry for entry in room.entries if entry.withdrawn_at is None]
    gone = [*(person for entry in here for person in entry.people), *chosen]
    found = people_to_seat(club, text).exclude(pk__in=[person.pk for person in gone])[:SHOWN]
    pair = next((entry for entry in here if entry.pk == form.number_of("pair")), None)
    context: dict[str, Any] = {
        "event": event,
        "room": room,
        "entries": [entry for entry in here if not entry.seeks_partner],
        "halves": [entry for entry in here if entry.seeks_partner],
        "last": here[-1] if here else None,
        "pairs": sum(entry.plays for entry in here),
        "many": how_many(event.contestants_are, sum(entry.plays for entry in here)),
        "unpaid": _fees(request, event, here),
        "nameless": any(not entry.people and entry.paid_at is None for entry in here),
        **_rates(event, here),
        "pair": pair,
        # Who was told what somebody else changed has seen it.
        "seen": (not changes and form.typed("seen")) or _seen(pair),
        "changes": changes,
        "chosen": chosen,
        "form": form,
        "name": form.typed("name"),
        "expected": form.typed("expected"),
        "guest": form.typed("guest"),
        "problems": problems,
        "found": found,
        "q": text,
        "runs": request.actor.is_scorer,
        "grows": request.actor.is_scorer and list_of(event) is not None,
        "fresh": {entry.pk for entry in here if str(entry.pk) not in request.GET.getlist("entry")},
        "start": before_start(room),
        "key": new_key(),
    }
    status = 409 if changes else 422 if problems else 200
    return render(request, "events/entries.html", context, status=status)


def _rates(event: Event, here: list[Entry]) -> dict[str, Any]:
    fee, guest_fee = rates_in_words(event, event.club)
    free = {entry.pk for entry in here if pays_nothing(event, entry)}
    return {"fee": fee, "guest_fee": guest_fee, "free": free}


def _seen(entry: Entry | None) -> str:
    """Return an entry as its reader sees it, by which it is known whether it changed."""
    if entry is None:
        return ""
    return team_in_words(entry.name, entry.people) if entry.name else str(entry)


def _fees(request: ClubRequest, event: Event, here: list[Entry]) -> list[Fee]:
    """Who has still to pay; only the director sees balances in Accounts."""
    currency = find_currency(event.club.currency)
    return [
        Fee(
            line.person.name,
            speak_amount(line.pays, currency) if line.pays else "",
            speak_amount(line.before, currency) if line.before > 0 else "",
            speak_amount(-line.before, currency) if line.before < 0 else "",
        )
        for line in fees_to_pay(event, here, nets=request.actor.is_director)
    ]


@open_to(Level.SCORER)
@require_POST
def door(request: ClubRequest, event: int) -> HttpResponse:
    """Tick off who arrived, paid or withdrew; join two halves."""
    found, form = directed_by(request.actor, event), AtTheDoorForm(request.POST)
    key, actor = form.key, request.actor
    entry, other = form.number_of("entry") or 0, form.number_of("other") or 0
    if form.words_of("what") == EVERYBODY:
        everybody_is_here(event=found, key=key, actor=actor)
        return redirect("event-entries", event=event)
    if form.sends("other"):
        join_halves(event=found, one=entry, other=other, key=key, actor=actor)
    else:
        at_the_door(event=found, entry=entry, what=form.words_of("what"), key=key, actor=actor)
    return _to(event, f"e{entry}")
