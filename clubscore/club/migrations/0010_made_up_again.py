"""Why a rubber that was agreed before is settled again becomes a code in the book."""

from importlib import import_module

from django.db import migrations

CODES = {"made up again": "=made-again"}


def put_codes(apps, schema_editor):
    """Replace the words. The triggers refuse changes, so they rest meanwhile."""
    book = import_module("clubscore.club.migrations.0004_the_book_is_kept")
    codes = import_module("clubscore.club.migrations.0007_words_are_codes")
    entries = apps.get_model("club", "Entry")
    if entries.objects.filter(reason__in=CODES).exists():
        book.let_go(apps, schema_editor)
        codes.put_codes(entries, codes=CODES)
        book.keep(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [("club", "0009_sentences_are_codes")]

    operations = [migrations.RunPython(put_codes, migrations.RunPython.noop)]
