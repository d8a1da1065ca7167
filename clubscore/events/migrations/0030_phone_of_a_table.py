"""Which table a phone lies on is known, so that a silent one can be named."""


import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('duplicate', '0029_earlier_boards_asked'),
    ]

    operations = [
        migrations.AddField(
            model_name='phoneseen',
            name='link',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, to='duplicate.eventtablelink'),
        ),
    ]
