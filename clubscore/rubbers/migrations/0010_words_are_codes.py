"""What the program itself wrote as a sentence at a card table becomes a code."""

from importlib import import_module

from django.db import migrations

WITH_REASON = (
    "OwnStake", "SideBet", "BetOutcome", "Substitute", "Happening", "DealRevision",
    "SevenHappening", "Settlement",
)  # fmt: skip


def _everywhere(name):
    def run(apps, schema_editor):
        change = getattr(import_module("clubscore.club.migrations.0007_words_are_codes"), name)
        for model in WITH_REASON:
            change(apps.get_model("rubber", model))
        change(apps.get_model("rubber", "Sitting"), "void_reason")

    return run


class Migration(migrations.Migration):
    dependencies = [("club", "0007_words_are_codes"), ("rubber", "0009_codes_of_a_club")]

    operations = [migrations.RunPython(_everywhere("put_codes"), _everywhere("put_words"))]
