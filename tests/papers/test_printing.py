"""From a pen to a file: what it says of itself, in what order it is read, many drawn at once."""

import datetime as dt
import io
from concurrent.futures import ThreadPoolExecutor
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from pypdf import PdfReader
from pypdf.generic import DictionaryObject, IndirectObject

from clubscore.club import clock
from clubscore.movements import build
from clubscore.papers.director_sheet import movement_pdf
from clubscore.papers.ledger import NO_PIECE, Identity, imprint, recording
from clubscore.papers.pen import Ink, OffPaper, Pen, printed
from clubscore.papers.sizes import A4, LETTER
from clubscore.papers.typeface import MANY_PAGES, a_set_of_fonts

LATE = dt.datetime(2026, 11, 19, 21, 40, tzinfo=dt.UTC)
WHOSE = Identity("Portland", "Tuesday pairs", "19 Nov 2026", "Table 3, round 2")


def two_pages(pen: Pen) -> None:
    """A heading, a table of one head and one row, and a second page."""
    with pen.tagged("H1"):
        pen.text(60, 60, "Results", "ClubScore-Title", 20)
    pen.rule(60, 70, 200)
    with pen.tagged("Table"), pen.tagged("TR"):
        with pen.tagged("TH"):
            pen.text(60, 90, "place", "ClubScore", 9)
        with pen.tagged("TD"):
            pen.text(60, 110, "1", "ClubScore", 9)
    pen.new_page()
    pen.text(60, 60, "the end", "ClubScore", 9)
    pen.new_page()


def opened(pdf: bytes) -> PdfReader:
    return PdfReader(io.BytesIO(pdf), strict=True)


def texts(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in opened(pdf).pages]


def tree(node: DictionaryObject | int) -> object:
    """Return (kind, parts) of the tree in a file; ink as its number."""
    if isinstance(node, IndirectObject):
        node = node.get_object()
    if isinstance(node, int):
        return int(node)
    return (str(node.get("/S", "")), [tree(each) for each in node.get("/K", [])])


def test_a_file_says_what_it_is_and_when_it_was_printed() -> None:
    with timezone.override(ZoneInfo("Asia/Kolkata")), clock.at(LATE):
        told = imprint("Results, Tuesday pairs", "Portland", "Results")
        reader = opened(printed(two_pages, A4, told, feet=True, state="final"))
    assert reader.pdf_header == "%PDF-1.7"
    info = reader.metadata
    assert info is not None
    assert (info.title, info.author, info.subject) == (
        "Results, Tuesday pairs",
        "Portland",
        "Results",
    )
    assert info["/CreationDate"] == "D:20261120031000+05'30'"
    root = reader.trailer["/Root"]
    assert root["/Lang"] == "en-GB"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert "/PrintScaling" not in root["/ViewerPreferences"]
    first, second = (page.extract_text() for page in reader.pages)
    assert "page 1 of 2 · printed 03:10 20 Nov 2026" in first and "final" in first
    assert "page 2 of 2 · printed 03:10 20 Nov 2026" in second


def test_what_is_cut_apart_is_printed_at_its_size() -> None:
    root = opened(printed(two_pages, A4, imprint("x"), sheets=2)).trailer["/Root"]
    assert root["/ViewerPreferences"]["/PrintScaling"] == "/None"


