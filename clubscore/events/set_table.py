"""A table that plays a prepared set with no director: four phones, and boards that close.

A hand is shown only once all four phones are in, only of the board that is due, and only to the
phone of the player who holds it. A board's cards and par come into the event when it closes.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.db import transaction
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club import clock
from clubscore.club.access import Actor, ClubRequest
from clubscore.club.entry import Given, Refused, authored
from clubscore.club.models import Club, Person, evening_of
from clubscore.club.wording import said
from clubscore.deals.card_play import TRICKS, CardPlay
from clubscore.deals.file_text import LARGEST_FILE, check_size
from clubscore.deals.hands import read_deal
from clubscore.deals.par import SIGN
from clubscore.events.board_state import BoardStage, BoardState
from clubscore.events.boards import (
    BoardCompass,
    SeenBoards,
    ShownHand,
    ShownSuit,
    compass_of,
    diagram,
    suits_of,
)
from clubscore.events.corrections import Typed
from clubscore.events.directing import ask_for_lead
from clubscore.events.entries import open_event
from clubscore.events.finishing import finish
from clubscore.events.formats import PAIRS
from clubscore.events.locks import must_be_playing, note, taken_event
from clubscore.events.models import ContestSet, Entry, Event, EventHappening, Section
from clubscore.events.models.facts import BoardsSet, MovementSet, PhoneIn, RoundStarted, StopSaid
from clubscore.events.names_from_seats import enter_counted
from clubscore.events.par_tables import last_par
from clubscore.events.pars import bring_par_set, par_in_words
from clubscore.events.phones import let_phones_in, links_of
from clubscore.events.plan import PlannedMeeting, as_rows
from clubscore.events.reporting import SIDES
from clubscore.events.result_words import bid_in_words
from clubscore.events.scoring import check_honours, honours_unclaimed
from clubscore.events.seats import BOTH
from clubscore.events.state import EventState, room_of
from clubscore.events.table_page import TablePage
from clubscore.events.terms import Terms
from clubscore.events.visibility import (
    all_are_in,
    closed_here,
    closes_at,
    event_of,
    is_closed,
    known_boards,
)
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import SEATS, gettext_noop
from clubscore.movements import Movement, MovementRow
from clubscore.ranking import EventFile, Par, read_event
from clubscore.ranking.event import fingerprint
from clubscore.ranking.par import Won, judges_lead, won_without_director
from clubscore.web.hand_player import A_TRICK, StepCard, address, tricks_of
from clubscore.web.hooks import part
from clubscore.web.phones import address_of, code_svg, token_of

# ---- A board closes.

Kind = EventHappening.Kind
# In which a mistake that both sides agreed on can still be corrected.
CORRECTED_WITHIN = dt.timedelta(days=1)


def after_report(*, event: Event, key: str, actor: Actor) -> None:
    """Let in the cards of boards that were closed just now, and end where all are in.

    For an event that plays a set.
    """
    with taken_event(event) as found:
        room = room_of(found)
        closed = sorted(closed_here(room) - {*room.boards})
        if closed and found.contest_set is not None:
            known = event_of(found.contest_set).boards
            bring_par_set(
                event=found,
                boards=[known[number] for number in closed],
                name=found.contest_set.name[:80],
                seen=SeenBoards(last_par(room.pars.values()), f"{key}:closed"),
                actor=actor,
            )
        if found.finished_at is None and all_are_in(room):
            _finish(found, [], key, actor)


def say_stop(
    *, section: Section, table: int, sides: str, stops: bool, key: str, actor: Actor
) -> None:
    """A side wants to stop, or to play on after all; once both want to stop the table ends.

    `sides` is "ns", "ew", or "both" for a phone of the whole table. Boards without a result are
    then not played, and their cards stay closed.
    """
    with taken_event(section.event) as event:
        must_be_playing(event)
        if event.contest_set_id is None:
            raise Refused(_("The director ends this session."))
        for side in SIDES:
            if sides in (side, "both"):
                told = StopSaid(section=section.pk, table=table, side=side, stops=stops)
                note(event, Kind.STOP, f"{key}:{side}", actor, told)
        room = room_of(event)
        if all(stopping(room).get(side) for side in SIDES):
            _end(room, key, actor)


def stopping(room: EventState) -> dict[str, bool]:
    """Return which sides want to stop, as they last said: {side: whether}."""
    said = (each.told_as(StopSaid) for each in room.happenings if each.kind == Kind.STOP)
    return {each["side"]: each["stops"] for each in said}


def _end(room: EventState, key: str, actor: Actor) -> None:
    sections = {section.pk: section for section in room.sections}
    left = [
        Typed(sections[hole.spot.section], hole.spot, {"not_played": True}, hole.number)
        for hole in room.holes()
    ]
    _finish(room.event, left, key, actor)


def _finish(event: Event, settled: Sequence[Typed], key: str, actor: Actor) -> None:
    final_at = clock.now() + CORRECTED_WITHIN
    finish(event=event, final_at=final_at, settled=settled, key=f"{key}:end", actor=actor)


# ---- The four phones.

OPEN = (BoardStage.TO_COME, BoardStage.TOLD)
# So long the others are told on the table's page; the history keeps it for good.
TOLD_FOR = dt.timedelta(minutes=45)


class SetSeat(NamedTuple):
    """A seat of the table: who sits there, and whether their phone is in."""

    seat: str
    name: str
    person: Person
    is_in: bool


class TakenOver(NamedTuple):
    """That a player of the table has another phone here than before, and since when."""

    seat: str
    person: Person
    at: dt.datetime


class OwnHand(NamedTuple):
    """The thirteen cards of a player for the board that is due."""

    board: int
    seat: str
    suits: list[ShownSuit]


class FourPhones:
    """The phones of a contest's table, as one of its readers may see them.

    One phone speaks for one player of a table as long as it is played.
    """

    def __init__(
        self, room: EventState, section: Section, place: PlannedMeeting | None, actor: Actor
    ) -> None:
        self.room, self.section, self.place, self.actor = room, section, place, actor
        self.devices = devices_in(room)

    @property
    def seats(self) -> list[SetSeat]:
        """Who sits where, North and South first; only seats that have a name."""
        return [
            SetSeat(seat, _(SEATS[seat]), person, person.pk in self.devices)
            for seat, person in seats_at(self.room, self.section, self.place).items()
        ]

    @property
    def all_in(self) -> bool:
        """Whether all four players are known and each has a phone here."""
        seats = self.seats
        return len(seats) == len(COMPASS) and all(each.is_in for each in seats)

    @property
    def own(self) -> SetSeat | None:
        """The seat of the reader; None for a phone of the whole table, and for who watches."""
        person = self.actor.person
        return next((each for each in self.seats if each.person == person), None)

    @property
    def is_own_phone(self) -> bool:
        """Whether this very phone is the one that its player has here."""
        own = self.own
        return (
            own is not None
            and bool(self.actor.device)
            and self.devices.get(own.person.pk) == self.actor.device
        )

    @property
    def asks(self) -> bool:
        """Whether the reader is still to say that this is their phone."""
        return self.own is not None and not self.is_own_phone

    @property
    def taken_over(self) -> list[TakenOver]:
        """The seats that another phone took over of late; not to that phone, which knows."""
        found, since = devices_in(self.room), clock.now() - TOLD_FOR
        return [
            TakenOver(seat.name, seat.person, moment)
            for seat in self.seats
            if (moment := taken_over_at(self.room).get(seat.person.pk)) is not None
            and moment > since
            and not (self.actor.device and found[seat.person.pk] == self.actor.device)
        ]

    @property
    def due(self) -> int | None:
        """The board that is played now: the first that is neither agreed nor disputed."""
        if self.place is None:
            return None
        table = self.room.table_at(self.section, self.place)
        return next((each.spot.board for each in table.boards if each.state in OPEN), None)

    @property
    def hand(self) -> OwnHand | None:
        """The reader's own cards of the board that is due; None where they are not to see any."""
        event, own, due = self.room.event, self.own, self.due
        if event.contest_set is None or own is None or due is None:
            return None
        if not (self.all_in and self.is_own_phone) or event.finished_at is not None:
            return None
        deal = read_deal(event_of(event.contest_set).boards[due].deal or "")
        return OwnHand(due, own.name, suits_of(deal.hand(own.seat)))


