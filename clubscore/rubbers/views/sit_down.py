"""Sitting down begins with names: the number of players follows from them and keeps them all.

Each step is an address of its own that carries what was chosen before, so that the way back loses
nothing and a phone may be put aside in the middle.
"""

from collections.abc import Sequence
from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.form_values import text_of, whole_number
from clubscore.club.models import Person
from clubscore.club.people.guests import add_guest, add_guests, names_between
from clubscore.laws.seven import PLAYERS as SEVEN
from clubscore.rubbers.line_up.who_plays import prior_rights
from clubscore.rubbers.selectors import sits_at, tonight
from clubscore.rubbers.sitting.coming import free_to_go
from clubscore.rubbers.sitting.forms import SittingForm
from clubscore.tableside.people import people_to_seat
from clubscore.tableside.problems import Problem

SHOWN = 12
MOST = 99
MANY = 8
FEWEST, FULL_TABLE = 2, 4
# What is carried from step to step.
CARRIED = ("n", "who", "later", "game", "as", "stake", "table", "sitting")


def step(name: str, given: QueryDict) -> str:
    """Return the address of a step with everything that was chosen so far."""
    kept = QueryDict(mutable=True)
    for field in CARRIED:
        kept.setlist(field, given.getlist(field))
    return f"{reverse(name)}?{kept.urlencode()}"


def step_for(people: Sequence[Person]) -> str:
    """Return the address of what so many do next: choose a game, or sit down as seven.

    More fill tables of four one after the other; who is left sits down at the next.
    """
    given = QueryDict(mutable=True)
    keys = [str(person.pk) for person in people]
    given.setlist("who", keys)
    if len(keys) < FEWEST:
        return step("sit-down", given)
    if len(keys) == SEVEN:
        return step("sit-down-seven", given)
    if len(keys) > SEVEN:
        given.setlist("who", keys[:FULL_TABLE])
        given.setlist("later", keys[FULL_TABLE:])
    return step("sit-down-game", given)


def how_many(said: str) -> int:
    """Return how many are expected; "8+" is eight, and four where no one said."""
    return min(whole_number(said.rstrip("+ ")) or FULL_TABLE, MOST)


class NamesPage(TypedDict):
    """Who sits down, and who could: where they sit now, and their right of entry."""

    n: int
    free: set[int]
    people: list[Person]
    found: list[tuple[Person, str, bool | None]]
    q: str
    name: str
    sentence: str
    go: str
    many: bool
    missing: list[str]
    sentences: list[str]
    goes: list[str]
    form: SittingForm
    problems: list[Problem]


@open_to(Level.PLAYER)
def names(request: ClubRequest) -> HttpResponse:
    """Ask who plays: members and guests by any part of a name, a guest in one tap.

    The form is posted and answered with the address that carries what was tapped.
    """
    if request.method == "POST":
        return _tapped(request)
    return _page(request, SittingForm(request.GET, club=request.actor.home))


def _page(request: ClubRequest, form: SittingForm, problem: Problem | None = None) -> HttpResponse:
    club = request.actor.home
    count, people, text = how_many(form.words_of("n")), form.people, form.words_of("q")
    name = first_typed(text)
    seated, rights = sits_at(club), prior_rights(club, tonight(club))
    found = people_to_seat(club, name).exclude(pk__in=[person.pk for person in people])[:SHOWN]
    sentences, goes, here = sentences_by_number(), goes_by_number(count), len(people)
    problems = [*form.problems, *([problem] if problem else [])]
    context: NamesPage = {
        "n": count,
        "free": free_to_go(club, seated),
        "people": people,
        "found": [(person, seated.get(person.pk, ""), rights.get(person.pk)) for person in found],
        "q": text,
        "name": name,
        "sentence": missing_text(count - here) if 0 < here < count else sentences[min(here, MANY)],
        "go": goes[min(here, MANY)],
        "many": here >= MANY,
        "missing": [missing_text(left) for left in range(count + 1)],
        "sentences": sentences,
        "goes": goes,
        "form": form,
        "problems": problems,
    }
    status = 422 if problems else 200
    return render(request, "rubbers/sit_down/names.html", context, status=status)


