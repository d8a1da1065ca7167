"""Movements for individuals and teams in plain words, as the chooser offers them to pairs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from clubscore.laws.errors import RuleError
from clubscore.laws.words import Phrase, gettext_noop
from clubscore.movements.checker import is_sound
from clubscore.movements.chooser import (
    COPIES,
    NEARLY_ALL_MOVE,
    NOBODY_RESTS,
    Proposal,
    describe,
    described,
    sharing,
)
from clubscore.movements.kinds.every_kind import build
from clubscore.movements.kinds.individual import COPIES as THERE_MUST_BE
from clubscore.movements.kinds.individual import SIZES
from clubscore.movements.kinds.team_rounds import LEAST
from clubscore.movements.measures import facts_of
from clubscore.movements.rows import Movement

# For prepared boards: one copy goes round, two do, or each table has its own.
PREPARED, USUAL_ROUNDS = ("mitchell", "web-mitchell", "mitchell-barometer"), 8
# About so many boards make an evening.
MOST_BOARDS = 28
LEAST_A_ROUND = 2
SOME_NEVER = gettext_noop("No two players are partners twice; some are never partners.")
# Four players at one table have no one to be compared with.
FEWEST_PLAYERS = 8
# A match of two teams is two halves, of so many boards each; all against all of so many in all.
HALVES, HEAD_TO_HEAD_BOARDS, MOST_OF_TEAMS = 2, (12, 8, 16), 26
# The most rounds of an evening in which those level in score meet, and its boards; more teams than
# so many cannot all meet in one.
SWISS_ROUNDS, SWISS_BOARDS, LEAST_FOR_SWISS, MOST_AGAINST_ALL = 4, 24, 6, 15


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


def _swiss(teams: int) -> tuple[str, int, int]:
    """As many rounds as never need two to meet again, however the earlier ones came out."""
    rounds = min(SWISS_ROUNDS, teams // 2)
    return "teams-swiss", rounds, SWISS_BOARDS // rounds


@lru_cache(maxsize=64)
def propose_teams(teams: int) -> tuple[Proposal, ...]:
    """Movements for so many teams of four: all against all, or Swiss; nothing for one."""
    if teams > MOST_AGAINST_ALL:
        wanted = [_swiss(teams)]
    elif teams == LEAST:
        wanted = [("teams-head-to-head", HALVES, boards) for boards in HEAD_TO_HEAD_BOARDS]
    elif teams < LEAST:
        return ()
    else:
        kinds = ("teams-round-robin",) if teams % 2 else ("teams-round-robin", "teams-new-england")
        boards = MOST_OF_TEAMS // (teams - 1)
        wanted = [(kind, teams - 1, max(LEAST_A_ROUND, boards)) for kind in kinds]
        if teams >= LEAST_FOR_SWISS:
            wanted.append(_swiss(teams))
    movements = (_movement(kind, teams, rounds, boards) for kind, rounds, boards in wanted)
    return tuple(described(each, tuple(_good(each)), tuple(_bad(each))) for each in movements)


def _lengths(rounds: int) -> tuple[int, ...]:
    """All rounds, and fewer where all would take more than an evening."""
    fewer = MOST_BOARDS // LEAST_A_ROUND
    return (rounds,) if rounds <= fewer else (fewer - 1, rounds)


def _movement(kind: str, contestants: int, rounds: int, boards: int = 0) -> Movement:
    """A movement of so many rounds of so many boards; sets may be more than rounds.

    Without a number of boards as many as make an evening.
    """
    sets = build(kind, contestants, rounds=rounds).sets
    boards = boards or max(LEAST_A_ROUND, MOST_BOARDS // rounds)
    return build(kind, contestants, rounds=rounds, boards=boards * sets)


def _good(movement: Movement) -> Iterator[Phrase]:
    yield from (note for note in movement.notes if note.phrase != THERE_MUST_BE)
    if not any(facts_of(movement).sit_outs.values()):
        yield Phrase(NOBODY_RESTS, {})


def _bad(movement: Movement) -> Iterator[Phrase]:
    if movement.contestants_are == "individuals" and set(facts_of(movement).meetings) != {1}:
        yield Phrase(SOME_NEVER, {})
    yield from sharing(movement)
    if movement.copies > 1:
        yield Phrase(COPIES, {"copies": movement.copies})
    if movement.contestants_are == "individuals" and movement.form != "rainbow":
        yield Phrase(NEARLY_ALL_MOVE, {})


@lru_cache(maxsize=64)
def propose_prepared(pairs: int, boards: int, winners: int) -> tuple[Proposal, ...]:
    """Movements in which so many prepared boards are played by all, best first.

    Where no set of boards can go round the tables every table has its own, as cards that were
    dealt beforehand allow. An odd number of pairs sits out once each way.
    """
    found = []
    for at, kind in enumerate(PREPARED):
        for rounds in range(LEAST_A_ROUND, (pairs + 1) // 2 + 1):
            try:
                movement = build(kind, pairs, boards=boards, rounds=rounds, winners=winners)
            except RuleError:
                continue
            facts = facts_of(movement)
            all_of_them = rounds == movement.rounds == movement.sets
            if all_of_them and movement.boards_per_set >= LEAST_A_ROUND and is_sound(movement):
                against = at, sum(map(bool, facts.shared.values())), abs(rounds - USUAL_ROUNDS)
                found.append((against, movement))
    chosen: dict[str, Movement] = {}
    for _, movement in sorted(found, key=lambda each: each[0]):
        chosen.setdefault(movement.kind, movement)
    return tuple(describe(movement) for movement in chosen.values())
