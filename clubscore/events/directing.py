"""Running an event: its clock and rounds, sections, pairs' numbers, announcements and calls.

A director who plays passes a case on to somebody else. Announcements stay on every phone and on
the wall until they are removed.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.entry import ChangedMeanwhile, Refused
from clubscore.club.wording import listed
from clubscore.events.board_state import BoardStage, BoardState, Spot
from clubscore.events.formats import how_many
from clubscore.events.locks import is_noted, must_be_playing, note, taken_event
from clubscore.events.models import Call, Entry, Event, EventHappening, ResultRevision, Section
from clubscore.events.models.facts import (
    FOLLOWS,
    ROUND,
    AllHere,
    Announced,
    BoardsLookedAt,
    CasePassedOn,
    ClockSet,
    EntryChanged,
    MovementSet,
    PhonesSet,
    RankingShown,
    RoundStarted,
    SlipsSet,
    TakenDown,
)
from clubscore.events.movement import OfferedMovement, offers
from clubscore.events.plan import plan_of, recipe
from clubscore.events.reporting import standing_now
from clubscore.events.selectors import not_to_see
from clubscore.events.state import (
    SAID_TO_ALL,
    Clock,
    EventState,
    clock_of,
    entries_of,
    room_of,
    standing_announcements,
)
from clubscore.movements import Movement
from clubscore.web.forms import PageForm, TextField, WholeField, Wholes

# ---- Numbers, and who keeps a seat North-South.

AS_ENTERED, BY_LOT, SEEDED = WAYS = ("entered", "lot", "seeded")
Kind = EventHappening.Kind
# Longer than any event has entries: who has no place comes after who has one.
LAST: Final = 10_000


def in_order(entries: Sequence[Entry]) -> list[Entry]:
    """Return entries in the order by which they receive their numbers."""
    return sorted(entries, key=lambda one: (LAST if one.place is None else one.place, one.order))


def numbered_entries(entries: Sequence[Entry]) -> list[Entry]:
    """Return entries by their numbers once these are given, until then as they will be."""
    if all(one.number for one in entries):
        return sorted(entries, key=lambda one: (one.section_id or 0, one.number or 0))
    return in_order(entries)


def by_lot(entries: Sequence[Entry], lot: str) -> list[Entry]:
    """Return entries in the order of a lot: by the SHA-256 of the lot and their order of entry.

    Anyone can draw the same again from the lot that is shown.
    """

    def drawn(one: Entry) -> str:
        return sha256(f"{lot}:{one.order}".encode()).hexdigest()

    return sorted(entries, key=drawn)


def numbers_for(entries: Sequence[Entry], movement: Movement) -> dict[int, int]:
    """Return the number of each entry at a movement, {entry: number}.

    Who must stay North-South changes places with the next pair that could move. Refuses where more
    must stay than the movement lets stay.
    """
    ordered = in_order(entries)
    stay = stationary(movement)
    staying = [one for one in ordered if one.stays_at is not None]
    if len(staying) > len(stay):
        text = ngettext(
            "%(n)s pair must sit North–South, and the movement has seats for %(most)s.",
            "%(n)s pairs must sit North–South, and the movement has seats for %(most)s.",
            len(staying),
        )
        raise Refused(text % {"n": len(staying), "most": len(stay)})
    for one in staying:
        at = ordered.index(one)
        if at + 1 in stay:
            continue
        free = [n for n in sorted(stay) if ordered[n - 1].stays_at is None]
        to = min(free, key=lambda n: abs(n - 1 - at)) - 1
        ordered[at], ordered[to] = ordered[to], ordered[at]
    return {one.pk: number for number, one in enumerate(ordered, start=1)}


def stationary(movement: Movement) -> set[int]:
    """Return the numbers that begin North-South and stay at their table for all rounds."""
    tables: dict[int, set[int]] = {}
    begins: set[int] = set()
    for row in movement.rows:
        for number in row.seated:
            tables.setdefault(number, set()).add(row.table)
        if row.round == 1 and row.table:
            begins |= set(row.ns)
    return {number for number in begins if len(tables[number]) == 1}


def order_count(event: Event) -> int:
    """Return how often an order was set: what a page has seen."""
    happened = EventHappening.objects.filter(event=event, kind=Kind.ENTRY)
    return happened.filter(data__what="numbers").count()


def set_order(
    *,
    event: Event,
    way: str,
    seeds: Mapping[int, int],
    lot: str,
    key: str,
    actor: Actor,
    seen: int | None = None,
) -> None:
    """Set the order of numbers: as entered, by `lot`, or by `seeds`, {entry: place, 1 is first}.

    Numbers that are given already are given anew. `seen` is what `order_count` was; raises
    ChangedMeanwhile if someone else set it since. Refuses once play has started.
    """
    with taken_event(event) as found:
        if is_noted(found, key):
            return
        if seen not in (None, order_count(found)):
            raise ChangedMeanwhile([])
        if found.round:
            raise Refused(_("Play has started, so all numbers stay as they are."))
        entries = [one for one in entries_of(found) if one.plays]
        ordered = _ordered(entries, way, seeds, lot)
        told = EntryChanged(what="numbers", way=way, entries={"order": [e.pk for e in ordered]})
        if way == BY_LOT:
            told["lot"] = lot
        note(found, Kind.ENTRY, key, actor, told)
        for place, one in enumerate(ordered, start=1):
            one.place = None if way == AS_ENTERED else place
            Entry.objects.filter(pk=one.pk).update(place=one.place)
        _number_again(found, entries)


def _ordered(entries: Sequence[Entry], way: str, seeds: Mapping[int, int], lot: str) -> list[Entry]:
    if way == BY_LOT:
        return by_lot(entries, lot)
    if way != SEEDED:
        return sorted(entries, key=lambda one: one.order)
    places = [seeds[one.pk] for one in entries if one.pk in seeds]
    if len(set(places)) < len(places):
        raise Refused(_("The same place is given twice. Give each its own, or leave one empty."))
    return sorted(entries, key=lambda one: (seeds.get(one.pk, LAST), one.order))


def swap_places(*, event: Event, one: int, other: int, key: str, actor: Actor) -> None:
    """Let two entries, by their places in the order, change them. Refuses once play has started."""
    with taken_event(event) as found:
        if is_noted(found, key):
            return
        if found.round:
            raise Refused(_("Play has started, so all numbers stay as they are."))
        entries = [each for each in entries_of(found) if each.plays]
        ordered = numbered_entries(entries)
        if one == other or not {one, other} <= set(range(1, len(ordered) + 1)):
            text = _("Choose two different numbers from 1 to %(most)s.")
            raise Refused(text % {"most": len(ordered)})
        ordered[one - 1], ordered[other - 1] = ordered[other - 1], ordered[one - 1]
        order = {"order": [each.pk for each in ordered]}
        note(found, Kind.ENTRY, key, actor,
             EntryChanged(what="numbers", way="swapped", entries=order))  # fmt: skip
        for place, each in enumerate(ordered, start=1):
            each.place = place
            Entry.objects.filter(pk=each.pk).update(place=place)
        _number_again(found, entries)


def _number_again(event: Event, entries: Sequence[Entry]) -> None:
    """Give the numbers of every section with a movement anew."""
    for section in event.sections.all():
        plan = plan_of(section.plan)
        mine = [one for one in entries if one.section_id == section.pk]
        if plan is None or len(mine) != plan.pairs:
            continue
        numbers = numbers_for(mine, plan.movement)
        Entry.objects.filter(section=section).update(number=None)
        for pk, number in numbers.items():
            Entry.objects.filter(pk=pk).update(number=number)


def numbering_in_words(data: EntryChanged) -> str:
    """Return how an order of numbers came about."""
    texts = {
        AS_ENTERED: _("numbers as entered"),
        SEEDED: _("numbers as seeded"),
        BY_LOT: _("numbers by lot: %(lot)s") % {"lot": data.get("lot", "")},
        "swapped": _("two numbers swapped"),
    }
    return texts.get(data.get("way", ""), "")


def order_now(event: Event) -> EntryChanged | None:
    """Return how the order of numbers came about, None where nobody set one."""
    happened = EventHappening.objects.filter(event=event, kind=Kind.ENTRY)
    last = happened.filter(data__what="numbers").order_by("pk").last()
    return last.told_as(EntryChanged) if last else None


# ---- The movement, the clock and the rounds.

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


def round_share_over(event: Event, by: Clock) -> float:
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


def _must_be_ready(event: Event) -> EventState:
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


def _must_have_all_in(room: EventState, sections: Sequence[Section]) -> None:
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


def _must_be_drawn(room: EventState, section: Section) -> None:
    text = _("Draw round %(round)s first.")
    raise Refused(text % {"round": room.now(section.pk) + 1})


def _go_on(room: EventState, sections: Sequence[Section]) -> None:
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


# ---- Sections.

LETTERS = "ABCDEF"
LEAST_IN_ONE = 4


def most_sections(count: int) -> int:
    """Return into how many sections so many contestants can be divided."""
    return max(1, min(len(LETTERS), count // LEAST_IN_ONE))


def divide(
    *,
    event: Event,
    count: int,
    wanted: Mapping[int, str],
    key: str,
    actor: Actor,
    seen: int | None = None,
) -> None:
    """Divide the entries into so many sections; `wanted` has the letter of entries by key.

    Other entries are divided evenly in the order of entry. Numbers and movements are chosen
    again. Refuses once play has started, and sections of fewer than four; `seen` as for a movement.
    """
    with taken_event(event) as found:
        movements_as_seen(found, key, seen)
        if found.round:
            raise Refused(_("Play has started, so the sections stay as they are."))
        entries = [entry for entry in Entry.objects.filter(event=found) if entry.plays]
        if not 1 <= count <= most_sections(len(entries)):
            text = _("Entries: %(entered)s. Sections: at most %(most)s.")
            values = {"entered": len(entries), "most": most_sections(len(entries))}
            raise Refused(text % values)
        letters = LETTERS[:count]
        of = _divided(entries, letters, wanted)
        for letter in letters:
            if sum(each == letter for each in of.values()) < min(LEAST_IN_ONE, len(entries)):
                text = _("Section %(letter)s would be too small. Entries: at least %(least)s.")
                raise Refused(text % {"letter": letter, "least": LEAST_IN_ONE})
        told = {letter: sum(each == letter for each in of.values()) for letter in letters}
        # The only record of sections that are gone: each with the keys of its entries.
        who = {letter: [pk for pk, each in of.items() if each == letter] for letter in letters}
        kind = EventHappening.Kind.MOVEMENT
        if not note(found, kind, key, actor, MovementSet(sections=told, entries=who)):
            return
        _write(found, letters, of)


def divide_as(*, event: Event, last: Event, key: str, actor: Actor) -> None:
    """Divide a field into the sections of another event: everybody is in the one they were in.

    One section it stays where the other had one, or where these are too few for as many.
    """
    letters = dict(Section.objects.filter(event=last).values_list("pk", "letter"))
    if len(letters) < 2:
        return
    before = {
        frozenset(person.pk for person in each.people): letters[each.section_id]
        for each in entries_of(last)
        if each.section_id is not None
    }
    wanted = {
        each.pk: before.get(frozenset(person.pk for person in each.people), "")
        for each in entries_of(event)
    }
    with suppress(Refused):
        divide(event=event, count=len(letters), wanted=wanted, key=key, actor=actor)


def _write(event: Event, letters: str, of: Mapping[int, str]) -> None:
    """Make the sections and put every entry into its own."""
    Entry.objects.filter(event=event).update(section=None, number=None)
    Section.objects.filter(event=event).exclude(letter__in=letters).delete()
    Section.objects.filter(event=event).update(plan=None)
    for letter in letters:
        section, _made = Section.objects.get_or_create(
            event=event, letter=letter, defaults={"club_id": event.club_id}
        )
        mine = [pk for pk, each in of.items() if each == letter]
        Entry.objects.filter(pk__in=mine).update(section=section)


def _divided(entries: list[Entry], letters: str, wanted: Mapping[int, str]) -> dict[int, str]:
    """The letter of every entry: as wanted, the others where the fewest are, A before B."""
    found = {each.pk: wanted[each.pk] for each in entries if wanted.get(each.pk, "") in [*letters]}
    if not found:
        size = -(-len(entries) // len(letters))
        return {each.pk: letters[at // size] for at, each in enumerate(entries)}
    for entry in entries:
        if entry.pk not in found:
            several = list(found.values())
            found[entry.pk] = min(letters, key=several.count)
    return found


# ---- Announcements, and what phones ask for.

LONGEST = 200  # characters


def announcements_of(event: Event) -> tuple[EventHappening, ...]:
    """Return what is announced now, oldest first. One query."""
    return standing_announcements(
        EventHappening.objects.filter(event=event, kind__in=SAID_TO_ALL).order_by("pk")
    )


def announce(*, event: Event, text: str, key: str, actor: Actor) -> None:
    """Announce something on all phones and the wall. Refuses an empty text."""
    said = " ".join(text.split())[:LONGEST]
    with taken_event(event) as found:
        if not said:
            raise Refused(_("Write the announcement."))
        note(found, Kind.ANNOUNCED, key, actor, Announced(text=said))


def take_down(*, event: Event, announcement: int, key: str, actor: Actor) -> None:
    """Remove an announcement; one that was removed stays removed."""
    with taken_event(event) as found:
        standing = {each.pk: each for each in announcements_of(found)}
        if announcement in standing:
            text = standing[announcement].told_as(Announced)["text"]
            taken = TakenDown(announcement=announcement, text=text)
            note(found, Kind.TAKEN_DOWN, key, actor, taken)


def ask_for_lead(*, event: Event, asked: bool, key: str, actor: Actor) -> None:
    """Let the tables' phones ask which card was led, or no longer."""
    with taken_event(event) as found:
        if note(found, Kind.PHONES, key, actor, PhonesSet(asks_lead=asked)):
            found.asks_lead = asked
            found.save(update_fields=["asks_lead"])


