"""Of which boards of a set a reader may see what others made of them: those closed for them."""

from clubscore.club.access import Actor
from clubscore.club.authorship import authored
from clubscore.events.models import ContestSet, SetLookedAt
from clubscore.events.state.closed_before import known_boards, will_not_play
from clubscore.events.state.set_hours import is_sealed


def boards_closed_for(actor: Actor, kept: ContestSet) -> frozenset[int]:
    """Return the boards of a set that a reader has behind them.

    Those that their own table closed, wherever they played it; all, for a director who said that
    they will not play it. None, while the set is sealed for every club.
    """
    return frozenset() if is_sealed(kept.pk) else known_boards(actor, kept)


def look_at(*, kept: ContestSet, key: str, actor: Actor) -> None:
    """Note that a director will not play a set; said twice it counts once."""
    if not will_not_play(actor, kept):
        SetLookedAt.objects.get_or_create(
            key=key,
            club_id=kept.club_id,
            defaults={"contest_set": kept, **authored(actor, kept.club_id, key)},
        )
