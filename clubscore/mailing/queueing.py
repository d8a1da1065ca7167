"""Which letters are due: of an event that became final, of a gazette that was shown to members.

Each is asked for once, by its key. Whoever confirmed an address later gets what is due from then on
and nothing of before; what was due for longer than a week is not made up for.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator

from django.db.models import Q

from clubscore.club import clock
from clubscore.club.models import EveningGazette, Person
from clubscore.events.models import Entry, TeamMember
from clubscore.mailing.card_letter import events_to_mail
from clubscore.mailing.models import Letter, Subscription
from clubscore.mailing.subscribing import good_subscriptions

LATEST = dt.timedelta(days=7)  # what was due before is not mailed any more
KEPT = dt.timedelta(days=60)  # a letter that ended; longer than anything is due
Kind, State = Letter.Kind, Letter.State


def put_in_queue() -> int:
    """Ask for every letter that is due and was not asked for; return how many."""
    due = list(letters_due())
    Letter.objects.bulk_create(due, ignore_conflicts=True)
    return len(due)


def letters_due() -> Iterator[Letter]:
    """Yield the letters that are due and that nobody has asked for yet; they are not stored.

    Two queries while nothing is due, six at most.
    """
    due = [*_cards(), *_gazettes()]
    keys = [letter.key for letter in due]
    known = set(Letter.objects.filter(key__in=keys).values_list("club", "key")) if due else set()
    for letter in due:
        if (letter.club_id, letter.key) not in known:
            yield letter


def _cards() -> Iterator[Letter]:
    events = {each.pk: each for each in events_to_mail().filter(final_at__gt=_since())}
    if not events:
        return
    clubs = {each.club_id for each in events.values()}
    wanting = _by_club(good_subscriptions().filter(wants_card=True, club__in=clubs))
    for event, person in _players(list(events)):
        found = events[event]
        to = wanting.get(found.club_id, {}).get(person)
        if to is not None and found.final_at and _was_there(to, found.final_at):
            yield Letter(
                club_id=found.club_id,
                person_id=person,
                kind=Kind.CARD,
                key=f"card-{event}-{person}",
                event_id=event,
            )


def _gazettes() -> Iterator[Letter]:
    shown = EveningGazette.objects.filter(
        shown_at__lte=clock.now(), shown_at__gt=_since(), club__closed_at=None,
        evening__gt=(_since() - LATEST).date(),
    )  # fmt: skip
    found = list(shown)
    if not found:
        return
    clubs = {each.club_id for each in found}
    wanting = _by_club(good_subscriptions().filter(wants_gazette=True, club__in=clubs))
    for each in found:
        for person, to in wanting.get(each.club_id, {}).items():
            if each.shown_at and _was_there(to, each.shown_at):
                yield Letter(
                    club_id=each.club_id,
                    person_id=person,
                    kind=Kind.GAZETTE,
                    key=f"gazette-{each.evening.isoformat()}-{person}",
                    evening=each.evening,
                )


def _since() -> dt.datetime:
    return clock.now() - LATEST


def _was_there(to: Subscription, moment: dt.datetime) -> bool:
    return to.confirmed_at is not None and to.confirmed_at <= moment


def _by_club(found: Iterable[Subscription]) -> dict[int, dict[int, Subscription]]:
    by_club: dict[int, dict[int, Subscription]] = defaultdict(dict)
    for each in found:
        by_club[each.club_id][each.person_id] = each
    return by_club


def _players(events: list[int]) -> Iterator[tuple[int, int]]:
    """Yield (event, person) of all who have a number at some events, as who they are now."""
    rows: set[tuple[int, int]] = set()
    entered = Entry.objects.filter(event__in=events, number__isnull=False)
    for event, first, second in entered.values_list("event", "first", "second"):
        rows |= {(event, person) for person in (first, second) if person is not None}
    further = TeamMember.objects.filter(entry__in=entered, gone_at=None)
    rows |= set(further.values_list("entry__event", "person"))
    people = {person for _event, person in rows}
    merged = Person.objects.filter(~Q(merged_into=None), pk__in=people)
    is_now = {pk: into for pk, into in merged.values_list("pk", "merged_into") if into}
    yield from sorted({(event, is_now.get(person, person)) for event, person in rows})


def remove_old() -> None:
    """Remove letters that ended long ago, and requests that nobody confirmed in time."""
    ended = Letter.objects.exclude(state__in=(State.WAITING, State.SENDING))
    ended.filter(ended_at__lt=clock.now() - KEPT).delete()
    Subscription.objects.filter(confirmed_at=None, link_expires_at__lt=clock.now()).delete()
