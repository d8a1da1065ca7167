"""On PostgreSQL a change of a table, or of an address that lets phones in, is called out."""

from django.db import migrations

from clubscore.server.live import call_out


class Migration(migrations.Migration):
    dependencies = [("rubber", "0013_made_up_again")]
    operations = [call_out("rubber_sitting", "rubber_tablelink")]
