"""One to one between rows of a club, held in the database by a key that begins with the club."""

from typing import Any, TypeVar

from django.core.checks import CheckMessage, Error
from django.db import models

_Set = TypeVar("_Set")
_Get = TypeVar("_Get")


class OneToOneInClub(models.OneToOneField[_Set, _Get]):
    """One to one with a row of the same club.

    The database has a foreign key that leads to rows of the same club alone, and a unique key of
    the club and this column: together as strict as Django's key of the column by itself, which
    would have to be looked at in the rows of all clubs. The model declares the unique key.
    """

    def deconstruct(self) -> Any:
        """Describe the column, which is that of any foreign key: not unique by itself."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, kwargs

    def check(self, **kwargs: Any) -> list[CheckMessage]:
        """Check as any field; refuse a model without the unique key of the club and this column."""
        found = super().check(**kwargs)
        keys = {tuple(key.fields) for key in self.model._meta.total_unique_constraints}
        if ("club", self.name) not in keys:
            wanted = f'UniqueConstraint(fields=["club", "{self.name}"], ...)'
            found.append(Error(f"There is no {wanted}.", obj=self, id="clubscore.E001"))
        return found
