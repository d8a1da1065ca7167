"""The database itself refuses to change or delete what stands in the book, whoever asks.

That the book sums to nothing needs no trigger: a posting has both its accounts (see the model).
These hold the rest, on SQLite and PostgreSQL alike: no entry or posting is changed or deleted, and
a posting stays within one club. Only `user_id` may be emptied, where a login is deleted. Whoever
rebuilds one of the two tables on SQLite (any later change of a column does) runs `keep` again.
"""

from django.db import migrations

KEPT = {
    "club_entry": (
        "club_id", "at", "author", "device", "key", "reason", "kind", "evening", "room", "place",
        "sitting", "subject", "data", "law_version", "corrects_id",
    ),
    "club_posting": ("club_id", "entry_id", "debited_id", "credited_id", "currency", "amount"),
}  # fmt: skip
OF_ONE_CLUB = """
    EXISTS (SELECT 1 FROM club_account WHERE id IN (NEW.debited_id, NEW.credited_id)
            AND club_id <> NEW.club_id)
    OR EXISTS (SELECT 1 FROM club_entry WHERE id = NEW.entry_id AND club_id <> NEW.club_id)
"""
SAID = "what stands in the book is never changed or deleted"
STRANGE = "a posting stays within one club"


def sqlite_triggers():
    """Return {name: SQL} for SQLite."""
    refuse = f"BEGIN SELECT RAISE(ABORT, '{SAID}'); END"
    made = {}
    for table, columns in KEPT.items():
        changed = f"BEFORE UPDATE OF {', '.join(columns)} ON {table}"
        made[f"{table}_never_changed"] = f"{changed} {refuse}"
        made[f"{table}_never_deleted"] = f"BEFORE DELETE ON {table} {refuse}"
    made["club_posting_of_one_club"] = (
        f"BEFORE INSERT ON club_posting WHEN {OF_ONE_CLUB}"
        f" BEGIN SELECT RAISE(ABORT, '{STRANGE}'); END"
    )
    return {name: f"CREATE TRIGGER {name} {body}" for name, body in made.items()}


def postgresql_triggers():
    """Return {name: SQL} for PostgreSQL."""
    made = {}
    for table, columns in KEPT.items():
        refuse = f"ON {table} FOR EACH ROW EXECUTE FUNCTION club_book_is_kept()"
        made[f"{table}_never_changed"] = f"BEFORE UPDATE OF {', '.join(columns)} {refuse}"
        made[f"{table}_never_deleted"] = f"BEFORE DELETE {refuse}"
    made["club_posting_of_one_club"] = (
        "BEFORE INSERT ON club_posting FOR EACH ROW EXECUTE FUNCTION club_posting_is_ours()"
    )
    return {name: f"CREATE TRIGGER {name} {body}" for name, body in made.items()}


POSTGRESQL_FUNCTIONS = (
    f"CREATE OR REPLACE FUNCTION club_book_is_kept() RETURNS trigger LANGUAGE plpgsql AS"
    f" $$ BEGIN RAISE EXCEPTION '{SAID}' USING ERRCODE = 'integrity_constraint_violation'; END $$",
    f"CREATE OR REPLACE FUNCTION club_posting_is_ours() RETURNS trigger LANGUAGE plpgsql AS"
    f" $$ BEGIN IF {OF_ONE_CLUB} THEN RAISE EXCEPTION '{STRANGE}'"
    f" USING ERRCODE = 'integrity_constraint_violation'; END IF; RETURN NEW; END $$",
)


def keep(apps, schema_editor):
    """Set the triggers, afresh where they stand already."""
    let_go(apps, schema_editor)
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    for function in () if is_sqlite else POSTGRESQL_FUNCTIONS:
        schema_editor.execute(function, params=None)
    for trigger in (sqlite_triggers() if is_sqlite else postgresql_triggers()).values():
        schema_editor.execute(trigger, params=None)


def let_go(apps, schema_editor):
    """Take the triggers away."""
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    for name in sqlite_triggers():
        table = name.rsplit("_never_")[0].rsplit("_of_one_")[0]
        schema_editor.execute(
            f"DROP TRIGGER IF EXISTS {name}" + ("" if is_sqlite else f" ON {table}"), params=None
        )


class Migration(migrations.Migration):
    dependencies = [("club", "0003_book")]

    operations = [migrations.RunPython(keep, let_go)]
