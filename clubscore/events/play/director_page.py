"""The director's page: what needs the director, the state of the tables, what comes next."""

import datetime as dt
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from clubscore.club import clock
from clubscore.club.wording.phrases import said
from clubscore.events.play.directed import unlike_directed
from clubscore.events.play.directing import seconds_left
from clubscore.events.play.table_names import (
    NamesAsked,
    SeatsWanted,
    names_asked,
    seats_wanted,
)
from clubscore.events.results.result_form import in_words
from clubscore.events.state.event_now import Room, Table
from clubscore.events.state.honours_held import honours_since
from clubscore.events.state.scoring import Scorer, is_odd, section_of
from clubscore.events.state.spot_state import Kind, Spot, Standing, State
from clubscore.events.state.veil import passed_on
from clubscore.movements.chooser import described

# What a board's sign says: a shape for the eye, a word for the ear.
SIGNS = {
    "in": ("●", pgettext_lazy("board", "in")),
    "told": ("◐", gettext_lazy("not yet agreed")),
    "to-come": ("○", pgettext_lazy("board", "to come")),
    "disputed": ("!", gettext_lazy("disputed")),
    "odd": ("?", pgettext_lazy("board", "unusual")),
    "later": ("–", gettext_lazy("left for later")),
}
# A table is slow that has less than this part of its boards in when this much time is gone.
SLOW_AFTER, SLOW_PART = 0.75, 0.5


# What needs the director, the most urgent first; within a kind who waits longest.
CALL, DISPUTE, MISSING, SLOW, ODD = NEEDS = ("call", "dispute", "missing", "slow", "odd")


