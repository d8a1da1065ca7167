"""The draw of a Swiss round, proposed from the ranking, and what an odd number of teams does."""

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.conf import settings
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.entry import Refused
from clubscore.club.wording import listed
from clubscore.events.formats import PAIRS, TEAMS
from clubscore.events.locks import note, taken_event
from clubscore.events.models import Event, EventHappening, Section
from clubscore.events.models.facts import (
    DRAWS,
    SPARE,
    TOLD,
    DrawFacts,
    MovementSet,
    PlanFacts,
    TrioKept,
)
from clubscore.events.movement_changes import let_in_more
from clubscore.events.plan import known_plan, trios_in
from clubscore.events.scoring import (
    USUAL_BYE,
    Scorer,
    byes_at,
    contestant_of,
    draws_of,
    paired_for,
    still_in,
    trio_going_on,
)
from clubscore.events.state import EventState, room_of
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.movements import KINDS, SwissPairing, free_set, pair_up, pair_up_with_trio
from clubscore.movements.swiss import SwissMeeting as Meeting
from clubscore.movements.teams import LASTS
from clubscore.ranking import Contestant, rank
from clubscore.ranking.numbers import exact_text, read_number
from clubscore.ranking.options import MINIMUM

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
    if plan is None or len(paired_for(plan, number)) % 2 == 0:
        return []
    may = (
        KINDS[plan["kind"]].are == TEAMS
        and len(paired_for(plan, number)) >= 3
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


def as_stored(plan: PlanFacts, number: int, teams: Sequence[int]) -> TrioKept:
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
    at = len(paired_for(plan, number)) - len(teams)
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


MOST_BYE = 20
# What a match counts in the order of a draw that cannot know it yet: as if it were even.
UNKNOWN = Fraction(10)
ONCE = gettext_noop("Everyone needs exactly one opponent. Check these numbers: %(numbers)s.")
WHY = gettext_noop("Give a reason for not following the ranking. Everyone can read it.")
BYE = gettext_noop("A bye is worth 0 to %(most)s victory points.")


LEVEL, FOLD, ARREARS = "level", "fold", "arrears"
# How a round may be drawn: the first, and every later one; the usual way first.
FIRST_WAYS = {
    LEVEL: gettext_noop("by lot"),
    FOLD: gettext_noop("by number, first against last"),
}
LATER_WAYS = {
    LEVEL: gettext_noop("those who are level meet"),
    FOLD: gettext_noop("best against lowest"),
    ARREARS: gettext_noop("by the ranking one round earlier"),
}
# What each of them does, in round 1 and later; said of pairs or of teams.
NEVER_TWICE = {
    PAIRS: gettext_noop("No two pairs meet twice unless it cannot be avoided."),
    TEAMS: gettext_noop("No two teams meet twice unless it cannot be avoided."),
}
FIRST_MEANS = {
    LEVEL: {
        PAIRS: gettext_noop("Chance decides which pairs meet."),
        TEAMS: gettext_noop("Chance decides which teams meet."),
    },
    FOLD: {
        PAIRS: gettext_noop("Pair 1 meets the last pair, pair 2 the last but one, and so on."),
        TEAMS: gettext_noop("Team 1 meets the last team, team 2 the last but one, and so on."),
    },
}
LATER_MEANS = {
    LEVEL: {
        PAIRS: gettext_noop("The first pair in the ranking meets the second, and so on."),
        TEAMS: gettext_noop("The first team in the ranking meets the second, and so on."),
    },
    FOLD: {
        PAIRS: gettext_noop("The first pair in the ranking meets the last, and so on."),
        TEAMS: gettext_noop("The first team in the ranking meets the last, and so on."),
    },
    ARREARS: {
        PAIRS: gettext_noop(
            "Pairs level before this round meet, so you can draw while it is still being played."
        ),
        TEAMS: gettext_noop(
            "Teams level before this round meet, so you can draw while it is still being played."
        ),
    },
}


@dataclass(frozen=True)
class Draw:
    """A round as it is to be played: who meets whom, what the bye is worth, why it is so.

    `way` is how it was proposed; `trio` the three who begin to play each other, empty for none.
    """

    meetings: tuple[Meeting, ...]
    worth: str = USUAL_BYE
    reason: str = ""
    way: str = LEVEL
    trio: tuple[int, ...] = ()


def ways_of(event: Event) -> dict[str, str]:
    """Return how the next round may be drawn: {way: in words}."""
    return LATER_WAYS if event.round else FIRST_WAYS


def way_means(event: Event, way: str) -> str:
    """Return what a way of drawing does, in a sentence or two of pairs or of teams."""
    are = TEAMS if event.contestants_are == TEAMS else PAIRS
    if not event.round:
        return _(FIRST_MEANS[way][are])
    return f"{_(LATER_MEANS[way][are])} {_(NEVER_TWICE[are])}"


def proposed(room: EventState, section: Section, way: str = LEVEL, odd: str = "") -> SwissPairing:
    """Return the next round as the ranking has it; the first one is by lot, or by number.

    No one meets twice if avoidable, now or in a round to come. Of an odd number three teams play
    each other or one has the bye, as `odd` says (see `odd_ways`; empty for the usual): the lowest
    three who have not met and were in no trio, or the lowest of those with the fewest byes. One
    round in arrears the results of the round that is being played are not looked at.
    """
    number = room.now(section.pk) + 1
    before = draws_of(section.plan)[: number - 1]
    if way == ARREARS:
        earlier = {s: each for s, each in room.standings.items() if s.round < number - 1}
        room = replace(room, standings=earlier)
    order = _order(room, section, way)
    ways = odd_ways(section.plan, number)
    if ways and (odd or ways[0]) == THREE and THREE in ways:
        return pair_up_with_trio(
            order, known_rounds(before), been=been_in_trios(before), fold=way == FOLD
        )
    byes = [each for at in range(1, number) for each in byes_at(before, at)]
    # Whoever is still in a three-way match is drawn again later: for whom is not known yet.
    all_here = len(order) == len(still_in(section.plan))
    to_come = room.plan(section).rounds - number if all_here else 0
    return pair_up(order, known_rounds(before), byes=byes, fold=way == FOLD, to_come=to_come)


def _order(room: EventState, section: Section, way: str) -> list[int]:
    """The numbers that are drawn, best first; ties, and all numbers at first, by lot."""
    everybody = paired_for(section.plan, room.now(section.pk) + 1)
    if not room.event.round and way == FOLD:
        return everybody
    lots = {number: _lot(section, room.now(section.pk), number) for number in everybody}
    if not room.event.round:
        return sorted(everybody, key=lots.__getitem__)
    levels: dict[str, int] = {}
    event = Scorer(room).event()
    # Who came late is drawn by the score so far, though there may be no place for them yet.
    everyone = replace(event, options=event.options.without(MINIMUM))
    named = {number: contestant_of(room, section.pk, number) for number in everybody}
    if way == ARREARS and room.event.scored_by.victory_points:
        even = {named[each] for each in _in_arrears(room, section) if each in named}
        everyone = replace(everyone, contestants=_as_if_even(everyone.contestants, even))
    for ranking in rank(everyone).rankings:
        if ranking.list == "scratch":
            for at, row in enumerate(ranking.rows):
                first = next(n for n, each in enumerate(ranking.rows) if each.place == row.place)
                levels[row.entry.contestant.number] = first if row.place else at
    return sorted(
        everybody, key=lambda each: (levels.get(named[each], len(named)), lots[each])
    )  # fmt: skip


def _as_if_even(
    contestants: Mapping[str, Contestant], unknown: Collection[str]
) -> dict[str, Contestant]:
    """Contestants, some of them with a match more that is not known yet."""
    return {
        key: each._replace(carry_over=(each.carry_over or 0) + UNKNOWN) if key in unknown else each
        for key, each in contestants.items()
    }


def _in_arrears(room: EventState, section: Section) -> list[int]:
    """Who played the round before only as the first half of a three-way match that is going on."""
    now = room.now(section.pk)
    trio = trio_going_on(section.plan, now)
    return trio.here(now) if trio else []


def _lot(section: Section, round_: int, number: int) -> str:
    """A lot that no one can foresee, and that stays the same when the page is opened again."""
    told = f"{settings.SECRET_KEY}:lot:{section.pk}:{round_}:{number}"
    return hashlib.sha256(told.encode()).hexdigest()


def draw(*, section: Section, drawn: Draw, seen: int, key: str, actor: Actor) -> None:
    """Draw the next round of a section, or draw it again before it is started.

    `seen` is the current round as the page showed it. RuleError if someone would meet
    no one or two, or if it differs from the ranking without a reason.
    """
    with taken_event(section.event) as event:
        section = Section.objects.select_related("event").get(pk=section.pk)
        room = room_of(event)
        plan = _must_be_next(section, event, room, seen)
        now = _drawn(room, section, plan, drawn)
        number = room.now(section.pk) + 1
        redrawn = _with_draw(plan, number, now)
        if note(
            event,
            EventHappening.Kind.MOVEMENT,
            key,
            actor,
            MovementSet(section=section.letter, round=number, draw=now),
            reason=drawn.reason,
        ):
            Section.objects.filter(pk=section.pk).update(plan=redrawn)
            if known_plan(redrawn).tables > known_plan(plan).tables:
                let_in_more(section.pk, key, actor)


def _drawn(room: EventState, section: Section, plan: PlanFacts, drawn: Draw) -> DrawFacts:
    """What is kept of a draw. RuleError or Refused for one that cannot be."""
    number = room.now(section.pk) + 1
    everybody = paired_for(plan, number)
    _must_meet_once(drawn, everybody)
    if drawn.way not in ways_of(room.event):
        raise Refused(_("Choose how to draw."))
    if drawn.trio and THREE not in odd_ways(plan, number):
        raise Refused(_("Three teams cannot begin to play each other in this round."))
    usual = proposed(room, section, drawn.way, THREE if drawn.trio else RESTS)
    as_usual = _all_meetings(usual.meetings, usual.trio or ())
    if as_usual != _all_meetings(drawn.meetings, drawn.trio) and not drawn.reason:
        raise RuleError("missing", WHY, "reason")
    worth = read_number(drawn.worth.strip().replace(",", "."), "worth")
    if not 0 <= worth <= MOST_BYE:
        raise RuleError("number", BYE, "worth", most=MOST_BYE)
    playing = {*drawn.trio, *(each for two in drawn.meetings for each in two)}
    bye = next((n for n in everybody if n not in playing), None)
    now = DrawFacts(meetings=drawn.meetings, bye=bye, worth=exact_text(worth), way=drawn.way)
    return {**now, "trio": as_stored(plan, number, drawn.trio)} if drawn.trio else now


def _all_meetings(meetings: Sequence[Meeting], trio: Sequence[int]) -> set[frozenset[int]]:
    """Who plays whom, in whatever order they are named."""
    return {frozenset(each) for each in (*meetings, trio) if each}


def _with_draw(plan: PlanFacts, number: int, now: DrawFacts) -> PlanFacts:
    """The plan with a draw of a round, and of the next where only a three-way match is played."""
    redrawn: PlanFacts = {**plan, DRAWS: [*draws_of(plan)[: number - 1], now]}
    if now.get("trio") and not paired_for(redrawn, number + 1):
        alone = DrawFacts(meetings=(), bye=None, worth=now["worth"], way=LEVEL)
        redrawn = {**redrawn, DRAWS: [*redrawn[DRAWS], alone]}
    return redrawn


def _must_be_next(section: Section, event: Event, room: EventState, seen: int) -> PlanFacts:
    """The section's plan. Refuses where its next round cannot be drawn, or is not the one seen."""
    if section.plan is None or not known_plan(section.plan).is_swiss:
        raise Refused(_("Only a Swiss event is drawn round by round."))
    number = room.now(section.pk) + 1
    if event.finished_at is not None or number > room.plan(section).rounds:
        raise Refused(_("That was the last round. Finish the session."))
    if number - 1 != seen:
        raise Refused(_("The round has changed. Check again."))
    return section.plan


def _must_meet_once(drawn: Draw, everybody: Sequence[int]) -> None:
    times = Counter(number for those in (*drawn.meetings, drawn.trio) for number in those)
    wrong = [number for number in everybody if times[number] > 1]
    wrong += sorted(number for number in times if number not in everybody)
    if not wrong and len(times) < len(everybody) - len(everybody) % 2:
        wrong = [number for number in everybody if not times[number]]
    if wrong:
        raise RuleError("once", ONCE, "meetings", numbers=listed(wrong))


def met_before(room: EventState, section: Section, meetings: Sequence[Meeting]) -> list[Meeting]:
    """Return the meetings that were played in an earlier round."""
    before = draws_of(section.plan)[: room.now(section.pk)]
    known = {frozenset(two) for each in known_rounds(before) for two in each}
    return [two for two in meetings if frozenset(two) in known]
