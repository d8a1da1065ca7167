"""Which boards go where between two rounds."""

from collections.abc import Iterator
from dataclasses import replace

from clubscore.laws.errors import RuleError
from clubscore.movements import KINDS, Movement, Off, SetMove, at_change, build, on_tables
from clubscore.movements.rows import MovementRow


def moves(movement: Movement, number: int) -> list[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Return (set, before, after) of every set that moves at a change."""
    size = movement.boards_per_set
    return [
        ((each.boards[0] - 1) // size + 1, each.before, each.after)
        for each in at_change(movement, number)
    ]


def test_a_mitchell_moves_its_boards_down_one_table() -> None:
    movement = build("mitchell", 10, boards=15)
    assert moves(movement, 1) == [(t, (t,), (t - 1 or 5,)) for t in range(1, 6)]
    assert at_change(movement, movement.rounds) == ()


def test_before_the_first_round_boards_are_put_out() -> None:
    movement = build("mitchell", 10, boards=15)
    assert {(each.off_before, each.before) for each in at_change(movement, 0)} == {(Off.NEW, ())}
    assert [each.after for each in at_change(movement, 0)] == [(t,) for t in range(1, 6)]


def test_six_tables_share_a_set_and_rest_another_on_the_stand() -> None:
    """Share and relay (tournament.md 1.2): tables 1 and 6 share, one set rests between 3 and 4."""
    movement = build("mitchell", 12, boards=12)
    assert movement.form == "share-and-relay"
    assert at_change(movement, 2) == (
        SetMove((3, 4), (1, 6), (5,)),
        SetMove((5, 6), (2,), (1, 6)),
        SetMove((7, 8), (3,), (2,)),
        SetMove((11, 12), (4,), (), None, Off.STAND),
        SetMove((1, 2), (5,), (4,)),
        SetMove((9, 10), (), (3,), Off.STAND),
    )


def _built(kind: str, contestants: int) -> Movement | None:
    try:
        return build(kind, contestants)
    except RuleError:
        return None


def test_every_table_has_its_boards_once_all_were_carried() -> None:
    """Whoever does what the list says has the boards of the next round on every table."""
    every = [_built(kind, number) for kind in KINDS for number in (4, 5, 6, 8, 10, 12, 13, 14, 16)]
    movements = [each for each in every if each is not None]
    assert len(movements) > 60
    for movement in movements:
        lying: dict[int, tuple[int, ...]] = {}
        for number in range(movement.rounds):
            carried: dict[int, tuple[int, ...]] = {}
            for each in at_change(movement, number):
                assert all(lying.get(table) == each.boards for table in each.before), movement.kind
                carried |= dict.fromkeys(each.after, each.boards)
            lying = carried
            due = {
                row.table: movement.boards_of_set(row.set)
                for row in movement.rows_of_round(number + 1)
                if row.table
            }
            assert lying == due, (movement.kind, movement.contestants, number)
            shown = on_tables(movement, number + 1)
            assert {table: each.boards for each in shown for table in each.before} == due


class LookedThrough(tuple[MovementRow, ...]):
    """All rows of a movement, and how often somebody looks through them."""

    times = 0

    def __iter__(self) -> Iterator[MovementRow]:
        self.times += 1
        return super().__iter__()


def test_a_caddys_paper_does_not_look_through_the_whole_movement_for_each_table() -> None:
    movement = build("mitchell", 40)
    rows = LookedThrough(movement.rows)
    movement = replace(movement, rows=rows)
    for number in range(movement.rounds):
        at_change(movement, number)
    # For the rows of rounds, and for sets that lie beside the tables.
    assert rows.times <= 1 + 4 * movement.rounds < movement.rounds * movement.tables
