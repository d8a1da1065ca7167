"""Speaking with Bridgemate's Data Connector: where it answers, what it is told, names it tells.

What is sent holds names and a licence key in plain http. So only this machine and private
networks are called, by number, and the place is said by whoever keeps the machine, never by a
form. The vendor's client may be absent; then `adds` adds nothing.
"""

from __future__ import annotations

import hashlib
import json
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from bridgemate_dataconnector import (
    DataConnectorClient,
    HttpTransport,
    TransportException,
    validate_init_dto,
    validate_participation_dto,
    validate_section_update_dto,
)
from bridgemate_dataconnector.dto import (
    Bm2ShowPlayerNamesOption,
    Bm3LeadCardEntryOption,
    Bm3TdCallOption,
    Bridgemate2SettingsDTO,
    Bridgemate3SettingsDTO,
    ErrorType,
    InitDTO,
    ParticipationDTO,
    RoundDTO,
    ScoringGroupDTO,
    ScoringProgramRequest,
    ScoringProgramResponse,
    SectionDTO,
    SectionUpdateDTO,
    SessionDTO,
    TableDirection,
    TableDTO,
)
from bridgemate_dataconnector.dto import DataConnectorResponseData as Data
from bridgemate_dataconnector.dto import ScoringProgramDataConnectorCommands as Commands
from django.conf import settings
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.entry import Refused
from clubscore.club.models import Club, Person
from clubscore.club.people import people_in
from clubscore.environment import is_number, is_private
from clubscore.events.formats import PAIRS
from clubscore.events.locks import is_noted
from clubscore.events.models import Event, Section
from clubscore.events.models.facts import PadRowKept
from clubscore.events.names_from_seats import SeatNames, SeatPlace, name_seats
from clubscore.events.plan import MovementPlan, PlannedMeeting
from clubscore.events.state import EventState
from clubscore.files.printable import printable
from clubscore.ranking import find_scoring

PAIRS_PLAY, GROUP = 10, 1
# Start the control software, begin anew with this event, read the pads, forget what was before.
ANEW = 1 + 2 + 4 + 128
PIN = "0000"
DIRECTIONS = {
    "N": TableDirection.North,
    "E": TableDirection.East,
    "S": TableDirection.South,
    "W": TableDirection.West,
}


class SectionTold(NamedTuple):
    """A section as the pads are told it: its rows by tables and rounds."""

    letter: str
    winners: int
    keeps_on: bool
    rows: list[PadRowKept]

    @property
    def tables(self) -> int:
        """How many tables it has."""
        return len({row[1] for row in self.rows})


def pad_sections(room: EventState) -> list[SectionTold]:
    """Return the sections of an event. Refused where pads cannot play it."""
    if room.event.contestants_are != PAIRS:
        raise Refused(_("Only pairs can play with Bridgemates: this event has no pairs."))
    if len(room.plans) < len(room.sections) or not room.plans:
        raise Refused(_("Choose the movement first."))
    found = [_section(room, each) for each in room.sections]
    if not all(each.rows for each in found):
        raise Refused(_("Draw the first round first."))
    return found


def _section(room: EventState, section: Section) -> SectionTold:
    plan = room.plan(section)
    rounds = max((number for number, _table in plan.places), default=0)
    rows = [
        _row(plan.places.get((number, table)), number, table)
        for table in range(1, plan.tables + 1)
        for number in range(1, rounds + 1)
    ]
    winners = 2 if plan.winners == 2 else 1
    return SectionTold(section.letter, winners, _goes_on(plan, rounds), rows)


def _goes_on(plan: MovementPlan, rounds: int) -> bool:
    """Whether more rounds are drawn later, so that the pads must not end the session."""
    return rounds < plan.rounds


def _row(place: PlannedMeeting | None, number: int, table: int) -> PadRowKept:
    """Return a table in a round: round, table, both pairs, lowest and highest board; 0 for none."""
    if place is None or not place.is_played:
        sides = (0, 0) if place is None else (place.ns or 0, place.ew or 0)
        ns, ew = (side if isinstance(side, int) else 0 for side in sides)
        return (number, table, ns, ew, 0, 0)
    ns, ew = (side if isinstance(side, int) else 0 for side in place.sides)
    low, high = min(place.boards), max(place.boards)
    if sorted(place.boards) != list(range(low, high + 1)):
        text = _(
            "Round %(round)s, table %(table)s: Bridgemates need boards that follow one another."
        )
        raise Refused(text % {"round": number, "table": table})
    return (number, table, ns, ew, low, high)


