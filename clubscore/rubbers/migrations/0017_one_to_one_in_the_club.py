"""One to one with a row of the club is a key that begins with the club, as all keys are."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("rubber", "0016_keys_begin_with_the_club")]

    operations = [
        migrations.AlterField(
            "draft",
            "part",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="draft",
                to="rubber.part",
            ),
        ),
        migrations.AddConstraint(
            "draft", models.UniqueConstraint(fields=["club", "part"], name="one_draft_a_part")
        ),
    ]
