"""Stake and laws, as a table agrees on them: one line each, with the club's usual."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.form_values import Given, text_of
from clubscore.club.kept_data import House
from clubscore.club.models import Club
from clubscore.club.own_laws import own_laws_of
from clubscore.club.wording.figures import speak_amount
from clubscore.club.wording.phrases import said
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.house_rules import HouseRule, RuleValue, describe_rules, resolve_rules
from clubscore.laws.sheet.money import round_coins
from clubscore.laws.sheet.settlement import Stakes, read_stake_words
from clubscore.laws.words import Word
from clubscore.rubbers.models.kept_data import RulesKept
from clubscore.rubbers.sitting.seating import Agreement
from clubscore.rubbers.state.headings import stake_in_words
from clubscore.tableside.entry_keys import Key

# A rubber to read a stake back with: what it costs says more than a rate.
EXAMPLE = 260
# How a difference counts, in words; "ten" and "hundred" are the score file's.
ROUNDS = {
    "exact": gettext_lazy("every point"),
    "ten": gettext_lazy("in tens"),
    "hundred": gettext_lazy("in hundreds"),
}


def usual_of(club: Club, game: Game) -> tuple[RulesKept, str]:
    """Return the rules and the stake, in words, that the club usually plays a game with."""
    usual: House = club.house.get(game.key, {})
    rules = usual.get("rules") or {"preset": game.codes.default_preset}
    return rules, usual.get("stake") or _("for love")


class Laws(NamedTuple):
    """Laws that may be chosen: the form's word for them, their name, the rules themselves."""

    value: str
    label: str
    rules: RulesKept


def laws_offered(club: Club, game: Game) -> list[Laws]:
    """Return the presets of the book, then the sets that the club keeps under its own names."""
    book = [Laws(each.key, _(each.name), {"preset": each.key}) for each in game.codes.presets]
    own = [Laws(f"own-{each.pk}", each.name, each.rules) for each in own_laws_of(club, game)]
    return book + [each for each in own if _can_be(game, each.rules)]


def _can_be(game: Game, rules: RulesKept) -> bool:
    """Whether a game still has these rules; what was kept long ago may name others."""
    try:
        resolve_rules(game, rules)
    except RuleError:
        return False
    return True


def chosen_rules(
    club: Club, game: Game, given: Given, offers: Iterable[Laws] | None = None
) -> RulesKept:
    """Return the rules that a form chooses: a preset of the book, and what differs from it.

    `preset-shown` are the laws whose rules the form has shown: where others are chosen, only a
    rule that was changed is carried over to them.
    """
    known = {laws.value: laws.rules for laws in offers or laws_offered(club, game)}
    chosen = known.get(text_of(given, "preset"))
    if chosen is None:
        # None was chosen, or one of the game that stood here before.
        return usual_of(club, game)[0]
    shown = known.get(text_of(given, "preset-shown"), chosen)
    rules = dict(chosen)
    base, seen = resolve_rules(game, chosen), resolve_rules(game, shown)
    book = resolve_rules(game, {"preset": base.preset.key})
    for rule in game.codes.house_rules:
        said = text_of(given, f"rule-{rule.key}")
        by_text = {str(value): value for value in offered(rule, seen[rule.key])}
        if said not in by_text or by_text[said] == seen[rule.key]:
            continue
        rules[rule.key] = by_text[said]
        if rules[rule.key] == book[rule.key]:
            del rules[rule.key]
    return rules


def chosen_stake(club: Club, game: Game, given: Given) -> str:
    """Return the stake in the words of the form, else the club's usual."""
    if given.get("love"):
        return _("for love")
    said = text_of(given, "stake").strip()
    return said or usual_of(club, game)[1]


def chosen_round(club: Club, game: Game, given: Given) -> str:
    """Return how differences count, by the form, the club or the law: exact, ten or hundred."""
    said_by_form = text_of(given, "round")
    if said_by_form in ROUNDS:
        return said_by_form
    usual = club.house.get(game.key, {}).get("round")
    return usual or game.settling.usual_round or "exact"


def read_agreement(club: Club, game: Game, given: Given) -> Agreement:
    """Return what a form agrees on. Raises RuleError naming "stake" or the rule."""
    rules = chosen_rules(club, game, given)
    resolve_rules(game, rules)
    stakes = read_stake(club, chosen_stake(club, game, given), chosen_round(club, game, given))
    return Agreement(game.key, rules, stakes.to_dict() if stakes else None)


