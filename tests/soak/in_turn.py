"""What lets tables play in one thread: phones of another kind, at once as one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.soak import (
    between_rubbers,
    card_table,
    director,
    event_table,
    one_board,
    paying,
    played_event,
    seven_night,
)
from tests.soak.phones import Answer, Phone


def one_by_one(*acts: Callable[[], Answer]) -> list[Answer]:
    """Do what is done at once one after the other."""
    return [act() for act in acts]


def instead(phone: type[Phone]) -> Iterator[tuple[Any, str, object]]:
    """Yield what stands in the place of what: module, name, and what it is meanwhile."""
    for module in (card_table, director, event_table, played_event, seven_night):
        yield module, "Phone", phone
    for module in (between_rubbers, card_table, director, one_board, paying):
        yield module, "at_once", one_by_one
    for module in (director, event_table):
        yield module, "BETWEEN_LOOKS", 0
