"""Series, several evenings as one and matches on paper: nothing is cut, every figure is there."""

from collections import Counter
from typing import Any

import pytest

from clubscore.club.models import Person
from clubscore.events.matches import matches_of
from clubscore.events.rankings import Lists, RankedLines, Several
from clubscore.events.rankings import RankingLine as Line
from clubscore.events.series import SeriesNow
from clubscore.papers.leaves import Head, LeafBlock, LeafColumn, LeafTable, leaf_pdf, table_block
from clubscore.papers.ledger import PaperLedger, recording
from clubscore.papers.pen import Pen
from clubscore.papers.ranking import several_leaf
from clubscore.papers.result_card import matches_leaf
from clubscore.papers.series import series_leaf, series_text
from clubscore.papers.sizes import A4, LETTER, PaperSize
from clubscore.papers.typeface import TEXT
from tests.events.evenings import FOUR_SPADES, Evening
from tests.events.test_series import Season
from tests.papers.paper_faults import faults
from tests.papers.test_pieces_in_the_ledger import NAMES

pytestmark = [pytest.mark.django_db]
BOTH = pytest.mark.parametrize("paper", [A4, LETTER], ids=["a4", "letter"])
SETS_OF_NAMES = ("short", "forty letters", "Arabic", "Thai", "mark-up")
SETS = pytest.mark.parametrize("names", SETS_OF_NAMES)


def ledger_of(draw: Any) -> PaperLedger:
    with recording() as kept:
        draw()
    assert faults(kept[0]) == []
    return kept[0]


def words_of(ledger: PaperLedger) -> Counter[str]:
    return Counter(word for each in ledger.texts for word in each.text.split())


@BOTH
def test_a_series_has_a_column_for_each_event(paper: PaperSize) -> None:
    season = Season()
    season.change(count="best", number=2, up=1, down=1)
    now = season.now()
    assert now.without_value == []
    of_three, lines = now.events, now.lines
    for names in SETS_OF_NAMES:
        for events in (3, 12, 18, 60):
            # As many events again and again, each line with its results at its own.
            now.events = (of_three * events)[:events]
            now.__dict__["lines"] = [
                line._replace(
                    names=[NAMES[names][at % 2]],
                    cells=[
                        cell._replace(event=n + 1, value=f"{10 + at}.{n:02}")
                        for n, cell in enumerate((line.cells * events)[:events])
                        # Somebody did not come to every event.
                        if (n + at) % 5
                    ],
                )
                for at, line in enumerate(lines)
            ]
            has_a_column_for_each(now, paper)


def has_a_column_for_each(now: SeriesNow, paper: PaperSize) -> None:
    ledger = ledger_of(lambda: series_leaf(now, "Portland", paper))
    said = words_of(ledger)
    for line in now.lines:
        for cell in line.cells:
            assert said[cell.value if cell.counts else f"({cell.value})"] == 1
    # Wide series are laid across, the widest in bands of events.
    assert (ledger.paper.width > ledger.paper.height) == (len(now.events) > 9)


def test_the_text_of_a_series_names_the_event_of_each_result() -> None:
    season = Season()
    now = season.now()
    pair, *others = now.lines
    now.__dict__["lines"] = [pair._replace(cells=pair.cells[1:]), *others]
    text = "\n".join(series_text(now, "Portland"))
    first = text.split("\n\n")[1]
    assert "Event 1:" not in first and "Event 2: " in first and "Event 3: " in first


@pytest.mark.parametrize("in_percent", [True, False])
@SETS
@BOTH
def test_several_evenings_as_one(paper: PaperSize, names: str, in_percent: bool) -> None:
    rows = [Line(f"{n}=", "", list(NAMES[names]), n, f"{n}.5", f"{n}.25") for n in range(1, 90)]
    several = Several(
        [RankedLines("North-South", rows), RankedLines("East-West", rows)], in_percent
    )
    title = "Several sessions as one"
    ledger = ledger_of(lambda: several_leaf(several, title, "Portland", "2 sessions", paper))
    said = words_of(ledger)
    assert all(said[f"{n}="] == said[f"{n}.5"] == 2 for n in range(1, 90))
    assert said["89.25"] == 2 * in_percent and ledger.sheets > 2


@SETS
@BOTH
def test_a_match_has_every_board_and_its_sums(paper: PaperSize, names: str) -> None:
    evening = Evening(4, kind="teams-round-robin", form="teams", winners=1, boards=6)
    for at, entry in enumerate(evening.event.entries.order_by("pk")):
        entry.name = f"{NAMES[names][at % 2]} {at}"
        entry.save()
    for at, person in enumerate(evening.people):
        Person.objects.filter(pk=person.pk).update(short_name=f"P{at}")
    for table in evening.room.tables()[:2]:
        for board in table.place.boards:
            for side in ("ns", "ew"):
                evening.tell(table.number, board, FOUR_SPADES, side)
    sheets = matches_of(Lists(evening.room))
    ledger = ledger_of(lambda: matches_leaf(evening.room, paper))
    boards = Counter(each.text for each in ledger.texts if each.column.startswith("board, "))
    assert boards == Counter(str(each.board) for sheet in sheets for each in sheet.boards)
    said = words_of(ledger)
    assert said["together"] == len(sheets) and sheets
    assert all(said[str(at)] for at in range(4)), "each team's name ends with its number"


def test_what_only_a_page_without_a_long_head_would_hold_begins_below_the_head() -> None:
    head = Head("Autumn", "Portland", ["A long fact about the autumn. " * 60], "Portland")
    tall = A4.height * 0.28

    def row(pen: Pen, x: float, y: float, number: int) -> None:
        pen.text(x, y + 12, f"Row {number}", TEXT, 9)

    block = LeafBlock(0, lambda _pen, _x, _y: None, [tall] * 3, row)
    said = ledger_of(lambda: leaf_pdf(head, [block], A4))
    rows = {each.text: each.sheet for each in said.texts if each.text.startswith("Row")}
    assert rows == {"Row 0": 1, "Row 1": 2, "Row 2": 2} and said.sheets == 2


def test_a_table_of_one_row_stays_on_its_page() -> None:
    columns = [LeafColumn("names", 90)]
    blocks = [table_block(LeafTable(columns, [(("Ann",),)] * count)) for count in (5, 1, 1)]
    head = Head("Autumn", "Portland", [], "Portland")
    assert ledger_of(lambda: leaf_pdf(head, blocks, A4)).sheets == 1