def set_by_slip(*, section: Section, table: int, by_slip: bool, key: str, actor: Actor) -> None:
    """Mark a table as without a phone, so that its score slips are typed; or with one again."""
    with taken_event(section.event) as event:
        plan = plan_of(section.plan)
        if plan is None or not 0 < table <= plan.tables:
            raise Refused(_("There is no such table. Choose another."))
        slips = SlipsSet(section=section.pk, table=table, by_slip=by_slip)
        note(event, Kind.BY_SLIP, key, actor, slips)


# ---- A director who plays.


def look(*, event: Event, boards: Iterable[int], key: str, actor: Actor) -> None:
    """Show a director boards that their own side has yet to play; the history keeps that.

    Boards that they see anyway are left out. Refuses where none are left.
    """
    with taken_event(event) as found:
        if is_noted(found, key):
            return
        hidden = not_to_see(actor, room_of(found)) & {*boards}
        if not hidden or actor.person is None:
            raise Refused(_("You see these boards already. Go back and open the page again."))
        told = BoardsLookedAt(person=actor.person.pk, boards=sorted(hidden))
        note(found, Kind.LOOKED, key, actor, told)


def pass_on(*, section: Section, spot: Spot, key: str, actor: Actor) -> None:
    """Ask another director, or both sides, to settle two versions of a board."""
    with taken_event(section.event) as found:
        if not has_two_versions(standing_now(spot)):
            raise Refused(_("There is nothing to settle on this board any more."))
        case = CasePassedOn(
            section=spot.section, round=spot.round, table=spot.table, board=spot.board
        )
        note(found, Kind.PASSED_ON, key, actor, case)


