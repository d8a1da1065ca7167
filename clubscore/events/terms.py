"""The terms of an event: name, game and way of scoring, as last time or from a template."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.clubs import own_laws_of
from clubscore.club.entry import Refused
from clubscore.club.logins import note_act
from clubscore.club.models import Club, evening_of
from clubscore.club.wording import month_day, speak_amount, weekday
from clubscore.events.formats import (
    FORMS,
    GAME_WORDS,
    KINDS,
    PAIRS,
    TEAMS,
    UNIT_WORDS,
    option_words,
    scoring_name,
)
from clubscore.events.locks import must_not_be_final, note, taken_event
from clubscore.events.models import Event, EventHappening, EventTemplate, ResultRevision
from clubscore.events.models.facts import (
    AS_ROWS,
    EventOpened,
    PenaltyGiven,
    PenaltyLifted,
    RulesKept,
    TermsChanged,
    TermsKept,
    WishKept,
)
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES
from clubscore.laws.house_rules import RuleValue
from clubscore.laws.money import find_currency
from clubscore.laws.words import gettext_noop
from clubscore.movements import KIND_NAMES
from clubscore.ranking import Scoring, every_option, find_valuation, read_options
from clubscore.ranking.scoring import ScoringQuery
from clubscore.ranking.scorings import offered_to

# The premium for a game in one deal, among the house rules; laws that the club has named itself.
BONUS, OWN = "duplicate_game_bonus", "own-"
USUAL_GAME = "duplicate"


@dataclass(frozen=True)
class Terms:
    """What an event is; `fee` is table money of a player in the smallest coin.

    A guest pays `guest_fee` where it is not None.

    `form` is a key of :data:`clubscore.events.formats.FORMS`. Game, rules, scoring and
    options are as in an event file; options left out are the usual ones, without scoring the
    form's counts. `boards` in all and `winners` are what the movement is meant to have, 0 where
    that is open; `wish` says more of it.
    """

    name: str
    fee: int = 0
    form: str = PAIRS
    game: str = USUAL_GAME
    scoring: str = ""
    options: Mapping[str, str | list[str]] = field(default_factory=dict)
    rules: Mapping[str, RuleValue] = field(default_factory=dict)
    boards: int = 0
    winners: int = 0
    guest_fee: int | None = None
    wish: WishKept = field(default_factory=WishKept)


def terms_of_event(event: Event) -> Terms:
    """Return the current terms of an event."""
    form = form_of(event.contestants_are, event.scoring, event.options)
    return Terms(
        event.name,
        event.fee,
        form,
        event.game,
        event.scoring,
        event.options,
        event.rules,
        guest_fee=event.guest_fee,
    )


def form_of(are: str, scoring: str, options: Mapping[str, str | list[str]]) -> str:
    """Return which way to play an event is: of those of its contestants the one that fits best."""
    ways = [key for key, each in FORMS.items() if each.are == are]

    def fits(key: str) -> tuple[bool, int]:
        form = FORMS[key]
        told = form.options.items() <= options.items()
        return form.scoring == scoring and told, len(form.options)

    return max(ways, key=fits)


def terms_of_1917() -> Terms:
    """Return the tournaments of 1917: twenty-four prepared boards at duplicate auction.

    The highest score wins, North–South and East–West apart (Auction Bridge Variations 1923,
    ch. XI); by the American laws of that year.
    """
    return Terms(
        _("As in 1917"),
        game="duplicate-auction",
        scoring="total-points",
        rules={"preset": "whistclub-1917"},
        boards=24,
        winners=2,
    )


def scorings_of(form: str) -> list[Scoring]:
    """Return how results of such an event may be compared, the usual way first."""
    offered = offered_to(FORMS[form].are)
    return sorted(offered, key=lambda scoring: scoring.key != FORMS[form].scoring)


def counts_percent(event: Event) -> bool:
    """Return whether totals of an event are percentages, by its scoring and options."""
    asked = ScoringQuery(event.contestants_are, read_options(event.options))
    return event.scored_by.method(asked).in_percent


def laws_of(club: Club, terms: Terms) -> list[tuple[str, str, bool]]:
    """Return by which laws the game may be counted: (value, name, chosen); the book's, then own.

    Nothing where there is only one way.
    """
    valuation = find_valuation(terms.game, dict(terms.rules))
    rules = {key: value for key, value in terms.rules.items() if key != BONUS}
    found = [
        (preset.key, _(preset.name), rules == preset_rules(valuation.game, preset.key))
        for preset in valuation.game.codes.presets
    ]
    # Without house rules of its own a game has no laws that a club could change.
    if valuation.game.codes.house_rules:
        found += [
            (f"{OWN}{each.pk}", each.name, rules == each.rules)
            for each in own_laws_of(club, valuation.game)
        ]
    return found if len(found) > 1 else []


def preset_rules(game: Game, preset: str) -> RulesKept:
    """Return what an event says of laws of the book: nothing where they are the usual ones."""
    return {} if preset == game.codes.default_preset else {"preset": preset}


def chosen_rules(club: Club, game: str, terms: Terms, laws: str, bonus: int | None) -> RulesKept:
    """The house rules that a form chose: laws by their name, and the premium for a game.

    What a form does not name stays as the terms have it; another game has no rules of its own.
    """
    if game != terms.game:
        return {}
    rules = dict(terms.rules)
    valuation = find_valuation(game, rules)
    if any(laws == preset.key for preset in valuation.game.codes.presets):
        rules = preset_rules(valuation.game, laws)
    elif laws.startswith(OWN):
        kept = own_laws_of(club, valuation.game)
        own = next((each for each in kept if f"{OWN}{each.pk}" == laws), None)
        rules = dict(own.rules) if own else rules
    usual = find_valuation(game, {k: v for k, v in rules.items() if k != BONUS}).game_bonus
    if usual and bonus is not None and bonus != usual:
        return rules | {BONUS: bonus}
    return {key: value for key, value in rules.items() if key != BONUS or bonus is None}


def games_offered() -> dict[str, str]:
    """Return everything that a duplicate event can be played at: {key: name, not translated}."""
    return {**GAME_WORDS, **{each.key: each.name for each in GAMES if each.has_partners}}


def games() -> list[tuple[str, str]]:
    """Return everything that a duplicate event can be played at: (key, name)."""
    return [(key, _(text)) for key, text in games_offered().items()]


class OptionChoice(NamedTuple):
    """An option with its values: (value, words, chosen)."""

    name: str
    label: str
    values: list[tuple[str, str, bool]]


class TermsChoices(NamedTuple):
    """The choices of the form: scorings with a line about each, games, laws, options.

    `bonus` is the premium for a game in one deal, 0 where there is none.
    """

    scorings: list[tuple[str, str, str, bool]]
    games: list[tuple[str, str, bool]]
    options: list[OptionChoice]
    has_options: bool
    laws: list[tuple[str, str, bool]]
    bonus: int


def form_of_terms(club: Club, terms: Terms) -> TermsChoices:
    """Return the choices of the form with what is chosen."""
    options, are = read_options(dict(terms.options)), FORMS[terms.form].are
    return TermsChoices(
        scorings=[
            (
                scoring.key,
                _(scoring.name),
                _(scoring.about),
                scoring.key == (terms.scoring or FORMS[terms.form].scoring),
            )
            for scoring in scorings_of(terms.form)
        ],
        games=[(key, text, key == terms.game) for key, text in games()],
        options=[
            OptionChoice(
                option.key,
                _(option.label),
                [(v, _(words), v == options.of(option)) for v, words in option.values],
            )
            for option in every_option()
            if not option.asked_of or are in option.asked_of
        ],
        has_options=bool(terms.options or terms.rules),
        laws=laws_of(club, terms),
        bonus=find_valuation(terms.game, dict(terms.rules)).game_bonus,
    )


def seen_terms(event: Event) -> str:
    """Return a mark of an event's terms, which shows whether they have changed."""
    terms = terms_of_event(event)
    told = json.dumps([terms.name, terms.game, terms.scoring, terms.options, terms.rules])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def change_terms(*, event: Event, terms: Terms, seen: str, key: str, actor: Actor) -> None:
    """Change what an event was opened as; everything is compared again.

    The game stays once a result is recorded. Refuses if the terms have changed since.
    """
    with taken_event(event) as found:
        must_not_be_final(found)
        was = terms_of_event(found)
        if EventHappening.objects.filter(club_id=found.club_id, key=key).exists():
            return
        if seen_terms(found) != seen:
            text = _("Changed by someone else: it is now %(name)s, %(scoring)s. Check again.")
            values = {"name": found.name, "scoring": scoring_name(found.scoring)}
            raise Refused(text % values)
        has_results = ResultRevision.objects.filter(section__event=found).exists()
        if terms.game != was.game and has_results:
            raise Refused(_("This event already has results, so its game cannot be changed."))
        found.name, found.game = terms.name, terms.game
        found.scoring = terms.scoring or FORMS[terms.form].scoring
        found.options, found.rules = dict(terms.options), dict(terms.rules)
        _must_know_penalties(found)
        changed = TermsChanged(was=_told(was), now=_told(terms))
        note(found, EventHappening.Kind.TERMS, key, actor, changed)
        found.save(update_fields=["name", "game", "scoring", "options", "rules"])