def devices_in(room: EventState) -> dict[int, str]:
    """Return the phone that each player has at a contest's table, as it was last said: {person}."""
    return {
        each.told_as(PhoneIn)["person"]: str(each.device)
        for each in room.happenings
        if each.kind == Kind.PHONE_IN
    }


def taken_over_at(room: EventState) -> dict[int, dt.datetime]:
    """Return when each player's seat went to another phone last; {person} where it ever did."""
    had: dict[int, str] = {}
    found: dict[int, dt.datetime] = {}
    for each in room.happenings:
        if each.kind == Kind.PHONE_IN:
            person, device = each.told_as(PhoneIn)["person"], str(each.device)
            if had.get(person, device) != device:
                found[person] = each.at
            had[person] = device
    return found


def seats_at(room: EventState, section: Section, place: PlannedMeeting | None) -> dict[str, Person]:
    """Return {seat: person} of a place, as far as both of a side are known."""
    both = {way: room.people(section.pk, place, way) for way in ("ns", "ew")}
    return {
        seat: person
        for way, people in both.items()
        if len(people) == len(way)
        for seat, person in zip(way.upper(), people, strict=True)
    }


def bring_phone(*, section: Section, table: int, key: str, actor: Actor) -> None:
    """Say that this phone is its player's at a contest's table; a second one takes over.

    Refuses a phone that is another player's here, and a player who knows boards of the set.
    """
    with taken_event(section.event) as event:
        must_be_playing(event)
        room = room_of(event)
        place = room.plan(section).places.get((1, table))
        person, kept = actor.person, event.contest_set
        if kept is None or person is None or person not in seats_at(room, section, place).values():
            raise Refused(_("Choose your name at this table first."))
        _must_be_nobodys(devices_in(room), person, actor.device)
        if known_boards(actor, kept, besides=event):
            text = _("%(name)s has seen boards of this set. Another player takes this seat.")
            raise Refused(text % {"name": person.name})
        told = PhoneIn(section=section.pk, table=table, person=person.pk)
        if devices_in(room).get(person.pk) != actor.device:
            note(event, Kind.PHONE_IN, key, actor, told)


