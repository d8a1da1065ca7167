"""A story of the gazette: its head, its sentences, and what of the records it was made from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from clubscore.club.kept_data import LeftOut
from clubscore.deals.hands import Deal
from clubscore.events.boards.boards_page import ShownHand, diagram


@dataclass(frozen=True)
class Source:
    """What was asked of the records for a story, and what they answered, as a small table.

    `path` is the page with the same figures, for members; nothing where there is none.
    """

    asked: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    path: str = ""


def kept_as(key: str) -> LeftOut:
    """Return the key of a story as a club keeps it."""
    of, number, what = key.split("-", 2)
    kept: LeftOut = {"what": what}
    if of == "event":
        kept["event"] = int(number)
    elif of == "sitting":
        kept["sitting"] = int(number)
    else:
        kept["part"] = int(number)
    return kept


def key_of(kept: LeftOut) -> str:
    """Return the key of a story that a club kept."""
    if "event" in kept:
        return f"event-{kept['event']}-{kept['what']}"
    if "sitting" in kept:
        return f"sitting-{kept['sitting']}-{kept['what']}"
    return f"part-{kept.get('part', 0)}-{kept['what']}"


@dataclass(frozen=True)
class Cards:
    """The cards of a board that a story is about: who deals and who is vulnerable, and the deal."""

    line: str
    deal: Deal

    @property
    def hands(self) -> Sequence[ShownHand]:
        """The four hands, North first."""
        return diagram(self.deal)


@dataclass(frozen=True)
class Story:
    """One story. `key` names it for as long as its facts are about the same thing: of which event,
    sitting or part of one, and what it tells, "event-17-winner-NS".

    `claim` has what it states as values, for whoever counts it again; `cards` are there where a
    board is told that any member may see.
    """

    key: str
    head: str
    text: str
    source: Source
    claim: Mapping[str, object] = field(default_factory=dict)
    cards: Cards | None = None
