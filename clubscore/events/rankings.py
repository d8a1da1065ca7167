"""Rankings of an event: lists, cards, travellers, in several ways or over several evenings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.access import Actor
from clubscore.club.entry import whole_number
from clubscore.club.wording import MINUS, both, listed, named, problem_text, said
from clubscore.events.board_state import BoardStage
from clubscore.events.export import event_to_send
from clubscore.events.formats import UNIT_WORDS, numbered, scoring_name
from clubscore.events.imported import ToldScorer, told_of
from clubscore.events.models import Event, Section
from clubscore.events.pars import with_par
from clubscore.events.result_form import ShownResult, shown
from clubscore.events.scoring import Scorer, contestant_of
from clubscore.events.selectors import how_far
from clubscore.events.state import EventState
from clubscore.laws.errors import RuleError
from clubscore.movements import Trio
from clubscore.ranking import (
    EventFile,
    Ranked,
    Ranking,
    Result,
    ScoredTravellerRow,
    Total,
    Traveller,
    least_boards,
    matches_played,
    over_sessions,
    places_of,
    rank,
    show_alike,
    show_number,
    travellers,
)
from clubscore.ranking import show_number as number
from clubscore.ranking.contestant import TEAMS
from clubscore.ranking.options import MISSED_BOARDS
from clubscore.ranking.result import ResultFacts, Side, members
from clubscore.ranking.scorings import other_scorings


def half_played(room: EventState) -> list[tuple[Section, Trio]]:
    """Return the three-way matches that have begun and are not over, with their sections."""
    if room.event.finished_at is not None:
        return []
    return [
        (section, trio)
        for section in room.sections
        if section.pk in room.plans
        for now in [room.now(section.pk)]
        for trio in room.plan(section).trios
        if trio.round == now or (trio.goes_on(now) and not _is_over(room, section, trio))
    ]


def _is_over(room: EventState, section: Section, trio: Trio) -> bool:
    tables = (each for number in (trio.round, trio.last) for each in room.tables(number))
    return all(
        board.state in (BoardStage.IN, BoardStage.LATER)
        for table in tables
        if table.section == section and table.number in trio.tables
        for board in table.boards
    )


def about_half_played(room: EventState, names: Callable[[str], Sequence[str]]) -> str:
    """Return what a ranking says of them; nothing where there are none.

    `names` are those of a contestant by what rankings call it.
    """
    found = []
    for section, trio in half_played(room):
        here = trio.here(trio.last)
        if len(here) < 2:
            continue
        many = len(here) * (len(here) - 1) // 2
        text = ngettext(
            "%(n)s match is not over: %(teams)s play each other in rounds %(first)s and %(last)s.",
            "%(n)s matches are not over: %(teams)s play each other in rounds %(first)s and"
            " %(last)s.",
            many,
        )
        teams = (named(names(contestant_of(room, section.pk, each))) for each in here)
        values = {"n": many, "teams": both(teams), "first": trio.round, "last": trio.last}
        found.append(text % values)
    return " ".join(found)


# ---- The ranking, a card, a traveller.


class RankingLine(NamedTuple):
    """A row of the ranking, as a page shows it."""

    place: str
    key: str
    names: list[str]
    boards: int
    score: str
    percent: str
    # At a par contest what else counts: losses, pars, net points, IMPs, tasks.
    more: str = ""
    # How many matches a team has played; 0 if it is not shown.
    matches: int = 0


@dataclass(frozen=True)
class RankedList:
    """A list of the ranking: its title, nothing for the only one, and its rows.

    `list` is empty where each contestant appears in it, else by handicap or a stratum.
    """

    direction: str | None
    list: str
    title: str
    rows: Sequence[RankingLine]
    # How many boards a place takes; 0 where everyone who played has one.
    least: int = 0

    @property
    def placed(self) -> Sequence[RankingLine]:
        """The rows above the line: all, where a place takes no minimum of boards."""
        return [row for row in self.rows if not self.is_below(row)]

    @property
    def below(self) -> Sequence[RankingLine]:
        """The rows of those who played too few boards for a place."""
        return [row for row in self.rows if self.is_below(row)]

    def is_below(self, row: RankingLine) -> bool:
        """Whether a contestant played too few boards for a place."""
        return row.boards < self.least

    @property
    def about_below(self) -> str:
        """What is said of those who have no place."""
        text = ngettext(
            "No place: fewer than %(n)s board", "No place: fewer than %(n)s boards", self.least
        )
        return text % {"n": self.least}


@dataclass(frozen=True)
class PenaltyLine:
    """What was taken off, of whom, and why."""

    key: str
    names: list[str]
    amount: str
    unit: str
    reason: str


@dataclass(frozen=True)
class ResultLine:
    """A result of a board: who met whom, what became of it, its points."""

    ns: list[str]
    ew: list[str]
    ns_key: str
    ew_key: str
    result: ShownResult
    score: int | None
    ns_points: str
    ew_points: str
    group: str
    status: str
    # North-South's exact points, and their part of the top where there is one.
    exact: Fraction | None
    share: Fraction | None
    # Whether East-West's points are what is left of the top, or the same with the other sign.
    is_the_rest: bool


@dataclass(frozen=True)
class CardLine:
    """A result from the side of one contestant; `exact` points and their top are for sums."""

    facts: ResultFacts
    board: int
    round: int | None
    result: ShownResult
    status: str
    is_ns: bool
    # By number, joined by "+" where two players formed the side.
    opponents: str
    way: str
    against: list[str]
    own_score: int | None
    exact: Fraction | None
    exact_top: Fraction | None
    points: str
    top: str
    percent: str


SCRATCH, HANDICAP = "scratch", "handicap"


def columns_in_words(values: Mapping[str, Fraction], event: EventFile) -> str:
    """Return the further columns of a scoring, at par: pars 9 · net −40."""
    scoring = event.scored_by
    return " · ".join(
        _(column.told) % {"n": number(values[column.key]).replace("-", MINUS)}
        for column in scoring.columns(event)
        if column.key in values and column.key != scoring.ranked_by(event.options)
    )


def title_of(ranking: Ranking) -> str:
    """The title of a list; nothing if it is the only one."""
    direction = {"NS": _("North–South"), "EW": _("East–West")}.get(ranking.direction or "", "")
    if ranking.list == SCRATCH:
        return direction
    of = _("by handicap") if ranking.list == HANDICAP else _("stratum %(name)s")
    return listed(filter(None, (direction, of % {"name": ranking.list})))


def figures_of(ranking: Ranking) -> list[tuple[str, str]]:
    """Points and percentage of each row; all of a column with the same number of decimals."""
    scores = show_alike(row.entry.score for row in ranking.rows)
    known = [row.entry.percent for row in ranking.rows if row.entry.percent is not None]
    percents = iter(show_alike(known, least=2))
    return [
        (score.replace("-", MINUS), "" if row.entry.percent is None else next(percents))
        for row, score in zip(ranking.rows, scores, strict=True)
    ]


class Lists:
    """An event ranked, with everything that is read off it.

    One imported from files is read from the newest, or from ``told``.
    """

    def __init__(
        self, room: EventState, *, hides_names: bool = False, told: EventFile | None = None
    ) -> None:
        self.room, self.hides_names = room, hides_names
        is_told = room.event.told
        self.scorer = ToldScorer(told or told_of(room.event)) if is_told else Scorer(room)
        self.ranked: Ranked = rank(self.scorer.event())
        # Where sections are compared apart a board has a traveller of each.
        self.travellers: dict[int, list[Traveller]] = {}
        for each in travellers(self.ranked):
            self.travellers.setdefault(each.board, []).append(each)

    def names(self, key: str) -> list[str]:
        """Return the names of a contestant, its number alone where names are hidden."""
        return [key] if self.hides_names else self.scorer.names(key)

    def called(self, key: str) -> list[str]:
        """Return the names of a contestant in a list; where they are hidden, Pair 7."""
        if self.hides_names:
            return [numbered(self.ranked.event.contestants_are, key)]
        return self.names(key)

    def side(self, side: Side) -> list[str]:
        """Return the names of a side: of a pair or team, or of the two who formed it."""
        return [name for key in members(side) for name in self.names(key)]

    @cached_property
    def rankings(self) -> list[RankedList]:
        """One list, or one of each direction; then by handicap, then of each stratum."""
        return [
            RankedList(
                ranking.direction,
                "" if ranking.list == SCRATCH else ranking.list,
                title_of(ranking),
                self._lines(ranking),
                least_boards(self.ranked.event, ranking),
            )
            for ranking in self.ranked.rankings
        ]

    @cached_property
    def boards_differ(self) -> bool:
        """Whether those in a list have played different numbers of boards."""
        return any(
            len({row.entry.boards for row in ranking.rows}) > 1 for ranking in self.ranked.rankings
        )

    def _lines(self, ranking: Ranking) -> list[RankingLine]:
        return [
            RankingLine(
                place,
                row.entry.contestant.number,
                self.names(row.entry.contestant.number),
                row.entry.boards,
                score,
                percent,
                columns_in_words(row.entry.columns, self.ranked.event),
                self.matches.get(row.entry.contestant.number, 0),
            )
            for row, place, (score, percent) in zip(
                ranking.rows, places_of(ranking), figures_of(ranking), strict=True
            )
        ]

    @cached_property
    def matches(self) -> dict[str, int]:
        """How many matches each team has played; nothing where no team has had two."""
        event = self.ranked.event
        if event.contestants_are != TEAMS:
            return {}
        played = matches_played(event.results)
        most = max(played.values(), default=0)
        return {key: played.get(key, 0) for key in event.contestants} if most > 1 else {}

    @property
    def about_matches(self) -> str:
        """What matches are not over, and how teams are ranked that played unequal numbers."""
        open_ = "" if self.room.event.told else about_half_played(self.room, self.names)
        return " ".join(filter(None, (open_, self._about_unequal)))

    @property
    def _about_unequal(self) -> str:
        made_up = self.ranked.event.options.of(MISSED_BOARDS) == "all"
        counts = {count for count in self.matches.values() if count}
        if not made_up or len(counts) < 2:
            return ""
        text = _("Teams have played different numbers of matches. Each is ranked by its average "
                 "per match, scaled to the full number: %(n)s.")  # fmt: skip
        return text % {"n": max(counts)}

    @property
    def score_word(self) -> str:
        """What the points of the ranking are called."""
        event = self.ranked.event
        goes_by = event.scored_by.ranked_by(event.options)
        heads = {each.key: each.head for each in event.scored_by.columns(event)}
        return _(heads[goes_by]) if goes_by else _("Points")

    @property
    def at_par(self) -> bool:
        """Whether results are compared with the par of their board."""
        return self.ranked.event.scored_by.needs_par

    @property
    def in_percent(self) -> bool:
        """Whether any points have a percentage."""
        return any(
            row.entry.percent is not None for one in self.ranked.rankings for row in one.rows
        )

    @property
    def scratch(self) -> list[RankedList]:
        """The lists in which each contestant appears once."""
        return [one for one in self.rankings if not one.list]

    @property
    def penalties(self) -> list[PenaltyLine]:
        """What was taken off, of whom, and why."""
        return [
            PenaltyLine(
                each.contestant,
                self.names(each.contestant),
                number(each.amount),
                _(UNIT_WORDS[each.unit]),
                each.reason or "",
            )
            for each in self.ranked.event.penalties
        ]

    @property
    def boards(self) -> list[int]:
        """The boards that have a result."""
        return sorted(self.travellers)

    def traveller(self, board: int) -> list[ResultLine]:
        """A board's results, the best for North-South first, section by section."""
        return [
            self._row(row, traveller.top)
            for traveller in self.travellers[board]
            for row in sorted(
                traveller.rows,
                key=lambda row: (row.result.score is None, -(row.result.score or 0)),
            )
        ]

    def rows_of_round(self, round_: int) -> list[ScoredTravellerRow]:
        """All results of a round with their points; for teams those of the round's matches."""
        found = (row for each in self.travellers.values() for one in each for row in one.rows)
        return [row for row in found if row.result.round == round_]

    def card(self, key: str) -> list[CardLine]:
        """A contestant's own card: every board in the order of play, from its side."""
        lines = []
        for traveller in (each for found in self.travellers.values() for each in found):
            for row in traveller.rows:
                if key in (*members(row.result.ns), *members(row.result.ew)):
                    lines.append(self._own(row, traveller, key))
        return sorted(lines, key=lambda line: (line.round or 0, line.board))

    def _row(self, row: ScoredTravellerRow, top: Fraction | None) -> ResultLine:
        result, ns, ew = row.result, row.ns_points, row.ew_points
        return ResultLine(
            ns=self.side(result.ns),
            ew=self.side(result.ew),
            ns_key="+".join(members(result.ns)),
            ew_key="+".join(members(result.ew)),
            result=shown(self.facts(result)),
            score=result.score,
            ns_points=_points(row.ns_points),
            ew_points=_points(row.ew_points),
            group=result.fouled_group,
            status=self._status(row),
            exact=ns,
            share=ns / top if top and ns is not None else None,
            is_the_rest=ns is None or ew is None or ns + ew == (top or 0),
        )

    def _status(self, row: ScoredTravellerRow) -> str:
        words = self.ranked.event.scored_by.status_words
        return _(words[row.status]) if words and row.status else ""

    def _own(self, row: ScoredTravellerRow, traveller: Traveller, key: str) -> CardLine:
        result = row.result
        is_ns = key in members(result.ns)
        points = row.ns_points if is_ns else row.ew_points
        top, score, facts = traveller.top, result.score, self.facts(result)
        return CardLine(
            facts=facts,
            board=result.board,
            round=result.round,
            result=shown(facts),
            status=self._status(row),
            is_ns=is_ns,
            opponents="+".join(members(result.ew if is_ns else result.ns)),
            way=_("NS") if is_ns else _("EW"),
            against=self.side(result.ew if is_ns else result.ns),
            own_score=None if score is None else (score if is_ns else -score),
            exact=points,
            exact_top=top,
            points=_points(points),
            top="" if not top else number(top),
            percent="" if not top or points is None else number(100 * points / top),
        )

    def facts(self, result: Result) -> ResultFacts:
        """A result's facts as a page shows them."""
        return result.facts(self.ranked.event.contract(result))


