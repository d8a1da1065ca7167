"""A step that comes through: it adds a table and changes every club."""

from django.db import migrations


class Migration(migrations.Migration):
    """Done whole, and in the way once the next one fails."""

    dependencies = [("club", "0001_initial")]
    operations = [
        migrations.RunSQL("CREATE TABLE tomorrow (day integer)"),
        migrations.RunSQL("UPDATE club_club SET name = 'Changed'"),
    ]
