"""The ranking of an event as a series counts it: played here, or told by a file."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from clubscore.club.remembered import Remembered
from clubscore.events.imported.imported import told_of_each
from clubscore.events.models import Event, ToldPlayer
from clubscore.events.state.event_now import Room, rooms_of
from clubscore.events.state.scoring import key_of_entry, ranked_of
from clubscore.ranking import Ranked, rank
from clubscore.ranking.contestant import MasterPoints
from clubscore.ranking.totals import HANDICAP as BY_HANDICAP


class EventLine(NamedTuple):
    """A line of an event's ranking: its people, its place (0 for none) and how many share it.

    `people` are those of its `seats` players who are the club's: at an event that was played here
    all of them. `awards` are the master points that each of the players was given.
    """

    contestant: str
    people: tuple[int, ...]
    seats: int
    place: int
    tied: int
    percent: Fraction | None
    score: Fraction
    boards: int
    # The percentage with the handicap; the same where no one at the event has one.
    with_handicap: Fraction | None
    awards: tuple[MasterPoints, ...] = ()
    # "NS" or "EW" where each direction has a list of its own.
    direction: str = ""


# By event and its revision: the lines of its ranking. Who somebody in a file is may change without.
_lines: Remembered[tuple[int, int], tuple[EventLine, ...]] = Remembered()


def lines_of(events: Sequence[Event]) -> dict[int, tuple[EventLine, ...]]:
    """Read the rankings of events, those that are not remembered.

    Four queries together; of all imported events one, and one for who is who in them.
    """
    keys = {event.pk: (event.pk, event.revision) for event in events}
    known = {pk: _lines.get(key) for pk, key in keys.items()}
    unknown = [event for event in events if known[event.pk] is None]
    played_here = [event for event in unknown if not event.told]
    for room in rooms_of(played_here) if played_here else ():
        known[room.event.pk] = _ranked_here(room)
    imported = [event for event in unknown if event.told]
    files = told_of_each(imported) if imported else {}
    for event in unknown:
        if event.told:
            told = rank(files[event.pk])
            seats = {key: len(each.names) for key, each in told.event.contestants.items()}
            known[event.pk] = _lines_in(told, {}, seats)
        _lines.keep(keys[event.pk], known[event.pk] or ())
    links = _who_is_who([event for event in events if event.told])
    return {
        event.pk: tuple(
            each._replace(people=links.get((event.pk, each.contestant), ())) if event.told else each
            for each in known[event.pk] or ()
        )
        for event in events
    }


def _who_is_who(events: Sequence[Event]) -> dict[tuple[int, str], tuple[int, ...]]:
    """Return {(event, contestant): the club's people among them, in the order of the file}."""
    found: dict[tuple[int, str], tuple[int, ...]] = {}
    for link in ToldPlayer.objects.filter(event__in=events) if events else ():
        key = (link.event_id, link.contestant)
        found[key] = (*found.get(key, ()), link.person_id)
    return found


def _ranked_here(room: Room) -> tuple[EventLine, ...]:
    people = {
        key_of_entry(room, entry): tuple(person.pk for person in entry.people)
        for entry in room.entries
    }
    seats = {key: len(each) for key, each in people.items()}
    return _lines_in(ranked_of(room), people, seats)


def _lines_in(
    ranked: Ranked, people: Mapping[str, tuple[int, ...]], seats: Mapping[str, int]
) -> tuple[EventLine, ...]:
    found = []
    handicapped = {
        row.entry.contestant.number: row.entry.percent
        for ranking in ranked.rankings
        if ranking.list == BY_HANDICAP
        for row in ranking.rows
    }
    for ranking in ranked.rankings:
        if ranking.list != "scratch":
            continue
        shared = Counter(row.place for row in ranking.rows)
        for row in ranking.rows:
            entry, who = row.entry, row.entry.contestant
            if not entry.boards:
                continue
            key, place = who.number, int(row.place.rstrip("=") or 0)
            adjusted = handicapped.get(key, entry.percent)
            line = EventLine(key, people.get(key, ()), seats.get(key, 0), place,
                             shared[row.place], entry.percent, entry.score, entry.boards,
                             adjusted, who.awards, ranking.direction or "")  # fmt: skip
            found.append(line)
    return tuple(found)
