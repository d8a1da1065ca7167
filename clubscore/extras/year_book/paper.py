"""The year book as a booklet of half sheets, folded into each other, and the same in words.

Pages count from 1, sheets from 0, the outermost first. Lengths are in points.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.access import ClubRequest, Level
from clubscore.club.wording import listed, named, percent, sign_in_words, signed
from clubscore.events.result_words import percent_words, points_words
from clubscore.extras.year_book.content import (
    Amount,
    AtCards,
    EveningTold,
    EventTold,
    InEvents,
    MemberTold,
    Money,
    PlayCounts,
    TableTold,
    YearBook,
    year_book,
)
from clubscore.laws.words import gettext_noop
from clubscore.papers.flow import (
    Block,
    BlockRow,
    BlockTable,
    Draw,
    MoneyColumn,
    PlacedBlock,
    UnsplitBlock,
    pages,
)
from clubscore.papers.ledger import Identity, imprint
from clubscore.papers.paper import PaperContent, PrintedPaper, by_itself
from clubscore.papers.pen import FOOT, FOOT_HIGH, HAIR, LINE, THIN, Pen, Turned, printed
from clubscore.papers.sizes import MM, PADDING, PaperSize
from clubscore.papers.text import amount_words
from clubscore.papers.typeface import BOLD, SERIF, TEXT, width, wrapped

SIZE, LEADING = 9.5, 12.5
HEADS, DAY, TITLE = 8.0, 11.0, 20.0
INDENT = 4 * MM
GAP = 3 * MM
HYPHENED = re.compile(r"[^-]*-|[^-]+")
# Of an evening's half: its day with the rule below it, and what stays free under it.
DAY_HIGH, UNDER = 22.0, 8.0


class SetLine(NamedTuple):
    """A line of text; what stands at its right end, and before it at its left."""

    text: str
    font: str = TEXT
    at: float = 0.0
    right: str = ""
    before: str = ""


def set_lines(
    text: str, wide: float, font: str = TEXT, at: float = 0.0, right: str = ""
) -> list[SetLine]:
    """Return a text in lines that fit between its indent and what stands at the right end."""
    room = wide - at - (width(right, TEXT, SIZE) + GAP if right else 0)
    found = [SetLine(each, font, at) for each in wrapped(text, font, SIZE, room)]
    return [*found[:-1], found[-1]._replace(right=right)] if found else []


def name_lines(name: str, room: float) -> Sequence[str]:
    """Return a name in lines that fit: broken at blanks, and a word that is too wide at hyphens."""
    whole = wrapped(name, TEXT, SIZE, room)
    if sum(len(line.split()) for line in whole) == len(name.split()):
        return whole
    lines = [""]
    for word in name.split():
        for at, part in enumerate(HYPHENED.findall(word)):
            longer = f"{lines[-1]}{'' if at or not lines[-1] else ' '}{part}"
            if not lines[-1] or width(longer, TEXT, SIZE) <= room:
                lines[-1] = longer
            else:
                lines.append(part)
    return [part for line in lines for part in wrapped(line, TEXT, SIZE, room)]


def draw_lines(pen: Pen, x: float, y: float, wide: float, lines: Sequence[SetLine]) -> None:
    """Draw lines below each other from their upper left corner."""
    for number, line in enumerate(lines):
        base = y + number * LEADING + SIZE
        with pen.tagged("P"):
            if line.before:
                pen.text(x + INDENT / 2, base, line.before, TEXT, SIZE)
            if line.text:
                pen.text(x + line.at, base, line.text, line.font, SIZE)
            if line.right:
                pen.text(x + wide, base, line.right, TEXT, SIZE, "right")


@dataclass(frozen=True)
class SectionTitle(UnsplitBlock):
    text: str
    wide: float
    keeps_next = True

    @property
    def _lines(self) -> tuple[str, ...]:
        return wrapped(self.text, SERIF, TITLE, self.wide)

    @property
    def height(self) -> float:
        """Its lines and the space below."""
        return len(self._lines) * TITLE * 1.2 + GAP

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        with pen.tagged("H1"):
            for number, line in enumerate(self._lines):
                pen.text(x, y + TITLE * (0.9 + 1.2 * number), line, SERIF, TITLE)


@dataclass(frozen=True)
class Stanza(UnsplitBlock):
    """Lines that stand together, with a head in bold where they have one."""

    lines: tuple[SetLine, ...]
    head: str = ""
    below: float = 9.0
    keeps_next: bool = False
    wide: float = 0.0

    @property
    def _heads(self) -> tuple[str, ...]:
        return wrapped(self.head, BOLD, DAY, self.wide) if self.head else ()

    @property
    def height(self) -> float:
        """Head, lines and the space below."""
        heads = len(self._heads)
        return heads * DAY * 1.3 + len(self.lines) * LEADING + self.below

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw head and lines."""
        for line in self._heads:
            with pen.tagged("H2"):
                pen.text(x, y + DAY, line, BOLD, DAY)
            y += DAY * 1.3
        draw_lines(pen, x, y, wide, self.lines)


