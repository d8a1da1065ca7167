"""Open an event, and who enters it: pairs, half pairs, pairs that are expected, the door."""

import datetime as dt
from collections.abc import Callable

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.edit_conflicts import Change, ChangedMeanwhile
from clubscore.club.models import Club, Person
from clubscore.club.refused import Refused
from clubscore.events.entries.fees import enter_in_book
from clubscore.events.locks import is_noted, note, taken_event
from clubscore.events.models import Entry, Event, EventHappening, Section
from clubscore.events.models.kept_facts import EntryChanged, Opened, SeatsNamed
from clubscore.events.state.event_now import entries_of, room_of
from clubscore.events.state.seat_claims import table_now
from clubscore.events.terms.event_terms import Terms
from clubscore.events.terms.event_words import entry_is
from clubscore.events.terms.formats import FORMS, LEAST_PEOPLE, MOST_PEOPLE

Kind = EventHappening.Kind


def open_event(*, club: Club, evening: dt.date, terms: Terms, key: str, actor: Actor) -> Event:
    """Open an event with one section. The same key again is the same event."""
    form = FORMS[terms.form]
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        known = EventHappening.objects.filter(club=club, key=key, kind=Kind.OPENED)
        for happening in known.select_related("event"):
            return happening.event
        event = Event.objects.create(
            club=club,
            evening=evening,
            name=terms.name,
            fee=terms.fee,
            guest_fee=None if terms.guest_fee == terms.fee else terms.guest_fee,
            contestants_are=form.are,
            game=terms.game,
            rules=dict(terms.rules),
            scoring=terms.scoring or form.scoring,
            options={**form.options, **terms.options},
            opened_by=actor.label,
        )
        Section.objects.create(club=club, event=event, letter="A")
        opened = Opened(name=terms.name)
        if terms.boards:
            opened |= {"boards": terms.boards, "winners": terms.winners}
        if terms.wish:
            opened["wish"] = terms.wish
        note(event, Kind.OPENED, key, actor, opened)
    return event


def enter_pair(
    *, event: Event, people: list[Person], expected: str, key: str, actor: Actor
) -> Entry | None:
    """Enter two people, one player looking for a partner, or a pair that is expected.

    None if this key was used. Refuses people already entered, and an empty entry.
    """
    expected = " ".join(expected.split())[:80]
    with taken_event(event) as found:
        if not people and not expected:
            raise Refused(_("Choose who plays, or enter who is expected."))
        must_be_new(found, people)
        _must_be_as_many(found, people)
        said = " & ".join(person.name for person in people) or expected
        if not note(found, Kind.ENTRY, key, actor, EntryChanged(what="entered", who=said)):
            return None
        return enter(found, people, "" if people else expected, actor)


def enter_players(*, event: Event, people: list[Person], key: str, actor: Actor) -> None:
    """Enter people for an individual. Refuses people already entered, and an empty entry."""
    with taken_event(event) as found:
        if not people:
            raise Refused(_("Choose who plays, or enter who is expected."))
        must_be_new(found, people)
        said = ", ".join(person.name for person in people)
        if note(found, Kind.ENTRY, key, actor, EntryChanged(what="entered", who=said)):
            for person in people:
                enter(found, [person], "", actor)


def enter(
    event: Event,
    people: list[Person],
    expected: str,
    actor: Actor,
    name: str = "",
    *,
    by_seats: bool = False,
) -> Entry:
    """Write an entry, the last of its event, of the first two of these people."""
    last = Entry.objects.filter(event=event).aggregate(last=Max("order"))["last"] or 0
    return Entry.objects.create(
        club_id=event.club_id,
        event=event,
        order=last + 1,
        first=people[0] if people else None,
        second=people[1] if len(people) > 1 else None,
        name=name,
        note=expected,
        by_seats=by_seats,
        entered_by=actor.label,
    )


def _must_be_as_many(event: Event, people: list[Person]) -> None:
    """Refuse more people than one entry has."""
    if len(people) > MOST_PEOPLE[event.contestants_are]:
        raise Refused(entry_is(event.contestants_are))


def must_be_new(event: Event, people: list[Person], but: Entry | None = None) -> None:
    """Refuse people listed twice, or already in an entry other than `but`."""
    if len({person.pk for person in people}) < len(people):
        raise Refused(_("Choose each player only once."))
    entries = entries_of(event).filter(withdrawn_at=None)
    entered = {
        person.pk for entry in entries if but is None or entry.pk != but.pk
        for person in entry.people
    }  # fmt: skip
    for person in people:
        if person.pk in entered:
            raise Refused(_("%(name)s is already entered.") % {"name": person.name})


