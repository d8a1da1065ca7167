"""One to one in the club: to Python as one to one, to the database a key that begins with it."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.checks import Error
from django.db import IntegrityError
from django.db.models import CASCADE, ForeignKey, Model, Q, UniqueConstraint
from django.db.models.fields.related import OneToOneRel
from django.test.utils import isolate_apps

from clubscore.club.logins import found_club
from clubscore.club.models import Account, Club, OneToOneInClub, Person
from clubscore.rubbers.models import Draft, Part
from tests.house import House


def made(*keys: UniqueConstraint) -> type[Model]:
    """A model, one to one with a part, that has these keys."""

    class Made(Model):  # noqa: DJ008 - nobody reads it
        club = ForeignKey(Club, CASCADE, related_name="+")
        part = OneToOneInClub(Part, CASCADE, related_name="+")

        class Meta:
            app_label = "rubber"
            constraints = list(keys)

    return Made


def faults_of(model: type[Model]) -> list[str]:
    """What the field's own check says; Django's ask for the part's model beside the test's own."""
    found = model._meta.get_field("part").check()
    return [each.msg for each in found if isinstance(each, Error) and each.id == "clubscore.E001"]


@pytest.fixture
def apart() -> Iterator[None]:
    """Models of a test are no models of ours."""
    with isolate_apps("clubscore.rubbers"):
        yield


def test_a_model_with_the_key_of_the_club_is_in_order(apart: None) -> None:
    key = UniqueConstraint(fields=["club", "part"], name="one_a_part")
    assert faults_of(made(key)) == []


@pytest.mark.parametrize(
    "keys",
    [
        [],
        [UniqueConstraint(fields=["part", "club"], name="the_club_last")],
        [UniqueConstraint(fields=["club", "part"], condition=Q(part__gt=1), name="of_some_rows")],
    ],
    ids=["none", "the club last", "of some rows"],
)
def test_a_model_without_it_is_refused(apart: None, keys: list[UniqueConstraint]) -> None:
    assert faults_of(made(*keys)) == ['There is no UniqueConstraint(fields=["club", "part"], ...).']


def test_steps_of_a_migration_know_an_ordinary_foreign_key() -> None:
    field = Draft._meta.get_field("part")
    assert field.one_to_one and isinstance(field.remote_field, OneToOneRel)
    _name, path, _args, told = field.deconstruct()
    assert path == "django.db.models.ForeignKey" and "unique" not in told


@pytest.mark.postgres
def test_a_row_leads_back_to_its_one(house: House, django_assert_num_queries: Any) -> None:
    with pytest.raises(Part.draft.RelatedObjectDoesNotExist):
        house.part.draft  # noqa: B018 - that it is not there
    draft = Draft.objects.create(club=house.club, part=house.part, position=1, facts={})
    with django_assert_num_queries(1):
        assert Part.objects.select_related("draft").get(pk=house.part.pk).draft == draft


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_of_two_who_write_at_once_one_is_refused(together: Any) -> None:
    club = found_club(name="Portland", author="a test")
    person = Person.objects.create(club=club, name="Ann Ames", short_name="Ann")

    def open_account() -> Account:
        return Account.objects.create(club=club, kind=Account.Kind.PERSON, person=person)

    done = together(*[open_account] * 4)
    assert sum(isinstance(each, IntegrityError) for each in done) == 3, done
    assert Account.objects.filter(club=club, person=person).count() == 1
