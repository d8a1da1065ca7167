"""What a file of an event comes to, and which events other formats have a place for."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from clubscore.exchange.reading.left_open import Ask
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Event
from clubscore.ranking.contestant import TEAMS


class Brought(NamedTuple):
    """An event as a file tells it, what it tells that is not kept, and what it leaves open.

    Where something is open, the event stands as it most likely was.
    """

    told: Event
    notes: tuple[str, ...] = ()
    asks: tuple[Ask, ...] = ()

    def asks_for(self, what: str) -> bool:
        """Return whether something of this kind is left open."""
        return any(ask.what == what for ask in self.asks)


def must_have_place(
    event: Event, called: str, scorings: Container[str], of_teams: Container[str] = ()
) -> None:
    """Refuse an event for which a format has no place: teams, or teams that play no matches."""
    if event.scoring in (of_teams if event.contestants_are == TEAMS else scorings):
        return
    raise RuleError(
        "no-place",
        gettext_noop(
            "%(called)s cannot hold %(given)s by %(scoring)s. Use the event file, which has"
            " everything."
        ),
        called=called,
        given=event.contestants_are,
        scoring=event.scoring,
    )
