"""Changing a section's movement while it runs: late pairs, pairs that leave, wrong boards.

Everything offered has passed the checker together with what was really played. What was recorded
at a table follows what was played there, and goes back again when the change is taken back.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from django.db.models import Max
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.entry import Refused, authored
from clubscore.club.record_words import CHANGE_UNDONE, cut_to, own, stored_of
from clubscore.events.board_state import BoardStage, BoardState, Kind, Spot, fold, folded
from clubscore.events.formats import PAIRS, TEAMS
from clubscore.events.locks import must_be_playing, note, taken_event
from clubscore.events.models import (
    Entry,
    Event,
    EventHappening,
    PlanChange,
    ResultRevision,
    Section,
)
from clubscore.events.models.facts import MovementSet, PlanFacts, Side, members, seated, side_of
from clubscore.events.phones import let_phones_in, links_of
from clubscore.events.plan import MovementPlan, as_rows, known_plan
from clubscore.events.state import EventState
from clubscore.laws.errors import RuleError
from clubscore.laws.words import Phrase, gettext_noop
from clubscore.movements import (
    Movement,
    MovementRow,
    Offer,
    as_played,
    late,
    leaving,
    other_length,
    playing_in,
    put_match_right,
    put_right,
    whole_after,
)
from clubscore.ranking.result import ResultFacts

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
    given: MovementRow | None = None
    plan: PlanFacts | None = None

    @property
    def kept(self) -> PlanFacts:
        return as_rows(self.movement) if self.plan is None else self.plan


@dataclass(frozen=True)
class Running:
    """A section's movement as it runs."""

    room: EventState
    section: Section

    @property
    def round(self) -> int:
        """The round that is played."""
        return self.room.now(self.section.pk)

    @property
    def movement(self) -> Movement:
        """The movement as it is planned."""
        return self.room.plan(self.section).movement

    def rows(self, rounds: int) -> list[MovementRow]:
        """What was really played in the first rounds, as far as the results show it."""
        at: dict[tuple[int, int], list[BoardState]] = {}
        for spot, standing in self.room.standings.items():
            if spot.section == self.section.pk:
                at.setdefault((spot.round, spot.table), []).append(standing)
        past = [row for row in self.movement.rows if row.round <= rounds]
        return [self._as_it_was(row, at.get((row.round, row.table), [])) for row in past]

    def _as_it_was(self, row: MovementRow, standings: list[BoardState]) -> MovementRow:
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

    def _now(self, movement: Movement) -> list[MovementRow]:
        return [row for row in movement.rows_of_round(self.round) if row.is_played]

    def has_results(self, table: int) -> bool:
        """Whether anything counts of what a table recorded in the round that is played."""
        here = (self.section.pk, self.round, table)
        return any(
            spot[:3] == here and standing.result is not None
            for spot, standing in self.room.standings.items()
        )


def _was_taken_back(standing: BoardState) -> bool:
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
    running: Running, round_: int, table: int, change: Callable[[MovementRow], MovementRow]
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
    running: Running, round_: int, table: int, change: Callable[[MovementRow], MovementRow]
) -> tuple[list[MovementRow], MovementRow]:
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


# ---- Results follow what was really played.


class RevisionWriter(NamedTuple):
    """Who writes revisions, under which key and why."""

    event: Event
    actor: Actor
    key: str
    reason: str

    def revise(
        self, standing: BoardState, facts: ResultFacts | None, sides: tuple[Side, Side]
    ) -> None:
        """Set what counts at a spot, or clear it."""
        spot = standing.spot
        entry = authored(self.actor, self.event.club_id, f"{self.key}:{spot.table}.{spot.round}"
                         f".{spot.board}", self.reason)  # fmt: skip
        ResultRevision.objects.create(
            section_id=spot.section, round=spot.round, table=spot.table, board=spot.board,
            number=standing.number + 1, kind=Kind.TAKEN_BACK if facts is None else Kind.RULED,
            side="", facts=facts, **seated(*sides), **entry,
        )  # fmt: skip


def follow(
    section: Section, given: MovementRow, counting: Sequence[int], pen: RevisionWriter
) -> None:
    """Let a table's results be of the boards and pairs that were really there.

    `counting` are the boards that count; what was recorded for others is
    cleared, because someone had played them before.
    """
    there = _at_table(section, given.round, given.table)
    for standing in there.values():
        if standing.state is BoardStage.DISPUTED:
            text = _("Board %(board)s at table %(table)s is disputed. Settle it first.")
            values = {"board": standing.spot.board, "table": given.table}
            raise Refused(text % values)
    final = _moved(there, given, pen.event)
    ns, ew = side_of(given.ns), side_of(given.ew)
    if ns is None or ew is None:
        raise ValueError("a table that played has two sides")
    for board in sorted({*there, *final}):
        spot = Spot(section.pk, given.round, given.table, board)
        standing = there.get(board) or BoardState(spot)
        facts = final.get(board) if board in counting else None
        last = standing.revisions[-1] if standing.revisions else None
        if facts is None:
            if standing.result is not None:
                pen.revise(standing, None, (ns, ew))
        elif (
            standing.result is None
            or facts != standing.facts
            or last is None
            or last.sides != (ns, ew)
        ):
            pen.revise(standing, facts, (ns, ew))