def _must_be_nobodys(devices: Mapping[int, str], person: Person, device: str) -> None:
    """Refuse a phone that another player of the table has."""
    if not device or any(has == device for pk, has in devices.items() if pk != person.pk):
        raise Refused(_("This phone is another player's. Each player needs a phone of their own."))


def another_players(room: EventState, session_person: object, person: Person | None) -> bool:
    """Whether a phone that has come in as one player now says that it is another's."""
    devices = devices_in(room)
    return session_person in devices and (person is None or person.pk != session_person)


# ---- What the page shows besides its form.

SIDES_OF_AT_TABLE = {"ns": "NS", "ew": "EW"}


class BoardVerdict(NamedTuple):
    """How a side did on a closed board: who they are, in words whether they lost it, its tasks."""

    names: list[str]
    text: str
    lost: bool
    tasks: str


class LineTrick(NamedTuple):
    """A trick of the set's own best play: who leads, its cards, where it is stepped through."""

    leader: str
    cards: tuple[StepCard, ...]
    address: str


class ClosedBoard(NamedTuple):
    """A board that this table has closed: par, all hands, why it is in the set, and best play.

    `line` is the address at which that is stepped through, `tricks` it in the set's own cards.
    `auction` says what was reached where a directed contract was played instead.
    """

    par: str
    auction: str
    verdicts: list[BoardVerdict]
    hands: list[ShownHand]
    compass: BoardCompass
    commentary: str
    line: str
    tricks: list[LineTrick]
    honours: str


class SetTableCode(NamedTuple):
    """The table's code for phones: its address, and that as a picture."""

    address: str
    svg: SafeString | str


@dataclass(frozen=True)
class Contest:
    """What a table that plays a set shows. `stops` are the sides that want to stop.

    It `gathers` while phones come in and nothing is entered: then no result is asked for. Of a
    board that waits for the other side's word it `keeps_board`: nobody goes on to the next. Of one
    with a directed contract it first `tells_auction`, and is shown what to play.
    """

    phones: FourPhones
    hand: OwnHand | None
    gathers: bool
    keeps_board: bool
    tells_auction: bool
    code: SetTableCode | None
    closed: ClosedBoard | None
    stops: list[str]
    own_side: str
    # When the set closes for every club, while it is sealed.
    sealed_until: dt.datetime | None

    @property
    def waits(self) -> bool:
        """Whether somebody's phone is still to come in."""
        return not self.phones.all_in

    @property
    def is_stopping(self) -> bool:
        """Whether the reader's side, or for a phone of the table both, already want to stop."""
        return self.own_side in self.stops