def name_pair(
    *, event: Event, entry: int, people: list[Person], key: str, actor: Actor, seen: str
) -> None:
    """Change who plays as this pair: a partner found, an expected pair that came, a change.

    `seen` is the pair as shown on the page. Raises ChangedMeanwhile if it has changed since.
    """
    with taken_event(event) as found:
        pair = _entry(found, entry)
        if is_noted(found, key):
            return
        if str(pair) != seen:
            raise ChangedMeanwhile([Change(_("Who plays"), seen, str(pair))])
        must_be_new(found, people, pair)
        _must_be_as_many(found, people)
        if not people:
            raise Refused(_("Choose who plays."))
        before, names = str(pair), " & ".join(person.name for person in people)
        named = EntryChanged(what="named", who=names, was=before)
        if not note(found, Kind.ENTRY, key, actor, named):
            return
        lacks = len(people) < LEAST_PEOPLE[found.contestants_are]
        if pair.number is not None and lacks and not pair.by_seats:
            raise Refused(entry_is(found.contestants_are))
        if pair.by_seats:
            _say_for_its_seats(pair, people, f"{key}:seats", actor)
        pair.first, pair.second = people[0], people[1] if len(people) > 1 else None
        pair.note = ""
        pair.save(update_fields=["first", "second", "note"])
        if found.finished_at is not None:
            enter_in_book(event=found, actor=actor)


def _say_for_its_seats(pair: Entry, people: list[Person], key: str, actor: Actor) -> None:
    """What is said by hand counts, whatever tables said of the pair's seats before."""
    keys = [person.pk for person in people]
    alone = MOST_PEOPLE[pair.event.contestants_are] - len(keys)
    table = table_now(room_of(pair.event), pair)
    told = SeatsNamed(
        section=pair.section_id or 0,
        table=table,
        said_at=0,
        entry=pair.pk,
        people=[*keys, *[None] * alone],
        settles=True,
    )
    note(pair.event, Kind.SEATED, key, actor, told)


def join_halves(*, event: Event, one: int, other: int, key: str, actor: Actor) -> None:
    """Make one pair of two players looking for a partner."""
    with taken_event(event) as found:
        stays, goes = _entry(found, one), _entry(found, other)
        if stays.pk == goes.pk or not (stays.seeks_partner and goes.seeks_partner):
            raise Refused(_("Choose two players who are looking for a partner."))
        partner = goes.first
        said = f"{stays} & {goes}"
        if not note(found, Kind.ENTRY, key, actor, EntryChanged(what="joined", who=said)):
            return
        goes.withdrawn_at = clock.now()
        goes.save(update_fields=["withdrawn_at"])
        stays.second = partner
        stays.save(update_fields=["second"])


def _entry(event: Event, pk: int) -> Entry:
    entry = entries_of(event).filter(pk=pk).first()
    if entry is None or entry.withdrawn_at is not None:
        raise Refused(_("This entry no longer exists."))
    return entry


def _arrives(entry: Entry, so: bool) -> None:
    entry.arrived_at = entry.arrived_at or clock.now() if so else None


def _pays(entry: Entry, so: bool) -> None:
    if entry.event.finished_at is not None:
        raise Refused(_("The session's table money is in Accounts. Settle what is unpaid there."))
    entry.paid_at = entry.paid_at or clock.now() if so else None


def _stays(entry: Entry, so: bool) -> None:
    if entry.number is not None:
        raise Refused(_("Numbers are given already. Change that under Numbers."))
    entry.stays_at = entry.stays_at or clock.now() if so else None


def _withdraws(entry: Entry, so: bool) -> None:
    if entry.number is not None:
        raise Refused(
            _("This entry has a number. Change its players, or choose the movement again."),
        )
    entry.withdrawn_at = clock.now()


# A tap sets a state and never toggles it: two people at the door who tap the same agree.
AT_THE_DOOR: dict[str, tuple[str, bool, Callable[[Entry, bool], None]]] = {
    "arrived": ("arrived", True, _arrives),
    "not-arrived": ("arrived", False, _arrives),
    "paid": ("paid", True, _pays),
    "not-paid": ("paid", False, _pays),
    "stays": ("stays", True, _stays),
    "moves": ("stays", False, _stays),
    "withdrawn": ("withdrawn", True, _withdraws),
}


def everybody_is_here(*, event: Event, key: str, actor: Actor) -> None:
    """Mark everyone as here who is not marked yet. The same key again changes nothing."""
    with taken_event(event) as found:
        for entry in entries_of(found).filter(withdrawn_at=None, arrived_at=None):
            data = EntryChanged(what="arrived", who=str(entry), now=True)
            if entry.plays and note(found, Kind.ENTRY, f"{key}:{entry.pk}", actor, data):
                _arrives(entry, True)
                entry.save(update_fields=["arrived_at"])


def at_the_door(*, event: Event, entry: int, what: str, key: str, actor: Actor) -> None:
    """Mark a pair as here or paid, undo that, or withdraw it."""
    told = AT_THE_DOOR.get(what)
    if told is None:
        raise Refused(_("Choose here, paid or withdraw."))
    with taken_event(event) as found:
        pair = _entry(found, entry)
        name, so, change = told
        before = getattr(pair, f"{name}_at") is not None
        change(pair, so)
        data = EntryChanged(what=name, who=str(pair), now=so)
        if before == so or not note(found, Kind.ENTRY, key, actor, data):
            return
        pair.save(update_fields=["arrived_at", "paid_at", "stays_at", "withdrawn_at"])
        if pair.withdrawn_at is not None:
            pair.further.filter(gone_at=None).update(gone_at=pair.withdrawn_at)
