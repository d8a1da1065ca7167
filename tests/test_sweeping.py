"""What a test committed is swept away after it, all of it."""

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import TransactionTestCase
from django.test.utils import CaptureQueriesContext

from tests import sweeping
from tests.club.test_book import Book
from tests.house import build_house

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TABLES = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
SWEPT = TABLES - {*sweeping.PUT_IN}


def rows_in(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT count(*) FROM "{table}"')
        (count,) = cursor.fetchone()
    return count


def leave_much() -> None:
    """Commit a rubber, and a book whose entries no program may delete."""
    build_house()
    Book().lose(0, 1, 12)


def test_every_table_is_asked_and_those_with_rows_are_emptied() -> None:
    leave_much()
    with CaptureQueriesContext(connection) as asked:
        found = sweeping.tables_with_rows()
    assert {table for table in TABLES if f'FROM "{table}")' in asked[-1]["sql"]} == SWEPT
    assert {*found} == {table for table in SWEPT if rows_in(table)}
    assert {"club_club", "club_entry", "club_posting", "rubber_deal"} <= {*found}
    put_in = [rows_in(table) for table in sweeping.PUT_IN]
    assert sweeping.sweep() and all(put_in)
    assert sweeping.tables_with_rows() == []
    assert [rows_in(table) for table in sweeping.PUT_IN] == put_in


def test_a_connection_that_says_otherwise_is_swept(monkeypatch: pytest.MonkeyPatch) -> None:
    leave_much()
    other = {"sqlite": "postgresql", "postgresql": "sqlite"}[connection.vendor]
    monkeypatch.setattr(connection, "vendor", other)
    assert sweeping.sweep() and sweeping.tables_with_rows() == []


def test_numbers_go_on_after_a_sweep() -> None:
    """As after Django's: no later test comes to the keys of an earlier one."""
    first = Book().people
    assert sweeping.sweep()
    assert min(person.pk for person in Book().people) > max(person.pk for person in first)


def test_what_migrating_put_in_is_put_in_again_where_it_changed() -> None:
    before = Permission.objects.count()
    Permission.objects.all()[:1].get().delete()
    leave_much()
    assert not sweeping.sweep()
    TransactionTestCase()._fixture_teardown()  # type: ignore[attr-defined]
    assert Permission.objects.count() == before
    assert sweeping.tables_with_rows() == []
