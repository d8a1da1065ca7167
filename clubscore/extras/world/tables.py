"""The ranking of a set over all packages as one reader sees it, and matches between two houses.

North-South of this house and East-West of the other are one team. A board brings IMPs once the
results of both houses are there. A ranking of many packages is counted by the worker, and the
last that is known is shown until it has.
"""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import django_tables2 as tables
from django.db import transaction
from django.db.models import Count, Max
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.database import Remembered
from clubscore.club.entry import Refused, authored
from clubscore.club.wording import figure, long_date, named, percent, remarks, short_date
from clubscore.events.models import (
    ContestPackage,
    ContestSet,
    CountedWorld,
    Event,
    PackageDecision,
    TwoHouses,
)
from clubscore.events.reporting import final_contract_text
from clubscore.events.result_form import ShownResult, shown
from clubscore.events.result_words import bid_in_words
from clubscore.events.scoring import Scorer
from clubscore.events.state import room_of
from clubscore.events.visibility import closed_here, event_of
from clubscore.extras.world.counting import (
    BOARD,
    RANKING,
    SENT,
    CountedSet,
    Json,
    KeptWorld,
    LiveWorld,
    MadeOfBoard,
    Mark,
    PlacedSide,
    board_read,
    mark_word,
    packed,
    ranking_read,
    ranking_word,
    sent_read,
    stored_board,
    stored_ranking,
)
from clubscore.extras.world.field import Moved, SidePlace
from clubscore.extras.world.package import Package
from clubscore.extras.world.packages import (
    CameFrom,
    away_in,
    bring_packages,
    package_in,
    set_played,
)
from clubscore.jobs import queue as asking
from clubscore.jobs.models import Job
from clubscore.jobs.worker import Work
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.words import SEATS
from clubscore.ranking import EventFile as RankedEvent
from clubscore.ranking.par import right_contracts
from clubscore.ranking.result import ResultFacts
from clubscore.ranking.valuation import imps
from clubscore.web.tables import FIGURES, ComparedTable, SignedColumn, cells

# So many packages are read and ranked in less time than a page may take.
FEW = 400

_counted: Remembered[tuple[int, str, frozenset[int]], CountedSet] = Remembered(16)


@dataclass(frozen=True)
class WorldRanking:
    """All packages of a set, ranked on the boards that a reader may see; rows in order of coming.

    Packages that a director turned away do not count, nor those that another was sent instead of.
    """

    kept: ContestSet
    seen: frozenset[int]

    @cached_property
    def contest(self) -> RankedEvent:
        """The set itself."""
        return event_of(self.kept)

    @cached_property
    def mark(self) -> Mark:
        """What changes with every package and every decision. Two queries."""
        return mark_of(self.kept)

    @property
    def is_few(self) -> bool:
        """Whether the packages are so few that they are counted when they are asked for."""
        return self.mark.packages <= FEW

    @cached_property
    def live(self) -> LiveWorld:
        """All packages, read and counted now."""
        return LiveWorld(self.kept, self.seen)

    @cached_property
    def _known(self) -> KeptWorld:
        return KeptWorld(self.kept, self.mark)

    @property
    def is_behind(self) -> bool:
        """Whether the worker is still to count what is asked for: the last known is shown."""
        if self.is_few:
            return False
        needed = [SENT, *([ranking_word(self.seen)] if self.is_open else [])]
        return not all(self._known.is_fresh(what) for what in needed)

    def is_board_behind(self, number: int) -> bool:
        """Whether the worker is still to count a board."""
        return not self.is_few and not self._known.is_fresh(f"{BOARD}{number}")

    @cached_property
    def sent(self) -> list[int]:
        """Who sent what counts, the newest first, by keys of rows: to be told without a score."""
        if self.is_few:
            return self.live.sent
        return sent_read(self._known.content(SENT))

    @property
    def has_tasks(self) -> bool:
        """Whether points are given for tasks on any board of the set."""
        return any(board.tasks for board in self.contest.boards.values())

    @property
    def is_open(self) -> bool:
        """Whether a reader may see any board of it."""
        return bool(self.seen)

    @property
    def is_whole(self) -> bool:
        """Whether a reader may see all of its boards."""
        return self.seen >= self.contest.boards.keys()

    @cached_property
    def now(self) -> CountedSet:
        """The ranking and what moved it last, on the boards that may be seen."""
        what = ranking_word(self.seen)
        mark = mark_word(self.mark) if self.is_few else self._known.mark(what)
        key = (self.kept.pk, mark, self.seen)
        known = _counted.get(key)
        if known is None:
            if self.is_few:
                known = self.live.counted()
            else:
                known = ranking_read(self._known.content(what), self.kept)
            _counted.keep(key, known)
        return known

    @cached_property
    def clubs(self) -> list[str]:
        """The clubs of the ranking by name, where there are several."""
        found = {each.standing.package.club for each in self.now.placed} - {""}
        return sorted(found) if len(found) > 1 else []

    def stratum(self, club: str) -> list[PlacedSide]:
        """The sides of one club in the order of the ranking, with their places among each other."""
        sides = [each for each in self.now.placed if each.standing.package.club == club]
        times = Counter(each.place for each in sides)
        first: dict[int, int] = {}
        for at, each in enumerate(sides, start=1):
            first.setdefault(each.place, at)
        return [each._replace(place=first[each.place], is_shared=times[each.place] > 1)
                for each in sides]  # fmt: skip

    def board(self, number: int) -> Sequence[MadeOfBoard]:
        """What each table made of a board, the best for North-South first."""
        if self.is_few:
            return self.live.board(number)
        return board_read(self._known.content(f"{BOARD}{number}"), self.kept)