def _at_table(section: Section, round_: int, table: int) -> dict[int, BoardState]:
    found = ResultRevision.objects.filter(section=section, round=round_, table=table).order_by("pk")
    return {spot.board: standing for spot, standing in folded(found).items()}


def _moved(
    there: Mapping[int, BoardState], given: MovementRow, event: Event
) -> dict[int, ResultFacts]:
    """What was recorded, at the boards that were really played: in their order."""
    recorded = {board: each.facts for board, each in there.items() if each.result is not None}
    strangers = sorted(board for board in recorded if board not in given.boards)
    free = [board for board in given.boards if board not in recorded]
    if not given.boards:
        return recorded
    if len(strangers) > len(free):
        text = _(
            "Table %(table)s has more results in round %(round)s than boards were played."
            " Check its results first."
        )
        raise Refused(text % {"table": given.table, "round": given.round})
    to = dict(zip(strangers, free, strict=False))
    return {to.get(board, board): facts for board, facts in recorded.items()}


def go_back(section: Section, change: PlanChange, pen: RevisionWriter) -> None:
    """Undo what a change wrote. Refuses if something was entered there since."""
    prefix = f"{change.key}:"
    mine = ResultRevision.objects.filter(section=section, key__startswith=prefix)
    for revision in mine:
        spot = Spot(section.pk, revision.round, revision.table, revision.board)
        all_of_it = list(
            ResultRevision.objects.filter(
                section=section, round=spot.round, table=spot.table, board=spot.board
            ).order_by("pk")
        )
        if all_of_it[-1].pk != revision.pk:
            text = _(
                "Board %(board)s at table %(table)s was corrected in the meantime."
                " Correct it there."
            )
            values = {"board": spot.board, "table": spot.table}
            raise Refused(text % values)
        before = fold(spot, all_of_it[:-1])
        seats = all_of_it[-2] if len(all_of_it) > 1 else revision
        facts = before.facts if before.result is not None else None
        pen.revise(fold(spot, all_of_it), facts, seats.sides)


# ---- Making a change, and taking it back.

ChangingPlanKind = EventHappening.Kind
LONGEST_TITLE, LONGEST_REASON = 300, 200


@dataclass(frozen=True)
class SeenMovement:
    """What the director's page showed: the number of the last change, and the round."""

    change: int
    round: int


def last_change(section: Section) -> int:
    """Return the number of the last change of a section's movement, 0 before any."""
    found = PlanChange.objects.filter(section=section).aggregate(last=Max("number"))
    return found["last"] or 0


def change_movement(
    *,
    section: Section,
    chosen: Possible,
    entries: Sequence[int] = (),
    seen: SeenMovement,
    key: str,
    actor: Actor,
) -> None:
    """Continue the section with the chosen offer.

    `entries` are the late pairs, who receive the next numbers. What was recorded follows where
    the change says what was really played. Refuses where the event has moved on since.
    """
    with taken_event(section.event) as event:
        section = Section.objects.get(pk=section.pk)
        if PlanChange.objects.filter(club_id=event.club_id, key=key).exists():
            return
        plan = _must_be_as_seen(section, event, seen)
        if chosen.was != plan:
            raise Refused(_("The movement or the round has changed. Check again."))
        was = known_plan(plan)
        late = _late_entries(event, entries)
        now = chosen.kept
        PlanChange.objects.create(
            section=section, number=seen.change + 1, title=chosen.title, effects=chosen.effects,
            entered=[each.pk for each in late], was=plan, plan=now,
            **authored(actor, event.club_id, key),
        )  # fmt: skip
        note(event, ChangingPlanKind.MOVEMENT, key, actor, _said(section, chosen.title))
        Section.objects.filter(pk=section.pk).update(plan=now)
        for number, entry in enumerate(late, was.pairs + 1):
            Entry.objects.filter(pk=entry.pk).update(section=section, number=number)
        if known_plan(now).tables > was.tables:
            let_in_more(section.pk, key, actor)
        if chosen.given is not None:
            place = known_plan(now).places.get((chosen.given.round, chosen.given.table))
            pen = RevisionWriter(event, actor, key, chosen.title)
            follow(section, chosen.given, place.boards if place else (), pen)


def _said(section: Section, title: str) -> MovementSet:
    return MovementSet(section=section.letter, what=stored_of(title))


def let_in_more(section: int, key: str, actor: Actor) -> None:
    """Make the codes of tables that are new, where phones are let in at the others."""
    found = Section.objects.select_related("event").get(pk=section)
    if links_of(found):
        let_phones_in(section=found, key=f"{key}:phones", actor=actor)


