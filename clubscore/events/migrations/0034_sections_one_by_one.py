"""Sections of an event may be in different rounds."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("duplicate", "0033_told_players")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="behind",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
