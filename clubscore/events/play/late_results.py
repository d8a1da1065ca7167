"""Results that waited on a phone come in late, in their order, each exactly once."""

from enum import StrEnum

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.authorship import authored
from clubscore.club.own_words import OwnWords
from clubscore.club.refused import Refused
from clubscore.events.locks import must_not_be_final, taken_event
from clubscore.events.models import ResultRevision, Section
from clubscore.events.play.directed import as_reached, directed_at, note_reached
from clubscore.events.play.directing import call_director
from clubscore.events.play.reporting import (
    Report,
    is_repeated,
    may_say_wrong,
    must_be_played_here,
    other_side,
    place_of,
    record,
    standing_and_entry,
)
from clubscore.events.state.event_now import room_of
from clubscore.events.state.scoring import Scorer
from clubscore.events.state.spot_state import Spot, Standing, State, same_result
from clubscore.ranking.result import ResultFacts

Kind = ResultRevision.Kind


class TooEarly(Refused):
    """The round is not being played yet; the result waits on where it is."""


class Outcome(StrEnum):
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
) -> Outcome:
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
            return Outcome.SAME
        now = event.round_in(section.letter)
        must_have_begun(now, report.round)
        _note_bid(section, spot, reached, f"{report.key}:bid", actor)
        corrects = report.corrects and may_say_wrong(now, standing)
        if _is_said(standing, report.facts, side, corrects=corrects):
            return Outcome.SAME
        kind = _kind(standing, report.facts, side, corrects=corrects)
        entry = authored(actor, event.club_id, report.key, reason)
        record(standing, place, kind, report.facts, side, entry)
    return Outcome.CONTRARY if kind == Kind.CONTRARY else Outcome.RECORDED


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
        note_reached(section=section, spot=spot, reached=reached, key=key, actor=actor)
    elif room.reached.get(spot) != as_reached(reached) and room.event.contest_set_id is None:
        why = OwnWords("reached-late", spot.board, as_reached(reached))
        call_director(section=section, table=spot.table, why=why, actor=actor)


def _is_said(standing: Standing, facts: ResultFacts, side: str, *, corrects: bool) -> bool:
    """Whether the same already counts, or is already this side's report."""
    if standing.state is State.IN and not (corrects and standing.proposed):
        there = [standing.facts, *(each.facts or {} for each in standing.contrary)]
        return any(same_result(each, facts) for each in there)
    own = (standing.proposed if corrects else standing.versions).get(side)
    return own is not None and same_result(own.facts or {}, facts)


def _kind(standing: Standing, facts: ResultFacts, side: str, *, corrects: bool) -> str:
    """What a report that came late is; one that corrects waits for the other side, as at once."""
    if standing.state is State.IN and not corrects:
        return Kind.CONTRARY
    said = standing.proposed if corrects else standing.versions
    theirs = said.get(other_side(side))
    return Kind.AGREED if theirs is not None and same_result(theirs.facts, facts) else Kind.TOLD
