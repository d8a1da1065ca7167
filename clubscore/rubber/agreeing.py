"""Stake and laws, as a table agrees on them: one line each, with the club's usual."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.models import Club
from clubscore.club.templatetags.clubscore import said
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.house_rules import HouseRule, describe_rules, resolve_rules
from clubscore.laws.money import round_coins, speak_amount
from clubscore.laws.settlement import Stakes, read_stake_words
from clubscore.rubber.seating import (
    Agreement,
)
from clubscore.rubber.words import stake_in_words

# A rubber to read a stake back with: what it costs says more than a rate.
EXAMPLE = 260
# How a difference counts, in words; "ten" and "hundred" are the score file's.
ROUNDS = {
    "exact": gettext_lazy("every point"),
    "ten": gettext_lazy("in tens"),
    "hundred": gettext_lazy("in hundreds"),
}


def usual_of(club: Club, game: Game) -> tuple[dict[str, Any], str]:
    """Return the rules and the stake, in words, that the club usually plays a game with."""
    usual = club.house.get(game.key, {})
    rules = usual.get("rules") or {"preset": game.default_preset}
    return rules, usual.get("stake") or club.house.get("stake") or _("for love")


def chosen_rules(club: Club, game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules that a form chooses: a preset, and what differs from it."""
    preset = given.get("preset", "")
    if preset not in {known.key for known in game.presets}:
        # None was chosen, or one of the game that stood here before.
        return usual_of(club, game)[0]
    rules: dict[str, Any] = {"preset": preset}
    base = resolve_rules(game, rules)
    for rule in game.house_rules:
        said = given.get(f"rule-{rule.key}")
        by_text = {str(value): value for value in offered(rule, base[rule.key])}
        if said in by_text and by_text[said] != base[rule.key]:
            rules[rule.key] = by_text[said]
    return rules


def chosen_stake(club: Club, game: Game, given: Mapping[str, Any]) -> str:
    """Return the stake in the words of the form, else the club's usual."""
    if given.get("love"):
        return _("for love")
    said = given.get("stake", "").strip()
    return said or usual_of(club, game)[1]


def chosen_round(club: Club, game: Game, given: Mapping[str, Any]) -> str:
    """Return how differences count, by the form, the club or the law: exact, ten or hundred."""
    said_by_form: str = given.get("round", "")
    if said_by_form in ROUNDS:
        return said_by_form
    usual: str | None = club.house.get(game.key, {}).get("round")
    return usual or game.usual_round or "exact"


def read_agreement(club: Club, game: Game, given: Mapping[str, Any]) -> Agreement:
    """Return what a form agrees on. Raises RuleError naming "stake" or the rule."""
    rules = chosen_rules(club, game, given)
    resolve_rules(game, rules)
    stakes = read_stake(club, chosen_stake(club, game, given), chosen_round(club, game, given))
    return Agreement(game.key, rules, stakes.to_dict() if stakes else None)


def read_stake(club: Club, words: str, rounding: str) -> Stakes | None:
    """Return a stake said in words; None for love, and always where the club plays for love."""
    if not club.plays_for_money or words == _("for love"):
        return None
    # Shillings have no decimals: 0.50 is pounds of today, whatever the club reckons in.
    is_decimal = club.currency == "LSD" and re.search(r"\d\.\d", words)
    stakes = read_stake_words(words, currency="GBP" if is_decimal else club.currency)
    if stakes is None or rounding == "exact":
        return stakes
    return replace(stakes, round=rounding)


def read_back(stakes: Stakes | None) -> str:
    """Return what a stake means, by what a rubber costs."""
    if stakes is None:
        return _("For love: points are counted, nobody pays.")
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
    options: list[dict[str, Any]]


@dataclass(frozen=True)
class Proposal:
    """What the page proposes: laws and stake in a line each, and what could be changed."""

    laws: str
    is_usual: bool
    presets: list[dict[str, Any]]
    choices: list[RuleChoice]
    stake: str
    stake_read: str
    stake_wrong: str
    rounds: list[dict[str, Any]]

    @classmethod
    def of(cls, club: Club, game: Game, given: Mapping[str, Any]) -> "Proposal":
        """Return the proposal for a game, with what a form has chosen so far."""
        rules = chosen_rules(club, game, given)
        try:
            in_force = resolve_rules(game, rules)
        except RuleError:
            rules = {"preset": game.default_preset}
            in_force = resolve_rules(game, rules)
        stake = chosen_stake(club, game, given)
        rounding = chosen_round(club, game, given)
        read, wrong = _read_or_wrong(club, stake, rounding)
        return cls(
            laws=describe_rules(game, rules),
            is_usual=rules == usual_of(club, game)[0],
            presets=[
                {"value": p.key, "label": _(p.name), "checked": p.key == rules.get("preset")}
                for p in game.presets
            ],
            choices=[_choice(rule, in_force[rule.key]) for rule in game.house_rules],
            stake=stake,
            stake_read=read,
            stake_wrong=wrong,
            rounds=[
                {"value": key, "label": label, "checked": key == rounding}
                for key, label in ROUNDS.items()
            ],
        )


def _choice(rule: HouseRule, in_force: Any) -> RuleChoice:
    options = [
        {"value": str(value), "label": _(rule.meaning(value)), "checked": value == in_force}
        for value in offered(rule, in_force)
    ]
    return RuleChoice(rule.key, _(rule.label), _(rule.what), options)


def offered(rule: HouseRule, in_force: Any) -> tuple[Any, ...]:
    """Return the values to choose from; where any number will do, the one in force too."""
    return rule.values if in_force in rule.values else (in_force, *rule.values)


def _read_or_wrong(club: Club, stake: str, rounding: str) -> tuple[str, str]:
    try:
        return read_back(read_stake(club, stake, rounding)), ""
    except RuleError as error:
        return "", said(error)
