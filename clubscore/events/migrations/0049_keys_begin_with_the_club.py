"""Unique keys begin with the club; results are looked up by their place without it."""

import django.db.models.deletion
from django.db import migrations, models

from clubscore.club.club_first import ClubFirst


class Migration(migrations.Migration):
    dependencies = [("duplicate", "0048_rows_name_their_club")]

    operations = [
        ClubFirst("section", ["one_section_a_letter"]),
        ClubFirst(
            "entry",
            ["entries_are_in_order", "one_pair_a_number", "first_of_one_pair", "second_of_one_pair"],
        ),
        ClubFirst("boardrevision", ["boards_are_numbered"]),
        ClubFirst("planchange", ["changes_are_numbered"]),
        ClubFirst("call", ["a_table_calls_once"]),
        ClubFirst("telling", ["tellings_are_numbered"]),
        ClubFirst("toldplayer", ["a_told_player_is_one_person"]),
        ClubFirst("eventtablelink", ["one_code_an_event_table"]),
        ClubFirst("phoneseen", ["a_phone_is_seen_once"]),
        ClubFirst("eventshare", ["one_share_an_event"]),
        ClubFirst("eventlist", ["one_list_an_event"]),
        ClubFirst("personboards", ["boards_of_one_person"]),
        ClubFirst("parrevision", ["pars_are_numbered"]),
        ClubFirst("pastfile", ["past_files_are_numbered"]),
        ClubFirst("teammember", ["members_are_in_order", "member_of_one_team"]),
        migrations.AddIndex(
            "resultrevision",
            models.Index(
                fields=["section", "round", "table", "board"], name="results_by_their_place"
            ),
        ),
        migrations.AlterField(
            "resultrevision",
            "section",
            models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="results",
                to="duplicate.section",
            ),
        ),
        ClubFirst("resultrevision", ["results_are_numbered"]),
    ]
