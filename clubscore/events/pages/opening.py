"""The pages on which an event is opened and its settings changed, and the forms they send."""

from dataclasses import replace
from fractions import Fraction
from typing import Any, TypedDict

from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from clubscore.club import clock
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Given, new_key, text_of, whole_number
from clubscore.club.models import Club, evening_of
from clubscore.club.name_questions import AsksAboutNames
from clubscore.club.table_money import fee_of
from clubscore.club.wording import an_amount, said, speak_amount, typed_amount
from clubscore.events.directing import divide_as
from clubscore.events.entries import open_event
from clubscore.events.formats import FORMS, KINDS, MATCHES, PAIRS, TEAMS
from clubscore.events.models import Event, EventTemplate
from clubscore.events.models.facts import WishKept
from clubscore.events.opening import AgainForm, LastEvent, last_time, play_again
from clubscore.events.selectors import directed_by
from clubscore.events.terms import (
    LONGEST,
    NAMES,
    USUAL_GAME,
    Terms,
    TermsChoices,
    change_terms,
    chosen_rules,
    event_like,
    form_of_terms,
    games_offered,
    last_event,
    last_time_in_words,
    scorings_of,
    seen_terms,
    template_in_words,
    templates_of,
    terms_as_of,
    terms_of_1917,
    terms_of_event,
    terms_of_template,
    usual_name,
)
from clubscore.laws.errors import RuleError
from clubscore.laws.money import find_currency, round_coins
from clubscore.laws.words import gettext_noop
from clubscore.movements import KIND_NAMES
from clubscore.movements import KINDS as KINDS_OF_TEMPLATE_FORM
from clubscore.ranking import every_option, find_valuation
from clubscore.ranking.options import Option, options_of
from clubscore.web.forms import (
    Among,
    LineField,
    PageForm,
    Pick,
    TextField,
    WholeField,
    add_rule_error,
)

MOST_BOARDS = 100
# What the page is filled in as where it names no event of the club.
AS_IN_1917 = "1917"


class TermsForm(AsksAboutNames, PageForm):
    """What an event is. What the page does not ask for stays as `before` has it."""

    name = LineField(
        most=80, missing=gettext_noop("Give the event a name, for example Tuesday pairs.")
    )
    scoring = TextField()
    game = Pick(games_offered(), wrong=gettext_noop("Choose the game."))
    laws = TextField(id="o-laws")
    duplicate_game_bonus = WholeField(id="o-bonus")
    seen = TextField()

    def __init__(self, given: Given | None, *, club: Club, before: Terms) -> None:
        super().__init__(given)
        self.club, self.before = club, before
        # What the form says; where some of it is wrong, with the usual in its place.
        self.terms = before
        for option in every_option():
            self.fields[option.key] = Among(option.choices)

    def stands_as(self, field: str) -> str:
        """Return the name of before."""
        return self.before.name

    @property
    def way(self) -> str:
        """The way to play, a key of FORMS, once the fields before the scoring were read."""
        return self.before.form

    def clean_scoring(self) -> str:
        """Return how results are compared, the usual way first."""
        may_be = [scoring.key for scoring in scorings_of(self.way)]
        chosen = self.words_of("scoring") or may_be[0]
        if chosen not in may_be:
            raise ValidationError(_("Choose the scoring."))
        return chosen

    def clean(self) -> None:
        """Put the terms together: game, laws, premium and options depend on each other."""
        super().clean()
        game = str(self.cleaned_data.get("game", USUAL_GAME)) or self.before.game
        laws, bonus = self.words_of("laws"), self.number_of("duplicate_game_bonus")
        rules = chosen_rules(self.club, game, self.before, laws, bonus)
        try:
            find_valuation(game, rules)
        except RuleError as error:
            add_rule_error(self, error, "duplicate_game_bonus")
            rules = {}
        self.terms = replace(
            self.before,
            name=self.words_of("name"),
            form=self.way,
            game=game,
            scoring=self.words_of("scoring") or scorings_of(self.way)[0].key,
            options=options_of(self._options()).facts(),
            rules=rules,
        )

    def _options(self) -> dict[Option, str]:
        read = {option: self.cleaned_data[option.key] for option in every_option()}
        return {option: said for option, said in read.items() if said not in (None, option.usual)}


