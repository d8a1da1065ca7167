"""A phone's session, address, table and person, read in one statement as Django would read them."""

import datetime as dt
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.contrib.auth import get_user
from django.contrib.sessions.models import Session
from django.db.models import F, Model
from django.test import Client, RequestFactory
from django.utils.functional import SimpleLazyObject

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.database import forget_what_was_read
from clubscore.club.models import Club, Person, Role
from clubscore.events.models import Event, EventTableLink
from clubscore.events.phones import let_phones_in, links_of, take_back_links
from clubscore.home.frame import find_actor
from clubscore.rubbers.models import Sitting, TableLink
from clubscore.rubbers.phones import make_link, take_back_link
from clubscore.web.phones import SessionStore, token_of
from tests.events.evenings import Evening
from tests.house import make_user
from tests.rubbers.tables import Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

Counted = Callable[[int], AbstractContextManager[object]]


def found(phone: Client) -> Actor:
    """Who is before a page that this browser asks for."""
    request: Any = RequestFactory().get("/")
    request.session = SessionStore(phone.cookies["sessionid"].value)
    request.user = SimpleLazyObject(lambda: get_user(request))
    return find_actor(request)


def read_anew(phone: Client) -> Actor:
    """The same, found as a process finds it that has not seen this phone."""
    forget_what_was_read()
    return found(phone)


def rows(actor: Actor) -> list[object]:
    """Everything that was read of an actor, row by row."""
    link = actor.link
    read: list[Model | None] = [actor.club, actor.person, link, link and link.club]
    if isinstance(link, TableLink):
        read += [link.sitting, link.sitting.club, link.sitting.table]
    if isinstance(link, EventTableLink):
        read += [link.section, link.section.event, link.section.event.club]
    return [actor.level, actor.device, actor.user] + [
        each and {field.attname: getattr(each, field.attname) for field in each._meta.fields}
        for each in read
    ]


def at_table(table: Table, person: Person | None = None) -> Client:
    """A phone let in at a card table."""
    phone, link = Client(), make_link(sitting=table.sitting, author="a test")
    form = {"person": str(person.pk)} if person else {}
    assert phone.post(f"/t/{token_of(link.nonce)}/", form).status_code == 302
    return phone


def at_event(evening: Evening, person: Person | None = None) -> Client:
    """A phone let in at the first table of an event."""
    let_phones_in(section=evening.section, key="in", actor=evening.actor)
    phone, link = Client(), links_of(evening.section)[0]
    form = {"person": str(person.pk)} if person else {}
    assert phone.post(f"/e/{token_of(link.nonce)}/", form).status_code == 302
    return phone


def test_one_query_says_what_django_says(django_assert_num_queries: Counted) -> None:
    table, evening = Table(), Evening(4)
    phones = (at_table(table), at_event(evening, evening.people[1]), at_event(evening))
    for phone in phones:
        anew = rows(read_anew(phone))
        with django_assert_num_queries(1):
            assert rows(found(phone)) == anew
        evening.tell(1, 1, {"passed_out": True}, side="ns")
        table.record({"passed_out": True})
        with django_assert_num_queries(1):
            changed = rows(found(phone))
        assert changed == rows(read_anew(phone)) != anew
    own = Table(names=("Eve", "Flo", "Gil", "Hal"))
    phone = at_table(own, own.people[2])
    assert rows(read_anew(phone)) == rows(found(phone)) and found(phone).person == own.people[2]


def moved(links: Any) -> None:
    links.update(expires_at=clock.now() - dt.timedelta(seconds=1))


LOST_AT_TABLE: dict[str, Callable[[Table], object]] = {
    "taken back": lambda t: take_back_link(sitting=t.sitting, key="back", actor=t.actor),
    "run out": lambda t: moved(TableLink.objects.all()),
    "void": lambda t: Sitting.objects.update(voided_at=clock.now()),
    "its session gone": lambda t: Session.objects.all().delete(),
    "its session run out": lambda t: Session.objects.update(expire_date=clock.now()),
}
LOST_AT_EVENT: dict[str, Callable[[Evening], object]] = {
    "taken back": lambda e: take_back_links(section=e.section, key="back", actor=e.actor),
    "run out": lambda e: moved(EventTableLink.objects.all()),
    "deleted": lambda e: Event.objects.update(deleted_at=clock.now()),
    "its session gone": lambda e: Session.objects.all().delete(),
    "its session run out": lambda e: Session.objects.update(expire_date=clock.now()),
}


@pytest.mark.parametrize("how", LOST_AT_TABLE)
def test_a_phone_is_out_at_once_at_a_card_table(how: str) -> None:
    table = Table()
    phone = at_table(table)
    assert found(phone).level == found(phone).level == Level.TABLE
    LOST_AT_TABLE[how](table)
    assert found(phone).level == Level.VISITOR


@pytest.mark.parametrize("how", LOST_AT_EVENT)
def test_a_phone_is_out_at_once_at_an_event(how: str) -> None:
    evening = Evening(4)
    phone = at_event(evening)
    assert found(phone).level == found(phone).level == Level.TABLE
    LOST_AT_EVENT[how](evening)
    assert found(phone).level == Level.VISITOR


def test_what_a_session_says_now_counts_and_not_what_it_said() -> None:
    table, other = Table(), Table(names=("Eve", "Flo", "Gil", "Hal"))
    phone = at_table(table)
    assert found(phone).person is None
    visit = phone.session
    link = make_link(sitting=other.sitting, author="a test")
    visit["phone"] = {"link": link.pk, "person": other.people[0].pk}
    visit.save()
    assert found(phone).link == link and found(phone).person == other.people[0]
    assert rows(found(phone)) == rows(read_anew(phone))
    phone.post("/leave/")
    assert found(phone).level == Level.VISITOR


def test_a_person_of_another_club_is_nobody_here() -> None:
    table, other = Table(), Table(names=("Eve", "Flo", "Gil", "Hal"))
    phone = at_table(table)
    visit = phone.session
    visit["phone"] = {**visit["phone"], "person": other.people[0].pk}
    visit.save()
    assert found(phone).person is found(phone).person is None


def test_who_logs_in_on_a_phone_is_no_phone_while_logged_in() -> None:
    table = Table()
    phone = at_table(table)
    found(phone)
    user = make_user(table.club, "host", Role.DIRECTOR)
    was = phone.session["phone"]
    phone.force_login(user)
    visit = phone.session
    visit["phone"] = was
    visit.save()
    assert found(phone).level == Level.DIRECTOR
    user.is_active = False
    user.save()
    assert found(phone).user is None
    user.is_active = True
    user.save()
    assert found(phone).level == Level.DIRECTOR


def test_what_the_club_changes_is_read_at_once() -> None:
    table = Table()
    phone = at_table(table)
    found(phone)
    Club.objects.update(name="Baldwin", revision=F("revision") + 1)
    assert str(found(phone).home) == "Baldwin"
