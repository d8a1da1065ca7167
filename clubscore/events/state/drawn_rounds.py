"""The rounds of a Swiss that are drawn: who met whom, who had the bye, what it was worth."""

from collections.abc import Sequence
from fractions import Fraction

from clubscore.events.models.drawn_facts import DrawFacts
from clubscore.events.models.kept_facts import DRAWS, GONE, PlanFacts
from clubscore.events.state.event_now import Room
from clubscore.events.state.plan import trios_in
from clubscore.movements import Trio

# The points of a team without an opponent, unless the director sets others.
USUAL_BYE = "12"


def draws_of(plan: PlanFacts | None) -> list[DrawFacts]:
    """Return the rounds that are drawn: meetings, the bye's number or None, its worth."""
    return list(plan.get(DRAWS, ())) if plan else []


def byes_at(draws: Sequence[DrawFacts], number: int) -> list[int]:
    """Return who had no opponent in a round: by the draw, or because the opponent left."""
    drawn = draws[number - 1]
    waiting = [one for one, other in drawn["meetings"] if not other]
    found = [*([drawn["bye"]] if drawn["bye"] else []), *waiting]
    for trio in trios_in(draws):
        since, byes = trio.byes
        found += byes if since == number else ()
    return found


def trio_going_on(plan: PlanFacts | None, number: int) -> Trio | None:
    """Return the three-way match of which a round is the second."""
    trios = trios_in(draws_of(plan)[: number - 1])
    return next((each for each in trios if each.goes_on(number)), None)


def still_in(plan: PlanFacts | None) -> list[int]:
    """Return the numbers that are here: all who entered and have not left."""
    if plan is None:
        return []
    return [n for n in range(1, plan["pairs"] + 1) if n not in plan.get(GONE, ())]


def drawn_for(plan: PlanFacts | None, number: int) -> list[int]:
    """Return the numbers that are drawn for a round: all but those whose match goes on."""
    trio = trio_going_on(plan, number)
    busy = trio.here(number) if trio else []
    return [each for each in still_in(plan) if each not in busy]


def byes_worth(room: Room, section: int, number: int) -> Fraction:
    """Return the victory points of a contestant's byes so far; nothing in other scorings."""
    if not room.event.scored_by.victory_points:
        return Fraction(0)
    plan = next(each.plan for each in room.sections if each.pk == section)
    begun = draws_of(plan)[: room.now(section)]
    had = (each for at, each in enumerate(begun, 1) if number in byes_at(begun, at))
    return sum((Fraction(each["worth"]) for each in had), Fraction(0))