def init_of(room: EventState, guid: str, sections: list[SectionTold]) -> InitDTO:
    """Return an event with all that it begins with. Refused in the words of the client's rules."""
    event = room.event
    group = ScoringGroupDTO(
        session_guid=guid,
        sections=[_section_dto(guid, each) for each in sections],
        scoring_group_number=GROUP,
        scoring_method=_scoring(event),
    )
    session = SessionDTO(
        scoring_groups=[group],
        session_guid=guid,
        name=event.name,
        year=event.evening.year,
        month=event.evening.month,
        day=event.evening.day,
    )
    told = InitDTO(
        commands=ANEW,
        sessions=[session],
        player_data=[],
        participations=[one for each in sections for one in _names(room, guid, each)],
        bridgemate2_settings=[_settings_2(event, guid, each.letter) for each in sections],
        bridgemate3_settings=[_settings_3(event, guid, each.letter) for each in sections],
    )
    if not validate_init_dto(told):
        raise _not_sent(told.validation_messages)
    return told


def update_of(room: EventState, guid: str, section: SectionTold) -> SectionUpdateDTO:
    """Return a section that changed. Refused in the words of the client's rules."""
    told = SectionUpdateDTO(
        session_guid=guid,
        scoring_group_number=GROUP,
        scoring_group_scoring_method=_scoring(room.event),
        letters=section.letter,
        winners=section.winners,
        game_type=PAIRS_PLAY,
        keep_bridgemates_alive=section.keeps_on,
        added_players=[],
        participations=_names(room, guid, section),
        tables=_tables(guid, section),
    )
    if not validate_section_update_dto(told):
        raise _not_sent(told.validation_messages)
    return told


def _not_sent(messages: list[str] | None) -> Refused:
    why = "; ".join(messages or [])[:200]
    return Refused(_("Nothing was sent; the vendor's rules refuse it: %(why)s") % {"why": why})


def _scoring(event: Event) -> int:
    return find_scoring(event.scoring).pads


def _section_dto(guid: str, section: SectionTold) -> SectionDTO:
    return SectionDTO(
        session_guid=guid,
        scoring_group_number=GROUP,
        letters=section.letter,
        winners=section.winners,
        game_type=PAIRS_PLAY,
        keep_bridgemates_alive=section.keeps_on,
        tables=_tables(guid, section),
    )


def _tables(guid: str, section: SectionTold) -> list[TableDTO]:
    return [
        TableDTO(
            session_guid=guid,
            section_letters=section.letter,
            table_number=table,
            keep_bridgemates_alive=section.keeps_on,
            rounds=[
                RoundDTO(
                    session_guid=guid,
                    section_letters=section.letter,
                    table_number=table,
                    round_number=number,
                    low_board_number=low,
                    high_board_number=high,
                    pair_ns=ns,
                    pair_ew=ew,
                )
                for number, at, ns, ew, low, high in section.rows
                if at == table
            ],
        )
        for table in sorted({row[1] for row in section.rows})
    ]


def _names(room: EventState, guid: str, section: SectionTold) -> list[ParticipationDTO]:
    """Return who sits where in the first round; a seat without a name is left out."""
    own = room.section(section.letter)
    if own is None:
        return []
    found = []
    for place in room.plan(own).of_round(1):
        for way, seats in (("ns", "NS"), ("ew", "EW")):
            people = room.people(own.pk, place, way)
            for seat, person in zip(seats, people, strict=False):
                found.append(_name(guid, section.letter, place.table, seat, person))
    return found


def _name(guid: str, letter: str, table: int, seat: str, person: Person) -> ParticipationDTO:
    first, _space, last = person.name.rpartition(" ")
    return ParticipationDTO(
        session_guid=guid,
        section_letters=letter,
        table_number=table,
        direction=DIRECTIONS[seat],
        round_number=1,
        first_name=first,
        last_name=last,
    )