def missing_text(left: int) -> str:
    """Return how many are still to come."""
    text = ngettext("One still to choose.", "%(count)s still to choose.", left)
    return text % {"count": left}


def sentences_by_number() -> list[str]:
    """Return what so many people come to, from none to eight or more."""
    return [
        _("Choose who plays."),
        _("One still to choose."),
        _("Two: one table."),
        _("Three: one table."),
        _("Four: one table."),
        _("Five: one waits and cuts in."),
        _("Six: two wait and cut in."),
        _("Seven: two tables, dummy crosses."),
        _("Eight or more: several tables, or a tournament."),
    ]


def goes_by_number(expected: int) -> list[str]:
    """Return what the key says where so many are chosen, from none to eight or more.

    Fewer than are expected play a game for fewer, and the key says so before.
    """
    goes = [*[_("Choose the game")] * SEVEN, _("Two tables"), _("First table")]
    fewer = {FEWEST: _("Games for two"), FULL_TABLE - 1: _("Games for three")}
    return [fewer.get(here, go) if here < expected else go for here, go in enumerate(goes)]


def _tapped(request: ClubRequest) -> HttpResponse:
    """Add the guest that was named, look further, or go on to the game."""
    given, club = request.POST.copy(), request.actor.home
    if "enter" in given and given.get("q", "").strip():
        return _entered(request, given)
    if not given.get("guest"):
        given["guest"] = first_typed(given.get("q", ""))
    form = SittingForm(given, club=club)
    if form.questions:
        return _page(request, form)
    if form.new_guest:
        for added in add_guests(club=club, names=form.new_guest, actor=request.actor):
            given.appendlist("who", str(added.pk))
    elif form.sends("go"):
        if len(form.people) < FEWEST:
            text = _("Choose who plays: two at least.")
            return _page(request, form, Problem("q", text))
        return redirect(step_for(form.people))
    address, text = step("sit-down", given), form.words_of("q")
    if form.sends("find") and text:
        address += "&" + urlencode({"q": text})
    return redirect(address)


def first_typed(text: str) -> str:
    """Return the first of several names with commas or "&" between them."""
    return next(iter(names_between(text.partition(",")[0])), "")


def _entered(request: ClubRequest, given: QueryDict) -> HttpResponse:
    """Choose whom the names mean that were typed, one or several with commas between them.

    Where nobody is called so it is a guest's. Of several people one is to be tapped, and who plays
    elsewhere is shown; what is asked about a name is asked. The names after it stay typed.
    """
    club = request.actor.home
    seated = sits_at(club)
    held = seated.keys() - free_to_go(club, seated)
    while name := first_typed(text_of(given, "q")):
        found = list(people_to_seat(club, name).exclude(pk__in=given.getlist("who")))
        named = [each for each in found if name.casefold() in _names_of(each)]
        means = named or found
        if len(means) > 1 or (means and means[0].pk in held):
            return redirect(f"{step('sit-down', given)}&{urlencode({'q': text_of(given, 'q')})}")
        if means:
            person = means[0]
        else:
            form = SittingForm(_asking_for(given, name), club=club)
            if form.questions or form.problems:
                return _page(request, form)
            person = add_guest(club=club, name=form.new_guest, actor=request.actor)
        given.appendlist("who", str(person.pk))
        first, _comma, rest = text_of(given, "q").partition(",")
        given["q"] = ", ".join(filter(None, [*names_between(first)[1:], rest.strip()]))
    return redirect(step("sit-down", given))


def _asking_for(given: QueryDict, guest: str) -> QueryDict:
    asking = given.copy()
    asking["guest"], asking["add_guest"] = guest, "1"
    return asking


def _names_of(person: Person) -> tuple[str, str]:
    return person.name.casefold(), person.short_name.casefold()