def _told(terms: Terms) -> TermsKept:
    return {
        "name": terms.name,
        "game": terms.game,
        "scoring": terms.scoring,
        "options": dict(terms.options),
        "rules": dict(terms.rules),
    }


def _must_know_penalties(event: Event) -> None:
    """Refuse a scoring that does not know in what a penalty was given."""
    given = EventHappening.objects.filter(event=event, kind=EventHappening.Kind.PENALTY)
    lifted = EventHappening.objects.filter(event=event, kind=EventHappening.Kind.LIFTED)
    back = {each.told_as(PenaltyLifted)["penalty"] for each in lifted}
    units = {each.told_as(PenaltyGiven)["unit"] for each in given if each.pk not in back}
    for unit in units - set(event.scored_by.units):
        text = _("A penalty is in %(unit)s, which this scoring does not use. Remove it first.")
        raise Refused(text % {"unit": _(UNIT_WORDS[unit])})


# ---- As an earlier event.


def last_event(club: Club) -> Event | None:
    """Return the event that the club opened last: none from a file, none that was called off."""
    opened = Event.sessions.filter(club=club, told=False, called_off_at=None)
    return opened.order_by("pk").last()


def event_like(club: Club, pk: int) -> Event | None:
    """Return an event of the club whose terms another may take; None where there is none such."""
    return Event.objects.filter(club=club, told=False, pk=pk).first()


