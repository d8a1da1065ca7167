"""A ranking as a table to be compared, and everyone against everyone in a cross table.

A cell of the cross table is the percentage of the boards two met on, else the points they
brought; where matches bring victory points, the match's. Artificial scores count as they came
out.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import quote

import django_tables2 as tables
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from clubscore.club.templatetags.clubscore import in_room
from clubscore.club.wording import figure, named
from clubscore.events.formats import numbered
from clubscore.events.rankings import (
    Lists,
    RankedLines,
    RankedList,
    RankingLine,
    Several,
)
from clubscore.events.result_words import percent_words, place_words, points_words
from clubscore.events.travellers import CardAt
from clubscore.ranking import show_number
from clubscore.ranking.contestant import INDIVIDUALS, TEAMS
from clubscore.ranking.result import members
from clubscore.web.tables import ComparedTable, cells, share_look

HALF = Fraction(1, 2)


class Met(NamedTuple):
    """What one contestant made against another: exact points, the most they could be, or 0."""

    points: Fraction
    top: Fraction

    def __add__(self, other: object) -> "Met":
        """Return both together."""
        if not isinstance(other, Met):
            return NotImplemented
        return Met(self.points + other.points, self.top + other.top)

    @property
    def share(self) -> Fraction | None:
        """The part of the top, None where there is none."""
        return self.points / self.top if self.top else None

    @property
    def shown(self) -> str:
        """A whole percentage, or the points."""
        if self.share is not None:
            return show_number(100 * self.share, 0)
        return figure(show_number(self.points))


NOTHING = Met(Fraction(0), Fraction(0))
Meetings = Mapping[tuple[str, str], Met]


def meetings_of(lists: Lists) -> Meetings:
    """Return what each made against each opponent it has met, by both their numbers."""
    method = lists.ranked.net.method
    if method.by_match:
        return _matches(lists)
    found: dict[tuple[str, str], Met] = defaultdict(lambda: NOTHING)
    # A board of a match stands in two lines, with the same points in both.
    weight = HALF if lists.ranked.event.contestants_are == TEAMS else Fraction(1)
    for traveller in (each for board in lists.travellers.values() for each in board):
        for row in traveller.rows:
            top = weight * (traveller.top or 0)
            ns, ew = members(row.result.ns), members(row.result.ew)
            for points, mine, theirs in ((row.ns_points, ns, ew), (row.ew_points, ew, ns)):
                if points is not None:
                    for key in ((one, other) for one in mine for other in theirs):
                        found[key] += Met(weight * points, top)
    return dict(found)


def _matches(lists: Lists) -> Meetings:
    """Return what each match brought both, as its victory points are counted."""
    found: dict[tuple[str, str], Met] = defaultdict(lambda: NOTHING)
    factor = lists.ranked.net.method.factor
    for unit in lists.ranked.net.units.values():
        for side, credit in (unit.credits or {}).items():
            first = unit.results[0]
            other = first.ew if side == first.ns else first.ns
            found[str(side), str(other)] += Met(credit.points * factor, Fraction(0))
    return dict(found)


@dataclass(frozen=True)
class CrossRow:
    """A contestant's row: what it made against each, by the other's number."""

    line: RankingLine
    at: int
    is_own: bool
    met: Mapping[str, Met] = field(default_factory=dict)

    @property
    def total(self) -> str:
        """Its percentage, or its points where there is none."""
        return self.line.percent or self.line.score


@dataclass(frozen=True)
class ShadedAgainst:
    """The look of a cell: filled by its percentage, where there is one."""

    key: str

    def __call__(self, record: CrossRow) -> str:
        """Return the classes."""
        met = record.met.get(self.key)
        if met is None or met.share is None:
            return "num"
        return f"num {share_look(float(min(max(met.share, Fraction(0)), Fraction(1))))}"


class MetColumn(tables.Column):
    """What everyone made against one opponent; the cell is shaded by its percentage."""

    def __init__(self, key: str) -> None:
        super().__init__(
            verbose_name=key,
            accessor="met",
            attrs={"th": {"class": "num"}, "td": {"class": ShadedAgainst(key)}},
            orderable=False,
        )
        self.key = key

    def render(self, value: Mapping[str, Met]) -> str:
        """Return it as it is read; nothing where they did not meet."""
        return value[self.key].shown if self.key in value else ""


class CrossTable(ComparedTable):
    """Who, the result, a column for each opponent; the reader's own row stands first as well."""

    name = tables.Column(verbose_name=gettext_lazy("Who"), accessor="line__key", order_by="at")
    total = tables.Column(verbose_name=gettext_lazy("all"), attrs=cells("num"), orderable=False)
    look = "crossed"

    class Meta(ComparedTable.Meta):
        row_attrs = {"class": lambda record: "own" if record.is_own else ""}
        pinned_row_attrs = {"class": lambda record: "own again"}

    def __init__(
        self, lists: Lists, rows: Sequence[CrossRow], columns: Sequence[str], card_at: CardAt
    ) -> None:
        self.own = [row for row in rows if row.is_own and row.at > 1]
        super().__init__(
            rows,
            extra_columns=[(f"against{n}", MetColumn(key)) for n, key in enumerate(columns)],
            empty_text=_("No result yet."),
        )
        self.lists, self.card_at = lists, card_at

    def get_top_pinned_data(self) -> list[CrossRow] | None:
        """Return the reader's own row, where it is not the first."""
        return self.own or None

    def render_name(self, record: CrossRow) -> SafeString:
        """Lead to the card; the names stand below the number."""
        names = "" if self.lists.hides_names else named(record.line.names)
        address = self.card_at(record.line.key)
        return format_html('<a href="{}">{}</a> <small>{}</small>', address, record.line.key, names)


