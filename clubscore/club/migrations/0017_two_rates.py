"""What a guest pays at a table: the same as members, until the club says otherwise."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0016_set_up"),
    ]

    operations = [
        migrations.AddField(
            model_name="tablefee",
            name="guest_amount",
            field=models.PositiveBigIntegerField(blank=True, null=True),
        ),
    ]
