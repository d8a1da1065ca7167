"""Who somebody in an imported event is, of the club's people."""


import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0018_federation_numbers'),
        ('duplicate', '0032_series_closed'),
    ]

    operations = [
        migrations.CreateModel(
            name='ToldPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('contestant', models.CharField(max_length=40)),
                ('order', models.PositiveSmallIntegerField()),
                ('as_told', models.CharField(max_length=1000)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='club.club')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='told_players', to='duplicate.event')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.person')),
            ],
            options={
                'ordering': ['event', 'contestant', 'order'],
                'constraints': [models.UniqueConstraint(fields=('event', 'contestant', 'order'), name='a_told_player_is_one_person')],
            },
        ),
    ]
