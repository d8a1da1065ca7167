"""Matches of teams: board by board the results of both tables, and the points of each team."""

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from clubscore.club.wording import both, named
from clubscore.events.models import Section
from clubscore.events.plan import Match
from clubscore.events.rankings import Lists
from clubscore.events.result_form import ShownResult, shown
from clubscore.events.scoring import byes_at, contestant_of, draws_of
from clubscore.ranking import ScoredTravellerRow
from clubscore.ranking import show_number as number


class MatchTableResult(NamedTuple):
    """What one table did on a board: the result in parts, and North-South's score."""

    result: ShownResult
    score: int | None


class MatchBoard(NamedTuple):
    """A board of a match: at the table where the first team sits North-South, at the other.

    `one` and `other` are what each team won on it, empty where it lost, and until both tables
    have played.
    """

    board: int
    open_room: MatchTableResult | None
    closed_room: MatchTableResult | None
    one: str
    other: str


@dataclass(frozen=True)
class MatchSheet:
    """A match as everyone reads it. Keys are what rankings call the two teams."""

    lists: Lists
    section: Section
    match: Match
    one: str
    other: str

    @property
    def spot(self) -> str:
        """What an address calls a table of it: A3."""
        return f"{self.section.letter}{self.match.places[0].table}"

    @property
    def tables(self) -> list[int]:
        """Its tables in order."""
        return sorted({place.table for place in self.match.places})

    @property
    def rounds(self) -> list[int]:
        """Its rounds in order; two where its halves lie apart."""
        return sorted({place.round for place in self.match.places})

    @property
    def both_rounds(self) -> str:
        """The rounds in which its halves lie apart; empty where both are played in one."""
        return both(self.rounds) if len(self.rounds) > 1 else ""

    @property
    def names(self) -> tuple[str, str]:
        """What the two teams are called."""
        return named(self.lists.names(self.one)), named(self.lists.names(self.other))

    @cached_property
    def _rows(self) -> dict[tuple[int, bool], ScoredTravellerRow]:
        """The results of the match: {(board, whether the first team sat North-South): row}."""
        return {
            (row.result.board, row.result.ns == self.one): row
            for row in self.lists.rows_of_round(self.match.number)
            if {row.result.ns, row.result.ew} == {self.one, self.other}
        }

    @cached_property
    def boards(self) -> list[MatchBoard]:
        """Every board of the match in order."""
        due = sorted({board for place in self.match.places for board in place.boards})
        return [self._board(board) for board in due]

    def _board(self, board: int) -> MatchBoard:
        rows = (self._rows.get((board, True)), self._rows.get((board, False)))
        tables = [
            MatchTableResult(shown(self.lists.facts(row.result)), row.result.score) if row else None
            for row in rows
        ]
        won = self._won(board)
        one, other = (number(each) if each >= 0 else "" for each in won) if won else ("", "")
        return MatchBoard(board, tables[0], tables[1], one, other)

    def _won(self, board: int) -> tuple[Fraction, Fraction] | None:
        """What each team has of a board; None while it cannot be compared."""
        row, is_first = self._rows.get((board, True)), True
        if row is None:
            row, is_first = self._rows.get((board, False)), False
        if row is None or row.ns_points is None or row.ew_points is None:
            return None
        points = row.ns_points, row.ew_points
        return points if is_first else (points[1], points[0])

    @cached_property
    def points(self) -> tuple[Fraction, Fraction]:
        """What each team won: IMPs it gained, or boards' points where boards count."""
        won = [found for each in self.boards if (found := self._won(each.board))]
        nothing = Fraction(0)
        return (
            sum((max(one, nothing) for one, _other in won), nothing),
            sum((max(other, nothing) for _one, other in won), nothing),
        )

    @property
    def shown_points(self) -> tuple[str, str]:
        """The same as a page shows it."""
        return number(self.points[0]), number(self.points[1])

    @property
    def victory_points(self) -> tuple[str, str] | None:
        """The victory points of both; None before a board is compared, or where none are given."""
        if not self.lists.ranked.event.scored_by.victory_points or not self.count[0]:
            return None
        key: Hashable = (self.match.number, *sorted((self.one, self.other)))
        credits = self.lists.ranked.net.units[key].credits or {}
        return number(credits[self.one].points), number(credits[self.other].points)

    @property
    def count(self) -> tuple[int, int]:
        """How many boards are compared, and how many there are."""
        return sum(bool(each.one or each.other) for each in self.boards), len(self.boards)


class Bye(NamedTuple):
    """A team without opponents in a round of a Swiss, and its victory points."""

    round: int
    name: str
    worth: str


def byes_of(lists: Lists) -> list[Bye]:
    """Return the byes of an event's rounds so far."""
    room = lists.room
    worth = lists.ranked.event.scored_by.victory_points
    return [
        Bye(
            number,
            named(lists.names(contestant_of(room, section.pk, waiting))),
            each["worth"] if worth else "",
        )
        for section in room.sections
        for begun in [draws_of(section.plan)[: room.now(section.pk)]]
        for number, each in enumerate(begun, 1)
        for waiting in byes_at(begun, number)
    ]


def matches_of(lists: Lists) -> list[MatchSheet]:
    """Return every match of an event, by rounds and tables."""
    room = lists.room
    return [
        MatchSheet(
            lists,
            section,
            match,
            contestant_of(room, section.pk, match.one),
            contestant_of(room, section.pk, match.other),
        )
        for section in room.sections
        if section.pk in room.plans
        for match in room.plan(section).matches
    ]