@dataclass(frozen=True)
class Half:
    """An evening: half a page, or as many halves as it needs; later ones repeat its day."""

    day: str
    lines: tuple[SetLine, ...]
    half: float
    keeps_next: bool = False
    gone_on: bool = False

    @property
    def height(self) -> float:
        """As many halves as its lines need."""
        count = 1
        while self._held(count) < len(self.lines):
            count += 1
        return count * self.half

    def _held(self, halves: int) -> int:
        """Return how many lines so many halves hold."""
        return int((halves * self.half - DAY_HIGH - UNDER + 0.01) // LEADING)

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw the day between rules, and the lines."""
        said = _("%(day)s, gone on") % {"day": self.day} if self.gone_on else self.day
        with pen.tagged("H2"):
            pen.text(x, y + DAY, said, BOLD, DAY)
        pen.rule(x, y + DAY + 4, wide, THIN)
        draw_lines(pen, x, y + DAY_HIGH, wide, self.lines)

    def split(self, room: float, must: bool) -> tuple[Half, Half] | None:
        """Break between halves, never below the head of a table."""
        halves = int((room + 0.1) // self.half)
        # Nothing goes over to another page that the next can hold whole.
        if not halves or (not must and self.height <= 2 * self.half + 0.1):
            return None
        cut = self._held(halves)
        while cut > 1 and self.lines[cut - 1].font == BOLD:
            cut -= 1
        first = replace(self, lines=self.lines[:cut])
        return first, replace(self, lines=self.lines[cut:], gone_on=True)


class YearBookColumn(NamedTuple):
    """A column of figures: its head and how wide it is."""

    head: str
    wide: float


def figure_table(
    name: str, heads: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]], wide: float
) -> BlockTable:
    """Return a table of names and figures; names break over lines, every fourth rule is strong."""
    columns = [
        YearBookColumn(head, GAP + max([width(head, TEXT, HEADS),
                                *(width(figures[at], TEXT, SIZE) for _name, figures in rows)]))
        for at, head in enumerate(heads)
    ]  # fmt: skip
    room = wide - sum(column.wide for column in columns)

    def head(pen: Pen, x: float, y: float, wide: float) -> None:
        with pen.tagged("TR"):
            with pen.tagged("TH"):
                pen.text(x, y + HEADS + 1, name, TEXT, HEADS)
            for end, column in _ends(x + room, columns):
                with pen.tagged("TH"):
                    pen.text(end, y + HEADS + 1, column.head, TEXT, HEADS, "right")

    made = []
    for number, (text, figures) in enumerate(rows, 1):
        lines = name_lines(text, room)
        last = number == len(rows)
        rule = LINE if last else THIN if number % 4 == 0 else HAIR
        made.append(BlockRow(len(lines) * LEADING + 2.5, _row(lines, figures, room, columns), rule))
    return BlockTable(BlockRow(HEADS + 5, head), tuple(made), below=14)


def _row(
    lines: Sequence[str], figures: Sequence[str], room: float, columns: Sequence[YearBookColumn]
) -> Draw:
    def draw(pen: Pen, x: float, y: float, wide: float) -> None:
        with pen.tagged("TR"):
            with pen.tagged("TD"), pen.column("names"):
                for number, line in enumerate(lines):
                    pen.text(x, y + SIZE + number * LEADING, line, TEXT, SIZE)
            for (end, _column), text in zip(_ends(x + room, columns), figures, strict=True):
                with pen.tagged("TD"):
                    pen.text(end, y + SIZE, text, TEXT, SIZE, "right")

    return draw


def _ends(x: float, columns: Sequence[YearBookColumn]) -> list[tuple[float, YearBookColumn]]:
    """Return where each column ends at its right."""
    found = []
    for column in columns:
        x += column.wide
        found.append((x, column))
    return found


# ---- The year book in whole words.


def book_title(book: YearBook) -> str:
    """Return what the book is called: "Year book 2026"."""
    return _("Year book %(year)s") % {"year": book.year}


def evenings_in_words(count: int) -> str:
    """Return so many evenings in words."""
    return ngettext("%(n)s evening", "%(n)s evenings", count) % {"n": count}


def rubbers_in_words(count: int) -> str:
    """Return so many rubbers in words."""
    return ngettext("%(n)s rubber", "%(n)s rubbers", count) % {"n": count}


def events_in_words(count: int) -> str:
    """Return so many events in words."""
    return ngettext("%(n)s event", "%(n)s events", count) % {"n": count}


def counts_in_words(counts: PlayCounts) -> list[str]:
    """Return how much was played, without what was not."""
    found = [evenings_in_words(counts.evenings)]
    if counts.rubbers:
        found.append(rubbers_in_words(counts.rubbers))
    if counts.events:
        found.append(events_in_words(counts.events))
    return found


def won_of(row: AtCards | MemberTold) -> str:
    """Return how many rubbers were played and won: "12 rubbers, 7 won"."""
    won = ngettext("%(n)s won", "%(n)s won", row.won) % {"n": row.won}
    return listed((rubbers_in_words(row.rubbers), won))


def points_made(points: int) -> str:
    """Return points with their sign: "+340 points"."""
    text = ngettext("%(points)s point", "%(points)s points", abs(points))
    return text % {"points": signed(points)}


def in_events(row: InEvents, said: Callable[[str], str] = percent) -> str:
    """Return what was made of events: "7 events, first in 2, best 64.58 %"."""
    found = [events_in_words(row.events)]
    if row.firsts:
        found.append(ngettext("first in %(n)s", "first in %(n)s", row.firsts) % {"n": row.firsts})
    if row.best:
        found.append(_("best %(percent)s") % {"percent": said(row.best)})
    return listed(found)


def head_of_table(table: TableTold) -> str:
    """Return a card table with what was played: "Window table: Auction, 3 rubbers"."""
    rubbers = rubbers_in_words(table.rubbers) if table.rubbers else ""
    what = listed(filter(None, (table.games, rubbers)))
    if not what:
        return table.table
    return _("%(table)s: %(what)s") % {"table": table.table, "what": what}


def won_by(name: str, points: str) -> str:
    """Return who made how many points, as names stand one after another: "Ann Archer +340"."""
    return _("%(name)s %(points)s") % {"name": name, "points": points}


def also_there(table: TableTold) -> str:
    """Return who sat at a table without a rubber that counts."""
    text = _("Also at the table: %(names)s") if table.standing else _("At the table: %(names)s")
    return text % {"names": named(table.people)}


def also_played(names: Iterable[str]) -> str:
    """Return who played an event and has none of the first places."""
    return _("Also played: %(names)s") % {"names": named(names)}


def book_words(book: YearBook) -> Iterator[str]:
    """Return the book as plain text."""
    yield book_title(book)
    yield book.club
    if book.money is not None:
        yield _("Treasurer's copy")
    yield listed(counts_in_words(book.counts))
    yield from book.notes
    yield from _season(book)
    for evening in book.evenings:
        yield from _evening(evening)
    yield from _records(book)
    yield from _money(book)
    yield from _members(book)


def _season(book: YearBook) -> Iterator[str]:
    if book.cards:
        yield from ("", _("The season at card tables"))
    for row in book.cards:
        yield f" {row.name}"
        yield f"  {won_of(row)}"
        yield f"  {points_made(row.points)}"
    if book.games:
        yield from ("", _("Games"))
    for row in book.games:
        yield " " + _("%(name)s: %(what)s") % {
            "name": row.name,
            "what": rubbers_in_words(row.rubbers),
        }
    if book.duplicate:
        yield from ("", _("The season in events"))
    for one in book.duplicate:
        yield f" {one.name}"
        yield f"  {in_events(one, percent_words)}"


def _evening(evening: EveningTold) -> Iterator[str]:
    yield from ("", evening.day)
    for event in evening.events:
        yield from _event(event)
    for table in evening.tables:
        yield f" {head_of_table(table)}"
        for name, points in table.standing:
            yield f"  {won_by(name, sign_in_words(points))}"
        if table.people:
            yield f"  {also_there(table)}"


def _event(event: EventTold) -> Iterator[str]:
    yield f" {event.name}"
    yield f"  {event.facts}"
    if event.state:
        yield f"  {event.state}"
    for each in event.places:
        place = _("Place %(place)s") % {"place": each.place.rstrip("=")}
        if each.place.endswith("="):
            place = _("%(place)s, shared") % {"place": place}
        who = listed(filter(None, (place, each.direction)))
        made = percent_words(each.percent) if each.percent else points_words(each.points)
        said = {"place": who, "names": named(each.names), "figure": made}
        yield "  " + _("%(place)s: %(names)s, %(figure)s") % said
    if event.others:
        yield f"  {also_played(event.others)}"


def _records(book: YearBook) -> Iterator[str]:
    if book.records:
        yield from ("", _("Records"))
    for each in book.records:
        yield f" {each.what}"
        figure = percent_words(each.percent) if each.percent else each.figure
        for text in filter(None, (figure, each.who, each.when)):
            yield f"  {text}"


def _money(book: YearBook) -> Iterator[str]:
    if book.money is None:
        return
    yield from ("", _("Money"))
    if not book.money:
        yield " " + no_money()
    for each in book.money:
        yield from _amounts(each)


def no_money() -> str:
    """Return that nothing was booked."""
    return _("No money changed hands.")


def _amounts(money: Money) -> Iterator[str]:
    for row in money.rows:
        yield f" {row.name}"
        for what, coins in ((_("at cards"), row.cards), (_("in all"), row.whole)):
            said = {"what": what, "amount": amount_words(coins, money.currency)}
            yield "  " + _("%(what)s: %(amount)s") % said


def _members(book: YearBook) -> Iterator[str]:
    if book.members:
        yield from ("", _("Members"))
    for member in book.members:
        yield f" {member.name}"
        yield from (f"  {text}" for text in member_lines(member, percent_words))


def member_lines(member: MemberTold, said: Callable[[str], str] = percent) -> Iterator[str]:
    """Yield a member's year: evenings, rubbers with their games, events.

    ``said`` is how a percentage is written.
    """
    yield evenings_in_words(member.evenings)
    if member.rubbers:
        yield listed((won_of(member), points_made(member.points)))
    for game in member.games:
        what = listed((won_of(game), points_made(game.points)))
        yield _("%(name)s: %(what)s") % {"name": game.name, "what": what}
    if member.events is not None:
        yield in_events(member.events, said)


# ---- The sections as blocks.


class Text(NamedTuple):
    """Where text stands on a page: how wide it is, from where to where down the page."""

    wide: float
    top: float
    foot: float


class YearBookPage(NamedTuple):
    """A page: what its running head says at the right, and what stands on it."""

    about: str
    placed: tuple[PlacedBlock, ...]


class ContentsLine(NamedTuple):
    """A line of the contents: what begins on which page; a part of a section is indented."""

    text: str
    page: int
    is_part: bool = False


def sections(
    book: YearBook, text: Text, first: int
) -> tuple[list[YearBookPage], list[ContentsLine]]:
    """Return the pages of all sections, and the contents. The first of them has this number."""
    made: list[YearBookPage] = []
    entries: list[ContentsLine] = []
    for title, blocks in _listed(book, text):
        entries.append(ContentsLine(title, first + len(made)))
        titled = [SectionTitle(title, text.wide), *blocks]
        placed = pages(titled, first=text.top, others=text.top, bottom=text.foot)
        made += [YearBookPage(title, tuple(page)) for page in placed]
        if title == _season_title():
            found, months = _evenings(book, text, first + len(made))
            made += found
            entries += months
    return made, entries


def _season_title() -> str:
    return _("The season")


def _listed(book: YearBook, text: Text) -> Iterator[tuple[str, list[Block]]]:
    yield _season_title(), [*_season_of_year_sections(book, text.wide)]
    if book.records:
        yield _("Records"), [*_records_of_year_sections(book, text.wide)]
    if book.money is not None:
        yield _("Money"), [*_money_of_year_sections(book.money, text.wide)]
    if book.members:
        yield _("Members"), [*_members_of_year_sections(book, text.wide)]


def _season_of_year_sections(book: YearBook, wide: float) -> Iterator[Block]:
    if book.cards:
        heads = (_("rubbers"), _("won"), _("points"))
        rows = [
            (row.name, (str(row.rubbers), str(row.won), signed(row.points))) for row in book.cards
        ]
        yield Stanza((), _("At card tables"), below=3, keeps_next=True, wide=wide)
        yield figure_table(_("who"), heads, rows, wide)
    if book.games:
        games = [(row.name, (str(row.rubbers),)) for row in book.games]
        yield Stanza((), _("Games"), below=3, keeps_next=True, wide=wide)
        yield figure_table(_("game"), (_("rubbers"),), games, wide)
    if book.duplicate:
        heads = (_("events"), _("first"), _("best"))
        of_events = [
            (row.name, (str(row.events), str(row.firsts), percent(row.best) if row.best else ""))
            for row in book.duplicate
        ]
        yield Stanza((), _("In events"), below=3, keeps_next=True, wide=wide)
        yield figure_table(_("who"), heads, of_events, wide)
    if not (book.cards or book.games or book.duplicate):
        none = _("No rubber was made up and agreed, and no ranking is open.")
        yield Stanza(tuple(set_lines(none, wide)))


def _evenings(
    book: YearBook, text: Text, first: int
) -> tuple[list[YearBookPage], list[ContentsLine]]:
    """Return the evenings, two a page, and on which page each month begins."""
    half = (text.foot - text.top) / 2 - 0.01
    blocks = [
        Half(each.day, _evening_of_year_sections(each, text.wide, half), half)
        for each in book.evenings
    ]
    months = {each.day: each.month for each in book.evenings}
    placed = pages(blocks, first=text.top, others=text.top, bottom=text.foot)
    title = _("Evenings")
    made, entries = [], [ContentsLine(title, first)]
    for number, page in enumerate(placed, first):
        days = [each.block.day for each in page if isinstance(each.block, Half)]
        here = dict.fromkeys(months[day] for day in days)
        known = {each.text for each in entries if each.is_part}
        entries += [
            ContentsLine(month, number, is_part=True) for month in here if month not in known
        ]
        about = _("%(section)s: %(part)s") % {"section": title, "part": listed(here)}
        made.append(YearBookPage(about, tuple(page)))
    return made, entries


def _evening_of_year_sections(
    evening: EveningTold, wide: float, half: float
) -> tuple[SetLine, ...]:
    """Return the lines of an evening: a line each where half a page holds that."""
    for airy in (True, False):
        lines = [line for event in evening.events for line in _event_of_year_sections(event, wide)]
        lines += [line for table in evening.tables for line in _table(table, wide, airy=airy)]
        if Half(evening.day, tuple(lines), half).height <= half:
            break
    return tuple(lines)


def _event_of_year_sections(event: EventTold, wide: float) -> Iterator[SetLine]:
    yield from set_lines(event.name, wide, BOLD)
    yield from set_lines(event.facts, wide)
    if event.state:
        yield from set_lines(event.state, wide)
    direction = ""
    for each in event.places:
        if each.direction != direction:
            yield from set_lines(each.direction, wide)
        direction = each.direction
        made = percent(each.percent) if each.percent else each.points
        first, *more = set_lines(named(each.names), wide, at=2 * INDENT, right=made)
        yield first._replace(before=each.place)
        yield from more
    if event.others:
        yield from set_lines(also_played(event.others), wide)


def _table(table: TableTold, wide: float, *, airy: bool) -> Iterator[SetLine]:
    yield from set_lines(head_of_table(table), wide, BOLD)
    if airy:
        for name, points in table.standing:
            yield from set_lines(name, wide, at=INDENT, right=points)
    elif table.standing:
        text = listed(won_by(*each) for each in table.standing)
        yield from set_lines(text, wide, at=INDENT)
    if table.people:
        yield from set_lines(also_there(table), wide, at=INDENT)


def _records_of_year_sections(book: YearBook, wide: float) -> Iterator[Block]:
    for each in book.records:
        said = filter(None, (each.who, each.when))
        lines = [line for text in said for line in set_lines(text, wide)]
        figure = percent(each.percent) if each.percent else each.figure
        what = set_lines(each.what, wide, BOLD, right=figure)
        yield Stanza((*what, *lines), wide=wide)


def _money_of_year_sections(money: Sequence[Money], wide: float) -> Iterator[Block]:
    if not money:
        yield Stanza(tuple(set_lines(no_money(), wide)))
        return
    about = _("In all: what the accounts hold of the year, with table money, bets and payments.")
    yield Stanza(tuple(set_lines(about, wide)))
    for each in money:
        yield _amounts_of_year_sections(each, wide)


def _amounts_of_year_sections(money: Money, wide: float) -> BlockTable:
    column = MoneyColumn(money.currency)
    room = wide - 2 * column.wide - 2 * GAP
    starts = (room + GAP, room + column.wide + 2 * GAP)

    def head(pen: Pen, x: float, y: float, wide: float) -> None:
        for start, word in zip(starts, (_("at cards"), _("in all")), strict=True):
            pen.text(x + start + column.middle, y + HEADS, word, TEXT, HEADS, "middle")
            column.draw_heads(pen, x + start, y + 2 * HEADS + 3, HEADS)

    def row(each: Amount, weight: float) -> BlockRow:
        lines = name_lines(each.name, room)

        def draw(pen: Pen, x: float, y: float, wide: float) -> None:
            with pen.column("names"):
                for number, line in enumerate(lines):
                    pen.text(x, y + SIZE + number * LEADING, line, TEXT, SIZE)
            for start, coins in zip(starts, (each.cards, each.whole), strict=True):
                column.draw(pen, x + start, y + SIZE, coins)

        return BlockRow(len(lines) * LEADING + 2.5, draw, weight)

    *people, club = money.rows
    rows = [
        row(each, LINE if number == len(people) else THIN if number % 4 == 0 else HAIR)
        for number, each in enumerate(people, 1)
    ]
    return BlockTable(BlockRow(2 * HEADS + 7, head), (*rows, row(club, LINE)), below=14)


def _members_of_year_sections(book: YearBook, wide: float) -> Iterable[Block]:
    for member in book.members:
        lines = [line for text in member_lines(member) for line in set_lines(text, wide, at=INDENT)]
        yield Stanza(tuple(lines), member.name, wide=wide)


PAGES_A_SHEET = 4
# At the fold, and at the three edges that are seen.
SPINE, OUTER = 16 * MM, 10 * MM


class Spread(NamedTuple):
    """One side of a sheet: which page is at the left of the fold, and which at the right."""

    left: int
    right: int


def filled(pages: int) -> int:
    """Return how many pages a booklet of so many has: whole sheets."""
    return -(-pages // PAGES_A_SHEET) * PAGES_A_SHEET


def spreads(pages: int) -> Iterator[Spread]:
    """Yield the sides of the sheets in the order of printing: front, back, the next front.

    ``pages`` is a multiple of four. Paper is turned over its short edge, so a back is upright as
    its front is.
    """
    for sheet in range(pages // PAGES_A_SHEET):
        yield Spread(pages - 2 * sheet, 1 + 2 * sheet)
        yield Spread(2 + 2 * sheet, pages - 1 - 2 * sheet)


def left_margin(page: int) -> float:
    """Return what stays free at the left of a page: an odd one has the fold there."""
    return SPINE if page % 2 else OUTER


# ---- The year book as a booklet.

# Of a page of A5: the text, the running head above it.
WIDE, TALL = 120 * MM, 180 * MM
HEAD_SIZE, HEAD_LEADING, HEAD_HIGH = 8.0, 8.5, 7 * MM
# Lines that a running head of this height has, and of the width what its first line may take.
HEAD_LINES, HEAD_WIDE = 2, 0.7
# The cover, and the contents on its back.
BEFORE = 2
CLUB, CALLED = 20.0, 34.0


class _Bound(NamedTuple):
    """A book with its pages in order, as they are bound: None for a page that stays empty."""

    book: YearBook
    pages: list[YearBookPage | None]
    entries: list[ContentsLine]
    heads: tuple[str, ...]
    text: Text
    printed: str


def year_book_pdf(book: YearBook, paper: PaperSize) -> bytes:
    """Return the book as a PDF: print it on both sides, fold the sheets, lay them together."""
    sheet = paper.across
    half = sheet.width / 2
    top = OUTER + HEAD_HIGH
    wide = min(WIDE, half - SPINE - OUTER)
    heads = _heads(book, wide)
    more = max(0, len(heads) - HEAD_LINES) * HEAD_LEADING
    text = Text(wide, top + more, top + TALL)
    made, entries = sections(book, text, BEFORE + 1)
    count = filled(BEFORE + len(made))
    pages = [*made, *[None] * (count - BEFORE - len(made))]
    told = imprint(f"{book_title(book)}, {book.club}", book.club, _("Year book"))
    bound = _Bound(book, pages, entries, heads, text, told.printed)

    def put(pen: Pen) -> None:
        for left, right in spreads(count):
            for number, at in ((left, 0.0), (right, half)):
                _page(pen, bound, number, at)
            pen.new_page()

    return printed(put, sheet, told, sheets=count // 4, backs=Turned.SHORT_EDGE)


def _heads(book: YearBook, wide: float) -> tuple[str, ...]:
    """Return whose book it is in a line, or in several where the name of the club is long."""
    title = book_title(book)
    one = f"{book.club} · {title}"
    if width(one, TEXT, HEAD_SIZE) <= HEAD_WIDE * wide:
        return (one,)
    return (*wrapped(book.club, TEXT, HEAD_SIZE, wide), title)


def _page(pen: Pen, bound: _Bound, number: int, at: float) -> None:
    """Draw a page on its half of the sheet. The last is the back of the cover."""
    book, count = bound.book, BEFORE + len(bound.pages)
    page = bound.pages[number - BEFORE - 1] if number > BEFORE else None
    if page is None and number == count:
        return
    place = _("page %(page)s") % {"page": number}
    whose = Identity(book.club, _("Year book"), str(book.year), place)
    half, x = pen.paper.width / 2, at + left_margin(number)
    with pen.piece(whose, at, 0, half, pen.paper.height, PADDING):
        if number == 1:
            _cover(pen, bound, x)
            return
        about = _("Contents") if number == BEFORE else page.about if page else _("Notes")
        _furniture(pen, bound, number, x, about)
        if number == BEFORE:
            _contents(pen, bound, x)
        elif page is None:
            _for_notes(pen, bound, x)
        else:
            for each in page.placed:
                each.block.draw(pen, x, each.y, bound.text.wide)


def _furniture(pen: Pen, bound: _Bound, number: int, x: float, about: str) -> None:
    """Draw the running head, and the number at the outer corner."""
    wide, base = bound.text.wide, OUTER + HEAD_SIZE - 1.5
    for line in bound.heads:
        pen.text(x, base, line, TEXT, HEAD_SIZE)
        base += HEAD_LEADING
    pen.text(x + wide, base - HEAD_LEADING, about, TEXT, HEAD_SIZE, "right")
    pen.rule(x, bound.text.top - 2, wide, LINE)
    foot = pen.paper.height - FOOT_HIGH
    if number % 2:
        pen.text(x + wide, foot, str(number), TEXT, SIZE, "right")
    else:
        pen.text(x, foot, str(number), TEXT, SIZE)
    if number == BEFORE:
        said = _("printed %(time)s") % {"time": bound.printed}
        pen.text(x + wide, foot, said, TEXT, FOOT, "right")


def _cover(pen: Pen, bound: _Bound, x: float) -> None:
    """Draw the cover: a double frame, the club, the book and its year, how much was played."""
    book, text = bound.book, bound.text
    top, foot, wide = OUTER, text.foot, text.wide
    pen.box(x, top, wide, foot - top, LINE)
    inside = 2 * MM
    pen.box(x + inside, top + inside, wide - 2 * inside, foot - top - 2 * inside, LINE)
    middle, room = x + wide / 2, wide - 12 * inside
    y = top + 0.16 * (foot - top)
    y = _middle(pen, book.club, SERIF, CLUB, (middle, y, room)) + 0.12 * (foot - top)
    with pen.tagged("H1"):
        y = _middle(pen, _("Year book"), SERIF, CALLED, (middle, y, room))
        y = _middle(pen, str(book.year), SERIF, CALLED, (middle, y, room))
    y += 2 * LEADING
    for line in counts_in_words(book.counts):
        y = _middle(pen, line, TEXT, 10.5, (middle, y, room))
    if book.money is not None:
        at = (middle, foot - 0.1 * (foot - top), room)
        _middle(pen, _("Treasurer's copy"), BOLD, 10.5, at)


def _middle(pen: Pen, text: str, font: str, size: float, at: tuple[float, float, float]) -> float:
    """Write a text around the middle, in as many lines as it needs; where the next begins."""
    middle, y, room = at
    for line in wrapped(text, font, size, room):
        pen.text(middle, y, line, font, size, "middle")
        y += size * 1.3
    return y


def _contents(pen: Pen, bound: _Bound, x: float) -> None:
    """Draw what begins on which page, dots between, and notes at the foot."""
    wide = bound.text.wide
    title = SectionTitle(_("Contents"), wide)
    title.draw(pen, x, bound.text.top, wide)
    y = bound.text.top + title.height
    for each in bound.entries:
        font, start = (TEXT, INDENT) if each.is_part else (BOLD, 0.0)
        y += 1.3 * LEADING
        with pen.tagged("P"):
            pen.text(x + start, y, each.text, font, SIZE)
            pen.text(x + wide, y, str(each.page), TEXT, SIZE, "right")
        begin = x + start + width(each.text, font, SIZE) + GAP / 2
        end = x + wide - width(str(each.page), TEXT, SIZE) - GAP / 2
        pen.dotted_rule(begin, y, end - begin)
    notes = [line for text in bound.book.notes for line in wrapped(text, TEXT, SIZE, wide)]
    y = bound.text.foot - len(notes) * LEADING
    for number, line in enumerate(notes):
        pen.text(x, y + SIZE + number * LEADING, line, TEXT, SIZE)


def _for_notes(pen: Pen, bound: _Bound, x: float) -> None:
    """Draw lines for a pencil on a page that is left over."""
    title = SectionTitle(_("Notes"), bound.text.wide)
    title.draw(pen, x, bound.text.top, bound.text.wide)
    y = bound.text.top + title.height + 8 * MM
    while y <= bound.text.foot:
        pen.dotted_rule(x, y, bound.text.wide)
        y += 8 * MM


TREASURER = "treasurer"


def _book(request: ClubRequest, year: int) -> PaperContent[YearBook]:
    """Return the book. Http404 for a year in which no one played."""
    for_treasurer = request.GET.get("copy") == TREASURER
    if for_treasurer and not request.actor.is_director:
        raise PermissionDenied
    book = year_book(request.actor, year, for_treasurer=for_treasurer)
    if book is None:
        raise Http404
    title = book_title(book)
    name = _("%(book)s for the treasurer") % {"book": title} if for_treasurer else title
    return PaperContent(book, name)


YEAR_BOOK: PrintedPaper[int, YearBook] = PrintedPaper(
    key="year-book",
    at="season/<int:year>/book",
    title=gettext_noop("Year book"),
    named_by=by_itself,
    read=_book,
    pdf=year_book_pdf,
    text=book_words,
)
TREASURERS_BOOK: PrintedPaper[int, YearBook] = replace(
    YEAR_BOOK,
    key="treasurers-book",
    title=gettext_noop("Year book, treasurer's copy"),
    level=Level.DIRECTOR,
    address=YEAR_BOOK.key,
    query=f"copy={TREASURER}",
)
