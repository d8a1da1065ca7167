"""Lists written lean for thousands of pages: cell by cell what the program's template shows."""

from html.parser import HTMLParser

import pytest
from django.template.loader import render_to_string

from clubscore.club.privacy import PublishedNames
from clubscore.events.cards import ContestantCard, KnownCards, card_rows
from clubscore.events.travellers import traveller_table
from clubscore.extras.site.look import Look, lean_heads, lean_rows
from clubscore.extras.site.pages import EventPages, SiteFrame
from clubscore.web.tables import ComparedTable
from tests.publishing.full_club import Full, small_club

pytestmark = pytest.mark.django_db
Cells = list[tuple[str, tuple[str, ...], str]]


class Read(HTMLParser):
    """Reads the cells of tables: kind, classes and colspan, text."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: Cells = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("th", "td"):
            known = dict(attrs)
            looks = set((known.get("class") or "").split()) - {"orderable"}
            self.cells.append((tag, (*sorted(looks), known.get("colspan") or ""), ""))
        elif tag == "a":
            self.handle_data(f" [{dict(attrs)['href']}] ")

    def handle_data(self, data: str) -> None:
        if self.cells:
            tag, looks, text = self.cells[-1]
            self.cells[-1] = (tag, looks, " ".join(f"{text} {data}".split()))


def cells_of(page: str) -> Cells:
    """Return the cells of a table."""
    read = Read()
    read.feed(page)
    return read.cells


def tables_of(full: Full) -> list[ComparedTable]:
    """Return every board and card of the club's event as tables."""
    event = full.events["Imported pairs"]
    pages = EventPages(event, SiteFrame(Look(full.club), PublishedNames(full.club)))
    lists = pages.lists
    boards: list[ComparedTable] = [
        traveller_table(lists, lists.traveller(board), pages.card_at, par=100, names=True)
        for board in lists.boards
    ]
    cards = [
        ContestantCard(
            card_rows(lists, lists.card(key), KnownCards(), words=True),
            pages.board_at,
            points="MP",
        )
        for key in lists.cards
    ]
    return [*boards, *cards]


def test_cell_by_cell_they_are_what_the_program_shows() -> None:
    looked_at = 0
    for table in tables_of(small_club()):
        table.orderable = False
        shown = cells_of(render_to_string("components/compared.html", {"table": table}))
        lean = cells_of(f"<table>{lean_heads(table)}{lean_rows(table)}</table>")
        assert lean == shown
        looked_at += len(lean)
    assert looked_at > 300


def test_names_in_them_are_words() -> None:
    full = small_club()
    full.people["Named1"].name = "x"
    table = tables_of(full)[-1]
    for row in table.data:
        row.line.against[:] = ['<script>"']  # type: ignore[attr-defined]
    assert "<script>" not in lean_rows(table) and "&lt;script&gt;&quot;" in lean_rows(table)