def _settings_2(event: Event, guid: str, letter: str) -> Bridgemate2SettingsDTO:
    return Bridgemate2SettingsDTO(
        session_guid=guid,
        section_letters=letter,
        show_pair_numbers=True,
        autopoweroff_time=20,
        verification_time=2,
        lead_card=event.asks_lead,
        board_order_verification=True,
        bm2_pi_ncode=PIN,
        bm2_remaining_boards=True,
        bm2_next_seatings=True,
        bm2_score_correction=True,
        bm2_show_player_names=Bm2ShowPlayerNamesOption.ShowInFirstRoundOnly,
        bm2_td_call=True,
    )


def _settings_3(event: Event, guid: str, letter: str) -> Bridgemate3SettingsDTO:
    leads = Bm3LeadCardEntryOption(1) if event.asks_lead else Bm3LeadCardEntryOption.Disabled
    return Bridgemate3SettingsDTO(
        session_guid=guid,
        section_letters=letter,
        bm3_screen_brightness=5,
        bm3_screen_dim_mode=5,
        bm3_screen_off_mode=10,
        bm3_sleep_mode=20,
        bm3_audio_volume=3,
        bm3_pi_ncode=PIN,
        bm3_td_call=Bm3TdCallOption(1),
        bm3_lead_card_entry=leads,
    )


def changed_from(was: list[PadRowKept], now: list[PadRowKept]) -> int:
    """Return the first round that differs, 0 where none does.

    For this what was told is kept as plain rows.
    """
    before, after = ({tuple(row) for row in rows} for rows in (was, now))
    return min((row[0] for row in before ^ after), default=0)


# ---- Where the control software answers.

PORT = 5079
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


class ConnectorPlace(NamedTuple):
    """The address of the Data Connector, and by what it knows the club."""

    address: str
    club: str
    key: str


def is_named() -> bool:
    """Whether whoever keeps this machine named a Data Connector at all."""
    return bool(settings.CLUBSCORE_BRIDGEMATE)


def place_for(club: Club) -> ConnectorPlace:
    """Return where the club's pads are reached. Refused says what is missing or wrong."""
    if not is_named():
        raise Refused(
            _("No Data Connector is named on this machine. Set CLUBSCORE_BRIDGEMATE there.")
        )
    meant = settings.CLUBSCORE_BRIDGEMATE_FOR
    if meant != club.slug and (meant or Club.objects.exclude(pk=club.pk).exists()):
        raise Refused(
            _(
                "The pads of this machine belong to another club. CLUBSCORE_BRIDGEMATE_FOR says"
                " which."
            )
        )
    known = settings.CLUBSCORE_BRIDGEMATE_CLUB, settings.CLUBSCORE_BRIDGEMATE_KEY
    if not all(known):
        raise Refused(
            _(
                "Set CLUBSCORE_BRIDGEMATE_CLUB and CLUBSCORE_BRIDGEMATE_KEY on this machine to the"
                " club's id and licence key."
            )
        )
    return ConnectorPlace(_address(settings.CLUBSCORE_BRIDGEMATE), *known)


def _address(told: str) -> str:
    """Return the base address. Refused for what is no private number and port.

    No server of names decides who receives names and a licence key in plain http.
    """
    try:
        parts = urlsplit(f"//{told}")
        host, port = parts.hostname or "", parts.port or PORT
    except ValueError:
        host, port = "", 0
    private = host in THIS_MACHINE or (is_number(host) and is_private(host))
    if not private or parts.path or parts.query or parts.username:
        raise Refused(
            _(
                "CLUBSCORE_BRIDGEMATE must be this machine or a number of a private network, such"
                " as 192.168.1.50:5079."
            )
        )
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


# ---- Questions to the Data Connector.

SECONDS: Final = 5
MOST_BYTES: Final = 4_000_000
Items = list[dict[str, object]]


