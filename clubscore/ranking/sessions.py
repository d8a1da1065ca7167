"""Several evenings or rooms ranked as one, and one evening ranked in several ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from clubscore.deals.hands import read_deal
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking.board import Board
from clubscore.ranking.contestant import Contestant, Penalty
from clubscore.ranking.event import TEXTS, EventFile, TextKey
from clubscore.ranking.result import Result, Side
from clubscore.ranking.scorings import every_option
from clubscore.ranking.totals import (
    SCRATCH,
    Ranked,
    Ranking,
    Total,
    lists,
    percentage,
    rank,
    totals_of_entries,
)


def over_sessions(sessions: Iterable[Ranked], *, only_all: bool = False) -> tuple[Ranking, ...]:
    """One ranking of several sessions, or of several rooms: scores and what was possible added.

    A contestant is the same by its names, in any order, else by its number; what a later session
    calls as somebody else was called already stands there as ``2.7``. Percentages are of all that
    was possible; handicaps and carry-over count once, by the first. Where not all have two
    winners, or somebody sat in both directions, there is one list of all. ``only_all`` leaves out
    those who missed a session.

    RuleError at ``events[n]``, counted from 0, for sessions that are not scored alike, and where
    names and numbers leave it open who is who.
    """
    ranked = list(sessions)
    _must_add_up([each.event for each in ranked])
    first = ranked[0]
    total: dict[Hashable, Total] = {}
    numbers: set[str] = set()
    played: Counter[Hashable] = Counter()
    turned = len({session.event.winners for session in ranked}) > 1
    for at, session in enumerate(ranked, start=1):
        for who, entry in _told_apart(_once(session)):
            played[who] += bool(entry.boards)
            if who in total:
                turned |= total[who].contestant.direction != entry.contestant.direction
                total[who] = _added(total[who], entry, fewest=first.field.method.fewest)
                continue
            number = entry.contestant.number
            called = f"{at}.{number}" if number in numbers else number
            numbers.add(called)
            total[who] = entry._replace(contestant=entry.contestant._replace(number=called))
    least = len(ranked) if only_all else 0
    event, entries = first.event, [total[who] for who in total if played[who] >= least]
    if turned:
        event = replace(event, winners=1)
        entries = [
            each._replace(contestant=each.contestant._replace(direction=None)) for each in entries
        ]
    method = first.field.method
    return lists(event, totals_of_entries(entries, method), method)


def _must_add_up(events: Sequence[EventFile]) -> None:
    """What is added is counted in the same way, and everyone is told apart in the same way."""
    named: dict[str, bool] = {}
    for at, event in enumerate(events):
        for key in ("scoring", "contestants_are"):
            if getattr(event, key) != getattr(events[0], key):
                raise RuleError(
                    "sessions",
                    gettext_noop(
                        "Sessions added together must have the same %(field)s; this one differs."
                    ),
                    f"events[{at}].{key}",
                    field=key,
                )
        for place, each in enumerate(event.contestants.values()):
            if named.setdefault(each.number, bool(each.names)) != bool(each.names):
                raise RuleError(
                    "sessions",
                    gettext_noop(
                        "Contestant %(number)s has names in one session and none in another."
                        " Give names in all sessions, or in none."
                    ),
                    f"events[{at}].contestants[{place}].names",
                    number=each.number,
                )


def _told_apart(entries: Iterable[Total]) -> Iterable[tuple[Hashable, Total]]:
    """Each entry of a session with what tells it from all others; namesakes in their order."""
    met: dict[Hashable, int] = {}
    for entry in entries:
        who = _who(entry.contestant)
        met[who] = met.get(who, 0) + 1
        yield (who, met[who]), entry


def _who(one: Contestant) -> Hashable:
    return tuple(sorted(name.casefold() for name in one.names)) or one.number


def _once(ranked: Ranked) -> Iterable[Total]:
    """Every contestant's scratch entry, in the order of the event."""
    found = {
        row.entry.contestant.number: row.entry
        for ranking in ranked.rankings
        if ranking.list == SCRATCH
        for row in ranking.rows
    }
    return [found[number] for number in ranked.event.contestants]


def _added(one: Total, other: Total, *, fewest: bool) -> Total:
    """Two sessions' totals; the score of the second without what was carried over into it."""
    score, possible, percent = one.score + other.score, None, None
    if other.possible is None:
        again = other.contestant.carry_over or Fraction(0)
        score += again if fewest else -again
    if one.possible is not None and other.possible is not None:
        possible = one.possible + other.possible
        carried = one.contestant.carry_over or 0
        percent = percentage(score, possible, carried)
    columns = {key: each + other.columns.get(key, 0) for key, each in one.columns.items()}
    return Total(
        one.contestant,
        one.boards + other.boards,
        score,
        possible,
        percent,
        columns,
    )


