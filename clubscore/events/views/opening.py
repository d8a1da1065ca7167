"""Open an event, change what it is, choose its movement."""

from dataclasses import replace
from fractions import Fraction
from typing import TypedDict

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.authorship import key_of, new_key
from clubscore.club.evening import evening_of
from clubscore.club.form_values import whole_number
from clubscore.club.wording.days import weekday
from clubscore.club.wording.figures import speak_amount
from clubscore.club.wording.phrases import said
from clubscore.events.entries.opening_event import open_event
from clubscore.events.models import Event
from clubscore.events.selectors import directed_by
from clubscore.events.terms.event_terms import (
    Terms,
    TermsChoices,
    change_terms,
    form_of_terms,
    read_event_terms,
    scorings_of,
    seen_terms,
    terms_of_1917,
    terms_of_event,
)
from clubscore.events.terms.formats import FORMS, KINDS, MATCHES, PAIRS, TEAMS
from clubscore.events.terms.last_time import (
    event_like,
    last_event,
    last_time_in_words,
    terms_as_of,
)
from clubscore.laws.errors import RuleError
from clubscore.laws.sheet.money import find_currency, read_amount, round_coins
from clubscore.laws.words import gettext_noop
from clubscore.tableside.problems import Problem

MOST_BOARDS = 100
# What the page is filled in as where it names no event of the club.
AS_IN_1917 = "1917"
# The default names of events.
NAMES = {
    "pairs": gettext_noop("%(day)s pairs"),
    "individuals": gettext_noop("%(day)s individual"),
    "teams": gettext_noop("%(day)s teams"),
}


def usual_name(request: ClubRequest, are: str = PAIRS) -> str:
    """Return the default name of an event: Tuesday pairs."""
    day = weekday(evening_of(request.actor.home, clock.now()))
    return _(NAMES[are]) % {"day": day}


@open_to(Level.SCORER)
def new_event(request: ClubRequest) -> HttpResponse:
    """Ask what is played tonight, and open the event."""
    club, given = request.actor.home, request.POST
    if request.method != "POST":
        return _new_page(request, QueryDict(), _begins_as(request, request.GET), [])
    problems, terms = _read_terms(request, given)
    if problems:
        return _new_page(request, given, terms, problems)
    event = open_event(
        club=club,
        evening=evening_of(club, clock.now()),
        terms=terms,
        key=key_of(given),
        actor=request.actor,
    )
    return redirect("event-entries", event=event.pk)


def _like(request: ClubRequest, given: QueryDict) -> Event | None:
    """Return the event whose terms the page was asked to begin with."""
    number = given.get("as", "")
    pk = whole_number(number) if number != AS_IN_1917 else None
    return event_like(request.actor.home, pk) if pk is not None else None


def _begins_as(request: ClubRequest, given: QueryDict) -> Terms:
    """Return what the page begins with: today's game, or what was asked for by its key."""
    if given.get("as") == AS_IN_1917:
        return terms_of_1917()
    like = _like(request, given)
    if like is None:
        return Terms(usual_name(request))
    return terms_as_of(like, usual_name(request, like.contestants_are))


def _read_meant(given: QueryDict, terms: Terms, problems: list[Problem]) -> Terms:
    """Return the terms with the boards in all and the winners that the form asks for."""
    if not terms.boards:
        return terms
    boards, winners = (whole_number(given.get(name)) or 0 for name in ("boards", "winners"))
    if not 0 < boards <= MOST_BOARDS or winners not in (1, 2):
        text = _("Boards in all: choose 1 to %(most)s. Rankings: choose one or two.")
        problems.append(Problem("boards", text % {"most": MOST_BOARDS}))
        return terms
    return replace(terms, boards=boards, winners=winners)


def _read_terms(request: ClubRequest, given: QueryDict) -> tuple[list[Problem], Terms]:
    problems = []
    name = " ".join(given.get("name", "").split())[:80]
    if not name:
        problems.append(Problem("name", _("Give the event a name, for example Tuesday pairs.")))
    fee, said_fee = 0, given.get("fee", "").strip()
    if said_fee:
        try:
            currency = find_currency(request.actor.home.currency)
            fee = round_coins(Fraction(read_amount(said_fee, currency)))
        except RuleError as error:
            problems.append(Problem("fee", said(error)))
    form = _read_form(given, problems)
    are, club = FORMS[form].are, request.actor.home
    if name in {usual_name(request, each) for each in NAMES}:
        name = usual_name(request, are)
    # The page asks of pairs and players how they are compared; teams by their matches.
    told = given.copy()
    if are == TEAMS:
        told.pop("scoring", None)
    base = replace(_begins_as(request, given), name=name, fee=fee, form=form)
    terms = read_event_terms(club, told, base, problems)
    return problems, _read_meant(given, terms, problems)


