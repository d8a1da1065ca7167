"""Table money of an event: ticked off at the door, entered in the club's book at the end."""

from clubscore.club.access import Actor
from clubscore.club.book import THE_CLUB, Line, Origin, post
from clubscore.club.keys import authored
from clubscore.club.models import Entry as BookEntry
from clubscore.club.table_money import post_table_money
from clubscore.duplicate.models import Entry, Event

ROOM = "duplicate"


def enter_in_book(*, event: Event, actor: Actor) -> None:
    """Charge everybody who had a number, and enter what was paid at the door. Twice counts once.

    Whoever has not paid owes it in the book from then on. Part of the transaction that finishes.
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
