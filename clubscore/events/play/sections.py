"""An event in more than one section: who plays in which, before play begins."""

from collections.abc import Mapping
from contextlib import suppress

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.refused import Refused
from clubscore.events.locks import note, taken_event
from clubscore.events.models import Entry, Event, EventHappening, Section
from clubscore.events.models.kept_facts import MovementSet
from clubscore.events.play.directing import movements_as_seen
from clubscore.events.state.event_now import entries_of

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
