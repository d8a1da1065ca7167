"""Changes to a movement during play: late pairs, pairs that leave, rounds, wrong boards.

Everything offered has passed the checker together with what was really played.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.own_words import own
from clubscore.events.models import Section
from clubscore.events.models.kept_facts import PlanFacts
from clubscore.events.state.event_now import Room
from clubscore.events.state.plan import as_rows
from clubscore.events.state.spot_state import Kind, Standing
from clubscore.events.terms.formats import PAIRS, TEAMS
from clubscore.events.who_sits import members
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.movements import (
    Movement,
    Offer,
    Row,
    as_played,
    late,
    leaving,
    other_length,
    playing_in,
    put_match_right,
    put_right,
    whole_after,
)

# A reserve changes no plan; the page says so without a key.
RESERVE = "reserve"
GONE = gettext_noop("Number %(pair)s no longer plays. Choose another number.")
SAME = gettext_noop("That is how it already is. Choose what was different.")
NO_TABLE = gettext_noop("No one plays at table %(table)s in round %(round)s.")


class Possible(NamedTuple):
    """A change on offer: its value in a form, what it is, what follows, the whole movement.

    What it is and what follows are words that a record keeps as codes.
    `since` is the first round that it changes; `was` the plan that it changes; `given` what was
    played at the table it is about. `plan` is what is kept where that is not the movement's rows.
    """

    value: str
    since: int
    title: str
    effects: list[str]
    movement: Movement
    was: PlanFacts | None
    given: Row | None = None
    plan: PlanFacts | None = None

    @property
    def kept(self) -> PlanFacts:
        """What is kept of it."""
        return as_rows(self.movement) if self.plan is None else self.plan


@dataclass(frozen=True)
class Running:
    """A section's movement as it runs."""

    room: Room
    section: Section

    @property
    def round(self) -> int:
        """The round that is played."""
        return self.room.now(self.section.pk)

    @property
    def movement(self) -> Movement:
        """The movement as it is planned."""
        return self.room.plan(self.section).movement

    def rows(self, rounds: int) -> list[Row]:
        """What was really played in the first rounds, as far as the results show it."""
        at: dict[tuple[int, int], list[Standing]] = {}
        for spot, standing in self.room.standings.items():
            if spot.section == self.section.pk:
                at.setdefault((spot.round, spot.table), []).append(standing)
        past = [row for row in self.movement.rows if row.round <= rounds]
        return [self._as_it_was(row, at.get((row.round, row.table), [])) for row in past]

    def _as_it_was(self, row: Row, standings: list[Standing]) -> Row:
        if not row.is_played:
            return row
        played = [each for each in standings if each.result is not None]
        due = self.movement.boards_of(row)
        more = {each.spot.board for each in played} - set(due)
        sides = {each.revisions[-1].sides for each in played}
        if len(sides) == 1:
            ((ns, ew),) = sides
            row = row._replace(ns=members(ns), ew=members(ew))
        if more:
            left = {each.spot.board for each in standings if _was_taken_back(each)}
            row = row._replace(boards=tuple(sorted(more | set(due) - left)))
        return row

    def as_played(self, rounds: int) -> Movement:
        """The movement with so many rounds as history."""
        past = as_played(replace(self.movement, notes=()), rounds, self.rows(rounds))
        return past.movement

    @property
    def untouched(self) -> set[tuple[int, int]]:
        """The tables of the round that is played where nothing is recorded yet."""
        rows = self._now(self.movement)
        return {row[:2] for row in rows if not self.has_results(row.table)}

    @property
    def round_is_in(self) -> bool:
        """Whether everything of the round that is played is in, or left for later."""
        tables = [each for each in self.room.tables() if each.section.pk == self.section.pk]
        return not any(table.missing for table in tables)

    def left_alone(self, offer: Offer, but: int = 0) -> bool:
        """Whether an offer from this round on leaves everyone in their seats.

        The table of the pair `but` may change as long as nothing is recorded there.
        """
        after = {(row.table, row.ns, row.ew, row.set) for row in self._now(offer.movement)}
        for row in self._now(self.movement):
            if (row.table, row.ns, row.ew, row.set) in after:
                continue
            if but not in row.seated or self.has_results(row.table):
                return False
        return True

    def _now(self, movement: Movement) -> list[Row]:
        return [row for row in movement.rows_of_round(self.round) if row.is_played]

    def has_results(self, table: int) -> bool:
        """Whether anything counts of what a table recorded in the round that is played."""
        here = (self.section.pk, self.round, table)
        return any(
            spot[:3] == here and standing.result is not None
            for spot, standing in self.room.standings.items()
        )


def _was_taken_back(standing: Standing) -> bool:
    return bool(standing.revisions) and standing.revisions[-1].kind == Kind.TAKEN_BACK


@lru_cache(maxsize=32)
def _late(movement: Movement, count: int) -> tuple[Offer, ...]:
    return tuple(each for each in late(movement, count) if each.key != RESERVE)


