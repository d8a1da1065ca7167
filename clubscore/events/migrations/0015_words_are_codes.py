"""What the program itself wrote as a sentence at an event becomes a code."""

import re
from importlib import import_module

from django.db import migrations

WITH_REASON = (
    "EventHappening", "PlanChange", "BoardRevision", "ResultRevision", "ParRevision", "Telling",
)  # fmt: skip
LATE = re.compile(r"board ([0-9]+): a phone said late that the auction reached (\S+)")
LATE_CODE = re.compile(r"=reached-late\|([0-9]+)\|(\S+)")


def _everywhere(name):
    def run(apps, schema_editor):
        change = getattr(import_module("clubscore.club.migrations.0007_words_are_codes"), name)
        for model in WITH_REASON:
            change(apps.get_model("duplicate", model))

    return run


def code_calls(apps, schema_editor):
    """A call made because a late bid differs names its board and bid."""
    for call in apps.get_model("duplicate", "Call").objects.filter(why__contains="said late"):
        if found := LATE.fullmatch(call.why):
            call.why = "=reached-late|" + "|".join(found.groups())
            call.save(update_fields=["why"])


def say_calls(apps, schema_editor):
    """Say the sentence again."""
    for call in apps.get_model("duplicate", "Call").objects.filter(why__startswith="="):
        if found := LATE_CODE.fullmatch(call.why):
            call.why = "board {}: a phone said late that the auction reached {}".format(
                *found.groups()
            )
            call.save(update_fields=["why"])


class Migration(migrations.Migration):
    dependencies = [("club", "0007_words_are_codes"), ("duplicate", "0014_not_to_count")]

    operations = [
        migrations.RunPython(_everywhere("put_codes"), _everywhere("put_words")),
        migrations.RunPython(code_calls, say_calls),
    ]