def read_stake(club: Club, words: str, rounding: str) -> Stakes | None:
    """Return a stake said in words; None for love, and always where the club plays for love."""
    if not club.plays_for_money or words == _("for love"):
        return None
    # Shillings have no decimals: 0.50 is pounds of today, whatever currency the club uses.
    is_decimal = club.currency == "LSD" and re.search(r"\d\.\d", words)
    stakes = read_stake_words(words, currency="GBP" if is_decimal else club.currency)
    if stakes is None or rounding == "exact":
        return stakes
    return replace(stakes, round=rounding)


def read_back(stakes: Stakes | None) -> str:
    """Return what a stake means, by what a rubber costs."""
    if stakes is None:
        return _("For love: points are counted, no one pays.")
    coins = round_coins(stakes.rounded(EXAMPLE) * stakes.rate)
    amount = speak_amount(coins, stakes.currency)
    return _("%(stake)s. A rubber of %(points)s costs each loser %(amount)s.") % {
        "stake": stake_in_words(stakes),
        "points": EXAMPLE,
        "amount": amount,
    }


@dataclass(frozen=True)
class RuleChoice:
    """One house rule with its values, the one in force chosen."""

    key: str
    label: str
    what: str
    options: list[Key]


@dataclass(frozen=True)
class Proposal:
    """What the page proposes: laws and stake in a line each, and what could be changed."""

    laws: str
    is_usual: bool
    shown: str
    presets: list[Key]
    choices: list[RuleChoice]
    stake: str
    stake_read: str
    stake_wrong: str
    rounds: list[Key]

    @classmethod
    def of(cls, club: Club, game: Game, given: Given) -> "Proposal":
        """Return the proposal for a game, with what a form has chosen so far."""
        offers = laws_offered(club, game)
        rules = chosen_rules(club, game, given, offers)
        try:
            in_force = resolve_rules(game, rules)
        except RuleError:
            rules = {"preset": game.codes.default_preset}
            in_force = resolve_rules(game, rules)
        stake = chosen_stake(club, game, given)
        rounding = chosen_round(club, game, given)
        read, wrong = _read_or_wrong(club, stake, rounding)
        ours = _named_laws(offers, rules, given)
        return cls(
            laws=_laws_line(game, rules, ours),
            is_usual=rules == usual_of(club, game)[0],
            shown=ours.value,
            presets=[
                {"value": each.value, "label": each.label, "checked": each is ours}
                for each in offers
            ],
            choices=[_choice(rule, in_force[rule.key]) for rule in game.codes.house_rules],
            stake=stake,
            stake_read=read,
            stake_wrong=wrong,
            rounds=[
                {"value": key, "label": str(label), "checked": key == rounding}
                for key, label in ROUNDS.items()
            ],
        )


def _named_laws(offers: list[Laws], rules: RulesKept, given: Given) -> Laws:
    """Return which of the offered laws these are, or are changed from."""
    by_value = {laws.value: laws for laws in offers}
    chosen = by_value.get(text_of(given, "preset"))
    if chosen is not None:
        return chosen
    same = [laws for laws in offers if laws.rules == rules]
    return same[0] if same else by_value.get(str(rules.get("preset", "")), offers[0])


def _laws_line(game: Game, rules: RulesKept, ours: Laws) -> str:
    """Return the laws in a line, with the club's name for them where they are just those."""
    laws = said(describe_rules(game, rules))
    if ours.rules != rules or len(rules) == 1:
        return laws
    return _("%(name)s: %(laws)s") % {"name": ours.label, "laws": laws}


def _choice(rule: HouseRule, in_force: RuleValue) -> RuleChoice:
    options: list[Key] = [
        {
            "value": str(value),
            "label": said(Word(rule.meaning(value))),
            "checked": value == in_force,
        }
        for value in offered(rule, in_force)
    ]
    return RuleChoice(rule.key, _(rule.label), _(rule.what), options)


def offered(rule: HouseRule, in_force: RuleValue) -> tuple[RuleValue, ...]:
    """Return the values to choose from; where any number will do, the one in force too."""
    return rule.values if in_force in rule.values else (in_force, *rule.values)


def _read_or_wrong(club: Club, stake: str, rounding: str) -> tuple[str, str]:
    try:
        return read_back(read_stake(club, stake, rounding)), ""
    except RuleError as error:
        return "", said(error)