def contest_at(page: TablePage, request: ClubRequest) -> Contest | None:
    """Return what a table's page shows of the set that it plays; None where it plays none."""
    if page.room.event.contest_set_id is None:
        return None
    phones = FourPhones(page.room, page.section, page.place, request.actor)
    stops = [side for side, stops in stopping(page.room).items() if stops]
    standing = page.standing
    is_due = standing is not None and standing.spot.board == phones.due
    asked = "board" in page.given
    until = closes_at(page.room.event.contest_set_id)
    is_sealed = until is not None and clock.now() < until
    return Contest(
        phones=phones,
        hand=phones.hand if is_due else None,
        gathers=not phones.all_in and not page.room.standings and not asked,
        keeps_board=page.step == "wait",
        tells_auction=page.directed is not None and page.directed.asks and page.is_blank,
        code=_code(page, request) if page.voice.speaks and page.is_open else None,
        closed=None if is_sealed else _closed(page),
        stops=stops,
        own_side="" if page.voice.side == BOTH else page.voice.side,
        sealed_until=until if is_sealed else None,
    )


def _code(page: TablePage, request: ClubRequest) -> SetTableCode | None:
    links = (link for link in links_of(page.section) if link.table == page.number)
    link = next(links, None)
    if link is None:
        return None
    found = address_of(request, reverse("event-enter", args=[token_of(link.nonce)]))
    return SetTableCode(found, code_svg(found) if found else "")


def _closed(page: TablePage) -> ClosedBoard | None:
    """The board shown, where this table has closed it and the reader may see what happened."""
    standing = page.standing
    if standing is None or standing.is_hidden or not is_closed(standing):
        return None
    number = standing.spot.board
    board = page.room.boards.get(number)
    set_par = page.scorer.boards[number].par
    if board is None or board.deal is None or set_par is None:
        return None
    return ClosedBoard(
        par=par_in_words(set_par),
        auction=_auction(page),
        verdicts=_verdicts(page, standing, set_par),
        hands=diagram(board.deal),
        compass=compass_of(board, page.room.event),
        commentary=page.scorer.boards[number].commentary or "",
        line=_line(page, number, set_par),
        tricks=_tricks(page, number),
        honours=_honours(page, standing),
    )


def _verdicts(page: TablePage, standing: BoardState, par: Par) -> list[BoardVerdict]:
    """How each side did against par: below par loses the board."""
    result = page.scorer.result(standing)
    if result.score is None:
        return []
    board, found = page.scorer.boards[standing.spot.board], []
    for side, name in SIDES_OF_AT_TABLE.items():
        over = SIGN[name] * (result.score - par.score)
        tasks = _tasks(won_without_director(board, result, name))
        found.append(BoardVerdict(page.names[side], _against_par(over), over < 0, tasks))
    return found


def _tasks(won: Won) -> str:
    """The points for tasks that a side won; nothing where it could win none."""
    if not won.possible:
        return ""
    text = ngettext(
        "%(won)s of %(n)s point for tasks", "%(won)s of %(n)s points for tasks", won.possible
    )
    return text % {"won": won.points, "n": won.possible}


def _auction(page: TablePage) -> str:
    directed = page.directed
    if directed is None or directed.contract is None:
        return ""
    text = _("The auction reached %(bid)s. %(contract)s by %(seat)s was to be played instead.")
    return text % {
        "bid": bid_in_words(directed.reached),
        "contract": bid_in_words(directed.contract),
        "seat": directed.seat,
    }


def _against_par(over: int) -> str:
    if not over:
        return _("par")
    if over > 0:
        text = ngettext("%(n)s point over par", "%(n)s points over par", over)
    else:
        text = ngettext(
            "%(n)s point below par, board lost", "%(n)s points below par, board lost", -over
        )
    return text % {"n": abs(over)}


def _line(page: TablePage, board: int, par: Par, played: Sequence[str] = ()) -> str:
    """The address at which the best play of par is stepped through; nothing without a contract."""
    if not par.contract or not par.declarer:
        return ""
    denomination = par.contract.rstrip("X")[1:]
    way = address(f"way=steps&in={denomination}&by={par.declarer}", played)
    return reverse("event-play", args=[page.room.event.pk, board]) + way


