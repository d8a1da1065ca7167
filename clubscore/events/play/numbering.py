"""Which number each pair plays by: as entered, by lot, as seeded; who keeps a seat North-South."""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.access import Actor
from clubscore.club.edit_conflicts import ChangedMeanwhile
from clubscore.club.refused import Refused
from clubscore.events.locks import is_noted, note, taken_event
from clubscore.events.models import Entry, Event, EventHappening
from clubscore.events.models.kept_facts import EntryChanged
from clubscore.events.state.event_now import entries_of
from clubscore.events.state.plan import plan_of
from clubscore.movements import Movement

AS_ENTERED, BY_LOT, SEEDED = WAYS = ("entered", "lot", "seeded")
Kind = EventHappening.Kind
# Longer than any event has entries: who has no place comes after who has one.
LAST: Final = 10_000


def in_order(entries: Sequence[Entry]) -> list[Entry]:
    """Return entries in the order by which they receive their numbers."""
    return sorted(entries, key=lambda one: (LAST if one.place is None else one.place, one.order))


def shown_order(entries: Sequence[Entry]) -> list[Entry]:
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


def orders_said(event: Event) -> int:
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

    Numbers that are given already are given anew. `seen` is what `orders_said` was; raises
    ChangedMeanwhile if someone else set it since. Refuses once play has started.
    """
    with taken_event(event) as found:
        if is_noted(found, key):
            return
        if seen not in (None, orders_said(found)):
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
        ordered = shown_order(entries)
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
