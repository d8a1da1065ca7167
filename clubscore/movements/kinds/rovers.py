"""Rovers: one pair more than the tables hold goes round and takes others' places."""

from __future__ import annotations

from dataclasses import replace

from clubscore.laws.errors import RuleError
from clubscore.laws.words import Listing, Phrase, gettext_noop, ngettext_lazy
from clubscore.movements.kinds.mitchell import Form, mitchell, skip, straight
from clubscore.movements.rows import NO_TABLE, Movement, Row, in_order, wrap

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


def rover(tables: int, *, rounds: int | None = None, form: Form | None = None) -> Movement:
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
            rows.append(Row(row.round, NO_TABLE, row.ns, (), 0))
        else:
            rows.append(row)
    for absent in set(range(base.played + 1, base.rounds + 1)) - set(places):
        rows.append(Row(absent, NO_TABLE, (number,), (), 0))
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
        self.rows: list[Row] = []
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

    def _is_new(self, row: Row) -> bool:
        return all(
            row.table != each.table and row.set != each.set and not set(row.ew) & set(each.ew)
            for each in self.rows
        )