class CrossList(NamedTuple):
    """A list of an event as a cross-table: its title and its table."""

    title: str
    table: CrossTable


def cross_tables(lists: Lists, own: str, card_at: CardAt) -> list[CrossList]:
    """Return a cross-table of each list in which everyone appears once."""
    met = meetings_of(lists)
    order = [row.key for one in lists.scratch for row in (*one.placed, *one.below)]
    return [
        CrossList(one.title, _table(lists, one, met, order, own, card_at)) for one in lists.scratch
    ]


def _table(
    lists: Lists,
    one: RankedList,
    met: Meetings,
    order: Sequence[str],
    own: str,
    card_at: CardAt,
) -> CrossTable:
    lines = [*one.placed, *one.below]
    rows = [
        CrossRow(
            line,
            at,
            is_own=bool(own) and line.key == own,
            met={key: met[line.key, key] for key in order if (line.key, key) in met},
        )
        for at, line in enumerate(lines, start=1)
    ]
    columns = [key for key in order if any(key in row.met for row in rows)]
    table = CrossTable(lists, rows, columns, card_at)
    table.caption = _("Everyone against everyone")
    if one.title:
        table.caption = _("Everyone against everyone: %(list)s") % {"list": one.title}
    return table


# ---- The ranking as its page compares it.


def nowhere(_key: str) -> str:
    """A card has no address."""
    return ""


SECTION = "section-"  # before its letter, in the address of a tab


@dataclass(frozen=True)
class RankingRow:
    """A line of a ranking and its place in the list; `again` is the reader's own above it."""

    line: RankingLine
    at: int
    is_own: bool
    again: bool = False

    @property
    def place(self) -> str:
        return self.line.place

    @property
    def percent(self) -> str:
        """Its percentage."""
        return self.line.percent

    @property
    def points(self) -> str:
        return self.line.score

    @property
    def matches(self) -> int:
        """How many matches it has played."""
        return self.line.matches

    @property
    def boards(self) -> int:
        """How many boards it has played."""
        return self.line.boards


