"""The rounds of a Swiss that are drawn: who met whom, who had the bye, what it was worth."""

from fractions import Fraction

from clubscore.events.models.kept_facts import DRAWS, GONE, DrawFacts, PlanFacts
from clubscore.events.state.event_now import Room

# The points of a team without an opponent, unless the director sets others.
USUAL_BYE = "12"


def draws_of(plan: PlanFacts | None) -> list[DrawFacts]:
    """Return the rounds that are drawn: meetings, the bye's number or None, its worth."""
    return list(plan.get(DRAWS, ())) if plan else []


def byes_in(drawn: DrawFacts) -> list[int]:
    """Return who had no opponent in a round: by the draw, or because the opponent left."""
    waiting = [one for one, other in drawn["meetings"] if not other]
    return [*([drawn["bye"]] if drawn["bye"] else []), *waiting]


def still_in(plan: PlanFacts | None) -> list[int]:
    """Return the numbers that are drawn: all who entered and have not left."""
    if plan is None:
        return []
    return [n for n in range(1, plan["pairs"] + 1) if n not in plan.get(GONE, ())]


def byes_worth(room: Room, section: int, number: int) -> Fraction:
    """Return the victory points of a contestant's byes so far; nothing in other scorings."""
    if not room.event.scored_by.victory_points:
        return Fraction(0)
    plan = next(each.plan for each in room.sections if each.pk == section)
    begun = draws_of(plan)[: room.now(section)]
    return sum((Fraction(each["worth"]) for each in begun if number in byes_in(each)), Fraction(0))
