"""What went to the pads of a club, and what was kept of theirs, stands in an event's history."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('duplicate', '0030_phone_of_a_table'),
    ]

    operations = [
        migrations.AlterField(
            model_name='eventhappening',
            name='kind',
            field=models.CharField(choices=[('opened', 'opened'), ('terms', 'settings of the event'), ('entry', 'entries'), ('movement', 'movement chosen'), ('clock', 'clock'), ('round', 'next round'), ('here', 'all four here'), ('fouled', 'board fouled'), ('mended', 'board no longer fouled'), ('ranking', 'ranking'), ('penalty', 'penalty'), ('lifted', 'penalty removed'), ('finished', 'finished'), ('phones', 'phones'), ('lineup', 'seats of a team'), ('seated', 'names from the seats'), ('announced', 'announcement'), ('taken-down', 'announcement removed'), ('by-slip', 'by score slip'), ('told', 'changed by a new file'), ('boards', 'cards of boards'), ('par', 'par of boards'), ('reached', 'reached in the auction'), ('called-off', 'called off'), ('deleted', 'deleted'), ('had-back', 'restored'), ('looked', 'looked before playing'), ('passed-on', 'asked others to settle'), ('ruling', 'ruling'), ('appeal', 'appeal'), ('asked', 'asked about an earlier board'), ('pads', 'Bridgemates')], max_length=10),
        ),
    ]
