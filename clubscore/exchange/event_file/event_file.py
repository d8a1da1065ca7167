"""The event file, ``clubscore-event/1``: one duplicate or par event, answered and written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from clubscore.exchange.reading.json_text import Answer
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import (
    Event,
    Ranked,
    Ranking,
    Row,
    Traveller,
    TravellerRow,
    over_sessions,
    rank,
    read_event,
    show_number,
    side_by_side,
    travellers,
)
from clubscore.ranking.event import TextKey
from clubscore.ranking.result import ruling_facts, seats

# A row of a ranking, with the further columns of its scoring.
RowAnswer = Mapping[str, str | int | Sequence[str] | None]


class RankingAnswer(TypedDict):
    """A ranking: of one direction or of all, of the whole field or of a stratum."""

    direction: str | None
    list: str
    rows: Sequence[RowAnswer]


class TravellerAnswer(TypedDict):
    """A board, with every result as it was compared."""

    board: int
    section: NotRequired[str]
    top: str | None
    rows: Sequence[Answer]


class EventAnswer(TypedDict, total=False):
    """What is answered for one event, or for the sessions of one ranking."""

    scoring: str
    rankings: list[RankingAnswer]
    travellers: list[TravellerAnswer]
    also: dict[str, list[RankingAnswer]]
    events: list[Mapping[TextKey, str]]


def answer_event(raw: object, also: Sequence[str] = ()) -> EventAnswer:
    """What ``score_event`` answers for one event, ranked in these other ways too.

    RuleError names the field.
    """
    return answer_read(read_event(raw), also)


def answer_read(event: Event, also: Sequence[str] = ()) -> EventAnswer:
    """What is answered for an event that was read."""
    if not also:
        return answer_ranked(rank(event))
    ranked = side_by_side(event, also)
    answer = answer_ranked(ranked.pop(event.scoring))
    answer["also"] = {
        key: [_ranking(each) for each in other.rankings] for key, other in ranked.items()
    }
    return answer


def answer_ranked(ranked: Ranked) -> EventAnswer:
    """An event that was ranked by its own scoring, as an answer writes it."""
    return {
        "scoring": ranked.event.scoring,
        "rankings": [_ranking(each) for each in ranked.rankings],
        "travellers": [_traveller(ranked.event, each) for each in travellers(ranked)],
    }


def answer_sessions(events: Sequence[Event]) -> EventAnswer:
    """What is answered for the sessions of one ranking: nothing of their boards.

    RuleError at ``events[n]``, counted from 0.
    """
    return {
        "scoring": events[0].scoring,
        "rankings": [_ranking(each) for each in over_sessions(ranked_each(events))],
        "events": [each.about for each in events],
    }


def ranked_each(events: Sequence[Event]) -> list[Ranked]:
    """Every event by its own scoring. RuleError at ``events[n]``, counted from 0."""
    if not events:
        raise RuleError("empty", gettext_noop("A ranking needs at least one event."), "events")
    found = []
    for at, event in enumerate(events):
        try:
            found.append(rank(event))
        except RuleError as error:
            raise error.under(f"events[{at}]") from None
    return found


def _ranking(ranking: Ranking) -> RankingAnswer:
    return {
        "direction": ranking.direction,
        "list": ranking.list,
        "rows": [_row(row) for row in ranking.rows],
    }


def _row(row: Row) -> RowAnswer:
    entry = row.entry
    return {
        "place": row.place,
        "contestant": entry.contestant.number,
        "names": list(entry.contestant.names),
        "boards": entry.boards,
        "score": show_number(entry.score),
        "possible": None if entry.possible is None else show_number(entry.possible),
        "percent": None if entry.percent is None else show_number(entry.percent),
        **{key: show_number(value) for key, value in entry.columns.items()},
    }


def _traveller(event: Event, traveller: Traveller) -> TravellerAnswer:
    top = None if traveller.top is None else show_number(traveller.top)
    rows = [_traveller_row(event, row) for row in traveller.rows]
    if traveller.section is None:
        return {"board": traveller.board, "top": top, "rows": rows}
    return {"board": traveller.board, "section": traveller.section, "top": top, "rows": rows}


def _traveller_row(event: Event, row: TravellerRow) -> Answer:
    result, deal = row.result, row.result.deal
    played = deal is not None and not deal.passed_out
    passed = deal is not None and deal.passed_out
    return {
        **seats(result),
        "contract": event.contract(result),
        "declarer": deal.declarer if deal is not None and played else None,
        "tricks": deal.tricks if deal is not None and played else None,
        "score": result.score,
        "ns_points": None if row.ns_points is None else show_number(row.ns_points),
        "ew_points": None if row.ew_points is None else show_number(row.ew_points),
        **({"passed_out": True} if passed else {}),
        **(ruling_facts(result.ruling) if result.score is None else {}),
        **({"status": row.status} if event.scored_by.status else {}),
    }
