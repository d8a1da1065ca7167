"""Every board that a person played over the years, kept by event and worked out by the worker.

Nothing kept is believed unless its mark is that of the event as it stands. Of an imported team no
file says who sat where: its people have the event, and none of its boards.
"""

import datetime as dt
import json
import zlib
from base64 import b85decode, b85encode
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, Max, Min, OuterRef, Q, QuerySet

from clubscore.club.access import Actor
from clubscore.club.models import Club, Person
from clubscore.club.people import ids_and_merged, merged_entries
from clubscore.events.board_state import BoardState
from clubscore.events.models import (
    Entry,
    Event,
    PersonBoards,
    ResultRevision,
    TeamMember,
    ToldPlayer,
)
from clubscore.events.models.facts import Side as Numbers
from clubscore.events.models.facts import members as numbers_of
from clubscore.events.models.sets import BoardKept, Ratio
from clubscore.events.plan import sitting
from clubscore.events.rankings import Lists
from clubscore.events.result_words import CONTRACT, DENOMINATIONS, over_of
from clubscore.events.scoring import Scorer, key_of_entry
from clubscore.events.selectors import may_see_results
from clubscore.events.state import EventState, rooms_of
from clubscore.jobs import queue as asking
from clubscore.jobs.models import Job
from clubscore.jobs.worker import Work
from clubscore.laws import LAW_VERSION
from clubscore.laws.cards import PARTNERSHIPS
from clubscore.ranking import Result, ScoredTravellerRow, Traveller
from clubscore.ranking.contestant import INDIVIDUALS, PAIRS, TEAMS
from clubscore.ranking.result import ResultFacts, Side, members
from clubscore.ranking.scoring import SHARES
from clubscore.ranking.scorings.team_matches import match_key

SIDE_OF = {hand: column.key for column in PARTNERSHIPS for hand in column.hands}
PASSED = "pass"


class PlayedBoard(NamedTuple):
    """A board of somebody's; people by their keys, 0 for one who is not known.

    `seat` is empty where it is not known which of a side's two sat where. `contract` has its level
    and denomination, and an X for each doubling; it is `pass`, or empty where only the score is
    known. `won` is what the side won: a part of the top or IMPs; `mean` and `spread` are mean and
    variance of what the compared results won on the same side. All three are None where the board
    was not compared. `others` are tricks in the same denomination by the same side elsewhere: their
    sum, and at how many tables.
    """

    board: int
    round: int
    side: str
    seat: str
    partner: int
    opponents: tuple[int, ...]
    contract: str
    declarer: str
    tricks: int
    over: int
    score: int | None
    won: Ratio | None
    mean: Ratio | None
    spread: Ratio | None
    others: Ratio
    lead: str

    @property
    def declared_by(self) -> str:
        """Whose contract it was: own, partner, ours, theirs; empty where nobody declared."""
        if not self.declarer:
            return ""
        if SIDE_OF[self.declarer] != self.side:
            return "theirs"
        if not self.seat:
            return "ours"
        return "own" if self.declarer == self.seat else "partner"

    @property
    def level(self) -> int:
        """The level of the contract, 0 where it has none."""
        return int(self.contract[0]) if self.contract[:1].isdigit() else 0

    @property
    def denomination(self) -> str:
        """The denomination of the contract, empty where there is none."""
        return "" if self.contract == PASSED else self.contract.rstrip("X").lstrip("1234567")

    @property
    def led(self) -> bool:
        """Whether it was this player who led, and the card is known."""
        return bool(self.lead and self.seat and leader_of(self.declarer) == self.seat)

    @property
    def to_field(self) -> Ratio | None:
        """Tricks more than the others took on average; None where nobody else played it there.

        Of a contract of the opponents tricks that they lacked count for this side.
        """
        total, tables = self.others
        if not tables:
            return None
        more = self.tricks * tables - total
        return more if SIDE_OF[self.declarer] == self.side else -more, tables


