"""Running an event: the movement, the clock, the rounds, calls, the ranking and the end."""

import datetime as dt
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.edit_conflicts import ChangedMeanwhile
from clubscore.club.refused import Refused
from clubscore.club.wording.names import listed
from clubscore.events.locks import is_noted, must_be_playing, note, taken_event
from clubscore.events.models import (
    Call,
    Entry,
    Event,
    EventHappening,
    ResultRevision,
    Section,
)
from clubscore.events.models.kept_facts import (
    FOLLOWS,
    ROUND,
    AllHere,
    ClockSet,
    MovementSet,
    RankingShown,
    RoundStarted,
)
from clubscore.events.play.numbering import numbers_for
from clubscore.events.state.event_now import Room, room_of
from clubscore.events.state.plan import plan_of, recipe
from clubscore.events.state.section_clocks import Clock, clock_of
from clubscore.events.terms.event_words import how_many
from clubscore.movements import Movement

Kind = EventHappening.Kind
STARTED_MEANWHILE = gettext_lazy("Someone else has already started this round.")
MOST_MINUTES = 180
MOST_ROUND_SECONDS = MOST_MINUTES * 60


def choose_movement(
    *,
    section: Section,
    movement: Movement,
    minutes: int,
    key: str,
    actor: Actor,
    seen: int | None = None,
) -> None:
    """Choose the movement of a section and give its pairs their numbers in their order.

    `minutes` is the length of a round, `seen` what `movements_chosen` was on the page.
    Raises ChangedMeanwhile if someone else chose.
    """
    if not 1 <= minutes <= MOST_MINUTES:
        text = _("Minutes a round: choose 1 to %(most)s.")
        raise Refused(text % {"most": MOST_MINUTES})
    with taken_event(section.event) as event:
        movements_as_seen(event, key, seen)
        if ResultRevision.objects.filter(section=section).exists() or event.round:
            raise Refused(_("Play has started with the chosen movement."))
        pairs = _playing_in(section, event)
        if len(pairs) != movement.contestants or movement.contestants_are != event.contestants_are:
            text = _("Movement for: %(needed)s. Entered: %(here)s. Choose again.")
            needed = how_many(movement.contestants_are, movement.contestants)
            here = how_many(event.contestants_are, len(pairs))
            raise Refused(text % {"needed": needed, "here": here})
        kept = recipe(movement)
        chosen = MovementSet(section=section.letter, plan=kept)
        if not note(event, Kind.MOVEMENT, key, actor, chosen):
            return
        Section.objects.filter(pk=section.pk).update(plan=kept)
        event.boards_a_round, event.minutes_a_round = movement.boards_per_set, minutes
        event.save(update_fields=["boards_a_round", "minutes_a_round"])
        numbers = numbers_for(pairs, movement)
        Entry.objects.filter(section=section).update(section=None, number=None)
        for entry in pairs:
            Entry.objects.filter(pk=entry.pk).update(section=section, number=numbers[entry.pk])


def _playing_in(section: Section, event: Event) -> list[Entry]:
    """Who plays in a section: everyone if it is the only one."""
    alone = not Section.objects.filter(event=event).exclude(pk=section.pk).exists()
    entries = [entry for entry in event.entries.all() if entry.plays]
    return [entry for entry in entries if alone or entry.section_id == section.pk]


def movements_chosen(event: Event) -> int:
    """Return how often a movement was chosen or numbers were exchanged: what a page has seen."""
    return EventHappening.objects.filter(event=event, kind=Kind.MOVEMENT).count()


def movements_as_seen(event: Event, key: str, seen: int | None) -> None:
    """Raise ChangedMeanwhile if someone else chose since; the same entry again may pass."""
    now = movements_chosen(event)
    if seen is not None and seen != now and not is_noted(event, key):
        raise ChangedMeanwhile([])


def exchange_numbers(
    *, section: Section, one: int, other: int, key: str, actor: Actor, seen: int | None = None
) -> None:
    """Let two pairs change their numbers before play begins; `seen` as for the movement."""
    with taken_event(section.event) as event:
        movements_as_seen(event, key, seen)
        if event.round:
            raise Refused(_("Play has started, so all numbers stay as they are."))
        entries = list(Entry.objects.filter(section=section, number__in=(one, other)))
        if len(entries) != 2:
            raise Refused(_("Choose two numbers of this section."))
        if not note(event, Kind.MOVEMENT, key, actor, MovementSet(exchanged=[one, other])):
            return
        first, second = entries
        numbers = first.number, second.number
        Entry.objects.filter(pk=first.pk).update(number=None)
        Entry.objects.filter(pk=second.pk).update(number=numbers[0])
        Entry.objects.filter(pk=first.pk).update(number=numbers[1])


