"""What leaves the club for one person: it ends with the name, and where two entries are merged."""

from collections.abc import Iterable

from django.apps import apps
from django.db import models


class GoesHome(models.Model):
    """A row by which a person, its `person`, gets something at home: by mail, by an address."""

    class Meta:
        abstract = True


def end_what_goes_home(ids: Iterable[int]) -> None:
    """Delete all by which some people get something at home; they are meant by their keys."""
    for model in apps.get_models():
        if issubclass(model, GoesHome):
            rows: models.QuerySet[models.Model] = models.QuerySet(model)
            rows.filter(**{"person__in": list(ids)}).delete()
