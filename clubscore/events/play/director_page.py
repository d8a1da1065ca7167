"""The director's page: what needs the director, the state of the tables, what comes next."""

from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext_lazy, pgettext_lazy

from clubscore.club import clock
from clubscore.club.wording.phrases import said
from clubscore.events.boards.who_may_see import all_boards
from clubscore.events.models import Section
from clubscore.events.play.clock_in_words import clock_words, spoken_clock
from clubscore.events.play.directing import seconds_left
from clubscore.events.play.needs import MISSING, ODD, Need, needs_of
from clubscore.events.play.silent_phones import Seen, Silence, seen_phones, silence_of
from clubscore.events.play.table_names import (
    NamesAsked,
    SeatsWanted,
    names_asked,
    seats_wanted,
)
from clubscore.events.state.event_now import Room, Table
from clubscore.events.state.scoring import Scorer, is_odd
from clubscore.events.state.section_clocks import Clock, clock_of
from clubscore.events.state.spot_state import Kind, Spot, Standing, State, spot_key
from clubscore.events.state.veil import NOT_YET
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


class TableKey(NamedTuple):
    """A table with a sign for each of its boards; `spot` is what an address calls it."""

    name: str
    spot: str
    round: int
    by_slip: bool
    signs: list[tuple[str, str]]
    calls: bool
    waits: bool


class SectionClock(NamedTuple):
    """The clock of a section, as it is shown and in words."""

    letter: str
    clock: Clock
    left: str
    words: str
    round: int
    of: int


class ToDraw(NamedTuple):
    """A section's next round, which is drawn from the ranking."""

    letter: str
    round: int


class Alone(NamedTuple):
    """A section that may begin its next round alone, and the tables for which it would wait."""

    letter: str
    now: int
    waits: list[str]


class WallRow(NamedTuple):
    """Who sits at a table with which boards, for the wall."""

    name: str
    ns: list[str]
    ew: list[str]
    first: int
    last: int


