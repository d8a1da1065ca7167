"""The database itself refuses a row that leads to another club, and one that changes its club.

Triggers, a foreign key at a time on SQLite and a table at a time on PostgreSQL. They follow from
the models: taken away before steps of a migration, which on SQLite make tables anew and cannot
while a trigger names one of them, and set after. What stands is not looked at: a club of before
opens, and `manage.py check_clubs` reads what crosses. A row that is written before the one that it
leads to is not seen; the services write none, and `check_clubs` finds it too.
"""

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.apps.registry import Apps
from django.db import connections, transaction
from django.db.models import Field

from clubscore.club.safe.apart import keys_within_clubs, names_its_club

PREFIX = "apart_"
REFUSED = "leads to another club"
STAYS = "stays with its club"
# Of each table the keys: (column, table that it leads to).
Tables = dict[str, list[tuple[str, str]]]


def take_away(using: str) -> None:
    """Take away all such triggers; before the tables change."""
    connection = connections[using]
    with transaction.atomic(using), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            words = 'DROP TRIGGER "{}"'
        else:
            cursor.execute(
                "SELECT proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace"
            )
            words = 'DROP FUNCTION "{}" CASCADE'
        made: list[tuple[str]] = cursor.fetchall()
        for name in [name for (name,) in made if name.startswith(PREFIX)]:
            cursor.execute(words.format(name))


def set_again(using: str, of: Apps = apps) -> None:
    """Set a trigger for every foreign key between rows that name their club."""
    connection, tables = connections[using], _tables(of)
    made = _for_sqlite(tables) if connection.vendor == "sqlite" else _for_postgresql(tables)
    with transaction.atomic(using), connection.cursor() as cursor:
        for statement in made:
            cursor.execute(statement)


def _tables(of: Apps) -> Tables:
    """Return the keys of each table whose rows name their club, of the models as they are now.

    Where only some steps of the migrations were taken that is how they were then.
    """
    with_club = filter(names_its_club, of.get_models())
    found: Tables = {model._meta.db_table: [] for model in with_club}
    for model, field in keys_within_clubs(of):
        found[model._meta.db_table].append((str(field.column), _leads_to(field)))
    return found


def _leads_to(field: "Field[Any, Any]") -> str:
    leads_to = field.related_model
    assert isinstance(leads_to, type)  # noqa: S101 - as keys_within_clubs found it
    return leads_to._meta.db_table


def _for_sqlite(tables: Tables) -> Iterator[str]:
    for table, keys in tables.items():
        yield (
            f'CREATE TRIGGER "{PREFIX}{table}" BEFORE UPDATE OF club_id ON "{table}"'
            f" WHEN NEW.club_id IS NOT OLD.club_id"
            f" BEGIN SELECT RAISE(ABORT, 'a row of {table} {STAYS}'); END"
        )
        for column, leads_to in keys:
            crosses = (
                f'EXISTS (SELECT 1 FROM "{leads_to}" WHERE id = NEW."{column}"'  # noqa: S608 - ours
                f" AND club_id IS NOT NEW.club_id)"
                f" BEGIN SELECT RAISE(ABORT, '{table}.{column} {REFUSED}'); END"
            )
            name = f"{PREFIX}{table}_{column}"
            yield f'CREATE TRIGGER "{name}_i" BEFORE INSERT ON "{table}" WHEN {crosses}'
            yield (
                f'CREATE TRIGGER "{name}_u" BEFORE UPDATE OF "{column}" ON "{table}"'
                f' WHEN NEW."{column}" IS NOT OLD."{column}" AND {crosses}'
            )


def _for_postgresql(tables: Tables) -> Iterator[str]:
    for table, keys in tables.items():
        asked = "".join(
            f'\n  IF NEW."{column}" IS DISTINCT FROM OLD."{column}" AND EXISTS (SELECT 1 FROM'  # noqa: S608
            f' "{leads_to}" WHERE id = NEW."{column}" AND club_id IS DISTINCT FROM NEW.club_id)'
            f" THEN RAISE EXCEPTION '{table}.{column} {REFUSED}'"
            " USING ERRCODE = 'integrity_constraint_violation'; END IF;"
            for column, leads_to in keys
        )
        yield (
            f'CREATE FUNCTION "{PREFIX}{table}"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN'
            f"\n  IF TG_OP = 'UPDATE' AND NEW.club_id IS DISTINCT FROM OLD.club_id"
            f" THEN RAISE EXCEPTION 'a row of {table} {STAYS}'"
            f" USING ERRCODE = 'integrity_constraint_violation'; END IF;{asked}"
            f"\n  RETURN NEW; END $$"
        )
        columns = ", ".join(f'"{column}"' for column in ["club_id", *(key for key, _to in keys)])
        yield (
            f'CREATE TRIGGER "{PREFIX}{table}" BEFORE INSERT OR UPDATE OF {columns} ON "{table}"'
            f' FOR EACH ROW EXECUTE FUNCTION "{PREFIX}{table}"()'
        )
