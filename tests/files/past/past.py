"""What the tests of a club's past share: files of events, and an import taken as far as wanted."""

from typing import Any

from clubscore.club.access import Actor, Level
from clubscore.club.models import Club
from clubscore.events.models import PastFile, PastImport
from clubscore.files.pages.past import PastAnswers, bring_decided, decide, read_waiting, take_in
from clubscore.files.zip_files import members_of, packed_together
from clubscore.ranking import read_event
from tests.events.whole_event import WHOLE
from tests.files.test_usebio_for_others import usebio as one_result

Files = list[tuple[str, bytes]]


def event_file(name: str, **more: Any) -> bytes:
    """An event file, like `WHOLE` under another name."""
    return read_event(WHOLE | {"name": name} | more).written().encode()


def usebio(name: str, kind: str = "MP_PAIRS", date: str = "02/03/2019") -> bytes:
    """A USEBIO file of one result, without a date where that is empty."""
    head = f"<EVENT_DESCRIPTION>{name}</EVENT_DESCRIPTION>"
    return one_result(f"{head}<DATE>{date}</DATE>" if date else head, kind)


def nothing(_done: int, _total: int) -> None:
    """Say it to nobody."""


def taken_in(club: Club, files: Files) -> PastImport:
    """An import whose files wait."""
    packed = packed_together(files)
    past = take_in(
        club=club,
        actor=Actor(level=Level.DIRECTOR, club=club),
        source="2019",
        packed=packed,
        members=members_of(packed),
    )
    past.refresh_from_db()
    return past


def read(club: Club, files: Files) -> PastImport:
    """An import whose files were read."""
    past = taken_in(club, files)
    read_waiting(past, nothing)
    return past


def brought(past: PastImport, given: dict[str, str] | None = None) -> dict[str, str]:
    """Answer, bring in what that leaves, and return what became of each file."""
    answers = PastAnswers(past, given or {})
    assert answers.problems == []
    decide(past, answers)
    bring_decided(past, nothing)
    return states(past)


def states(past: PastImport) -> dict[str, str]:
    """What became of each file so far."""
    return dict(PastFile.objects.filter(past=past).values_list("name", "state"))
