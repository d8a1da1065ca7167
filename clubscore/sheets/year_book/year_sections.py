"""The sections of a year book as blocks for a page of this width, and the pages that they take."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.wording.figures import percent, signed
from clubscore.club.wording.names import listed, named
from clubscore.sheets.pieces.blocks import Row, Table
from clubscore.sheets.pieces.flow import Block, Placed, pages
from clubscore.sheets.pieces.money_columns import MoneyColumn
from clubscore.sheets.pieces.pen import HAIR, LINE, THIN, Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT
from clubscore.sheets.year_book.year_blocks import (
    GAP,
    HEADS,
    INDENT,
    LEADING,
    SIZE,
    Half,
    SectionTitle,
    SetLine,
    Stanza,
    figure_table,
    name_lines,
    set_lines,
)
from clubscore.sheets.year_book.year_content import (
    Amount,
    EveningTold,
    EventTold,
    Money,
    TableTold,
    YearBook,
)
from clubscore.sheets.year_book.year_words import (
    also_played,
    also_there,
    head_of_table,
    member_lines,
    no_money,
    won_by,
)


class Text(NamedTuple):
    """Where text stands on a page: how wide it is, from where to where down the page."""

    wide: float
    top: float
    foot: float


class BookPage(NamedTuple):
    """A page: what its running head says at the right, and what stands on it."""

    about: str
    placed: tuple[Placed, ...]


class Entry(NamedTuple):
    """A line of the contents: what begins on which page; a part of a section is indented."""

    text: str
    page: int
    is_part: bool = False


def sections(book: YearBook, text: Text, first: int) -> tuple[list[BookPage], list[Entry]]:
    """Return the pages of all sections, and the contents. The first of them has this number."""
    made: list[BookPage] = []
    entries: list[Entry] = []
    for title, blocks in _listed(book, text):
        entries.append(Entry(title, first + len(made)))
        titled = [SectionTitle(title, text.wide), *blocks]
        placed = pages(titled, first=text.top, others=text.top, bottom=text.foot)
        made += [BookPage(title, tuple(page)) for page in placed]
        if title == _season_title():
            found, months = _evenings(book, text, first + len(made))
            made += found
            entries += months
    return made, entries


def _season_title() -> str:
    return _("The season")


def _listed(book: YearBook, text: Text) -> Iterator[tuple[str, list[Block]]]:
    yield _season_title(), [*_season(book, text.wide)]
    if book.records:
        yield _("Records"), [*_records(book, text.wide)]
    if book.money is not None:
        yield _("Money"), [*_money(book.money, text.wide)]
    if book.members:
        yield _("Members"), [*_members(book, text.wide)]


def _season(book: YearBook, wide: float) -> Iterator[Block]:
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


def _evenings(book: YearBook, text: Text, first: int) -> tuple[list[BookPage], list[Entry]]:
    """Return the evenings, two a page, and on which page each month begins."""
    half = (text.foot - text.top) / 2 - 0.01
    blocks = [Half(each.day, _evening(each, text.wide, half), half) for each in book.evenings]
    months = {each.day: each.month for each in book.evenings}
    placed = pages(blocks, first=text.top, others=text.top, bottom=text.foot)
    title = _("Evenings")
    made, entries = [], [Entry(title, first)]
    for number, page in enumerate(placed, first):
        days = [each.block.day for each in page if isinstance(each.block, Half)]
        here = dict.fromkeys(months[day] for day in days)
        known = {each.text for each in entries if each.is_part}
        entries += [Entry(month, number, is_part=True) for month in here if month not in known]
        about = _("%(section)s: %(part)s") % {"section": title, "part": listed(here)}
        made.append(BookPage(about, tuple(page)))
    return made, entries


def _evening(evening: EveningTold, wide: float, half: float) -> tuple[SetLine, ...]:
    """Return the lines of an evening: a line each where half a page holds that."""
    for airy in (True, False):
        lines = [line for event in evening.events for line in _event(event, wide)]
        lines += [line for table in evening.tables for line in _table(table, wide, airy=airy)]
        if Half(evening.day, tuple(lines), half).height <= half:
            break
    return tuple(lines)


def _event(event: EventTold, wide: float) -> Iterator[SetLine]:
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


def _records(book: YearBook, wide: float) -> Iterator[Block]:
    for each in book.records:
        said = filter(None, (each.who, each.when))
        lines = [line for text in said for line in set_lines(text, wide)]
        figure = percent(each.percent) if each.percent else each.figure
        what = set_lines(each.what, wide, BOLD, right=figure)
        yield Stanza((*what, *lines), wide=wide)


def _money(money: Sequence[Money], wide: float) -> Iterator[Block]:
    if not money:
        yield Stanza(tuple(set_lines(no_money(), wide)))
        return
    about = _("In all: what the accounts hold of the year, with table money, bets and payments.")
    yield Stanza(tuple(set_lines(about, wide)))
    for each in money:
        yield _amounts(each, wide)


def _amounts(money: Money, wide: float) -> Table:
    column = MoneyColumn(money.currency)
    room = wide - 2 * column.wide - 2 * GAP
    starts = (room + GAP, room + column.wide + 2 * GAP)

    def head(pen: Pen, x: float, y: float, wide: float) -> None:
        for start, word in zip(starts, (_("at cards"), _("in all")), strict=True):
            pen.text(x + start + column.middle, y + HEADS, word, TEXT, HEADS, "middle")
            column.draw_heads(pen, x + start, y + 2 * HEADS + 3, HEADS)

    def row(each: Amount, weight: float) -> Row:
        lines = name_lines(each.name, room)

        def draw(pen: Pen, x: float, y: float, wide: float) -> None:
            with pen.column("names"):
                for number, line in enumerate(lines):
                    pen.text(x, y + SIZE + number * LEADING, line, TEXT, SIZE)
            for start, coins in zip(starts, (each.cards, each.whole), strict=True):
                column.draw(pen, x + start, y + SIZE, coins)

        return Row(len(lines) * LEADING + 2.5, draw, weight)

    *people, club = money.rows
    rows = [
        row(each, LINE if number == len(people) else THIN if number % 4 == 0 else HAIR)
        for number, each in enumerate(people, 1)
    ]
    return Table(Row(2 * HEADS + 7, head), (*rows, row(club, LINE)), below=14)


def _members(book: YearBook, wide: float) -> Iterable[Block]:
    for member in book.members:
        lines = [line for text in member_lines(member) for line in set_lines(text, wide, at=INDENT)]
        yield Stanza(tuple(lines), member.name, wide=wide)
