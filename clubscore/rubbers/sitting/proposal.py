"""What a page proposes to agree on: laws and stake in a line each, and what could be changed."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.club.models import Club
from clubscore.club.wording.phrases import said
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.house_rules import HouseRule, RuleValue, describe_rules, resolve_rules
from clubscore.laws.settlement import Stakes
from clubscore.laws.words import Word
from clubscore.rubbers.models.kept_data import RulesKept
from clubscore.rubbers.sitting.forms import AgreementForm
from clubscore.rubbers.sitting.stake_advice import Advised, advised_for
from clubscore.rubbers.sitting.stake_and_laws import (
    ROUNDS,
    Laws,
    Way,
    offered,
    read_back,
    read_stake,
    usual_of,
    ways_of,
)
from clubscore.tableside.entry_keys import Key


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
    stake_ways: list[Way]
    stake_wrong: str
    advised: Advised | None
    rounds: list[Key]

    @classmethod
    def of(cls, form: AgreementForm) -> "Proposal":
        """Return the proposal for a game, with what a form has chosen so far."""
        club, game, offers, rules = form.club, form.game, form.offers, form.rules
        try:
            in_force = resolve_rules(game, rules)
        except RuleError:
            rules = {"preset": game.codes.default_preset}
            in_force = resolve_rules(game, rules)
        stake, rounding = form.stake_words, form.rounding
        stakes, wrong = _stakes_or_wrong(club, stake, rounding)
        ours = _named_laws(form, rules)
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
            stake_read="" if wrong else read_back(stakes),
            stake_ways=ways_of(stakes),
            stake_wrong=wrong,
            advised=advised_for(club, game),
            rounds=[
                {"value": key, "label": str(label), "checked": key == rounding}
                for key, label in ROUNDS.items()
            ],
        )


def _named_laws(form: AgreementForm, rules: RulesKept) -> Laws:
    """Return which of the offered laws these are, or are changed from."""
    by_value = {laws.value: laws for laws in form.offers}
    chosen = by_value.get(form.words_of("preset"))
    if chosen is not None:
        return chosen
    same = [laws for laws in form.offers if laws.rules == rules]
    return same[0] if same else by_value.get(str(rules.get("preset", "")), form.offers[0])


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


def _stakes_or_wrong(club: Club, stake: str, rounding: str) -> tuple[Stakes | None, str]:
    try:
        return read_stake(club, stake, rounding), ""
    except RuleError as error:
        return None, said(error)
