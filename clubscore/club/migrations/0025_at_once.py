from importlib import import_module

from django.db import migrations

from clubscore.club.database import at_once

STEPS = "clubscore.club.migrations"
book = import_module(f"{STEPS}.0004_the_book_is_kept")
brought_forward = import_module(f"{STEPS}.0011_brought_forward")

Migration = at_once(
    STEPS,
    "club",
    to=25,
    after=[("auth", "0012_alter_user_first_name_max_length")],
    then=[
        migrations.RunPython(book.keep, book.let_go),
        migrations.RunPython(brought_forward.take_away, brought_forward.leave),
    ],
)
