"""Which irregularities and laws are for which game, and whose law is read into whose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from clubscore.lawbook.irregularity import (
    AUCTION_1908,
    BRIDGE_1899,
    Answer,
    AnswerChoice,
    DecidingQuestion,
    Irregularity,
    IrregularityStage,
    Law,
    stage,
)
from clubscore.laws.game import Game
from clubscore.laws.games import find_game, is_game
from clubscore.laws.house_rules import AUCTIONS_LAWS, BRIDGES_LAWS, NO_LAWS
from clubscore.laws.words import gettext_noop as _

OWN = "own"
# The stages of the laws of bridge, as their files are called.
COMMON = ("the_pack", "new_deals", "declaring", "out_of_turn", "exposed_cards", "dummy",
          "leads_and_play", "not_followed", "in_general")  # fmt: skip
DUMMY = "dummy"  # the key of the stage that is about it
# Answers about a hand that lies face up, and about the player who plays two.
OF_DUMMY = frozenset(("dummy", "declarers", "declarer"))

# What only a partner can do or suffer: two players have none.
OF_PARTNERS = frozenset((
    "who-shuffles/first", "for-partner", "told-of-bids/to-partner", "card-exposed/before-lead",
    "several-at-once/winners", "dummy-took-part", "having-none", "called-attention",
    "partner-demanded",
))  # fmt: skip

BY_1908 = _("The laws of 1914 are not available. These are read from those of 1908, which are"
            " auction's first; where their words are those of 1899, they are shown.")  # fmt: skip
FOSTER_SILENT = _("Foster's Hoyle is silent here: we go by the Laws of Bridge of 1899.")
AS_AT_BRIDGE = _("The book says how dummy deals and declares. The rest is read as at bridge.")
NO_PENALTIES = _("The source of this game names no penalties. The players agree on what follows.")
# Auction Bridge Variations, p. 159.
TWO_HANDED = _(
    "The laws of four-handed auction hold as far as they apply (Auction Bridge Variations 1923,"
    " p. 159). They are read from those of 1908."
)


@dataclass(frozen=True)
class LawsOfGame:
    """What a game has: its groups, the code that laws are cited by, and why that is a reading.

    ``own`` are the keys of the groups that are the game's own; ``borrowed`` says why the others
    are read into it, and is empty where none is.
    """

    code: str
    groups: tuple[IrregularityStage, ...]
    own: frozenset[str]
    borrowed: str = ""

    @property
    def answers(self) -> Iterator[tuple[IrregularityStage, str, Answer]]:
        """Every answer with its group and key."""
        for group in self.groups:
            for each in group.happenings:
                for key, answer in each.answers:
                    yield group, key, answer

    def why_reading(self, group: IrregularityStage, answer: Answer) -> str:
        """Why an answer is our reading here, "" where the game's own source gives it."""
        if answer.reading:
            return answer.reading
        return "" if group.key in self.own else self.borrowed

    def find(self, key: str) -> tuple[Irregularity, Answer] | None:
        """The irregularity and the answer of a key, as it is kept in a table's history."""
        for group in self.groups:
            for each in group.happenings:
                for found, answer in each.answers:
                    if found == key:
                        return each, answer
        return None


@cache
def laws_of(game: str, preset: str = "") -> LawsOfGame:
    """What may go wrong at this game under this code of laws; KeyError for no game of ours."""
    if not is_game(game):
        raise KeyError(game)
    played = find_game(game)
    if played.codes.mistakes == BRIDGES_LAWS:
        return _by_bridge(played, preset)
    if played.codes.mistakes == AUCTIONS_LAWS:
        return _by_auction(played)
    groups = _own(game)
    said = NO_PENALTIES if played.codes.mistakes == NO_LAWS else ""
    return LawsOfGame(OWN, groups, frozenset(group.key for group in groups), said)


def _by_bridge(played: Game, preset: str) -> LawsOfGame:
    """By the laws of 1899, under what the game or another code has of its own."""
    if played.key in OWN_STAGES:
        return _with(BRIDGE_1899, _own(played.key), AS_AT_BRIDGE)
    if preset in OF_PRESETS:
        return _with(BRIDGE_1899, tuple(map(stage, OF_PRESETS[preset])), FOSTER_SILENT)
    base = _base()
    return LawsOfGame(BRIDGE_1899, _under(base, BRIDGE_1899), frozenset(g.key for g in base))


def _by_auction(played: Game) -> LawsOfGame:
    """By the laws of 1908, under what the game and a layer over it have of their own."""
    borrowed = TWO_HANDED if played.players == 2 else BY_1908
    layers = tuple(stage(name) for end, name in OF_LAYERS.items() if played.key.endswith(end))
    own = tuple(dict.fromkeys((*_own(played.beneath or played.key), *layers)))
    found = _with(AUCTION_1908, own, borrowed)
    if played.players == 2:
        found = _without_partners(found)
    return found if played.play.partner_is_dummy else _without_dummy(found)


