"""One ranking on page, wall, site, PDF, text and CSV: the same columns, order and words."""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from html.parser import HTMLParser

import pytest
from pypdf import PdfReader

from clubscore.club.privacy import PublishedNames
from clubscore.events.directing import show_ranking
from clubscore.events.ranking_tables import whole_lists
from clubscore.events.rankings import Lists
from clubscore.events.state import room_of
from clubscore.extras.site.look import Look
from clubscore.extras.site.pages import EventPages, SiteFrame
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path

pytestmark = pytest.mark.django_db
HEADS = ["pl", "Pair", "no", "%", "Points", "boards"]


class Cells(HTMLParser):
    """Reads the rows of the first table of a page, without what stands for narrow rooms alone."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.inside, self.unseen = False, 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        look = dict(attrs).get("class") or ""
        if self.unseen or (tag == "span" and ("brief" in look or "visually-hidden" in look)):
            self.unseen += 1
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self.inside = True

    def handle_endtag(self, tag: str) -> None:
        if self.unseen:
            self.unseen -= 1
        elif tag in ("td", "th"):
            self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside and not self.unseen and self.rows and self.rows[-1]:
            self.rows[-1][-1] = " ".join(f"{self.rows[-1][-1]} {data}".split())


def rows_of(page: str) -> list[list[str]]:
    """Return the rows of each table of a page, one after the other, without its caption."""
    found = []
    for table in re.findall(r"<table.*?</table>", page, re.DOTALL):
        read = Cells()
        read.feed(re.sub(r"<caption.*?</caption>", "", table, flags=re.DOTALL))
        found += read.rows
    return [[cell.removesuffix(" ↑").removesuffix(" ↓") for cell in row] for row in found]


def flat(rows: Iterable[Sequence[str]]) -> list[str]:
    return [cell for row in rows for cell in row]


def test_six_readers_say_the_same() -> None:
    evening = Evening(8, boards=2)
    for result in (FOUR_SPADES, ONE_DOWN):
        evening.play(result)
        evening.next_round()
    show_ranking(event=evening.event, shown=True, key="open", actor=evening.actor)
    evening.event.refresh_from_db()
    lists = Lists(room_of(evening.event))
    wanted = []
    for one in lists.rankings:
        wanted.append(HEADS)
        for line in one.placed:
            names = " & ".join(line.names)
            wanted.append([line.place, names, line.key, line.percent, line.score, str(line.boards)])
    assert len(wanted) == 2 + 8
    director = director_of(evening)

    def page(what: str) -> str:
        answer = director.get(path(evening, what))
        assert answer.status_code == 200, what
        return answer.content.decode()

    assert rows_of(page("ranking/")) == wanted
    assert rows_of(page("wall/")) == wanted
    site = EventPages(evening.event, SiteFrame(Look(evening.club), PublishedNames(evening.club)))
    made = dict(site.pages())[f"{site.folder}/index.html"]().decode()
    assert rows_of(made) == wanted
    file = csv.reader(io.StringIO(page("ranking.csv").removeprefix("\ufeff")))
    assert [row for row in file if len(row) > 1] == wanted
    pdf = director.get(path(evening, "ranking.pdf")).content
    drawn = PdfReader(io.BytesIO(pdf)).pages[0].extract_text()
    at = 0
    for cell in flat(wanted):
        at = drawn.index(cell, at) + len(cell)
    said = page("ranking.txt")
    at = 0
    for table in (one.table for one in whole_lists(lists)):
        for record in table.data:
            line = record.line
            for words in (
                f"Place {line.place.rstrip('=')} of 4", " & ".join(line.names), f"Pair {line.key}",
                f"{line.percent} percent", f"{line.score} point", f"{line.boards} board",
            ):  # fmt: skip
                at = said.index(words, at) + len(words)
