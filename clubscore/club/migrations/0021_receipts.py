"""Receipts that the club gives for payments, and which of them are void."""
import clubscore.club.clock
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0020_pad_heads'),
    ]

    operations = [
        migrations.CreateModel(
            name='Receipt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                ('author', models.CharField(max_length=120)),
                ('device', models.CharField(blank=True, max_length=120)),
                ('key', models.CharField(max_length=64)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('number', models.PositiveIntegerField()),
                ('words', models.CharField(max_length=200)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                ('payment', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to='club.entry')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='VoidReceipt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=clubscore.club.clock.now)),
                ('author', models.CharField(max_length=120)),
                ('device', models.CharField(blank=True, max_length=120)),
                ('key', models.CharField(max_length=64)),
                ('reason', models.CharField(blank=True, max_length=200)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, to='club.club')),
                ('receipt', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='void', to='club.receipt')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.UniqueConstraint(fields=('club', 'number'), name='a_receipt_number_once'),
        ),
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.UniqueConstraint(fields=('club', 'key'), name='a_receipt_counts_once'),
        ),
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.CheckConstraint(condition=models.Q(('number__gt', 0)), name='receipts_begin_at_one'),
        ),
    ]
