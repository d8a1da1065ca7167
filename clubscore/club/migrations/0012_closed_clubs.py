"""A club may be closed here because it plays on another server."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0011_brought_forward")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="closed_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="club",
            name="moved_to",
            field=models.CharField(blank=True, editable=False, max_length=200),
        ),
    ]