class NewEventForm(TermsForm):
    """What a new event is. `asked` names what the page began with: today's, last time's, 1917's."""

    fee = TextField(strip=True)
    guest_fee = TextField(strip=True)
    form = Pick(KINDS, wrong=gettext_noop("Choose the kind of event."), usual=PAIRS)
    match = TextField()
    boards = WholeField()
    winners = WholeField()
    field_order = ["name", "fee", "guest_fee", "form", "match"]

    def __init__(self, given: Given | None, *, club: Club, asked: Given) -> None:
        self.begins_as, self.like = text_of(asked, "as"), _like(club, asked)
        super().__init__(given, club=club, before=_begins_as(club, self.like, asked))

    @property
    def way(self) -> str:
        """Who plays, and of teams how matches are counted."""
        kind = str(self.cleaned_data.get("form", PAIRS))
        return str(self.cleaned_data.get("match", TEAMS)) if kind == TEAMS else kind

    def clean_fee(self) -> int:
        """Return table money of a player, in the smallest coin of the club's currency."""
        return self._coins("fee") or 0

    def clean_guest_fee(self) -> int | None:
        """Return table money of a guest; None where guests pay what members do."""
        if not self.sends("guest_fee"):
            # A page of a club with one rate does not ask.
            return self.before.guest_fee
        return self._coins("guest_fee")

    def _coins(self, field: str) -> int | None:
        """Read an amount into the smallest coin of the club's currency; None where none is said."""
        typed = self.words_of(field)
        if not typed:
            return None
        try:
            return round_coins(Fraction(typed_amount(typed, find_currency(self.club.currency))))
        except RuleError as error:
            raise ValidationError(said(error)) from None

    @property
    def has_two_rates(self) -> bool:
        """Whether guests are asked about: the club has a rate for them, or the event of before."""
        fee = fee_of(self.club)
        return self.before.guest_fee is not None or bool(fee and fee.guest_amount is not None)

    def clean_match(self) -> str:
        """Return how matches are counted, which is asked of teams alone."""
        match = self.typed("match", TEAMS)
        if self.cleaned_data.get("form") == TEAMS and match not in MATCHES:
            raise ValidationError(_("Choose how matches are scored."))
        return match

    def clean_scoring(self) -> str:
        """Return how results are compared; of teams the way they are matched says it."""
        if FORMS[self.way].are == TEAMS:
            return scorings_of(self.way)[0].key
        return super().clean_scoring()

    def clean(self) -> None:
        """Put the terms together; a default name follows whoever plays."""
        super().clean()
        terms = self.terms
        name, are = terms.name, FORMS[terms.form].are
        if name in {usual_name(self.club, each) for each in NAMES}:
            name = usual_name(self.club, are)
        fee, guest_fee = self.number_of("fee") or 0, self.number_of("guest_fee")
        self.terms = replace(terms, name=name, fee=fee, guest_fee=guest_fee)
        if not self.before.boards:
            return
        boards, winners = self.number_of("boards") or 0, self.number_of("winners") or 0
        if not 0 < boards <= MOST_BOARDS or winners not in (1, 2):
            text = _("Boards in all: choose 1 to %(most)s. Rankings: choose one or two.")
            self.add_error("boards", text % {"most": MOST_BOARDS})
        else:
            self.terms = replace(self.terms, boards=boards, winners=winners)


def _like(club: Club, asked: Given) -> Event | None:
    """Return the event whose terms the page was asked to begin with."""
    number = text_of(asked, "as")
    pk = whole_number(number) if number != AS_IN_1917 else None
    return event_like(club, pk) if pk is not None else None


def _begins_as(club: Club, like: Event | None, asked: Given) -> Terms:
    """Return what the page begins with: today's game, or what was asked for by its key."""
    if text_of(asked, "as") == AS_IN_1917:
        return terms_of_1917()
    if like is None:
        return _as_the_club_takes(club, Terms(usual_name(club)))
    return terms_as_of(like, usual_name(club, like.contestants_are))


def _as_the_club_takes(club: Club, terms: Terms) -> Terms:
    """Begin with the club's two rates; one rate was never filled in by itself, and is not."""
    fee = fee_of(club)
    if fee is None or fee.guest_amount is None or fee.currency != club.currency:
        return terms
    return replace(terms, fee=fee.amount, guest_fee=fee.guest_amount)


MOST_ROUNDS, MOST_EACH, MOST_MINUTES = 99, 36, 240
UNNAMED = gettext_noop("Give the template a name, for example Club night.")


