"""What opening leads come to, and which events' boards are worked out."""


import clubscore.club.clock
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('duplicate', '0035_the_past'),
    ]

    operations = [
        migrations.CreateModel(
            name='BoardsWorkedOut',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveIntegerField()),
                ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='worked_out', to='duplicate.event')),
            ],
            options={
                'verbose_name_plural': 'boards worked out',
            },
        ),
        migrations.CreateModel(
            name='OpeningLeads',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deal', models.CharField(max_length=80)),
                ('denomination', models.CharField(max_length=2)),
                ('declarer', models.CharField(max_length=1)),
                ('tricks', models.CharField(max_length=13)),
            ],
            options={
                'verbose_name_plural': 'opening leads',
                'constraints': [models.UniqueConstraint(fields=('deal', 'denomination', 'declarer'), name='leads_are_worked_out_once')],
            },
        ),
    ]
