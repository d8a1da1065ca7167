"""Results from a file of electronic scoring pads, compared with what is recorded, and imported.

The file comes again and again during a session, with more results each time. What is new
in it counts, what is already in changes nothing, and what differs is kept with it for the
director, like the late report of a phone. Each result has a key of its own, so that it is imported
once.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.authorship import authored
from clubscore.club.own_words import OwnWords, brought_by, cut_to
from clubscore.club.refused import Refused
from clubscore.club.wording.phrases import said
from clubscore.events.locks import must_not_be_final, taken_event
from clubscore.events.models import Event, ResultRevision, Section
from clubscore.events.play.late_results import must_have_begun
from clubscore.events.play.reporting import must_be_played_here, place_of, record
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.plan import Place, Plan
from clubscore.events.state.scoring import Scorer
from clubscore.events.state.spot_state import Spot, Standing, State, same_result
from clubscore.events.terms.formats import INDIVIDUALS
from clubscore.laws.errors import RuleError
from clubscore.ranking.result import ResultFacts

Kind = ResultRevision.Kind
LONGEST_AUTHOR = 120


class PadRow(NamedTuple):
    """A result of the file: where it was entered, between whom, and what it says as facts.

    ``ns`` and ``ew`` are as the movement has them; where they sat ``turned``, the other way round.
    """

    section: str
    round: int
    table: int
    board: int
    ns: int
    ew: int
    facts: ResultFacts
    turned: bool = False


class Found(StrEnum):
    """A result of the file compared with what is recorded."""

    NEW = "new"
    SAME = "same"
    CONTRARY = "contrary"
    SETTLED = "settled"
    NOWHERE = "nowhere"


class Looked(NamedTuple):
    """A result of the file, what it is here, why it has no place, and where it has one."""

    row: PadRow
    found: Found
    why: str = ""
    standing: Standing | None = None
    place: Place | None = None
    key: str = ""


def look_over(room: Room, rows: Iterable[PadRow]) -> list[Looked]:
    """Return what each result of the file would do. No query.

    Refuses an individual event: the file knows pairs only.
    """
    if room.event.contestants_are == INDIVIDUALS:
        text = _(
            "A Bridgemate file lists pairs, but this is an individual event. Enter the"
            " results by hand."
        )
        raise Refused(text)
    scorer = Scorer(room)
    read = {each.key for one in room.standings.values() for each in one.revisions}
    return _none_twice([_look(scorer, row, read) for row in rows])


def _none_twice(looked: list[Looked]) -> list[Looked]:
    """Leave out what the file has twice for one place: perhaps it holds two sections."""
    places = Counter(each.standing.spot for each in looked if each.standing)
    why = _("The file has this board at this table twice, perhaps from two sections.")
    return [
        Looked(each.row, Found.NOWHERE, why)
        if each.standing and places[each.standing.spot] > 1
        else each
        for each in looked
    ]


def _look(scorer: Scorer, row: PadRow, read: set[str]) -> Looked:
    room = scorer.room
    try:
        section = _section(room, row)
        place = place_of(section, row.round, row.table)
        must_be_played_here(place, row.board)
        must_have_begun(room.now(section.pk), row.round)
        _must_sit_there(room, place, room.plan(section), row)
        spot = Spot(section.pk, row.round, row.table, row.board)
        scorer.score(spot, row.facts)
    except Refused as refused:
        return Looked(row, Found.NOWHERE, str(refused))
    except RuleError as error:
        return Looked(row, Found.NOWHERE, said(error))
    standing, key = room.standing(spot), _key(spot, row.facts)
    return Looked(row, _found(standing, row.facts, key in read), "", standing, place, key)


def _section(room: Room, row: PadRow) -> Section:
    """The section of a row; if there is only one, it is that one, by any name in the file."""
    if len(room.sections) == 1:
        return room.sections[0]
    section = room.section(row.section.upper())
    if section is None:
        text = _("There is no section %(letter)s here.") % {"letter": row.section[:20]}
        raise Refused(text)
    return section


def _must_sit_there(room: Room, place: Place, plan: Plan, row: PadRow) -> None:
    """Refuse where the file has others at the table than the movement.

    Where both directions have a ranking, files call East-West by numbers that begin with 1 again.
    """
    of_ns = sum(plan.direction(pair) == "NS" for pair in range(1, plan.pairs + 1))
    ew_again = row.ew + of_ns if plan.winners == 2 else row.ew
    if row.ns == place.ns and place.ew in (row.ew, ew_again):
        return
    text = _("The file has pairs %(ns)s and %(ew)s here, the movement %(one)s and %(other)s.")
    values = {"ns": row.ns, "ew": row.ew, "one": place.ns, "other": place.ew}
    raise Refused(text % values)


def _found(standing: Standing, facts: ResultFacts, read: bool) -> Found:
    """A result compared with what is recorded; one that was ``read`` before has been dealt with."""
    if all(same_result(each, facts) for each in said_there(standing)):
        if standing.state is State.IN:
            return Found.SAME
        return Found.SETTLED if read else Found.NEW
    waits = any(same_result(each.facts, facts) for each in standing.contrary)
    return Found.SETTLED if read or waits else Found.CONTRARY


def said_there(standing: Standing) -> list[ResultFacts]:
    """Return what counts at a spot, or what its sides reported."""
    if standing.state is State.IN:
        return [standing.facts]
    return [each.facts or {} for each in standing.versions.values()]


def _key(spot: Spot, facts: ResultFacts) -> str:
    told = json.dumps([*spot, facts], sort_keys=True)
    return f"pad:{hashlib.sha256(told.encode()).hexdigest()[:32]}"


def take_from_pads(
    *, event: Event, rows: Sequence[PadRow], source: str, actor: Actor
) -> list[Looked]:
    """Record what is new in a file, and what differs next to what counts; all of it or nothing.

    Returns what each result was. Refuses before play and when the ranking is final.
    """
    with taken_event(event) as found:
        must_not_be_final(found)
        looked = look_over(room_of(found), rows)
        author = cut_to(brought_by(actor.label), LONGEST_AUTHOR)
        device = OwnWords("bridgemate")
        for each in looked:
            if each.standing is None or each.place is None:
                continue
            if each.found not in (Found.NEW, Found.CONTRARY):
                continue
            entry = authored(actor, found.club_id, each.key, source[:200])
            entry |= {"author": author, "device": device}
            kind = Kind.TYPED if each.found is Found.NEW else Kind.CONTRARY
            place = each.place
            if each.row.turned:
                place = place._replace(ns=place.ew, ew=place.ns)
            record(each.standing, place, kind, each.row.facts, "", entry)
    return looked
