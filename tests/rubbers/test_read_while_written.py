"""A page of money that is read while a rubber is agreed: between any two of its queries."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from clubscore.club.models import Role
from clubscore.rubbers.models import Settlement
from clubscore.rubbers.recording import agree_rubber
from clubscore.rubbers.selectors import new_key
from tests.house import client_of, make_user
from tests.rubbers.tables import CROWN, FOUR_SPADES, Table

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.postgres,
    pytest.mark.long(20),
]
# Pages by their names, and whether they are about the table or about somebody at it.
PAGES = (
    ("home", ""),
    ("book", ""),
    ("club-account", ""),
    ("account", "person"),
    ("person", "person"),
    ("slip", "sitting"),
    ("sheet-text", "sitting"),
)


def agree_another(table: Table) -> None:
    """Play a rubber and agree on it, on a connection of its own as another phone would."""

    def work() -> None:
        try:
            table.play(FOUR_SPADES, FOUR_SPADES)
            rubber = len(table.standing.sheet.rubbers)
            agree_rubber(
                sitting=table.sitting, part=1, rubber=rubber, key=new_key(), actor=table.actor
            )
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as other:
        other.submit(work).result()


class Meanwhile:
    """Lets something happen just before the n-th query of a page."""

    def __init__(self, happens: Callable[[], None], at: int) -> None:
        self.happens, self.at = happens, at
        self.queries, self.has_happened = 0, False

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if self.queries == self.at:
            self.has_happened = True
            self.happens()
        self.queries += 1
        return execute(sql, params, many, context)


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.night)])
@pytest.mark.parametrize(("name", "about"), PAGES, ids=[name for name, _about in PAGES])
def test_a_page_of_money_adds_up_whatever_is_agreed_meanwhile(
    transactional_db: None, name: str, about: str, every: int
) -> None:
    """Before the night before every third query."""
    table = Table("auction", CROWN)
    agree_another(table)
    keys = {"": [], "person": [table.people[0].pk], "sitting": [table.sitting.pk]}
    page = reverse(name, args=keys[about])
    client = client_of(make_user(table.club, "host", Role.DIRECTOR))
    at, agreed = 0, 0
    while True:
        meanwhile = Meanwhile(lambda: agree_another(table), at)
        with connection.execute_wrapper(meanwhile):
            assert client.get(page).status_code == 200
        if not meanwhile.has_happened:
            break
        at, agreed = at + every, agreed + 1
    assert at > 5
    assert Settlement.objects.count() == 1 + agreed
