"""No page is missing among those that are looked at with axe and under the strict policy."""

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.flows.test_every_page import OF_THE_MACHINE
from tests.furnished import GROUNDS, name_of
from tests.house import House, client_of
from tests.test_addresses import PAPERS, ROWS, arguments

pytestmark = [pytest.mark.django_db]


def looked_at() -> set[str]:
    """The names of the addresses that the tests beside this one open, each before axe's eyes."""
    names = {name_of(path) for path in OF_THE_MACHINE}
    for build in GROUNDS.values():
        # Each is a club of its own, with the same people in it.
        with transaction.atomic():
            ground = build()
            names |= {name_of(path) for path in (*ground.visitor, *ground.director)}
            transaction.set_rollback(True)
    return names


def is_page(answer: HttpResponse) -> bool:
    """Whether an answer is a whole page, and no fragment, file or redirection.

    Why something cannot be done now is said by one page, whatever address it stands for.
    """
    return (
        answer.status_code != 409
        and not answer.streaming
        and answer.content.lstrip()[:9].lower() == b"<!doctype"
    )


def answer_of(name: str, house: House) -> HttpResponse:
    """What the director of our house is answered there."""
    with transaction.atomic():
        address = reverse(name, kwargs=arguments(name, house))
        answer = client_of(house.logins["director"]).get(address)
        transaction.set_rollback(True)
    return answer


def test_every_address_that_answers_with_a_page_is_looked_at(house: House) -> None:
    seen = looked_at()
    missing = {
        row.name
        for row in ROWS
        if row.get != "-" and row.name not in seen | PAPERS and is_page(answer_of(row.name, house))
    }
    assert missing == set()
    assert len(seen) > 60


def test_every_page_of_a_visitor_is_a_page(house: House) -> None:
    """What the test above takes for a page is one."""
    assert is_page(Client().get("/login"))
    assert not is_page(Client().get("/healthz/"))