def leader_of(declarer: str) -> str:
    """Return who leads against a declarer, nobody where there is none."""
    return "NESW"[("NESW".index(declarer) + 1) % 4] if declarer else ""


def kept(boards: Iterable[PlayedBoard]) -> str:
    """Return boards as the database keeps them: packed, for they are most of what a club has."""
    told: list[BoardKept] = [(*board[:5], [*board.opponents], *board[6:]) for board in boards]
    text = json.dumps(told, separators=(",", ":"))
    return b85encode(zlib.compress(text.encode(), 9)).decode()


def read(packed: str) -> list[PlayedBoard]:
    """Return boards that were kept."""
    told: list[BoardKept] = json.loads(zlib.decompress(b85decode(packed)))
    return [PlayedBoard._make((*each[:5], tuple(each[5]), *each[6:])) for each in told]


# ---- Results that were compared with each other.

OTHER = {"NS": "EW", "EW": "NS"}
UNPLAYED: Ratio = (0, 0)


class FieldBid(NamedTuple):
    """What was bid and made of it; `kind` is denomination and side, for comparing tricks."""

    contract: str = ""
    declarer: str = ""
    tricks: int = 0
    over: int = 0
    kind: str = ""


class Chance(NamedTuple):
    """Mean and variance of what a side would win if it had any of the compared results."""

    mean: Fraction
    spread: Fraction


class FieldOfBoard:
    """Results with the same cards, compared together; `top` is that of the board if it has one.

    They are of one section where sections are compared apart.
    """

    def __init__(
        self, lists: Lists, unit: str, top: Fraction | None, rows: Sequence[ScoredTravellerRow]
    ) -> None:
        self.rows, self.top, self.unit = rows, top, unit
        self.in_matches = lists.ranked.event.contestants_are == TEAMS
        self._facts = [lists.facts(row.result) for row in rows]
        self._bids = [_bid_of(facts) for facts in self._facts]
        self._worth = {side: [self._worth_of(row, side) for row in rows] for side in OTHER}

    def board(self, at: int, side: str) -> PlayedBoard:
        """Return a result as a side has it, without its people."""
        result, bid = self.rows[at].result, self._bids[at]
        own, score = self._worth[side][at], result.score
        chance = self._chance(at, side, own) if own is not None else None
        return PlayedBoard(
            board=result.board,
            round=result.round or 0,
            side=side,
            seat="",
            partner=0,
            opponents=(),
            contract=bid.contract,
            declarer=bid.declarer,
            tricks=bid.tricks,
            over=bid.over,
            score=score if score is None or side == "NS" else -score,
            won=own.as_integer_ratio() if own is not None and chance else None,
            mean=chance.mean.as_integer_ratio() if chance else None,
            spread=chance.spread.as_integer_ratio() if chance else None,
            others=self._others(bid),
            lead=self._facts[at].get("lead") or "",
        )

    def _worth_of(self, row: ScoredTravellerRow, side: str) -> Fraction | None:
        """What a result won its side in the unit of the event; None where it was not compared.

        An average that a director gave tells nothing of the play.
        """
        points = row.ns_points if side == "NS" else row.ew_points
        if not self.unit or points is None or row.result.ns_scores is None:
            return None
        if self.unit != SHARES:
            return points
        return points / self.top if self.top else None

    def _chance(self, at: int, side: str, own: Fraction) -> Chance | None:
        """Return what chance alone would give the side of a result; None without comparison.

        Had chance dealt the results out to the tables, a side would have each of them with the same
        probability: mean and variance are those of the field, exactly. A match compares two tables;
        dealt out to its two teams their scores bring what they brought or the contrary.
        """
        if not self.in_matches:
            return self._of_field[side]
        centre = Fraction(1, 2) if self.unit == SHARES else Fraction(0)
        match = match_key(self.rows[at].result)
        for other, row in enumerate(self.rows):
            if other != at and match_key(row.result) == match:
                if self._worth[side][other] is None:
                    return None
                return Chance(centre, (own - centre) ** 2)
        return None

    @cached_property
    def _of_field(self) -> dict[str, Chance]:
        found = {}
        for side, worth in self._worth.items():
            values = [each for each in worth if each is not None]
            mean = sum(values, Fraction(0)) / (len(values) or 1)
            squares = sum(((each - mean) ** 2 for each in values), Fraction(0))
            found[side] = Chance(mean, squares / (len(values) or 1))
        return found

    @cached_property
    def _tricks(self) -> dict[str, Ratio]:
        """Tricks in each denomination by each side: their sum, and at how many tables."""
        found: dict[str, Ratio] = defaultdict(lambda: UNPLAYED)
        for bid in self._bids:
            total, tables = found[bid.kind]
            found[bid.kind] = (total + bid.tricks, tables + 1)
        return found

    def _others(self, bid: FieldBid) -> Ratio:
        if not bid.kind:
            return UNPLAYED
        total, tables = self._tricks[bid.kind]
        return total - bid.tricks, tables - 1


