"""Whether table money and cards are settled together: apart, as it was, until said."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0014_clubs_held_apart")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="nets_together",
            field=models.BooleanField(
                default=False, verbose_name="table money and cards are settled together"
            ),
        ),
    ]
