"""A sitting in words: headings, deals, stakes."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club.wording.figures import figure, speak_amount
from clubscore.club.wording.phrases import said
from clubscore.laws.deal import DealFacts
from clubscore.laws.games import Game
from clubscore.laws.house_rules import describe_rules, rule_words
from clubscore.laws.sentences import describe_deal
from clubscore.laws.settlement import Stakes
from clubscore.laws.seven import SEVEN_RULES
from clubscore.laws.words import Parts
from clubscore.rubbers.state.part_state import Standing


def facts_in_words(standing: Standing, facts: DealFacts | None) -> str:
    """Return a report of a deal as a sentence; a deal taken back has none left."""
    if facts is None:
        return _("undone")
    return said(describe_deal(standing.game, standing.read(facts), standing.names))


def stake_in_words(stakes: Stakes | None) -> str:
    """Return a stake as people say it: "5s a hundred, counted in tens", "for love"."""
    words = stake_alone(stakes)
    if stakes is not None and stakes.round == "ten":
        return _("%(stake)s, counted in tens") % {"stake": words}
    if stakes is not None and stakes.round == "hundred":
        return _("%(stake)s, counted in hundreds") % {"stake": words}
    return words


def stake_alone(stakes: Stakes | None) -> str:
    """Return a stake without how differences are counted: "5s a hundred", "for love"."""
    if stakes is None:
        return _("for love")
    amount = speak_amount(round(stakes.rate * stakes.per), stakes.currency)
    if stakes.per == 1:
        text = _("%(amount)s a point")
    elif stakes.per == 100:
        text = _("%(amount)s a hundred")
    else:
        text = ngettext("%(amount)s for %(per)s point", "%(amount)s for %(per)s points", stakes.per)
    return text % {"amount": amount, "per": stakes.per}


def cost_in_words(stakes: Stakes, points: int, amount: str, *, payers: int) -> str:
    """Return how points come to an amount: "22 tens at 5s a hundred are 11s each"."""
    if stakes.round == "ten":
        n = points // 10
        one = ngettext("%(n)s ten at %(stake)s is %(amount)s.",
                       "%(n)s tens at %(stake)s are %(amount)s.", n)  # fmt: skip
        many = ngettext("%(n)s ten at %(stake)s is %(amount)s each.",
                        "%(n)s tens at %(stake)s are %(amount)s each.", n)  # fmt: skip
    elif stakes.round == "hundred":
        n = points // 100
        one = ngettext("%(n)s hundred at %(stake)s is %(amount)s.",
                       "%(n)s hundreds at %(stake)s are %(amount)s.", n)  # fmt: skip
        many = ngettext("%(n)s hundred at %(stake)s is %(amount)s each.",
                        "%(n)s hundreds at %(stake)s are %(amount)s each.", n)  # fmt: skip
    else:
        n = points
        one = ngettext("%(n)s point at %(stake)s is %(amount)s.",
                       "%(n)s points at %(stake)s are %(amount)s.", n)  # fmt: skip
        many = ngettext("%(n)s point at %(stake)s is %(amount)s each.",
                        "%(n)s points at %(stake)s are %(amount)s each.", n)  # fmt: skip
    text = one if payers == 1 else many
    return text % {"n": figure(n), "stake": stake_alone(stakes), "amount": amount}


def laws_in_words(standing: Standing) -> str:
    """Return the laws in force in one line: the preset, and what differs from it."""
    laws = describe_rules(standing.game, standing.part.rules)
    seven = standing.part.sitting.seven
    chosen = seven.rules if seven is not None else {}
    own = [rule for rule in SEVEN_RULES if chosen.get(rule.key, rule.default) != rule.default]
    return said(Parts((*laws, *(rule_words(rule, chosen[rule.key]) for rule in own))))


UNITS = {
    "rubber": gettext_lazy("Rubber %(number)s"),
    "game": gettext_lazy("Game %(number)s"),
    "sheet": gettext_lazy("Sheet %(number)s"),
}


def unit_title(game: Game, number: int) -> str:
    """Return "Rubber 2": what is played to its end and settled, by its number."""
    return UNITS[game.course.unit] % {"number": number}


class PartHeading(NamedTuple):
    """What stands at the head of a sheet: the game, its laws, its stake."""

    game: str
    laws: str
    stake: str


def part_heading(standing: Standing) -> PartHeading:
    """Return the game, its laws and its stake, as they stand at the head of a sheet.

    Where a club has come to play for love, no stake of before is shown.
    """
    for_money = standing.part.sitting.club.plays_for_money
    return PartHeading(
        game=said(standing.game.name),
        laws=laws_in_words(standing),
        stake=stake_in_words(standing.stakes if for_money else None),
    )
