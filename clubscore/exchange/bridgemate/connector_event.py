"""An event as the pads are told it: sections, tables, rounds, names, settings.

What was told is kept as plain rows, so that a later change knows from which round on it differs.
"""

from __future__ import annotations

from typing import NamedTuple

from bridgemate_dataconnector import validate_init_dto, validate_section_update_dto
from bridgemate_dataconnector.dto import (
    Bm2ShowPlayerNamesOption,
    Bm3LeadCardEntryOption,
    Bm3TdCallOption,
    Bridgemate2SettingsDTO,
    Bridgemate3SettingsDTO,
    InitDTO,
    ParticipationDTO,
    RoundDTO,
    ScoringGroupDTO,
    SectionDTO,
    SectionUpdateDTO,
    SessionDTO,
    TableDirection,
    TableDTO,
)
from django.utils.translation import gettext as _

from clubscore.club.models import Person
from clubscore.club.refused import Refused
from clubscore.events.models import Event, Section
from clubscore.events.models.pads_facts import PadRowKept
from clubscore.events.state.event_now import Room
from clubscore.events.state.plan import Place, Plan
from clubscore.events.terms.formats import PAIRS
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


def sections_told(room: Room) -> list[SectionTold]:
    """Return the sections of an event. Refused where pads cannot play it."""
    if room.event.contestants_are != PAIRS:
        raise Refused(_("Only pairs can play with Bridgemates: this event has no pairs."))
    if len(room.plans) < len(room.sections) or not room.plans:
        raise Refused(_("Choose the movement first."))
    found = [_section(room, each) for each in room.sections]
    if not all(each.rows for each in found):
        raise Refused(_("Draw the first round first."))
    return found


def _section(room: Room, section: Section) -> SectionTold:
    plan = room.plan(section)
    rounds = max((number for number, _table in plan.places), default=0)
    rows = [
        _row(plan.places.get((number, table)), number, table)
        for table in range(1, plan.tables + 1)
        for number in range(1, rounds + 1)
    ]
    winners = 2 if plan.winners == 2 else 1
    return SectionTold(section.letter, winners, _goes_on(plan, rounds), rows)


def _goes_on(plan: Plan, rounds: int) -> bool:
    """Whether more rounds are drawn later, so that the pads must not end the session."""
    return rounds < plan.rounds


def _row(place: Place | None, number: int, table: int) -> PadRowKept:
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


def init_of(room: Room, guid: str, sections: list[SectionTold]) -> InitDTO:
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


def update_of(room: Room, guid: str, section: SectionTold) -> SectionUpdateDTO:
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


def _names(room: Room, guid: str, section: SectionTold) -> list[ParticipationDTO]:
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
    """Return the first round that differs, 0 where none does."""
    before, after = ({tuple(row) for row in rows} for rows in (was, now))
    return min((row[0] for row in before ^ after), default=0)
