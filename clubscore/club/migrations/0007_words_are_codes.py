"""What the program itself wrote into the book as a sentence becomes a code; a person's words stay.

The other apps do the same with their own columns by `put_codes`. Both tables' triggers refuse any
change, so they are taken away for it and set again.
"""

from importlib import import_module

from django.db import migrations

# Every sentence that a version before this one stored, and its code (clubscore.club.record_words).
CODES = {
    "taken back": "=undone",
    "they were two deals": "=two-deals",
    "chosen among two reports": "=chosen",
    "wrong key": "=wrong-key",
    "misheard": "=misheard",
    "miscounted": "=miscounted",
    "one of the seven left": "=one-left",
    "last deals of the seven": "=last-deals",
    "opened by mistake": "=by-mistake",
    "declared void": "=void",
    "counts again": "=counts-again",
    "waived": "=waived",
    "played before": "=played-before",
    "waited on the phone": "=waited",
    "handed in by code": "=by-code",
    "typed": "=typed",
    "asked at the end of the evening": "=at-the-end",
    "so that the round could close": "=round-closed",
    "settled at the table": "=settled",
    "wrong side": "=wrong-side",
    "misread": "=misread",
    "wrong board": "=wrong-board",
    "law 12": "=law-12",
}


def put_codes(model, column="reason", codes=CODES):
    """Replace the sentences of a column; what is none of them stays as it is."""
    for words, code in codes.items():
        model.objects.filter(**{column: words}).update(**{column: code})


def put_words(model, column="reason"):
    """Replace the codes again."""
    put_codes(model, column, {code: words for words, code in CODES.items()})


def _in_the_book(change):
    def run(apps, schema_editor):
        book = import_module("clubscore.club.migrations.0004_the_book_is_kept")
        book.let_go(apps, schema_editor)
        change(apps.get_model("club", "Entry"))
        book.keep(apps, schema_editor)

    return run


class Migration(migrations.Migration):
    dependencies = [("club", "0006_founded_from")]

    operations = [migrations.RunPython(_in_the_book(put_codes), _in_the_book(put_words))]
