"""One to one with a row of the club is a key that begins with the club, as all keys are."""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

# Of the book, whose triggers read accounts: they rest while SQLite makes that table anew.
book = import_module("clubscore.club.migrations.0004_the_book_is_kept")


class Migration(migrations.Migration):
    dependencies = [("club", "0024_keys_begin_with_the_club")]

    operations = [
        migrations.RunPython(book.let_go, book.keep),
        migrations.AlterField(
            "account",
            "person",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="account",
                to="club.person",
            ),
        ),
        migrations.AddConstraint(
            "account",
            models.UniqueConstraint(fields=["club", "person"], name="one_account_a_person"),
        ),
        migrations.RunPython(book.keep, book.let_go),
        migrations.AlterField(
            "voidreceipt",
            "receipt",
            models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="void",
                to="club.receipt",
            ),
        ),
        migrations.AddConstraint(
            "voidreceipt",
            models.UniqueConstraint(fields=["club", "receipt"], name="a_receipt_is_void_once"),
        ),
    ]
