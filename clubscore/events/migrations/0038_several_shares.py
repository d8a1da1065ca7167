"""Links to several events as one ranking."""

import clubscore.club.clock
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0023_published_names'),
        ('duplicate', '0037_over_years'),
    ]

    operations = [
        migrations.CreateModel(
            name='SeveralShare',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('nonce', models.CharField(max_length=32)),
                ('token_hash', models.CharField(max_length=64, unique=True)),
                ('made_at', models.DateTimeField(default=clubscore.club.clock.now)),
                ('made_by', models.CharField(max_length=120)),
                ('expires_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('events', models.JSONField()),
                ('only_all', models.BooleanField(default=False)),
                ('hides_names', models.BooleanField(default=False, verbose_name='names hidden')),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
            ],
            options={
                'abstract': False,
            },
        ),
    ]
