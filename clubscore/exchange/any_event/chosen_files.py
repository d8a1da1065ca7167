"""Files that were chosen together: the saved pages among them are one session, not one each."""

from __future__ import annotations

from collections.abc import Iterable

from clubscore.club.models import Club
from clubscore.club.people.federation_numbers import scheme_of_club
from clubscore.club.wording.names import listed
from clubscore.exchange.any_event.event_reading import read_events
from clubscore.exchange.any_event.user_names import online_of
from clubscore.exchange.bbo.bbo_format import PAGES
from clubscore.exchange.bbo.zipped_pages import SavedPage, zipped
from clubscore.exchange.reading.event_result import Brought
from clubscore.laws.errors import RuleError


def read_chosen(club: Club, files: Iterable[tuple[str, bytes]], scoring: str) -> list[Brought]:
    """Return the events of files by name and content, for a club that is asked what is open.

    RuleError with the file, where there are several.
    """
    found: list[Brought] = []
    scheme, online, chosen = scheme_of_club(club), online_of(club), together(files)
    for name, content in chosen:
        try:
            found += read_events(name, content, scoring, ask=True, scheme=scheme, online=online)
        except RuleError as error:
            where = listed(filter(None, (name if len(chosen) > 1 else "", error.where)))
            raise RuleError(error.code, error.phrase, where, **error.params) from None
    return found


def together(files: Iterable[tuple[str, bytes]]) -> list[SavedPage]:
    """Return the files, with several saved pages as one zip of them where the first stood."""
    found: list[SavedPage] = []
    pages: list[SavedPage] = []
    for name, content in files:
        each = SavedPage(name, content)
        if not content.lstrip().startswith(PAGES):
            found.append(each)
            continue
        if not pages:
            found.append(each)
        pages.append(each)
    if len(pages) < 2:
        return found
    return [SavedPage(each.name, zipped(pages)) if each is pages[0] else each for each in found]
