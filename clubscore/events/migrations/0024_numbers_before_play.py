"""Numbers by lot or as seeded, and who keeps a seat North-South."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("duplicate", "0023_rulings_and_appeals"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="place",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="entry",
            name="stays_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
