"""The tables of a new database, as the steps that this stands for leave them."""

import clubscore.club.clock
import django.db.models.deletion
import uuid
from django.db import migrations, models

from clubscore.club.database import MakeTables


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("mailing", "0001_initial"),
        ("mailing", "0002_feeds"),
        ("mailing", "0003_keys_begin_with_the_club"),
        ("mailing", "0004_one_to_one_in_the_club"),
    ]

    dependencies = [
        ("club", "0025_one_to_one_in_the_club"),
        ("duplicate", "0051_one_to_one_in_the_club"),
    ]

    operations = [
        MakeTables([
            migrations.CreateModel(
                name='Letter',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('kind', models.CharField(choices=[('confirm', 'request to confirm an address'), ('test', 'test mail'), ('card', 'card'), ('gazette', 'Evening Gazette')], max_length=7)),
                    ('key', models.CharField(max_length=80)),
                    ('evening', models.DateField(blank=True, null=True)),
                    ('is_urgent', models.BooleanField(default=False)),
                    ('mark', models.UUIDField(default=uuid.uuid4)),
                    ('state', models.CharField(choices=[('waiting', 'waiting'), ('sending', 'being sent'), ('sent', 'sent'), ('failed', 'failed'), ('unclear', 'may have been sent'), ('dropped', 'no longer wanted')], default='waiting', max_length=8)),
                    ('made_at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('next_try_at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('tries', models.PositiveSmallIntegerField(default=0)),
                    ('ended_at', models.DateTimeField(blank=True, null=True)),
                    ('trouble', models.CharField(blank=True, choices=[('', ''), ('away', 'away'), ('inner', 'inner'), ('tls', 'tls'), ('login', 'login'), ('later', 'later'), ('refused', 'refused'), ('cut-off', 'cut-off'), ('killed', 'killed')], max_length=8)),
                    ('reply', models.PositiveSmallIntegerField(default=0)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='club.club')),
                    ('event', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='duplicate.event')),
                    ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='club.person')),
                ],
                options={
                    'ordering': ['pk'],
                    'indexes': [models.Index(condition=models.Q(('state__in', ('waiting', 'sending'))), fields=['next_try_at'], name='mailing_to_be_sent')],
                    'constraints': [models.UniqueConstraint(fields=('club', 'key'), name='a_letter_is_asked_for_once'), models.UniqueConstraint(fields=('club', 'mark'), name='one_letter_a_mark')],
                },
            ),
            migrations.CreateModel(
                name='Subscription',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('mails_to', models.EmailField(max_length=254, verbose_name='e-mail')),
                    ('wants_card', models.BooleanField(default=True, verbose_name='my card')),
                    ('wants_gazette', models.BooleanField(default=True, verbose_name='the Evening Gazette')),
                    ('asked_at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('link_nonce', models.CharField(blank=True, max_length=32)),
                    ('link_hash', models.CharField(blank=True, max_length=64)),
                    ('link_expires_at', models.DateTimeField(blank=True, null=True)),
                    ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                    ('out_nonce', models.CharField(max_length=32)),
                    ('out_hash', models.CharField(max_length=64, unique=True)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='club.club')),
                    ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='club.person')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(condition=models.Q(('link_hash', ''), _negated=True), fields=('link_hash',), name='a_link_confirms_one'), models.UniqueConstraint(fields=('club', 'person'), name='mail_of_one_person')],
                },
            ),
            migrations.CreateModel(
                name='FeedAddress',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('nonce', models.CharField(max_length=32)),
                    ('token_hash', models.CharField(max_length=64, unique=True)),
                    ('made_at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('made_by', models.CharField(max_length=120)),
                    ('expires_at', models.DateTimeField()),
                    ('revoked_at', models.DateTimeField(blank=True, null=True)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                    ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='club.person')),
                ],
                options={
                    'constraints': [models.UniqueConstraint(condition=models.Q(('person__isnull', False), ('revoked_at', None)), fields=('club', 'person'), name='one_feed_a_person'), models.UniqueConstraint(condition=models.Q(('person', None), ('revoked_at', None)), fields=('club',), name='one_public_feed_a_club')],
                },
            ),
            migrations.CreateModel(
                name='PlannedEvening',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('day', models.DateField()),
                    ('begins', models.TimeField()),
                    ('minutes', models.PositiveSmallIntegerField(default=180)),
                    ('title', models.CharField(max_length=80)),
                    ('place', models.CharField(blank=True, max_length=120)),
                    ('planned_by', models.CharField(max_length=120)),
                    ('changed_at', models.DateTimeField(default=clubscore.club.clock.now)),
                    ('called_off_at', models.DateTimeField(blank=True, null=True)),
                    ('revision', models.PositiveIntegerField(default=0)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='planned_evenings', to='club.club')),
                ],
                options={
                    'ordering': ['day', 'begins', 'pk'],
                    'indexes': [models.Index(fields=['club', 'day'], name='mailing_planned_by_day')],
                    'constraints': [models.CheckConstraint(condition=models.Q(('title', ''), _negated=True), name='planned_evening_has_a_title')],
                },
            ),
            migrations.CreateModel(
                name='Try',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('begun_at', models.DateTimeField(db_index=True, default=clubscore.club.clock.now)),
                    ('is_over', models.BooleanField(default=False)),
                    ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='club.club')),
                    ('letter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='mailing.letter')),
                ],
                options={
                    'verbose_name_plural': 'tries',
                    'ordering': ['pk'],
                },
            ),
        ]),
    ]
