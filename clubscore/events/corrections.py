"""The director corrects results, enters slips and deducts penalties, always with a reason."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.entry import Refused, authored
from clubscore.club.record_words import OwnWords
from clubscore.events.board_state import BoardStage, BoardState, Spot
from clubscore.events.formats import TEAMS
from clubscore.events.locks import must_not_be_final, note, taken_event
from clubscore.events.models import Event, EventHappening, ResultRevision, Section
from clubscore.events.models.facts import BoardFouled, PenaltyGiven, PenaltyLifted, seated
from clubscore.events.plan import plan_of
from clubscore.events.reporting import known, place_of, record, standing_now
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking.numbers import exact_text, read_number
from clubscore.ranking.result import ResultFacts
from clubscore.web.forms import LineField, PageForm, TextField, WholeField

Kind = ResultRevision.Kind


@dataclass(frozen=True)
class CorrectionEntry:
    """What the director saw and what identifies the entry: revision number, key, reason."""

    seen: int
    key: str
    reason: str


def rule(
    *, section: Section, spot: Spot, facts: ResultFacts, entered: CorrectionEntry, actor: Actor
) -> None:
    """Set what counts at a spot: another result, an adjustment, not played."""
    _write(section, spot, Kind.RULED, facts, entered, actor)


def stands(*, section: Section, spot: Spot, entered: CorrectionEntry, actor: Actor) -> None:
    """Let a reported result count as it is: an unusual one that was checked, one not confirmed."""
    standing = standing_now(spot)
    if standing.result is None:
        raise Refused(_("There is no result here yet. Enter what happened."))
    _write(section, spot, Kind.RULED, standing.facts, entered, actor)


def all_stand(*, event: Event, odd: Mapping[Spot, int], key: str, actor: Actor) -> None:
    """Let unusual results count as they are, each as it was seen: its spot and revision number.

    Raises Refused where one was changed meanwhile; then none is written.
    """
    with taken_event(event) as found:
        must_not_be_final(found)
        sections = {each.pk: each for each in found.sections.all()}
        for number, (spot, seen) in enumerate(sorted(odd.items())):
            facts = standing_now(spot).facts
            entered = CorrectionEntry(seen, f"{key}:{number}", OwnWords("checked"))
            _enter(found, sections[spot.section], spot, Kind.RULED, facts, entered, actor)


def leave_for_later(
    *, section: Section, spot: Spot, entered: CorrectionEntry, actor: Actor
) -> None:
    """Let a round close without this board; it is played or entered later."""
    _write(section, spot, Kind.LATER, None, entered, actor)


def take_back(*, section: Section, spot: Spot, entered: CorrectionEntry, actor: Actor) -> None:
    """Clear the result of a board here."""
    _write(section, spot, Kind.TAKEN_BACK, None, entered, actor)


@dataclass(frozen=True)
class Typed:
    """A line of a score slip or a traveller: its spot, result, and the revision seen.

    `looked` where it is unusual and whoever typed it has checked it: it is not asked about again.
    """

    section: Section
    spot: Spot
    facts: ResultFacts
    seen: int
    looked: bool = False


def type_results(*, event: Event, lines: Sequence[Typed], key: str, actor: Actor) -> None:
    """Enter a whole score slip or traveller: all of its lines are recorded, or none."""
    with taken_event(event) as found:
        must_not_be_final(found)
        for number, line in enumerate(lines):
            entered = CorrectionEntry(line.seen, f"{key}:{number}", OwnWords("typed"))
            kind = Kind.RULED if line.looked else Kind.TYPED
            _enter(found, line.section, line.spot, kind, line.facts, entered, actor)


def _write(
    section: Section,
    spot: Spot,
    kind: str,
    facts: ResultFacts | None,
    entered: CorrectionEntry,
    actor: Actor,
) -> None:
    with taken_event(section.event) as event:
        must_not_be_final(event)
        _enter(event, section, spot, kind, facts, entered, actor)


def _enter(
    event: Event,
    section: Section,
    spot: Spot,
    kind: str,
    facts: ResultFacts | None,
    entered: CorrectionEntry,
    actor: Actor,
) -> None:
    if known(event, entered.key):
        return
    standing = _seen(event, spot, entered.seen)
    if kind == Kind.LATER and standing.state is BoardStage.IN:
        raise Refused(_("This board already has a result, so it cannot be played later."))
    place = place_of(section, spot.round, spot.table)
    _must_have_begun(event.round_in(section.letter), spot.round)
    entry = authored(actor, event.club_id, entered.key, entered.reason)
    record(standing, place, kind, facts, "", entry)


def _must_have_begun(now: int, round_: int) -> None:
    """Refuse results of a round that is still to come."""
    if round_ > now:
        text = _("Round %(round)s has not started, so it has no results yet. Check the round on"
        " the score slip, or start round %(round)s first.")  # fmt: skip
        raise Refused(text % {"round": round_})


def _seen(event: Event, spot: Spot, seen: int) -> BoardState:
    standing = standing_now(spot)
    if standing.number != seen:
        raise Refused(_("This board was changed by someone else. Check again."))
    return standing


def turn_round(
    *, section: Section, spots: list[Spot], entered: CorrectionEntry, actor: Actor
) -> None:
    """The pairs sat the wrong way on these boards of a table: who was North-South was East-West.

    What was reported of the seats stays; only whose seats they were changes.
    """
    with taken_event(section.event) as event:
        must_not_be_final(event)
        if event.contestants_are == TEAMS:
            text = _("The team sat the same way at both tables, so nothing can be compared."
            " Mark the board as not played, or adjust it.")  # fmt: skip
            raise Refused(text)
        for number, spot in enumerate(spots):
            key = f"{entered.key}:{number}"
            standing = standing_now(spot)
            if known(event, key) or standing.result is None:
                continue
            ns, ew = standing.revisions[-1].sides
            ResultRevision.objects.create(
                section_id=spot.section, round=spot.round, table=spot.table, board=spot.board,
                number=standing.number + 1, kind=Kind.RULED, side="", **seated(ew, ns),
                facts=standing.facts, **authored(actor, event.club_id, key, entered.reason),
            )  # fmt: skip


def move_to_board(
    *, section: Section, spot: Spot, board: int, entered: CorrectionEntry, actor: Actor
) -> None:
    """The result belongs to another board, which was played there instead."""
    with taken_event(section.event) as event:
        must_not_be_final(event)
        if known(event, entered.key):
            return
        standing = _seen(event, spot, entered.seen)
        plan = plan_of(section.plan)
        if plan is None or board not in plan.boards or board == spot.board:
            raise Refused(_("Choose another board of this event."))
        if standing.result is None:
            raise Refused(_("There is no result here yet. Enter what happened."))
        there = standing_now(spot._replace(board=board))
        if there.result is not None:
            raise Refused(
                _("Board %(board)s already has a result at this table.") % {"board": board}
            )
        place = place_of(section, spot.round, spot.table)
        entry = authored(actor, event.club_id, entered.key, entered.reason)
        record(standing, place, Kind.TAKEN_BACK, None, "", entry)
        entry = authored(actor, event.club_id, f"{entered.key}:to", entered.reason)
        record(there, place, Kind.RULED, standing.facts, "", entry)


def foul(
    *, section: Section, board: int, from_round: int | None, entered: CorrectionEntry, actor: Actor
) -> None:
    """A board's cards were mixed up from this round on; None where it was not fouled after all."""
    with taken_event(section.event) as event:
        must_not_be_final(event)
        data = BoardFouled(section=section.pk, board=board, round=from_round)
        kind = EventHappening.Kind.FOULED if from_round else EventHappening.Kind.MENDED
        note(event, kind, entered.key, actor, data, reason=entered.reason)


