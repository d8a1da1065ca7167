"""A movement as JSON, as event-files hold it, and as text to read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from clubscore.movements.checker import Facts, competing, facts_of, hundredths, rests_of, shares_of
from clubscore.movements.rows import Movement, Row

# A table of who competes with whom that is wider than this is no help to anybody.
WIDEST = 40
TIMES = {0: "never", 1: "once", 2: "twice"}


class Sharing(TypedDict):
    """Tables that share boards in a round."""

    round: int
    tables: list[int]
    boards: list[int]


# Boards that rest in a round between two tables; "from" is no word of ours to name a field with.
Relay = TypedDict("Relay", {"round": int, "boards": list[int], "from": int | None, "to": int})


class At(TypedDict):
    """A table in a round; None where somebody sits out."""

    round: int
    table: int | None


class SidesSeated(At):
    """Which sides sit there, with which boards."""

    ns: str | None
    ew: str | None
    boards: list[int]


class PlayersSeated(At):
    """Which players sit there, with which boards."""

    n: str | None
    e: str | None
    s: str | None
    w: str | None
    boards: list[int]


class MovementAnswer(TypedDict):
    """A movement as it is answered."""

    kind: str
    tables: int
    contestants: int
    rounds: int
    boards_per_round: int
    copies: int
    winners: int
    seats: list[SidesSeated | PlayersSeated]
    sharing: list[Sharing]
    relays: list[Relay]
    notes: str


def written_movement(movement: Movement) -> MovementAnswer:
    """What the command answers."""
    return {
        "kind": movement.kind,
        "tables": movement.tables,
        "contestants": movement.contestants,
        "rounds": movement.rounds,
        "boards_per_round": movement.boards_per_set,
        "copies": movement.copies,
        "winners": movement.winners,
        "seats": [_seat(movement, row) for row in movement.rows],
        "sharing": [
            {
                "round": share.round,
                "tables": list(share.tables),
                "boards": list(movement.boards_of_set(share.set)),
            }
            for share in shares_of(movement)
        ],
        "relays": [
            {
                "round": rest.round,
                "boards": list(movement.boards_of_set(rest.set)),
                "from": rest.before,
                "to": rest.after,
            }
            for rest in rests_of(movement)
        ],
        "notes": " ".join(str(note) for note in movement.notes),
    }


def _seat(movement: Movement, row: Row) -> SidesSeated | PlayersSeated:
    at: At = {"round": row.round, "table": row.table or None}
    boards = list(movement.boards_of(row))
    if movement.contestants_are == "individuals":
        (north, south), (east, west) = _two(row.ns), _two(row.ew)
        return {**at, "n": north, "e": east, "s": south, "w": west, "boards": boards}
    return {**at, "ns": _number(row.ns), "ew": _number(row.ew), "boards": boards}


def _two(side: tuple[int, ...]) -> list[str | None]:
    """The two players of a side; None where one or both are missing."""
    return [str(each) for each in side] + [None] * (2 - len(side))


def _number(side: tuple[int, ...]) -> str | None:
    return str(side[0]) if side else None


def read_aloud(movement: Movement) -> str:
    """A movement to read: how it goes, all its rounds, and what compares with what."""
    facts = facts_of(movement)
    return "\n\n".join(
        "\n".join(part)
        for part in (
            [_title(movement), *(str(note) for note in movement.notes)],
            _grid(movement),
            _facts(movement, facts),
            _compared(movement),
            _competing(movement, facts),
        )
        if part
    )


def _title(movement: Movement) -> str:
    boards = movement.sets * movement.boards_per_set
    return (
        f"{movement.kind} ({movement.form}): {movement.contestants} {movement.contestants_are},"
        f" {_counted(movement.tables, 'table')},"
        f" {_counted(movement.rounds, 'round')} of {_counted(movement.boards_per_set, 'board')},"
        f" {boards} boards in play, {_counted(movement.copies, 'copy', 'copies')},"
        f" {_counted(movement.winners, 'winner')}"
    )


def _counted(number: int, one: str, more: str = "") -> str:
    return f"{number} {one if number == 1 else more or one + 's'}"


def _grid(movement: Movement) -> list[str]:
    """Rounds down, tables across: who against whom, and the boards."""
    tables = [f"table {table}" for table in range(1, movement.tables + 1)]
    lines = [["round", *tables, "sits out"]]
    for number in range(1, movement.rounds + 1):
        by_table = {row.table: row for row in movement.rows_of_round(number)}
        cells = [_cell(movement, by_table.get(at)) for at in range(1, movement.tables + 1)]
        out = [row for row in movement.rows_of_round(number) if not row.is_played]
        resting = " ".join(str(each) for row in out for each in row.seated)
        lines.append([str(number), *cells, resting])
    return columns(lines)


def _cell(movement: Movement, row: Row | None) -> str:
    if row is None or not row.is_played:
        return "-"
    boards = movement.boards_of(row)
    shown = f"{boards[0]}-{boards[-1]}" if len(boards) > 1 else str(boards[0])
    sides = [",".join(str(each) for each in side) for side in (row.ns, row.ew)]
    return f"{sides[0]} v {sides[1]}: {shown}"


def columns(lines: Iterable[Iterable[str]]) -> list[str]:
    """Cells under each other, two spaces between, nothing after the last."""
    rows = [list(line) for line in lines]
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _facts(movement: Movement, facts: Facts) -> list[str]:
    what = "are partners" if movement.contestants_are == "individuals" else "meet"
    met = ", ".join(
        f"{_counted(many, 'twosome')} {what} {TIMES.get(times, f'{times} times')}"
        for times, many in facts.meetings.items()
    )
    lines = [
        "Checked: nobody plays a board twice, nobody sits at two places.",
        f"Meetings: {met}.",
        f"Sets: each plays {_spread(facts.sets.values())} of {movement.sets};"
        f" a set is played {_spread(facts.results.values())} times.",
        f"Rests: {_spread(facts.sit_outs.values())} rounds each.",
    ]
    sharing = [f"{at} ({many})" for at, many in facts.shared.items() if many]
    if sharing:
        lines.append(f"Copies short, by round: {', '.join(sharing)}.")
    if facts.balance is not None and movement.winners == 1:
        balance = facts.balance
        lines.append(
            f"One ranking: {hundredths(balance.quality)} of 100 even; any two pairs compete"
            f" {balance.least} to {balance.most}, {hundredths(abs(balance.mean))} in the mean"
            " (a measure of ours)."
        )
    return lines


def _spread(values: Iterable[int]) -> str:
    found = sorted(set(values))
    return str(found[0]) if len(found) == 1 else f"{found[0]} to {found[-1]}"


def _compared(movement: Movement) -> list[str]:
    """Board by board who is compared with whom: those who sit the same way."""
    lines = []
    for number in range(1, movement.sets + 1):
        rows = [row for row in movement.rows if row.set == number and row.is_played]
        boards = movement.boards_of_set(number)
        ways = [
            " ".join(",".join(str(each) for each in side) for side in sides)
            for sides in ([row.ns for row in rows], [row.ew for row in rows])
        ]
        lines.append(f"Boards {boards[0]} to {boards[-1]}: NS {ways[0]}; EW {ways[1]}")
    return ["What compares with what, each way:", *lines]


def _competing(movement: Movement, facts: Facts) -> list[str]:
    """How much each pair competes with each other one, where one ranking holds them all."""
    if facts.balance is None or movement.winners != 1 or movement.contestants > WIDEST:
        return []
    amounts = competing(movement)
    everyone = range(1, movement.contestants + 1)
    lines = [["pair", *(str(number) for number in everyone)]]
    for one in everyone:
        cells = [
            "." if one == other else str(amounts[min(one, other), max(one, other)])
            for other in everyone
        ]
        lines.append([str(one), *cells])
    return ["How much any two pairs compete:", *columns(lines)]
