"""The tables of a new database, as the steps that this stands for leave them."""

import clubscore.club.clock
import django.db.models.deletion
from django.db import migrations, models

from clubscore.club.database import MakeTables


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("jobs", "0001_initial"),
        ("jobs", "0002_sentences_are_codes"),
        ("jobs", "0003_keys_begin_with_the_club"),
    ]

    dependencies = [
        ("club", "0025_one_to_one_in_the_club"),
    ]

    operations = [
        MakeTables([
            migrations.CreateModel(
                name='Job',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(max_length=40)),
                    ('key', models.CharField(blank=True, max_length=80)),
                    ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('done', 'done'), ('stopped', 'stopped'), ('failed', 'failed')], default='waiting', max_length=8)),
                    ('asked_at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('begun_at', models.DateTimeField(blank=True, null=True)),
                    ('beat_at', models.DateTimeField(blank=True, null=True)),
                    ('ended_at', models.DateTimeField(blank=True, null=True)),
                    ('worker', models.CharField(blank=True, max_length=80)),
                    ('tries', models.PositiveSmallIntegerField(default=0)),
                    ('done', models.PositiveIntegerField(default=0)),
                    ('total', models.PositiveIntegerField(default=0)),
                    ('is_to_stop', models.BooleanField(default=False)),
                    ('trouble', models.CharField(blank=True, max_length=300)),
                    ('club', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='club.club')),
                ],
                options={
                    'ordering': ['pk'],
                    'indexes': [models.Index(condition=models.Q(('state__in', ('waiting', 'running'))), fields=['asked_at'], name='jobs_to_be_done')],
                    'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ('waiting', 'running'))), fields=('club', 'kind', 'key'), name='a_job_is_asked_for_once'), models.UniqueConstraint(condition=models.Q(('club', None), ('state__in', ('waiting', 'running'))), fields=('kind', 'key'), name='a_job_of_no_club_once')],
                },
            ),
        ]),
    ]
