"""The house rules of a game: which keys it has, which values they take, what a club has chosen."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType, NoneType
from typing import Protocol

from clubscore.laws.citing import Citation
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.record import ComparedRecord, Record, replace
from clubscore.laws.words import Either, Every, Phrase, RemarkParts, Word, gettext_noop

# What a club may choose: a word, a number, true and false, or none.
RuleValue = str | int | None

HIGHEST_BONUS = 1_000_000
# Whose laws say what follows a mistake at the table: those of auction, of bridge before it, the
# game's own alone, or none, where its source names no penalties.
AUCTIONS_LAWS, BRIDGES_LAWS, OWN_LAWS_ALONE, NO_LAWS = "auction", "bridge", "own", "none"
NONE_CHOSEN: Mapping[str, RuleValue] = MappingProxyType({})


class HouseRule(ComparedRecord):
    """One thing a club may choose. ``values`` are those offered, ``meanings`` say each in words.

    With ``any_number`` every whole number from 0 to 1,000,000 is good and ``values`` only suggest.
    ``what`` is one sentence for the person who chooses; ``kinds`` are the kinds of line it decides.
    """

    key: str
    values: tuple[RuleValue, ...]
    default: RuleValue
    label: str
    what: str
    meanings: tuple[str, ...] = ()
    any_number: bool = False
    kinds: tuple[str, ...] = ()

    def accepts(self, value: object) -> bool:
        """Whether this value may be chosen; 1 is not true and "150" is not 150."""
        if self.any_number and type(value) is int:
            return 0 <= value <= HIGHEST_BONUS
        return any(type(value) is type(each) and value == each for each in self.values)

    def meaning(self, value: object) -> str:
        """The value in words, a message id where the rule names one."""
        for each, words in zip(self.values, self.meanings, strict=False):
            if type(each) is type(value) and each == value:
                return words
        return shown(value).strip("'")

    def starting_at(self, default: RuleValue) -> "HouseRule":
        """The same rule where a game's own default is another; it is offered first of all."""
        offered = self.values if default in self.values else (default, *self.values)
        return replace(self, values=offered, default=default)


class Preset(ComparedRecord):
    """A code of laws by name: values for several keys at once and how a line cites it.

    ``penalties`` are those for a revoke that it knows, of the game's; empty where it knows all.
    """

    key: str
    name: str
    values: Mapping[str, RuleValue] = {}
    law: str = ""
    penalties: tuple[str, ...] = ()


class Codes(Record):
    """The codes of laws that a game is played by, and what else a club may choose.

    ``presets`` are the codes, ``default_preset`` the key of that where a club names none.
    ``correction_laws`` say until when a score may be corrected: below the line, and above it.
    ``mistakes`` says whose laws tell what follows a mistake at the table.
    """

    house_rules: tuple[HouseRule, ...]
    presets: tuple[Preset, ...]
    default_preset: str
    correction_laws: tuple[Citation, Citation]
    mistakes: str = AUCTIONS_LAWS


class Rules(Mapping[str, RuleValue]):
    """The value of every house rule of one game; hashable, so that tables can be kept by it."""

    __slots__ = ("_hash", "_values", "preset")

    def __init__(self, values: Mapping[str, RuleValue], preset: Preset) -> None:
        self._values = dict(values)
        self.preset = preset
        self._hash = hash((preset.key, tuple(self._values.items())))

    def __getitem__(self, key: str) -> RuleValue:
        return self._values[key]

    def word(self, key: str) -> str:
        """The value of a rule that is chosen by a word."""
        value = self._values[key]
        assert isinstance(value, str)  # noqa: S101 - a rule's values are of one kind
        return value

    def number(self, key: str) -> int:
        """The value of a rule that is chosen by a number, or by yes and no."""
        value = self._values[key]
        assert isinstance(value, int)  # noqa: S101 - a rule's values are of one kind
        return value

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        # Distinguished by type as well: the rule true is not the rule 1.
        mine, theirs = list(self._values.items()), list(other._values.items())
        return (
            mine == theirs
            and self.preset == other.preset
            and [type(v) for _, v in mine] == [type(v) for _, v in theirs]
        )

    def __repr__(self) -> str:
        return f"Rules({self.preset.key!r}, {self._values!r})"


