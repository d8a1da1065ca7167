"""What every text of an event says alike: its head, who sits where, points and places in words."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.club.wording.names import both, listed, named
from clubscore.events.models import Event
from clubscore.events.rankings.lists import Lists
from clubscore.events.state.event_now import Room
from clubscore.events.terms.event_words import numbered
from clubscore.events.who_sits import Side, members
from clubscore.sheets.at_the_table.who_and_what import people_of
from clubscore.sheets.events.event_facts import scoring_facts, state_of, title_of
from clubscore.sheets.plain_words import sign_in_words

SHARED = "="


def heading(title: str, event: Event, facts: Iterable[str] = ()) -> Iterator[str]:
    """The title, whose paper it is, how far the event is, and what else stands at its head."""
    yield title
    yield listed((title_of(event), event.club.name))
    yield state_of(event)
    yield from facts


def heading_of_results(title: str, lists: Lists) -> Iterator[str]:
    """The same above results, with how they are scored."""
    yield from heading(title, lists.room.event, scoring_facts(lists))


def who_is(are: str, key: str) -> str:
    """Return a contestant, or the two who formed a pair, by what lists call them: "Pair 8"."""
    return both(numbered(are, each) for each in key.split("+"))


def key_of(room: Room, section: int, side: Side | None) -> str:
    """Return what lists call a side of a section, as `who_is` reads it."""
    letters = {each.pk: each.letter if len(room.sections) > 1 else "" for each in room.sections}
    return "+".join(f"{letters[section]}{number}" for number in members(side))


def north_south(are: str, key: str, names: Iterable[str]) -> str:
    """Return who sits North-South, with their names."""
    return _("%(who)s North–South: %(names)s") % {"who": who_is(are, key), "names": named(names)}


def east_west(are: str, key: str, names: Iterable[str]) -> str:
    """Return who sits East-West, with their names."""
    return _("%(who)s East–West: %(names)s") % {"who": who_is(are, key), "names": named(names)}


def sits(are: str, key: str, way: str) -> str:
    """Return who sits which way, without names: "Pair 8, East-West"."""
    return _("%(who)s, %(way)s") % {"who": who_is(are, key), "way": direction(way)}


def at_table(room: Room, section: int, ns: Side | None, ew: Side | None) -> Iterator[str]:
    """Both sides of a table, as far as somebody sits there."""
    are = room.event.contestants_are
    if ns is not None:
        yield north_south(are, key_of(room, section, ns), _names(room, section, ns))
    if ew is not None:
        yield east_west(are, key_of(room, section, ew), _names(room, section, ew))


def _names(room: Room, section: int, side: Side) -> list[str]:
    return [name for number in members(side) for name in people_of(room, section, number)]


def direction(way: str) -> str:
    """Return a direction in words; `way` is "ns" or "ew"."""
    return _("North–South") if way.lower() == "ns" else _("East–West")


def points_words(points: str) -> str:
    """Return a board's points: "7 points", "minus 3.5 points"."""
    text = ngettext("%(points)s point", "%(points)s points", 1 if points == "1" else 2)
    return text % {"points": sign_in_words(points)}


def of_whom(who: str, points: str) -> str:
    """Return whose points these are: "Pair 1: 7 points"."""
    return pgettext("points", "%(who)s: %(points)s") % {"who": who, "points": points_words(points)}


def place_words(place: str, of: int) -> str:
    """Return a place as it is read: "Place 2 of 14, shared"; or that there is none yet."""
    if not place:
        return _("No place yet")
    shared, alone = _("Place %(place)s of %(count)s, shared"), _("Place %(place)s of %(count)s")
    values = {"place": place.rstrip(SHARED), "count": of}
    return (shared if place.endswith(SHARED) else alone) % values


def percent_words(figures: str) -> str:
    """Return a percentage in words and figures."""
    return _("%(n)s percent") % {"n": figures}


def boards_words(boards: str) -> str:
    """Return the boards of a round, given as they are printed: "5", "5–8"."""
    text = _("Board %(boards)s") if boards.isdigit() else _("Boards %(boards)s")
    return text % {"boards": boards}
