"""Numbers of people with federations, and the federation that a club belongs to."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0017_two_rates"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="federation",
            field=models.CharField(
                choices=[
                    ("none", "none"),
                    ("ebu", "EBU (England)"),
                    ("acbl", "ACBL (North America)"),
                    ("abf", "ABF (Australia)"),
                    ("nz", "NZ Bridge (New Zealand)"),
                    ("sbu", "SBU (Scotland)"),
                    ("other", "another one"),
                ],
                default="none",
                max_length=5,
                verbose_name="federation",
            ),
        ),
        migrations.CreateModel(
            name="PersonNumber",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("scheme", models.CharField(max_length=10, verbose_name="scheme")),
                ("number", models.CharField(max_length=20, verbose_name="number")),
                ("valid_from", models.DateField(blank=True, null=True, verbose_name="valid from")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="person_numbers",
                        to="club.club",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="numbers",
                        to="club.person",
                    ),
                ),
            ],
            options={
                "ordering": ["scheme", "pk"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("club", "scheme", "number"), name="one_person_a_scheme_and_number"
                    ),
                    models.UniqueConstraint(
                        fields=("person", "scheme"), name="one_number_a_person_and_scheme"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("scheme", ""), _negated=True),
                            models.Q(("number", ""), _negated=True),
                        ),
                        name="a_number_is_something",
                    ),
                ],
            },
        ),
    ]
