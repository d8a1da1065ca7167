"""A table's page that was kept ready says what a page made from nothing says."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest
from django.core.cache import cache
from django.test import Client

from clubscore.club.database import forget_what_was_read
from clubscore.club.models import Person, Role
from clubscore.club.people import add_guest
from clubscore.rubbers.phones import make_link
from clubscore.rubbers.recording import (
    DealEntry,
    agree_rubber,
    change_dealer,
    choose_report,
    correct_deal,
    note_contract,
)
from clubscore.rubbers.selectors import new_key
from tests.house import client_of, make_user, phone_with
from tests.rubbers.tables import FOUR_SPADES, Table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

ONE_DOWN = {"bid": "1S", "declarer": "N", "tricks": 6}


def shown(client: Client, table: Table) -> str:
    """Return the page of a table without the secrets of this one reader."""
    text = client.get(f"/table/{table.sitting.pk}/").content.decode()
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+', "", text)
    return re.sub(r'name="key" value="[\w-]{22}', "", text)


def rename(table: Table) -> None:
    Person.objects.filter(pk=table.people[0].pk).update(short_name="Annabel")
    add_guest(club=table.club, name="Zoë", actor=table.actor)


def correct(table: Table) -> None:
    report = DealEntry(1, 1, ONE_DOWN | {"tricks": 5}, new_key(), {})
    correct_deal(sitting=table.sitting, report=report, seen=1, reason="misheard", actor=table.actor)


CHANGES: dict[str, Callable[[Table], object]] = {
    "one down": lambda t: t.record(ONE_DOWN),
    "passed out": lambda t: t.record({"passed_out": True}),
    "game": lambda t: t.record(FOUR_SPADES),
    "the contract noted": lambda t: note_contract(
        sitting=t.sitting,
        part=1,
        position=t.standing.next_position,
        facts={"bid": "2H", "declarer": "E"},
        actor=t.actor,
    ),
    "played": lambda t: t.record({"bid": "2H", "declarer": "E", "tricks": 7}),
    "another dealer": lambda t: change_dealer(
        sitting=t.sitting, part=1, seat="S", misdeal=False, key=new_key(), actor=t.actor
    ),
    "he dealt": lambda t: t.record(ONE_DOWN),
    "corrected": correct,
    "another report": lambda t: t.record(ONE_DOWN | {"tricks": 5}, position=2),
    "one of them chosen": lambda t: choose_report(
        sitting=t.sitting,
        part=1,
        position=2,
        chosen=1,
        two_deals=False,
        key=new_key(),
        actor=t.actor,
    ),
    "another name": rename,
    "rubber won": lambda t: t.record(FOUR_SPADES),
    "agreed": lambda t: agree_rubber(
        sitting=t.sitting, part=1, rubber=1, key=new_key(), actor=t.actor
    ),
    "other partners": lambda t: t.seat(dealer="E"),
    "their first deal": lambda t: t.record(ONE_DOWN),
}


def test_whatever_happens_the_page_kept_is_the_page_made_anew() -> None:
    table = Table()
    director = client_of(make_user(table.club, "the-director", Role.DIRECTOR))
    shown(director, table)
    for what, change in CHANGES.items():
        change(table)
        kept = shown(director, table)
        assert shown(director, table) == kept, what
        cache.clear()
        forget_what_was_read()
        assert shown(director, table) == kept, what
        # The frame that other deals have left is used again.
        shown(director, table)


def test_the_first_to_ask_after_a_deal_reads_only_who_he_is(
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    table = Table()
    phone = phone_with(make_link(sitting=table.sitting, author="a test"))
    address = f"/table/{table.sitting.pk}/"
    phone.get(address)
    form = {"part": "1", "position": "1", "passed_out": "1", "key": new_key()}
    assert phone.post(address + "record/", form).status_code == 302
    with django_assert_num_queries(1):  # the visit, the address, its table
        assert "Deal 2" in phone.get(address).content.decode()
