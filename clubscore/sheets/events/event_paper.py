"""A paper of an event: what it is made of, when it is offered, what it shows."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from django.utils.translation import gettext as _

from clubscore.events.models import Event
from clubscore.events.state.event_now import Room
from clubscore.laws.words import gettext_noop
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.pieces.piece_sheets import Sheets
from clubscore.sheets.printed_paper import PLAIN, PRINT, Format, Key, PrintedPaper


class Stage(Enum):
    """How far an event is."""

    OPEN = "before the first round"
    RUNNING = "rounds are played"
    FINISHED = "the evening is finished"


PLAYED = frozenset((Stage.RUNNING, Stage.FINISHED))
OVER = frozenset((Stage.FINISHED,))
TO_PLAY = frozenset((Stage.OPEN, Stage.RUNNING))
ALL = PLAYED | TO_PLAY
# What a key says that prints in an order which is not the usual one.
ORDERED = {"round": gettext_noop("By rounds")}
PDF = Format("pdf", PRINT, "event-pdf", keyed=True)
TEXT = Format("txt", PLAIN, "event-text", keyed=True)


def stage_of(event: Event) -> Stage:
    """Return how far an event is."""
    if event.finished_at:
        return Stage.FINISHED
    return Stage.RUNNING if event.round else Stage.OPEN


@dataclass(frozen=True, kw_only=True)
class EventPaper(PrintedPaper[Event]):
    """A paper of an event.

    ``pieces`` are what is cut apart, in one of ``orders``;
    ``backs`` is what the key says that prints what these have on their backs too, if anything.
    ``leaf`` draws one that stays whole, or cards of its own, by what the address asks for.
    ``text`` says the same in whole words, for plain texts of forty columns. One that
    ``tells_results`` is for those who may see them, any other not for an event from a file.
    ``only`` are the contestants at whose events there is one, empty for all. What stands ``first``
    has a key to itself, and the director's sheet and the tables' codes come before its pieces.
    """

    at: str = "event/<int:event>/<slug:kind>"
    formats: tuple[Format, ...] = (PDF, TEXT)
    text: Callable[[Room], Iterator[str]]
    stages: frozenset[Stage] = ALL
    pieces: Callable[[Room, Paper, str], list[Sheets]] | None = None
    orders: tuple[str, ...] = ()
    backs: str = ""
    leaf: Callable[[Room, Paper, Mapping[str, str]], bytes] | None = None
    tells_results: bool = False
    only: str = ""
    first: bool = False

    def keys(self, thing: Event) -> list[Key]:
        """Return the keys that lead to it, one more for each order but the usual one."""
        found = super().keys(thing)
        for order in self.orders[1:]:
            url = f"{found[0].url}?order={order}"
            found.append(Key("ordered", _(ORDERED[order]), url))
        if self.backs:
            found.append(Key("backs", _(self.backs), f"{found[0].url}?backs=1"))
        return found

    def is_of(self, thing: Event) -> bool:
        """Return whether there is such a paper of an event at all."""
        fits = self.only in ("", thing.contestants_are)
        return fits and (self.tells_results or not thing.told)

    def is_offered(self, thing: Event) -> bool:
        """Return whether the event's page offers it at this stage."""
        return stage_of(thing) in self.stages