def _tricks(page: TablePage, number: int) -> list[LineTrick]:
    """The line that the set keeps, trick by trick; nothing where it keeps none."""
    kept = page.room.event.contest_set
    board = event_of(kept).boards.get(number) if kept else None
    par = board.par if board else None
    if board is None or par is None or not (par.play and par.contract and par.declarer):
        return []
    start = CardPlay(read_deal(board.deal or ""), par.contract.rstrip("X")[1:], par.declarer)
    tricks = replace(start, played=par.play).tricks[:TRICKS]
    return [
        LineTrick(
            _(SEATS[trick.leader]),
            cards,
            _line(page, number, par, par.play[: A_TRICK * at]),
        )
        for at, (trick, cards) in enumerate(zip(tricks, tricks_of(start, par.play), strict=True))
    ]


def _honours(page: TablePage, standing: BoardState) -> str:
    """That the honours entered are not those of the cards; nothing where they are."""
    try:
        check_honours(page.scorer, standing.spot, standing.facts)
    except RuleError as error:
        return said(error)
    return honours_unclaimed(page.scorer, standing.spot, standing.facts)


def set_table_state(
    given: Given, room: EventState, section: Section, place: PlannedMeeting | None
) -> Given:
    """Return what an address asks of a contest's table; where it names no board, the last closed.

    A table reads what it made of a board before it goes on; once the next has a report, that.
    """
    if room.event.contest_set_id is None or place is None or "board" in given:
        return given
    here = room.table_at(section, place).boards
    if any(each.state in (BoardStage.TOLD, BoardStage.DISPUTED) or each.proposed for each in here):
        return given
    closed = [each for each in here if is_closed(each)]
    if not closed:
        return given
    last = max(closed, key=lambda each: each.result.pk if each.result else 0)
    return {**given, "board": str(last.spot.board)}


_FOLDER = Path(__file__).resolve().parent / "sets"
# By the name of its file, in the order of the alphabet.
SHIPPED: tuple[str, ...] = tuple(sorted(file.stem for file in _FOLDER.glob("*.json")))


@cache
def shipped_set(name: str) -> EventFile:
    """A set that ships, by its name in :data:`SHIPPED`; KeyError where there is none."""
    if name not in SHIPPED:
        raise KeyError(name)
    return read_event(json.loads((_FOLDER / f"{name}.json").read_text("utf-8")))


# ---- Bringing a set into a club.

SCORING = "par"
MOST_BOARDS = 36
LONGEST_NAME = 80


def bring_shipped_set(*, club: Club, name: str, key: str, actor: Actor) -> ContestSet:
    """Keep a set that comes with the program, by its name there; the one that is kept already.

    RuleError at ``set`` where no set of that name comes with the program.
    """
    if name not in SHIPPED:
        raise RuleError("set", gettext_noop("Choose one of the sets."), "set")
    return bring_set(club=club, event=shipped_set(name), key=key, actor=actor)


def set_in_file(content: bytes) -> EventFile:
    """Read a set from an event file, pars and cards of each board included.

    RuleError names what cannot be played as a set: no event file, another way of scoring, no
    board or too many, or a board without cards or par.
    """
    check_size(content, LARGEST_FILE)
    try:
        told: object = json.loads(content.decode("utf-8-sig"))
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise RuleError(
            "no-event-file",
            gettext_noop("This is not an event file. Choose one with a single JSON object."),
        ) from None
    event = read_event(told)
    must_be_a_set(event)
    return event


def must_be_a_set(event: EventFile) -> None:
    """RuleError where an event cannot be played as a set by any table."""
    if event.scoring != SCORING:
        raise RuleError(
            "not-a-set", gettext_noop('A set is scored at par: "scoring" is "par".'), "scoring"
        )
    if not 1 <= len(event.boards) <= MOST_BOARDS:
        text = gettext_noop("A set has 1 to %(most)s boards, this one has %(number)s.")
        number = len(event.boards)
        raise RuleError("boards-of-a-set", text, "boards", most=MOST_BOARDS, number=number)
    if set(event.boards) != set(range(1, len(event.boards) + 1)):
        text = gettext_noop("Number the boards of a set from 1 without gaps.")
        raise RuleError("numbers-of-a-set", text, "boards")
    for of_set, board in event.boards.items():
        if board.deal is None or board.par is None:
            text = gettext_noop("Board %(board)s of the set needs its cards and its par.")
            raise RuleError("board-of-a-set", text, "boards", board=of_set)


