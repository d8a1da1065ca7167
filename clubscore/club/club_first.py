"""A step of a migration that has unique keys of a table begin with its club.

Django would make such a table anew on SQLite twice for each key; here that is done once for all.
"""

from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.models import UniqueConstraint


class ClubFirst(Operation):
    """The unique keys of a model, by their names, get the club before their other columns."""

    def __init__(self, model_name: str, names: list[str]) -> None:
        self.model_name, self.names = model_name, names

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Put the club first, in what the migrations know of the model."""
        options = state.models[app_label, self.model_name].options
        options["constraints"] = [
            with_club(each) if each.name in self.names else each for each in options["constraints"]
        ]
        state.reload_model(app_label, self.model_name, delay=True)

    def database_forwards(
        self, app_label: str, editor: BaseDatabaseSchemaEditor, before: Any, after: Any
    ) -> None:
        """Make the keys anew: partial ones are indexes, of others SQLite makes the table anew."""
        old, new = (each.apps.get_model(app_label, self.model_name) for each in (before, after))
        pairs = [
            pair
            for pair in zip(old._meta.constraints, new._meta.constraints, strict=True)
            if pair[0].name in self.names
        ]
        if editor.connection.vendor == "sqlite" and any(not each.condition for each, _ in pairs):
            editor._remake_table(new)  # type: ignore[attr-defined]
            return
        for was, now in pairs:
            editor.remove_constraint(old, was)
            editor.add_constraint(new, now)

    def database_backwards(
        self, app_label: str, editor: BaseDatabaseSchemaEditor, before: Any, after: Any
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
