"""A step of a migration that has unique keys of a table begin with its club.

Django would make such a table anew on SQLite twice for each key; here that is done once for all.
"""

from typing import Any, TypeGuard

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import BaseConstraint, Model, UniqueConstraint


class ClubFirst(Operation):
    """The unique keys of a model, by their names, get the club before their other columns."""

    def __init__(self, model_name: str, names: list[str]) -> None:
        self.model_name, self.names = model_name, names

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Put the club first, in what the migrations know of the model."""
        options = state.models[app_label, self.model_name].options
        before: list[BaseConstraint] = options["constraints"]
        options["constraints"] = [
            with_club(each) if self._is_meant(each) else each for each in before
        ]
        state.reload_model(app_label, self.model_name, delay=True)

    def _is_meant(self, key: BaseConstraint) -> TypeGuard[UniqueConstraint]:
        return isinstance(key, UniqueConstraint) and key.name in self.names

    def database_forwards(
        self,
        app_label: str,
        editor: BaseDatabaseSchemaEditor,
        before: ProjectState,
        after: ProjectState,
    ) -> None:
        """Make the keys anew: partial ones are indexes, of others SQLite makes the table anew."""
        old: type[Model] = before.apps.get_model(app_label, self.model_name)
        new: type[Model] = after.apps.get_model(app_label, self.model_name)
        old_keys, new_keys = (
            [each for each in model._meta.constraints if self._is_meant(each)]
            for model in (old, new)
        )
        if editor.connection.vendor == "sqlite" and not all(each.condition for each in old_keys):
            editor._remake_table(new)  # type: ignore[attr-defined]
            return
        for was, now in zip(old_keys, new_keys, strict=True):
            editor.remove_constraint(old, was)
            editor.add_constraint(new, now)

    def database_backwards(
        self,
        app_label: str,
        editor: BaseDatabaseSchemaEditor,
        before: ProjectState,
        after: ProjectState,
    ) -> None:
        """The same the other way round: the states say which keys there are to be."""
        self.database_forwards(app_label, editor, before, after)

    def describe(self) -> str:
        """What is printed of it."""
        return f"Begin keys of {self.model_name} with its club"

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        """What a written migration says of it."""
        return self.__class__.__name__, [self.model_name, self.names], {}


def with_club(key: UniqueConstraint) -> UniqueConstraint:
    """The same key, the club before its columns."""
    return UniqueConstraint(
        fields=["club", *key.fields], condition=key.condition, name=key.name or ""
    )
