"""Playing on while the network is gone: what a phone takes along, and results that come late.

Results that waited on a phone come in in their order, each exactly once.
"""

from enum import StrEnum
from typing import NamedTuple, NotRequired, TypedDict, cast

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.entry import Refused, authored
from clubscore.club.record_words import OwnWords
from clubscore.club.wording import named
from clubscore.events.board_state import BoardStage, BoardState, Spot, same_result
from clubscore.events.directing import call_director
from clubscore.events.locks import must_not_be_final, taken_event
from clubscore.events.models import ResultRevision, Section
from clubscore.events.plan import PlannedMeeting
from clubscore.events.reporting import (
    BEFORE_PLAY,
    SIDES,
    Report,
    as_final_contract,
    directed_at,
    is_repeated,
    may_say_wrong,
    must_be_played_here,
    note_final_contract,
    other_side,
    place_of,
    record,
    standing_and_entry,
)
from clubscore.events.result_form import form_of
from clubscore.events.result_words import in_words
from clubscore.events.scoring import Scorer, board_title, valuation_of
from clubscore.events.seats import BOTH, own_places
from clubscore.events.selectors import own_entry
from clubscore.events.state import room_of
from clubscore.events.table_page import TablePage
from clubscore.ranking.result import ResultFacts
from clubscore.web.names_shown import safe_line


class SideAhead(TypedDict):
    """A side of a table: its names, and its people as (key, name)."""

    names: str
    people: list[tuple[int, str]]


class ToldAhead(TypedDict):
    """What one side reported and the other has still to agree with: its form, and in words."""

    side: str
    given: list[tuple[str, str]]
    said: str


class BoardAhead(TypedDict):
    """A board of a round, and how far it is.

    Where both sides may still say that it was wrong, what they `agreed`; `told` is what one of
    them says instead then. Once a par contest's auction is told, the contract `directed` instead.
    """

    number: int
    title: str
    state: str
    asks_bid: bool
    told: ToldAhead | None
    agreed: NotRequired[str]
    directed: NotRequired[str]


class PlaceAhead(TypedDict):
    """A round at a table: who sits there, for which side this phone speaks, what comes then.

    `nameless` are the seats that a table has still to name, with how often something was said.
    """

    round: int
    table: str
    title: str
    plays: bool
    side: str
    sides: dict[str, SideAhead]
    seats: dict[str, str]
    nameless: dict[str, int]
    boards: list[BoardAhead]
    then: list[str]
    in_short: str


class _Planned(NamedTuple):
    """A place of the movement, and what is said of it before anything is reported."""

    place: PlannedMeeting
    said: PlaceAhead


class RoundsAhead(TypedDict):
    """All that a phone takes along, with names as they are shown.

    `ends` is when the round ends, `minutes` how long one is.
    """

    round: int
    ends: str
    minutes: int
    board: int
    places: list[PlaceAhead]


def ahead(page: TablePage, actor: Actor) -> RoundsAhead:
    """Return everything that a table's page needs to go on by itself. No query.

    A phone left on a table takes the rounds of that table, a player's own those of the pair.
    """
    event = page.room.event
    return {
        "round": page.round,
        "ends": page.clock.ends_at.isoformat() if page.clock.ends_at else "",
        "minutes": event.minutes_a_round,
        "board": page.standing.spot.board if page.standing else 0,
        "places": [_as_it_is(page, planned) for planned in _planned(page, actor)],
    }


def _planned(page: TablePage, actor: Actor) -> list[_Planned]:
    """The rounds as the movement has them, with nothing reported.

    A page is asked for after every board; they are worked out once for as long as movement and
    entries hold.
    """
    room = page.room
    entry = own_entry(room, actor.person) if page.voice.side != BOTH else None
    if entry is None:
        whose: tuple[object, ...] = ("table", page.section.pk, page.number)
    else:
        whose = ("own", page.section.pk, entry.pk, actor.person)
    known = cast(dict[object, list[_Planned]], room.lasting.setdefault("ahead", {}))
    if whose not in known:
        places = (
            page.plan.of_table(page.number)
            if entry is None
            else own_places(room, entry, actor.person)
        )
        number = entry.number if entry else None
        known[whose] = [_Planned(place, _place(page, place, number)) for place in places]
    return known[whose]


def _as_it_is(page: TablePage, planned: _Planned) -> PlaceAhead:
    """A round with what is reported of it."""
    boards = [_board(page, planned.place, board) for board in planned.said["boards"]]
    return {**planned.said, "boards": boards}


def _place(page: TablePage, place: PlannedMeeting, own: int | None) -> PlaceAhead:
    at = page.at(place)
    side = BOTH if own is None else place.way_of(own)
    values = {
        "n": page.room.table_name(page.section, place.table),
        "r": place.round,
        "of": page.plan.rounds,
    }
    return {
        "round": place.round,
        "table": f"{page.section.letter}{place.table}",
        "title": _("Table %(n)s, round %(r)s of %(of)s") % values,
        "plays": place.is_played,
        "side": side,
        "sides": {each: _side(at, each) for each in SIDES},
        "seats": {seat: safe_line(name) for seat, name in at.seats.items()},
        "nameless": {each.seat: each.said for each in at.naming.nameless},
        "boards": [_to_come(page, number) for number in place.boards],
        "then": [safe_line(each) for each in at.goings],
        "in_short": safe_line(_in_short(at, place)),
    }


def _side(at: TablePage, side: str) -> SideAhead:
    people = [(person.pk, safe_line(person.name)) for person in at.people(side)]
    return {"names": safe_line(named(at.names[side])), "people": people}


