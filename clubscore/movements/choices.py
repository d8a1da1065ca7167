"""Movements for individuals in plain words, as the chooser offers them to pairs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from clubscore.laws.words import Phrase, gettext_noop
from clubscore.movements.chooser import (
    COPIES,
    NEARLY_ALL_MOVE,
    NOBODY_RESTS,
    Proposal,
    described,
    sharing,
)
from clubscore.movements.facts import facts_of
from clubscore.movements.individual import COPIES as THERE_MUST_BE
from clubscore.movements.individual import SIZES
from clubscore.movements.kinds import build
from clubscore.movements.rows import Movement

# About so many boards make an evening.
MOST_BOARDS = 28
LEAST_A_ROUND = 2
SOME_NEVER = gettext_noop("Nobody is anybody's partner twice; some never are.")
# Four players at one table have nobody to be compared with.
FEWEST_PLAYERS = 8


@lru_cache(maxsize=64)
def propose_individual(players: int) -> tuple[Proposal, ...]:
    """Movements for so many players, the most even first; nothing for other numbers."""
    if players < FEWEST_PLAYERS or players not in SIZES:
        return ()
    # Of eight players both tables share each round; of more there may be copies for all.
    kinds = ("individual-barometer", "individual") if 8 < players <= 16 else ("individual",)
    wanted = [(kind, rounds) for kind in kinds for rounds in _lengths(build(kind, players).rounds)]
    movements = (_movement(kind, players, rounds) for kind, rounds in wanted)
    return tuple(described(each, tuple(_good(each)), tuple(_bad(each))) for each in movements)


def _lengths(rounds: int) -> tuple[int, ...]:
    """All rounds, and fewer where all would take more than an evening."""
    fewer = MOST_BOARDS // LEAST_A_ROUND
    return (rounds,) if rounds <= fewer else (fewer - 1, rounds)


def _movement(kind: str, contestants: int, rounds: int) -> Movement:
    """A movement of so many rounds, with the boards of an evening; sets may be more than rounds."""
    sets = build(kind, contestants, rounds=rounds).sets
    boards = max(LEAST_A_ROUND, MOST_BOARDS // rounds)
    return build(kind, contestants, rounds=rounds, boards=boards * sets)


def _good(movement: Movement) -> Iterator[Phrase]:
    yield from (note for note in movement.notes if note.phrase != THERE_MUST_BE)
    if not any(facts_of(movement).sit_outs.values()):
        yield Phrase(NOBODY_RESTS, {})


def _bad(movement: Movement) -> Iterator[Phrase]:
    if set(facts_of(movement).meetings) != {1}:
        yield Phrase(SOME_NEVER, {})
    yield from sharing(movement)
    if movement.copies > 1:
        yield Phrase(COPIES, {"copies": movement.copies})
    if movement.form != "rainbow":
        yield Phrase(NEARLY_ALL_MOVE, {})
