"""Several rooms that played the same boards, as one field: an event of each, one ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from clubscore.deals.hands import read_deal
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking.board import Board
from clubscore.ranking.contestant import Contestant, Penalty
from clubscore.ranking.event import TEXTS, Event, TextKey
from clubscore.ranking.result import Result, Side
from clubscore.ranking.scorings import every_option


def one_field(events: Sequence[Event]) -> Event:
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
    contestants = [_who(room, each) for room, event in rooms for each in event.contestants.values()]
    return replace(
        first,
        contestants={each.number: each for each in contestants},
        boards=boards,
        results=tuple(_told(room, each) for room, event in rooms for each in event.results),
        penalties=tuple(_penalty(room, each) for room, event in rooms for each in event.penalties),
        about=_about(events),
    )


def _must_be_alike(first: Event, event: Event, at: int) -> None:
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


def _who(room: int, one: Contestant) -> Contestant:
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


def _about(events: Sequence[Event]) -> dict[TextKey, str]:
    """What every room says alike: the name of a simultaneous event, its date."""
    first = events[0].about
    return {
        key: first[key]
        for key in TEXTS
        if key in first and all(event.about.get(key) == first[key] for event in events)
    }
