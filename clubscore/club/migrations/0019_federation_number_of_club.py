"""The number that a club has with its federation."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0018_federation_numbers"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="federation_number",
            field=models.CharField(
                blank=True,
                default="",
                max_length=20,
                verbose_name="club's number with the federation",
            ),
        ),
    ]
