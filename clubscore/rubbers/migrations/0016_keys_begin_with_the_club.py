"""Unique keys begin with the club."""

from django.db import migrations

from clubscore.club.club_first import ClubFirst


class Migration(migrations.Migration):
    dependencies = [("rubber", "0015_chosen_by_law")]

    operations = [
        ClubFirst("sitting", ["two_tables_of_a_seven", "one_open_sitting_a_table"]),
        ClubFirst("candidate", ["one_chair_a_candidate"]),
        ClubFirst("part", ["parts_are_numbered"]),
        ClubFirst("seat", ["one_person_a_seat", "one_seat_a_person"]),
        ClubFirst("deal", ["deals_are_in_order"]),
        ClubFirst("dealrevision", ["revisions_are_numbered"]),
        ClubFirst("tablelink", ["one_code_a_sitting"]),
        ClubFirst("settlement", ["settlements_are_numbered"]),
        ClubFirst("sevenhappening", ["seven_log_is_numbered"]),
    ]
