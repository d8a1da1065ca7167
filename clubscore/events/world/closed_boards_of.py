"""Of which boards of a set a reader may see what others made of them: those closed for them."""

from clubscore.club.access import Actor
from clubscore.club.authorship import authored
from clubscore.events.boards.who_may_see import closed_boards
from clubscore.events.contest_tables.bringing_sets import event_of
from clubscore.events.models import ContestSet, Event, EventTableLink, SetLookedAt
from clubscore.events.selectors import own_entry
from clubscore.events.state.event_now import rooms_of


def boards_closed_for(actor: Actor, kept: ContestSet) -> frozenset[int]:
    """Return the boards of a set that a reader has behind them.

    Those that their own table closed, wherever they played it; all, for a director who said that
    they will not play it.
    """
    if looks_at(actor, kept):
        return frozenset(event_of(kept).boards)
    events = list(Event.objects.filter(contest_set=kept, called_off_at=None).select_related("club"))
    link = actor.link
    found: set[int] = set()
    for room in rooms_of(events) if events else ():
        at_table = isinstance(link, EventTableLink) and link.section_id in room.plans
        if at_table or own_entry(room, actor.person) is not None:
            found |= closed_boards(room)
    return frozenset(found)


def looks_at(actor: Actor, kept: ContestSet) -> bool:
    """Whether somebody said that they will not play a set."""
    if actor.user is None:
        return False
    return SetLookedAt.objects.filter(contest_set=kept, user=actor.user).exists()


def look_at(*, kept: ContestSet, key: str, actor: Actor) -> None:
    """Note that a director will not play a set; said twice it counts once."""
    if not looks_at(actor, kept):
        SetLookedAt.objects.get_or_create(
            key=key,
            club_id=kept.club_id,
            defaults={"contest_set": kept, **authored(actor, kept.club_id, key)},
        )