def terms_as_of(event: Event, name: str) -> Terms:
    """Return everything that an event was opened on or changed to, under another name."""
    opened = event.happenings.filter(kind=EventHappening.Kind.OPENED).first()
    meant = opened.told_as(EventOpened) if opened else EventOpened()
    boards, winners = meant.get("boards", 0), meant.get("winners", 0)
    wish = meant.get("wish", {})
    return replace(terms_of_event(event), name=name, boards=boards, winners=winners, wish=wish)


def last_time_in_words(event: Event) -> str:
    """Return an event's terms in one line: which evening, who played what, how it was compared."""
    parts = terms_in_words(event.club, terms_as_of(event, event.name))
    return " · ".join((f"{event.name}, {month_day(event.evening)}", *parts))


def terms_in_words(club: Club, terms: Terms) -> list[str]:
    """Return what an event is in some words: who plays what, how it is compared, what it costs."""
    form = FORMS[terms.form]
    parts = [
        _(KINDS[form.are][0]),
        dict(games())[terms.game],
        _(form.name) if form.are == TEAMS else scoring_name(terms.scoring),
        *_house_options(club, terms),
    ]
    if terms.boards:
        text = ngettext("%(n)s board in all", "%(n)s boards in all", terms.boards)
        parts.append(text % {"n": terms.boards})
    if terms.fee or terms.guest_fee:
        parts.append(_table_money(terms, club))
    return parts