def bring_set(*, club: Club, event: EventFile, key: str, actor: Actor) -> ContestSet:
    """Keep a set under its fingerprint; one that the club keeps already stays as it is.

    Who played it in the file is left out, and the hour that its file says. RuleError where it is
    none that can be played.
    """
    must_be_a_set(event)
    name = fingerprint(event)
    bare = replace(
        event, contestants={}, results=(), penalties=(), winners=1,
        about={"name": _called(event)}, simultaneous={},
    )  # fmt: skip
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        known = ContestSet.objects.filter(club=club, fingerprint=name).first()
        if known is not None:
            return known
        return ContestSet.objects.create(
            fingerprint=name,
            name=bare.about["name"],
            text=bare.written(),
            **authored(actor, club.pk, key),
        )


def bring_sealed_set(*, club: Club, event: EventFile, key: str, actor: Actor) -> ContestSet:
    """Keep the set of a file as `bring_set` does, sealed until the hour that the file says.

    RuleError where it is none that can be played, or its hour cannot count: then nothing is kept.
    """
    seal = part("sealed sets")
    with transaction.atomic():
        kept = bring_set(club=club, event=event, key=key, actor=actor)
        if seal is not None:
            seal(kept=kept, event=event, actor=actor)
    return kept


def _called(event: EventFile) -> str:
    """What a set is called: as its file says, else after how many boards it has."""
    told = " ".join(event.about.get("name", "").split())[:LONGEST_NAME]
    return told or _("Set of %(number)s boards") % {"number": len(event.boards)}


NS, EW = 1, 2
KIND = "one-table"


def open_table(*, kept: ContestSet, key: str, actor: Actor) -> Event:
    """Open a table that plays a set: two pairs whose names come from their seats, one round.

    The same key again is the same table. Nothing of the set goes into the event but who deals and
    who is vulnerable; cards and par of a board come once it is closed.
    """
    played = event_of(kept)
    terms = Terms(
        name=kept.name,
        form=PAIRS,
        game=played.valuation.key,
        scoring=played.scoring,
        options=played.options.facts(),
        rules=dict(played.valuation.given_rules or {}),
    )
    with transaction.atomic():
        club = kept.club
        evening = evening_of(club, clock.now())
        event = open_event(club=club, evening=evening, terms=terms, key=key, actor=actor)
        if event.contest_set_id is not None:
            return event
        enter_counted(event=event, count=2, key=f"{key}:pairs", actor=actor)
        with taken_event(event) as found:
            _begin(found, kept, key, actor)
        if any(judges_lead(board) for board in played.boards.values()):
            ask_for_lead(event=event, asked=True, key=f"{key}:lead", actor=actor)
        section = event.sections.get()
        let_phones_in(section=section, key=f"{key}:phones", actor=actor)
    return Event.objects.select_related("club").get(pk=event.pk)


def _begin(event: Event, kept: ContestSet, key: str, actor: Actor) -> None:
    """Seat the two pairs for all boards of the set in one round without a clock, and start it."""
    boards = event_of(kept).boards
    plan = as_rows(one_table(len(boards)))
    section = Section.objects.get(event=event)
    chosen = MovementSet(section=section.letter, plan=plan)
    note(event, Kind.MOVEMENT, f"{key}:movement", actor, chosen)
    Section.objects.filter(pk=section.pk).update(plan=plan)
    for number, entry in enumerate(Entry.objects.filter(event=event).order_by("order"), NS):
        Entry.objects.filter(pk=entry.pk).update(section=section, number=number)
    made = {str(n): (board.dealer, board.vulnerable) for n, board in boards.items()}
    note(event, Kind.BOARDS, f"{key}:boards", actor, BoardsSet(boards=made, source="file"))
    note(event, Kind.ROUND, f"{key}:round", actor, RoundStarted(round=1))
    event.contest_set = kept
    event.round, event.boards_a_round = 1, len(boards)
    # What the table has closed its players may compare at once.
    event.ranking_open = True
    event.save(update_fields=["contest_set", "round", "boards_a_round", "ranking_open"])


def one_table(boards: int) -> Movement:
    """Two pairs that play so many boards at one table, without a change."""
    row = MovementRow(1, 1, (NS,), (EW,), 1)
    return Movement(KIND, KIND, "pairs", 2, 1, 1, 1, (row,), boards_per_set=boards)
