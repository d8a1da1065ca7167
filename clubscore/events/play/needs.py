"""What needs the director, by urgency: calls, disputes, what is missing, what is slow or odd."""

import datetime as dt
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.events.names_taken import by_one_phone, names_in_doubt
from clubscore.events.play.directed import unlike_directed
from clubscore.events.play.directing import part_gone
from clubscore.events.play.silent_phones import Seen, silent_tables
from clubscore.events.questions.earlier_rounds import questions
from clubscore.events.results.result_words import in_words
from clubscore.events.state.event_now import Table
from clubscore.events.state.honours_held import honours_since
from clubscore.events.state.scoring import Scorer, section_of
from clubscore.events.state.section_clocks import clock_of
from clubscore.events.state.spot_state import Kind, Spot, Standing, State, same_result
from clubscore.events.state.veil import passed_on

# A table is slow that has less than this part of its boards in when this much time is gone.
SLOW_AFTER, SLOW_PART = 0.75, 0.5


# What needs the director, the most urgent first; within a kind who waits longest.
NEEDS = ("call", "dispute", "asked", "missing", "slow", "phone", "odd")
CALL, DISPUTE, ASKED, MISSING, SLOW, PHONE, ODD = NEEDS


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
    # Of a name that a phone took: the happening that the director sees to.
    taken: int | None = None

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


def needs_of(
    scorer: Scorer, tables: Sequence[Table], odd: Collection[Spot], phones: Sequence[Seen]
) -> list[Need]:
    """Return what needs the director, the most urgent first; within a kind the longest waiting."""
    return _Needs(scorer, tables, odd, phones).found()