def mark_of(kept: ContestSet) -> Mark:
    """Return which packages and decisions there are of a set. Two queries."""
    told = ContestPackage.objects.filter(contest_set=kept).aggregate(
        count=Count("pk"), newest=Max("pk")
    )
    decided = PackageDecision.objects.filter(club=kept.club_id)
    newest: int | None = decided.aggregate(newest=Max("pk"))["newest"]
    return Mark(told["count"], told["newest"] or 0, newest or 0)


# ---- The ranking as its pages show it.

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

    placed: PlacedSide

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


def _own_row(record: "RankRow | PackageBoardRow") -> str:
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
class PackageBoardRow:
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


class _SharedLine(NamedTuple):
    """A result as the part of a template shows it that other tables share."""

    result: ShownResult
    group: str = ""
    status: str = ""


class PackageTable(ComparedTable):
    """Who played it, what became of it, North-South's score and how far that is from par."""

    name = tables.Column(verbose_name=gettext_lazy("Table"))
    result = tables.Column(
        verbose_name=pgettext_lazy("of a board", "result"), attrs=cells(), orderable=False
    )
    score = SignedColumn(verbose_name=gettext_lazy("score"))
    to_par = SignedColumn(verbose_name=gettext_lazy("to par"))

    class Meta(ComparedTable.Meta):
        row_attrs = {"class": _own_row}

    def render_name(self, record: PackageBoardRow) -> SafeString:
        """Return who sat there, with the club below."""
        name = table_called(record.made.package) or _("a table")
        return _named_cell(name, record.made.package, is_own=record.is_own)

    def render_result(self, record: PackageBoardRow) -> SafeString:
        """Return the result in short."""
        told = {"line": _SharedLine(record.result, status=_reached(record.made.facts))}
        return SafeString(render_to_string("events/parts/result_short.html", told))


def _reached(facts: ResultFacts) -> str:
    """What the auction reached where the directed contract was played instead."""
    reached = facts.get("reached")
    if reached is None:
        return ""
    return _("the auction reached %(bid)s") % {"bid": bid_in_words(final_contract_text(reached))}


def directed_line(world: WorldRanking, board: int) -> str:
    """Return which contract is played where the auction of a board misses it; "" for none."""
    prepared = world.contest.boards[board]
    if not right_contracts(prepared) or prepared.par is None:
        return ""
    contract, seat = prepared.par.contract or "", prepared.par.declarer or ""
    text = _("Directed contract: %(contract)s by %(seat)s, played where the auction missed it.")
    return text % {"contract": bid_in_words(contract), "seat": _(SEATS[seat])}


