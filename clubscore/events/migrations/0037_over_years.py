"""What events brought people, board by board: a cache, by person and event."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0022_gazettes'),
        ('duplicate', '0036_opening_leads'),
    ]

    operations = [
        migrations.CreateModel(
            name='PersonBoards',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('mark', models.CharField(max_length=40)),
                ('unit', models.CharField(blank=True, max_length=10)),
                ('contestant', models.CharField(max_length=40)),
                ('place', models.CharField(blank=True, max_length=10)),
                ('of', models.PositiveSmallIntegerField(default=0)),
                ('percent', models.CharField(blank=True, max_length=20)),
                ('boards', models.JSONField(default=list)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='club.club')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='person_boards', to='duplicate.event')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='club.person')),
            ],
            options={
                'verbose_name_plural': 'person boards',
                'ordering': ['event', 'person'],
                'indexes': [models.Index(fields=['club', 'event', 'mark'], name='marks_of_boards')],
                'constraints': [models.UniqueConstraint(fields=('event', 'person'), name='boards_of_one_person')],
            },
        ),
    ]