class RankingTable(ComparedTable):
    """Place, who, number, percentage, points, matches, boards: wherever a ranking stands.

    `at` is its number on the page; `card_at` gives the address of a card, "" for none.
    """

    place = tables.Column(
        verbose_name=pgettext_lazy("a column", "pl"), attrs=cells("num"), order_by="at"
    )
    name = tables.Column(verbose_name=gettext_lazy("Pair"), accessor="line", order_by="line__key")
    number = tables.Column(
        verbose_name=pgettext_lazy("a column", "no"),
        accessor="line__key",
        attrs=cells("num"),
        orderable=False,
    )
    percent = tables.Column(verbose_name="%", attrs=cells("num"), order_by="at", orderable=False)
    points = tables.Column(verbose_name=gettext_lazy("points"), attrs=cells("num"), orderable=False)
    matches = tables.Column(verbose_name=gettext_lazy("matches"), attrs=cells("num"))
    boards = tables.Column(verbose_name=gettext_lazy("boards"), attrs=cells("num", "least"))
    look = "ranking placed"
    heading = "name"
    widths = MappingProxyType(
        {"place": 14, "number": 14, "percent": 18, "points": 24, "matches": 18, "boards": 16}
    )
    strong = frozenset({"place", "percent", "points"})

    class Meta(ComparedTable.Meta):
        row_attrs = {"class": lambda record: "own" if record.is_own else ""}
        pinned_row_attrs = {"class": lambda record: "own again"}

    def __init__(
        self, lists: Lists, rows: Sequence[RankingRow], card_at: CardAt = nowhere, at: int = 1
    ) -> None:
        self.are, self.called = lists.ranked.event.contestants_are, lists.called
        heads = {INDIVIDUALS: _("Player"), TEAMS: _("Team")}
        without = {
            "number": not lists.hides_names,
            "percent": lists.in_percent,
            "matches": bool(lists.matches),
        }
        self._begin(
            rows, heads.get(self.are, _("Pair")), lists.score_word,
            [name for name, shown in without.items() if not shown],
        )  # fmt: skip
        self.card_at, self.number_on_page = card_at, at
        self.prefix = f"list{at}-" if at > 1 else ""

    def _begin(
        self, rows: Sequence[RankingRow], who: str, points: str, without: Sequence[str]
    ) -> None:
        self.own = [row for row in rows if row.is_own and row.at > 1]
        self.count = len(rows)
        super().__init__(rows, empty_text=_("No result yet."))
        self.columns["name"].column.verbose_name = who
        self.columns["points"].column.verbose_name = points
        self.exclude = tuple(without)

    def get_top_pinned_data(self) -> list[RankingRow] | None:
        """Return the reader's own row, which stands first as well, where it is not the first."""
        return [RankingRow(row.line, row.at, is_own=True, again=True) for row in self.own] or None

    def render_name(self, record: RankingRow) -> SafeString:
        """Lead to the card, with what else counts below the names."""
        line = record.line
        who, address = in_room(self.names_of(record)), self.card_at(line.key)
        if address and record.again:
            who = format_html('<a href="{}">{}</a>', address, who)
        elif address:
            place = f"line{self.number_on_page}-{quote(line.key)}"
            who = format_html('<a id="{}" href="{}">{}</a>', place, address, who)
        return format_html("{} <small>{}</small>" if line.more else "{}", who, line.more)

    def value_name(self, record: RankingRow) -> str:
        """Return the names, and what else counts."""
        return " · ".join(filter(None, (named(self.names_of(record)), record.line.more)))

    def names_of(self, record: RankingRow) -> Sequence[str]:
        """Return the names one by one; Pair 7 for those who are not named."""
        return self.called(record.line.key)

    def words_place(self, record: RankingRow) -> str:
        """Return the place of how many; nothing where nobody has one."""
        return place_words(record.line.place, self.count) if record.line.place else ""

    def words_name(self, record: RankingRow) -> str:
        """Return the names, and what else counts."""
        return self.value_name(record)

    def words_number(self, record: RankingRow) -> str:
        """Return the contestant by its number."""
        return numbered(self.are, record.line.key)

    def words_percent(self, record: RankingRow) -> str:
        """Return the percentage in words."""
        return percent_words(record.line.percent) if record.line.percent else ""

    def words_points(self, record: RankingRow) -> str:
        """Return the points in words."""
        return points_words(record.line.score)

    def words_matches(self, record: RankingRow) -> str:
        """Return how many matches it played."""
        text = ngettext("%(n)s match played", "%(n)s matches played", record.matches)
        return text % {"n": record.matches}

    def words_boards(self, record: RankingRow) -> str:
        """Return how many boards it played."""
        return ngettext("%(n)s board played", "%(n)s boards played", record.boards) % {
            "n": record.boards
        }


