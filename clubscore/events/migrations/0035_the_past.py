"""Many files of events on their way in."""


import clubscore.club.clock
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0018_federation_numbers'),
        ('duplicate', '0034_sections_one_by_one'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='telling',
            name='digest',
            field=models.CharField(blank=True, db_index=True, default='', max_length=64),
        ),
        migrations.CreateModel(
            name='PastImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(max_length=120)),
                ('asked_at', models.DateTimeField(default=clubscore.club.clock.now)),
                ('packed', models.BinaryField(null=True)),
                ('decided_at', models.DateTimeField(null=True)),
                ('over_at', models.DateTimeField(null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='club.club')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='PastFile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.PositiveIntegerField()),
                ('name', models.CharField(max_length=200)),
                ('at', models.PositiveIntegerField(null=True)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('read', 'Read'), ('decided', 'Decided'), ('came', 'Came'), ('here', 'Here'), ('left', 'Left'), ('refused', 'Refused')], default='waiting', max_length=8)),
                ('why', models.JSONField(default=dict)),
                ('found', models.JSONField(default=list)),
                ('texts', models.JSONField(default=list)),
                ('decided', models.JSONField(default=list)),
                ('events', models.JSONField(default=list)),
                ('past', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='duplicate.pastimport')),
            ],
            options={
                'ordering': ['order'],
                'constraints': [models.UniqueConstraint(fields=('past', 'order'), name='past_files_are_numbered')],
            },
        ),
    ]
