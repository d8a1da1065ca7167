"""Every row says whose it is, every unique key stays within a club, no foreign key crosses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db.models import Field, Model, UniqueConstraint

from clubscore.club.models import Account
from clubscore.club.safe.apart import keys_within_clubs, names_its_club, strays
from clubscore.rubbers.models import Deal, Part, Seat
from tests.house import House

OURS = ("club", "duplicate", "jobs", "rubber")
WITHOUT_CLUB: Mapping[str, str] = {
    "club.Club": "is the club",
    "club.User": "an identity: one login may be a member of several clubs",
    "duplicate.DoubleDummy": "a cache of all clubs, by deal",
    "duplicate.PhoneSeen": "its event's, written every few seconds, and nothing reads it by club",
}
_TOKEN = "the hash of a secret address, by which nothing but itself says whose it is"
ACROSS_CLUBS: Mapping[str, str] = {
    "club.Club.slug": "the club's address on this server",
    "club.User.username": "the name somebody logs in with, before any club is known",
    "duplicate.DoubleDummy.deal": "a cache of all clubs, by deal",
    "duplicate.EventShare.token_hash": _TOKEN,
    "duplicate.EventTableLink.token_hash": _TOKEN,
    "jobs.Job a_job_is_asked_for_once": "work of the whole server, some of it of no club",
    "rubber.RoomLink.token_hash": _TOKEN,
    "rubber.TableLink.token_hash": _TOKEN,
}


def our_models() -> Iterator[type[Model]]:
    """Yield the models that are ours."""
    for model in apps.get_models():
        if model._meta.app_label in OURS:
            yield model


def unique_keys(model: type[Model]) -> Iterator[tuple[str, Field]]:
    """Yield (name, first column) of each unique key of a model but its primary key."""
    for field in model._meta.concrete_fields:
        if field.unique and not field.primary_key:
            yield f"{model._meta.label}.{field.name}", field
    for constraint in model._meta.constraints:
        if isinstance(constraint, UniqueConstraint):
            first = constraint.fields[0] if constraint.fields else constraint.expressions[0].name
            yield f"{model._meta.label} {constraint.name}", model._meta.get_field(first)


def is_within_a_club(first: Field) -> bool:
    """Whether a key begins with the club, or with a row that says whose it is.

    The second is as good while no foreign key crosses clubs.
    """
    leads_to = first.related_model
    return first.name == "club" or (isinstance(leads_to, type) and names_its_club(leads_to))


def test_every_row_names_its_club_but_where_there_is_a_reason() -> None:
    without = {each._meta.label for each in our_models() if not names_its_club(each)}
    assert without == set(WITHOUT_CLUB)


def test_every_unique_key_stays_within_a_club_but_where_there_is_a_reason() -> None:
    across = {
        name
        for model in our_models()
        for name, first in unique_keys(model)
        if not is_within_a_club(first)
    }
    assert across == set(ACROSS_CLUBS)


def test_what_a_key_begins_with_is_seen() -> None:
    keys = dict(unique_keys(Seat)) | dict(unique_keys(Account))
    assert {name: is_within_a_club(first) for name, first in keys.items()} == {
        "rubber.Seat one_person_a_seat": True,
        "rubber.Seat one_seat_a_person": True,
        "club.Account.person": True,
        "club.Account one_account_of_a_kind": True,
    }
    assert not is_within_a_club(Seat._meta.get_field("seat"))


@pytest.mark.postgres
def test_a_foreign_key_that_crosses_clubs_is_found(house: House, other_house: House) -> None:
    assert strays() == []
    call_command("check_clubs")
    Seat.objects.filter(part=house.part, seat="N").update(account=other_house.people[0])
    Part.objects.filter(pk=house.part.pk).update(sitting=other_house.sitting, number=2)
    found = {stray.column: stray.rows for stray in strays()}
    assert found == {"rubber.Seat.account": 1, "rubber.Part.sitting": 1}
    with pytest.raises(CommandError, match="lead to another club"):
        call_command("check_clubs")


def test_every_foreign_key_between_rows_of_clubs_is_read() -> None:
    read = {f"{model._meta.label}.{field.name}" for model, field in keys_within_clubs()}
    assert f"{Deal._meta.label}.part" in read
    assert "club.Entry.corrects" in read
    assert "club.Entry.user" not in read
    assert len(read) > 50
