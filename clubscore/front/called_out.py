"""Triggers by which PostgreSQL calls out that a table's rows changed; SQLite is looked at instead.

For migrations of the rooms: each names the tables whose rows tell phones of a change.
"""

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import RunPython

from clubscore.front.feeds import CHANNEL

FUNCTION = f"""
    CREATE OR REPLACE FUNCTION {CHANNEL}() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('{CHANNEL}', ''); RETURN NULL; END $$
"""
# Once a statement: what one transaction calls out several times is heard once.
TRIGGER = """
    CREATE TRIGGER {table}_news AFTER INSERT OR UPDATE OR DELETE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION {function}()
"""


def call_out(*tables: str) -> RunPython:
    """Return the step of a migration that sets a trigger on each of these tables."""

    def set_them(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor == "postgresql":
            editor.execute(FUNCTION)
            for table in tables:
                editor.execute(TRIGGER.format(table=table, function=CHANNEL))

    def remove_them(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor == "postgresql":
            for table in tables:
                editor.execute(f"DROP TRIGGER {table}_news ON {table}")

    return RunPython(set_them, remove_them)