class TitleForm(PageForm):
    """The name under which the terms of an event are kept."""

    title = LineField(most=LONGEST, missing=UNNAMED)


class TemplateForm(NewEventForm):
    """What a template keeps. A movement is wished for by its kind; the rest may be left open."""

    title = LineField(most=LONGEST, missing=UNNAMED)
    movement = Among(KINDS_OF_TEMPLATE_FORM)
    rounds = WholeField()
    each = WholeField()
    minutes = WholeField()

    def __init__(self, given: Given | None, *, club: Club, kept: EventTemplate) -> None:
        self.begins_as, self.like, self.kept = "", None, kept
        TermsForm.__init__(self, given, club=club, before=terms_of_template(kept))

    @property
    def wish(self) -> WishKept:
        """The movement that is wished for as the page shows it."""
        return self.terms.wish

    def kinds(self) -> list[tuple[str, str, bool]]:
        """Return the movements that may be wished for: (key, name, chosen)."""
        chosen = self.typed("movement", self.wish.get("kind", ""))
        return [
            (key, _(KIND_NAMES[key]), key == chosen)
            for key, kind in KINDS_OF_TEMPLATE_FORM.items()
            if kind.are == FORMS[self.terms.form].are
        ]

    def clean(self) -> None:
        """Put the terms together; an event that is called after its day is named anew each time."""
        super().clean()
        usual = {usual_name(self.club, each) for each in NAMES}
        name = "" if self.terms.name in usual else self.terms.name
        self.terms = replace(self.terms, name=name, wish=self._wish())

    def _wish(self) -> WishKept:
        wish = WishKept()
        limits = {"rounds": MOST_ROUNDS, "each": MOST_EACH, "minutes": MOST_MINUTES}
        for field, most in limits.items():
            if self.typed(field).strip() and not 0 < (self.number_of(field) or 0) <= most:
                text = _("Choose a whole number from 1 to %(most)s, or leave it empty.")
                self.add_error(field, text % {"most": most})
        kind, asked = self.words_of("movement"), any(self.typed(each).strip() for each in limits)
        if not kind and asked:
            text = _("Choose the kind of movement, or leave rounds, boards and minutes empty.")
            self.add_error("movement", text)
        if not kind:
            return wish
        if KINDS_OF_TEMPLATE_FORM[kind].are != FORMS[self.terms.form].are:
            self.add_error(
                "movement", _("This movement is for other players. Choose another kind.")
            )
        wish["kind"] = kind
        if rounds := self.number_of("rounds"):
            wish["rounds"] = rounds
        if each := self.number_of("each"):
            wish["each"] = each
        if minutes := self.number_of("minutes"):
            wish["minutes"] = minutes
        if winners := self.before.wish.get("winners"):
            wish["winners"] = winners
        return wish


# ---- The pages.


class OpeningFields(TypedDict):
    """What an event may be, and what is filled in; a choice says whether it is chosen."""

    form: NewEventForm
    name: str
    fee: str
    guest_fee: str
    fee_like: str
    two_rates: bool
    kinds: list[tuple[str, str, str, bool]]
    matches: list[tuple[str, str, str, bool]]
    choices: TermsChoices
    boards: str
    winners: str


@open_to(Level.SCORER)
def new_event(request: ClubRequest) -> HttpResponse:
    """Ask what is played tonight, and open the event."""
    club = request.actor.home
    if request.method != "POST":
        return _new_page(request, NewEventForm(None, club=club, asked=request.GET))
    form = NewEventForm(request.POST, club=club, asked=request.POST)
    if not form.is_valid():
        return _new_page(request, form)
    event = open_event(
        club=club,
        evening=evening_of(club, clock.now()),
        terms=form.terms,
        key=form.key,
        actor=request.actor,
    )
    counts = form.sends("count") and event.contestants_are != TEAMS
    return redirect("event-count" if counts else "event-entries", event=event.pk)


@open_to(Level.SCORER)
@require_POST
def again(request: ClubRequest) -> HttpResponse:
    """Open the event of last time again, with everyone who played, or with its terms alone."""
    club, form = request.actor.home, AgainForm(request.POST)
    last = _same_terms(club) if form.sends("count") else last_time(club)
    if last is None or last.event.pk != form.number_of("event"):
        # Another event was opened meanwhile: the page says which is the last one now.
        return redirect("event-new")
    name = usual_name(club, last.event.contestants_are)
    evening = evening_of(club, clock.now())
    actor = request.actor
    with transaction.atomic():
        event = play_again(last=last, name=name, evening=evening, key=form.key, actor=actor)
        if last.field:
            divide_as(event=event, last=last.event, key=f"{form.key}:sections", actor=actor)
    return redirect("event-count" if form.sends("count") else "event-entries", event=event.pk)