@lru_cache(maxsize=32)
def _leaving(movement: Movement, pair: int) -> tuple[Offer, ...]:
    return leaving(movement, pair)


@lru_cache(maxsize=32)
def _length(movement: Movement, rounds: int) -> tuple[Offer, ...]:
    return other_length(movement, rounds)


def if_late(running: Running, count: int) -> list[Possible]:
    """What is possible for one or two who come now: from this round on, or the next."""
    return _now_or_next(running, lambda movement: _late(movement, count))


def if_leaves(running: Running, pair: int) -> list[Possible]:
    """What is possible if someone leaves. RuleError for a number that no longer plays."""
    if pair not in playing_in(running.as_played(running.round - 1)):
        raise RuleError("gone", GONE, "pair", pair=pair)
    return _now_or_next(running, lambda movement: _leaving(movement, pair), but=pair)


def if_rounds(running: Running, rounds: int) -> list[Possible]:
    """What is possible so that there are so many rounds. RuleError where they are past."""
    movement = running.as_played(running.round)
    return [_possible(running, each, running.round + 1) for each in _length(movement, rounds)]


def if_played(
    running: Running, round_: int, table: int, change: Callable[[Row], Row]
) -> list[Possible]:
    """How it goes on where a table played other boards, the wrong way round, or another pair.

    `change` makes the row as it really was. RuleError where nothing is different, and what
    numbers would be right.
    """
    told, given = as_it_was(running, round_, table, change)
    movement = replace(running.movement, notes=())
    if movement.contestants_are == "teams":
        repair = put_match_right(movement, running.round, told, running.untouched)
    else:
        repair = put_right(movement, running.round, told)
    about = [own(each) for each in repair.said]
    return [
        _possible(running, each, running.round + 1, about)._replace(given=given)
        for each in repair.offers
    ]


def as_it_was(
    running: Running, round_: int, table: int, change: Callable[[Row], Row]
) -> tuple[list[Row], Row]:
    """What was really played up to now, and at the table that is asked about.

    RuleError if no one plays there, or nothing is different.
    """
    rows = running.rows(running.round)
    found = next((row for row in rows if (row.round, row.table) == (round_, table)), None)
    if found is None or not found.is_played:
        raise RuleError("table", NO_TABLE, "table", table=table, round=round_)
    given = change(found)
    if given == found:
        raise RuleError("same", SAME, "how")
    return [given if row is found else row for row in rows], given


def _now_or_next(
    running: Running, offers: Callable[[Movement], Iterable[Offer]], but: int = 0
) -> list[Possible]:
    """From this round on, if no one who is playing is disturbed; and from the next round on."""
    played = running.round - 1
    now = [
        each
        for each in (() if running.round_is_in else offers(running.as_played(played)))
        if running.left_alone(each, but)
    ]
    found = [_possible(running, each, running.round) for each in now]
    if running.round < running.movement.rounds:
        later = offers(running.as_played(running.round))
        found += [_possible(running, each, running.round + 1) for each in later]
    return found


def _possible(running: Running, offer: Offer, since: int, about: Iterable[str] = ()) -> Possible:
    effects = [*about, *map(own, offer.effects)]
    movement = replace(offer.movement, notes=(offer.title,))
    value = f"{since}-{offer.key}"
    return Possible(value, since, own(offer.title), effects, movement, running.section.plan)


def _no_team_joins(running: Running) -> str:
    """Why a late team cannot join from here on, and what can happen instead."""
    movement = running.movement
    if movement.contestants == 2:
        return _("Two teams are playing one match, and a third cannot join it. Its players may play"
                 " for one of the two: change Who plays. Or begin a new event for three"
                 " teams.")  # fmt: skip
    whole = whole_after(movement, running.round)
    if whole:
        text = _("Some matches are half played. After round %(round)s every match is complete: ask"
                 " again then.")  # fmt: skip
        return text % {"round": whole}
    return _("With this many teams, the two halves of a match are in different rounds, and matches"
             " are only complete after the last round. So no team can join. Its players may play"
             " for a team that leaves: change Who plays. Or begin a new event with one team"
             " more.")  # fmt: skip


def nothing_possible(running: Running, what: str, count: int = 1) -> str:
    """The text shown when there are no offers: why, and what to do instead.

    `what` is "late" or another way to ask, `count` how many are late.
    """
    movement = running.movement
    if running.round >= movement.rounds and what in ("late", "leaves"):
        return _(
            "This is the last round, so nothing can be changed. Results already played still count."
        )
    if what == "late" and movement.contestants_are != PAIRS:
        if count > 1:
            return _("Choose one change at a time.")
        if movement.contestants_are == TEAMS:
            return _no_team_joins(running)
        return _("In an individual every place is taken. A late player waits until someone"
        " leaves, or takes over a number: change Who plays.")  # fmt: skip
    return _("Nothing can be offered from here on without someone playing a board twice.")