class HasRules(Protocol):
    """What a game says of its house rules; `Game` says it, and everything else."""

    @property
    def key(self) -> str:
        """The game's own key."""

    @property
    def codes(self) -> Codes:
        """Its codes of laws, and what a club may choose."""


def resolve_rules(game: HasRules, given: object = NONE_CHOSEN) -> Rules:
    """Every house rule of the game with its value: the preset's, then the club's own.

    Raises RuleError at ``rules.<key>`` for a key the game lacks or a value the key does not take.
    """
    if isinstance(given, Rules):
        return given
    if not isinstance(given, Mapping):
        raise RuleError(
            "type",
            gettext_noop("rules must be an object of keys and values, not %(given)s."),
            "rules",
            given=shown(given),
        )
    preset = _preset(game, given)
    values = {rule.key: rule.default for rule in game.codes.house_rules}
    values.update(preset.values)
    for key, value in given.items():
        if key != "preset":
            values[key] = _checked(game, key, value)
    return _the_same(Rules(values, preset))


def as_written(given: object) -> dict[str, RuleValue]:
    """Rules as they were given and not filled up; only for what ``resolve_rules`` has verified."""
    told: Mapping[str, object] = given if isinstance(given, Mapping) else {}
    return {key: value for key, value in told.items() if isinstance(value, (str, int, NoneType))}


@lru_cache(maxsize=1024)
def _the_same(rules: Rules) -> Rules:
    """One object for equal rules, so that tables kept by them are found by identity."""
    return rules


@lru_cache(maxsize=256)
def default_rules(game: HasRules) -> Rules:
    """The rules of a club that has chosen none."""
    return resolve_rules(game, {})


def _preset(game: HasRules, given: Mapping[str, object]) -> Preset:
    wanted = given.get("preset", game.codes.default_preset)
    for preset in game.codes.presets:
        if preset.key == wanted:
            return preset
    raise RuleError(
        "preset",
        gettext_noop("%(game)s has the presets %(known)s, not %(given)s."),
        "rules.preset",
        game=game.key,
        known=Every(preset.key for preset in game.codes.presets),
        given=shown(wanted),
    )


def _checked(game: HasRules, key: object, value: object) -> RuleValue:
    rule = next((each for each in game.codes.house_rules if each.key == key), None)
    if rule is None:
        phrase = gettext_noop("%(game)s has no house rule %(key)s, only %(known)s.")
        if not game.codes.house_rules:
            phrase = gettext_noop("%(game)s has no house rules: leave %(key)s out.")
        raise RuleError(
            "unknown-rule",
            phrase,
            f"rules.{key if isinstance(key, str) else shown(key)}",
            game=game.key,
            key=shown(key),
            known=Every(each.key for each in game.codes.house_rules),
        )
    if isinstance(value, (str, int, NoneType)) and rule.accepts(value):
        return value
    phrase = gettext_noop("%(key)s must be %(known)s, not %(given)s.")
    if rule.any_number:
        phrase = gettext_noop("%(key)s must be a whole number from 0 to 1,000,000, not %(given)s.")
    raise RuleError(
        "rule-value",
        phrase,
        f"rules.{rule.key}",
        key=rule.key,
        known=Either(shown(each) for each in rule.values),
        given=shown(value),
    )


def departures(game: HasRules, rules: Rules) -> tuple[tuple[HouseRule, RuleValue], ...]:
    """The rules whose value is not what the preset, or without one the game, lays down."""
    return tuple(
        (rule, rules[rule.key])
        for rule in game.codes.house_rules
        if rules[rule.key] != rules.preset.values.get(rule.key, rule.default)
    )


def rule_words(rule: HouseRule, value: RuleValue) -> Phrase:
    """``slams: 20/40``: one house rule as it stands in a heading."""
    words = {"rule": Word(rule.label), "value": Word(rule.meaning(value))}
    return Phrase(gettext_noop("%(rule)s: %(value)s"), words)


def describe_rules(game: HasRules, given: object = NONE_CHOSEN) -> RemarkParts:
    """One line for the head of a sheet: ``Portland 1914; slams: 20/40``."""
    rules = resolve_rules(game, given)
    departing = (rule_words(rule, value) for rule, value in departures(game, rules))
    return RemarkParts((Word(rules.preset.name), *departing))