def _must_be_as_seen(section: Section, event: Event, seen: SeenMovement) -> PlanFacts:
    """The section's plan. Refuses where the event has moved on since."""
    must_be_playing(event)
    if section.plan is None or seen != SeenMovement(
        last_change(section), event.round_in(section.letter)
    ):
        raise Refused(_("The movement or the round has changed. Check again."))
    return section.plan


def _late_entries(event: Event, entries: Sequence[int]) -> list[Entry]:
    found = [each for each in Entry.objects.filter(event=event, pk__in=entries) if each.plays]
    if len(found) != len(entries) or any(each.number for each in found):
        raise Refused(_("Choose pairs that are entered but have no number yet."))
    return found


def take_change_back(
    *, section: Section, change: int, seen: SeenMovement, key: str, actor: Actor
) -> None:
    """Undo the last change of a movement: the plan before it, numbers, results.

    Refuses if there are results that the earlier plan has no place for.
    """
    with taken_event(section.event) as event:
        section = Section.objects.get(pk=section.pk)
        if PlanChange.objects.filter(club_id=event.club_id, key=key).exists():
            return
        _must_be_as_seen(section, event, seen)
        found = PlanChange.objects.filter(section=section, pk=change).first()
        if found is None or found != newest_standing(section):
            raise Refused(_("Only the last change can be undone."))
        if section.plan != found.plan:
            raise Refused(_("A round has been drawn since. Draw it again instead."))
        before, now = known_plan(found.was), known_plan(found.plan)
        title = own(Phrase(CHANGE_UNDONE, {"title": found.title}))
        pen = RevisionWriter(event, actor, key, cut_to(title, LONGEST_REASON))
        go_back(section, found, pen)
        _must_have_a_place(section, before, now, pen)
        PlanChange.objects.create(
            section=section, number=seen.change + 1, title=cut_to(title, LONGEST_TITLE),
            was=found.plan, plan=found.was, takes_back=found, **authored(actor, event.club_id, key),
        )  # fmt: skip
        note(event, ChangingPlanKind.MOVEMENT, key, actor, _said(section, title))
        Section.objects.filter(pk=section.pk).update(plan=found.was)
        Entry.objects.filter(pk__in=found.entered).update(section=None, number=None)


def newest_standing(section: Section) -> PlanChange | None:
    """Return the last change that was not undone."""
    changes = PlanChange.objects.filter(section=section, takes_back=None, taken_back=None)
    return changes.order_by("pk").last()


def _must_have_a_place(
    section: Section, before: MovementPlan, now: MovementPlan, pen: RevisionWriter
) -> None:
    """Refuse if a result is in a place that only the changed plan has.

    Where only the seats were others, what was recorded since has the seats of before.
    """
    now_played = pen.event.round_in(section.letter)
    if now_played > before.rounds:
        text = _(
            "Round %(round)s, now being played, is not in the earlier plan, so this"
            " cannot be undone."
        )
        raise Refused(text % {"round": now_played})
    results = folded(ResultRevision.objects.filter(section=section).order_by("pk"))
    for spot, standing in results.items():
        place = before.places.get((spot.round, spot.table))
        if standing.result is None or place == now.places.get((spot.round, spot.table)):
            continue
        last = standing.revisions[-1]
        if place is None or spot.board not in place.boards or (
            {place.ns, place.ew} != {*last.sides}
        ):  # fmt: skip
            text = _("Table %(table)s has a result for board %(board)s in round %(round)s,"
            " which is not in the earlier plan. Undo that result first.")  # fmt: skip
            values = {"table": spot.table, "board": spot.board, "round": spot.round}
            raise Refused(text % values)
        ns, ew = last.sides
        if place.ns != ns:
            pen.revise(standing, standing.facts, (ew, ns))


# ---- The words of the page.


class SurgeryWords(NamedTuple):
    """Titles for late arrivals, leaving and choosing; what to do first; a word on substitutes."""

    late: str
    leaves: str
    one: str
    enter: str
    substitute: str


SURGERY_WORDS = {
    "pairs": SurgeryWords(
        gettext_noop("A late pair"),
        gettext_noop("A pair leaves"),
        gettext_noop("Pair"),
        gettext_noop("Enter a pair"),
        gettext_noop("If another pair takes over the number, change the names under Who plays."),
    ),
    "teams": SurgeryWords(
        gettext_noop("A late team"),
        gettext_noop("A team leaves"),
        gettext_noop("Team"),
        gettext_noop("Enter a team"),
        gettext_noop("If other players take over the team, change the names under Who plays."),
    ),
    "individuals": SurgeryWords(
        gettext_noop("A late player"),
        gettext_noop("A player leaves"),
        gettext_noop("Player"),
        gettext_noop("Enter a player"),
        gettext_noop("If a substitute takes over the number, change the name under Who plays."),
    ),
}
