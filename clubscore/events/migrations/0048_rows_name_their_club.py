"""Three kinds of rows that were known by their event or import name their club themselves."""

import django.db.models.deletion
from django.db import migrations, models

WHOSE = {"boardsworkedout": "event", "phoneseen": "event", "pastfile": "past"}
CLUB = {"on_delete": django.db.models.deletion.CASCADE, "related_name": "+", "to": "club.club"}


def name_clubs(apps, schema_editor):
    """Each row has the club of what it belongs to."""
    for name, parent in WHOSE.items():
        model = apps.get_model("duplicate", name)
        whose = model._meta.get_field(parent).related_model
        club = whose.objects.filter(pk=models.OuterRef(f"{parent}_id")).values("club")
        model.objects.update(club=models.Subquery(club))
    if schema_editor.connection.vendor == "postgresql":
        # Foreign keys are looked at now: a table with some to be looked at cannot change.
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute("SET CONSTRAINTS ALL DEFERRED")


class Migration(migrations.Migration):
    dependencies = [("club", "0024_keys_begin_with_the_club"), ("duplicate", "0047_fetched_as_a_job")]

    operations = [
        *(
            migrations.AddField(name, "club", models.ForeignKey(null=True, **CLUB))
            for name in WHOSE
        ),
        migrations.RunPython(name_clubs, migrations.RunPython.noop),
        *(migrations.AlterField(name, "club", models.ForeignKey(**CLUB)) for name in WHOSE),
    ]