class SeveralTable(RankingTable):
    """Several sessions as one: the same without numbers, which differ from day to day."""

    def __init__(self, one: RankedLines, *, in_percent: bool) -> None:
        without = ["number", "matches", *([] if in_percent else ["percent"])]
        rows = [RankingRow(line, at, is_own=False) for at, line in enumerate(one.rows, start=1)]
        self._begin(rows, _("Names"), _("points"), without)

    def render_name(self, record: RankingRow) -> SafeString:
        """Return the names; they lead nowhere."""
        return format_html("{}", in_room(record.line.names))

    def names_of(self, record: RankingRow) -> Sequence[str]:
        """Return the names one by one."""
        return record.line.names


def tables_of_several(several: Several | None) -> list["ShownList"]:
    """Return the tables of several sessions as one; none where they are none."""
    found: list[ShownList] = []
    if several is None:
        return found
    for one in several.lists:
        table = SeveralTable(one, in_percent=several.in_percent)
        table.caption = _("Places: %(list)s") % {"list": one.title} if one.title else _("Places")
        found.append(ShownList(one.title, table, ""))
    return found


class ShownList(NamedTuple):
    """A list of a ranking on its page: its title, its table, what is said of those below it."""

    title: str
    table: RankingTable
    about_below: str


class Tab(NamedTuple):
    """A part of a ranking that can be looked at alone: its address's word, its name."""

    key: str
    name: str


def tabs_of(lists: Lists) -> list[Tab]:
    """Return what a ranking can be looked at by: all, each list, each section; none for one."""
    found = [Tab(str(n), one.title) for n, one in enumerate(lists.rankings, start=1)]
    sections = _sections(lists)
    if len(sections) > 1:
        found += [Tab(f"{SECTION}{one}", _("Section %(name)s") % {"name": one}) for one in sections]
    elif len(found) < 3:  # two lists stand beside each other
        return []
    # One list of several sections is what all of it is.
    shown = found[1:] if len(lists.rankings) == 1 else found
    return [Tab("", _("All")), *shown]


def ranking_tables(
    lists: Lists, own: str, card_at: CardAt, request: HttpRequest, tab: str
) -> list[ShownList]:
    """Return the tables of a ranking, or those of one tab; `own` is the reader's number."""
    known = {each.key for each in tabs_of(lists)}
    tab = tab if tab in known else ""
    found = []
    for at, one in enumerate(lists.rankings, start=1):
        if tab and not tab.startswith(SECTION) and tab != str(at):
            continue
        if tab.startswith(SECTION) and one.list:
            continue
        rows = _rows(lists, one, own, tab)
        if not rows and tab:
            continue
        table = RankingTable(lists, rows, card_at, at)
        table.caption = _("Places: %(list)s") % {"list": one.title} if one.title else _("Places")
        below = one.about_below if any(one.is_below(row.line) for row in rows) else ""
        found.append(ShownList(one.title, table.sorted_by(request), below))
    return found


def whole_lists(lists: Lists, card_at: CardAt = nowhere) -> list[ShownList]:
    """Return every list of a ranking, each in its order: for a wall, a site, a paper, a file.

    Those who played too few boards for a place have a table of their own, with what is said.
    """
    found = []
    for at, one in enumerate(lists.rankings, start=1):
        for title, lines in ((one.title, one.placed), (one.about_below, one.below)):
            if lines or (title == one.title and not one.below):
                rows = [RankingRow(line, n, is_own=False) for n, line in enumerate(lines, start=1)]
                table = RankingTable(lists, rows, card_at, at)
                table.caption = _("Places: %(list)s") % {"list": title} if title else _("Places")
                found.append(ShownList(title, table, ""))
    return found


def _rows(lists: Lists, one: RankedList, own: str, tab: str) -> list[RankingRow]:
    section = tab.removeprefix(SECTION) if tab.startswith(SECTION) else None
    people = lists.ranked.event.contestants
    lines = [
        line
        for line in (*one.placed, *one.below)
        if section is None or people[line.key].section == section
    ]
    return [
        RankingRow(line, at, is_own=bool(own) and line.key == own)
        for at, line in enumerate(lines, start=1)
    ]


def _sections(lists: Lists) -> list[str]:
    """Return the sections of an event by their names."""
    return sorted(
        {each.section for each in lists.ranked.event.contestants.values() if each.section}
    )
