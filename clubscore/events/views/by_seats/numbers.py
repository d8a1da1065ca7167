"""Which number each pair plays by, before the first round."""

import secrets
from typing import NamedTuple, TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import new_key
from clubscore.club.edit_conflicts import ChangedMeanwhile
from clubscore.club.refused import Refused
from clubscore.events.entries.forms import NumbersForm
from clubscore.events.models import Entry, Event
from clubscore.events.play.numbering import (
    BY_LOT,
    SEEDED,
    WAYS,
    numbering_in_words,
    order_now,
    orders_said,
    set_order,
    shown_order,
    swap_places,
)
from clubscore.events.selectors import directed_by
from clubscore.events.state.event_now import entries_of
from clubscore.tableside.problems import Problem


class Numbered(NamedTuple):
    """An entry with its place in the order, and what was typed of it."""

    place: int
    entry: Entry
    seed: str


class NumbersPage(TypedDict):
    """The order of numbers, how it came about, and how it can be set."""

    event: Event
    rows: list[Numbered]
    words: str
    one: str
    other: str
    seen: int
    problems: list[Problem]
    key: str


@open_to(Level.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def numbers(request: ClubRequest, event: int) -> HttpResponse:
    """Show the order of numbers; a POST sets it, or swaps two."""
    found = directed_by(request.actor, event)
    form = NumbersForm(request.POST, entries=entries_of(found))
    if request.method != "POST":
        return _page(request, found, form)
    try:
        _set(request, found, form)
    except Refused as refusal:
        form.refuse(refusal, "one" if form.sends("swap") else "")
    except ChangedMeanwhile:
        text = _("Changed by someone else; the current choice is shown. Choose again, or cancel.")
        form.refuse(Refused(text), "")
    if form.problems:
        return _page(request, found, form)
    return redirect("event-numbers", event=event)


def _set(request: ClubRequest, event: Event, form: NumbersForm) -> None:
    key, actor, way = form.key, request.actor, form.words_of("way")
    if form.sends("swap"):
        one, other = form.number_of("one") or 0, form.number_of("other") or 0
        swap_places(event=event, one=one, other=other, key=key, actor=actor)
        return
    if way not in WAYS:
        raise Refused(_("Choose numbers as entered, by lot or as seeded."))
    if way == SEEDED and not form.seeds:
        raise Refused(_("Give at least one pair its place, for example 1 for the strongest."))
    set_order(
        event=event,
        way=way,
        seeds=form.seeds,
        lot=secrets.token_hex(4) if way == BY_LOT else "",
        key=key,
        actor=actor,
        seen=form.number_of("seen"),
    )


def _page(request: ClubRequest, event: Event, form: NumbersForm) -> HttpResponse:
    order = order_now(event)
    playing = [one for one in entries_of(event) if one.plays]
    refused = bool(form.problems) and request.method == "POST"
    context: NumbersPage = {
        "event": event,
        "rows": [
            Numbered(place, one, form.typed(f"seed-{one.pk}") if refused else "")
            for place, one in enumerate(shown_order(playing), start=1)
        ],
        "words": numbering_in_words(order) if order else _("numbers as entered"),
        "one": form.typed("one") if refused else "",
        "other": form.typed("other") if refused else "",
        "seen": orders_said(event),
        "problems": form.problems if refused else [],
        "key": new_key(),
    }
    return render(request, "events/numbers.html", context, status=422 if refused else 200)
