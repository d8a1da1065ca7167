"""Individuals: players change partners every round, each is ranked alone."""

from __future__ import annotations

from dataclasses import replace
from math import gcd

from clubscore.laws.errors import RuleError
from clubscore.laws.words import Either, Phrase, gettext_noop, ngettext_lazy
from clubscore.movements.kinds.howell import stopped
from clubscore.movements.kinds.patterns import developed, find_pattern
from clubscore.movements.rows import Movement, Row, meant_to_share, wrap

SIZES = (4, 8, 12, 16, 20, 28, 44, 52)
PLAYERS = gettext_noop(
    "The number of players in an individual must be %(choices)s, not %(players)s."
)
ROUNDS = ngettext_lazy(
    "This individual has at most %(most)s round, not %(rounds)s.",
    "This individual has at most %(most)s rounds, not %(rounds)s.",
    "most",
)
PARTNERS = gettext_noop(
    "Player %(last)s stays. Every other player follows the player one lower; player 1 follows"
    " player %(before)s. Everyone partners everyone once."
)
TOGETHER = gettext_noop("All tables play the same boards each round.")
COPIES = gettext_noop("Copies needed of every board: %(copies)s.")
RAINBOW = gettext_noop(
    "North stays; South moves up one table, East two, West three; boards move down one table."
    " No two players meet twice."
)


def individual(players: int, *, rounds: int | None = None, together: bool = False) -> Movement:
    """An individual for so many players; RuleError for other sizes.

    `together`: all tables play the same boards each round, which is the most even; otherwise one
    copy of every board does (with eight players both tables share it).
    """
    if players not in SIZES:
        raise RuleError("players", PLAYERS, "players", choices=Either(SIZES), players=players)
    movement = rainbow(players // 4) if players > 16 else _cyclic(players, together)
    if rounds and rounds > movement.rounds:
        raise RuleError("rounds", ROUNDS, "rounds", most=movement.rounds, rounds=rounds)
    return stopped(movement, rounds) if rounds and rounds < movement.rounds else movement


def _cyclic(players: int, together: bool) -> Movement:
    wanted = ("barometer", "plain") if together else ("plain", "barometer")
    pattern = next(
        pattern
        for pattern in (find_pattern("individual", players, name=name) for name in wanted)
        if pattern is not None
    )
    movement = Movement(
        kind="individual",
        form=pattern.name,
        contestants_are="individuals",
        contestants=players,
        tables=players // 4,
        rounds=pattern.rounds,
        sets=pattern.rounds,
        rows=developed(pattern),
        notes=(Phrase(PARTNERS, {"last": players, "before": players - 1}),),
    )
    if pattern.name == "barometer":
        movement = movement.noting(Phrase(TOGETHER, {}))
    if movement.form == "barometer" and movement.tables > 2:
        copies = movement.tables
        movement = replace(movement, copies=copies).noting(Phrase(COPIES, {"copies": copies}))
    return meant_to_share(movement)


def rainbow(tables: int) -> Movement:
    """Four colours, each moving at its own pace; for a number of tables without 2 or 3 in it."""
    if gcd(tables, 6) != 1:
        raise ValueError(f"no rainbow goes round {tables} tables")
    rows = [
        Row(
            by + 1,
            table,
            (table, tables + wrap(table + by, tables)),
            (2 * tables + wrap(table + 2 * by, tables), 3 * tables + wrap(table + 3 * by, tables)),
            wrap(table - by, tables),
        )
        for by in range(tables)
        for table in range(1, tables + 1)
    ]
    return Movement(
        kind="individual",
        form="rainbow",
        contestants_are="individuals",
        contestants=4 * tables,
        tables=tables,
        rounds=tables,
        sets=tables,
        rows=tuple(rows),
        notes=(Phrase(RAINBOW, {}),),
    )
