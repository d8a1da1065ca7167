"""What a guest pays at an event: the same as members, until an event says otherwise."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("duplicate", "0025_list_at_the_door"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="guest_fee",
            field=models.PositiveIntegerField(
                blank=True, null=True, verbose_name="table money of a guest"
            ),
        ),
    ]
