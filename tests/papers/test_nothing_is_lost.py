"""However long a table or a card is, every row of it stands inside the margin of some page."""

import io
import re
from collections import Counter

import pytest
from pypdf import PdfReader

from clubscore.club.models import Role
from clubscore.movements import build
from clubscore.papers.director_sheet import movement_pdf
from clubscore.papers.leaves import (
    Head,
    LeafBlock,
    LeafColumn,
    LeafTable,
    leaf_pdf,
    lines_in,
    table_block,
)
from clubscore.papers.ledger import recording
from clubscore.papers.movement_cards import guide_cards
from clubscore.papers.pen import HANGS, Ink, OffPaper, Pen
from clubscore.papers.sizes import A4, LETTER, MARGIN, MM, PADDING, UNPRINTABLE, PaperSize
from tests.events.evenings import Evening
from tests.house import client_of, make_user
from tests.papers.paper_faults import faults

PAPERS = pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
IDENTITY = "Tuesday pairs, 1 May 2026 · Portland"


def on_paper(pdf: bytes, margin: float = MARGIN) -> list[list[str]]:
    """Return for each page what is written inside its margin; nothing else counts as printed."""
    pages = []
    for page in PdfReader(io.BytesIO(pdf)).pages:
        found: list[str] = []
        box = page.mediabox
        wide, high = float(box.width), float(box.height)

        def look(text: str, _cm: object, place: list[float], _font: object, _size: object) -> None:
            inside = margin - HANGS <= place[4] <= wide - margin  # noqa: B023
            if text.strip() and inside and margin - HANGS <= place[5] <= high - margin:  # noqa: B023
                found.extend(text.split("\n"))  # noqa: B023

        page.extract_text(visitor_text=look)
        pages.append([each.strip() for each in found if each.strip()])
    return pages


def rows_of(pages: list[list[str]]) -> Counter[str]:
    """Return how often each row that a test has numbered is there."""
    return Counter(each for page in pages for each in page if re.fullmatch(r"r\d+", each))


HEAD = Head("Tuesday pairs", "Portland", ["South deals."], "Portland")


def long_block(rows: int, line: float) -> LeafBlock:
    """A table whose rows are numbered."""
    columns = [LeafColumn("number", 90), LeafColumn("contract", 180)]
    return table_block(LeafTable(columns, [[(f"r{n}",), ("",)] for n in range(rows)], least=line))


@pytest.mark.walk(cases=20)
@PAPERS
@pytest.mark.parametrize("rows", [1, 2, 41, 42, 43, 44, 45, 46, 90, 200])
def test_every_row_of_a_list_is_on_paper_once(paper: PaperSize, rows: int) -> None:
    blocks = [long_block(rows, 17.0), long_block(rows, 8 * MM)]
    pages = on_paper(leaf_pdf(HEAD, blocks, paper))
    assert rows_of(pages) == Counter({f"r{n}": 2 for n in range(rows)})
    for page in pages:
        assert rows_of([page]), "no page has a title alone"
        # What goes on has its heads again overleaf.
        assert page.count("contract") >= 1


@pytest.mark.walk(cases=6)
@PAPERS
@pytest.mark.parametrize(("kind", "count"), [("mitchell", 4), ("howell", 14), ("mitchell", 80)])
def test_every_round_of_every_card_is_on_paper(kind: str, count: int, paper: PaperSize) -> None:
    movement = build(kind, count)
    pages = on_paper(movement_pdf(movement, paper, "Tuesday pairs"), PADDING)
    said = Counter(each for page in pages for each in page)
    for card in guide_cards(movement, {}):
        assert said[card.title] >= 1
    # A card of many rounds goes on, and says again whose it is.
    assert all(said[f"Table {n}"] for n in range(1, movement.tables + 1))


@pytest.mark.parametrize("place", [(-5, 300), (300, 5), (300, 791), (611, 300)])
def test_a_pen_refuses_to_draw_where_it_would_be_lost(place: tuple[float, float]) -> None:
    pen = Pen(Ink(), LETTER)
    with pytest.raises(OffPaper):
        pen.text(*place, "lost", "ClubScore", 11)
    for draw in (pen.rule, pen.dotted_rule):
        with pytest.raises(OffPaper):
            draw(*place, 600)
    with pytest.raises(OffPaper):
        pen.box(*place, 600, 600)
    with pytest.raises(OffPaper):
        pen.code(*place, [[1]], 300)


def test_only_what_is_named_comes_nearer_to_the_edge() -> None:
    pen = Pen(Ink(), A4)
    pen.cut(0, 300, A4.width, 300)
    pen.page_head("W" * 200)
    with pen.reaching(UNPRINTABLE):
        pen.text(UNPRINTABLE, 300, "label", "ClubScore", 9)
    with pytest.raises(OffPaper):
        pen.text(UNPRINTABLE, 300, "label", "ClubScore", 9)


@pytest.mark.django_db
def test_a_traveller_of_thirty_tables_has_thirty_lines() -> None:
    evening = Evening(60, boards=1, starts=False)
    director = client_of(make_user(evening.club, "host", Role.DIRECTOR))
    for paper in ("a4", "letter"):
        answer = director.get(f"/event/{evening.event.pk}/travellers.pdf?paper={paper}")
        pages = on_paper(answer.content, PADDING)
        said = Counter(each for page in pages for each in page)
        boards = len(evening.room.plan(evening.section).boards)
        # Every pair stands on each board's traveller; half a sheet holds all of it.
        assert all(said[str(pair)] >= boards for pair in range(1, 61))
        assert said["goes on"] == 0


@pytest.mark.django_db
def test_a_card_of_forty_boards_has_forty_lines() -> None:
    evening = Evening(10, boards=8, starts=False)
    director = client_of(make_user(evening.club, "host", Role.DIRECTOR))
    for paper in ("a4", "letter"):
        answer = director.get(f"/event/{evening.event.pk}/blank-cards.pdf?paper={paper}")
        said = Counter(each for page in on_paper(answer.content, PADDING) for each in page)
        assert said["board"] == 20, "two parts of each of ten cards"
        # Number and opponents are figures alike from 1 to 10; above that only boards are.
        assert all(said[str(board)] == 10 for board in range(11, 41))


@PAPERS
def test_a_cell_too_long_for_its_column_goes_on_below_itself(paper: PaperSize) -> None:
    """Heads and cells take as many lines as they need; no text ends with dots."""
    results = " ".join(f"result{n}" for n in range(40))
    columns = [
        LeafColumn("place", 40),
        LeafColumn("The Thursday afternoon ladies' team NS", 66, "right"),
        LeafColumn("results", 200),
    ]
    cells = [lines_in(results, columns[2]) for _n in range(30)]
    rows = [[(str(n),), ("-1",), each] for n, each in enumerate(cells)]
    with recording() as kept:
        leaf_pdf(HEAD, [table_block(LeafTable(columns, rows, "Matches"))], paper)
    (ledger,) = kept
    said = Counter(word for each in ledger.texts for word in each.text.split())
    assert all(said[f"result{n}"] == 30 for n in range(40))
    assert said["ladies'"] == said["goes"] + 1 == ledger.sheets > 1
    assert faults(ledger) == []
