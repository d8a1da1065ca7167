"""The ranking of a set, a board of it and what moved them, as their pages show them."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import django_tables2 as tables
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubscore.club.compared_table import FIGURES, ComparedTable, SignedColumn, cells
from clubscore.club.wording.days import long_date, short_date
from clubscore.club.wording.figures import figure, percent
from clubscore.club.wording.names import named, remarks
from clubscore.contests.moves import At, Moved
from clubscore.contests.package import Package
from clubscore.events.models import ContestPackage, ContestSet, PackageDecision
from clubscore.events.play.directed import reached_in_words
from clubscore.events.results.result_form import ShownResult, shown
from clubscore.events.results.result_words import bid_in_words
from clubscore.events.state.contest_boards import event_of
from clubscore.events.world.kept_packages import package_in
from clubscore.events.world.turning_away import away_in
from clubscore.events.world.world_counting import MadeOfBoard, Placed
from clubscore.events.world.world_ranking import WorldRanking
from clubscore.laws.words import SEATS
from clubscore.ranking.par import right_contracts
from clubscore.ranking.result import ResultFacts

SIDES = {"NS": gettext_lazy("North-South"), "EW": gettext_lazy("East-West")}
OWN = ContestPackage.Source.OWN


def who(package: Package, side: str) -> str:
    """Return who sat on a side, by the names that were sent; the side itself without any."""
    names = package.names[0] if side == "NS" else package.names[1]
    return named(names) if names else str(SIDES[side])


def table_called(package: Package) -> str:
    """Return who played at a table: by names where any were sent, else nothing."""
    return remarks(named(names) for names in package.names if names)


def from_where(package: Package, day: dt.date | None = None) -> str:
    """Return the club and the day on which a table played."""
    club = package.club or _("a club without a name")
    return remarks([club, short_date(day or package.played)])


@dataclass(frozen=True)
class RankRow:
    """A side in the ranking, with what it is sorted by."""

    placed: Placed

    @property
    def place(self) -> int:
        """Its place by boards lost against par."""
        return self.placed.place

    @property
    def name(self) -> str:
        """Who it is."""
        return who(self.placed.standing.package, self.placed.standing.side)

    @property
    def lost(self) -> int:
        """Boards below par."""
        return self.placed.standing.losses

    @property
    def net(self) -> int:
        """Points over par."""
        return self.placed.standing.net

    @property
    def tasks(self) -> int:
        """Points for tasks."""
        return self.placed.standing.tasks

    @property
    def percent(self) -> Fraction | None:
        """Matchpoints against the field."""
        return self.placed.standing.percent

    @property
    def imps(self) -> Fraction | None:
        """IMPs a board against the field."""
        return self.placed.standing.imps

    @property
    def percentile(self) -> Fraction | None:
        """Of how many of a hundred sides it is ahead."""
        return self.placed.standing.percentile

    @property
    def boards(self) -> int:
        """How many boards count."""
        return self.placed.standing.boards

    @property
    def is_own(self) -> bool:
        """Whether it is a table of the club's own."""
        return self.placed.is_own


def _own_row(record: "RankRow | BoardRow") -> str:
    return "own" if record.is_own else ""


class _ShareColumn(tables.Column):
    """A fraction to one decimal, nothing where the side is compared with no other."""

    def __init__(self, head: str | Promise, *looks: str, digits: int = 1) -> None:
        super().__init__(verbose_name=head, attrs=cells("num", *looks), default="")
        self.digits = digits

    def render(self, value: Fraction) -> str:
        """Return the number as it is read."""
        return figure(f"{float(value):.{self.digits}f}")


class RankTable(ComparedTable):
    """Place, who, boards below par, points over par, then how it stands against the field."""

    place = tables.Column(verbose_name=pgettext_lazy("a column", "pl"), attrs=FIGURES)
    name = tables.Column(verbose_name=gettext_lazy("Side"))
    lost = tables.Column(verbose_name=gettext_lazy("below par"), attrs=FIGURES)
    # Only of a set that has any.
    tasks = tables.Column(verbose_name=gettext_lazy("tasks"), attrs=FIGURES)
    net = SignedColumn(verbose_name=gettext_lazy("over par"))
    percent = _ShareColumn("%")
    imps = _ShareColumn(gettext_lazy("IMPs"), digits=2)
    percentile = _ShareColumn(gettext_lazy("ahead of"), "less", digits=0)
    boards = tables.Column(verbose_name=gettext_lazy("boards"), attrs=cells("num", "least"))
    look = "ranking placed against-the-world"
    heading = "name"

    class Meta(ComparedTable.Meta):
        row_attrs = {"class": _own_row}

    def render_place(self, record: RankRow) -> str:
        """Say where others share the place."""
        return f"{record.place}=" if record.placed.is_shared else str(record.place)

    def render_name(self, record: RankRow) -> SafeString:
        """Return who it is, with the club below."""
        return _named_cell(record.name, record.placed.standing.package, is_own=record.is_own)


def _named_cell(name: str, package: Package, *, is_own: bool) -> SafeString:
    told = _("this club") if is_own else package.club or _("a club without a name")
    return format_html("{}<small>{}</small>", name, told)


def rank_table(world: WorldRanking, club: str = "") -> RankTable:
    """Return the ranking of a set, or its stratum of one club with the places within it."""
    rows = [RankRow(each) for each in (world.stratum(club) if club else world.now.placed)]
    without = () if world.has_tasks else ("tasks",)
    table = RankTable(rows, empty_text=_("No package yet."), exclude=without)
    table.caption = _("Ranking of the set")
    return table


