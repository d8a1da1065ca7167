"""Which extras a club uses."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0025_one_to_one_in_the_club")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="extras",
            field=models.JSONField(blank=True, default=None, editable=False, null=True),
        ),
    ]
