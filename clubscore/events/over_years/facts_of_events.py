"""The boards of an event as each of the club's people has them: who sat there, what it won.

An event played here is read with its movement, entries and line-ups; of an imported one it is known
who played for whom, and only where individuals play who sat where. Who of an imported team sat at
which table no file says: its people have the event, and none of its boards.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from clubscore.events.models import ResultRevision, ToldPlayer
from clubscore.events.over_years.board_field import OTHER, BoardField
from clubscore.events.over_years.played_board import PlayedBoard
from clubscore.events.rankings.lists import Lists
from clubscore.events.state.event_now import Room
from clubscore.events.state.lineups import sitting
from clubscore.events.state.scoring import Scorer, key_of_entry
from clubscore.events.state.spot_state import Standing
from clubscore.events.who_sits import Side as Numbers
from clubscore.events.who_sits import members as numbers_of
from clubscore.ranking import Result, Traveller, TravellerRow
from clubscore.ranking.contestant import INDIVIDUALS, PAIRS
from clubscore.ranking.result import Side, members

NOBODY = (0, 0)
SEATS = {"NS": ("N", "S"), "EW": ("E", "W")}


class Sat(NamedTuple):
    """The two of a side by their keys, 0 for unknown; `known` says that they sit in this order."""

    people: tuple[int, int] = NOBODY
    known: bool = False


class OfPerson(NamedTuple):
    """What an event brought one person: for whom they played, where it came, their boards."""

    contestant: str
    place: str
    of: int
    percent: str
    boards: list[PlayedBoard]


class EventFacts:
    """An event with its results compared, read for everybody of the club who played in it."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.lists = Lists(room)
        event = self.lists.ranked.event
        self.kind = event.contestants_are
        self.unit = event.scored_by.board_unit(event.options)
        self._told = self._links() if room.event.told else {}
        self._sat = {} if room.event.told else self._seats_here()

    def of_people(self) -> dict[int, OfPerson]:
        """Return what the event brought each person of the club, by their key."""
        places = self._places()
        found = {
            person: OfPerson(key, *places.get(key, ("", 0, "")), [])
            for person, key in self._playing()
        }
        for field in self._fields():
            for at in range(len(field.rows)):
                for person, board in self._boards(field, at):
                    if person in found:
                        found[person].boards.append(board)
        for each in found.values():
            each.boards.sort(key=lambda board: (board.round, board.board))
        return found

    def _playing(self) -> Iterator[tuple[int, str]]:
        if self.room.event.told:
            yield from ((person, key) for (key, _order), person in self._told.items())
        for entry in self.room.by_number.values():
            yield from ((each.pk, key_of_entry(self.room, entry)) for each in entry.people)

    def _places(self) -> Mapping[str, tuple[str, int, str]]:
        """Return where each contestant came: in the first list that ranks it by a board."""
        found: dict[str, tuple[str, int, str]] = {}
        for ranking in self.lists.rankings:
            for row in ranking.rows:
                if row.boards:
                    found.setdefault(row.key, (row.place, len(ranking.rows), row.percent))
        return found

    def _links(self) -> dict[tuple[str, int], int]:
        rows = ToldPlayer.objects.filter(event=self.room.event).order_by("pk")
        return {(key, order): who for key, order, who in rows.values_list(
            "contestant", "order", "person")}  # fmt: skip

    def _seats_here(self) -> dict[int, dict[str, Sat]]:
        """Return who sat where by the place of each result among those of the event."""
        scorer = Scorer(self.room)
        counted = [
            each
            for each in self.room.standings.values()
            if each.result is not None and each.spot.board not in scorer.without_par
        ]
        results = self.lists.ranked.event.results
        return {
            id(result): self._seated(standing)
            for result, standing in zip(results, counted, strict=True)
        }

    def _seated(self, standing: Standing) -> dict[str, Sat]:
        revision = standing.result
        assert revision is not None  # noqa: S101 - those without were left out
        ns, ew = revision.sides
        return {"NS": self._side(revision, ns, "ns"), "EW": self._side(revision, ew, "ew")}

    def _side(self, revision: ResultRevision, side: Numbers, way: str) -> Sat:
        entries = [
            self.room.by_number.get((revision.section_id, number)) for number in numbers_of(side)
        ]
        known = [each for each in entries if each is not None]
        if len(entries) == 2:
            first, second = (each.people[0].pk if each and each.people else 0 for each in entries)
            return Sat((first, second), known=True)
        if not known:
            return Sat()
        (entry,) = known
        people = entry.people
        place = self.room.plans[revision.section_id].places.get((revision.round, revision.table))
        if entry.name and place is not None:
            said = self.room.lineups.get((revision.section_id, entry.number or 0), ())
            people = sitting(people, said, place, way)
        if len(people) != 2:
            return Sat((people[0].pk, 0) if len(people) == 1 else NOBODY)
        return Sat((people[0].pk, people[1].pk), known=True)

    def _sides(self, result: Result) -> dict[str, Sat]:
        if self.room.event.told:
            return {"NS": self._told_side(result.ns), "EW": self._told_side(result.ew)}
        return self._sat[id(result)]

    def _told_side(self, side: Side) -> Sat:
        keys = members(side)
        if self.kind == INDIVIDUALS and len(keys) == 2:
            first, second = (self._told.get((key, 0), 0) for key in keys)
            return Sat((first, second), known=True)
        names = self.lists.ranked.event.contestants[keys[0]].names
        if self.kind != PAIRS or len(names) > 2:
            return Sat()
        return Sat((self._told.get((keys[0], 0), 0), self._told.get((keys[0], 1), 0)))

    def _fields(self) -> Iterator[BoardField]:
        """Yield the results of each board that have the same cards and are compared together."""
        for traveller in (each for found in self.lists.travellers.values() for each in found):
            for rows in _with_same_cards(traveller):
                yield BoardField(self.lists, self.unit, traveller.top, rows)

    def _boards(self, field: BoardField, at: int) -> Iterator[tuple[int, PlayedBoard]]:
        """Yield the four players of a result, each with the board as they have it."""
        sides = self._sides(field.rows[at].result)
        for side, sat in sides.items():
            if not any(sat.people):
                continue
            facing = tuple(who for who in sides[OTHER[side]].people if who)
            board = field.board(at, side)._replace(opponents=facing)
            for seat, who, partner in zip(SEATS[side], sat.people, sat.people[::-1], strict=True):
                if who:
                    yield who, board._replace(seat=seat if sat.known else "", partner=partner)


def _with_same_cards(traveller: Traveller) -> Iterator[list[TravellerRow]]:
    groups: dict[str, list[TravellerRow]] = defaultdict(list)
    for row in traveller.rows:
        groups[row.result.fouled_group].append(row)
    yield from groups.values()