def rates_in_words(event: Event | Terms, club: Club) -> tuple[str, str]:
    """Return what a player pays in words, and a guest where that is another amount, else ""."""
    currency = find_currency(club.currency)

    def in_words(coins: int) -> str:
        return speak_amount(coins, currency) if coins else _("nothing")

    guests = "" if event.guest_fee is None else in_words(event.guest_fee)
    return in_words(event.fee), guests


def _table_money(terms: Terms, club: Club) -> str:
    fee, guests = rates_in_words(terms, club)
    if not guests:
        return _("table money %(fee)s per player") % {"fee": fee}
    text = _("table money %(fee)s per player, %(guests)s per guest")
    return text % {"fee": fee, "guests": guests}


def _house_options(club: Club, terms: Terms) -> list[str]:
    """Laws, premium and options where they are not the usual ones."""
    found = []
    if {key for key in terms.rules if key != BONUS}:
        found += [
            _("laws of %(laws)s") % {"laws": name}
            for _value, name, chosen in laws_of(club, terms)
            if chosen
        ] or [_("laws of its own")]
    if BONUS in terms.rules:
        bonus = find_valuation(terms.game, dict(terms.rules)).game_bonus
        found.append(_("%(bonus)s for a game") % {"bonus": bonus})
    options, of_form = read_options(dict(terms.options)), FORMS[terms.form].options
    return found + [
        option_words(option, options.of(option))
        for option in every_option()
        if options.of(option) != of_form.get(option.key, option.usual)
    ]


NAMES = {
    "pairs": gettext_noop("%(day)s pairs"),
    "individuals": gettext_noop("%(day)s individual"),
    "teams": gettext_noop("%(day)s teams"),
}


def usual_name(club: Club, are: str = PAIRS) -> str:
    """Return the default name of an event of tonight: Tuesday pairs."""
    return _(NAMES[are]) % {"day": weekday(evening_of(club, clock.now()))}


# ---- Templates.

MOST, LONGEST = 20, 40


def templates_of(club: Club) -> list[EventTemplate]:
    """Return what a club keeps, by name. One query."""
    return list(EventTemplate.objects.filter(club=club))


def template_of(club: Club, pk: int) -> EventTemplate | None:
    """Return a template of the club; None where there is none such any more."""
    return EventTemplate.objects.filter(club=club, pk=pk).first()


def terms_of_template(kept: EventTemplate) -> Terms:
    """Return what an event opened from a template is; without a name of its own today's."""
    form = form_of(kept.contestants_are, kept.scoring, kept.options)
    return Terms(
        kept.event_name or usual_name(kept.club, kept.contestants_are),
        kept.fee,
        form,
        kept.game,
        kept.scoring,
        kept.options,
        kept.rules,
        kept.boards,
        kept.winners,
        kept.guest_fee,
        kept.wish,
    )


def template_in_words(kept: EventTemplate) -> str:
    """Return its terms in one line: who plays what, how it is compared, what it costs."""
    return " · ".join(
        (*terms_in_words(kept.club, terms_of_template(kept)), *_wish_in_words(kept.wish))
    )


def _wish_in_words(wish: WishKept) -> list[str]:
    found = []
    if kind := wish.get("kind"):
        found.append(_(KIND_NAMES[kind]))
    if rounds := wish.get("rounds"):
        found.append(ngettext("%(n)s round", "%(n)s rounds", rounds) % {"n": rounds})
    if each := wish.get("each"):
        text = ngettext("%(n)s board a round", "%(n)s boards a round", each)
        found.append(text % {"n": each})
    return found


