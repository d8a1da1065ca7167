"""Howells: one winner, pairs change direction and nearly all of them move."""

from __future__ import annotations

from dataclasses import replace

from clubscore.laws.errors import RuleError
from clubscore.laws.words import Either, Phrase, gettext_noop, ngettext_lazy
from clubscore.movements.kinds.patterns import Pattern, developed, find_pattern, patterns
from clubscore.movements.kinds.starters import full_howell, reduced_howell
from clubscore.movements.measures import balance_of
from clubscore.movements.rows import Movement, ended, meant_to_share

FEWEST, MOST = 3, 60
MOST_REDUCED = 24
PAIRS = ngettext_lazy(
    "A Howell is for %(least)s to %(most)s pair, not %(pairs)s.",
    "A Howell is for %(least)s to %(most)s pairs, not %(pairs)s.",
    "most",
)
ROUNDS = ngettext_lazy(
    "A Howell of this size (pairs: %(pairs)s) has at most %(most)s round, not %(rounds)s.",
    "A Howell of this size (pairs: %(pairs)s) has at most %(most)s rounds, not %(rounds)s.",
    "most",
)
NO_REDUCED = ngettext_lazy(
    "There is no reduced Howell of %(rounds)s round (pairs: %(pairs)s). Choose %(choices)s.",
    "There is no reduced Howell of %(rounds)s rounds (pairs: %(pairs)s). Choose %(choices)s.",
    "rounds",
)
FOLLOWS = gettext_noop(
    "Pair %(last)s stays at table %(table)s. Every other pair follows the pair one lower;"
    " pair 1 follows pair %(before)s."
)
STAY = gettext_noop(
    "Pairs %(first)s to %(last)s stay. Every other pair follows the pair one lower; pair 1"
    " follows pair %(before)s."
)
CARDS = gettext_noop("Every pair follows its guide card.")
MISSING = gettext_noop("There is no pair %(missing)s: the pair due to meet it sits out that round.")
STOPPED = ngettext_lazy(
    "Play stops after %(rounds)s of %(most)s round, so not all boards are played equally often.",
    "Play stops after %(rounds)s of %(most)s rounds, so not all boards are played equally often.",
    "most",
)
TURNED = gettext_noop("Some tables are arrow-switched in some rounds to balance the movement.")
# Rounds that a club asks for first, by the number of pairs.
USUAL_REDUCED = {6: 4, 8: 6, 10: 8, 12: 9, 14: 9, 16: 12, 18: 12, 20: 12, 22: 13, 24: 14}


def howell(pairs: int, *, rounds: int | None = None, name: str = "full") -> Movement:
    """Everyone meets everyone once; RuleError for other sizes than 3 to 60 pairs.

    ``classic`` is the guide card that clubs have long had, for 8, 10, 12 and 14 pairs.
    """
    if not FEWEST <= pairs <= MOST:
        raise RuleError("pairs", PAIRS, "pairs", least=FEWEST, most=MOST, pairs=pairs)
    even = pairs + pairs % 2
    pattern = find_pattern("howell", even, name=name) or Pattern(
        "found", even, even - 1, True, full_howell(even), frozenset()
    )
    movement = _of_pattern("howell", pattern)
    if rounds and rounds > movement.rounds:
        params = {"pairs": pairs, "most": movement.rounds, "rounds": rounds}
        raise RuleError("rounds", ROUNDS, "rounds", **params)
    movement = without_last(movement) if pairs < even else movement
    return stopped(movement, rounds) if rounds and rounds < movement.rounds else movement


def three_quarter(pairs: int, *, rounds: int | None = None) -> Movement:
    """A Howell of fewer rounds in which some pairs never meet.

    RuleError where there is none of so many rounds.
    """
    even = pairs + pairs % 2
    if not 6 <= even <= MOST_REDUCED:
        raise RuleError("pairs", PAIRS, "pairs", least=5, most=MOST_REDUCED, pairs=pairs)
    rounds = rounds or USUAL_REDUCED[even]
    movement = _reduced(even, rounds)
    if movement is None:
        known = {each.rounds for each in patterns("reduced") if each.contestants == even}
        choices = sorted(known) or range(USUAL_REDUCED[even], even - 1)
        raise RuleError(
            "rounds",
            NO_REDUCED,
            "rounds",
            pairs=pairs,
            rounds=rounds,
            choices=Either(choices),
        )
    return without_last(movement) if pairs < even else movement


def _reduced(even: int, rounds: int) -> Movement | None:
    names = ("reduced", "irregular", "shared")
    for name in names:
        pattern = find_pattern("reduced", even, rounds, name)
        if pattern is not None:
            return _of_pattern("three-quarter-howell", pattern)
    # Up to twenty pairs the data have all that are worth the time of looking for them.
    if even <= 20 or not even // 2 < rounds <= even - 2:
        return None
    first = reduced_howell(even, rounds)
    if first is None:
        return None
    pattern = Pattern("found", even, rounds, True, first, frozenset())
    return _evened(_of_pattern("three-quarter-howell", pattern))


def _of_pattern(kind: str, pattern: Pattern) -> Movement:
    rows = developed(pattern)
    movement = Movement(
        kind=kind,
        form=pattern.name,
        contestants_are="pairs",
        contestants=pattern.contestants,
        tables=pattern.contestants // 2,
        rounds=pattern.rounds,
        sets=pattern.rounds,
        rows=rows,
        notes=_notes(pattern),
    )
    return meant_to_share(movement)


def _notes(pattern: Pattern) -> tuple[Phrase, ...]:
    last, rounds = pattern.contestants, pattern.rounds
    if not pattern.cyclic:
        return (Phrase(CARDS, {}),)
    if last - rounds > 1:
        said = Phrase(STAY, {"first": rounds + 1, "last": last, "before": rounds})
    else:
        table = next(row.table for row in pattern.rows if last in row.seated)
        said = Phrase(FOLLOWS, {"last": last, "table": table, "before": rounds})
    return (said, Phrase(TURNED, {})) if pattern.turned else (said,)


def without_last(movement: Movement) -> Movement:
    """One pair fewer: whoever should meet the last number sits out."""
    last = movement.contestants

    def gone(side: tuple[int, ...]) -> tuple[int, ...]:
        return () if last in side else side

    rows = [row._replace(ns=gone(row.ns), ew=gone(row.ew)) for row in movement.rows]
    missing = Phrase(MISSING, {"missing": last})
    return replace(movement.with_rows(rows), contestants=last - 1).noting(missing)


def stopped(movement: Movement, rounds: int) -> Movement:
    """The same, ended after so many rounds, with a word on what that costs."""
    said = Phrase(STOPPED, {"rounds": rounds, "most": movement.rounds})
    return ended(movement, rounds).noting(said)


def _evened(movement: Movement) -> Movement:
    """Turn tables, one after another, wherever pairs come to compete more evenly."""
    rows = list(movement.rows)
    best = before = balance_of(movement).quality
    for at, row in enumerate(rows):
        if row.is_played:
            rows[at] = row.turned()
            quality = balance_of(replace(movement, rows=tuple(rows))).quality
            best = max(best, quality)
            rows[at] = rows[at] if quality == best else row
    turned = movement.with_rows(rows)
    return turned.noting(Phrase(TURNED, {})) if best > before else turned
