"""Pieces that are cut apart: how many a sheet holds, their order, their rules and their names."""

import pytest

from clubscore.sheets.events.pieces_pdf import pieces_pdf
from clubscore.sheets.events.tables_pdf import PENCIL, Block, Column
from clubscore.sheets.pieces.imposition import (
    LEAST,
    PADDING,
    WANTED,
    Need,
    Rows,
    slots_for,
    stacked,
)
from clubscore.sheets.pieces.paper import A4, LETTER, Paper
from clubscore.sheets.pieces.pen import Pen
from clubscore.sheets.pieces.typeface import Fitted

PENCILLED = Rows(WANTED, LEAST)
COLUMNS = (Column("board", 0.8), Column("contract", 1.4), Column("by", 0.7))
IDENTITY = "Tuesday pairs, 1 May 2026 · Portland"


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


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_a_sheet_holds_as_many_as_fit_and_no_row_is_under_seven_millimetres(paper: Paper) -> None:
    for rows in range(1, 36):
        need = Need(90, rows)
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
    need = Need(99, 2)
    thirty, many = (slots_for([need] * n, A4, PENCILLED) for n in (30, 36))
    assert thirty is not None and many is not None
    assert (thirty.down, many.down) == (5, 6)
    assert thirty.row > many.row


def drawn(
    monkeypatch: pytest.MonkeyPatch, blocks: list[Block], paper: Paper
) -> tuple[list[tuple[float, float, Fitted]], list[tuple[float, float, float, float]]]:
    """Return every text and every line that pieces put on paper."""
    texts: list[tuple[float, float, Fitted]] = []
    lines: list[tuple[float, float, float, float]] = []
    write, line = Pen._write, Pen.line

    def writes(pen: Pen, x: float, y: float, fitted: Fitted) -> None:
        texts.append((x, y, fitted))
        write(pen, x, y, fitted)

    def rules(pen: Pen, x: float, y: float, to_x: float, to_y: float, weight: float = 0.5) -> None:
        lines.append((x, y, to_x, to_y))
        line(pen, x, y, to_x, to_y, weight)

    monkeypatch.setattr(Pen, "_write", writes)
    monkeypatch.setattr(Pen, "line", rules)
    pieces_pdf(blocks, paper, "Slips", IDENTITY)
    return texts, lines


def slip(number: int, name: str = "Ann & Bob") -> Block:
    rows = [[str(2 * number + each), "", ""] for each in (1, 2)]
    return Block(f"Table {number}", name, COLUMNS, rows, PENCIL, mark=f"slip {number} of 9")


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_every_grid_has_a_rule_on_either_side_of_each_column(
    monkeypatch: pytest.MonkeyPatch, paper: Paper
) -> None:
    texts, lines = drawn(monkeypatch, [slip(each) for each in range(9)], paper)
    upright = [each for each in lines if each[0] == each[2] and each[1] > 0]
    assert len(upright) == 9 * (len(COLUMNS) + 1)
    for x, y, fitted in texts:
        for left, top, _left, foot in upright:
            inside = top < y < foot
            assert not (inside and x < left - 0.3 < x + fitted.width - 0.6), fitted.text


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
def test_each_piece_says_whose_it_is_within_its_own_cut(
    monkeypatch: pytest.MonkeyPatch, paper: Paper
) -> None:
    names = "Katarzyna Wiśniewska-Kowalczyk & Αλέξανδρος Παπαδόπουλος-Οικονόμου"
    texts, _lines = drawn(monkeypatch, [slip(each, names) for each in range(9)], paper)
    half = paper.width / 2
    for x, _y, fitted in texts:
        at = x % half
        assert at >= PADDING - 0.1 and at + fitted.width <= half - PADDING + 0.1, fitted.text
    said = [fitted.text for _x, _y, fitted in texts]
    assert said.count(IDENTITY) == 9
    assert [f"slip {n} of 9" in said and f"Table {n}" in said for n in range(9)] == [True] * 9
    assert min(fitted.size for _x, _y, fitted in texts) >= 7.5


def test_a_column_has_one_size(monkeypatch: pytest.MonkeyPatch) -> None:
    long = Block("Table 1", "", COLUMNS, [["1", "4♠ doubled, all just made", ""], ["2", "1♣", ""]])
    texts, _lines = drawn(monkeypatch, [long], A4)
    sizes = {fitted.size for _x, _y, fitted in texts if "♠" in fitted.text or "♣" in fitted.text}
    assert len(sizes) == 1