class _Transport(HttpTransport):
    """One try in a limited time, of a limited size, without proxies and redirects.

    The client tries five times; what failed once fails at once from then on.
    """

    def __init__(self) -> None:
        self._failed = ""
        # The opener of nothing but http: no redirect is followed, no proxy asked.
        self._opener = urllib.request.OpenerDirector()
        for handler in (urllib.request.HTTPHandler(), urllib.request.HTTPDefaultErrorHandler()):
            self._opener.add_handler(handler)
        self._opener.add_handler(urllib.request.HTTPErrorProcessor())

    def get(self, url: str) -> str:
        """Ask for an address. TransportException where nothing answers."""
        return self._execute(urllib.request.Request(url))  # noqa: S310 - a base of our own

    def post(self, url: str, json_body: str) -> str:
        """Send JSON to an address. TransportException where nothing answers."""
        headers = {"Content-Type": "application/json; charset=utf-8"}
        return self._execute(
            urllib.request.Request(url, json_body.encode(), headers)  # noqa: S310 - the same
        )

    def _execute(self, request: urllib.request.Request) -> str:
        if self._failed:
            raise TransportException(self._failed)
        try:
            with self._opener.open(request, timeout=SECONDS) as answer:
                content = answer.read(MOST_BYTES + 1)
            if len(content) > MOST_BYTES:
                raise ValueError("too long")
            return str(content.decode())
        except (OSError, ValueError, urllib.error.URLError) as error:
            self._failed = str(error) or "no answer"
            raise TransportException(self._failed) from error


class Connector:
    """The Data Connector at a place. Every question raises Refused where its answer is none."""

    def __init__(self, place: ConnectorPlace) -> None:
        self._client = DataConnectorClient(place.club, place.key, place.address, _Transport())

    def version(self) -> str:
        """Return what answers there calls itself."""
        answer = self._client.connect()
        if answer.data_type is not Data.OK:
            raise Refused(_no_connection())
        told = str(_loaded(answer.serialized_data))
        return printable(told.rpartition("version")[2].strip(' :."'))[:40]

    def start(self, told: InitDTO) -> None:
        """Let it begin anew with an event; everything that the pads had is gone."""
        self._must_be_ok(self._client.initialize(told), Commands.InitializeEvent)

    def update(self, told: SectionUpdateDTO) -> None:
        """Change the movement of a section; results from the changed round on are deleted."""
        self._must_be_ok(self._client.update_movement(told), Commands.UpdateMovement)

    def all_results(self, guid: str) -> Items:
        """Return every result of a session, those that were asked for before too."""
        return self._items(guid, Commands.PollQueueForAllResults, Data.Results)[0]

    def all_names(self, guid: str) -> Items:
        """Return who sits where, as the pads were told."""
        return self._items(guid, Commands.PollQueueForAllParticipations, Data.Participations)[0]

    def new_calls(self, guid: str) -> tuple[Items, int]:
        """Return the calls that were not accepted yet, and the number of the last one."""
        return self._items(guid, Commands.PollQueueForNewTdCalls, Data.TdCalls)

    def accept_calls(self, guid: str, last: int) -> None:
        """Say that the calls up to a number have come in."""
        answer = self._send(guid, Commands.AcceptTdCallQueueItems, json.dumps(last))
        self._must_be_ok(answer, Commands.AcceptTdCallQueueItems)

    def _send(self, guid: str, command: Commands, data: str) -> ScoringProgramResponse:
        request = ScoringProgramRequest(command=command, session_guid=guid, serialized_data=data)
        try:
            return self._client.send_request(request)
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise Refused(_not_understood()) from error

    def _items(self, guid: str, command: Commands, data: Data) -> tuple[Items, int]:
        answer = self._send(guid, command, "")
        if answer.error_type is ErrorType.NoData or (
            answer.data_type in (Data.OK, Data.None_) and not answer.serialized_data
        ):
            return [], 0
        self._must_not_be_error(answer)
        found = _loaded(answer.serialized_data)
        if answer.data_type is not data or answer.request_command is not command:
            raise Refused(_not_understood())
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            raise Refused(_not_understood())
        last = answer.last_queue_item_id
        return found, last if isinstance(last, int) else 0

    def _must_be_ok(self, answer: ScoringProgramResponse, command: Commands) -> None:
        self._must_not_be_error(answer)
        if answer.data_type is not Data.OK or answer.request_command is not command:
            raise Refused(_not_understood())

    def _must_not_be_error(self, answer: ScoringProgramResponse) -> None:
        if answer.data_type is not Data.Error:
            return
        if answer.error_type in (ErrorType.NoConnection, ErrorType.EmptyResponse):
            raise Refused(_no_connection())
        if answer.error_type in (ErrorType.Busy, ErrorType.TimeOut):
            raise Refused(_("The Data Connector is busy. Wait a moment, then try once more."))
        told = printable(str(_loaded(answer.serialized_data)))[:200]
        raise Refused(_("The Data Connector refuses this: %(why)s") % {"why": told})