def has_two_versions(standing: BoardState) -> bool:
    """Whether a board is to be settled: its sides disagree, or another result came after it."""
    return standing.state is BoardStage.DISPUTED or bool(standing.contrary or standing.proposed)


# ---- Before the first round.


@dataclass(frozen=True)
class BeforeStart:
    """How many are awaited, in words too, and the movement that is proposed once all are here.

    `may_start` once a movement is chosen everywhere; `seen` is how often one was chosen.
    """

    to_come: int
    words: str
    proposal: OfferedMovement | None
    may_start: bool
    seen: int

    @property
    def asks(self) -> bool:
        """Whether the foot of the page has a key for what comes next."""
        return bool(self.to_come or self.proposal or self.may_start)


def before_start(room: EventState) -> BeforeStart | None:
    """Return what an event waits for, None once it has begun or while no one is entered."""
    here = [entry for entry in room.entries if entry.withdrawn_at is None and entry.plays]
    if room.event.round or not here:
        return None
    to_come = sum(entry.arrived_at is None for entry in here)
    chosen = all(section.pk in room.plans for section in room.sections)
    proposal = None
    if not to_come and not room.plans and len(room.sections) == 1:
        proposal = next(iter(offers(room.event, len(here))), None)
    return BeforeStart(
        to_come=to_come,
        words=_in_words(len(here), to_come),
        proposal=proposal,
        may_start=chosen and not to_come,
        seen=movements_chosen(room.event),
    )


