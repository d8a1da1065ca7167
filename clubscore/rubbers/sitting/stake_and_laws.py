"""Stake and laws, as a table agrees on them: one line each, with the club's usual."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubscore.club.accounts.rates import rates_of
from clubscore.club.kept_data import House
from clubscore.club.models import Club
from clubscore.club.own_laws import own_laws_of
from clubscore.club.wording.figures import speak_amount
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.house_rules import HouseRule, RuleValue, resolve_rules
from clubscore.laws.money import round_coins
from clubscore.laws.record import replace
from clubscore.laws.settlement import Stakes, read_stake_words
from clubscore.rubbers.models.kept_data import RulesKept
from clubscore.rubbers.state.headings import stake_in_words

# A rubber to read a stake back with: what it costs says more than a rate. It comes to something
# else by each way of counting.
EXAMPLE = 264
# How a difference counts, in words; "ten" and "hundred" are the score file's.
ROUNDS = {
    "exact": gettext_lazy("every point"),
    "ten": gettext_lazy("in tens"),
    "hundred": gettext_lazy("in hundreds"),
}


def usual_of(club: Club, game: Game) -> tuple[RulesKept, str]:
    """Return the rules and the stake, in words, that the club usually plays a game with."""
    # A game with a layer over it is played as the club plays the game beneath.
    usual: House = club.house.get(game.key) or club.house.get(game.beneath, {})
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


def read_stake(club: Club, words: str, rounding: str) -> Stakes | None:
    """Return a stake said in words; None for love, and always where the club plays for love."""
    if not club.plays_for_money or words == _("for love"):
        return None
    besides = _other_money(club) if club.currency == "LSD" else ""
    stakes = read_stake_words(words, currency=club.currency, besides=besides)
    if stakes is None or rounding == "exact":
        return stakes
    return replace(stakes, round=rounding)


def _other_money(club: Club) -> str:
    """Return the one money in which old coin is paid here, "" where there are several.

    Shillings have no decimals, so 0.50 is of that money and never of a third; of pounds of today
    where the club has no other.
    """
    rates = rates_of(club.pk)
    others = {code for rate in rates for code in (rate.currency, rate.into)} - {club.currency}
    return "GBP" if not others else others.pop() if len(others) == 1 else ""


def read_back(stakes: Stakes | None) -> str:
    """Return what a stake means; what a rubber costs in each way of counting follows it."""
    if stakes is None:
        return _("For love: points are counted, no one pays.")
    return _("%(stake)s. A rubber of %(points)s points costs each loser:") % {
        "stake": stake_in_words(stakes),
        "points": EXAMPLE,
    }


class Way(NamedTuple):
    """A way of counting a difference: its name, what the example comes to, whether it is taken."""

    name: str
    counted: int
    amount: str
    taken: bool


def ways_of(stakes: Stakes | None) -> list[Way]:
    """Return what the example rubber costs in each way that is offered; none for love."""
    if stakes is None:
        return []
    found = []
    for key, name in ROUNDS.items():
        way = replace(stakes, round=None if key == "exact" else key)
        counted = way.rounded(EXAMPLE)
        amount = speak_amount(round_coins(counted * way.rate), way.currency)
        found.append(Way(str(name), counted, amount, way == stakes))
    return found


def offered(rule: HouseRule, in_force: RuleValue) -> tuple[RuleValue, ...]:
    """Return the values to choose from; where any number will do, the one in force too."""
    return rule.values if in_force in rule.values else (in_force, *rule.values)
