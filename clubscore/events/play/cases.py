"""A director who plays: cases passed on to somebody else, and boards looked at all the same."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.refused import Refused
from clubscore.events.locks import is_noted, note, taken_event
from clubscore.events.models import Event, EventHappening, Section
from clubscore.events.models.kept_facts import BoardsLookedAt, CasePassedOn
from clubscore.events.play.reporting import standing_now
from clubscore.events.selectors import not_to_see
from clubscore.events.state.event_now import room_of
from clubscore.events.state.spot_state import Spot, Standing, State

Kind = EventHappening.Kind


def look(*, event: Event, boards: Iterable[int], key: str, actor: Actor) -> None:
    """Show a director boards that their own side has yet to play; the history keeps that.

    Boards that they see anyway are left out. Refuses where none are left.
    """
    with taken_event(event) as found:
        if is_noted(found, key):
            return
        hidden = not_to_see(actor, room_of(found)) & {*boards}
        if not hidden or actor.person is None:
            raise Refused(_("You see these boards already. Go back and open the page again."))
        told = BoardsLookedAt(person=actor.person.pk, boards=sorted(hidden))
        note(found, Kind.LOOKED, key, actor, told)


def pass_on(*, section: Section, spot: Spot, key: str, actor: Actor) -> None:
    """Ask another director, or both sides, to settle two versions of a board."""
    with taken_event(section.event) as found:
        if not has_two_versions(standing_now(spot)):
            raise Refused(_("There is nothing to settle on this board any more."))
        case = CasePassedOn(
            section=spot.section, round=spot.round, table=spot.table, board=spot.board
        )
        note(found, Kind.PASSED_ON, key, actor, case)


def has_two_versions(standing: Standing) -> bool:
    """Whether a board is to be settled: its sides disagree, or another result came after it."""
    return standing.state is State.DISPUTED or bool(standing.contrary or standing.proposed)
