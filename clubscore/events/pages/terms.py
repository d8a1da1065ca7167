"""The director's pages of templates, of the terms on which pairs compete, and of penalties."""

from typing import Any, NamedTuple, NotRequired

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Refused, key_of, new_key, whole_number
from clubscore.club.models import Club, evening_of
from clubscore.events.corrections import LiftForm, PenaltyForm, give_penalty, lift_penalty, units_of
from clubscore.events.entries import PairTerms, open_event, set_terms
from clubscore.events.formats import UNIT_WORDS, scoring_name
from clubscore.events.models import Entry, EventHappening, EventTemplate
from clubscore.events.models.facts import PenaltyGiven
from clubscore.events.opening import PairTermsForms
from clubscore.events.pages.opening import (
    OpeningFields,
    TemplateForm,
    TitleForm,
    opening_fields,
    settings_page,
)
from clubscore.events.scoring import contestant_of
from clubscore.events.selectors import directed_by
from clubscore.events.state import EventState, room_of
from clubscore.events.terms import (
    change_template,
    counts_percent,
    keep_template,
    template_of,
    terms_of_template,
    terms_to_keep,
    throw_away,
)
from clubscore.laws.errors import RuleError
from clubscore.web.forms import PageForm, Problem, add_rule_error


class TermField(NamedTuple):
    """A field of a pair's terms: its name in the form, what it was, what it is filled with."""

    name: str
    was: str
    value: str


class TermsRow(NamedTuple):
    """A pair with its terms."""

    entry: Entry
    fields: list[TermField]


class PairChoice(NamedTuple):
    """A pair that may be given a penalty: its value in the form, its number, its names."""

    value: str
    key: str
    names: list[str]


class PenaltyRow(NamedTuple):
    """A penalty that was given: of whom, how much in what, why and by whom."""

    pk: int
    names: list[str]
    amount: str
    unit: str
    reason: str
    author: str


@open_to(Level.SCORER)
def pair_terms(request: ClubRequest, event: int) -> HttpResponse:
    """Show every pair's handicap, carry-over and stratum; a POST writes what was changed."""
    room = room_of(directed_by(request.actor, event))
    forms = PairTermsForms(request.POST if request.method == "POST" else None, _playing(room))
    if request.method == "POST" and not forms.problems:
        try:
            set_terms(event=room.event, terms=forms.terms, seen=forms.seen,
                      key=key_of(request.POST), actor=request.actor)  # fmt: skip
            return redirect("event-terms", event=event)
        except RuleError as error:
            forms.refuse(error)
    return _terms_page(request, room, forms)


def _playing(room: EventState) -> list[Entry]:
    return [entry for entry in room.entries if entry.number or entry.plays]


def _terms_page(request: ClubRequest, room: EventState, forms: PairTermsForms) -> HttpResponse:
    rows = [
        TermsRow(
            form.entry,
            [
                TermField(form.add_prefix(name), was, form.typed(name, was))
                for name, was in zip(PairTerms._fields, form.now, strict=True)
            ],
        )
        for form in forms.forms.values()
    ]
    context: dict[str, Any] = {
        "event": room.event,
        "in_percent": counts_percent(room.event),
        "rows": rows,
        "problems": forms.problems,
        "key": new_key(),
    }
    status = 422 if context["problems"] else 200
    return render(request, "events/terms.html", context, status=status)


@open_to(Level.SCORER)
def penalties(request: ClubRequest, event: int) -> HttpResponse:
    """Show the penalties; a POST gives one with a reason, or takes one back."""
    room = room_of(directed_by(request.actor, event))
    if not room.plans:
        raise Refused(_("Choose the movement first."))
    if request.method != "POST":
        return _penalties_page(request, room, PenaltyForm())
    form: PageForm = LiftForm(request.POST) if "lift" in request.POST else PenaltyForm(request.POST)
    try:
        if isinstance(form, LiftForm):
            lift_penalty(
                event=room.event,
                penalty=form.number_of("lift") or 0,
                reason=form.words_of("reason"),
                key=form.key,
                actor=request.actor,
            )
        else:
            _give(request, room, form)
    except RuleError as error:
        add_rule_error(form, error, "lift" if isinstance(form, LiftForm) else "")
        return _penalties_page(request, room, form)
    return redirect("event-penalties", event=event)


def _give(request: ClubRequest, room: EventState, form: PageForm) -> None:
    letter, _colon, number = form.words_of("pair").partition(":")
    give_penalty(
        section=room.section(letter) or room.sections[0],
        pair=whole_number(number) or 0,
        amount=form.words_of("amount"),
        unit=form.words_of("unit"),
        reason=form.words_of("reason"),
        key=form.key,
        actor=request.actor,
    )


