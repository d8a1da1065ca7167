"""Lists as pages and texts have them, of the thousands of pages of a site."""

import pytest

from clubscore.club.privacy import PublishedNames
from clubscore.events.cards import ContestantCard, KnownCards, card_rows
from clubscore.events.travellers import traveller_table
from clubscore.extras.site.look import Look
from clubscore.extras.site.pages import EventPages, SiteFrame
from clubscore.web.tables import ComparedTable
from tests.publishing.full_club import Full, small_club

pytestmark = pytest.mark.django_db


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


def test_what_a_page_shows_is_said_without_marks_too() -> None:
    """Each row of a list as texts has a cell a column, and no mark of a page."""
    looked_at = 0
    for table in tables_of(small_club()):
        heads = [each.head for each in table.drawn]
        for line in table.lines():
            assert len(line) == len(heads)
            assert not any("<" in cell or "&amp;" in cell for cell in line), line
            looked_at += len(line)
    assert looked_at > 300


def test_names_in_them_are_words() -> None:
    full = small_club()
    full.people["Named1"].name = "x"
    table = tables_of(full)[-1]
    for row in table.data:
        row.line.against[:] = ['<script>"']  # type: ignore[attr-defined]
    assert "<script>" not in table.written_rows() and "&lt;script&gt;&quot;" in table.written_rows()
