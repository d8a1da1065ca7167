"""Who is named in published results, who is a junior, and what a club says of its site."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0022_gazettes'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='site_address',
            field=models.CharField(blank=True, default='', max_length=200, verbose_name='address of the published results'),
        ),
        migrations.AddField(
            model_name='club',
            name='site_has_season',
            field=models.BooleanField(default=False, verbose_name='season of the card tables'),
        ),
        migrations.AddField(
            model_name='club',
            name='site_made_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='person',
            name='is_junior',
            field=models.BooleanField(default=False, verbose_name='junior'),
        ),
        migrations.AddField(
            model_name='person',
            name='published',
            field=models.CharField(choices=[('usual', 'as usual: members are named, guests and juniors are not'), ('yes', 'named'), ('no', 'not named')], default='usual', max_length=5, verbose_name='in published results'),
        ),
    ]
