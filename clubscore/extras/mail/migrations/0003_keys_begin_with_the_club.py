"""Unique keys begin with the club."""

from django.db import migrations

from clubscore.club.club_first import ClubFirst


class Migration(migrations.Migration):
    dependencies = [("mailing", "0002_feeds")]

    operations = [ClubFirst("feedaddress", ["one_feed_a_person"])]