# Whose own stages a game, a layer or a code of laws has, as their files are called.
OF_LAYERS = {"-with-joker": "joker", "-as-contract": "contract_1923"}
OF_PRESETS = {"foster-hoyle": ("foster",)}
OWN_STAGES = {
    "dummy-bridge": ("dummy_bridge",),
    "rubber-bridge": ("rubber",),
    "chicago": ("rubber",),
    "five-hundred": ("five_hundred",),
    "pirate": ("pirate",),
    "joker": ("joker",),
    "bolshevik": ("contract_1923", "bolshevik"),
    "contract-1923": ("contract_1923",),
    "cut-throat": ("cut_throat",),
    "blind-skip": ("cut_throat",),
    "stop-gap": ("stop_gap",),
}


@cache
def laws_of_duplicate() -> LawsOfGame:
    """What may go wrong at duplicate of today."""
    found = stage("duplicate")
    return LawsOfGame(OWN, (found,), frozenset((found.key,)))


def _base() -> tuple[IrregularityStage, ...]:
    return tuple(map(stage, COMMON))


def _own(game: str) -> tuple[IrregularityStage, ...]:
    return tuple(map(stage, OWN_STAGES.get(game, ())))


def _under(
    groups: tuple[IrregularityStage, ...], code: str, without: Iterable[str] = ()
) -> tuple[IrregularityStage, ...]:
    gone = frozenset(without)
    found = []
    for group in groups:
        kept = (each.under(code) for each in group.happenings if each.key not in gone)
        happenings = tuple(each for each in kept if each is not None)
        if happenings:
            found.append(replace(group, happenings=happenings))
    return tuple(found)


def _with(code: str, own: tuple[IrregularityStage, ...], borrowed: str) -> LawsOfGame:
    """A game's own groups, and of the laws of bridge what these do not take the place of."""
    gone = {key for group in own for each in group.happenings
            for key in (each.key, *each.instead_of)}  # fmt: skip
    return LawsOfGame(
        code,
        (*_under(own, code), *_under(_base(), code, gone)),
        frozenset(group.key for group in own),
        borrowed,
    )


def _without_partners(laws: LawsOfGame) -> LawsOfGame:
    """The same for two players, each with a dummy or none (Auction Bridge Variations, p. 159)."""
    groups = []
    for group in laws.groups:
        kept = ((each, _alone(each.key, each.then)) for each in group.happenings)
        happenings = tuple(replace(each, then=then) for each, then in kept if then is not None)
        if happenings:
            groups.append(replace(group, happenings=happenings))
    return replace(laws, groups=tuple(groups))


def _alone(key: str, then: Answer | DecidingQuestion) -> Answer | DecidingQuestion | None:
    if key in OF_PARTNERS:
        return None
    if isinstance(then, Answer):
        return then
    kept = ((each, _alone(f"{key}/{each.key}", each.then)) for each in then.choices)
    choices: tuple[AnswerChoice, ...] = tuple(
        replace(each, then=found) for each, found in kept if found is not None
    )
    return replace(then, choices=choices) if choices else None


def _without_dummy(laws: LawsOfGame) -> LawsOfGame:
    """The same for a game without a dummy (Auction Bridge Variations, p. 121)."""
    groups = []
    for group in laws.groups:
        if group.key == DUMMY:
            continue
        kept = ((each, _pruned(each.then)) for each in group.happenings)
        happenings = tuple(replace(each, then=then) for each, then in kept if then is not None)
        groups.append(replace(group, happenings=happenings))
    return replace(laws, groups=tuple(groups))


def _pruned(then: Answer | DecidingQuestion) -> Answer | DecidingQuestion | None:
    if isinstance(then, Answer):
        return then
    kept = ((each, _pruned(each.then)) for each in then.choices if each.key not in OF_DUMMY)
    choices: tuple[AnswerChoice, ...] = tuple(
        replace(each, then=found) for each, found in kept if found is not None
    )
    return replace(then, choices=choices) if choices else None


# Which laws of 1899 an answer reaches, and why the others are not asked for.

FIRST, LAST = 27, 103
# By number: what stands in place of an answer.
NOT_ASKED = {
    48: _("It says how the dealer names trumps. The form of a deal asks for that."),
    53: _("It says what doubling multiplies. The score is counted by it."),
    86: _("It says what a revoke is. What follows from one stands in laws 87 to 95."),
}


def covered_laws() -> Iterator[tuple[Law, str]]:
    """Every law that an answer of straight bridge goes by, with the answer's key."""
    for _group, key, answer in laws_of("straight-bridge").answers:
        for law in answer.laws:
            yield law, key
