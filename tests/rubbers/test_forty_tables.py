"""At forty tables pages ask the database as little as at three, and Tonight asks least of all."""

import datetime as dt
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.club.access import Actor
from clubscore.club.database import forget_what_was_read
from clubscore.club.entry import authored, new_key
from clubscore.club.ledger import Origin, Transfer, owed_in, post
from clubscore.club.models import Club, Entry, Person, Role
from clubscore.club.payments import Handed, pay
from clubscore.club.people import Details, write_details
from clubscore.events.directing import call_director
from clubscore.home.money import carried_over, sittings_tonight
from clubscore.home.tonight import how_they_stand, tables_now
from clubscore.rubbers.models import Candidate, CardTable, Deal, DealRevision, Part, Seat, Sitting
from clubscore.rubbers.proposals import tables_of_last_time
from clubscore.rubbers.seating import close_sitting, reopen_sitting, void_sitting
from clubscore.rubbers.selectors import tonight
from tests.events.evenings import Evening as Duplicate
from tests.flows.acting import HOST, new_club
from tests.house import FACTS, client_of, make_user
from tests.rubbers.evening import Evening as Cutting
from tests.rubbers.tables import CROWN, FOUR_SPADES

pytestmark = pytest.mark.django_db
Kept = Callable[..., AbstractContextManager[Any]]
SEATS = "NESW"


def more_tables(club: Club, count: int) -> list[Sitting]:
    """Have so many more tables in the middle of a rubber, at each of which one waits."""
    first = CardTable.objects.count()
    numbers = range(first, first + count)

    def made(model: Any, rows: Iterator[dict[str, Any]]) -> list[Any]:
        return list(model.objects.bulk_create(model(club=club, **row) for row in rows))

    names = [f"{seat}{number}" for number in numbers for seat in (*SEATS, "waits")]
    people = made(Person, ({"name": name, "short_name": name} for name in names))
    tables = made(CardTable, ({"name": f"Row {number}", "pack": "red"} for number in numbers))
    evening = tonight(club)
    sittings = made(Sitting, ({"table": each, "evening": evening} for each in tables))
    here = [(sitting, people[5 * n : 5 * n + 5]) for n, sitting in enumerate(sittings)]
    made(Candidate, (
        {"sitting": sitting, "person": who, "order": order}
        for sitting, five in here for order, who in enumerate(five)
    ))  # fmt: skip
    laws = {"number": 1, "game": "auction", "first_dealer": "N"}
    parts = made(Part, ({"sitting": sitting, **laws} for sitting in sittings))
    made(Seat, (
        {"part": part, "seat": seat, "person": who, "account": who}
        for part, (_sitting, five) in zip(parts, here, strict=True)
        for seat, who in zip(SEATS, five, strict=False)
    ))  # fmt: skip
    deals = made(Deal, ({"part": part, "position": 1} for part in parts))
    told = {"number": 1, "kind": "recorded", "dealer": "N", "facts": FACTS, "author": "a test"}
    made(DealRevision, ({"deal": deal, "key": new_key(), **told} for deal in deals))
    return sittings


