"""The clock a club reads, the games it begins with, and how far its set-up is: as it was, done."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0015_netting_together")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="hours",
            field=models.CharField(
                choices=[("24", "24 hours"), ("12", "12 hours, AM and PM")],
                default="24",
                max_length=2,
                verbose_name="clock",
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="usual_games",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.AddField(
            model_name="club",
            name="set_up_done",
            field=models.PositiveSmallIntegerField(default=4, editable=False),
        ),
    ]
