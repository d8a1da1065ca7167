"""Who has a certificate of an event, and who a cup: what both say, and the same in words."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubscore.club.wording.days import full_date
from clubscore.club.wording.names import named
from clubscore.events.rankings.lists import Line, Lists, RankedList
from clubscore.events.state.event_now import Room
from clubscore.sheets.events.certificate import IN_WORDS, Certificate, winners_text
from clubscore.sheets.events.texts.text_words import (
    SHARED,
    heading,
    percent_words,
    points_words,
)


def awards(room: Room, *, places: int) -> list[Certificate]:
    """Return a certificate for each of the first so many places of each list, shared ones too."""
    lists = Lists(room)
    wanted = list(IN_WORDS)[:places]
    return [
        Certificate(
            club=room.event.club.name,
            event=room.event.name,
            place=_came(lists, one, line),
            names=tuple(line.names),
            date=full_date(room.event.evening),
        )
        for one in lists.rankings
        for line in one.placed
        if line.place.rstrip(SHARED) in wanted
    ]


def _came(lists: Lists, one: RankedList, line: Line) -> str:
    """Return which place it was, of how many in which list, with how much."""
    alone, shared = IN_WORDS[line.place.rstrip(SHARED)]
    place = (shared if line.place.endswith(SHARED) else alone) % {"count": len(one.placed)}
    made = percent_words(line.percent) if lists.in_percent else points_words(line.score)
    said = _("%(place)s: %(made)s") % {"place": place, "made": made}
    return _("%(list)s. %(said)s") % {"list": one.title, "said": said} if one.title else said


def certificates_in_words(room: Room) -> Iterator[str]:
    """Return every certificate in a few words."""
    yield from heading(_("Certificates"), room.event)
    yield from winners_text(awards(room, places=3)) or ("", _("No one has a place yet."))


def cups_in_words(room: Room) -> Iterator[str]:
    """Return every cup slip in a few words."""
    yield from heading(_("Cup slips"), room.event)
    found = awards(room, places=1)
    if not found:
        yield ""
        yield _("No one has a place yet.")
    for each in found:
        yield ""
        yield each.place
        yield f" {named(each.names)}"
        yield _("Cup, received by, date, to be returned by: to be written by hand")