@dataclass(frozen=True)
class BoardRow:
    """What a table made of a board, with what it is sorted by."""

    made: MadeOfBoard
    to_par: int | None

    @property
    def name(self) -> str:
        """Who sat there."""
        return table_called(self.made.package) or self.made.package.club

    @property
    def result(self) -> ShownResult:
        """What was played, as it is shown."""
        return shown(self.made.facts)

    @property
    def score(self) -> int:
        """North-South's score."""
        return self.made.score

    @property
    def is_own(self) -> bool:
        """Whether it is a table of the club's own."""
        return self.made.is_own


class _Line(NamedTuple):
    """A result as the part of a template shows it that other tables share."""

    result: ShownResult
    group: str = ""
    status: str = ""


class BoardTable(ComparedTable):
    """Who played it, what became of it, North-South's score and how far that is from par."""

    name = tables.Column(verbose_name=gettext_lazy("Table"))
    result = tables.Column(
        verbose_name=pgettext_lazy("of a board", "result"), attrs=cells(), orderable=False
    )
    score = SignedColumn(verbose_name=gettext_lazy("score"))
    to_par = SignedColumn(verbose_name=gettext_lazy("to par"))

    class Meta(ComparedTable.Meta):
        row_attrs = {"class": _own_row}

    def render_name(self, record: BoardRow) -> SafeString:
        """Return who sat there, with the club below."""
        name = table_called(record.made.package) or _("a table")
        return _named_cell(name, record.made.package, is_own=record.is_own)

    def render_result(self, record: BoardRow) -> SafeString:
        """Return the result in short."""
        told = {"line": _Line(record.result, status=_reached(record.made.facts))}
        return SafeString(render_to_string("events/parts/result_short.html", told))


def _reached(facts: ResultFacts) -> str:
    """What the auction reached where the directed contract was played instead."""
    reached = facts.get("reached")
    if reached is None:
        return ""
    return _("the auction reached %(bid)s") % {"bid": bid_in_words(reached_in_words(reached))}


def directed_line(world: WorldRanking, board: int) -> str:
    """Return which contract is played where the auction of a board misses it; "" for none."""
    prepared = world.contest.boards[board]
    if not right_contracts(prepared) or prepared.par is None:
        return ""
    contract, seat = prepared.par.contract or "", prepared.par.declarer or ""
    text = _("Directed contract: %(contract)s by %(seat)s, played where the auction missed it.")
    return text % {"contract": bid_in_words(contract), "seat": _(SEATS[seat])}


def board_table(world: WorldRanking, board: int) -> BoardTable:
    """Return what every table made of a board."""
    par = world.contest.boards[board].par
    rows = [
        BoardRow(made, None if par is None else made.score - par.score)
        for made in world.board(board)
    ]
    table = BoardTable(rows, empty_text=_("No table has sent this board yet."))
    table.caption = _("Every table that played board %(board)s") % {"board": board}
    return table


class PlayedLine(NamedTuple):
    """Who played a set, and how many boards: nothing of what became of them."""

    name: str
    where: str
    boards: int
    is_own: bool


def played_lines(kept: ContestSet, sent: Iterable[int]) -> list[PlayedLine]:
    """Return who sent packages, by the keys of their rows, in that order. One query."""
    keys = list(sent)
    rows, contest = ContestPackage.objects.in_bulk(keys), event_of(kept)
    found = []
    for row in (rows[pk] for pk in keys if pk in rows):
        package = package_in(row, contest)
        found.append(
            PlayedLine(
                table_called(package) or _("a table"),
                from_where(package),
                len(package.results),
                row.source == OWN,
            )
        )
    return found


class MoveLine(NamedTuple):
    """A package that came: when, from whom, by which way, and what it moved."""

    at: dt.datetime
    name: str
    source: str
    came_in: str
    moved: str


def move_lines(world: WorldRanking) -> list[MoveLine]:
    """Return the last packages that came and what they moved of the club's own, newest first."""
    counted = world.now
    rows = ContestPackage.objects.in_bulk(counted.movers)
    found = []
    for pk, move in zip(counted.movers, counted.moves, strict=True):
        row = rows[pk]
        came_in = [
            _("%(who)s: place %(place)s") % {"who": who(move.package, side), "place": place}
            for side, place in move.places.items()
        ]
        name = remarks(each for each in (table_called(move.package), move.package.club) if each)
        moved = remarks(_moved_line(each) for each in move.moved)
        source = remarks(each for each in (row.get_source_display(), row.came_from) if each)
        found.append(MoveLine(row.at, name or _("a table"), source, remarks(came_in), moved))
    return found


def _moved_line(moved: Moved) -> str:
    return _("%(who)s: %(before)s before, %(after)s now") % {
        "who": who(moved.package, moved.side),
        "before": _at(moved.before),
        "after": _at(moved.after),
    }


def _at(at: At) -> str:
    place = _("place %(place)s") % {"place": at.place}
    share = [] if at.percent is None else [percent(f"{float(at.percent):.1f}")]
    return remarks([place, *share])


class PackageLine(NamedTuple):
    """A package as a director sees it, and by which decision it or its club is turned away."""

    row: ContestPackage
    name: str
    where: str
    boards: int
    away: PackageDecision | None
    club_away: PackageDecision | None


def package_lines(kept: ContestSet, rows: Iterable[ContestPackage]) -> list[PackageLine]:
    """Return packages of a set that came, in their order."""
    away, contest = away_in(kept.club), event_of(kept)
    found = []
    for row in rows:
        package = package_in(row, contest)
        found.append(
            PackageLine(
                row,
                table_called(package) or _("a table"),
                remarks([package.club or _("a club without a name"), long_date(package.played)]),
                len(package.results),
                away.get(row.digest),
                away.get(row.signed_by),
            )
        )
    return found
