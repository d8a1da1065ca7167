"""Which movement tonight: two or three proposals with what speaks for and against each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from clubscore.laws.errors import RuleError
from clubscore.laws.words import Every, Phrase, Word, gettext_noop, ngettext_lazy
from clubscore.movements.checker import is_sound
from clubscore.movements.counts import BOARDS_A_ROUND, ROUNDS, TABLES, counted
from clubscore.movements.kinds.every_kind import KIND_NAMES, build
from clubscore.movements.kinds.patterns import patterns
from clubscore.movements.measures import Facts, facts_of, shares_of, stand_between
from clubscore.movements.rows import Movement

MINUTES_A_BOARD, MINUTES_A_MOVE = 7, 1
LEAST_SHARE = 70  # per cent of the boards that everyone should play
TITLE = gettext_noop("%(kind)s: %(tables)s, %(rounds)s, %(boards)s")
TITLE_REST = gettext_noop(
    "%(kind)s: %(tables)s, one pair sits out each round, %(rounds)s, %(boards)s"
)
TAKES = gettext_noop("about %(hours)s h %(minutes)s min")
ALL_MEET = gettext_noop("Everyone meets everyone.")
ALL_OPPOSITE = gettext_noop("Everyone meets all pairs of the other direction.")
ALL_BOARDS = ngettext_lazy(
    "Everyone plays all boards: %(boards)s.",
    "Everyone plays all %(boards)s boards.",
    "boards",
)
STAY = gettext_noop("North–South stay at their tables.")
NOBODY_RESTS = gettext_noop("No one sits out.")
EVEN = gettext_noop("One ranking; balance of the movement: %(quality)s%%.")
TWO_WINNERS = gettext_noop("Two rankings: North–South and East–West are ranked apart.")
NOT_EVEN = gettext_noop("Poor balance for one ranking: only %(quality)s%%.")
RESTS = ngettext_lazy(
    "Sitting out costs a pair %(boards)s board.",
    "Sitting out costs a pair %(boards)s boards.",
    "boards",
)
NEVER_RESTS = gettext_noop("Some pairs sit out a round, others never do.")
SHARES = gettext_noop("Tables %(tables)s share their boards every round.")
SHARES_SOME = ngettext_lazy(
    "Tables share boards in %(rounds)s of the rounds.",
    "Tables share boards in %(rounds)s of the rounds.",
    "rounds",
)
SHARES_IN = ngettext_lazy(
    "Tables %(tables)s share their boards in %(rounds)s round.",
    "Tables %(tables)s share their boards in %(rounds)s rounds.",
    "rounds",
)
STAND = gettext_noop("A bye-stand is between tables %(low)s and %(high)s.")
COPIES = gettext_noop("Copies needed of every board: %(copies)s.")
NEARLY_ALL_MOVE = gettext_noop(
    "Nearly everyone moves after every round, so guide cards are needed."
)
SOME_NEVER_MEET = gettext_noop("Some pairs never meet.")
FEW = gettext_noop("Some pairs play only %(percent)s%% of the boards, less than the usual 70%%.")
NONE = ngettext_lazy(
    "No movement for %(pairs)s pair fits these limits. Try more time or a different number of"
    " boards.",
    "No movement for %(pairs)s pairs fits these limits. Try more time or a different number of"
    " boards.",
    "pairs",
)


class Wishes(NamedTuple):
    """What a club wants of an evening.

    `least` and `most` boards for each pair, `minutes` there are in all, `copies` of each board,
    `winners` 1 or 2 if that matters, `tables` if there are no more.
    """

    least: int = 22
    most: int = 28
    minutes: int | None = None
    copies: int = 1
    winners: int | None = None
    tables: int | None = None


class Proposal(NamedTuple):
    """A movement in plain words: what it is, how long it takes in minutes, its good and its bad."""

    title: Phrase
    takes: Phrase
    minutes: int
    good: tuple[Phrase, ...]
    bad: tuple[Phrase, ...]
    movement: Movement


@lru_cache(maxsize=64)
def propose(pairs: int, wishes: Wishes = Wishes()) -> tuple[Proposal, ...]:  # noqa: B008 - frozen
    """Two or three movements for so many pairs, best first; RuleError where none fits."""
    ranked = sorted(
        ((_worth(movement, facts, wishes), at, movement, facts)
         for at, (movement, facts) in enumerate(_fitting(pairs, wishes))),
        key=lambda each: each[:2],
    )  # fmt: skip
    chosen: list[Proposal] = []
    kinds: list[tuple[str, int]] = []
    for _, _, movement, facts in ranked:
        family = "mitchell" if movement.kind.endswith("mitchell") else movement.kind
        like = (family, movement.winners)
        if like not in kinds:
            kinds.append(like)
            chosen.append(_proposal(movement, facts))
    if not chosen:
        raise RuleError("none", NONE, "pairs", pairs=pairs)
    return tuple(chosen[:3])


def minutes_of(movement: Movement) -> int:
    """How long it takes, to the nearest five minutes."""
    playing = movement.rounds * movement.boards_per_set * MINUTES_A_BOARD
    return (2 * (playing + (movement.rounds - 1) * MINUTES_A_MOVE) + 5) // 10 * 5


def _candidates(pairs: int) -> Iterator[tuple[str, int, int | None]]:
    """Kinds, numbers of rounds and winners that are worth a look."""
    even = pairs + pairs % 2
    tables = even // 2
    for winners in (1, 2):
        longest = min(tables, 15)
        # Fewer than three rounds only where two tables know no more.
        for rounds in range(max(min(3, longest), longest - 6), longest + 1):
            yield "mitchell", rounds, winners
            if pairs % 2 and rounds <= 13:
                yield "rover-mitchell", rounds, winners
        for rounds in (8, 9, 11, 13):
            yield "web-mitchell", rounds, winners
        yield "bowman-mitchell", tables - 2, winners
    if tables == 4:
        yield "half-round-mitchell", 2 * tables, 1
    if even <= 16:
        yield "howell", even - 1, None
    for pattern in patterns("reduced"):
        if pattern.contestants == even and pattern.rounds <= 14:
            yield "three-quarter-howell", pattern.rounds, None


def _fitting(pairs: int, wishes: Wishes) -> Iterator[tuple[Movement, Facts]]:
    """Every candidate with as many boards a round as the wishes allow."""
    for kind, rounds, winners in _candidates(pairs):
        if wishes.winners not in (None, winners or 1):
            continue
        try:
            movement = build(kind, pairs, rounds=rounds, winners=winners)
        except RuleError:
            continue
        if movement.rounds != rounds or movement.copies > wishes.copies:
            continue
        fitted = _with_boards(movement, wishes)
        if fitted is None or (wishes.tables and fitted.tables > wishes.tables):
            continue
        if is_sound(fitted):
            yield fitted, facts_of(fitted)


def _with_boards(movement: Movement, wishes: Wishes) -> Movement | None:
    """As many boards a round as fit into the evening; None where none do."""
    for boards in range(wishes.most // movement.rounds, 1, -1):
        fitted = replace(movement, boards_per_set=boards)
        if movement.rounds * boards < wishes.least:
            return None
        if wishes.minutes is None or minutes_of(fitted) <= wishes.minutes:
            return fitted
    return None


def _worth(movement: Movement, facts: Facts, wishes: Wishes) -> int:
    """What speaks against a movement, in points: the fewer the better."""
    shared = sum(map(bool, facts.shared.values()))
    unplayed = max(movement.sets - each for each in facts.sets.values()) * movement.boards_per_set
    resting = max(facts.sit_outs.values()) - min(facts.sit_outs.values())
    against = shared + 3 * unplayed + 6 * resting
    against += 2 * abs(26 - movement.rounds * movement.boards_per_set)
    if movement.winners == 1 and facts.balance is not None:
        against += max(0, 85 - int(facts.balance.quality))
    else:
        # One ranking of everyone is what most people come for, where the room is small.
        against += 30 if movement.contestants < 12 else 8
    against += 5 * (movement.copies - 1)
    if movement.kind.endswith("howell") and movement.contestants > 10:
        # The larger the room, the more people lose their way when nearly all of them move.
        against += movement.contestants
    return against


def describe(movement: Movement) -> Proposal:
    """Any movement of pairs in plain words, one that a director asked for."""
    return _proposal(movement, facts_of(movement))


def _proposal(movement: Movement, facts: Facts) -> Proposal:
    if movement.kind.endswith("swiss"):
        # Who meets whom, and who rests, is drawn as it goes.
        rests = [Phrase(RESTS, {"boards": movement.boards_per_set})]
        return described(movement, (), (*rests[: movement.contestants % 2], *sharing(movement)))
    return described(movement, tuple(_good(movement, facts)), tuple(_bad(movement, facts)))


def described(movement: Movement, good: tuple[Phrase, ...], bad: tuple[Phrase, ...]) -> Proposal:
    """A movement with its title, how long it takes, and what speaks for and against it."""
    minutes = minutes_of(movement)
    params = {
        "kind": Word(KIND_NAMES[movement.kind]),
        "tables": counted(TABLES, movement.tables),
        "rounds": counted(ROUNDS, movement.rounds),
        "boards": counted(BOARDS_A_ROUND, movement.boards_per_set),
    }
    takes = Phrase(TAKES, {"hours": minutes // 60, "minutes": f"{minutes % 60:02}"})
    rests = movement.contestants_are == "pairs" and movement.contestants % 2
    title = Phrase(TITLE_REST if rests else TITLE, params)
    return Proposal(title, takes, minutes, good, bad, movement)


def _good(movement: Movement, facts: Facts) -> Iterator[Phrase]:
    boards = movement.sets * movement.boards_per_set
    if movement.winners == 1 and facts.balance is not None and facts.balance.quality >= 75:
        yield Phrase(EVEN, {"quality": int(facts.balance.quality)})
    if set(facts.meetings) == {1}:
        yield Phrase(ALL_MEET, {})
    elif facts.meetings.get(1, 0) == movement.tables**2:
        yield Phrase(ALL_OPPOSITE, {})
    if min(facts.sets.values()) == movement.sets:
        yield Phrase(ALL_BOARDS, {"boards": boards})
    if movement.kind.endswith("mitchell") and "rover" not in movement.form:
        yield Phrase(STAY, {})
    if not any(facts.sit_outs.values()):
        yield Phrase(NOBODY_RESTS, {})


def _bad(movement: Movement, facts: Facts) -> Iterator[Phrase]:
    if movement.winners == 2:
        yield Phrase(TWO_WINNERS, {})
    elif facts.balance is not None and facts.balance.quality < 75:
        yield Phrase(NOT_EVEN, {"quality": int(facts.balance.quality)})
    rests = set(facts.sit_outs.values())
    if rests != {0}:
        yield Phrase(RESTS, {"boards": movement.boards_per_set})
    if len(rests) > 1:
        yield Phrase(NEVER_RESTS, {})
    yield from sharing(movement)
    if between := stand_between(movement):
        yield Phrase(STAND, {"low": between[0], "high": between[1]})
    if movement.copies > 1:
        yield Phrase(COPIES, {"copies": movement.copies})
    if movement.kind == "howell":
        yield Phrase(NEARLY_ALL_MOVE, {})
    if movement.kind == "three-quarter-howell":
        yield Phrase(SOME_NEVER_MEET, {})
    percent = 100 * min(facts.sets.values()) // movement.sets
    if percent < LEAST_SHARE:
        yield Phrase(FEW, {"percent": percent})


def sharing(movement: Movement) -> Iterator[Phrase]:
    """Which tables share their boards, in words; nothing where none do."""
    shares = shares_of(movement)
    rounds = {share.round for share in shares}
    tables = {share.tables for share in shares}
    if not shares:
        return
    if len(tables) == 1 and len(rounds) == movement.rounds:
        yield Phrase(SHARES, {"tables": Every(shares[0].tables)})
    elif len(tables) == 1:
        yield Phrase(SHARES_IN, {"tables": Every(shares[0].tables), "rounds": len(rounds)})
    else:
        yield Phrase(SHARES_SOME, {"rounds": len(rounds)})