PenaltiesKind = EventHappening.Kind
MOST_POINTS = 1_000_000

NO_PAIR = gettext_noop("Choose a pair of this event.")
NO_UNIT = gettext_noop("Choose the unit of the penalty.")
NOTHING = gettext_noop("A penalty must be more than 0 and less than a million.")
NO_REASON = gettext_noop("Please give a reason. Everyone can read it.")
GONE = gettext_noop("This penalty has already been removed.")


def units_of(event: Event) -> tuple[str, ...]:
    """Return in what a penalty may be given where results are compared like this."""
    return event.scored_by.units


def give_penalty(
    *, section: Section, pair: int, amount: str, unit: str, reason: str, key: str, actor: Actor
) -> None:
    """Take so much off a pair's total at the end. RuleError names the field that is wrong."""
    event = section.event
    plan = plan_of(section.plan)
    if plan is None or not 0 < pair <= plan.pairs:
        raise RuleError("contestant", NO_PAIR, "pair")
    if unit not in units_of(event):
        raise RuleError("choice", NO_UNIT, "unit")
    exact = read_number(amount.strip().replace(",", "."), "amount")
    if not 0 < exact < MOST_POINTS:
        raise RuleError("number", NOTHING, "amount")
    if not reason:
        raise RuleError("missing", NO_REASON, "reason")
    with taken_event(event) as found:
        must_not_be_final(found)
        data = PenaltyGiven(section=section.pk, pair=pair, amount=exact_text(exact), unit=unit)
        note(found, PenaltiesKind.PENALTY, key, actor, data, reason=reason)


def lift_penalty(*, event: Event, penalty: int, reason: str, key: str, actor: Actor) -> None:
    """Take a penalty back; that it was given stays written."""
    with taken_event(event) as found:
        must_not_be_final(found)
        given = EventHappening.objects.filter(event=found, kind=PenaltiesKind.PENALTY, pk=penalty)
        lifted = EventHappening.objects.filter(
            event=found, kind=PenaltiesKind.LIFTED, data__penalty=penalty
        ).exclude(key=key)
        if not given.exists() or lifted.exists():
            raise RuleError("gone", GONE, "penalty")
        note(found, PenaltiesKind.LIFTED, key, actor, PenaltyLifted(penalty=penalty), reason=reason)


class PenaltyForm(PageForm):
    """A penalty: whose, as section and number ("A:3"), how much of what, and why."""

    pair = TextField()
    amount = TextField()
    unit = TextField()
    reason = LineField(most=200)


class LiftForm(PageForm):
    """Which penalty is removed, and why."""

    lift = WholeField(id="penalty")
    reason = LineField(most=200)


class RulingForm(PageForm):
    """Of a ruling: its law, who gave it, why; whose penalty it is, and how much of what."""

    law = LineField(most=40)
    by = LineField(most=60)
    reason = LineField(most=200)
    whose = TextField()
    usual = TextField()
    amount = TextField(strip=True)
    unit = TextField()


class AppealForm(PageForm):
    """An appeal against a ruling, or what came of it: by whom, and in words."""

    what = TextField()
    by = LineField(most=60)
    text = LineField(most=200)