def seconds_left(event: Event | Clock) -> int | None:
    """Return the seconds that a round has left by a clock, negative where it is over time."""
    if event.ends_at is not None:
        return int((event.ends_at - clock.now()).total_seconds())
    return event.seconds_left


def part_gone(event: Event, by: Clock) -> float:
    """Return how much of the round is gone by a section's clock, from 0 to 1."""
    whole, left = event.minutes_a_round * 60, seconds_left(by)
    return 0.0 if left is None else min(1.0, max(0.0, 1 - left / whole))


def start_round(*, event: Event, key: str, actor: Actor, seen: int, lag: int = 0) -> None:
    """Start the first round, or the next, in all sections.

    `seen` is the round on the director's page, `lag` how many rounds sections were behind there.
    Refuses while a board has neither a result nor is left for later; never happens by itself.
    """
    with taken_event(event) as found:
        if not note(found, Kind.ROUND, key, actor, RoundStarted(round=found.round + 1)):
            return
        if (found.round, sum(found.behind.values())) != (seen, lag):
            raise Refused(str(STARTED_MEANWHILE))
        room = _must_be_ready(found)
        going = [each for each in room.sections if room.now(each.pk) < room.rounds]
        _must_have_all_in(room, going or room.sections)
        if not going:
            raise Refused(_("That was the last round. Finish the session."))
        if room.to_draw:
            _must_be_drawn(room, room.to_draw[0])
        _go_on(room, going)
        found.ends_at = clock.now() + dt.timedelta(minutes=found.minutes_a_round)
        found.seconds_left = None
        found.save(update_fields=["round", "behind", "ends_at", "seconds_left"])


def start_section_round(*, section: Section, key: str, actor: Actor, seen: int) -> None:
    """Start the next round in one section alone, with a clock of its own.

    `seen` is its round on the director's page. The first round starts for all together.
    """
    with taken_event(section.event) as found:
        now = found.round_in(section.letter)
        started = RoundStarted(round=now + 1, section=section.letter)
        if not note(found, Kind.ROUND, key, actor, started):
            return
        if now != seen:
            raise Refused(str(STARTED_MEANWHILE))
        room = _must_be_ready(found)
        if not now:
            raise Refused(_("The first round starts in all sections at once."))
        _must_have_all_in(room, [section])
        if now >= room.plans[section.pk].rounds:
            text = _("That was the last round of section %(letter)s.")
            raise Refused(text % {"letter": section.letter})
        if any(each.pk == section.pk for each in room.to_draw):
            _must_be_drawn(room, section)
        _go_on(room, [section])
        seconds = found.minutes_a_round * 60
        ends = clock.now() + dt.timedelta(seconds=seconds)
        own = ClockSet(what=ROUND, left=seconds, section=section.pk, round=now + 1,
                       ends=ends.isoformat())  # fmt: skip
        note(found, Kind.CLOCK, f"{key}:clock", actor, own)
        if not found.behind:
            # All are in one round again: what the event's clock said was of the round before.
            found.ends_at, found.seconds_left = ends, None
        found.save(update_fields=["round", "behind", "ends_at", "seconds_left"])


def _must_be_ready(event: Event) -> Room:
    """Refuse a round of a session that is finished, or of which a section has no movement."""
    if event.finished_at is not None:
        raise Refused(_("The session is finished."))
    room = room_of(event)
    if not room.plans:
        raise Refused(_("Choose the movement first."))
    without = [each.letter for each in room.sections if each.pk not in room.plans]
    if without:
        text = _("Section %(letters)s has no movement yet. Choose it first.")
        raise Refused(text % {"letters": listed(without)})
    return room


def _must_have_all_in(room: Room, sections: Sequence[Section]) -> None:
    """Refuse to go on while a table of these sections has a board without a result."""
    theirs = {each.pk for each in sections}
    tables = (each for each in room.tables() if each.section.pk in theirs)
    waits = sorted({table.name for table in tables if table.missing})
    if waits:
        text = ngettext(
            "Table %(tables)s has a board without a result. Enter it, or play it later.",
            "Tables %(tables)s have boards without results. Enter them, or play them later.",
            len(waits),
        )
        raise Refused(text % {"tables": listed(waits)})


