"""Clubs are held apart by triggers, which are set after any step: this one, where none else is.

See `clubscore.club.database`.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("club", "0013_news_read")]

    operations = []
