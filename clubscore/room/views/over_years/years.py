"""A person's years: rubbers and events, averages over time, the best of them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypedDict

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from clubscore.charts.picture import Picture
from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.wording.figures import speak_amount
from clubscore.events.over_years.averages import Average
from clubscore.events.over_years.chosen_boards import best_board
from clubscore.events.over_years.played_events import OneBoard, PlayedEvent, PlayedYears
from clubscore.events.over_years.trend import average_in, finding, said_in, trend
from clubscore.laws.money import find_currency
from clubscore.ranking.scoring import IMPS_A_BOARD, SHARES
from clubscore.room.views.over_years.asked import Asked, boards_counted, page, people_by_key
from clubscore.room.views.over_years.year_pictures import balances, points_course
from clubscore.room.views.over_years.year_tables import (
    EventRow,
    EventsTable,
    RubbersTable,
    evenings_of,
)
from clubscore.rubbers.season.adding_up import Score
from clubscore.rubbers.season.person_rubbers import score_of

A_PAGE = 25  # events, or evenings at cards


class AverageShown(TypedDict):
    """An average over time, in words and as a picture."""

    unit: str
    said: str
    picture: Picture | None


class BestEvening(TypedDict):
    """The event with the highest average."""

    played: PlayedEvent
    said: str


class EventsShown(TypedDict):
    """The events of a year."""

    averages: list[AverageShown]
    best_evening: BestEvening | None
    best_board: OneBoard | None
    best_first: str
    boards: str
    events: EventsTable | None


class RubbersShown(TypedDict):
    """The rubbers of a year."""

    rubbers: Score
    money: list[str]
    points_course: Picture | None
    balances: list[Picture]
    evenings: RubbersTable | None


@open_to(Level.PLAYER)
@require_safe
def years(request: ClubRequest, person: int) -> HttpResponse:
    """Show what somebody played in a year, or in all of them."""

    def made(asked: Asked) -> Mapping[str, object]:
        return {**_of_events(request, asked), **_of_rubbers(request, asked)}

    return page(request, "room/over_years/years.html", made, "person-years", person)


def _of_events(request: ClubRequest, asked: Asked) -> EventsShown:
    played = asked.played
    people = people_by_key(who for each in played.events for who in each.partners)
    table = EventsTable([EventRow(each, people) for each in played.events])
    return {
        "averages": [
            {"unit": unit, "said": finding(average, unit), "picture": trend(played, unit)}
            for unit in (SHARES, IMPS_A_BOARD)
            if (average := average_in(played, unit)).boards
        ],
        "best_evening": _best_evening(played),
        "best_board": best_board(played.in_unit(SHARES))
        or best_board(played.in_unit(IMPS_A_BOARD)),
        "best_first": "percent" if any(played.in_unit(SHARES)) else "imps",
        "boards": boards_counted(len(played.all_boards)),
        "events": table.sorted_by(request, A_PAGE) if played.events else None,
    }


def _best_evening(played: PlayedYears) -> BestEvening | None:
    """Return the event with the highest average: of parts of a top if there are any, else IMPs."""
    for unit in (SHARES, IMPS_A_BOARD):
        known = [(_value(each), each) for each in played.events if each.unit == unit]
        best = max((each for each in known if each[0] is not None), key=_order, default=None)
        if best is not None:
            return {"played": best[1], "said": said_in(unit, best[0])}
    return None


def _order(known: tuple[Fraction | None, PlayedEvent]) -> tuple[Fraction, int]:
    return known[0] or Fraction(0), known[1].event.evening.toordinal()


def _value(played: PlayedEvent) -> Fraction | None:
    average = Average()
    for board in played.boards:
        average.add(board)
    return average.value


def _of_rubbers(request: ClubRequest, asked: Asked) -> RubbersShown:
    rubbers = asked.rubbers
    score = score_of(rubbers)
    currencies = sorted(score.money)
    table = RubbersTable(evenings_of(rubbers), currencies, prefix="r-")
    return {
        "rubbers": score,
        "money": _amounts(score.money),
        "points_course": points_course(rubbers),
        "balances": balances(asked.person, asked.year) if asked.shows_money else [],
        "evenings": table.sorted_by(request, A_PAGE) if rubbers else None,
    }


def _amounts(money: Mapping[str, int]) -> list[str]:
    return [speak_amount(money[code], find_currency(code)) for code in sorted(money)]
