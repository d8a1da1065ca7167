"""Teams of four: one half sits North-South, the other plays the same boards East-West."""

from __future__ import annotations

from dataclasses import replace

from clubscore.laws.errors import RuleError
from clubscore.laws.words import Phrase, gettext_noop, ngettext_lazy
from clubscore.movements.rows import Movement, Row, Share, in_order, meant_to_share, wrap

TEAMS = ngettext_lazy(
    "A round robin is for %(least)s to %(most)s team, not %(teams)s.",
    "A round robin is for %(least)s to %(most)s teams, not %(teams)s.",
    "most",
)
HALVES = ngettext_lazy(
    "With one set of boards, rounds %(one)s and %(other)s belong together (teams: %(teams)s)."
    " Play %(most)s round, or leave out both.",
    "With one set of boards, rounds %(one)s and %(other)s belong together (teams: %(teams)s)."
    " Play %(most)s rounds, or leave out both.",
    "most",
)
ROUNDS = ngettext_lazy(
    "This number of teams (%(teams)s) can play at most %(most)s round, not %(rounds)s.",
    "This number of teams (%(teams)s) can play at most %(most)s rounds, not %(rounds)s.",
    "most",
)
HEAD_TO_HEAD = gettext_noop("The two tables exchange boards at half time.")
CIRCLE = gettext_noop(
    "The two tables of a match share the same boards; every match has its own copy. Team 1"
    " stays, the others move round."
)
WHIST = gettext_noop(
    "North–South stay. After every round East–West move down two tables and boards down one."
    " The two halves of a match play their boards in different rounds."
)
RELAY = gettext_noop(
    "North–South stay; East–West move up one table. Tables half the room apart share boards,"
    " with a bye-stand between them."
)
LEAST, MOST = 2, 30


def round_robin(teams: int, *, rounds: int | None = None) -> Movement:
    """Every team meets every other: an odd number as American Whist, an even number by the circle.

    RuleError for sizes that no one plays, or rounds that would leave half a match.
    """
    if not LEAST <= teams <= MOST:
        raise RuleError("teams", TEAMS, "teams", least=LEAST, most=MOST, teams=teams)
    if teams == 2:
        return head_to_head(rounds or 2)
    if rounds and rounds > teams - 1:
        raise RuleError("rounds", ROUNDS, "rounds", teams=teams, most=teams - 1, rounds=rounds)
    if teams % 2 == 0:
        return circle(teams, rounds or teams - 1)
    return american_whist(teams, rounds or teams - 1)


def head_to_head(sets: int) -> Movement:
    """Two teams, two tables; every set goes to both, each begins with another."""
    rows = [
        Row(number, table, (table,), (3 - table,), wrap(number + (table - 1) * sets // 2, sets))
        for number in range(1, sets + 1)
        for table in (1, 2)
    ]
    movement = _teams("head-to-head", 2, 2, sets, rows, Phrase(HEAD_TO_HEAD, {}))
    return meant_to_share(replace(movement, meets=sets))


def circle(teams: int, rounds: int) -> Movement:
    """An even number: team 1 stays, the rest rotate; each match has its own copy of the set."""
    rows, shares = [], []
    for by in range(rounds):
        ring = [1, *(2 + (each + by) % (teams - 1) for each in range(teams - 1))]
        for at in range(teams // 2):
            one, other, table = ring[at], ring[-1 - at], 2 * at + 1
            if at == 0 and by % 2:
                one, other = other, one
            rows.append(Row(by + 1, table, (one,), (other,), by + 1))
            rows.append(Row(by + 1, table + 1, (other,), (one,), by + 1))
            shares.append(Share(by + 1, by + 1, (table, table + 1)))
    movement = _teams("circle", teams, teams, rounds, rows, Phrase(CIRCLE, {}))
    return replace(movement, copies=teams // 2, shares=tuple(shares))


def american_whist(teams: int, rounds: int) -> Movement:
    """An odd number of teams, one copy, no one shares."""
    numbers = _whole_matches(teams, rounds)
    rows = [
        Row(at, table, (table,), (wrap(table + 2 * r, teams),), wrap(table + r, teams))
        for at, r in enumerate(numbers, 1)
        for table in range(1, teams + 1)
    ]
    return _teams("american-whist", teams, teams, rounds, rows, Phrase(WHIST, {}), sets=teams)


def new_england(teams: int, rounds: int | None = None) -> Movement:
    """An even number of teams, one copy: tables half the room apart share every round."""
    numbers = _whole_matches(teams, rounds or teams - 1)
    rows = [
        Row(at, table, (table,), (wrap(table + r, teams),), wrap(2 * table - 1 + r, teams))
        for at, r in enumerate(numbers, 1)
        for table in range(1, teams + 1)
    ]
    said = Phrase(RELAY, {})
    return meant_to_share(_teams("new-england", teams, teams, len(numbers), rows, said, sets=teams))


def _whole_matches(teams: int, rounds: int) -> list[int]:
    """Which rounds of all are played: r and T-r hold the two halves of the same matches."""
    every = list(range(1, teams))
    middle = [each for each in every if 2 * each == teams]
    twos = [(each, teams - each) for each in every if 2 * each < teams]
    if rounds % 2 and not middle:
        params = {"one": 1, "other": teams - 1, "teams": teams, "most": rounds + 1}
        raise RuleError("rounds", HALVES, "rounds", **params)
    chosen = {each for two in twos[: rounds // 2] for each in two}
    return sorted(chosen | set(middle if rounds % 2 else ()))


def _teams(
    form: str,
    teams: int,
    tables: int,
    rounds: int,
    rows: list[Row],
    said: Phrase,
    sets: int | None = None,
) -> Movement:
    return Movement(
        kind="teams-round-robin",
        form=form,
        contestants_are="teams",
        contestants=teams,
        tables=tables,
        rounds=rounds,
        sets=sets or rounds,
        rows=in_order(rows),
        notes=(said,),
    )
