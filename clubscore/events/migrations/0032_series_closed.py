"""A series whose season is over is closed."""


from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('duplicate', '0031_pads'),
    ]

    operations = [
        migrations.AddField(
            model_name='series',
            name='closed_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
