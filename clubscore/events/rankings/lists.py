"""What everyone reads: the ranking, a pair's card, a board's traveller."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording.figures import MINUS
from clubscore.club.wording.names import listed
from clubscore.events.imported.imported import ToldScorer, told_of
from clubscore.events.rankings.half_played import about_half_played
from clubscore.events.results.result_form import ShownResult, shown
from clubscore.events.state.event_now import Room
from clubscore.events.state.scoring import Scorer
from clubscore.events.terms.event_words import UNIT_WORDS
from clubscore.ranking import (
    Event,
    Ranked,
    Ranking,
    Result,
    Traveller,
    TravellerRow,
    least_boards,
    matches_played,
    places_of,
    rank,
    show_alike,
    travellers,
)
from clubscore.ranking import show_number as number
from clubscore.ranking.contestant import TEAMS
from clubscore.ranking.options import MISSED_BOARDS
from clubscore.ranking.result import ResultFacts, Side, members


class Line(NamedTuple):
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
    rows: Sequence[Line]
    # How many boards a place takes; 0 where everyone who played has one.
    least: int = 0

    @property
    def placed(self) -> Sequence[Line]:
        """The rows above the line: all, where a place takes no minimum of boards."""
        return [row for row in self.rows if not self.is_below(row)]

    @property
    def below(self) -> Sequence[Line]:
        """The rows of those who played too few boards for a place."""
        return [row for row in self.rows if self.is_below(row)]

    def is_below(self, row: Line) -> bool:
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


def columns_in_words(values: Mapping[str, Fraction], event: Event) -> str:
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

    def __init__(self, room: Room, *, hides_names: bool = False, told: Event | None = None) -> None:
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

    def _lines(self, ranking: Ranking) -> list[Line]:
        return [
            Line(
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
    def count_columns(self) -> int:
        """How many columns a list has on a page: place, who, points, and what else differs."""
        return 3 + bool(self.matches) + self.in_percent

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

    def rows_of_round(self, round_: int) -> list[TravellerRow]:
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

    def _row(self, row: TravellerRow, top: Fraction | None) -> ResultLine:
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

    def _status(self, row: TravellerRow) -> str:
        words = self.ranked.event.scored_by.status_words
        return _(words[row.status]) if words and row.status else ""

    def _own(self, row: TravellerRow, traveller: Traveller, key: str) -> CardLine:
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
