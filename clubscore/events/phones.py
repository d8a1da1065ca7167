"""Phones at an event: a table's secret link, valid until the session ends or it is turned off."""

import datetime as dt
from collections.abc import Sequence
from typing import TypedDict

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused
from clubscore.club.models import Club, Person
from clubscore.events.locks import note, taken_event
from clubscore.events.models import (
    Event,
    EventHappening,
    EventShare,
    EventTableLink,
    Section,
    SeveralShare,
)
from clubscore.events.models.facts import PhonesSet, RankingShown
from clubscore.events.plan import plan_of
from clubscore.web.hand_codes import address_apart, codes_taken
from clubscore.web.phones import (
    EVENT_PHONE,
    PhoneStatement,
    begin_session,
    hash_of,
    new_address,
    ours,
)

Kind = EventHappening.Kind
SHARE_DAYS = 366


def good_links() -> QuerySet[EventTableLink]:
    """Return the addresses that still let phones in."""
    good = EventTableLink.objects.filter(
        revoked_at=None, expires_at__gt=clock.now(), section__event__deleted_at=None
    )
    return good.select_related("club", "section__event__club")


def link_by_token(token: str) -> EventTableLink | None:
    """Return the good address behind a token; None too where its event was called off.

    A phone that was let in before stays, and is told that the event was called off.
    """
    still_on = good_links().filter(section__event__called_off_at=None)
    return still_on.filter(token_hash=hash_of(token)).first()


# What good_links asks, with the session and the person.
_in_one = PhoneStatement(
    EventTableLink,
    "link.section",
    "section.event",
    place="event",
    good='"event"."deleted_at" IS NULL',
)


class EventPhone(TypedDict):
    """What the session of such a phone keeps: keys of its link and of its person, if it has one."""

    link: int
    person: int | None


def actor_of_phone(request: HttpRequest, device: str) -> Actor | None:
    """Return the actor of a phone let in at a table of an event, None for any other."""
    phone: EventPhone | None = request.session.get(EVENT_PHONE)
    if not phone:
        return None
    link = good_links().filter(pk=phone["link"]).first()
    if link is None:
        return None
    person, who = None, phone.get("person")
    if who:
        person = Person.objects.filter(club=link.club_id, pk=who).first()
    _in_one.remember(request, link.pk, who)
    return Actor(level=Level.TABLE, club=link.club, person=person, link=link, device=device)


def let_in(request: HttpRequest, link: EventTableLink, person: int | None) -> None:
    """Connect this phone to an event, as a player's own or as the table's."""
    begin_session(request, link)
    request.session.pop("phone", None)
    request.session[EVENT_PHONE] = EventPhone(link=link.pk, person=person)


def links_of(section: Section) -> list[EventTableLink]:
    """Return the good addresses of a section's tables, in order."""
    return [link for link in good_links().filter(section=section).order_by("table") if ours(link)]


def let_phones_in(*, section: Section, key: str, actor: Actor) -> None:
    """Make the addresses of a section's tables that have none."""
    with taken_event(section.event) as event:
        plan = plan_of(section.plan)
        opened = PhonesSet(let_in=True)
        if plan is None or not note(event, Kind.PHONES, key, actor, opened):
            return
        there = {link.table for link in links_of(section)}
        old = EventTableLink.objects.filter(section=section, revoked_at=None)
        old.exclude(table__in=there).update(revoked_at=clock.now())
        taken = codes_taken(event.club)
        for table in range(1, plan.tables + 1):
            if table not in there:
                EventTableLink.objects.create(
                    section=section,
                    table=table,
                    **address_apart(event.club, event.evening, actor.label, taken),
                )


def take_back_links(*, section: Section, key: str, actor: Actor) -> None:
    """Take the tables' addresses back: every phone let in with them is out at once."""
    with taken_event(section.event) as event:
        if note(event, Kind.PHONES, key, actor, PhonesSet(let_in=False)):
            now = clock.now()
            EventTableLink.objects.filter(section=section, revoked_at=None).update(revoked_at=now)