def _bid_of(facts: ResultFacts) -> FieldBid:
    """Return what was bid; nothing of a result of which only a score or a ruling is known."""
    if "passed_out" in facts:
        return FieldBid(PASSED)
    match = CONTRACT.fullmatch(facts.get("contract", ""))
    if match is None:
        return FieldBid()
    level, denomination, _doubled = match.groups()
    declarer, tricks = facts["declarer"], facts["tricks"]
    over = over_of(level, denomination, tricks)
    # Where the fewest tricks win there are no more and no fewer than others took.
    fewest = DENOMINATIONS[denomination].reversed
    kind = "" if fewest else f"{denomination} {SIDE_OF[declarer]}"
    return FieldBid(match[0], declarer, tricks, over, kind)


# ---- The boards of an event, by person.

# Of an imported event it is known who played for whom, and who sat where only where individuals
# play.
NOBODY = (0, 0)
SEATS = {"NS": ("N", "S"), "EW": ("E", "W")}


class SideSeats(NamedTuple):
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


class EventOverYears:
    """An event with its results compared, read for everybody of the club who played in it."""

    def __init__(self, room: EventState) -> None:
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

    def _seats_here(self) -> dict[int, dict[str, SideSeats]]:
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

    def _seated(self, standing: BoardState) -> dict[str, SideSeats]:
        revision = standing.result
        assert revision is not None  # noqa: S101 - those without were left out
        ns, ew = revision.sides
        return {"NS": self._side(revision, ns, "ns"), "EW": self._side(revision, ew, "ew")}

    def _side(self, revision: ResultRevision, side: Numbers, way: str) -> SideSeats:
        entries = [
            self.room.by_number.get((revision.section_id, number)) for number in numbers_of(side)
        ]
        known = [each for each in entries if each is not None]
        if len(entries) == 2:
            first, second = (each.people[0].pk if each and each.people else 0 for each in entries)
            return SideSeats((first, second), known=True)
        if not known:
            return SideSeats()
        (entry,) = known
        people = entry.people
        place = self.room.plans[revision.section_id].places.get((revision.round, revision.table))
        if entry.name and place is not None:
            said = self.room.lineups.get((revision.section_id, entry.number or 0), ())
            people = sitting(people, said, place, way)
        if len(people) != 2:
            return SideSeats((people[0].pk, 0) if len(people) == 1 else NOBODY)
        return SideSeats((people[0].pk, people[1].pk), known=True)

    def _sides(self, result: Result) -> dict[str, SideSeats]:
        if self.room.event.told:
            return {"NS": self._told_side(result.ns), "EW": self._told_side(result.ew)}
        return self._sat[id(result)]

    def _told_side(self, side: Side) -> SideSeats:
        keys = members(side)
        if self.kind == INDIVIDUALS and len(keys) == 2:
            first, second = (self._told.get((key, 0), 0) for key in keys)
            return SideSeats((first, second), known=True)
        names = self.lists.ranked.event.contestants[keys[0]].names
        if self.kind != PAIRS or len(names) > 2:
            return SideSeats()
        return SideSeats((self._told.get((keys[0], 0), 0), self._told.get((keys[0], 1), 0)))

    def _fields(self) -> Iterator[FieldOfBoard]:
        """Yield the results of each board that have the same cards and are compared together."""
        for traveller in (each for found in self.lists.travellers.values() for each in found):
            for rows in _with_same_cards(traveller):
                yield FieldOfBoard(self.lists, self.unit, traveller.top, rows)

    def _boards(self, field: FieldOfBoard, at: int) -> Iterator[tuple[int, PlayedBoard]]:
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


