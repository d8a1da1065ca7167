"""What an event waits for before its first round: people to come, then a movement."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.events.movement.proposals import Proposal, offers
from clubscore.events.play.directing import movements_chosen
from clubscore.events.state.event_now import Room


@dataclass(frozen=True)
class BeforeStart:
    """How many are awaited, in words too, and the movement that is proposed once all are here.

    `may_start` once a movement is chosen everywhere; `seen` is how often one was chosen.
    """

    to_come: int
    words: str
    proposal: Proposal | None
    may_start: bool
    seen: int

    @property
    def asks(self) -> bool:
        """Whether the foot of the page has a key for what comes next."""
        return bool(self.to_come or self.proposal or self.may_start)


def before_start(room: Room) -> BeforeStart | None:
    """Return what an event waits for, None once it has begun or while no one is entered."""
    here = [entry for entry in room.entries if entry.withdrawn_at is None and entry.plays]
    if room.event.round or not here:
        return None
    to_come = sum(entry.arrived_at is None for entry in here)
    chosen = all(section.pk in room.plans for section in room.sections)
    proposal = None
    if not to_come and not room.plans and len(room.sections) == 1:
        proposal = next(iter(offers(room.event, len(here))), None)
    return BeforeStart(
        to_come=to_come,
        words=_in_words(len(here), to_come),
        proposal=proposal,
        may_start=chosen and not to_come,
        seen=movements_chosen(room.event),
    )


def _in_words(entered: int, to_come: int) -> str:
    """Return how many are here, and how many are awaited."""
    if not to_come:
        return _("Everyone is here.")
    text = ngettext("%(here)s here, %(n)s to come", "%(here)s here, %(n)s to come", to_come)
    return text % {"here": entered - to_come, "n": to_come}
