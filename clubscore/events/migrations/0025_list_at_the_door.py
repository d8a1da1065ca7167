"""The address of a list at the door, where people enter themselves before play."""

import django.db.models.deletion
from django.db import migrations, models

import clubscore.club.clock


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0016_set_up"),
        ("duplicate", "0024_numbers_before_play"),
    ]

    operations = [
        migrations.CreateModel(
            name="EventList",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("nonce", models.CharField(max_length=32)),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField(default=clubscore.club.clock.now)),
                ("made_by", models.CharField(max_length=120)),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, to="club.club"
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lists",
                        to="duplicate.event",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("revoked_at", None)),
                        fields=("event",),
                        name="one_list_an_event",
                    )
                ],
            },
        ),
    ]
