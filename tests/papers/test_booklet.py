"""A booklet: sheets folded and laid into each other give its pages in order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.extras.year_book.paper import OUTER, SPINE, Spread, filled, left_margin, spreads
from clubscore.papers.sizes import A4, LETTER, MM, PaperSize


def read_through(pages: int) -> list[int]:
    """Return the pages as one leafs through them: each sheet is folded, the next lies in it.

    A leaf is the right half of a front with the left half of its back behind it. Up to the fold in
    the middle they are the right leaves of the sheets, from the outermost; then their left leaves,
    where one reads the right half of a back, and the left half of its front behind it.
    """
    sides = list(spreads(pages))
    sheets = [(sides[at], sides[at + 1]) for at in range(0, len(sides), 2)]
    rightward = [page for front, back in sheets for page in (front.right, back.left)]
    leftward = [page for front, back in reversed(sheets) for page in (back.right, front.left)]
    return rightward + leftward


@given(st.integers(min_value=1, max_value=60))
def test_nested_sheets_give_the_pages_in_order(wanted: int) -> None:
    pages = filled(wanted)
    assert pages % 4 == 0 and 0 <= pages - wanted < 4
    assert read_through(pages) == list(range(1, pages + 1))


def test_the_formula_of_every_sheet() -> None:
    for pages in range(4, 61, 4):
        for at, side in enumerate(spreads(pages)):
            i = at // 2
            front, back = Spread(pages - 2 * i, 1 + 2 * i), Spread(2 + 2 * i, pages - 1 - 2 * i)
            assert side == (back if at % 2 else front)


def test_sheets_laid_on_each_other_instead_are_seen() -> None:
    """The check is one: eight pages as two booklets of four are not in order."""
    sides = list(spreads(8))
    assert read_through(8) == list(range(1, 9))
    assert [sides[0].right, sides[1].left, sides[1].right, sides[0].left] != [1, 2, 3, 4]


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda each: each.key)
def test_the_fold_is_at_the_left_of_odd_pages(paper: PaperSize) -> None:
    assert (left_margin(1), left_margin(2)) == (SPINE, OUTER) == (16 * MM, 10 * MM)
    sheet = paper.across
    assert (sheet.width, sheet.height, sheet.key) == (paper.height, paper.width, paper.key)
