"""Table money of an event: ticked off at the door, entered in the club's book at the end."""

from collections.abc import Iterable
from typing import NamedTuple

from clubscore.club.access import Actor
from clubscore.club.accounts.balances import standing_in
from clubscore.club.accounts.ledger import THE_CLUB, Line, Origin, post
from clubscore.club.accounts.table_money import post_table_money
from clubscore.club.authorship import authored
from clubscore.club.models import Entry as BookEntry
from clubscore.club.models import Person
from clubscore.events.models import Entry, Event

ROOM = "duplicate"


def enter_in_book(*, event: Event, actor: Actor) -> None:
    """Charge everyone who had a number, and enter what was paid at the door. Twice counts once.

    What is unpaid is owed in Accounts from then on. Part of the transaction that finishes.
    """
    if not event.fee or not event.club.plays_for_money:
        return
    pairs = Entry.objects.filter(event=event, number__isnull=False)
    entries = list(pairs.select_related("first", "second"))
    origin, currency, key = Origin(event.evening, ROOM), event.club.currency, f"event{event.pk}"
    post_table_money(
        club=event.club,
        amounts={person.pk: event.fee for entry in entries for person in entry.people},
        currency=currency,
        origin=origin,
        key=key,
        actor=actor,
        reason=event.name,
    )
    for person in (person for e in entries if e.paid_at is not None for person in e.people):
        entry = authored(actor, event.club_id, f"{key}:paid{person.pk}", event.name)
        if not BookEntry.objects.filter(club=event.club_id, key=entry["key"]).exists():
            lines = {Line(THE_CLUB, person.pk, currency): event.fee}
            post(kind=BookEntry.Kind.PAYMENT, origin=origin, lines=lines, entry=entry)


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
    if not event.fee or (finished and not nets):
        return []
    book = standing_in(event.club).get(event.club.currency, {}) if nets else {}
    people = [
        person for entry in entries if finished or entry.paid_at is None for person in entry.people
    ]
    before = {person.pk: -book.get(person.merged_into_id or person.pk, 0) for person in people}
    fee = 0 if finished else event.fee
    lines = [AtTheDoor(each, max(0, fee + before[each.pk]), before[each.pk]) for each in people]
    return [line for line in lines if line.pays or not finished]
