"""The gazettes of evenings that members may read, and what is left out of them."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0021_receipts'),
    ]

    operations = [
        migrations.CreateModel(
            name='EveningGazette',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('evening', models.DateField()),
                ('shown_at', models.DateTimeField(blank=True, null=True)),
                ('shown_by', models.CharField(blank=True, max_length=120)),
                ('left_out', models.JSONField(blank=True, default=list)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='gazettes', to='club.club')),
            ],
            options={
                'ordering': ['-evening'],
                'constraints': [models.UniqueConstraint(fields=('club', 'evening'), name='one_gazette_an_evening')],
            },
        ),
    ]
