"""An odd number of teams at a draw: three play each other over two rounds, or one has the bye."""

from collections.abc import Sequence

from clubscore.events.models.drawn_facts import DrawFacts, TrioKept
from clubscore.events.models.kept_facts import DRAWS, SPARE, TOLD, PlanFacts
from clubscore.events.state.drawn_rounds import drawn_for, draws_of, trio_going_on
from clubscore.events.state.plan import known_plan, trios_in
from clubscore.events.terms.formats import TEAMS
from clubscore.laws.words import gettext_noop
from clubscore.movements import KINDS, free_set
from clubscore.movements.swiss import SwissMeeting as Meeting
from clubscore.movements.teams import LASTS

THREE, RESTS = "three", "bye"
ODD_WAYS = {
    THREE: gettext_noop("three teams play each other"),
    RESTS: gettext_noop("one team sits out"),
}
ODD_MEANS = {
    THREE: gettext_noop(
        "Each of the three plays both others, over this round and the next, at three tables."
        " Their matches count once both rounds are played."
    ),
    RESTS: gettext_noop("The lowest team that has not sat out yet has the bye."),
}


def odd_ways(plan: PlanFacts | None, number: int) -> list[str]:
    """Return what can be done with an odd number in a round, the usual first; nothing if even.

    Three teams play each other unless it is the last round, a three-way match is going on, or
    this field has had only byes so far.
    """
    if plan is None or len(drawn_for(plan, number)) % 2 == 0:
        return []
    may = (
        KINDS[plan["kind"]].are == TEAMS
        and len(drawn_for(plan, number)) >= 3
        and number + LASTS - 1 <= plan["rounds"]
        and trio_going_on(plan, number) is None
    )
    before = draws_of(plan)[: number - 1]
    only_byes = any(each["bye"] for each in before) and not trios_in(before)
    if not may:
        return [RESTS]
    return [RESTS, THREE] if only_byes else [THREE, RESTS]


def known_rounds(before: Sequence[DrawFacts]) -> list[list[Meeting]]:
    """Return who met whom, round by round; those of a three-way match in both its rounds."""
    rounds: list[list[Meeting]] = [
        [(one, two) for one, two in each["meetings"] if two] for each in before
    ]
    for trio in trios_in(before):
        one, two, three = trio.teams
        for at in range(trio.round, min(trio.last, len(before)) + 1):
            rounds[at - 1] += [(one, two), (two, three), (three, one)]
    return rounds


def been_in_trios(before: Sequence[DrawFacts]) -> set[int]:
    """Return who was in a three-way match so far."""
    return {team for trio in trios_in(before) for team in trio.teams}


def as_kept(plan: PlanFacts, number: int, teams: Sequence[int]) -> TrioKept:
    """Return what is kept of three who begin to play each other: their third set, their tables.

    That set is the first beside those of the rounds that none of them has had; where tables have
    played other boards than they were to, one that nobody has had. The tables are the last.
    """
    before: PlanFacts = {**plan, DRAWS: draws_of(plan)[: number - 1]}
    movement = known_plan(before).movement
    one, two, three = teams
    first = max(plan["rounds"], plan.get(SPARE, 1) - 1) + 1
    if plan.get(TOLD):
        first = max(first, movement.sets + 1)
    # The others meet at as many tables as they are teams.
    at = len(drawn_for(plan, number)) - len(teams)
    return TrioKept(
        teams=[one, two, three],
        set=free_set(movement, (one, two, three), first),
        tables=[at + 1, at + 2, at + 3],
    )


def leaving_trio(draws: Sequence[DrawFacts], number: int, since: int) -> list[DrawFacts]:
    """Return draws in which a team plays no more of a three-way match from a round on."""
    found = [*draws]
    for trio in trios_in(draws):
        kept = found[trio.round - 1].get("trio")
        if kept and number in trio.here(since) and trio.round <= since <= trio.last:
            gone = [*kept.get("left", ()), (number, since)]
            found[trio.round - 1] = {**found[trio.round - 1], "trio": {**kept, "left": gone}}
    return found


def without_trio(draw: DrawFacts, *meetings: Meeting) -> DrawFacts:
    """Return a draw with other meetings instead of its three-way match."""
    found: DrawFacts = {**draw, "meetings": [*draw["meetings"], *meetings]}
    found.pop("trio", None)
    return found
