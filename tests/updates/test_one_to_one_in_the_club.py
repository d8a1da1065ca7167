"""What was one to one by a key of one column, of all clubs, is so by a key of the club."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from tests.updates.steps import brought_to, database_of

BEFORE = [
    ("club", "0024_keys_begin_with_the_club"),
    ("duplicate", "0050_counted_worlds"),
    ("rubber", "0016_keys_begin_with_the_club"),
    ("mailing", "0003_keys_begin_with_the_club"),
    ("jobs", "0002_sentences_are_codes"),
]
NOW = [
    ("club", "0025_one_to_one_in_the_club"),
    ("duplicate", "0051_one_to_one_in_the_club"),
    ("rubber", "0017_one_to_one_in_the_club"),
    ("mailing", "0004_one_to_one_in_the_club"),
    ("jobs", "0003_keys_begin_with_the_club"),
]
EVENING = "2026-11-26"
# What a second row has of its own, so that nothing but its one to one is in its way.
KEYS = ("key", "out_hash")


@pytest.fixture
def before(transactional_db: None) -> Iterator[Any]:
    """Models of before, in a database of before."""
    with database_of(*BEFORE) as models:
        yield models


def rows_of(models: Any, club: int) -> dict[str, dict[str, Any]]:
    """Write what rows lead to; return by model the values of a row that leads there one to one."""

    def make(model: str, **values: Any) -> int:
        made = models.get_model(model).objects.create(club_id=club, **values)
        return int(made.pk)

    ann, bob = (make("club.Person", name=name, short_name=name) for name in ("Ann", "Bob"))
    debited = make("club.Account", kind="club")
    credited = make("club.Account", kind="person", person_id=ann)
    entry = make("club.Entry", key="e", kind="payment", evening=EVENING)
    accounts = {"debited_id": debited, "credited_id": credited}
    make("club.Posting", entry_id=entry, currency="LSD", amount=48, **accounts)
    receipt = make("club.Receipt", key="r", number=1, payment_id=entry, words="w")
    event = make("duplicate.Event", name="E", game="duplicate", evening=EVENING)
    section = make("duplicate.Section", event_id=event, letter="A")
    told = {"section_id": section, "title": "t", "was": {}, "plan": {}}
    change = make("duplicate.PlanChange", number=1, key="1", **told)
    table = make("rubber.CardTable", name="T")
    sitting = make("rubber.Sitting", table_id=table, evening=EVENING)
    part = make("rubber.Part", sitting_id=sitting, number=1, game="auction")
    return {
        "club.Account": {"kind": "person", "person_id": bob},
        "club.VoidReceipt": {"receipt_id": receipt, "key": "v"},
        "duplicate.PlanChange": told | {"number": 2, "key": "2", "takes_back_id": change},
        "duplicate.BoardsWorkedOut": {"event_id": event, "revision": 1},
        "rubber.Draft": {"part_id": part, "position": 1, "facts": {}},
        "mailing.Subscription": {"person_id": ann, "mails_to": "a@b.org", "out_hash": str(club)},
    }


def refuses(change: str) -> bool:
    """Whether the database itself refuses a change of the book."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change)
    except DatabaseError as error:
        return "never changed" in str(error) or "within one club" in str(error)
    return False


@pytest.mark.long(4)
@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_rows_stay_a_second_one_is_refused_and_the_book_is_kept_as_before(before: Any) -> None:
    club = before.get_model("club.Club").objects
    clubs = [club.create(name=name, slug=name.lower()).pk for name in ("Ours", "Other")]
    written = {club: rows_of(before, club) for club in clubs}
    for club, rows in written.items():
        for model, values in rows.items():
            before.get_model(model).objects.create(club_id=club, **values)
        before.get_model("mailing.Letter").objects.create(club_id=club, kind="test", key="k")
        before.get_model("jobs.Job").objects.create(club_id=club, kind="solve", key=str(club))
    everything = [*written[clubs[0]], "mailing.Letter", "jobs.Job", "club.Posting"]
    was = {
        name: list(before.get_model(name).objects.order_by("pk").values()) for name in everything
    }

    now = brought_to(*NOW)

    assert was == {
        name: list(now.get_model(name).objects.order_by("pk").values()) for name in everything
    }
    for club, rows in written.items():
        for model, values in rows.items():
            again = values | {name: f"{values[name]}+" for name in KEYS if name in values}
            again |= {"number": 3} if "number" in values else {}
            with pytest.raises(IntegrityError, match=r"(?i)unique"), transaction.atomic():
                now.get_model(model).objects.create(club_id=club, **again)
    # SQLite makes the table of accounts anew, of which the triggers of postings read.
    ours, other = clubs
    entry = before.get_model("club.Entry").objects.get(club_id=other)
    assert refuses("UPDATE club_posting SET amount = 1")
    assert refuses("DELETE FROM club_posting")
    assert refuses(
        "INSERT INTO club_posting (club_id, entry_id, debited_id, credited_id, currency, amount)"
        f" SELECT {other}, {entry.pk}, debited_id, credited_id, 'LSD', 1 FROM club_posting"
        f" WHERE club_id = {ours}"
    )
