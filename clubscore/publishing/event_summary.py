"""What other pages of the site say of an event: kept beside its pages, and read back from there.

Lists of events and of people follow from every event of the club. So that one more event does not
ask for all of them to be ranked again, each leaves its lines in a small file, with nothing in it
that its pages do not say.
"""

import datetime as dt
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

FACTS = ".clubscore/events"


@dataclass(frozen=True)
class FactLine:
    """A contestant that is named: its card, where it came, its people by key beside its names."""

    card: int
    place: str
    of: int
    result: str
    names: tuple[str, ...]
    people: tuple[int, ...]


@dataclass(frozen=True)
class EventFacts:
    """An event as lists of events have it; `winners` are names or numbers, a list a direction."""

    event: int
    folder: str
    name: str
    evening: str
    boards: int
    contestants: int
    winners: tuple[tuple[str, ...], ...] = ()
    lines: tuple[FactLine, ...] = field(default=())

    @property
    def day(self) -> dt.date:
        """Its evening."""
        return dt.date.fromisoformat(self.evening)

    @property
    def page(self) -> str:
        """Its ranking's place in the site."""
        return f"{self.folder}/index.html"

    def written(self) -> bytes:
        """Return it as its file."""
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True).encode()


def facts_file(event: int) -> str:
    """Return the place of an event's facts."""
    return f"{FACTS}/{event}.json"


def read_facts(folder: Path, event: int) -> EventFacts:
    """Return what was written of an event just now. Raises OSError."""
    told = json.loads((folder / facts_file(event)).read_bytes())
    lines = tuple(
        FactLine(**{**each, "names": tuple(each["names"]), "people": tuple(each["people"])})
        for each in told.pop("lines")
    )
    winners = tuple(tuple(each) for each in told.pop("winners"))
    return EventFacts(**told, winners=winners, lines=lines)