def _with_same_cards(traveller: Traveller) -> Iterator[list[ScoredTravellerRow]]:
    groups: dict[str, list[ScoredTravellerRow]] = defaultdict(list)
    for row in traveller.rows:
        groups[row.result.fouled_group].append(row)
    yield from groups.values()


# ---- The kept boards, event by event.

KIND = "person-boards"
FORM = 2  # counted up whenever boards are kept or worked out otherwise than before


def mark_of(event: Event) -> str:
    """Return what is true of boards that were kept of an event as it stands."""
    return f"{FORM}.{LAW_VERSION}.{event.revision}"


def countable(club: Club) -> QuerySet[Event]:
    """Return the events of a club that count over the years: those that are over."""
    return Event.sessions.filter(club=club, finished_at__isnull=False, called_off_at=None)


def worked_out(events: Iterable[Event]) -> Iterator[PersonBoards]:
    """Work out what some events brought each person of the club; nothing is written.

    Four queries for all of them, and some for each imported one.
    """
    for room in rooms_of([*events]):
        facts = EventOverYears(room)
        for person, own in facts.of_people().items():
            yield PersonBoards(
                club_id=room.event.club_id,
                event=room.event,
                person_id=person,
                mark=mark_of(room.event),
                unit=facts.unit,
                contestant=own.contestant,
                place=own.place,
                of=own.of,
                percent=own.percent,
                boards=kept(own.boards),
            )


def keep(event: Event) -> None:
    """Keep what an event brought everybody, instead of what was kept of it.

    Where the event changes meanwhile the mark is that of before, so that it counts no more.
    """
    rows = [*worked_out([event])]
    with transaction.atomic():
        PersonBoards.objects.filter(event=event).delete()
        PersonBoards.objects.bulk_create(rows)


def stale_events(club: Club) -> list[Event]:
    """Return the events of which nothing, or nothing that counts, is kept; the newest first.

    Two queries. Events in which nobody of the club is known are left out.
    """
    kept_rows = PersonBoards.objects.filter(club=club).order_by().values_list("event")
    marks = {event: ends for event, *ends in kept_rows.annotate(Min("mark"), Max("mark"))}
    entered = Entry.objects.filter(event=OuterRef("pk"), number__isnull=False, first__isnull=False)
    known = Q(Exists(entered)) | Q(Exists(ToldPlayer.objects.filter(event=OuterRef("pk"))))
    events = countable(club).filter(known).select_related("club").order_by("-evening", "-pk")
    return [each for each in events if marks.get(each.pk) != [mark_of(each)] * 2]


def ask_for(club: Club) -> Job:
    """Ask for the boards of all events of which none are kept."""
    return asking.ask(kind=KIND, key=str(club.pk), club=club)


def work_out(work: Work) -> None:
    """Keep the boards of a club's events, one event after the other."""
    club = Club.objects.filter(pk=int(work.key)).first()
    events = stale_events(club) if club else []
    for done, event in enumerate(events, start=1):
        keep(event)
        work.say(done, len(events))


def clubs_behind() -> list[Club]:
    """Return the clubs with an event of which nothing that counts is kept."""
    clubs = Club.objects.filter(closed_at=None).order_by("pk")
    return [club for club in clubs if stale_events(club)]


# ---- What somebody played over the years.

AT_ONCE = 3  # events that a page works out by itself, where nothing is kept of them


