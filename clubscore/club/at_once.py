"""The tables of a new database, made at once instead of by every step that older ones went.

Step by step takes half a minute, nearly all of it spent on models as they were between two steps.
What is made follows from those steps, so both ways lead to the same tables. A database that has
come through some of them goes on with the others: Django takes this way where it has none or all.
"""

from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import Migration
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ModelState, ProjectState

Step = tuple[str, str]  # app and name of a migration


class MakeTables(Operation):
    """Makes tables, so that Django has to make its models once and not for each of them."""

    def __init__(self, models: Sequence[ModelState]) -> None:
        self.models = models

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Put the models into what the migrations know."""
        for model in self.models:
            state.models[app_label, model.name_lower] = model.clone()
        # Both are made anew where they are asked for.
        state.__dict__.pop("apps", None)
        state._relations = None  # type: ignore[attr-defined]

    def database_forwards(
        self,
        app_label: str,
        editor: BaseDatabaseSchemaEditor,
        before: ProjectState,
        after: ProjectState,
    ) -> None:
        """Make the tables."""
        for model in self.models:
            editor.create_model(after.apps.get_model(app_label, model.name))

    def describe(self) -> str:
        """What is printed of it."""
        return f"Make {len(self.models)} tables"


class AtOnce(Migration):
    """Makes the tables of an app as its steps up to a number leave them.

    `steps` is the module of the migrations, `then` what they do besides tables.
    """

    initial = True
    steps = ""
    then: Sequence[Operation] = ()

    def mutate_state(self, project_state: ProjectState, preserve: bool = True) -> ProjectState:
        """Put the tables into what the migrations know."""
        self._work_out()
        return super().mutate_state(project_state, preserve)

    def apply(self, *given: Any, **named: Any) -> ProjectState:
        """Make the tables."""
        self._work_out()
        return super().apply(*given, **named)

    def _work_out(self) -> None:
        """Work out what is to be done: only where it is, for every start reads all migrations."""
        if self.operations:
            return
        state = ProjectState()
        for _app, name in self.replaces:
            step: Migration = import_module(f"{self.steps}.{name}").Migration(name, self.app_label)
            state = step.mutate_state(state, preserve=False)
        self.operations = [MakeTables(_in_order([*state.models.values()])), *self.then]  # type: ignore[misc]


def at_once(
    steps: str, app: str, *, to: int, after: Sequence[Step], then: Sequence[Operation] = ()
) -> type[AtOnce]:
    """Return the migration that stands for the steps of an app up to a number.

    `after` are the migrations of other apps whose tables these lead to.
    """
    names = sorted(each.name for each in iter_modules(import_module(steps).__path__))
    replaced = [(app, name) for name in names if name[5:] != "at_once" and int(name[:4]) <= to]
    made = {"steps": steps, "replaces": replaced, "dependencies": [*after], "then": [*then]}
    return type("Migration", (AtOnce,), made)


def _in_order(models: list[ModelState]) -> list[ModelState]:
    """Return the models of an app, each after those that it leads to."""
    found: list[ModelState] = []
    while models:
        waiting = {f"{each.app_label}.{each.name_lower}" for each in models}
        ready = [each for each in models if not _leads_to(each) & waiting]
        if not ready:
            raise ValueError(f"these lead to one another: {sorted(waiting)}")
        found += ready
        models = [each for each in models if each not in ready]
    return found


def _leads_to(model: ModelState) -> set[str]:
    """Return the other models to which one has keys, as app.model."""
    own = f"{model.app_label}.{model.name_lower}"
    keys = [each.remote_field.model for each in model.fields.values() if each.remote_field]
    names = {each.lower() if isinstance(each, str) else each._meta.label_lower for each in keys}
    return names - {own, "self"}