def board_table(world: WorldRanking, board: int) -> PackageTable:
    """Return what every table made of a board."""
    par = world.contest.boards[board].par
    rows = [
        PackageBoardRow(made, None if par is None else made.score - par.score)
        for made in world.board(board)
    ]
    table = PackageTable(rows, empty_text=_("No table has sent this board yet."))
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


def _at(at: SidePlace) -> str:
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


# ---- A match between two houses.


class HouseBoard(NamedTuple):
    """A board in both houses: North-South's score in each, and the IMPs of this house's N-S team.

    None where a house has not played it yet.
    """

    number: int
    here: int | None
    there: int | None
    imps: int | None


class HouseMatch(NamedTuple):
    """A match as it stands: the other table's newest package, every board, the IMPs so far."""

    other: Package
    boards: list[HouseBoard]
    imps: int

    @property
    def both(self) -> int:
        """How many boards both houses have played."""
        return sum(board.imps is not None for board in self.boards)


def others_of(event: Event) -> list[tuple[ContestPackage, Package]]:
    """Return the tables that sent packages of the set, the newest of each, but this one's."""
    kept, away = set_played(event), away_in(event.club)
    rows = [
        row
        for row in kept.packages.exclude(event=event).order_by("-pk")
        if row.digest not in away and row.signed_by not in away
    ]
    found = [(row, package_in(row, event_of(kept))) for row in rows]
    replaced = {(package.key, package.instead) for _row, package in found}
    return [each for each in found if (each[1].key, each[1].digest) not in replaced]


def play_with(*, event: Event, package: int, key: str, actor: Actor) -> None:
    """Play a match with the table that sent a package. Raises Refused where there is none such."""
    row = next((row for row, _package in others_of(event) if row.pk == package), None)
    if row is None:
        raise Refused(_("Choose the other table."), "package")
    with transaction.atomic():
        TwoHouses.objects.get_or_create(
            club_id=event.club_id,
            key=key,
            defaults={"event": event, "package": row, **authored(actor, event.club_id, key)},
        )


def bring_other(
    *, event: Event, given: Iterable[Unverified | RuleError], key: str, actor: Actor
) -> None:
    """Take the package of the other house, read off its phone, and play a match with it.

    RuleError says what is wrong with it; Refused where it is this table's own.
    """
    came = CameFrom(ContestPackage.Source.TEXT)
    outcomes = bring_packages(club=event.club, given=given, came=came, actor=actor)
    for outcome in outcomes:
        if outcome.refused is not None:
            raise outcome.refused
    digests = {one.package.digest for one in outcomes if one.package is not None}
    row = next((row for row, _package in others_of(event) if row.digest in digests), None)
    if row is None:
        raise Refused(_("This is no package of another table that plays the same set."), "text")
    if not _is_same(event, row):
        play_with(event=event, package=row.pk, key=key, actor=actor)


def _is_same(event: Event, row: ContestPackage) -> bool:
    """Whether a match with the table of a package is played already."""
    chosen = _chosen(event)
    return chosen is not None and _newest(event, chosen).pk == row.pk


def _chosen(event: Event) -> ContestPackage | None:
    told = TwoHouses.objects.filter(event=event).select_related("package").order_by("pk").last()
    return told.package if told is not None else None


def _newest(event: Event, row: ContestPackage) -> ContestPackage:
    """Return what a table sent last, instead of a package."""
    contest = event_of(set_played(event))
    rows = set_played(event).packages.filter(signed_by=row.signed_by).order_by("pk")
    followers = {package_in(each, contest).instead: each for each in rows}
    while row.digest in followers:
        row = followers[row.digest]
    return row


