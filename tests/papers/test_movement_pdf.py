"""The cards of a movement: names, long ones on several pages, boards as one says them."""

import io

import pytest
from pypdf import PdfReader

from clubscore.movements import as_played, build, leaving
from clubscore.papers.director_sheet import movement_pdf
from clubscore.papers.sizes import A4, LETTER, UNPRINTABLE
from clubscore.papers.table_cards import board_range


def pages(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def test_a_guide_card_has_the_pairs_names_and_way() -> None:
    found = pages(
        movement_pdf(build("mitchell", 13), A4, "Tuesday", {8: ("Ann Field", "Bob Lake")})
    )
    assert "Tuesday" in found[0]
    assert "There is no pair 14" in found[0]
    card = next(page for page in found if "Pair 8" in page)
    assert "Ann Field" in card and "Bob Lake" in card
    assert any("Ann Field" in page and "Table 1" in page for page in found)


@pytest.mark.walk(cases=4)
@pytest.mark.parametrize(
    ("kind", "count", "paper"),
    [
        ("howell", 60, LETTER),
        ("mitchell", 80, A4),
        ("mitchell", 80, LETTER),
        ("individual", 52, A4),
    ],
)
def test_the_longest_movements_stay_on_their_pages(kind: str, count: int, paper: object) -> None:
    movement = build(kind, count)
    reader = PdfReader(io.BytesIO(movement_pdf(movement, paper)))  # type: ignore[arg-type]
    lowest: list[float] = []

    def look(text: str, _cm: object, place: list[float], _font: object, _size: object) -> None:
        if text.strip():
            lowest.append(place[5])

    rounds = "".join(page.extract_text(visitor_text=look) for page in reader.pages)
    assert min(lowest) > UNPRINTABLE
    assert f"Table {movement.tables}" in rounds


def test_who_was_left_alone_reads_that_he_sits_out() -> None:
    (offer,) = leaving(as_played(build("individual", 8), 2).movement, 5)
    assert any("sit out" in page for page in pages(movement_pdf(offer.movement, A4)))


def test_boards_as_one_says_them() -> None:
    assert board_range((5, 6, 7, 8)) == "5–8"
    assert board_range((1, 2, 3, 5)) == "1–3, 5"
    assert (board_range((7,)), board_range(())) == ("7", "")
