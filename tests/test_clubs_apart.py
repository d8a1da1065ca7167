"""Every row says whose it is, every unique key stays within a club, no foreign key crosses."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from uuid import UUID

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from django.db.models import (
    CASCADE,
    CharField,
    Field,
    ForeignKey,
    Model,
    QuerySet,
    UniqueConstraint,
)
from django.test.utils import isolate_apps
from django.utils import timezone

from clubscore.club import database as held_apart
from clubscore.club.database import keys_within_clubs, names_its_club, strays
from clubscore.club.logins import found_club
from clubscore.club.models import Account, Club, OneToOneInClub
from clubscore.rubbers.models import Deal, Part, Seat, Sitting
from tests.house import House

WITHOUT_CLUB: Mapping[str, str] = {
    "club.Club": "is the club",
    "club.User": "an identity: one login may be a member of several clubs",
    "duplicate.DoubleDummy": "a cache of all clubs, by deal",
    "duplicate.NulloTable": "a cache of all clubs, by deal",
    "duplicate.OpeningLeads": "a cache of all clubs, by deal",
}
_TOKEN = "the hash of a secret address, by which nothing but itself says whose it is"
ACROSS_CLUBS: Mapping[str, str] = {
    "club.Club.slug": "the club's address on this server",
    "club.User.username": "the name somebody logs in with, before any club is known",
    "duplicate.DoubleDummy.deal": "a cache of all clubs, by deal",
    "duplicate.EventList.token_hash": _TOKEN,
    "duplicate.EventShare.token_hash": _TOKEN,
    "duplicate.EventTableLink.token_hash": _TOKEN,
    "duplicate.NulloTable nullos_are_worked_out_once": "a cache of all clubs, by deal",
    "duplicate.OpeningLeads leads_are_worked_out_once": "a cache of all clubs, by deal",
    "duplicate.SeveralShare.token_hash": _TOKEN,
    "jobs.Job a_job_of_no_club_once": "work of the whole server, in rows of no club",
    "mailing.FeedAddress.token_hash": _TOKEN,
    "mailing.Subscription a_link_confirms_one": _TOKEN,
    "mailing.Subscription.out_hash": _TOKEN,
    "rubber.RoomLink.token_hash": _TOKEN,
    "rubber.TableLink.token_hash": _TOKEN,
}


def our_models() -> Iterator[type[Model]]:
    """Yield the models that are ours."""
    for config in apps.get_app_configs():
        if config.name.startswith("clubscore."):
            yield from config.get_models()


def unique_keys(model: type[Model]) -> Iterator[tuple[str, Field]]:
    """Yield (name, first column) of each unique key of a model but its primary key.

    One to one in the club is none by itself: `tests/club/test_one_to_one.py` sees which key it has.
    """
    for field in model._meta.concrete_fields:
        if field.unique and not field.primary_key and not isinstance(field, OneToOneInClub):
            yield f"{model._meta.label}.{field.name}", field
    for constraint in model._meta.constraints:
        if isinstance(constraint, UniqueConstraint):
            first = constraint.fields[0] if constraint.fields else constraint.expressions[0].name
            yield f"{model._meta.label} {constraint.name}", model._meta.get_field(first)


# For the table and the first column of each unique key that the database has, but primary keys.
UNIQUE_ON = {
    "sqlite": """
        SELECT tables.name, columns.name FROM sqlite_master AS tables,
            pragma_index_list(tables.name) AS keys, pragma_index_info(keys.name) AS columns
        WHERE tables.type = 'table' AND keys."unique" AND keys.origin <> 'pk' AND columns.seqno = 0
    """,
    "postgresql": """
        SELECT tables.relname, columns.attname FROM pg_index AS keys
        JOIN pg_class AS tables ON tables.oid = keys.indrelid
        JOIN pg_attribute AS columns
            ON columns.attrelid = keys.indrelid AND columns.attnum = keys.indkey[0]
        WHERE keys.indisunique AND NOT keys.indisprimary
    """,
}


def across_clubs(models: Iterable[type[Model]]) -> set[str]:
    """The unique keys that do not begin with the club."""
    return {name for model in models for name, first in unique_keys(model) if first.name != "club"}


def test_every_row_names_its_club_but_where_there_is_a_reason() -> None:
    without = {each._meta.label for each in our_models() if not names_its_club(each)}
    assert without == set(WITHOUT_CLUB)


def test_every_unique_key_begins_with_the_club_but_where_there_is_a_reason() -> None:
    assert across_clubs(our_models()) == set(ACROSS_CLUBS)


def otherwise_in_database() -> set[tuple[str, str]]:
    """(table, first column) of our unique keys of which the models or the database know nothing."""
    with connection.cursor() as cursor:
        cursor.execute(UNIQUE_ON[connection.vendor])
        found = set(cursor.fetchall())
    ours = {model._meta.db_table: model for model in our_models()}
    declared = {
        (table, first.column)
        for table, model in ours.items()
        for _name, first in unique_keys(model)
    }
    return declared ^ {key for key in found if key[0] in ours}


@pytest.mark.postgres
def test_the_database_has_the_unique_keys_that_the_models_have(db: None) -> None:
    assert otherwise_in_database() == set()
    with connection.cursor() as cursor:
        cursor.execute("CREATE UNIQUE INDEX made ON rubber_draft (part_id)")
    assert otherwise_in_database() == {("rubber_draft", "part_id")}
    transaction.set_rollback(True)


def test_a_key_of_a_new_model_would_be_found() -> None:
    with isolate_apps("clubscore.rubbers"):

        class Made(Model):  # noqa: DJ008 - nobody reads it
            club = ForeignKey(Club, CASCADE)
            part = ForeignKey(Part, CASCADE)
            code = CharField(max_length=9, unique=True)

            class Meta:
                app_label = "rubber"
                constraints = [
                    UniqueConstraint(fields=["part", "code"], name="a_part_first"),
                    UniqueConstraint(fields=["club", "part"], name="the_club_first"),
                ]

    assert across_clubs([Made]) == {"rubber.Made.code", "rubber.Made a_part_first"}


@pytest.mark.postgres
def test_a_foreign_key_that_crosses_clubs_is_found(house: House, other_house: House) -> None:
    assert strays() == []
    call_command("check_clubs")
    held_apart.take_away("default")  # a database of before
    Seat.objects.filter(part=house.part, seat="N").update(account=other_house.people[0])
    Part.objects.filter(pk=house.part.pk).update(sitting=other_house.sitting, number=2)
    found = {stray.column: stray.rows for stray in strays()}
    assert found == {"rubber.Seat.account": 1, "rubber.Part.sitting": 1}
    with pytest.raises(CommandError, match="lead to another club"):
        call_command("check_clubs")
    # What stands is left, and the club opens; what is written from now on is refused.
    held_apart.set_again("default")
    Part.objects.filter(pk=house.part.pk).update(number=3)


KEYS = sorted(keys_within_clubs(), key=lambda key: f"{key[0]._meta.label}.{key[1].name}")
NOWHERE = 999_999_999
# What some rows must say besides to be rows at all.
SAYS: Mapping[str, Mapping[str, object]] = {
    "club.Account": {"kind": "cash"},
    "duplicate.BoardRevision": {"dealer": "N", "vulnerable": "none"},
    "duplicate.Entry": {"first_id": NOWHERE},
    "duplicate.ResultRevision": {"kind": "taken-back"},
    "rubber.DealRevision": {"kind": "taken-back"},
    "rubber.Settlement": {"number": 1, "kind": "agreed"},
}
_numbers = itertools.count(1)


def bare(model: type[Model], club: Club, **given: object) -> Model:
    """Write a row with no more in it than its columns ask for; what it leads to is not there.

    No two have the same number, name or row to which they lead.
    """
    values: dict[str, object] = {"club_id": club.pk} | dict(SAYS.get(model._meta.label, {})) | given
    if "person_id" in given and model is Account:
        values["kind"] = Account.Kind.PERSON
    for field in model._meta.concrete_fields:
        if field.attname in values or field.null or (field.has_default() and not field.unique):
            continue
        values[field.attname] = plain(field, next(_numbers))
    (written,) = QuerySet(model).bulk_create([model(**values)])
    return written


def plain(field: Field, number: int) -> object:
    """A value that a column takes."""
    if field.is_relation or field.primary_key:
        return NOWHERE + number
    if field.get_internal_type() == "UUIDField":
        return UUID(int=number)
    if "Date" in field.get_internal_type():
        return timezone.now()
    if field.get_internal_type() == "BinaryField":
        return b""
    return (
        number
        if "Integer" in field.get_internal_type()
        else str(number)[-(field.max_length or 9) :]
    )


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("model", "field"), KEYS, ids=[f"{model.__name__}.{field.name}" for model, field in KEYS]
)
def test_the_database_refuses_a_row_that_leads_to_another_club(
    db: None, model: type[Model], field: Field
) -> None:
    ours, other = found_club(name="Ours", author="a"), found_club(name="Other", author="a")
    leads_to = field.related_model
    assert isinstance(leads_to, type)
    near, far = bare(leads_to, ours), bare(leads_to, other)
    refused = f"{model._meta.db_table}.{field.column} leads to another club"
    with pytest.raises(IntegrityError, match=refused), transaction.atomic():
        bare(model, ours, **{field.attname: far.pk})
    row = bare(model, ours, **{field.attname: near.pk})
    changes = QuerySet(model).filter(pk=row.pk)
    # What is entered in the book nobody changes at all.
    with pytest.raises(DatabaseError, match=f"{refused}|never changed"), transaction.atomic():
        changes.update(**{field.attname: far.pk})
    with pytest.raises(DatabaseError, match=r"stays with|never changed"), transaction.atomic():
        changes.update(club=other)
    transaction.set_rollback(True)


def test_every_such_key_was_tried() -> None:
    assert len(KEYS) == 78


# One to one holds by two keys: one leads to rows of the same club alone, one is of the club.
IN_CLUB = [key for key in KEYS if isinstance(key[1], OneToOneInClub)]


def test_one_to_one_is_with_a_row_of_the_same_club() -> None:
    fields = {field for model in our_models() for field in model._meta.concrete_fields}
    in_club = {field for field in fields if isinstance(field, OneToOneInClub)}
    assert in_club == {field for _model, field in IN_CLUB}
    assert len(in_club) == 6


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("model", "field"), IN_CLUB, ids=[f"{model.__name__}.{field.name}" for model, field in IN_CLUB]
)
def test_the_database_refuses_a_second_row_one_to_one(
    db: None, model: type[Model], field: Field
) -> None:
    ours = found_club(name="Ours", author="a")
    leads_to = field.related_model
    assert isinstance(leads_to, type)
    near = bare(leads_to, ours)
    bare(model, ours, **{field.attname: near.pk})
    with pytest.raises(IntegrityError, match=rf"(?is)unique.*{field.column}"), transaction.atomic():
        bare(model, ours, **{field.attname: near.pk})
    transaction.set_rollback(True)


@pytest.mark.postgres
def test_nothing_holds_clubs_apart_where_the_triggers_are_taken_away(db: None) -> None:
    ours, other = found_club(name="Ours", author="a"), found_club(name="Other", author="a")
    held_apart.take_away("default")
    crossing = bare(Part, ours, sitting_id=bare(Sitting, other).pk)
    assert {(stray.column, stray.first) for stray in strays()} == {
        ("rubber.Part.sitting", crossing.pk)
    }
    transaction.set_rollback(True)


def test_every_foreign_key_between_rows_of_clubs_is_read() -> None:
    read = {f"{model._meta.label}.{field.name}" for model, field in keys_within_clubs()}
    assert f"{Deal._meta.label}.part" in read
    assert "club.Entry.corrects" in read
    assert "club.Entry.user" not in read
    assert len(read) > 50