def share_of(event: Event) -> EventShare | None:
    """Return the link with which anyone can read the ranking, if there is one."""
    good = EventShare.objects.filter(event=event, revoked_at=None, expires_at__gt=clock.now())
    return ours(good.first())


def share_by_token(token: str) -> EventShare | None:
    """Return the share behind a token, if it is good."""
    good = EventShare.objects.filter(
        revoked_at=None, expires_at__gt=clock.now(), event__deleted_at=None,
        event__called_off_at=None, event__contest_set=None,
    )  # fmt: skip
    return good.filter(token_hash=hash_of(token)).select_related("event__club").first()


def share(*, event: Event, hides_names: bool, key: str, actor: Actor) -> None:
    """Create the link to share, with names or without; the earlier one is turned off."""
    with taken_event(event) as found:
        if found.contest_set_id is not None:
            raise Refused(_("A set's results are for those who have played it: no link to them."))
        if not note(found, Kind.RANKING, key, actor, RankingShown(shared=True)):
            return
        EventShare.objects.filter(event=found, revoked_at=None).update(revoked_at=clock.now())
        address = new_address(found.club, found.evening, actor.label)
        address["expires_at"] = clock.now() + dt.timedelta(days=SHARE_DAYS)
        EventShare.objects.create(event=found, hides_names=hides_names, **address)


def stop_sharing(*, event: Event, key: str, actor: Actor) -> None:
    """Take the shared address back."""
    with taken_event(event) as found:
        if note(found, Kind.RANKING, key, actor, RankingShown(shared=False)):
            EventShare.objects.filter(event=found, revoked_at=None).update(revoked_at=clock.now())


def several_share_of(club: Club, events: Sequence[Event], *, only_all: bool) -> SeveralShare | None:
    """Return the link to several events as one ranking, if there is one."""
    return ours(
        _shares_of_several(club, events, only_all).filter(expires_at__gt=clock.now()).first()
    )


def several_by_token(token: str) -> SeveralShare | None:
    """Return the share of several events behind a token, if it is good."""
    good = SeveralShare.objects.filter(revoked_at=None, expires_at__gt=clock.now())
    return good.filter(token_hash=hash_of(token)).select_related("club").first()


def events_of_share(share: SeveralShare) -> list[Event]:
    """Return the events behind a link, in order; none while the ranking of one is not open.

    One whose own link hides names hides them here too: then the share does.
    """
    found = Event.sessions.filter(
        club=share.club_id, pk__in=share.events, ranking_open=True, called_off_at=None
    ).exclude(finished_at=None)
    events = list(found.select_related("club").order_by("evening", "pk"))
    if len(events) != len(share.events):
        return []
    hidden = EventShare.objects.filter(event__in=events, hides_names=True, revoked_at=None)
    share.hides_names = share.hides_names or hidden.exists()
    return events


def share_several(
    *, events: Sequence[Event], only_all: bool, hides_names: bool, actor: Actor
) -> SeveralShare:
    """Create the link to several events as one ranking; the earlier one is turned off."""
    club = events[0].club
    stop_sharing_several(club=club, events=events, only_all=only_all)
    address = new_address(club, events[-1].evening, actor.label)
    address["expires_at"] = clock.now() + dt.timedelta(days=SHARE_DAYS)
    return SeveralShare.objects.create(
        events=sorted(event.pk for event in events),
        only_all=only_all,
        hides_names=hides_names,
        **address,
    )


def stop_sharing_several(*, club: Club, events: Sequence[Event], only_all: bool) -> None:
    """Take the link to several events as one back."""
    _shares_of_several(club, events, only_all).update(revoked_at=clock.now())


def _shares_of_several(
    club: Club, events: Sequence[Event], only_all: bool
) -> "QuerySet[SeveralShare]":
    known = sorted(event.pk for event in events)
    return SeveralShare.objects.filter(club=club, revoked_at=None, events=known, only_all=only_all)
