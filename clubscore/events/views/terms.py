"""The director's pages of what counts in addition to the boards: terms of pairs, penalties."""

from typing import NamedTuple, TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import key_of, new_key
from clubscore.club.form_values import whole_number
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said
from clubscore.events.correct.penalties import give_penalty, lift_penalty, units_of
from clubscore.events.entries.pair_terms import PairTerms, read_terms, set_terms, terms_of
from clubscore.events.models import Entry, Event, EventHappening
from clubscore.events.models.kept_facts import PenaltyGiven
from clubscore.events.selectors import directed_by
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.scoring import contestant_of
from clubscore.events.terms.event_terms import counts_percent
from clubscore.events.terms.event_words import UNIT_WORDS, scoring_name
from clubscore.laws.errors import RuleError
from clubscore.tableside.problems import Problem

FIELDS = PairTerms._fields


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


class PenaltiesPage(TypedDict):
    """What the page of the penalties shows."""

    event: Event
    pairs: list[PairChoice]
    units: list[tuple[str, str]]
    scoring: str
    given: QueryDict
    penalties: list[PenaltyRow]
    problems: list[Problem]
    key: str


@open_to(Level.SCORER)
def pair_terms(request: ClubRequest, event: int) -> HttpResponse:
    """Show every pair's handicap, carry-over and stratum; a POST writes what was changed."""
    found = directed_by(request.actor, event)
    room = room_of(found)
    if request.method != "POST":
        return _terms_page(request, room, QueryDict(), [])
    given, problems = request.POST, []
    terms: dict[int, PairTerms] = {}
    seen: dict[int, PairTerms] = {}
    for entry in _playing(room):
        try:
            typed = PairTerms(*(given.get(f"{field}-{entry.pk}", "") for field in FIELDS))
            seen[entry.pk] = PairTerms(
                *(given.get(f"was-{field}-{entry.pk}", "") for field in FIELDS)
            )
            terms[entry.pk] = read_terms(typed, str(entry.pk))
        except RuleError as error:
            problems.append(Problem(error.where, f"{entry}: {said(error)}"))
    if not problems:
        try:
            set_terms(event=found, terms=terms, seen=seen, key=key_of(given), actor=request.actor)
            return redirect("event-terms", event=event)
        except RuleError as error:
            problems = [Problem(error.where, said(error))]
    return _terms_page(request, room, given, problems)


def _playing(room: Room) -> list[Entry]:
    return [entry for entry in room.entries if entry.number or entry.plays]


class TermsPage(TypedDict):
    """Every pair's terms."""

    event: Event
    in_percent: bool
    rows: list[TermsRow]
    problems: list[Problem]
    key: str


def _terms_page(
    request: ClubRequest, room: Room, given: QueryDict, problems: list[Problem]
) -> HttpResponse:
    rows = [
        TermsRow(
            entry,
            [
                TermField(f"{field}-{entry.pk}", was, given.get(f"{field}-{entry.pk}", was))
                for field, was in zip(FIELDS, terms_of(entry), strict=True)
            ],
        )
        for entry in _playing(room)
    ]
    context: TermsPage = {
        "event": room.event,
        "in_percent": counts_percent(room.event),
        "rows": rows,
        "problems": problems,
        "key": new_key(),
    }
    status = 422 if problems else 200
    return render(request, "events/terms.html", context, status=status)


@open_to(Level.SCORER)
def penalties(request: ClubRequest, event: int) -> HttpResponse:
    """Show the penalties; a POST gives one with a reason, or takes one back."""
    found = directed_by(request.actor, event)
    room = room_of(found)
    if not room.plans:
        raise Refused(_("Choose the movement first."))
    if request.method != "POST":
        return _penalties_page(request, room, QueryDict(), [])
    given = request.POST
    try:
        if "lift" in given:
            lift_penalty(event=found, penalty=whole_number(given.get("lift")) or 0,
                         reason=_reason(given), key=key_of(given), actor=request.actor)  # fmt: skip
        else:
            _give(request, room, given)
    except RuleError as error:
        return _penalties_page(request, room, given, [Problem(error.where, said(error))])
    return redirect("event-penalties", event=event)


def _reason(given: QueryDict) -> str:
    return " ".join(given.get("reason", "").split())[:200]


def _give(request: ClubRequest, room: Room, given: QueryDict) -> None:
    letter, _colon, number = given.get("pair", "").partition(":")
    give_penalty(
        section=room.section(letter) or room.sections[0],
        pair=whole_number(number) or 0,
        amount=given.get("amount", ""),
        unit=given.get("unit", ""),
        reason=_reason(given),
        key=key_of(given),
        actor=request.actor,
    )


def _penalties_page(
    request: ClubRequest, room: Room, given: QueryDict, problems: list[Problem]
) -> HttpResponse:
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
        "given": given,
        "penalties": [_penalty(room, each) for each in room.penalties],
        "problems": problems,
        "key": new_key(),
    }
    status = 422 if problems else 200
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
