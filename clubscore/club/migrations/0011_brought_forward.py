"""What accounts came to at the end of each month; whatever is entered of before takes it away."""

import django.db.models.deletion
from django.db import migrations, models

TRIGGER = "club_posting_before_what_is_kept"
TAKEN_AWAY = """
    DELETE FROM club_broughtforward WHERE club_id = NEW.club_id
    AND before > (SELECT at FROM club_entry WHERE id = NEW.entry_id)
"""


def take_away(apps, schema_editor):
    """Set the trigger."""
    if schema_editor.connection.vendor == "sqlite":
        orders = [
            f"CREATE TRIGGER {TRIGGER} AFTER INSERT ON club_posting BEGIN {TAKEN_AWAY}; END",
        ]
    else:
        orders = [
            f"CREATE OR REPLACE FUNCTION {TRIGGER}() RETURNS trigger LANGUAGE plpgsql AS"
            f" $$ BEGIN {TAKEN_AWAY}; RETURN NULL; END $$",
            f"CREATE TRIGGER {TRIGGER} AFTER INSERT ON club_posting"
            f" FOR EACH ROW EXECUTE FUNCTION {TRIGGER}()",
        ]
    for order in orders:
        schema_editor.execute(order, params=None)


def leave(apps, schema_editor):
    """Take the trigger away."""
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    schema_editor.execute(
        f"DROP TRIGGER IF EXISTS {TRIGGER}" + ("" if is_sqlite else " ON club_posting"),
        params=None,
    )


class Migration(migrations.Migration):
    dependencies = [("club", "0010_made_up_again")]

    operations = [
        migrations.CreateModel(
            name="BroughtForward",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("before", models.DateTimeField()),
                ("sums", models.JSONField()),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, to="club.club"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "before"), name="a_month_once"
                    )
                ],
            },
        ),
        migrations.RunPython(take_away, leave),
    ]
