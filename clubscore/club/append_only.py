"""Records that are written once: no update, no deletion, only further records."""

from typing import Any, NoReturn, TypeVar

from django.db import models

Row = TypeVar("Row", bound=models.Model)


class AppendOnlyQuerySet(models.QuerySet[Row]):
    """Records that are written once, many at a time: the same refusals."""

    def update(self, **kwargs: object) -> NoReturn:
        """Refuse."""
        raise TypeError(f"a {self.model._meta.verbose_name} is never changed")

    def delete(self) -> NoReturn:
        """Refuse."""
        raise TypeError(f"a {self.model._meta.verbose_name} is never deleted")


class AppendOnly(models.Model):
    """A record that is written once: no update, no deletion, only further records."""

    objects = AppendOnlyQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write a new record; refuse to write over an old one."""
        if not self._state.adding:
            raise TypeError(f"a {self._meta.verbose_name} is never changed")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise TypeError(f"a {self._meta.verbose_name} is never deleted")
