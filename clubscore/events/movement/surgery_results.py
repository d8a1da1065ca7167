"""What was recorded at a table follows what was really played there, and goes back again."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.authorship import authored
from clubscore.club.refused import Refused
from clubscore.events.models import Event, PlanChange, ResultRevision, Section
from clubscore.events.state.spot_state import Kind, Spot, Standing, State, fold, folded
from clubscore.events.who_sits import Side, seated, side_of
from clubscore.movements import Row
from clubscore.ranking.result import ResultFacts


class Pen(NamedTuple):
    """Who writes revisions, under which key and why."""

    event: Event
    actor: Actor
    key: str
    reason: str

    def revise(
        self, standing: Standing, facts: ResultFacts | None, sides: tuple[Side, Side]
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


def follow(section: Section, given: Row, counting: Sequence[int], pen: Pen) -> None:
    """Let a table's results be of the boards and pairs that were really there.

    `counting` are the boards that count; what was recorded for others is
    cleared, because someone had played them before.
    """
    there = _at_table(section, given.round, given.table)
    for standing in there.values():
        if standing.state is State.DISPUTED:
            text = _("Board %(board)s at table %(table)s is disputed. Settle it first.")
            values = {"board": standing.spot.board, "table": given.table}
            raise Refused(text % values)
    final = _moved(there, given, pen.event)
    ns, ew = side_of(given.ns), side_of(given.ew)
    if ns is None or ew is None:
        raise ValueError("a table that played has two sides")
    for board in sorted({*there, *final}):
        spot = Spot(section.pk, given.round, given.table, board)
        standing = there.get(board) or Standing(spot)
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


def _at_table(section: Section, round_: int, table: int) -> dict[int, Standing]:
    found = ResultRevision.objects.filter(section=section, round=round_, table=table).order_by("pk")
    return {spot.board: standing for spot, standing in folded(found).items()}


def _moved(there: Mapping[int, Standing], given: Row, event: Event) -> dict[int, ResultFacts]:
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


def go_back(section: Section, change: PlanChange, pen: Pen) -> None:
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