def _points(points: Fraction | None) -> str:
    return "" if points is None else number(points).replace("-", MINUS)


# ---- Several evenings as one ranking.

# So many evenings are offered, the newest first, and so many may be added.
OFFERED, FEWEST, MOST = 60, 2, 20


class RankedLines(NamedTuple):
    """A list of the ranking: its title, nothing for the only one, and its rows."""

    title: str
    rows: list[RankingLine]


class Several(NamedTuple):
    """A ranking over several evenings: its lists, one or one of each direction."""

    lists: list[RankedLines]
    in_percent: bool


class ChosenSessions:
    """The sessions chosen in the address: `event=3&event=7&all=1`.

    `problem` says what to choose if they have no ranking; `several` is None then.
    """

    def __init__(self, actor: Actor, given: QueryDict) -> None:
        self.offered = to_choose_from(actor)
        self.wanted = {whole_number(pk) for pk in given.getlist("event")}
        chosen = [event for event in self.offered if event.pk in self.wanted]
        self.chosen = sorted(chosen, key=lambda event: (event.evening, event.pk))
        self.only_all = "all" in given
        self.several: Several | None = None
        self.problem = ""
        if not FEWEST <= len(chosen) <= MOST:
            told = _("Sessions: choose %(fewest)s to %(most)s.")
            self.problem = told % {"fewest": FEWEST, "most": MOST}
            return
        try:
            self.several = as_one(self.chosen, only_all=self.only_all)
        except RuleError as error:
            self.problem = problem_text(error)