def _in_words(entered: int, to_come: int) -> str:
    """Return how many are here, and how many are awaited."""
    if not to_come:
        return _("Everyone is here.")
    text = ngettext("%(here)s here, %(n)s to come", "%(here)s here, %(n)s to come", to_come)
    return text % {"here": entered - to_come, "n": to_come}


# ---- Forms.


class AnnouncementForm(PageForm):
    """What is announced to everybody, or which announcement is taken down."""

    text = TextField()
    down = WholeField()


class LeadForm(PageForm):
    """Whether phones ask for the card led: `asked` says anything where they do."""

    asked = TextField()


class TableForm(PageForm):
    """Which table is meant, by its name in addresses."""

    spot = TextField()


class RoundForm(PageForm):
    """The next round begins, in a section alone where there is its letter.

    `seen` is the round that the page showed, `lag` how many rounds sections were behind there.
    """

    seen = WholeField()
    lag = WholeField()
    section = TextField()


class ClockForm(PageForm):
    """What becomes of the clock, of a section's own where there is its letter."""

    what = TextField()
    section = TextField()


class CallForm(PageForm):
    """Which call is answered, and at which table."""

    call = WholeField()
    spot = TextField()


class RankingForm(PageForm):
    """Who sees the ranking: it is shown, hidden, shared by an address, or shared no longer."""

    what = TextField()


