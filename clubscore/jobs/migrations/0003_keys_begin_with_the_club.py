"""A job is asked for once in its club; one of the whole installation once."""

from django.db import migrations, models

from clubscore.club.club_first import ClubFirst


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0024_keys_begin_with_the_club"),
        ("jobs", "0002_sentences_are_codes"),
    ]

    operations = [
        ClubFirst("job", ["a_job_is_asked_for_once"]),
        migrations.AddConstraint(
            "job",
            models.UniqueConstraint(
                condition=models.Q(("club", None), ("state__in", ("waiting", "running"))),
                fields=["kind", "key"],
                name="a_job_of_no_club_once",
            ),
        ),
    ]