class _Needs:
    """What needs the director in a room, as its reader may see it."""

    def __init__(
        self,
        scorer: Scorer,
        tables: Sequence[Table],
        odd: Collection[Spot],
        phones: Sequence[Seen],
    ) -> None:
        self.room, self.event = scorer.room, scorer.room.event
        self.scorer, self.tables, self.odd = scorer, tables, odd
        self.silent = silent_tables(self.room, phones)

    def found(self) -> list[Need]:
        """All of it, in its order."""
        alone = len(self.room.sections) == 1
        found = [*self._calls(), *self._spots(), *self._asked_earlier()]
        found += [*self._silent(), *self._slow(), *self._phones()]
        found.sort(key=lambda need: (NEEDS.index(need.kind), need.since))
        return [need._replace(alone=alone) for need in found]

    def _calls(self) -> Iterator[Need]:
        for call in self.room.calls:
            if self.event.finished_at is not None and call.at < self.event.finished_at:
                continue
            table = f"{section_of(self.room, call.section_id).letter}{call.table}"
            now = max(1, self.room.now(call.section_id))
            why = call.why or _("Director, please")
            yield Need(call.at, CALL, table, now, None, why, call.pk)

    def _spots(self) -> Iterator[Need]:
        for standing in self.room.standings.values():
            kind, text = self._why(standing)
            if text:
                spot = standing.spot
                table = f"{section_of(self.room, spot.section).letter}{spot.table}"
                since = standing.revisions[-1].at
                yield Need(since, kind, table, spot.round, spot.board, text,
                           is_hidden=standing.is_hidden, asked=self._asked(standing))  # fmt: skip

    def _asked_earlier(self) -> Iterator[Need]:
        """What players ask about boards of rounds that are over."""
        for each in questions(self.room):
            if not each.is_open:
                continue
            spot = each.spot
            table = f"{section_of(self.room, spot.section).letter}{spot.table}"
            values = {"board": spot.board, "who": each.who, "text": each.text}
            if each.text:
                text = _("board %(board)s: %(who)s ask: %(text)s") % values
            else:
                text = _("board %(board)s: %(who)s ask about it") % values
            yield Need(each.asked.at, ASKED, table, spot.round, spot.board, text)

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
            two = standing.state is State.DISPUTED or standing.contrary or self._open(standing)
            return _("board %(board)s: two versions") % {"board": board} if two else ""
        if standing.state is State.DISPUTED:
            said = [in_words(each.facts or {}) for each in standing.versions.values()]
            values = {"board": board, "one": said[0], "other": said[-1]}
            return _("board %(board)s: %(one)s, or %(other)s?") % values
        if self._open(standing):
            return self._said_wrong(standing)
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

    def _said_wrong(self, standing: Standing) -> str:
        """What both agreed, and what one says instead."""
        proposed = standing.proposed.values()
        other = next(e for e in proposed if not same_result(e.facts, standing.facts))
        values = {
            "board": standing.spot.board,
            "one": in_words(standing.facts),
            "who": other.author,
            "other": in_words(other.facts or {}),
        }
        return _("board %(board)s: %(one)s counts; %(who)s says %(other)s") % values

    def _open(self, standing: Standing) -> bool:
        """Whether a correction needs somebody: the sides differ, or its round is over."""
        past = self._is_past(standing) or self.event.finished_at is not None
        return len(standing.proposed) > 1 or (bool(standing.proposed) and past)

    def _is_past(self, standing: Standing) -> bool:
        """Whether the round of a board is over in its section."""
        return standing.spot.round < self.room.now(standing.spot.section)

    def _unlike(self, standing: Standing) -> str:
        """A result unlike the directed contract, the cards of the board, or all other results."""
        told = standing.result and standing.result.kind in (Kind.TOLD, Kind.AGREED)
        # Typed results and rulings were checked when they were entered.
        directed = told and unlike_directed(self.scorer, standing.spot, standing.facts)
        honours = honours_since(self.scorer, standing)
        if told and by_one_phone(self.room, standing):
            return _("board %(board)s: recorded and agreed on one phone") % {
                "board": standing.spot.board
            }
        if not directed and not honours and standing.spot in self.odd:
            return _("board %(board)s is unlike the rest") % {"board": standing.spot.board}
        return directed or honours

    def _unfinished(self, standing: Standing) -> str:
        """A board of a finished round that was not agreed, or was left for later."""
        board = standing.spot.board
        past, plan = self._is_past(standing), self.room.plans.get(standing.spot.section)
        is_last = plan is None or standing.spot.round >= plan.rounds
        if standing.state is State.TOLD and past:
            return _("board %(board)s: the other side has not agreed") % {"board": board}
        if standing.state is State.LATER and (past or is_last):
            return _("board %(board)s was left for later") % {"board": board}
        return ""

    def _silent(self) -> Iterator[Need]:
        """Tables of whose phone nothing was heard for long though results are due."""
        for table in self.tables:
            since = self.silent.get((table.section.pk, table.number))
            if since is not None:
                text = _("phone silent, boards in: %(count)s of %(all)s") % {
                    "count": table.count_in,
                    "all": len(table.boards),
                }
                yield Need(since, MISSING, table.name, table.place.round, None, text)

    def _phones(self) -> Iterator[Need]:
        """Names that phones took in a way that the director should know."""
        for each in names_in_doubt(self.room):
            section = self.room.section(each.table[:1])
            now = max(1, self.room.now(section.pk)) if section else 1
            yield Need(each.happening.at, PHONE, each.table, now, None, each.text,
                       taken=each.happening.pk)  # fmt: skip

    def _slow(self) -> Iterator[Need]:
        for table in self.tables:
            if (table.section.pk, table.number) in self.silent:
                continue
            if part_gone(self.event, clock_of(self.room, table.section.pk)) < SLOW_AFTER:
                continue
            if (table.section.pk, table.number) in self.room.by_slip or not table.missing:
                continue
            if table.count_in < SLOW_PART * len(table.boards):
                text = _("slow, boards in: %(count)s of %(all)s") % {
                    "count": table.count_in,
                    "all": len(table.boards),
                }
                yield Need(clock.now(), SLOW, table.name, table.place.round, None, text)