def _same_terms(club: Club) -> LastEvent | None:
    """Return the event of last time without its field; None where its teams have names."""
    last = last_event(club)
    return LastEvent(last, []) if last and last.contestants_are != TEAMS else None


def _new_page(request: ClubRequest, form: NewEventForm) -> HttpResponse:
    club, last = request.actor.home, last_event(request.actor.home)
    begins_as = form.like.pk if form.like else form.begins_as
    context: dict[str, Any] = {
        **opening_fields(club, form),
        "problems": form.problems,
        "begins_as": begins_as,
        "like": last_time_in_words(form.like) if form.like else "",
        "last": (last.pk, last_time_in_words(last)) if last else None,
        "again": None if begins_as else last_time(club),
        "counts_again": bool(last and last.contestants_are != TEAMS),
        "templates": (
            [] if begins_as else [(each, template_in_words(each)) for each in templates_of(club)]
        ),
        "key": form.key,
    }
    return render(request, "events/new.html", context, status=422 if form.errors else 200)


def opening_fields(club: Club, form: NewEventForm) -> OpeningFields:
    """Return what the fields of a new event show, or those of a template."""
    terms, currency = form.terms, find_currency(club.currency)
    fee = speak_amount(terms.fee, currency) if terms.fee else ""
    guest_fee = "" if terms.guest_fee is None else speak_amount(terms.guest_fee, currency)
    match = form.typed("match", terms.form if terms.form in MATCHES else TEAMS)
    return {
        "form": form,
        "name": form.typed("name", terms.name),
        "fee": form.typed("fee", fee),
        "guest_fee": form.typed("guest_fee", guest_fee),
        "fee_like": an_amount(currency),
        "two_rates": form.has_two_rates,
        "kinds": [
            (key, _(name), _(about), key == FORMS[terms.form].are)
            for key, (name, about) in KINDS.items()
        ],
        "matches": [
            (key, _(FORMS[key].name), _(FORMS[key].about), key == match) for key in MATCHES
        ],
        "choices": form_of_terms(club, _as_pairs(terms, form.typed("scoring"))),
        "boards": form.typed("boards", str(terms.boards or "")),
        "winners": form.typed("winners", str(terms.winners)),
    }


def _as_pairs(terms: Terms, chosen: str) -> Terms:
    """Return the terms with what the page asks of pairs and players, should they play after all."""
    if FORMS[terms.form].are != TEAMS:
        return terms
    may_be = {scoring.key for scoring in scorings_of(PAIRS)}
    return replace(terms, form=PAIRS, scoring=chosen if chosen in may_be else "")


@open_to(Level.SCORER)
def settings(request: ClubRequest, event: int) -> HttpResponse:
    """Show what an event is; a POST makes it another: its name, its scoring, its options."""
    found, club = directed_by(request.actor, event), request.actor.home
    before = terms_of_event(found)
    if request.method != "POST":
        return settings_page(request, found, TermsForm(None, club=club, before=before))
    form = TermsForm(request.POST, club=club, before=before)
    if not form.is_valid():
        return settings_page(request, found, form)
    seen = form.cleaned_data["seen"]
    change_terms(event=found, terms=form.terms, seen=seen, key=form.key, actor=request.actor)
    return redirect("event", event=event)


def settings_page(
    request: ClubRequest, event: Event, form: TermsForm | None, kept_as: TitleForm | None = None
) -> HttpResponse:
    """Show an event's settings; `kept_as` is under which name its terms could not be kept."""
    if form is None:
        form = TermsForm(None, club=request.actor.home, before=terms_of_event(event))
    problems = [*form.problems, *(kept_as.problems if kept_as else ())]
    context: dict[str, Any] = {
        "event": event,
        "form": form,
        "name": form.typed("name", form.terms.name),
        "choices": form_of_terms(request.actor.home, form.terms),
        "seen": form.typed("seen") or seen_terms(event),
        "title": kept_as.typed("title") if kept_as else "",
        "problems": problems,
        "key": new_key(),
    }
    status = 422 if problems else 200
    return render(request, "events/settings.html", context, status=status)