def _read_form(given: QueryDict, problems: list[Problem]) -> str:
    """Return the way to play: who plays, and of teams how matches are counted."""
    kind, match = given.get("form", PAIRS), given.get("match", TEAMS)
    if kind not in KINDS:
        problems.append(Problem("form", _("Choose the kind of event.")))
        return PAIRS
    if kind == TEAMS and match not in MATCHES:
        problems.append(Problem("match", _("Choose how matches are scored.")))
        return TEAMS
    return match if kind == TEAMS else kind


class NewPage(TypedDict):
    """What the page shows on which an event is opened."""

    problems: list[Problem]
    begins_as: int | str
    like: str
    last: tuple[int, str] | None
    name: str
    fee: str
    kinds: list[tuple[str, str, str, bool]]
    matches: list[tuple[str, str, str, bool]]
    choices: TermsChoices
    boards: int | str
    winners: str
    key: str


def _new_page(
    request: ClubRequest, given: QueryDict, terms: Terms, problems: list[Problem]
) -> HttpResponse:
    fee = speak_amount(terms.fee, find_currency(request.actor.home.currency)) if terms.fee else ""
    match = terms.form if terms.form in MATCHES else TEAMS
    asked = given if request.method == "POST" else request.GET
    like, last = _like(request, asked), last_event(request.actor.home)
    context: NewPage = {
        "problems": problems,
        "begins_as": like.pk if like else asked.get("as", ""),
        "like": last_time_in_words(like) if like else "",
        "last": (last.pk, last_time_in_words(last)) if last else None,
        "name": given.get("name", terms.name),
        "fee": given.get("fee", fee),
        "kinds": [
            (key, _(name), _(about), key == FORMS[terms.form].are)
            for key, (name, about) in KINDS.items()
        ],
        "matches": [
            (key, _(FORMS[key].name), _(FORMS[key].about), key == given.get("match", match))
            for key in MATCHES
        ],
        "choices": form_of_terms(request.actor.home, _as_pairs(terms, given)),
        "boards": given.get("boards", terms.boards),
        "winners": given.get("winners", str(terms.winners)),
        "key": key_of(given),
    }
    return render(request, "events/new.html", context, status=422 if problems else 200)


def _as_pairs(terms: Terms, given: QueryDict) -> Terms:
    """Return the terms with what the page asks of pairs and players, should they play after all."""
    if FORMS[terms.form].are != TEAMS:
        return terms
    chosen = given.get("scoring", "")
    may_be = {scoring.key for scoring in scorings_of(PAIRS)}
    return replace(terms, form=PAIRS, scoring=chosen if chosen in may_be else "")


@open_to(Level.SCORER)
def settings(request: ClubRequest, event: int) -> HttpResponse:
    """Show what an event is; a POST makes it another: its name, its scoring, its options."""
    found, given = directed_by(request.actor, event), request.POST
    if request.method != "POST":
        return _settings_page(request, found, terms_of_event(found), [])
    problems: list[Problem] = []
    name = " ".join(given.get("name", "").split())[:80]
    if not name:
        problems.append(Problem("name", _("Give the event a name, for example Tuesday pairs.")))
    before = terms_of_event(found)
    terms = read_event_terms(request.actor.home, given, replace(before, name=name), problems)
    if problems:
        return _settings_page(request, found, terms, problems)
    change_terms(event=found, terms=terms, seen=given.get("seen", ""), key=key_of(given),
                 actor=request.actor)  # fmt: skip
    return redirect("event", event=event)


class SettingsPage(TypedDict):
    """What an event is, to be changed."""

    event: Event
    name: str
    choices: TermsChoices
    seen: str
    problems: list[Problem]
    key: str


def _settings_page(
    request: ClubRequest, event: Event, terms: Terms, problems: list[Problem]
) -> HttpResponse:
    context: SettingsPage = {
        "event": event,
        "name": terms.name,
        "choices": form_of_terms(request.actor.home, terms),
        "seen": request.POST.get("seen") or seen_terms(event),
        "problems": problems,
        "key": new_key(),
    }
    status = 422 if problems else 200
    return render(request, "events/settings.html", context, status=status)
