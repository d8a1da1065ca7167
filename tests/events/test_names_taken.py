"""A name that a phone takes by another table's code, or for a second time, is told in one line."""

import pytest
from django.test import Client

from clubscore.club.access import Actor, Level
from clubscore.club.models import Person
from clubscore.events.models import EventHappening
from clubscore.events.pages.director import DirectorPage
from clubscore.events.phones import let_phones_in, links_of
from clubscore.events.reporting import Report, agree, tell
from clubscore.events.seats import own_place
from clubscore.web.phones import token_of
from tests.events.evenings import FOUR_SPADES, Evening
from tests.events.test_pages import director_of, path, text_of

pytestmark = [pytest.mark.django_db]


@pytest.fixture
def evening() -> Evening:
    """Eight pairs in the first round, with codes on their tables."""
    evening = Evening(8)
    let_phones_in(section=evening.section, key="in", actor=evening.actor)
    return evening


def table_of(evening: Evening, person: Person) -> int:
    here = own_place(Actor(Level.PLAYER, evening.event.club, person=person), evening.room)
    assert here is not None
    return here[1].table


def takes(evening: Evening, phone: Client, table: int, person: Person) -> None:
    link = links_of(evening.section)[table - 1]
    answer = phone.post(f"/e/{token_of(link.nonce)}/", {"person": person.pk})
    assert answer.status_code == 302


def told(evening: Evening) -> list[tuple[str, str, str]]:
    return [(n.kind, n.table, n.text) for n in DirectorPage(evening.room).needs if n.kind != "slow"]


def two_of(evening: Evening) -> tuple[Person, Person]:
    """Two players of different pairs at different tables."""
    one = evening.people[0]
    other = next(p for p in evening.people if table_of(evening, p) != table_of(evening, one))
    return one, other


def test_everybody_at_their_own_table_is_nothing_to_tell(evening: Evening) -> None:
    for person in evening.people[::4]:
        phone = Client()
        takes(evening, phone, table_of(evening, person), person)
        # Whoever scans once more on the same phone has no second one.
        takes(evening, phone, table_of(evening, person), person)
    assert told(evening) == []


def test_a_name_taken_by_another_tables_code_is_told_until_the_director_has_seen_to_it(
    evening: Evening,
) -> None:
    one, other = two_of(evening)
    takes(evening, Client(), table_of(evening, one), other)
    said = f"a phone here took the name of {other.name}, who sits at another table"
    assert told(evening) == [("phone", f"A{table_of(evening, one)}", said)]
    director = director_of(evening)
    page = director.get(path(evening))
    assert "Needs you (1)" in text_of(page) and said in text_of(page)
    (need,) = DirectorPage(evening.room).needs
    for call, expected in ((need.taken, 302), (need.taken, 409)):
        answer = director.post(f"{path(evening)}name-right/", {"call": call, "key": "seen"})
        assert answer.status_code == expected
        assert told(evening) == []


def test_a_second_phone_for_a_name_is_told(evening: Evening) -> None:
    one, _other = two_of(evening)
    for _phone in range(2):
        takes(evening, Client(), table_of(evening, one), one)
    assert told(evening) == [
        ("phone", f"A{table_of(evening, one)}", f"{one.name} has a second phone")
    ]


def test_a_phone_that_agrees_to_its_own_report_under_a_second_name_is_told(
    evening: Evening,
) -> None:
    place, phone = evening.table(1).place, Client()
    names = [evening.room.people(evening.section.pk, place, way)[0] for way in ("ns", "ew")]
    actors = []
    for person in names:
        takes(evening, phone, 1, person)
        taken = EventHappening.objects.filter(kind=EventHappening.Kind.PHONE_IN).last()
        assert taken is not None
        actors.append(
            Actor(Level.TABLE, evening.event.club, person=person, device=str(taken.device))
        )
    report = Report(evening.event.round, 1, place.boards[0], FOUR_SPADES, "told")
    tell(section=evening.section, report=report, side="ns", actor=actors[0])
    spot = evening.spot(1, place.boards[0])
    agree(section=evening.section, spot=spot, seen=1, side="ew", key="yes", actor=actors[1])
    board = f"board {place.boards[0]}: recorded and agreed on one phone"
    assert told(evening) == [
        ("phone", "A1", f"the phone of {names[0].name} took the name of {names[1].name}"),
        ("odd", "A1", board),
    ]
    # Whoever agrees by a phone of their own is nothing to tell.
    evening.tell(2, evening.table(2).place.boards[0], FOUR_SPADES)
    evening.agree(2, evening.table(2).place.boards[0])
    assert len(told(evening)) == 2