def _must_be_drawn(room: Room, section: Section) -> None:
    text = _("Draw round %(round)s first.")
    raise Refused(text % {"round": room.now(section.pk) + 1})


def _go_on(room: Room, sections: Sequence[Section]) -> None:
    """Let sections begin their next round; the event's is that of the furthest."""
    event = room.event
    rounds = {each.letter: event.round_in(each.letter) for each in room.sections}
    for each in sections:
        rounds[each.letter] += 1
    event.round = max(rounds.values())
    event.behind = {e: event.round - now for e, now in rounds.items() if now < event.round}


def set_clock(*, event: Event, what: str, key: str, actor: Actor) -> None:
    """Pause the clock or let it run on; give a minute more or less."""
    with taken_event(event) as found:
        must_be_playing(found)
        left = seconds_left(found) or 0
        if what not in ("pause", "run", "+1", "-1"):
            raise Refused(_("Pause the clock, let it run, or add or take off a minute."))
        if not note(found, Kind.CLOCK, key, actor, ClockSet(what=what, left=left)):
            return
        if what in ("+1", "-1"):
            left = min(left + 60 * int(what), MOST_ROUND_SECONDS)
        stands = what == "pause" or (what != "run" and found.ends_at is None)
        found.ends_at = None if stands else clock.now() + dt.timedelta(seconds=left)
        found.seconds_left = max(0, left) if stands else None
        found.save(update_fields=["ends_at", "seconds_left"])


def set_section_clock(*, section: Section, what: str, key: str, actor: Actor) -> None:
    """Give a section a clock of its own in this round, move that, or let it follow the event's."""
    with taken_event(section.event) as found:
        must_be_playing(found)
        own = clock_of(room_of(found), section.pk)
        if what not in ("pause", "run", "+1", "-1", FOLLOWS):
            raise Refused(_("Pause the clock, let it run, or add or take off a minute."))
        left = seconds_left(own) or 0
        if what in ("+1", "-1"):
            left = min(left + 60 * int(what), MOST_ROUND_SECONDS)
        stands = what == "pause" or (what != "run" and own.ends_at is None)
        told = ClockSet(
            what=what, left=left, section=section.pk, round=found.round_in(section.letter)
        )
        if stands:
            told["seconds"] = max(0, left)
        else:
            told["ends"] = (clock.now() + dt.timedelta(seconds=left)).isoformat()
        note(found, Kind.CLOCK, key, actor, told)


def say_here(
    *, section: Section, table: int, round_: int, all_four: bool, key: str, actor: Actor
) -> None:
    """A table says that all four are here for a round, or asks for the director."""
    with taken_event(section.event) as event:
        must_be_playing(event)
        if round_ != event.round_in(section.letter):
            raise Refused(_("Another round is now being played."))
        if not all_four:
            _call(section, table, _("not all four players are here"), actor)
        else:
            here = AllHere(section=section.pk, table=table, round=round_)
            note(event, Kind.HERE, key, actor, here)


def call_director(*, section: Section, table: int, why: str, actor: Actor) -> None:
    """A table calls the director; calling again changes nothing."""
    with taken_event(section.event):
        _call(section, table, why, actor)


def _call(section: Section, table: int, why: str, actor: Actor) -> None:
    plan = plan_of(section.plan)
    if plan is None or not 0 < table <= plan.tables:
        raise Refused(_("There is no such table. Choose another."))
    if not Call.objects.filter(section=section, table=table, answered_at=None).exists():
        Call.objects.create(
            club_id=section.club_id, section=section, table=table, why=why, author=actor.label
        )


def answer_call(*, event: Event, call: int, actor: Actor) -> None:
    """The director went there."""
    with taken_event(event) as found:
        Call.objects.filter(pk=call, section__event=found, answered_at=None).update(
            answered_at=clock.now(), answered_by=actor.label
        )


def show_ranking(*, event: Event, shown: bool, key: str, actor: Actor) -> None:
    """Open the ranking to the players, or hide it."""
    with taken_event(event) as found:
        if note(found, Kind.RANKING, key, actor, RankingShown(shown=shown)):
            found.ranking_open = shown
            found.save(update_fields=["ranking_open"])