@dataclass(frozen=True)
class PlayedEvent:
    """An event of somebody's, with its boards as they have them; people are who they are now."""

    event: Event
    unit: str
    contestant: str
    place: str
    of: int
    percent: str
    boards: tuple[PlayedBoard, ...]

    @property
    def partners(self) -> list[int]:
        """With whom they sat, by key and in the order of the boards; 0 is not known."""
        return list(dict.fromkeys(board.partner for board in self.boards))


class OneBoard(NamedTuple):
    """A board with the event that it was played in."""

    played: PlayedEvent
    board: PlayedBoard


@dataclass(frozen=True)
class PlayedYears:
    """Events of somebody's, the newest first.

    `waiting` counts events that are still to be worked out, so that nothing here has them; `behind`
    says that some are not kept yet.
    """

    events: Sequence[PlayedEvent]
    waiting: int = 0
    behind: bool = False

    @cached_property
    def all_boards(self) -> list[OneBoard]:
        """Every board, with its event."""
        return [OneBoard(each, board) for each in self.events for board in each.boards]

    def in_unit(self, unit: str) -> Iterator[OneBoard]:
        """Yield the boards of the events that are averaged in a unit."""
        return (each for each in self.all_boards if each.played.unit == unit)


def events_seen(person: Person, actor: Actor) -> list[Event]:
    """Return the events that somebody played under any entry, as a reader may see them.

    The newest first; two queries. Only events that are over count, so that no board is among them
    that the reader has yet to play.
    """
    theirs = ids_and_merged(person)
    further = TeamMember.objects.filter(person__in=theirs, gone_at=None).values("entry")
    entered = Entry.objects.filter(
        Q(first__in=theirs) | Q(second__in=theirs) | Q(pk__in=further),
        section__isnull=False,
        number__isnull=False,
    )
    told = ToldPlayer.objects.filter(person__in=theirs)
    either = Q(pk__in=entered.order_by().values("event"))
    either |= Q(pk__in=told.order_by().values("event"))
    events = list(countable(person.club).filter(either).order_by("-evening", "-pk"))
    for each in events:
        each.club = person.club
    return [each for each in events if may_see_results(actor, each)]


def played_years(person: Person, seen: Sequence[Event], year: int | None = None) -> PlayedYears:
    """Return what somebody played in a year, or ever, of the events that a reader may see.

    Three queries, however many events; some more where up to three events are not kept yet.
    """
    theirs = ids_and_merged(person)
    events = {each.pk: each for each in seen if year is None or each.evening.year == year}
    merged = merged_entries(person)
    rows = _kept(events, theirs, year)
    known = {row.event_id for row in rows}
    late = [each for pk, each in events.items() if pk not in known]
    if late:
        rows += [row for row in worked_out(late[:AT_ONCE]) if row.person_id in theirs]
    played = [_played(events[row.event_id], row, merged) for row in rows]
    played.sort(key=lambda each: (each.event.evening, each.event.pk), reverse=True)
    return PlayedYears(played, len(late[AT_ONCE:]), bool(late))


def _kept(events: dict[int, Event], theirs: Iterable[int], year: int | None) -> list[PersonBoards]:
    """Return what is kept of these events and counts."""
    rows = PersonBoards.objects.filter(person__in=theirs).order_by()
    if year is not None:
        rows = rows.filter(event__evening__range=(dt.date(year, 1, 1), dt.date(year, 12, 31)))
    return [
        row for row in rows if row.event_id in events and row.mark == mark_of(events[row.event_id])
    ]


def _played(event: Event, row: PersonBoards, merged: dict[int, int]) -> PlayedEvent:
    boards = read(row.boards)
    if merged:
        boards = [_as_now(each, merged) for each in boards]
    return PlayedEvent(
        event, row.unit, row.contestant, row.place, row.of, row.percent, tuple(boards)
    )


def _as_now(board: PlayedBoard, merged: dict[int, int]) -> PlayedBoard:
    facing = tuple(merged.get(each, each) for each in board.opponents)
    return board._replace(partner=merged.get(board.partner, board.partner), opponents=facing)
