"""Tents of tables: the number to both sides of a sheet folded at half, and the rounds below it."""

import io
from functools import partial

import pytest
from pypdf import PdfReader

from clubscore.movements import build
from clubscore.papers.director_sheet import movement_pdf
from clubscore.papers.ledger import Identity, Inked, PaperLedger, imprint, recording
from clubscore.papers.pen import printed
from clubscore.papers.sizes import A4, LETTER, PaperSize
from clubscore.papers.table_cards import draw_tents, table_tents, tents_pdf
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path
from tests.events.test_sections import played_in_two
from tests.papers.paper_faults import faults

SHORT = partial(Identity, "Portland", "Tuesday pairs", "1 May 2026")
LONG = partial(
    Identity, "The Portland and Old Cavendish Club of Mayfair",
    "The Wednesday afternoon duplicate for the cup that the late Colonel left to us all",
    "30 September 2026",
)  # fmt: skip
ROOMS = [
    ("mitchell", 6), ("mitchell", 13), ("mitchell", 80), ("howell", 4), ("howell", 7),
    ("howell", 26), ("howell", 60), ("individual", 8), ("individual", 52),
]  # fmt: skip


def on_tents(
    kind: str, count: int, paper: PaperSize, letter: str = "", at: object = LONG
) -> PaperLedger:
    tents = table_tents(build(kind, count), at, letter)  # type: ignore[arg-type]
    told = imprint("Tents")
    with recording() as kept:
        printed(lambda pen: draw_tents(pen, tents, told), paper, told, sheets=len(tents))
    return kept[0]


@pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
@pytest.mark.parametrize(("kind", "count"), ROOMS)
def test_a_tent_is_right_however_long_its_movement_and_names(
    kind: str, count: int, paper: PaperSize
) -> None:
    movement = build(kind, count)
    for letter in ("", "B"):
        ledger = on_tents(kind, count, paper, letter)
        assert faults(ledger) == []
        assert ledger.sheets == len(ledger.pieces) == movement.tables
        said = [each.text for each in ledger.texts if each.sheet == 1]
        # Every round stands on both sides, whatever its size.
        assert all(said.count(str(n)) >= 2 for n in range(1, movement.rounds + 1))


def sides(ledger: PaperLedger, paper: PaperSize) -> tuple[list[Inked], list[Inked]]:
    texts = [e for e in ledger.texts if e.sheet == 1 and e.piece == 0]
    ridge = paper.height / 2
    return [e for e in texts if e.box[1] > ridge], [e for e in texts if e.box[3] < ridge]


def test_both_sides_say_the_same_turned_round_the_ridge() -> None:
    lower, upper = sides(on_tents("mitchell", 14, A4, at=SHORT), A4)
    assert len(lower) == len(upper) == len(on_tents("mitchell", 14, A4, at=SHORT).texts) // 7 // 2
    for one, other in zip(lower, upper, strict=True):
        x, y, to_x, to_y = one.box
        turned = A4.width - to_x, A4.height - to_y, A4.width - x, A4.height - y
        assert other.text == one.text and other.size == one.size
        assert other.box == pytest.approx(turned)


def test_the_number_has_260_points() -> None:
    ledger = on_tents("mitchell", 14, A4, at=SHORT)
    assert max(each.size for each in ledger.texts) == 260
    number = next(each for each in ledger.texts if each.size == 260)
    assert number.text == "1"


def test_it_says_who_comes_with_which_boards() -> None:
    tents = table_tents(build("mitchell", 14), SHORT)
    first = tents[2].rounds[0]
    assert (tents[2].number, tents[2].identity.place) == ("3", "Table 3")
    assert first == ("1", "3", "10", "9–12")
    away = [each for tent in table_tents(build("mitchell", 13), SHORT) for each in tent.rounds]
    assert any(each.ew == "–" for each in away), "who sits out meets no one"
    alone = table_tents(build("individual", 8), SHORT)[0].rounds[0]
    assert "&" in alone.ns and "&" in alone.ew


def test_on_the_file_the_other_side_is_drawn_turned_and_read_once() -> None:
    pdf = tents_pdf(table_tents(build("mitchell", 14), SHORT)[:1], A4, imprint("Tents"))
    page = PdfReader(io.BytesIO(pdf)).pages[0]
    content = page.get_contents()
    assert content is not None
    assert content.get_data().count(b"-1 0 0 -1 ") == 1 + 1 + 4 + 4 * 7


def test_a_movement_by_itself_ends_with_its_tents() -> None:
    pages = PdfReader(io.BytesIO(movement_pdf(build("mitchell", 14), LETTER))).pages
    last = [page.extract_text() for page in pages[-7:]]
    assert all(str(n) in text.splitlines() for n, text in enumerate(last, 1))
    assert "sheet 7 of 7" in last[-1] and "sheet 1 of 7" in last[0]


@pytest.mark.django_db
def test_an_events_page_leads_to_its_tents_and_their_text() -> None:
    evening = Evening(6)
    director = director_of(evening)
    page = director.get(path(evening, "")).content.decode()
    assert path(evening, "table-tents.pdf") in page and path(evening, "table-tents.txt") in page
    with recording() as kept:
        assert director.get(path(evening, "table-tents.pdf")).status_code == 200
    assert [each.whose.place for each in kept[0].pieces] == ["Table 1", "Table 2", "Table 3"]
    assert faults(kept[0]) == []
    text = director.get(path(evening, "table-tents.txt")).content.decode()
    assert "\nTable 1\nRound 1\n  Pair 1, North-South\n  Pair 4, East-West\n  Boards 1-2\n" in text


@pytest.mark.django_db
def test_sections_stand_before_their_tables() -> None:
    evening = played_in_two()
    text = director_of(evening).get(path(evening, "table-tents.txt")).content.decode()
    assert "\nTable B2\nRound 1\n" in text and "Pair B" in text
