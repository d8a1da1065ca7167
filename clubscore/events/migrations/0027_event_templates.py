"""Terms of an event, kept under a name of the club's own."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models.functions import Lower

import clubscore.club.clock


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0017_two_rates"),
        ("duplicate", "0026_two_rates"),
    ]

    operations = [
        migrations.CreateModel(
            name="EventTemplate",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=40, verbose_name="name")),
                ("event_name", models.CharField(blank=True, max_length=80)),
                ("contestants_are", models.CharField(default="pairs", max_length=12)),
                ("game", models.CharField(max_length=40)),
                ("rules", models.JSONField(blank=True, default=dict)),
                ("scoring", models.CharField(max_length=20)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("fee", models.PositiveIntegerField(default=0)),
                ("guest_fee", models.PositiveIntegerField(blank=True, null=True)),
                ("boards", models.PositiveSmallIntegerField(default=0)),
                ("winners", models.PositiveSmallIntegerField(default=0)),
                ("wish", models.JSONField(blank=True, default=dict)),
                ("key", models.CharField(blank=True, max_length=64)),
                ("kept_at", models.DateTimeField(default=clubscore.club.clock.now)),
                ("kept_by", models.CharField(max_length=120)),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="event_templates",
                        to="club.club",
                    ),
                ),
            ],
            options={
                "ordering": ["title", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        models.F("club"),
                        Lower("title"),
                        name="event_templates_have_names_of_their_own",
                    )
                ],
            },
        ),
    ]
