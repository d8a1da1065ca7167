"""One to one with a row of the club, and a letter's mark, are keys that begin with the club."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("mailing", "0003_keys_begin_with_the_club")]

    operations = [
        migrations.AlterField(
            "subscription",
            "person",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="club.person",
            ),
        ),
        migrations.AddConstraint(
            "subscription",
            models.UniqueConstraint(fields=["club", "person"], name="mail_of_one_person"),
        ),
        migrations.AlterField("letter", "mark", models.UUIDField(default=uuid.uuid4)),
        migrations.AddConstraint(
            "letter", models.UniqueConstraint(fields=["club", "mark"], name="one_letter_a_mark")
        ),
    ]
