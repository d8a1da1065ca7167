"""What stands over the columns of a blank pad."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0019_federation_number_of_club"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="pad_heads",
            field=models.CharField(
                choices=[
                    ("era", "as in the game's time"),
                    ("we", "We and They"),
                    ("names", "lines for names"),
                ],
                default="era",
                max_length=5,
                verbose_name="heads of blank score pads",
            ),
        ),
    ]
