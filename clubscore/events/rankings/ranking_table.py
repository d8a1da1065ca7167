"""A ranking as its page compares it: a table a list, the reader's own row first as well, tabs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import django_tables2 as tables
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubscore.club.compared_table import ComparedTable, cells
from clubscore.events.rankings.lists import Line, Lists, RankedList
from clubscore.events.rankings.traveller_table import CardAt
from clubscore.ranking.contestant import INDIVIDUALS, TEAMS

SECTION = "section-"  # before its letter, in the address of a tab


@dataclass(frozen=True)
class RankingRow:
    """A line of a ranking and its place in the list; `again` is the reader's own above it."""

    line: Line
    at: int
    is_own: bool
    again: bool = False

    @property
    def place(self) -> str:
        """Its place."""
        return self.line.place

    @property
    def percent(self) -> str:
        """Its percentage."""
        return self.line.percent

    @property
    def points(self) -> str:
        """Its points."""
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
    """Place, who, percentage, points, matches or boards."""

    place = tables.Column(
        verbose_name=pgettext_lazy("a column", "pl"), attrs=cells("num"), order_by="at"
    )
    name = tables.Column(verbose_name=gettext_lazy("Pair"), accessor="line__key")
    percent = tables.Column(verbose_name="%", attrs=cells("num"), order_by="at", orderable=False)
    points = tables.Column(verbose_name=gettext_lazy("points"), attrs=cells("num"), orderable=False)
    matches = tables.Column(verbose_name=gettext_lazy("matches"), attrs=cells("num"))
    boards = tables.Column(verbose_name=gettext_lazy("boards"), attrs=cells("num", "least"))
    look = "ranking placed"
    heading = "name"

    class Meta(ComparedTable.Meta):
        row_attrs = {"class": lambda record: "own" if record.is_own else ""}
        pinned_row_attrs = {"class": lambda record: "own again"}

    def __init__(self, lists: Lists, rows: Sequence[RankingRow], card_at: CardAt, at: int) -> None:
        self.own = [row for row in rows if row.is_own and row.at > 1]
        super().__init__(rows, empty_text=_("No result yet."))
        self.lists, self.card_at, self.number = lists, card_at, at
        self.prefix = f"list{at}-" if at > 1 else ""
        heads = {INDIVIDUALS: _("Player"), TEAMS: _("Team")}
        are = lists.ranked.event.contestants_are
        self.columns["name"].column.verbose_name = heads.get(are, _("Pair"))
        self.columns["points"].column.verbose_name = lists.score_word
        without = {"percent": lists.in_percent, "matches": bool(lists.matches)}
        self.exclude = tuple(name for name, shown in without.items() if not shown)

    def get_top_pinned_data(self) -> list[RankingRow] | None:
        """Return the reader's own row, which stands first as well, where it is not the first."""
        return [RankingRow(row.line, row.at, is_own=True, again=True) for row in self.own] or None

    def render_name(self, record: RankingRow) -> SafeString:
        """Lead to the card, with what else counts below the names."""
        told = {
            "row": record.line,
            "lists": self.lists,
            "number": "" if record.again else self.number,
            "address": self.card_at(record.line.key),
        }
        return SafeString(render_to_string("events/parts/ranking_name.html", told))


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


def shown_lists(
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


def plain_lists(lists: Lists, request: HttpRequest) -> list[ShownList]:
    """Return the tables of a ranking of before: whole, and without ways to cards of today."""
    return shown_lists(lists, "", lambda _number: "", request, "")


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