def _in_short(at: TablePage, place: PlannedMeeting) -> str:
    names = {side: named(at.names[side]) for side in SIDES}
    if not place.is_played:
        return _("Sit-out: %(names)s") % {"names": names["ns"] or names["ew"]}
    values = names | {"a": place.boards[0], "b": place.boards[-1]}
    return _("%(ns)s v %(ew)s, boards %(a)s to %(b)s") % values


def _to_come(page: TablePage, number: int) -> BoardAhead:
    return {
        "number": number,
        "title": board_title(page.room.board(number), page.room.event),
        "state": BoardStage.TO_COME.value,
        "asks_bid": False,
        "told": None,
    }


def _board(page: TablePage, place: PlannedMeeting, to_come: BoardAhead) -> BoardAhead:
    spot = Spot(page.section.pk, place.round, place.table, to_come["number"])
    judged = page.room.event.scored_by.needs_par
    if spot not in page.room.standings and not judged:
        return to_come
    standing = page.room.standing(spot)
    directed = directed_at(page.scorer, spot) if judged else None
    found: BoardAhead = {
        **to_come,
        "state": standing.state.value,
        "asks_bid": directed is not None and directed.asks,
        "told": None,
    }
    if directed is not None and directed.text and standing.state in BEFORE_PLAY:
        found["directed"] = directed.text
    # One that is hidden has no result.
    if standing.told_by and standing.result:
        found["told"] = _told(page, standing.told_by, standing.facts)
    # Where the sides say two other things, the director settles it.
    if may_say_wrong(page.now, standing) and len(standing.proposed) < 2:
        found["agreed"] = in_words(standing.facts)
        for side, said in standing.proposed.items():
            found["told"] = _told(page, side, said.facts or ResultFacts())
    return found


def _told(page: TablePage, side: str, facts: ResultFacts) -> ToldAhead:
    return {
        "side": side,
        "given": form_of(facts, valuation_of(page.room.event)),
        "said": in_words(facts),
    }


# ---- Results that come late.

Kind = ResultRevision.Kind


class TooEarly(Refused):
    """The round is not being played yet; the result waits on where it is."""


class LateOutcome(StrEnum):
    """What became of a result that waited."""

    RECORDED = "recorded"
    SAME = "same"
    CONTRARY = "contrary"


def hand_in(
    *,
    section: Section,
    report: Report,
    side: str,
    reason: str,
    actor: Actor,
    reached: str = "",
) -> LateOutcome:
    """Record what a side reported while its phone was offline, first what the auction reached.

    A report equal to a result that came in since changes nothing; a different one is kept
    with it for the director. TooEarly if the round has not started, Refused if no one plays
    this board there, the key belongs to another entry, or the ranking is final.
    """
    with taken_event(section.event) as event:
        must_not_be_final(event)
        place = place_of(section, report.round, report.table)
        must_be_played_here(place, report.board)
        spot = Spot(section.pk, report.round, report.table, report.board)
        standing, there = standing_and_entry(event, spot, report.key)
        if is_repeated(there, spot, report):
            return LateOutcome.SAME
        now = event.round_in(section.letter)
        must_have_begun(now, report.round)
        _note_bid(section, spot, reached, f"{report.key}:bid", actor)
        corrects = report.corrects and may_say_wrong(now, standing)
        if _is_said(standing, report.facts, side, corrects=corrects):
            return LateOutcome.SAME
        kind = _kind(standing, report.facts, side, corrects=corrects)
        entry = authored(actor, event.club_id, report.key, reason)
        record(standing, place, kind, report.facts, side, entry)
    return LateOutcome.CONTRARY if kind == Kind.CONTRARY else LateOutcome.RECORDED


def must_have_begun(now: int, round_: int) -> None:
    """Refuse a round that is not played yet; reports of it wait."""
    if round_ > now:
        text = _("Round %(round)s has not started. This result waits until it does.")
        raise TooEarly(text % {"round": round_})


def _note_bid(section: Section, spot: Spot, reached: str, key: str, actor: Actor) -> None:
    """Record what a par contest's auction reached; if another is recorded, call the director.

    Where there is no director what was recorded first stands.
    """
    if not reached.strip():
        return
    room = room_of(section.event)
    directed = directed_at(Scorer(room), spot)
    if directed is None:
        return
    if directed.asks:
        note_final_contract(section=section, spot=spot, reached=reached, key=key, actor=actor)
    elif room.reached.get(spot) != as_final_contract(reached) and room.event.contest_set_id is None:
        why = OwnWords("reached-late", spot.board, as_final_contract(reached))
        call_director(section=section, table=spot.table, why=why, actor=actor)


def _is_said(standing: BoardState, facts: ResultFacts, side: str, *, corrects: bool) -> bool:
    """Whether the same already counts, or is already this side's report."""
    if standing.state is BoardStage.IN and not (corrects and standing.proposed):
        there = [standing.facts, *(each.facts or {} for each in standing.contrary)]
        return any(same_result(each, facts) for each in there)
    own = (standing.proposed if corrects else standing.versions).get(side)
    return own is not None and same_result(own.facts or {}, facts)


def _kind(standing: BoardState, facts: ResultFacts, side: str, *, corrects: bool) -> str:
    """What a report that came late is; one that corrects waits for the other side, as at once."""
    if standing.state is BoardStage.IN and not corrects:
        return Kind.CONTRARY
    said = standing.proposed if corrects else standing.versions
    theirs = said.get(other_side(side))
    return Kind.AGREED if theirs is not None and same_result(theirs.facts, facts) else Kind.TOLD
