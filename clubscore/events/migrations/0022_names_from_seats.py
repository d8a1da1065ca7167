"""An entry may be named from its seats: until then it has its number only."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0016_set_up"),
        ("duplicate", "0021_looked_and_passed_on"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="entry",
            name="somebody_is_expected",
        ),
        migrations.AddField(
            model_name="entry",
            name="by_seats",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="eventhappening",
            name="kind",
            field=models.CharField(
                choices=[
                    ("opened", "opened"),
                    ("terms", "settings of the event"),
                    ("entry", "entries"),
                    ("movement", "movement chosen"),
                    ("clock", "clock"),
                    ("round", "next round"),
                    ("here", "all four here"),
                    ("fouled", "board fouled"),
                    ("mended", "board no longer fouled"),
                    ("ranking", "ranking"),
                    ("penalty", "penalty"),
                    ("lifted", "penalty removed"),
                    ("finished", "finished"),
                    ("phones", "phones"),
                    ("lineup", "seats of a team"),
                    ("seated", "names from the seats"),
                    ("announced", "announcement"),
                    ("taken-down", "announcement removed"),
                    ("by-slip", "by score slip"),
                    ("told", "changed by a new file"),
                    ("boards", "cards of boards"),
                    ("par", "par of boards"),
                    ("reached", "reached in the auction"),
                    ("called-off", "called off"),
                    ("deleted", "deleted"),
                    ("had-back", "restored"),
                    ("looked", "looked before playing"),
                    ("passed-on", "asked others to settle"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("first__isnull", False),
                    models.Q(("note", ""), _negated=True),
                    ("by_seats", True),
                    _connector="OR",
                ),
                name="somebody_is_expected",
            ),
        ),
    ]