def to_choose_from(actor: Actor) -> list[Event]:
    """Return the finished events whose ranking the reader may see, newest first."""
    found = Event.sessions.filter(club=actor.home, called_off_at=None).exclude(finished_at=None)
    if not actor.is_scorer:
        found = found.filter(ranking_open=True)
    return list(found.select_related("club").order_by("-evening", "-pk")[:OFFERED])


def as_one(
    events: Sequence[Event], *, only_all: bool = False, hides_names: bool = False
) -> Several:
    """Add up sessions, in their order; `only_all` leaves out everyone who missed one.

    With `hides_names` a row has its number alone. RuleError for sessions with different scoring.
    """
    sessions = []
    for event in events:
        try:
            sessions.append(rank(event_to_send(event)))
        except RuleError as error:
            raise error.standing(str(event)) from None
    try:
        rankings = over_sessions(sessions, only_all=only_all)
    except RuleError as error:
        raise error.standing("") from None
    lists = [
        RankedLines(title_of(each), _lines(each, hides_names)) for each in rankings if each.rows
    ]
    in_percent = any(row.entry.percent is not None for each in rankings for row in each.rows)
    return Several(lists, in_percent)


def tag_of_several(events: Sequence[Event], about: str = "") -> str:
    """Return what changes whenever several sessions as one may read otherwise; no query."""
    known = "-".join(f"{event.pk}.{event.revision}.{how_far(event)}" for event in events)
    revision = events[0].club.revision if events else 0
    return f'"several-{revision}-{known}-{about}"'