def test_a_file_tells_its_headings_and_tables_in_order() -> None:
    reader = opened(printed(two_pages, A4, imprint("x")))
    root = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    (document,) = root["/StructTreeRoot"]["/K"]
    assert tree(document) == (
        "/Document",
        [
            ("/H1", [0]),
            ("/Table", [("/TR", [("/TH", [1]), ("/TD", [2])])]),
            ("/P", [0]),
        ],
    )
    numbers = root["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    assert [len(numbers[at].get_object()) for at in (1, 3)] == [3, 1]
    for at, page in enumerate(reader.pages):
        assert page["/StructParents"] == at
    content = reader.pages[0].get_contents().get_data()
    # The rule is no part of what is read, and whatever is begun is ended.
    assert content.count(b"/Artifact BMC") == 1
    assert content.count(b"EMC") == content.count(b"BDC") + content.count(b"BMC")


def test_a_piece_is_a_part_of_its_own_with_its_identity() -> None:
    def put(pen: Pen) -> None:
        with pen.piece(WHOSE, 0, 0, 300, 200, 17):
            pen.text(20, 40, "Table 3", "ClubScore", 15)
        pen.new_page()

    (document,) = opened(printed(put, A4, imprint("x"))).trailer["/Root"]["/StructTreeRoot"]["/K"]
    (sect,) = document.get_object()["/K"]
    assert sect.get_object()["/S"] == "/Sect"
    assert sect["/T"] == "Tuesday pairs · 19 Nov 2026 · Portland · Table 3, round 2"


def test_a_piece_keeps_its_padding_free() -> None:
    pen = Pen(Ink(), A4)
    with pen.piece(WHOSE, 0, 0, 300, 200, 17):
        with pytest.raises(OffPaper):
            pen.text(5, 40, "Table 3", "ClubScore", 15)
        with pytest.raises(OffPaper):
            pen.text(280, 40, "Table 3", "ClubScore", 15)
        pen.text(17, 40, "Table 3", "ClubScore", 15)


def test_the_same_at_the_same_time_is_the_same_file() -> None:
    with clock.at(LATE):
        one, again = (movement_pdf(build("howell", 8), A4, "x") for _ in range(2))
    assert one == again
    with clock.at(LATE + dt.timedelta(minutes=1)):
        assert movement_pdf(build("howell", 8), A4, "x") != one


@pytest.mark.long(8)
def test_documents_drawn_at_once_are_what_they_are_alone() -> None:
    """Four threads, twelve documents each, of four kinds and two papers."""
    works = [
        (kind, pairs, paper)
        for kind, pairs in (("mitchell", 14), ("howell", 8), ("mitchell", 26), ("howell", 12))
        for paper in (A4, LETTER)
    ] * 6

    def draw(work) -> bytes:
        kind, pairs, paper = work
        with clock.at(LATE):
            return movement_pdf(build(kind, pairs), paper, f"{kind} Łódź – Ж ♠")

    alone = [draw(each) for each in works]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(draw, works))
    assert len(together) == 48 and together == alone


def test_long_papers_leave_sets_to_short_ones() -> None:
    """Two long papers want to be drawn; one has a set, the other waits and takes none."""
    with ThreadPoolExecutor(1) as threads, a_set_of_fonts(MANY_PAGES + 1):

        def wait() -> int:
            with a_set_of_fonts(MANY_PAGES + 1) as fonts:
                return fonts.number

        second = threads.submit(wait)
        with a_set_of_fonts(), a_set_of_fonts(), a_set_of_fonts(1) as short:
            assert short.number
            assert not second.done()
    assert second.result(5)


def test_a_ledger_has_all_that_a_document_says_and_nothing_is_drawn() -> None:
    def put(pen: Pen) -> None:
        with pen.piece(WHOSE, 0, 0, 300, 200, 17), pen.column("names"):
            pen.text(20, 40, "Ann", "ClubScore", 9)
        pen.rule(60, 300, 100)
        pen.new_page()
        pen.text(60, 60, "the end", "ClubScore", 9)
        pen.new_page()

    with recording() as kept:
        assert printed(put, A4, imprint("x")) == b""
    (ledger,) = kept
    assert [(each.sheet, each.piece, each.text, each.column) for each in ledger.texts] == [
        (1, 0, "Ann", "names"),
        (2, NO_PIECE, "the end", ""),
    ]
    assert ledger.sheets == 2 and len(ledger.lines) == 1
    assert ledger.pieces[0].whose == WHOSE
    assert printed(put, A4, imprint("x")).startswith(b"%PDF-1.7")


def test_a_page_that_is_not_finished_is_an_error() -> None:
    def put(pen: Pen) -> None:
        pen.text(60, 60, "the end", "ClubScore", 9)

    with pytest.raises(OffPaper):
        printed(put, A4, imprint("x"))


def test_pages_that_say_another_number_than_there_are_are_not_printed() -> None:
    known = printed(two_pages, A4, imprint("x"), feet=True, pages=2)
    assert "page 2 of 2" in opened(known).pages[1].extract_text()
    with pytest.raises(OffPaper):
        printed(two_pages, A4, imprint("x"), feet=True, pages=3)
