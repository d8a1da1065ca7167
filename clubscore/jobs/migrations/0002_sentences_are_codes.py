"""Why a job failed is kept by a code where the program itself said it."""

from importlib import import_module

from django.db import migrations

TROUBLES = [
    ("no-tool", "{tool:text} is not installed; it comes with PostgreSQL's client programs"),
    ("no-backup", "No backup was made: {why:text}."),
    ("no-backup", "No backup was taken: {why:text}."),
    ("unknown-job", "This version of ClubScore does not know this kind of job."),
]


def put_codes(apps, schema_editor):
    """Replace the sentences that are known; what an error of the system said stays in them."""
    known = import_module("clubscore.club.migrations.0009_sentences_are_codes")
    solver = import_module("clubscore.events.migrations.0018_sentences_are_codes")
    known.put_codes(apps.get_model("jobs", "Job"), "trouble", [*TROUBLES, *solver.TROUBLES])


class Migration(migrations.Migration):
    dependencies = [("club", "0009_sentences_are_codes"), ("jobs", "0001_initial")]

    operations = [migrations.RunPython(put_codes, migrations.RunPython.noop)]