def _lines(ranking: Ranking, hides_names: bool) -> list[RankingLine]:
    return [
        RankingLine(
            place,
            "",  # numbers differ from day to day
            _names(row.entry.contestant.names, row.entry.contestant.number, hides_names),
            row.entry.boards,
            score,
            percent,
        )
        for row, place, (score, percent) in zip(
            ranking.rows, places_of(ranking), figures_of(ranking), strict=True
        )
    ]


def _names(names: Sequence[str], number: str, hides_names: bool) -> list[str]:
    return [number] if hides_names or not names else list(names)


# ---- One event ranked in several ways.


class RankingWay(NamedTuple):
    """A way of ranking: its name, and {contestant: (place, score)}."""

    name: str
    places: dict[str, tuple[str, str]]


class AlsoRankedCell(NamedTuple):
    """A place and a score in one way of ranking."""

    way: str
    place: str
    score: str


class AlsoRankedRow(NamedTuple):
    """A contestant with its places in every way."""

    key: str
    names: list[str]
    cells: list[AlsoRankedCell]


class AlsoRankedList(NamedTuple):
    """A list of contestants; without a title if it is the only one."""

    title: str
    rows: list[AlsoRankedRow]


class SideBySide:
    """An event's own ranking, and next to it the others."""

    def __init__(self, lists: Lists) -> None:
        self.lists = lists
        event = lists.scorer.event()
        self.ways = [_way(event.scoring, lists.ranked)]
        self.left_out: list[tuple[str, str]] = []
        for scoring in other_scorings(event.contestants_are):
            if scoring.key == event.scoring:
                continue
            try:
                ranked = with_par(lists.room, event) if scoring.needs_par else event
                self.ways.append(_way(scoring.key, rank(ranked, scoring.key)))
            except RuleError as error:
                self.left_out.append((_(scoring.name), said(error)))

    @property
    def groups(self) -> list[AlsoRankedList]:
        """The lists, a row for each contestant with its place and score in every way."""
        return [
            AlsoRankedList(
                one.title,
                [
                    AlsoRankedRow(
                        row.key,
                        row.names,
                        [AlsoRankedCell(way.name, *way.places[row.key]) for way in self.ways],
                    )
                    for row in one.rows
                ],
            )
            for one in self.lists.scratch
        ]


def _way(scoring: str, ranked: Ranked) -> RankingWay:
    places = {
        row.entry.contestant.number: (place, _score(row.entry))
        for ranking in ranked.rankings
        if ranking.list == SCRATCH
        for row, place in zip(ranking.rows, places_of(ranking), strict=True)
    }
    return RankingWay(scoring_name(scoring), places)


def _score(entry: Total) -> str:
    if not entry.boards:
        return ""
    if entry.percent is not None:
        return f"{show_number(entry.percent)} %"
    return show_number(entry.score).replace("-", "\N{MINUS SIGN}")
