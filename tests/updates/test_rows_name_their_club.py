"""Rows of a program of before get the club of what they belong to, and keys begin with it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from tests.updates.steps import brought_to, database_of

BEFORE = ("duplicate", "0047_fetched_as_a_job")
NOW = ("duplicate", "0049_keys_begin_with_the_club")


@pytest.fixture
def before(transactional_db: None) -> Iterator[Any]:
    """Models of before, in a database of before."""
    with database_of(BEFORE) as models:
        yield models


@pytest.mark.long(7)
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_rows_of_before_name_their_club(before: Any) -> None:
    club = before.get_model("club.Club").objects
    clubs = [club.create(name=name, slug=name.lower()).pk for name in ("Ours", "Other")]
    event = before.get_model("duplicate", "Event")
    for club in clubs:
        held = event.objects.create(club_id=club, name="E", game="duplicate", evening="2026-11-26")
        section = before.get_model("duplicate", "Section").objects.create(
            club_id=club, event=held, letter="A"
        )
        before.get_model("duplicate", "PhoneSeen").objects.create(event=held, device="d")
        before.get_model("duplicate", "BoardsWorkedOut").objects.create(event=held, revision=1)
        past = before.get_model("duplicate", "PastImport").objects.create(club_id=club)
        before.get_model("duplicate", "PastFile").objects.create(past=past, order=1, name="f")
        assert section.pk

    now = brought_to(NOW)

    for name in ("PhoneSeen", "BoardsWorkedOut", "PastFile"):
        rows = now.get_model("duplicate", name).objects.order_by("club")
        assert [row.club_id for row in rows] == clubs
    again = now.get_model("duplicate", "Section")
    first = again.objects.order_by("pk")[0]
    with pytest.raises(IntegrityError), transaction.atomic():
        again.objects.create(club_id=first.club_id, event_id=first.event_id, letter="A")
    with connection.cursor() as cursor:
        keys = connection.introspection.get_constraints(cursor, "duplicate_section").values()
    unique = [key["columns"] for key in keys if key["unique"] and not key["primary_key"]]
    assert unique == [["club_id", "event_id", "letter"]]
