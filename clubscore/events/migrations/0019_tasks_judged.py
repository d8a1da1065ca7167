"""Why a result changed of which tasks were judged becomes a code."""

from importlib import import_module

from django.db import migrations


def put_codes(apps, schema_editor):
    """Replace the words."""
    codes = import_module("clubscore.club.migrations.0007_words_are_codes")
    revisions = apps.get_model("duplicate", "ResultRevision")
    codes.put_codes(revisions, codes={"tasks judged": "=tasks-judged"})


class Migration(migrations.Migration):
    dependencies = [("duplicate", "0018_sentences_are_codes")]

    operations = [migrations.RunPython(put_codes, migrations.RunPython.noop)]
