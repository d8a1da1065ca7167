"""Clubs that share a database stay apart: no row of one leads to a row of another.

Services never write such a row, and no file can bring one in; this looks whether it is so.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.apps import apps
from django.apps.registry import Apps
from django.db.models import F, Field, Model, QuerySet

from clubscore.club.models import Club


class Stray(NamedTuple):
    """Rows that lead to another club: of which column, how many, and the key of the first."""

    column: str
    rows: int
    first: int


def strays() -> list[Stray]:
    """Look at every foreign key between rows that name their club; return those that cross.

    One query a column.
    """
    found = []
    for model, field in keys_within_clubs():
        crossing: QuerySet[Model] = QuerySet(model).filter(**{f"{field.name}__isnull": False})
        crossing = crossing.exclude(**{f"{field.name}__club": F("club")}).order_by("pk")
        first = crossing.values_list("pk", flat=True).first()
        if first is not None:
            column = f"{model._meta.label}.{field.name}"
            found.append(Stray(column, crossing.count(), first))
    return found


def keys_within_clubs(of: Apps = apps) -> "Iterator[tuple[type[Model], Field[Any, Any]]]":
    """Yield each foreign key that leads from a model whose rows name their club to another such.

    Of today's models, or of those of a step of the migrations.
    """
    for model in of.get_models():
        if not names_its_club(model):
            continue
        for field in model._meta.concrete_fields:
            leads_to = field.related_model
            if field.is_relation and isinstance(leads_to, type) and names_its_club(leads_to):
                yield model, field


def names_its_club(model: type[Model]) -> bool:
    """Whether every row of a model says whose it is."""
    return any(field.name == "club" and _is_club(field) for field in model._meta.concrete_fields)


def _is_club(field: "Field[Any, Any]") -> bool:
    """Whether a field leads to a club, of today or of a step of the migrations."""
    leads_to = field.related_model
    return isinstance(leads_to, type) and leads_to._meta.label == Club._meta.label