class VisibleBoardsForm(PageForm):
    """The boards that a director who plays chooses to see, and the page that asked."""

    board = Wholes()
    then = TextField()


class CaseForm(PageForm):
    """The board at a table that somebody else is asked to settle."""

    spot = TextField()
    round = WholeField()
    board = WholeField()


# ---- The clock in words.

MINUTE = 60


def clock_text(seconds: int | None) -> str:
    """Return what a clock shows: 14:20, or how long the round is over time: −2:05."""
    if seconds is None:
        return ""
    minutes, rest = divmod(abs(seconds), 60)
    return f"{'−' if seconds < 0 else ''}{minutes}:{rest:02d}"


def minutes_over(by: Clock) -> int | None:
    """Return by how many whole minutes a round is over time; None while it is not."""
    left = seconds_left(by)
    return None if left is None or left >= 0 or by.ends_at is None else -left // MINUTE


def clock_words(event: Event, by: Clock) -> str:
    """Return what a clock means: left, paused, over time by so much, round not begun."""
    if not event.round:
        return _("round not begun")
    if by.seconds_left is not None:
        return _("paused")
    over = minutes_over(by)
    if over is None:
        return pgettext("clock", "left")
    if not over:
        return pgettext("clock", "over time")
    text = ngettext("over time by %(n)s minute", "over time by %(n)s minutes", over)
    return text % {"n": over}
