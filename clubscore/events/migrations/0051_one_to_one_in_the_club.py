"""One to one with a row of the club is a key that begins with the club, as all keys are."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("duplicate", "0050_counted_worlds")]

    operations = [
        migrations.AlterField(
            "planchange",
            "takes_back",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="taken_back",
                to="duplicate.planchange",
            ),
        ),
        migrations.AddConstraint(
            "planchange",
            models.UniqueConstraint(fields=["club", "takes_back"], name="a_change_is_undone_once"),
        ),
        migrations.AlterField(
            "boardsworkedout",
            "event",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="worked_out",
                to="duplicate.event",
            ),
        ),
        migrations.AddConstraint(
            "boardsworkedout",
            models.UniqueConstraint(fields=["club", "event"], name="boards_of_one_event"),
        ),
    ]