def _penalties_page(request: ClubRequest, room: EventState, form: PageForm) -> HttpResponse:
    letters = {section.pk: section.letter for section in room.sections}
    pairs = [
        PairChoice(
            f"{letters[section]}:{number}",
            contestant_of(room, section, number),
            room.names(section, number),
        )
        for section, number in sorted(room.by_number, key=lambda at: (letters[at[0]], at[1]))
    ]
    context: dict[str, Any] = {
        "event": room.event,
        "pairs": pairs,
        "units": [(unit, _(UNIT_WORDS[unit])) for unit in units_of(room.event)],
        "scoring": scoring_name(room.event.scoring),
        "given": form.data,
        "penalties": [_penalty(room, each) for each in room.penalties],
        "problems": form.problems,
        "key": new_key(),
    }
    status = 422 if form.errors else 200
    return render(request, "events/penalties.html", context, status=status)


def _penalty(room: EventState, given: EventHappening) -> PenaltyRow:
    data = given.told_as(PenaltyGiven)
    return PenaltyRow(
        given.pk,
        room.names(data["section"], data["pair"]),
        data["amount"],
        _(UNIT_WORDS[data["unit"]]),
        given.reason,
        given.author,
    )


class TemplatePage(OpeningFields):
    """What a template keeps, to be changed; `wished` are the movements that may be wished for."""

    kept: EventTemplate
    title: str
    wished: list[tuple[str, str, bool]]
    rounds: str
    each: str
    minutes: str
    seen: str
    problems: list[Problem]
    key: NotRequired[str]


@open_to(Level.SCORER)
@require_POST
def keep(request: ClubRequest, event: int) -> HttpResponse:
    """Keep the terms of an event as a template under a name."""
    found, form = directed_by(request.actor, event), TitleForm(request.POST)
    if form.is_valid():
        try:
            keep_template(
                club=request.actor.home,
                title=form.words_of("title"),
                terms=terms_to_keep(found),
                key=form.key,
                actor=request.actor,
            )
            return redirect("event-new")
        except Refused as refusal:
            form.refuse(refusal, refusal.field)
    return settings_page(request, found, None, form)


@open_to(Level.SCORER)
@require_POST
def open_from(request: ClubRequest, template: int) -> HttpResponse:
    """Open an event with the terms of a template; one that was deleted leads to the choice."""
    club = request.actor.home
    kept = template_of(club, template)
    if kept is None:
        return redirect("event-new")
    event = open_event(
        club=club,
        evening=evening_of(club, clock.now()),
        terms=terms_of_template(kept),
        key=key_of(request.POST),
        actor=request.actor,
    )
    return redirect("event-entries", event=event.pk)


@open_to(Level.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: ClubRequest, template: int) -> HttpResponse:
    """Show what a template keeps; a POST changes it, or deletes it."""
    club = request.actor.home
    kept = template_of(club, template)
    if kept is None:
        raise Http404
    if request.method != "POST":
        return _page(request, club, TemplateForm(None, club=club, kept=kept), kept)
    if "delete" in request.POST:
        throw_away(kept=kept, actor=request.actor)
        return redirect("event-new")
    form = TemplateForm(request.POST, club=club, kept=kept)
    if form.is_valid():
        try:
            change_template(
                kept=kept,
                title=form.words_of("title"),
                terms=form.terms,
                seen=form.words_of("seen"),
                actor=request.actor,
            )
            return redirect("event-new")
        except Refused as refusal:
            form.refuse(refusal, refusal.field)
    return _page(request, club, form, kept)


def _page(
    request: ClubRequest, club: Club, form: TemplateForm, kept: EventTemplate
) -> HttpResponse:
    # What is refused has been checked; the page shows what was typed.
    problems, wish = form.problems, kept.wish

    def shown(name: str, number: int | None) -> str:
        return form.typed(name, str(number or ""))

    context: TemplatePage = {
        **opening_fields(club, form),
        "kept": kept,
        "title": form.typed("title", kept.title),
        "wished": form.kinds(),
        "rounds": shown("rounds", wish.get("rounds")),
        "each": shown("each", wish.get("each")),
        "minutes": shown("minutes", wish.get("minutes")),
        "seen": kept.mark,
        "problems": problems,
        "key": new_key(),
    }
    return render(request, "events/template.html", context, status=422 if problems else 200)
