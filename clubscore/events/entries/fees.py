"""Table money of an event: ticked off at the door, entered in the club's book at the end."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from clubscore.club.access import Actor
from clubscore.club.accounts.balances import standing_in
from clubscore.club.accounts.ledger import (
    THE_CLUB,
    Line,
    Origin,
    contradict,
    lines_of,
    post,
)
from clubscore.club.accounts.table_money import charge_after_all, post_table_money, waive
from clubscore.club.authorship import authored
from clubscore.club.models import Club, Person
from clubscore.club.models import Entry as BookEntry
from clubscore.club.own_words import OwnWords
from clubscore.events.models import Entry, Event

ROOM = "duplicate"
# What keys of the book begin with, after the event: a person's charge, what they paid at the door.
CHARGE, PAID = "fee", "paid"
# Within keys: taken back because somebody else was named, and put back because they were not.
GONE, BACK, UNPAID, PAID_AGAIN = ":gone:", ":back:", ":unpaid:", ":again:"
Kind = BookEntry.Kind


def key_in_book(event: Event) -> str:
    """Return what keys of the book begin with that belong to an event."""
    return f"event{event.pk}"


def latest_of(event: Event, what: str) -> list[BookEntry]:
    """Return what counts now of each charge or payment of an event: itself, or what took it back.

    `what` is CHARGE or PAID.
    """
    begins = f"{key_in_book(event)}:{what}"
    of_event = BookEntry.objects.filter(club=event.club_id, key__startswith=begins)
    found: list[BookEntry] = []
    entries = list(of_event.order_by("pk"))
    while entries:
        answers = list(BookEntry.objects.filter(corrects__in=entries))
        answered = {each.corrects_id for each in answers}
        found += [each for each in entries if each.pk not in answered]
        entries = answers
    return found


def enter_in_book(*, event: Event, actor: Actor) -> None:
    """Charge everyone who had a number by who they are, and enter what was paid at the door.

    Twice counts once. Who was charged and is named no more has it taken back, with what was ticked
    off at the door; who is named again has it again. What is unpaid is owed in Accounts from then
    on. Part of the transaction that finishes, or that names others after the end.
    """
    if not event.takes_fee or not event.club.plays_for_money:
        return
    Club.objects.select_for_update().get(pk=event.club_id)
    pairs = Entry.objects.filter(event=event, number__isnull=False)
    entries = list(pairs.select_related("first", "second"))
    people = [person for entry in entries for person in entry.people]
    _follow_charges(event, people, actor)
    post_table_money(
        club=event.club,
        amounts={person.pk: event.fee_of(person) for person in people},
        currency=event.club.currency,
        origin=Origin(event.evening, ROOM),
        key=key_in_book(event),
        actor=actor,
        reason=event.name,
    )
    _follow_payments(event, people, actor)
    for person in (person for e in entries if e.paid_at is not None for person in e.people):
        _pay_at_the_door(event, person, actor)


def _pay_at_the_door(event: Event, person: Person, actor: Actor) -> None:
    key = f"{key_in_book(event)}:{PAID}{person.pk}"
    entry = authored(actor, event.club_id, key, event.name)
    if not BookEntry.objects.filter(club=event.club_id, key=entry["key"]).exists():
        lines = {Line(THE_CLUB, person.pk, event.club.currency): event.fee_of(person)}
        origin = Origin(event.evening, ROOM)
        post(kind=Kind.PAYMENT, origin=origin, lines=lines, entry=entry)


def _follow_charges(event: Event, people: Iterable[Person], actor: Actor) -> None:
    """Let off who is named no more, and charge again who is after all; by hand stays by hand."""
    begins, named = key_in_book(event), _accounts_of(people)
    for last in latest_of(event, CHARGE):
        plays = _is_among(last, named)
        if last.kind == Kind.TABLE_MONEY and not plays:
            key = f"{begins}{GONE}{last.pk}"
            waive(charged=last, reason=OwnWords("replaced"), key=key, actor=actor)
        elif last.kind == Kind.WAIVED and plays and last.key.startswith(begins + GONE):
            charge_after_all(waived=last, key=f"{begins}{BACK}{last.pk}", actor=actor)


def _follow_payments(event: Event, people: Iterable[Person], actor: Actor) -> None:
    """Take back what was paid at the door for who is named no more, and the other way round."""
    begins, named = key_in_book(event), _accounts_of(people)
    for last in latest_of(event, PAID):
        plays = _is_among(last, named)
        if last.kind == Kind.PAYMENT and not plays:
            key, kind = f"{begins}{UNPAID}{last.pk}", Kind.NOT_PAID
        elif last.kind == Kind.NOT_PAID and plays and last.key.startswith(begins + UNPAID):
            key, kind = f"{begins}{PAID_AGAIN}{last.pk}", Kind.PAYMENT
        else:
            continue
        entry = authored(actor, event.club_id, key, OwnWords("replaced"))
        contradict(wrong=last, kind=kind, entry=entry)


def _accounts_of(people: Iterable[Person]) -> set[int]:
    """The accounts of people by their keys; those of two entries that were merged are one."""
    return {key for each in people for key in (each.pk, each.merged_into_id) if key}


def _is_among(entry: BookEntry, named: Collection[int]) -> bool:
    parties = {party for line in lines_of(entry) for party in (line.debited, line.credited)}
    return bool(parties & {*named})


class AtTheDoor(NamedTuple):
    """What a person pays at the door: the table money, set against the balance in Accounts.

    `before` is what they owe from earlier, negative if they are in
    credit; `pays` is never less than nothing.
    """

    person: Person
    pays: int
    before: int


def fees_to_pay(event: Event, entries: Iterable[Entry], *, nets: bool) -> list[AtTheDoor]:
    """Return who has not paid yet and how much they pay; with `nets` set against Accounts.

    After the end the table money is in Accounts: only those who owe there still have to pay.
    Four queries with `nets`, else none.
    """
    finished = event.finished_at is not None
    nets = nets and event.club.plays_for_money
    if not event.takes_fee or (finished and not nets):
        return []
    book = standing_in(event.club).get(event.club.currency, {}) if nets else {}
    people = [
        person for entry in entries if finished or entry.paid_at is None for person in entry.people
    ]
    before = {person.pk: -book.get(person.merged_into_id or person.pk, 0) for person in people}
    fees = {each.pk: 0 if finished else event.fee_of(each) for each in people}
    lines = [
        AtTheDoor(each, max(0, fees[each.pk] + before[each.pk]), before[each.pk]) for each in people
    ]
    return [line for line in lines if line.pays or fees[line.person.pk]]


def pays_nothing(event: Event, entry: Entry) -> bool:
    """Whether an entry's people are known and none of them pays table money."""
    return bool(entry.people) and not any(event.fee_of(person) for person in entry.people)