class DirectorPage:
    """The director's page of a room."""

    def __init__(self, room: Room, letter: str = "") -> None:
        self.room = room
        # The section whose tables are shown; all of them where there is none of that letter.
        self.letter = letter if room.section(letter) else ""
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
    def section_clocks(self) -> list[SectionClock]:
        """The clock of each section, where there are several and rounds are played."""
        event = self.event
        if len(self.room.sections) < 2 or not event.round or event.finished_at is not None:
            return []
        found = []
        for each in self.room.sections:
            own, plan = clock_of(self.room, each.pk), self.room.plans.get(each.pk)
            left, words = spoken_clock(seconds_left(own)), clock_words(event, own)
            now, of = self.room.now(each.pk), plan.rounds if plan else 0
            found.append(SectionClock(each.letter, own, left, words, now, of))
        return found

    @property
    def lag(self) -> int:
        """How many rounds sections are behind, in all."""
        return sum(self.event.behind.values())

    @property
    def to_draw(self) -> list[ToDraw]:
        """The rounds that are still to be drawn before they can begin."""
        return [ToDraw(each.letter, self.room.now(each.pk) + 1) for each in self.room.to_draw]

    @property
    def drawn(self) -> list[ToDraw]:
        """The rounds that were drawn and may be drawn again."""
        to_draw = {each.letter for each in self.to_draw}
        drawn = (each for each in self.room.swiss if each.letter not in to_draw)
        return [ToDraw(each.letter, self.room.now(each.pk) + 1) for each in drawn]

    @property
    def alone(self) -> list[Alone]:
        """The sections that may go on without the others."""
        room = self.room
        if len(room.sections) < 2 or not self.event.round or self.event.finished_at is not None:
            return []
        to_draw = {each.letter for each in self.to_draw}
        return [
            Alone(each.letter, room.now(each.pk), self._waits_in(each))
            for each in room.sections
            if each.letter not in to_draw and room.now(each.pk) < room.plan(each).rounds
        ]

    def _waits_in(self, section: Section) -> list[str]:
        return [
            self.short(table)
            for table in self.tables
            if table.section.pk == section.pk and table.missing
        ]

    @property
    def is_over_time(self) -> bool:
        """Whether the round should be over."""
        return (seconds_left(self.event) or 0) < 0

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
        """Whether no section has a further round."""
        plans = self.room.plans.items()
        return all(self.room.now(pk) >= plan.rounds for pk, plan in plans)

    @cached_property
    def without_par(self) -> int:
        """How many boards of a par contest that is about to begin have no par. One query."""
        if self.event.round or not self.event.scored_by.needs_par:
            return 0
        return len({each.number for each in all_boards(self.room)} - {*self.room.pars})

    @property
    def is_final(self) -> bool:
        """Whether nothing can be changed any more."""
        return self.event.final_at is not None and self.event.final_at <= clock.now()

    @cached_property
    def needs(self) -> list[Need]:
        """What needs the director, calls first, then disputes; none once the ranking is final."""
        return [] if self.is_final else needs_of(self.scorer, self.tables, self.odd, self.phones)

    @cached_property
    def phones(self) -> list[Seen]:
        """When each phone was last heard of. One query."""
        return seen_phones(self.room)

    @property
    def silence(self) -> Silence | None:
        """Since when all phones are silent, None while it is not the network."""
        return silence_of(self.room, self.phones)

    @property
    def silent(self) -> str:
        """The tables with a silent phone, by which the page knows whether that has changed."""
        silent = (need for need in self.needs if need.kind == MISSING and need.board is None)
        return "-".join(sorted(need.table for need in silent))

    @property
    def corrected(self) -> list[tuple[str, int]]:
        """What both sides corrected at their table in this round: the table and the board."""
        return [
            (self.short(table), each.spot.board)
            for table in self.tables
            for each in table.boards
            if each.is_corrected_by_both
        ]

    @property
    def urgent_needs(self) -> list[Need]:
        """All of it but unusual results."""
        return [need for need in self.needs if need.kind != ODD]

    @property
    def odd_needs(self) -> list[Need]:
        """Results that are unlike the rest, the cards or the directed contract."""
        return [need for need in self.needs if need.kind == ODD]

    @property
    def odd_seen(self) -> list[str]:
        """The unusual results as a form carries them: where, and which revision was seen."""
        return [f"{spot_key(spot)}:{self.room.standing(spot).number}" for spot in sorted(self.odd)]

    @property
    def count_needs(self) -> int:
        """How many lines there are: unusual results are one, and so are seats without names.

        Results that are missing are one more, unless each is a line already.
        """
        folded = bool(self.odd_needs) + bool(self.seats_wanted.many)
        lines = len(self.urgent_needs) + len(self.names_asked) + folded
        # A silent phone's line is about no board by itself.
        listed = sum(each.kind == MISSING and each.board is not None for each in self.needs)
        return lines + (self.missing > listed)

    @cached_property
    def missing(self) -> int:
        """How many boards have no result although their round is over, or all were played."""
        if self.event.finished_at is not None:
            return 0
        return sum(
            (each.state is State.LATER and self.is_last)
            or (each.state in NOT_YET and each.spot.round < self.room.now(each.spot.section))
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
                round=table.place.round,
                by_slip=self.is_by_slip(table),
                signs=[self.sign(each) for each in table.boards],
                calls=(table.section.pk, table.number) in calling,
                waits=bool(table.missing),
            )
            for table in self.tables
            if self.letter in ("", table.section.letter)
        ]

    @property
    def called_at(self) -> list[str]:
        """The tables to which the director comes, in the order of their calls."""
        sections = {section.pk: section for section in self.room.sections}
        return [self.room.table_name(sections[e.section_id], e.table) for e in self.room.calls]

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
        found = []
        for section in self.room.sections:
            now = self.room.now(section.pk)
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
        found = [
            (str(entry), plan.left_since[number])
            for (section, number), entry in self.room.by_number.items()
            if (plan := self.room.plans.get(section))
            and plan.has_left(number, self.room.now(section))
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
        for board, rows in by_board.items()
        for at, (standing, score) in enumerate(rows)
        if standing.result is not None
        and standing.result.kind != Kind.RULED
        and is_odd(
            score,
            [other for place, (_s, other) in enumerate(rows) if place != at],
            scorer.room.plays[board],
        )
    }
