"""Which version a login has read the news of: of nobody who was there before, until they say so."""

from django.db import migrations, models

import clubscore.places


class Migration(migrations.Migration):
    dependencies = [("club", "0012_closed_clubs")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="news_read",
            field=models.CharField(blank=True, default="", max_length=20),
        ),
        migrations.AlterField(
            model_name="user",
            name="news_read",
            field=models.CharField(
                blank=True, default=clubscore.places.running, max_length=20
            ),
        ),
    ]