class Need(NamedTuple):
    """Something that needs the director: where, since when, why, and the key that leads there.

    `kind` is one of `NEEDS`.
    """

    since: dt.datetime
    kind: str
    table: str
    round: int
    board: int | None
    text: str
    call: int | None = None
    alone: bool = True
    # Of a board that the reader has yet to play: two versions that they are not told.
    is_hidden: bool = False
    asked: str = ""

    @property
    def shown(self) -> str:
        """The table as it is called where there is one section."""
        return self.table.removeprefix("A") if self.alone else self.table

    @property
    def minutes(self) -> int:
        """How long it waits."""
        return max(0, int((clock.now() - self.since).total_seconds() // 60))

    @property
    def hours(self) -> int:
        """The same in hours."""
        return self.minutes // 60


class TableKey(NamedTuple):
    """A table with a sign for each of its boards; `spot` is what an address calls it."""

    name: str
    spot: str
    by_slip: bool
    signs: list[tuple[str, str]]
    calls: bool
    waits: bool


class WallRow(NamedTuple):
    """Who sits at a table with which boards, for the wall."""

    name: str
    ns: list[str]
    ew: list[str]
    first: int
    last: int


class DirectorPage:
    """The director's page of a room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.event = room.event
        self.tables = room.tables() if room.event.round else []
        self.scorer = Scorer(room)
        self.odd = odd_results(self.scorer)

    @property
    def movements(self) -> list[str]:
        """What is to be played, a line a section, as it was offered."""
        plans = self.room.plans.values()
        return [said(described(plan.movement, (), ()).title) for plan in plans]

    @property
    def minutes_left(self) -> str:
        """What the clock shows, like 14:20."""
        return spoken_clock(seconds_left(self.event))

    @property
    def is_over_time(self) -> bool:
        """Whether the round should be over."""
        return (seconds_left(self.event) or 0) < 0

    @property
    def part_gone(self) -> float:
        """How much of the round is gone, from 0 to 1."""
        whole = self.event.minutes_a_round * 60
        left = seconds_left(self.event)
        return 0.0 if left is None else min(1.0, max(0.0, 1 - left / whole))

    @property
    def count(self) -> tuple[int, int]:
        """How many boards of the round are in, and how many there are."""
        boards = [each for table in self.tables for each in table.boards]
        return sum(each.state is State.IN for each in boards), len(boards)

    @property
    def waits_for(self) -> list[str]:
        """The tables without which the round cannot close."""
        return [table.name for table in self.tables if table.missing]

    @property
    def shown_waits(self) -> list[str]:
        """The same as they are called."""
        return [self.short(table) for table in self.tables if table.missing]

    @property
    def is_last(self) -> bool:
        """Whether there is no further round."""
        return self.event.round >= self.room.rounds

    @property
    def is_final(self) -> bool:
        """Whether nothing can be changed any more."""
        return self.event.final_at is not None and self.event.final_at <= clock.now()

    @cached_property
    def needs(self) -> list[Need]:
        """What needs the director, calls first, then disputes; none once the ranking is final."""
        if self.is_final:
            return []
        alone = len(self.room.sections) == 1
        found = [*self._calls(), *self._spots(), *self._slow()]
        found.sort(key=lambda need: (NEEDS.index(need.kind), need.since))
        return [need._replace(alone=alone) for need in found]

    def _calls(self) -> Iterator[Need]:
        for call in self.room.calls:
            if self.event.finished_at is not None and call.at < self.event.finished_at:
                continue
            table = f"{section_of(self.room, call.section_id).letter}{call.table}"
            why = call.why or _("Director, please")
            yield Need(call.at, CALL, table, max(1, self.event.round), None, why, call.pk)

    def _spots(self) -> Iterator[Need]:
        for standing in self.room.standings.values():
            kind, text = self._why(standing)
            if text:
                spot = standing.spot
                table = f"{section_of(self.room, spot.section).letter}{spot.table}"
                since = standing.revisions[-1].at
                yield Need(since, kind, table, spot.round, spot.board, text,
                           is_hidden=standing.is_hidden, asked=self._asked(standing))  # fmt: skip

    def _asked(self, standing: Standing) -> str:
        """Who asked somebody else to settle a board, unless it was reported anew since."""
        case = passed_on(self.room, standing.spot)
        if case is None or case.at < standing.revisions[-1].at:
            return ""
        return _("%(who)s asks someone else to settle it") % {"who": case.author}

    def _why(self, standing: Standing) -> tuple[str, str]:
        """The kind of a board's need, and its words; nothing if it needs no one."""
        for kind, why in (
            (DISPUTE, self._disputed),
            (ODD, self._unlike),
            (MISSING, self._unfinished),
        ):
            text = why(standing)
            if text:
                return kind, text
        return "", ""

    def _disputed(self, standing: Standing) -> str:
        """Two versions of a board: of its two sides, or one that came in late."""
        board = standing.spot.board
        if standing.is_hidden:
            two = standing.state is State.DISPUTED or standing.contrary
            return _("board %(board)s: two versions") % {"board": board} if two else ""
        if standing.state is State.DISPUTED:
            said = [in_words(each.facts or {}) for each in standing.versions.values()]
            values = {"board": board, "one": said[0], "other": said[-1]}
            return _("board %(board)s: %(one)s, or %(other)s?") % values
        if standing.contrary:
            late = standing.contrary[-1]
            values = {
                "board": board,
                "one": in_words(standing.facts),
                "who": late.author,
                "other": in_words(late.facts or {}),
            }
            return _("board %(board)s: %(one)s counts; %(who)s entered %(other)s, late") % values
        return ""

    def _unlike(self, standing: Standing) -> str:
        """A result unlike the directed contract, the cards of the board, or all other results."""
        told = standing.result and standing.result.kind in (Kind.TOLD, Kind.AGREED)
        # Typed results and rulings were checked when they were entered.
        directed = told and unlike_directed(self.scorer, standing.spot, standing.facts)
        honours = honours_since(self.scorer, standing)
        if not directed and not honours and standing.spot in self.odd:
            return _("board %(board)s is unlike the rest") % {"board": standing.spot.board}
        return directed or honours

    def _unfinished(self, standing: Standing) -> str:
        """A board of a finished round that was not agreed, or was left for later."""
        board = standing.spot.board
        past = standing.spot.round < self.event.round
        if standing.state is State.TOLD and past:
            return _("board %(board)s: the other side has not agreed") % {"board": board}
        if standing.state is State.LATER and (past or self.is_last):
            return _("board %(board)s was left for later") % {"board": board}
        return ""

    def _slow(self) -> Iterator[Need]:
        if self.part_gone < SLOW_AFTER:
            return
        for table in self.tables:
            if self.is_by_slip(table) or not table.missing:
                continue
            if table.count_in < SLOW_PART * len(table.boards):
                text = _("slow, boards in: %(count)s of %(all)s") % {
                    "count": table.count_in,
                    "all": len(table.boards),
                }
                yield Need(clock.now(), SLOW, table.name, self.event.round, None, text)

    @property
    def count_needs(self) -> int:
        """How many lines there are of what needs the director; seats without names are one.

        Results that are missing are one more, unless each is a line already.
        """
        lines = len(self.needs) + len(self.names_asked) + bool(self.seats_wanted.many)
        listed = sum(each.kind == MISSING for each in self.needs)
        return lines + (self.missing > listed)

    @cached_property
    def missing(self) -> int:
        """How many boards have no result although their round is over, or all were played."""
        if self.event.finished_at is not None:
            return 0
        return sum(
            (each.state is State.LATER and self.is_last)
            or (each.state in (State.TO_COME, State.LATER) and each.spot.round < self.event.round)
            for each in self.room.holes()
        )

    @property
    def names_asked(self) -> list[NamesAsked]:
        """Names from the seats that differ, and wait for somebody to settle them."""
        return [] if self.is_final else names_asked(self.room)

    @property
    def seats_wanted(self) -> SeatsWanted:
        """How many seats have no name yet, and at which tables."""
        return SeatsWanted(0, []) if self.is_final else seats_wanted(self.room)

    @property
    def table_keys(self) -> list[TableKey]:
        """A key for each table, with a sign for each of its boards."""
        calling = {(call.section_id, call.table) for call in self.room.calls}
        return [
            TableKey(
                name=self.short(table),
                spot=table.name,
                by_slip=self.is_by_slip(table),
                signs=[self.sign(each) for each in table.boards],
                calls=(table.section.pk, table.number) in calling,
                waits=bool(table.missing),
            )
            for table in self.tables
        ]

    @property
    def wall_rows(self) -> list[WallRow]:
        """Who sits where in this round, for the wall."""
        return [
            WallRow(
                name=self.short(table),
                ns=self.room.names(table.section.pk, table.place.ns),
                ew=self.room.names(table.section.pk, table.place.ew),
                first=table.place.boards[0],
                last=table.place.boards[-1],
            )
            for table in self.tables
        ]

    @property
    def wall_rests(self) -> list[str]:
        """Who sits out in this round, for the wall; of a pair that has no table too."""
        now, found = self.room.event.round, []
        for section in self.room.sections:
            plan = self.room.plans.get(section.pk) if now else None
            if plan is None or not plan.is_drawn(now):
                continue
            playing = {n for each in plan.of_round(now) if each.is_played for n in each.numbers}
            found += [
                str(entry)
                for entry in self.room.entries
                if entry.section_id == section.pk
                and entry.number not in (None, *playing)
                and entry.withdrawn_at is None
                and not plan.has_left(entry.number, now)
            ]
        return found

    @property
    def left(self) -> list[tuple[str, int]]:
        """Who has left the event, and from which round on."""
        now = self.room.event.round
        found = [
            (str(entry), plan.left_since[number])
            for (section, number), entry in self.room.by_number.items()
            if (plan := self.room.plans.get(section)) and plan.has_left(number, now)
        ]
        return sorted(found, key=lambda each: each[1])

    def is_by_slip(self, table: Table) -> bool:
        """Whether a table has no phone, so that its slips are typed."""
        return (table.section.pk, table.number) in self.room.by_slip

    def short(self, table: Table) -> str:
        """Return a table's number, with its section where there are more."""
        return self.room.table_name(table.section, table.number)

    def sign(self, standing: Standing) -> tuple[str, str]:
        """Return the sign of a board and its word."""
        shape, word = SIGNS["odd" if standing.spot in self.odd else standing.state.value]
        return shape, str(word)


def spoken_clock(seconds: int | None) -> str:
    """Return what a clock shows: 14:20, or how long the round is over time: −2:05."""
    if seconds is None:
        return ""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'−' if seconds < 0 else ''}{minutes}:{rest:02d}"


def odd_results(scorer: Scorer) -> set[Spot]:
    """Return where a result is unlike all others of its board; not what the director ruled."""
    by_board: dict[int, list[tuple[Standing, int]]] = {}
    for standing in scorer.room.standings.values():
        if standing.result is None:
            continue
        score = scorer.result(standing).score
        if score is not None:
            by_board.setdefault(standing.spot.board, []).append((standing, score))
    return {
        standing.spot
        for rows in by_board.values()
        for at, (standing, score) in enumerate(rows)
        if standing.result is not None
        and standing.result.kind != Kind.RULED
        and is_odd(score, [other for place, (_s, other) in enumerate(rows) if place != at])
    }
