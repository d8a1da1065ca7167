"""What an event is: its name, its game, how results are compared, the options of the house."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.models import Club
from clubscore.club.own_laws import own_laws_of
from clubscore.club.refused import Refused
from clubscore.events.locks import must_not_be_final, note, taken_event
from clubscore.events.models import Event, EventHappening, ResultRevision
from clubscore.events.models.kept_facts import (
    PenaltyGiven,
    PenaltyLifted,
    RulesKept,
    TermsChanged,
    TermsKept,
    WishKept,
)
from clubscore.events.terms.event_words import (
    GAME_WORDS,
    UNIT_WORDS,
    scoring_name,
)
from clubscore.events.terms.formats import FORMS, PAIRS
from clubscore.laws.game import Game
from clubscore.laws.games import GAMES
from clubscore.laws.house_rules import RuleValue
from clubscore.ranking import Scoring, every_option, find_valuation, read_options
from clubscore.ranking.scoring import Asked
from clubscore.ranking.scorings import offered_to

# The premium for a game in one deal, among the house rules; laws that the club has named itself.
BONUS, OWN = "duplicate_game_bonus", "own-"
USUAL_GAME = "duplicate"


@dataclass(frozen=True)
class Terms:
    """What an event is; `fee` is table money of a player in the smallest coin.

    A guest pays `guest_fee` where it is not None.

    `form` is a key of :data:`clubscore.events.terms.formats.FORMS`. Game, rules, scoring and
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
    asked = Asked(event.contestants_are, read_options(event.options))
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
