"""Unique keys begin with the club."""

from django.db import migrations

from clubscore.club.club_first import ClubFirst


class Migration(migrations.Migration):
    dependencies = [("club", "0023_published_names")]

    operations = [
        ClubFirst("personnumber", ["one_number_a_person_and_scheme"]),
        ClubFirst("entry", ["taken_back_once"]),
    ]