def side_by_side(event: EventFile, scorings: Sequence[str]) -> dict[str, Ranked]:
    """One event ranked in several ways at once; its own scoring stands first.

    RuleError for a scoring that these results do not allow.
    """
    wanted = dict.fromkeys((event.scoring, *scorings))
    return {scoring: rank(event, scoring) for scoring in wanted}


def one_field(events: Sequence[EventFile]) -> EventFile:
    """The events of several rooms as one event in which every result is compared with all.

    Contestants are called by their room, counted from 1 in the order given, and their own number:
    ``2.7``. Sections and fouled groups stay those of their room. All are played and scored alike,
    and a board is the same board everywhere; a deal or par told by one room holds for all.
    RuleError at ``events[n]``, counted from 0.
    """
    if not events:
        raise RuleError("empty", gettext_noop("One field needs at least one event."), "events")
    first = events[0]
    for at, event in enumerate(events[1:], start=1):
        _must_be_alike(first, event, at)
    boards: dict[int, Board] = {}
    for at, event in enumerate(events):
        for place, board in enumerate(event.boards.values()):
            try:
                boards[board.number] = _same(boards.get(board.number, board), board)
            except RuleError as error:
                raise error.under(f"events[{at}].boards[{place}]") from None
    rooms = list(enumerate(events, start=1))
    contestants = [
        _who_of_together(room, each) for room, event in rooms for each in event.contestants.values()
    ]
    return replace(
        first,
        contestants={each.number: each for each in contestants},
        boards=boards,
        results=tuple(_told(room, each) for room, event in rooms for each in event.results),
        penalties=tuple(_penalty(room, each) for room, event in rooms for each in event.penalties),
        about=_about(events),
    )


def _must_be_alike(first: EventFile, event: EventFile, at: int) -> None:
    """What decides how results are scored and compared is the same in every room."""
    alike = {
        "game": (first.valuation.key, event.valuation.key),
        "rules": (first.valuation.rules, event.valuation.rules),
        "scoring": (first.scoring, event.scoring),
        "contestants_are": (first.contestants_are, event.contestants_are),
        "winners": (first.winners, event.winners),
        "options": tuple(
            {option.key: each.options.of(option) for option in every_option()}
            for each in (first, event)
        ),
    }
    for key, (one, other) in alike.items():
        if one != other:
            raise RuleError(
                "together",
                gettext_noop(
                    "Events ranked together must have the same %(field)s; this one differs."
                ),
                f"events[{at}].{key}",
                field=key,
            )


def _same(one: Board, other: Board) -> Board:
    """A board as two rooms tell it. RuleError at what they tell differently."""
    for key in ("dealer", "vulnerable"):
        _agree(one.number, key, getattr(one, key), getattr(other, key))
    if one.deal is not None and other.deal is not None and one.deal != other.deal:
        for deal in (one.deal, other.deal):
            try:
                read_deal(deal)
            except RuleError as error:
                raise error.under("deal") from None
        if read_deal(one.deal) != read_deal(other.deal):
            _agree(one.number, "deal", one.deal, other.deal)
    if one.par is not None and other.par is not None:
        _agree(one.number, "par", one.par.score, other.par.score)
    if one.tasks and other.tasks:
        _agree(one.number, "tasks", one.tasks, other.tasks)
    return one._replace(
        deal=one.deal or other.deal,
        par=one.par or other.par,
        tasks=one.tasks or other.tasks,
        commentary=one.commentary or other.commentary,
    )


def _agree(board: int, key: str, one: object, other: object) -> None:
    if one != other:
        raise RuleError(
            "together",
            gettext_noop(
                "Board %(board)s: %(field)s is %(one)s in another event, but %(two)s here."
            ),
            key,
            board=board,
            field=key,
            one=shown(one),
            two=shown(other),
        )


def _who_of_together(room: int, one: Contestant) -> Contestant:
    return one._replace(number=f"{room}.{one.number}", section=_section(room, one.section or ""))


def _told(room: int, result: Result) -> Result:
    section = _section(room, result.section)
    return result._replace(
        ns=_side(room, result.ns),
        ew=_side(room, result.ew),
        section=section,
        given_section=None if result.given_section is None else section,
        fouled_group=f"{room}.{result.fouled_group}" if result.fouled_group else "",
    )


def _side(room: int, side: Side) -> Side:
    if isinstance(side, str):
        return f"{room}.{side}"
    return f"{room}.{side[0]}", f"{room}.{side[1]}"


def _section(room: int, section: str) -> str:
    return f"{room}.{section}" if section else str(room)


def _penalty(room: int, penalty: Penalty) -> Penalty:
    return penalty._replace(contestant=f"{room}.{penalty.contestant}")


def _about(events: Sequence[EventFile]) -> dict[TextKey, str]:
    """What every room says alike: the name of a simultaneous event, its date."""
    first = events[0].about
    return {
        key: first[key]
        for key in TEXTS
        if key in first and all(event.about.get(key) == first[key] for event in events)
    }
