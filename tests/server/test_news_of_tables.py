"""What phones hear is what their pages compare; and a phone is given its pass, nobody else."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.club import clock
from clubscore.club.access import Actor
from clubscore.club.models import Role
from clubscore.events.models import EventTableLink, PhoneSeen
from clubscore.events.phones import let_phones_in, links_of, take_back_links
from clubscore.home.codes import look, note
from clubscore.rubbers.models import TableLink
from clubscore.rubbers.phones import take_back_link
from clubscore.rubbers.selectors import new_key
from clubscore.server.live import COOKIE, Door, HearingPass, read, write
from tests.events.evenings import FOUR_SPADES, Evening
from tests.house import House, client_of, make_user, phone_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
ASKS = re.compile(r"\?about=([\w-]+)&amp;(?:section=\d+&amp;table=\d+&amp;)?seen=(\w+)")


@pytest.fixture
def evening(house: House) -> Evening:
    found = Evening(4, kind="howell", winners=1, club=house.club, people=(*house.people,))
    let_phones_in(section=found.section, key="codes", actor=found.actor)
    return found


def phone_at(evening: Evening, table: int = 0) -> tuple[Client, EventTableLink]:
    """A phone let in at a table of the event."""
    link, client = links_of(evening.section)[table], Client()
    visit = client.session
    visit["event-phone"] = {"link": link.pk, "person": None}
    visit.save()
    client.cookies["sessionid"] = visit.session_key
    return client, link


def asked_by(client: Client, path: str) -> tuple[str, str]:
    """Return what a page asks with: its name, and what it has seen."""
    found = ASKS.search(client.get(path, follow=True).content.decode())
    assert found is not None
    return found[1], found[2]


def test_a_card_tables_page_asks_with_what_its_door_tells(house: House) -> None:
    door = Door("card", house.link.pk)
    name, seen = asked_by(phone_of(house), f"/table/{house.sitting.pk}/")
    assert look([door])[door] == {name: seen}


def test_every_page_of_an_event_asks_with_what_its_door_tells(evening: Evening) -> None:
    for table in range(2):
        client, link = phone_at(evening, table)
        name, seen = asked_by(client, f"/event/{evening.event.pk}/at/A{table + 1}/")
        assert look([Door("event", link.pk)])[Door("event", link.pk)][name] == seen
    client, link = phone_at(evening)
    name, seen = asked_by(
        client_of(make_user(evening.club, "dora", Role.DIRECTOR)), f"/event/{evening.event.pk}/"
    )
    evening.event.refresh_from_db()
    assert look([Door("event", link.pk)])[Door("event", link.pk)][name] == seen


def test_a_result_changes_its_own_table_and_the_event_and_no_other_table(evening: Evening) -> None:
    door = Door("event", links_of(evening.section)[0].pk)
    before = look([door])[door]
    board = evening.table(1).place.boards[0]
    evening.tell(1, board, FOUR_SPADES)
    now = look([door])[door]
    event, section = evening.event.pk, evening.section.pk
    changed = {name for name, tag in now.items() if before[name] != tag}
    assert changed == {f"event-{event}", f"event-{event}-{section}-1"}


def test_doors_of_both_rooms_are_looked_at_together(house: House, evening: Evening) -> None:
    doors = [Door("card", house.link.pk), Door("event", links_of(evening.section)[0].pk)]
    assert set(look(doors)) == set(doors)
    assert look([]) == {}


def test_an_address_taken_back_or_run_out_is_absent(house: House, evening: Evening) -> None:
    card, event = Door("card", house.link.pk), Door("event", links_of(evening.section)[0].pk)
    unknown = [Door("card", 10**9), Door("event", 10**9), Door("cellar", house.link.pk)]
    assert set(look([card, event, *unknown])) == {card, event}
    take_back_link(sitting=house.sitting, key=new_key(), actor=Actor())
    take_back_links(section=evening.section, key=new_key(), actor=evening.actor)
    assert look([card, event]) == {}
    TableLink.objects.update(revoked_at=None)
    EventTableLink.objects.update(revoked_at=None)
    assert set(look([card, event])) == {card, event}
    past = timezone.now() - dt.timedelta(minutes=1)
    TableLink.objects.update(expires_at=past)
    EventTableLink.objects.update(expires_at=past)
    assert look([card, event]) == {}


def test_twenty_tables_cost_no_more_queries_than_two(
    house: House, evening: Evening, django_assert_max_num_queries: object
) -> None:
    doors = [Door("event", link.pk) for link in links_of(evening.section)]
    # One of each room, one of the tables, and what an event's tags are made of.
    with django_assert_max_num_queries(3 + 4):  # type: ignore[operator]
        look([*doors, Door("card", house.link.pk)])


def test_phones_that_spoke_are_noted_at_their_event(evening: Evening) -> None:
    link = links_of(evening.section)[0]
    note(
        {
            HearingPass("event", link.pk, "abc123"),
            HearingPass("event", 10**9, "x"),
            HearingPass("card", 1, "y"),
        }
    )
    seen = PhoneSeen.objects.get()
    assert (seen.event, seen.device) == (evening.event, "abc123")
    assert abs(seen.at - clock.now()) < dt.timedelta(minutes=1)


def test_a_phone_is_given_its_pass_once_and_no_script_reads_it(house: House) -> None:
    phone, path = phone_of(house), f"/table/{house.sitting.pk}/"
    given = phone.get(path).cookies[COOKIE]
    assert given["httponly"] and given["samesite"] == "Strict" and given["path"] == "/"
    carried = given.value
    shown = read(carried)
    assert shown is not None and shown[:2] == ("card", house.link.pk) and shown.device
    assert COOKIE not in phone.get(path).cookies
    phone.cookies[COOKIE] = write(HearingPass("card", house.link.pk, "another"))
    assert phone.get(path).cookies[COOKIE].value == carried


def test_with_tls_the_pass_travels_by_tls_alone(house: House, settings: object) -> None:
    settings.SESSION_COOKIE_SECURE = True  # type: ignore[attr-defined]
    assert phone_of(house).get(f"/table/{house.sitting.pk}/").cookies[COOKIE]["secure"]


@pytest.mark.parametrize("role", ["player", "scorer", "director"])
def test_who_logged_in_is_given_none(house: House, role: str) -> None:
    assert COOKIE not in client_of(house.logins[role]).get(f"/table/{house.sitting.pk}/").cookies


def test_a_visitor_is_given_none(house: House) -> None:
    assert COOKIE not in client_of(None).get("/login").cookies