def match_of(event: Event, seen: frozenset[int]) -> HouseMatch | None:
    """Return the match that a table plays with another house; None where it plays none.

    Of boards that the reader has not `seen` nothing is told.
    """
    chosen = _chosen(event)
    if chosen is None:
        return None
    contest = event_of(set_played(event))
    other = package_in(_newest(event, chosen), contest)
    here = {board: score for board, score in _scores_here(event).items() if board in seen}
    there = {result.board: result.score for result in other.results}
    boards = [_board(number, here.get(number), there.get(number)) for number in contest.boards]
    return HouseMatch(other, boards, sum(board.imps or 0 for board in boards))


def _scores_here(event: Event) -> dict[int, int]:
    """North-South's score of each board that this table has closed."""
    room = room_of(event)
    closed = closed_here(room)
    results = Scorer(room).event().results
    return {
        one.board: one.score for one in results if one.board in closed and one.score is not None
    }


def _board(number: int, here: int | None, there: int | None) -> HouseBoard:
    """A board; what the other house made of one that is open here stays sealed."""
    if here is None:
        return HouseBoard(number, None, None, None)
    won = None if there is None else imps(here - there)
    return HouseBoard(number, here, there, won)


# ---- Counting a ranking as a job.

KIND = "count-world"
# Readers who have some boards behind them see rankings of their own; of a set so many are kept.
MOST_KEPT = 40
ENDED = (Job.State.STOPPED, Job.State.FAILED)
AFTER_A_FAULT = dt.timedelta(minutes=10)
WorldCount = Callable[[], Json]


def ask_to_count(kept: ContestSet, seen: frozenset[int]) -> Job:
    """Ask for a ranking of a set on these boards, and for the boards themselves.

    One that failed or was stopped of late is left so: it is the answer.
    """
    last = asking.last_of(KIND, _key(kept, seen))
    if last is not None and last.state in ENDED and clock.now() - last.asked_at < AFTER_A_FAULT:
        return last
    return asking.ask(kind=KIND, key=_key(kept, seen), club=kept.club)


def _key(kept: ContestSet, seen: frozenset[int]) -> str:
    """A set, and a bit for each board."""
    return f"{kept.pk} {sum(1 << number for number in seen):x}"


def count_world(work: Work) -> None:
    """Count what is behind, one part after the other, and keep each."""
    pk, bits = work.key.split()
    kept = ContestSet.objects.select_related("club").filter(pk=int(pk)).first()
    if kept is not None:
        boards = event_of(kept).boards
        seen = frozenset(number for number in boards if int(bits, 16) >> number & 1)
        count_behind(kept, seen, work.say)


def count_behind(kept: ContestSet, seen: frozenset[int], say: Callable[[int, int], None]) -> None:
    """Count a set's ranking on these boards, and each of them; `say` is told how many of all."""
    # Before the packages are read: what comes meanwhile makes this one old, not new.
    mark = mark_of(kept)
    known, live = KeptWorld(kept, mark), LiveWorld(kept, seen)
    parts = [(what, count) for what, count in _parts(live) if not known.is_fresh(what)]
    say(0, len(parts))
    for number, (what, count) in enumerate(parts, start=1):
        told = {"mark": mark_word(mark), "content": packed(count()), "counted_at": clock.now()}
        CountedWorld.objects.update_or_create(
            club_id=kept.club_id, contest_set=kept, what=what, defaults=told
        )
        say(number, len(parts))
    _trim(kept)


def _parts(live: LiveWorld) -> Iterator[tuple[str, WorldCount]]:
    """What is kept for a reader of some boards, each with how it is counted."""

    def ranking() -> Json:
        return stored_ranking(live.counted(), live.own)

    def made(number: int) -> WorldCount:
        return lambda: stored_board(live.board(number))

    yield SENT, lambda: live.sent
    if live.seen:
        yield ranking_word(live.seen), ranking
    for number in sorted(live.seen & live.contest.boards.keys()):
        yield f"{BOARD}{number}", made(number)


def _trim(kept: ContestSet) -> None:
    """Leave the rankings that were counted last."""
    with transaction.atomic():
        rankings = CountedWorld.objects.filter(contest_set=kept, what__startswith=RANKING)
        old = rankings.order_by("-counted_at", "-pk").values_list("pk", flat=True)[MOST_KEPT:]
        CountedWorld.objects.filter(pk__in=list(old)).delete()
