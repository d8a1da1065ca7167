"""Pieces that are cut apart: how many a sheet holds, their order, their rules and their names."""

import pytest

from clubscore.papers.ledger import Identity, PaperLedger, imprint, recording
from clubscore.papers.pieces import Grid, HeadLine, PaperPiece, PieceText, Upright, pieces_pdf
from clubscore.papers.sizes import (
    A4,
    LEAST,
    LETTER,
    WANTED,
    PaperSize,
    PieceNeed,
    RowHeights,
    behind,
    slots_for,
    stacked,
)
from tests.papers.paper_faults import faults

PENCILLED = RowHeights(WANTED, LEAST)
COLUMNS = (Upright("board", 20, 13, bold=True), Upright("contract", 50), Upright("by", 23))
BOTH = pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])


@pytest.mark.parametrize("slots", range(1, 13))
def test_piles_laid_under_each_other_are_in_order(slots: int) -> None:
    for pieces in range(1, 201):
        where = stacked(pieces, slots)
        sheets = max(each.sheet for each in where) + 1
        assert sheets == -(-pieces // slots)
        assert len(set(where)) == pieces
        # The stack is cut at once; each slot is a pile, its first sheet on top.
        piled = sorted(range(pieces), key=lambda n: (where[n].slot, where[n].sheet))
        assert piled == list(range(pieces))


@pytest.mark.parametrize("across", range(1, 5))
def test_a_back_is_in_the_same_row_at_the_other_end(across: int) -> None:
    for slot in range(6 * across):
        back = behind(slot, across)
        assert back // across == slot // across
        assert back % across + slot % across == across - 1


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_a_sheet_holds_as_many_as_fit_and_no_row_is_under_seven_millimetres(
    paper: PaperSize,
) -> None:
    for rows in range(1, 36):
        need = PieceNeed(90, rows)
        slots = slots_for([need] * 500, paper, PENCILLED)
        if slots is None:
            assert need.fixed + rows * LEAST > paper.height
            continue
        assert LEAST <= slots.row <= WANTED
        assert need.fixed + rows * slots.row <= slots.high + 0.01
        one_more = paper.height / (slots.down + 1)
        assert slots.down == 6 or need.fixed + rows * LEAST > one_more


def test_few_pieces_are_as_large_as_the_same_sheets_allow() -> None:
    """Thirty slips take three sheets by tens as by twelves: so they have the higher rows."""
    need = PieceNeed(99, 2)
    thirty, many = (slots_for([need] * n, A4, PENCILLED) for n in (30, 36))
    assert thirty is not None and many is not None
    assert (thirty.down, many.down) == (5, 6)
    assert thirty.row > many.row


def slip(number: int, name: str = "Ann & Bob", rows: int = 2) -> PaperPiece:
    """A piece with a line of names and so many rows."""
    boards = [(str(rows * number + each), "", "") for each in range(1, rows + 1)]
    place = f"Table {number}"
    head = (HeadLine((PieceText(place, 15, bold=True),), 17), HeadLine((PieceText(name),), 11))
    return PaperPiece(
        identity=Identity("Portland", "Tuesday pairs", "1 May 2026", place),
        head=head,
        grid=Grid(COLUMNS, boards),
        mark=f"slip {number} of 9",
    )


def drawn(forms: list[PaperPiece], paper: PaperSize) -> PaperLedger:
    """Return the ledger of some pieces."""
    with recording() as kept:
        pieces_pdf(forms, paper, imprint("Slips"))
    return kept[0]


@BOTH
def test_every_grid_has_a_rule_on_either_side_of_each_column(paper: PaperSize) -> None:
    ledger = drawn([slip(each) for each in range(9)], paper)
    upright = [each for each in ledger.lines if each.ends[0] == each.ends[2] and each.piece >= 0]
    assert len(upright) == 9 * (len(COLUMNS) + 1)
    assert faults(ledger) == []


@BOTH
def test_each_piece_says_whose_it_is_within_its_own_cut(paper: PaperSize) -> None:
    ledger = drawn([slip(each) for each in range(9)], paper)
    assert [cut.whose.place for cut in ledger.pieces] != [], "there are pieces"
    assert {cut.whose.place for cut in ledger.pieces} == {f"Table {n}" for n in range(9)}
    said = [each.text for each in ledger.texts]
    assert said.count("Tuesday pairs · 1 May 2026 · Portland") == 9
    assert [f"slip {n} of 9" in said and f"Table {n}" in said for n in range(9)] == [True] * 9
    assert faults(ledger) == []


def test_a_column_has_one_size() -> None:
    long = PaperPiece(
        identity=Identity("Portland", "Tuesday pairs", "1 May 2026", "Table 1"),
        head=(),
        grid=Grid(COLUMNS, [("1", "4♠ doubled and made", ""), ("2", "1♣", "")]),
    )
    ledger = drawn([long], A4)
    sizes = {each.size for each in ledger.texts if "♠" in each.text or "♣" in each.text}
    assert len(sizes) == 1


def test_a_piece_that_no_sheet_holds_goes_on_with_its_rounds_whole() -> None:
    rows = [(str(each), "", "") for each in range(1, 49)]
    form = PaperPiece(
        identity=Identity("Portland", "Tuesday pairs", "1 May 2026", "Pair 1"),
        head=(HeadLine((PieceText("Pair 1", 15, bold=True),), 17),),
        grid=Grid(COLUMNS, rows, strong=frozenset(range(3, 49, 3))),
    )
    ledger = drawn([form], A4)
    assert len(ledger.pieces) == 2
    said = [[each.text for each in ledger.texts if each.piece == n] for n in (0, 1)]
    assert [each.count("Pair 1") for each in said] == [1, 1]
    assert "goes on" in said[0] and "goes on" not in said[1]
    assert "part 1 of 2" in said[0] and "part 2 of 2" in said[1]
    numbers = [[int(each) for each in texts if each.isdigit()] for texts in said]
    assert numbers[0] + numbers[1] == list(range(1, 49))
    assert numbers[0][-1] % 3 == 0, "no round is torn apart"


def test_a_piece_higher_than_its_sheet_is_an_error_and_not_a_lost_row() -> None:
    high = tuple(HeadLine((PieceText(f"line {n}"),), 40) for n in range(40))
    form = PaperPiece(identity=Identity("a", "b", "c", "d"), head=high, grid=Grid(COLUMNS, []))
    with pytest.raises(ValueError, match="higher than its sheet"):
        drawn([form], A4)
