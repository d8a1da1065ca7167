"""Forms of what an event is: asked for when it opens, and changed later."""

from dataclasses import replace
from fractions import Fraction

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubscore.club.accounts.table_money import fee_of
from clubscore.club.form_values import Given, text_of, whole_number
from clubscore.club.forms import add_rule_error
from clubscore.club.models import Club
from clubscore.club.naming.asking_about_names import AsksAboutNames
from clubscore.club.wording.figures import typed_amount
from clubscore.club.wording.phrases import said
from clubscore.events.models import Event
from clubscore.events.terms.event_terms import (
    USUAL_GAME,
    Terms,
    chosen_rules,
    games_offered,
    scorings_of,
    terms_of_1917,
)
from clubscore.events.terms.formats import FORMS, KINDS, MATCHES, PAIRS, TEAMS
from clubscore.events.terms.last_time import event_like, terms_as_of
from clubscore.events.terms.usual_names import NAMES, usual_name
from clubscore.laws.errors import RuleError
from clubscore.laws.money import find_currency, round_coins
from clubscore.laws.words import gettext_noop
from clubscore.ranking import every_option, find_valuation
from clubscore.ranking.options import Option, options_of
from clubscore.tableside.page_form import Among, Line, PageForm, Pick, Whole, Words

MOST_BOARDS = 100
# What the page is filled in as where it names no event of the club.
AS_IN_1917 = "1917"


class TermsForm(AsksAboutNames, PageForm):
    """What an event is. What the page does not ask for stays as `before` has it."""

    name = Line(most=80, missing=gettext_noop("Give the event a name, for example Tuesday pairs."))
    scoring = Words()
    game = Pick(games_offered(), wrong=gettext_noop("Choose the game."))
    laws = Words(id="o-laws")
    duplicate_game_bonus = Whole(id="o-bonus")
    seen = Words()

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

    fee = Words(strip=True)
    guest_fee = Words(strip=True)
    form = Pick(KINDS, wrong=gettext_noop("Choose the kind of event."), usual=PAIRS)
    match = Words()
    boards = Whole()
    winners = Whole()
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