def asked_by(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get(address).status_code == 200
    return len(asked)


def test_no_page_asks_more_of_the_database_at_forty_tables_than_at_three() -> None:
    """Where nothing is remembered: within a test nothing is."""
    club = new_club()
    (table, *_others) = more_tables(club, 3)
    director = client_of(club.memberships.get(user__username=HOST).user)
    pages = ("/", "/wall/", "/sit-down/", f"/table/{table.pk}/people/come/")
    director.get("/")  # what is read once a process
    three = {page: asked_by(director, page) for page in pages}
    more_tables(club, 37)
    assert {page: asked_by(director, page) for page in pages} == three
    assert three["/sit-down/"] <= 15


class TonightAtWork:
    """Tonight of a server that remembers what it read: three tables, an event, debts."""

    def __init__(self, kept: Kept) -> None:
        self.evening = Cutting(stakes=CROWN)
        self.evening.begin()
        close_sitting(sitting=self.evening.other, key=new_key(), actor=self.evening.actor)
        self.club = self.evening.club
        self.event = Duplicate(4, boards=1, club=self.club)
        owes, wins, *_others = self.event.people
        post(
            kind=Entry.Kind.RUBBER,
            origin=Origin(dt.date(2024, 6, 5), "rubber", "1"),
            lines={Transfer(owes.pk, wins.pk, "LSD"): 96},
            entry=authored(self.evening.actor, self.club.pk, new_key()),
        )
        more_tables(self.club, 2)
        self.director = client_of(make_user(self.club, HOST, Role.DIRECTOR))
        self.kept = kept

    def asks(self) -> int:
        """Ask for the page; return how many queries that took."""
        with self.kept(execute=True):
            return asked_by(self.director, "/")

    def shows(self) -> str:
        """Return what of the page is remembered."""
        club = Club.objects.get(pk=self.club.pk)
        with self.kept(execute=True):
            again = tables_of_last_time(club, 2)
            parts = (
                tables_now(club, sittings_tonight(club)[0]),
                [[who.short_name for who in one.people] for one in again],
                carried_over(club),
                how_they_stand(club, tonight(club)),
            )
        return repr(parts)

    def shows_anew(self) -> str:
        """Return the same where all was forgotten."""
        forget_what_was_read()
        return self.shows()


def test_tonight_asks_at_most_twelve_times(django_capture_on_commit_callbacks: Kept) -> None:
    """With an event, with what was won tonight and is carried over, with a table that has ended."""
    tonight_at_work = TonightAtWork(django_capture_on_commit_callbacks)
    tonight_at_work.evening.play_rubber()
    page = tonight_at_work.director.get("/").content.decode()
    assert all(words in page for words in ("As last time", " owes ", "amount carried over"))
    tonight_at_work.asks()
    assert tonight_at_work.asks() <= 12
    with django_capture_on_commit_callbacks(execute=True):
        tonight_at_work.evening.play(FOUR_SPADES)
    assert tonight_at_work.asks() > 12
    assert tonight_at_work.asks() <= 12


def test_what_tonight_remembers_is_never_of_before(
    django_capture_on_commit_callbacks: Kept,
) -> None:
    """Each entry that changes the page is there at once, as where nothing is remembered."""
    page = TonightAtWork(django_capture_on_commit_callbacks)
    one, event = page.evening, page.event
    place = {"sitting": one.other, "actor": one.actor}
    said = page.shows()
    for enters in (
        lambda: one.play(FOUR_SPADES),
        lambda: one.play(FOUR_SPADES),
        one.make_up,
        lambda: one.leave("Eve"),
        lambda: one.join("Gwen"),
        lambda: rename(one.named("Ann"), "Anneli"),
        lambda: reopen_sitting(reason="", key=new_key(), **place),
        lambda: close_sitting(key=new_key(), **place),
        lambda: void_sitting(reason="", key=new_key(), **place),
        lambda: pay_first(page.club, one.actor),
        lambda: (event.tell(1, 1, {"passed_out": True}), event.agree(1, 1)),
        lambda: call_director(section=event.section, table=1, why="", actor=one.actor),
    ):
        with django_capture_on_commit_callbacks(execute=True):
            enters()
        before, said = said, page.shows()
        assert before != said == page.shows_anew()


def rename(person: Person, name: str) -> None:
    """Correct a name, as the page of a person does."""
    details = Details(name=name, short_name=name)
    write_details(person=person, details=details, author="a test")


def pay_first(club: Club, actor: Actor) -> None:
    """Pay what is carried over."""
    one = owed_in(club)[0]
    handed = Handed(one.payer.pk, one.payee.pk, one.currency.code, one.amount)
    pay(club=club, handed=handed, key=new_key(), actor=actor)
