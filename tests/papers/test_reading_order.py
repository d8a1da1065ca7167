"""Hebrew and Arabic among figures, brackets and Latin words, as UAX 9 orders them."""

import pytest
from bidi import get_display
from hypothesis import given
from hypothesis import strategies as st

from clubscore.papers.scripts import MIRRORED, from_left, levels

# Of every kind that names and scores are made of, and of both sorts of figures.
KINDS = "אבגםעלایab12٣٤ .,:-+$%()[]{}&'\"\u05b1\u05c1\u064eé/«»♠£"
HEBREW = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "אבגדהוזחטיכלמנסעפצקרשתםןףץ")


def on_paper(text: str, base: int) -> str:
    """Return a text from left to right; capitals stand for Hebrew, as UAX 9 writes its examples."""
    found = levels(text.translate(HEBREW), base)
    return "".join(
        text[at].translate(MIRRORED) if found[at] % 2 else text[at] for at in from_left(found)
    )


@pytest.mark.parametrize("base", [0, 1])
@given(text=st.text(KINDS, max_size=30))
def test_letters_stand_where_python_bidi_puts_them(base: int, text: str) -> None:
    """It mirrors no bracket and tells no levels, else it would be used as it is."""
    found = levels(text, base)
    assert "".join(text[at] for at in from_left(found)) == get_display(text, base_dir="LR"[base])


@pytest.mark.parametrize(
    ("base", "text", "shown"),
    [
        # The examples of UAX 9, 3.3.5, N0.
        (1, "AB(CD[&ef]!)gh", "gh(![ef&]DC)BA"),
        (1, "sm (fa AR) HE", "EH (RA fa) sm"),
        (1, "AR bo(s)", "bo(s) RA"),
        (1, "smith (fabrikam ARABIC) HEBREW", "WERBEH (CIBARA fabrikam) smith"),
        # Names.
        (1, "ABRAHAM 12 LEVI", "IVEL 12 MAHARBA"),
        (0, "Ann & LEVI (2) DAN", "Ann & NAD (2) IVEL"),
        (1, "LEVI (2)", "(2) IVEL"),
        (0, "won by LEVI +12%", "won by 12%+ IVEL"),
        (1, "£12 LEVI", "IVEL £12"),
    ],
)
def test_brackets_and_figures_go_with_what_they_belong_to(base: int, text: str, shown: str) -> None:
    assert on_paper(text, base) == shown


def test_a_blank_at_the_end_is_the_lines_own() -> None:
    assert levels("אב ", 0) == [1, 1, 0]
