"""The draw of a Swiss round: proposed from the ranking, changed with a reason, confirmed."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.conf import settings
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.refused import Refused
from clubscore.club.wording.names import listed
from clubscore.events.locks import note, taken_event
from clubscore.events.models import Event, EventHappening, Section
from clubscore.events.models.kept_facts import DRAWS, DrawFacts, MovementSet, PlanFacts
from clubscore.events.state.drawn_rounds import USUAL_BYE, byes_in, draws_of, still_in
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.plan import known_plan
from clubscore.events.state.scoring import Scorer, contestant_of
from clubscore.events.terms.formats import PAIRS, TEAMS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.movements import Pairing, pair_up
from clubscore.movements.kinds.swiss import Meeting
from clubscore.ranking import rank
from clubscore.ranking.numbers import exact_text, read_number
from clubscore.ranking.options import MINIMUM

MOST_BYE = 20
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

    `way` is how it was proposed.
    """

    meetings: tuple[Meeting, ...]
    worth: str = USUAL_BYE
    reason: str = ""
    way: str = LEVEL


def ways_of(event: Event) -> dict[str, str]:
    """Return how the next round may be drawn: {way: in words}."""
    return LATER_WAYS if event.round else FIRST_WAYS


def way_means(event: Event, way: str) -> str:
    """Return what a way of drawing does, in a sentence or two of pairs or of teams."""
    are = TEAMS if event.contestants_are == TEAMS else PAIRS
    if not event.round:
        return _(FIRST_MEANS[way][are])
    return f"{_(LATER_MEANS[way][are])} {_(NEVER_TWICE[are])}"


def proposed(room: Room, section: Section, way: str = LEVEL) -> Pairing:
    """Return the next round as the ranking has it; the first one is by lot, or by number.

    No one meets twice if avoidable; the lowest without a bye so far has the bye. One round in
    arrears the results of the round that is being played are not looked at.
    """
    before = draws_of(section.plan)[: room.now(section.pk)]
    rounds = [[(one, two) for one, two in each["meetings"] if two] for each in before]
    byes = [number for each in before for number in byes_in(each)]
    if way == ARREARS:
        now = room.now(section.pk)
        earlier = {s: each for s, each in room.standings.items() if s.round < now}
        room = replace(room, standings=earlier)
    return pair_up(_order(room, section, way), rounds, byes=byes, fold=way == FOLD)


def _order(room: Room, section: Section, way: str) -> list[int]:
    """The numbers of a section, best first; ties, and all numbers at first, by lot."""
    everybody = still_in(section.plan)
    if not room.event.round and way == FOLD:
        return everybody
    lots = {number: _lot(section, room.now(section.pk), number) for number in everybody}
    if not room.event.round:
        return sorted(everybody, key=lots.__getitem__)
    levels: dict[str, int] = {}
    event = Scorer(room).event()
    # Who came late is drawn by the score so far, though there may be no place for them yet.
    everyone = replace(event, options=event.options.without(MINIMUM))
    for ranking in rank(everyone).rankings:
        if ranking.list == "scratch":
            for at, row in enumerate(ranking.rows):
                first = next(n for n, each in enumerate(ranking.rows) if each.place == row.place)
                levels[row.entry.contestant.number] = first if row.place else at
    named = {number: contestant_of(room, section.pk, number) for number in everybody}
    return sorted(
        everybody, key=lambda each: (levels.get(named[each], len(named)), lots[each])
    )  # fmt: skip


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
        number = room.now(section.pk) + 1
        plan = _must_be_next(section, event, room, seen)
        everybody = still_in(plan)
        _must_meet_once(drawn, everybody)
        if drawn.way not in ways_of(event):
            raise Refused(_("Choose how to draw."))
        usual = {frozenset(two) for two in proposed(room, section, drawn.way).meetings}
        if usual != {frozenset(two) for two in drawn.meetings} and not drawn.reason:
            raise RuleError("missing", WHY, "reason")
        worth = read_number(drawn.worth.strip().replace(",", "."), "worth")
        if not 0 <= worth <= MOST_BYE:
            raise RuleError("number", BYE, "worth", most=MOST_BYE)
        playing = {each for two in drawn.meetings for each in two}
        bye = next((n for n in everybody if n not in playing), None)
        now = DrawFacts(meetings=drawn.meetings, bye=bye, worth=exact_text(worth), way=drawn.way)
        redrawn: PlanFacts = {**plan, DRAWS: [*draws_of(plan)[: number - 1], now]}
        if note(
            event,
            EventHappening.Kind.MOVEMENT,
            key,
            actor,
            MovementSet(section=section.letter, round=number, draw=now),
            reason=drawn.reason,
        ):
            Section.objects.filter(pk=section.pk).update(plan=redrawn)


def _must_be_next(section: Section, event: Event, room: Room, seen: int) -> PlanFacts:
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
    times = Counter(number for two in drawn.meetings for number in two)
    wrong = [number for number in everybody if times[number] > 1]
    wrong += sorted(number for number in times if number not in everybody)
    if not wrong and len(times) < len(everybody) - len(everybody) % 2:
        wrong = [number for number in everybody if not times[number]]
    if wrong:
        raise RuleError("once", ONCE, "meetings", numbers=listed(wrong))


def met_before(room: Room, section: Section, meetings: Sequence[Meeting]) -> list[Meeting]:
    """Return the meetings that were played in an earlier round."""
    before = draws_of(section.plan)[: room.now(section.pk)]
    known = {frozenset(two) for each in before for two in each["meetings"]}
    return [two for two in meetings if frozenset(two) in known]