def terms_to_keep(event: Event) -> Terms:
    """Return the terms of an event as a template keeps them, with the movement that it played.

    A name that says nothing but the weekday is none of its own: the next event has its own day.
    """
    day = weekday(event.evening)
    own = event.name not in {_(name) % {"day": day} for name in NAMES.values()}
    terms = terms_as_of(event, event.name if own else "")
    return replace(terms, wish=_wish_of(event) or terms.wish)


def _wish_of(event: Event) -> WishKept:
    """The movement that an event of one section has, as one may wish for it again."""
    plans = [section.plan for section in event.sections.all()]
    plan = plans[0] if len(plans) == 1 else None
    if plan is None or AS_ROWS in plan:
        return {}
    return {
        "kind": plan["kind"],
        "rounds": plan["rounds"],
        "each": event.boards_a_round,
        "winners": plan["winners"],
        "minutes": event.minutes_a_round,
    }


def keep_template(
    *, club: Club, title: str, terms: Terms, actor: Actor, key: str = ""
) -> EventTemplate:
    """Keep terms under a name. The same key again is the same template.

    Refuses a name that is taken, and more than a page shows.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        known = EventTemplate.objects.filter(club=club, key=key).first() if key else None
        if known is not None:
            return known
        _must_be_free(club, title)
        if EventTemplate.objects.filter(club=club).count() >= MOST:
            text = ngettext(
                "A club has at most %(most)s template. Delete it first.",
                "A club has at most %(most)s templates. Delete one first.",
                MOST,
            )
            raise Refused(text % {"most": MOST}, "title")
        kept = EventTemplate(club=club, key=key)
        _write(kept, title, terms, actor)
        note_act(club=club, author=actor.label, what="template kept", name=kept.title)
    return kept


def change_template(
    *, kept: EventTemplate, title: str, terms: Terms, seen: str, actor: Actor
) -> None:
    """Change what a template keeps; events that were opened from it stay as they are.

    `seen` is its `mark` as the page showed it. Refuses a name that is taken, and where it was
    changed or deleted meanwhile.
    """
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=kept.club_id)
        found = EventTemplate.objects.filter(club=kept.club_id, pk=kept.pk).first()
        if found is None:
            raise Refused(_("This template was deleted."))
        if found.mark != seen:
            text = _("Someone else has changed this template. Check it and save again.")
            raise Refused(text)
        _must_be_free(found.club, title, found)
        _write(found, title, terms, actor)
        note_act(club=found.club, author=actor.label, what="template changed", name=found.title)


def throw_away(*, kept: EventTemplate, actor: Actor) -> None:
    """Delete a template. Nothing happens where it is gone already."""
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=kept.club_id)
        gone, _rows = EventTemplate.objects.filter(club=club, pk=kept.pk).delete()
        if gone:
            note_act(club=club, author=actor.label, what="template deleted", name=kept.title)


def _must_be_free(club: Club, title: str, but: EventTemplate | None = None) -> None:
    """Refuse a name that another template of the club has."""
    others = EventTemplate.objects.filter(club=club, title__iexact=title)
    if any(but is None or other.pk != but.pk for other in others):
        raise Refused(_("There is already a template called %(name)s.") % {"name": title}, "title")


def _write(kept: EventTemplate, title: str, terms: Terms, actor: Actor) -> None:
    form = FORMS[terms.form]
    kept.title, kept.event_name = title, terms.name
    kept.contestants_are, kept.game = form.are, terms.game
    kept.scoring = terms.scoring or form.scoring
    kept.rules, kept.options = dict(terms.rules), {**form.options, **terms.options}
    kept.fee = terms.fee
    kept.guest_fee = None if terms.guest_fee == terms.fee else terms.guest_fee
    kept.boards, kept.winners, kept.wish = terms.boards, terms.winners, terms.wish
    kept.kept_at, kept.kept_by = clock.now(), actor.label
    kept.save()
