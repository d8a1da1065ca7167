"""The Mitchell family: North-South stay, East-West move up, boards move down; rovers as well.

North-South are 1 to T at their tables, East-West T+1 to 2T. Where the number of pairs is odd one
is missing (a half table), or one more than full goes round as a rover.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import NamedTuple

from clubscore.laws.errors import RuleError
from clubscore.laws.words import Every, Listing, Phrase, gettext_noop, ngettext_lazy
from clubscore.movements.rows import NO_TABLE, Movement, MovementRow, in_order, sharing_sets, wrap

MOVES = gettext_noop(
    "After every round East–West move up one table and boards move down one table."
)
SKIP = gettext_noop("After round %(round)s East–West skip: they move up two tables.")
RELAY = gettext_noop(
    "Tables 1 and %(last)s share their boards every round; a bye-stand is between tables"
    " %(low)s and %(high)s."
)
RESTS = gettext_noop(
    "Tables 1 and %(last)s would share, but table %(last)s is empty; a bye-stand is between"
    " tables %(low)s and %(high)s."
)
WEB = gettext_noop(
    "There are two copies of every set: tables 1 to %(half)s play one, the other tables the other."
)
HALF_EW = gettext_noop("There is no pair %(missing)s: the pair due to meet it sits out that round.")
HALF_NS = gettext_noop(
    "There is no North–South pair at table %(table)s: the pair that comes there sits out that"
    " round."
)
SWITCHED = ngettext_lazy(
    "For one winner, all tables are arrow-switched in round %(rounds)s: North–South sit East–West.",
    "For one winner, all tables are arrow-switched in rounds %(rounds)s: North–South sit"
    " East–West.",
    "count",
)
HALVES = gettext_noop(
    "Each round is played in two halves with different boards. No one moves after the first half."
)
TOO_MANY_ROUNDS = ngettext_lazy(
    "At most %(most)s round can be played this way (tables: %(tables)s), not %(rounds)s.",
    "At most %(most)s rounds can be played this way (tables: %(tables)s), not %(rounds)s.",
    "most",
)


class MitchellForm(NamedTuple):
    """One way to play a Mitchell: where East-West and the boards are, by table and round."""

    key: str
    rounds: int
    sets: int
    copies: int
    ew: Callable[[int, int], int]
    set: Callable[[int, int], int]
    notes: tuple[Phrase, ...]


def straight(tables: int) -> MitchellForm:
    """The plain Mitchell; right for an odd number of tables."""
    return MitchellForm(
        "straight",
        tables,
        tables,
        1,
        lambda t, r: wrap(t - r + 1, tables),
        lambda t, r: wrap(t + r - 1, tables),
        (Phrase(MOVES, {}),),
    )


def skip(tables: int) -> MitchellForm:
    """An even number of tables, one round less, no sharing."""
    half = tables // 2
    return straight(tables)._replace(
        key="skip",
        rounds=tables - 1,
        ew=lambda t, r: wrap(t - r + (0 if r > half else 1), tables),
        notes=(Phrase(MOVES, {}), Phrase(SKIP, {"round": half})),
    )


def share_and_relay(tables: int) -> MitchellForm:
    """An even number of tables, every round: the first and the last table share."""
    half = tables // 2
    places = {"last": tables, "low": half, "high": half + 1}
    return straight(tables)._replace(
        key="share-and-relay",
        set=lambda t, r: wrap(t + r - (1 if t <= half else 0), tables),
        notes=(Phrase(MOVES, {}), Phrase(RELAY, places)),
    )


def web(tables: int, rounds: int) -> MitchellForm:
    """Many tables, fewer rounds, two copies of as many sets as there are rounds."""
    half, offset = tables // 2, tables % rounds

    def of_set(t: int, r: int) -> int:
        return wrap(t + r - 1, rounds) if t <= half else wrap(offset - t - (r - 1), rounds)

    return MitchellForm(
        "web",
        rounds,
        rounds,
        2,
        lambda t, r: wrap(t - _web_steps(rounds, r), tables),
        of_set,
        (Phrase(WEB, {"half": half}), *_web_notes(rounds)),
    )


def bowman(rounds: int) -> MitchellForm:
    """Two tables more than rounds, two copies: an appendix of one and a half tables."""
    tables = rounds + 2

    def of_set(t: int, r: int) -> int:
        return wrap(t + r - 1, rounds) if t < tables else rounds + 1 - r

    return web(tables, rounds)._replace(key="bowman", set=of_set, notes=_web_notes(rounds))


def _web_steps(rounds: int, number: int) -> int:
    """How far East-West have moved; with an even number of rounds they skip once."""
    return number - 1 + (1 if rounds % 2 == 0 and number > rounds // 2 else 0)


def _web_notes(rounds: int) -> tuple[Phrase, ...]:
    if rounds % 2:
        return ()
    return (Phrase(SKIP, {"round": rounds // 2}),)


def mitchell(
    tables: int,
    *,
    rounds: int | None = None,
    form: MitchellForm | None = None,
    missing: str = "",
) -> Movement:
    """A Mitchell of so many tables; RuleError where it has not so many rounds.

    Without a form the right one for the number of tables and rounds. `missing` is "ew" where the
    last East-West pair is not there, "ns" for the last North-South pair.
    """
    form = form or right_form(tables, rounds)
    rounds = rounds or form.rounds
    if rounds > form.rounds:
        params = {"tables": tables, "most": form.rounds, "rounds": rounds}
        raise RuleError("rounds", TOO_MANY_ROUNDS, "rounds", **params)
    movement = Movement(
        kind="mitchell",
        form=form.key,
        contestants_are="pairs",
        contestants=2 * tables - (1 if missing else 0),
        tables=tables,
        rounds=rounds,
        sets=form.sets,
        rows=_rows(form, tables, rounds, missing),
        copies=form.copies,
        winners=2,
        notes=_notes(form, tables, rounds, missing),
    )
    return sharing_sets(movement)


def _rows(form: MitchellForm, tables: int, rounds: int, missing: str) -> tuple[MovementRow, ...]:
    """The rows of a form; without the last North-South pair East-West count from one lower."""
    moved = -1 if missing == "ns" else 0
    rows = []
    for number in range(1, rounds + 1):
        for table in range(1, tables + 1):
            at = form.ew(table, number)
            ns = () if missing == "ns" and table == tables else (table,)
            ew = () if missing == "ew" and at == tables else (tables + at + moved,)
            rows.append(MovementRow(number, table, ns, ew, form.set(table, number)))
    return in_order(rows)


def right_form(tables: int, rounds: int | None) -> MitchellForm:
    """Odd: straight. Even: skip, but share and relay where every round is wanted."""
    if tables % 2:
        return straight(tables)
    return skip(tables) if rounds and rounds < tables else share_and_relay(tables)


def _notes(form: MitchellForm, tables: int, rounds: int, missing: str) -> tuple[Phrase, ...]:
    notes = [
        each
        for each in form.notes
        if each.phrase != SKIP or rounds > int(str(each.params["round"]))
    ]
    if missing == "ew":
        notes.append(Phrase(HALF_EW, {"missing": 2 * tables}))
    if missing == "ns":
        notes = [Phrase(RESTS, each.params) if each.phrase == RELAY else each for each in notes]
        notes.append(Phrase(HALF_NS, {"table": tables}))
    return tuple(notes)


def in_half_rounds(movement: Movement) -> Movement:
    """The same with every round in two halves of other boards, between which no one moves.

    So half a round can be turned: with few tables a whole one turned is too much or too little.
    """
    rows = [
        row._replace(round=2 * row.round - 1 + half, set=2 * row.set - 1 + half)
        for row in movement.rows
        for half in (0, 1)
    ]
    doubled = replace(
        movement,
        rounds=2 * movement.rounds,
        sets=2 * movement.sets,
        meets=2 * movement.meets,
        rows=in_order(rows),
        shares=(),
        notes=(*movement.notes, Phrase(HALVES, {})),
    )
    return sharing_sets(doubled)


def half_table(pairs: int, *, rounds: int | None = None, missing: str = "") -> Movement:
    """An odd number of pairs at tables of which one is half.

    `missing` is who is not there at the half table, "ns" or "ew"; without it what suits best.
    """
    tables = (pairs + 1) // 2
    form = right_form(tables, rounds)
    missing = missing or ("ns" if form.key == "share-and-relay" else "ew")
    return mitchell(tables, rounds=rounds, form=form, missing=missing)


def usual_switch(rounds: int) -> tuple[int, ...]:
    """The rounds to turn for one winner: the last eighth, at least one."""
    last = max(1, (2 * rounds + 8) // 16)
    return tuple(range(rounds - last + 1, rounds + 1))


def arrow_switch(movement: Movement, rounds: Collection[int]) -> Movement:
    """All tables turned in these rounds, for one ranking of all pairs."""
    rows = (row.turned() if row.round in rounds else row for row in movement.rows)
    said = Phrase(SWITCHED, {"rounds": Every(sorted(rounds)), "count": len(rounds)})
    return replace(movement.with_rows(rows), winners=1).noting(said)


# Rovers: one pair more than the tables hold goes round and takes others' places.

ROVER = gettext_noop(
    "Pair %(rover)s sits out round 1, then replaces one North–South pair each round at tables"
    " %(tables)s. The pair replaced sits out."
)
NO_ROVER = ngettext_lazy(
    "A rover cannot play %(rounds)s round here (tables: %(tables)s). Choose %(most)s.",
    "A rover cannot play %(rounds)s rounds here (tables: %(tables)s). Choose %(most)s.",
    "rounds",
)
# A depth-first search that meets more places than this has no solution worth waiting for.
PATIENCE = 4_000


def rover(tables: int, *, rounds: int | None = None, form: MitchellForm | None = None) -> Movement:
    """One pair more than the tables hold goes round and displaces North-South pairs.

    Without `rounds` as many as there is a way through; RuleError where none is found through so
    many as are asked for.
    """
    form = form or (straight(tables) if tables % 2 else skip(tables))
    base = mitchell(tables, rounds=rounds, form=form)
    places, most = rover_tables(base), base.rounds
    while places is None and most > 1:
        most -= 1
        base = mitchell(tables, rounds=most, form=form)
        places = rover_tables(base)
    if places is None or (rounds and most < rounds):
        raise RuleError("rover", NO_ROVER, "rounds", tables=tables, rounds=rounds, most=most)
    return with_rover(base, places)


def with_rover(base: Movement, places: dict[int, int]) -> Movement:
    """A movement with one pair more, who plays North-South at {round: table}."""
    number = base.contestants + 1
    rows = []
    for row in base.rows:
        if places.get(row.round) == row.table:
            rows.append(row._replace(ns=(number,)))
            rows.append(MovementRow(row.round, NO_TABLE, row.ns, (), 0))
        else:
            rows.append(row)
    for absent in set(range(base.played + 1, base.rounds + 1)) - set(places):
        rows.append(MovementRow(absent, NO_TABLE, (number,), (), 0))
    shown = Listing(places[each] for each in sorted(places))
    said = Phrase(ROVER, {"rover": number, "tables": shown})
    return replace(base, contestants=number, rows=in_order(rows), form=f"{base.form}-rover").noting(
        said
    )


def rover_tables(base: Movement, first: int = 2) -> dict[int, int] | None:
    """Where a rover plays from round `first` on: other tables, opponents and boards each time.

    None where there is no way, or none is found in reasonable time.
    """
    tables = base.tables
    if base.form == "straight" and tables % 2 and tables % 3 and first == 2:
        return {at: wrap(tables - 2 * (at - 2), tables) for at in range(first, base.rounds + 1)}
    path = _Path(base)
    return {row.round: row.table for row in path.rows} if path.leads_from(first) else None


class _Path:
    """A rover's way through a movement, sought depth first from the last table down."""

    def __init__(self, base: Movement) -> None:
        self.base = base
        self.places = {(row.round, row.table): row for row in base.rows if row.is_played}
        self.rows: list[MovementRow] = []
        self.visited = 0

    def leads_from(self, number: int) -> bool:
        """Whether the way goes on from this round to the last."""
        self.visited += 1
        if number > self.base.rounds:
            return True
        if self.visited > PATIENCE:
            return False
        for table in range(self.base.tables, 0, -1):
            row = self.places.get((number, table))
            if row is None or not self._is_new(row):
                continue
            self.rows.append(row)
            if self.leads_from(number + 1):
                return True
            self.rows.pop()
        return False

    def _is_new(self, row: MovementRow) -> bool:
        return all(
            row.table != each.table and row.set != each.set and not set(row.ew) & set(each.ew)
            for each in self.rows
        )
