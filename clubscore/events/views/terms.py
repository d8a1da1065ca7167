"""The director's pages of what counts in addition to the boards: terms of pairs, penalties."""

from typing import NamedTuple, TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import key_of, new_key
from clubscore.club.form_values import Given, whole_number
from clubscore.club.forms import add_rule_error
from clubscore.club.refused import Refused
from clubscore.events.correct.forms import LiftForm, PenaltyForm
from clubscore.events.correct.penalties import give_penalty, lift_penalty, units_of
from clubscore.events.entries.forms import PairTermsForms
from clubscore.events.entries.pair_terms import PairTerms, set_terms
from clubscore.events.models import Entry, Event, EventHappening
from clubscore.events.models.kept_facts import PenaltyGiven
from clubscore.events.selectors import directed_by
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.scoring import contestant_of
from clubscore.events.terms.event_terms import counts_percent
from clubscore.events.terms.event_words import UNIT_WORDS, scoring_name
from clubscore.laws.errors import RuleError
from clubscore.tableside.page_form import PageForm
from clubscore.tableside.problems import Problem


class TermField(NamedTuple):
    """A field of a pair's terms: its name in the form, what it was, what it is filled with."""

    name: str
    was: str
    value: str


class TermsRow(NamedTuple):
    """A pair with its terms."""

    entry: Entry
    fields: list[TermField]


class TermsPage(TypedDict):
    """What the page of every pair's terms shows."""

    event: Event
    in_percent: bool
    rows: list[TermsRow]
    problems: list[Problem]
    key: str


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


class PenaltiesPage(TypedDict):
    """What the page of the penalties shows."""

    event: Event
    pairs: list[PairChoice]
    units: list[tuple[str, str]]
    scoring: str
    given: Given
    penalties: list[PenaltyRow]
    problems: list[Problem]
    key: str


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


def _playing(room: Room) -> list[Entry]:
    return [entry for entry in room.entries if entry.number or entry.plays]


def _terms_page(request: ClubRequest, room: Room, forms: PairTermsForms) -> HttpResponse:
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
    context: TermsPage = {
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


def _give(request: ClubRequest, room: Room, form: PageForm) -> None:
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


def _penalties_page(request: ClubRequest, room: Room, form: PageForm) -> HttpResponse:
    letters = {section.pk: section.letter for section in room.sections}
    pairs = [
        PairChoice(
            f"{letters[section]}:{number}",
            contestant_of(room, section, number),
            room.names(section, number),
        )
        for section, number in sorted(room.by_number, key=lambda at: (letters[at[0]], at[1]))
    ]
    context: PenaltiesPage = {
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


def _penalty(room: Room, given: EventHappening) -> PenaltyRow:
    data = given.told_as(PenaltyGiven)
    return PenaltyRow(
        given.pk,
        room.names(data["section"], data["pair"]),
        data["amount"],
        _(UNIT_WORDS[data["unit"]]),
        given.reason,
        given.author,
    )
