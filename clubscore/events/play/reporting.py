"""Players report results at their table: one side enters it, the other agrees or disagrees."""

from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.authorship import Authorship, authored
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said
from clubscore.events.locks import must_be_playing, taken_event
from clubscore.events.models import Event, ResultRevision, Section
from clubscore.events.results.result_words import in_words
from clubscore.events.state.plan import Place, plan_of
from clubscore.events.state.spot_state import Spot, Standing, State, fold, same_result, spot_of
from clubscore.events.who_sits import seated
from clubscore.laws.words import Every
from clubscore.ranking.result import ResultFacts

Kind = ResultRevision.Kind
SIDES = ("ns", "ew")


@dataclass(frozen=True)
class Report:
    """A report of a board: `facts` as in an event file, verified by the caller.

    One that `corrects` says that what both sides agreed was wrong.
    """

    round: int
    table: int
    board: int
    facts: ResultFacts
    key: str
    corrects: bool = False


def other_side(side: str) -> str:
    """Return the other side of a table."""
    return SIDES[1 - SIDES.index(side)]


def tell(*, section: Section, report: Report, side: str, actor: Actor) -> Standing:
    """One side reports a board that is due. If both report the same, it is agreed at once.

    Refuses a board that is not due now, with the reason, and one that is agreed already, unless
    the report corrects it: then what was agreed counts until the other side says yes.
    """
    with taken_event(section.event) as event:
        must_be_playing(event)
        place = place_of(section, report.round, report.table)
        spot = Spot(section.pk, report.round, report.table, report.board)
        standing, there = standing_and_entry(event, spot, report.key)
        now = event.round_in(section.letter)
        _must_be_due(now, place, standing, report.board)
        if is_repeated(there, spot, report):
            return standing
        if standing.state is State.IN:
            _must_be_open_to_both(now, standing, report)
        theirs = _of_both(standing).get(other_side(side))
        agrees = theirs is not None and same_result(theirs.facts, report.facts)
        kind = Kind.AGREED if agrees else Kind.TOLD
        # If both agree, a lead that only one of them entered is kept.
        facts = report.facts
        if theirs and agrees:
            facts = {**(theirs.facts or ResultFacts()), **facts}
        entry = authored(actor, event.club_id, report.key)
        return record(standing, place, kind, facts, side, entry)


def agree(
    *, section: Section, spot: Spot, seen: int, side: str, key: str, actor: Actor
) -> Standing:
    """A side agrees with the other's report. `seen` is the revision that it read.

    Refuses if the report has changed since, and a correction once its round is over.
    """
    with taken_event(section.event) as event:
        must_be_playing(event)
        standing = standing_now(spot)
        theirs = _of_both(standing).get(other_side(side))
        if known(event, key) or (standing.state is State.IN and theirs is None):
            return standing
        if standing.state is State.IN and not may_say_wrong(
            event.round_in(section.letter), standing
        ):
            raise Refused(_ask_director(spot.board))
        if theirs is None or theirs.number != seen:
            raise Refused(_("This board was changed by someone else. Check again."))
        place = place_of(section, spot.round, spot.table)
        entry = authored(actor, event.club_id, key)
        return record(standing, place, Kind.AGREED, theirs.facts or {}, side, entry)


def may_say_wrong(now: int, standing: Standing) -> bool:
    """Whether either side may still correct a board: agreed by both, in the round played now."""
    counts = standing.result is not None and standing.result.kind == Kind.AGREED
    return standing.state is State.IN and counts and standing.spot.round == now


def _of_both(standing: Standing) -> dict[str, ResultRevision]:
    """What the two sides say while it is not what counts: before they agreed, or after."""
    return standing.proposed if standing.state is State.IN else standing.versions


def _ask_director(board: int) -> str:
    return _("Board %(board)s is agreed. If it is wrong, ask the director.") % {"board": board}


def _must_be_open_to_both(now: int, standing: Standing, report: Report) -> None:
    """Refuse a report of an agreed board that corrects nothing, or may not any more."""
    if not report.corrects or not may_say_wrong(now, standing):
        raise Refused(_ask_director(report.board))
    if not standing.proposed and same_result(standing.facts, report.facts):
        text = _("Board %(board)s has this result already. Change what was wrong.")
        raise Refused(text % {"board": report.board})


def place_of(section: Section, round_: int, table: int) -> Place:
    """Return who sits at a table in a round. Refuses where two pairs do not meet."""
    plan = plan_of(section.plan)
    place = plan.places.get((round_, table)) if plan else None
    if place is None or not place.is_played:
        raise Refused(_("No one plays at this table in this round."))
    return place


def _must_be_due(now: int, place: Place, standing: Standing, board: int) -> None:
    """Refuse a board that this table does not play now."""
    if place.round > now:
        raise Refused(_("Round %(round)s has not started.") % {"round": place.round})
    must_be_played_here(place, board)
    if place.round < now and standing.state not in (State.LATER, State.TOLD):
        raise Refused(
            _("Round %(round)s is over. Ask the director to correct it.") % {"round": place.round},
        )


def must_be_played_here(place: Place, board: int) -> None:
    """Refuse a board that is none of this table's in this round."""
    if board not in place.boards:
        raise Refused(
            _(
                "Board %(board)s is not due at table %(table)s in round %(round)s. Due"
                " there: %(due)s."
            )
            % {
                "board": board,
                "round": place.round,
                "table": place.table,
                "due": said(Every(place.boards)),
            },
        )


def is_repeated(there: ResultRevision | None, spot: Spot, report: Report) -> bool:
    """Whether exactly this report stands under its key; Refused if `there` is another."""
    if there is None:
        return False
    if spot_of(there) != spot or not same_result(there.facts, report.facts):
        text = _("This entry was already recorded as %(there)s. Check again.")
        raise Refused(text % {"there": in_words(there.facts or {})})
    return True


def known(event: Event, key: str) -> bool:
    """Whether an entry with this key is recorded already."""
    return ResultRevision.objects.filter(club_id=event.club_id, key=key).exists()


def standing_now(spot: Spot) -> Standing:
    """Read the state of a spot. One query."""
    found = ResultRevision.objects.filter(
        section=spot.section, round=spot.round, table=spot.table, board=spot.board
    )
    return fold(spot, list(found.order_by("pk")))


def standing_and_entry(
    event: Event, spot: Spot, key: str
) -> tuple[Standing, ResultRevision | None]:
    """Read the state of a spot, and what was recorded with a key, wherever. One query."""
    at_spot = Q(section=spot.section, round=spot.round, table=spot.table, board=spot.board)
    with_key = Q(club=event.club_id, key=key)
    found = list(ResultRevision.objects.filter(at_spot | with_key).order_by("pk"))
    there = next((each for each in found if each.key == key), None)
    return fold(spot, [each for each in found if spot_of(each) == spot]), there


def record(
    standing: Standing,
    place: Place,
    kind: str,
    facts: ResultFacts | None,
    side: str,
    entry: Authorship,
) -> Standing:
    """Write the next revision of a spot, and return its new state.

    The seats are those of the revision before, else those of the movement.
    """
    spot = standing.spot
    sat = standing.revisions[-1].sides if standing.revisions else place.sides
    revision = ResultRevision.objects.create(
        section_id=spot.section,
        round=spot.round,
        table=spot.table,
        board=spot.board,
        number=standing.number + 1,
        kind=kind,
        side=side,
        **seated(*sat),
        facts=facts,
        **entry,
    )
    return fold(spot, [*standing.revisions, revision])
