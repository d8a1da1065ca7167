"""Why a rubber that was agreed before is settled again becomes a code."""

from importlib import import_module

from django.db import migrations


def put_codes(apps, schema_editor):
    """Replace the words."""
    codes = import_module("clubscore.club.migrations.0007_words_are_codes")
    known = import_module("clubscore.club.migrations.0010_made_up_again")
    codes.put_codes(apps.get_model("rubber", "Settlement"), codes=known.CODES)


class Migration(migrations.Migration):
    dependencies = [("club", "0010_made_up_again"), ("rubber", "0012_sentences_are_codes")]

    operations = [migrations.RunPython(put_codes, migrations.RunPython.noop)]
