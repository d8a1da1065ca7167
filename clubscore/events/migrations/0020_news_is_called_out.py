"""On PostgreSQL a change of a table, or of an address that lets phones in, is called out."""

from django.db import migrations

from clubscore.server.live import call_out


class Migration(migrations.Migration):
    dependencies = [("duplicate", "0019_tasks_judged")]
    operations = [call_out("duplicate_event", "duplicate_eventtablelink")]