def _loaded(told: str | None) -> object:
    """Return what an answer holds. Refused where it is cut off, or no JSON."""
    try:
        return json.loads(told or "")
    except (TypeError, ValueError, RecursionError) as error:
        raise Refused(_not_understood()) from error


def _no_connection() -> str:
    return _(
        "The Data Connector does not answer. Check that it runs and that CLUBSCORE_BRIDGEMATE is"
        " its address."
    )


def _not_understood() -> str:
    return _(
        "The Data Connector's answer is incomplete, or of a version unknown here. Nothing was"
        " changed by it."
    )


__all__: Sequence[str] = ("Connector", "Items")


# ---- Names that players entered at the pads.

# By the number of a direction: which side, and which of its two seats.
SEATS = {1: ("ns", 0), 2: ("ew", 0), 3: ("ns", 1), 4: ("ew", 1)}


class PadName(NamedTuple):
    """A name that was entered at a seat of the first round."""

    section: str
    table: int
    seat: int
    name: str


def pad_names(items: Items) -> list[PadName]:
    """Return who sits where by the pads, the last word of each seat; numbers alone name nobody."""
    found: dict[tuple[str, int, int], str] = {}
    for item in items:
        try:
            told = ParticipationDTO.from_dict(item)
            if not validate_participation_dto(told, allow_player_number_and_name=True):
                continue
            at = (told.section_letters or "")[:1], int(told.table_number), int(told.direction)
            name = " ".join(f"{told.first_name or ''} {told.last_name or ''}".split())[:80]
        except (TypeError, ValueError, KeyError, AttributeError):
            continue
        if told.round_number <= 1:
            found[at] = "" if told.is_removal else name
    return [PadName(*at, name) for at, name in found.items() if name]


def name_from_pads(room: EventState, items: Items, actor: Actor) -> int:
    """Name pairs that have no names yet from what the pads say; return how many seats that were.

    A name that is nobody's here for certain waits to be settled, as one that a table typed. Pairs
    entered by name stay as they are.
    """
    people = {one.name.casefold(): one for one in people_in(room.event.club).order_by("-pk")}
    came = 0
    for section, said in _by_entry(room, items).items():
        for pk, seats in said.items():
            digest = hashlib.sha256(repr((pk, seats)).encode()).hexdigest()[:24]
            key = f"pads:{digest}"
            if is_noted(room.event, f"{key}:{pk}"):
                continue
            known = [people.get(name.casefold()) if name else None for name in seats]
            typed = [
                "" if one or not name else name for one, name in zip(known, seats, strict=True)
            ]
            name_seats(
                where=SeatPlace(section),
                said=[SeatNames(pk, known, tuple(typed))],
                key=key,
                actor=actor,
            )
            came += sum(map(bool, seats))
    return came


def _by_entry(room: EventState, items: Items) -> dict[Section, dict[int, list[str]]]:
    """Return the names of seats by section and entry, where the entry still lacks some."""
    found: dict[Section, dict[int, list[str]]] = defaultdict(dict)
    for told in pad_names(items):
        section = room.section(told.section)
        if section is None or section.pk not in room.plans:
            continue
        place = room.plan(section).places.get((1, told.table))
        way, at = SEATS.get(told.seat, ("", 0))
        side = place.side(way) if place and way else None
        entry = room.by_number.get((section.pk, side)) if isinstance(side, int) else None
        if entry is not None and entry.lacks_names:
            found[section].setdefault(entry.pk, ["", ""])[at] = told.name
    return found
