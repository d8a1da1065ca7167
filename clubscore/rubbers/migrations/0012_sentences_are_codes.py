"""A bet of which nobody said what it was about is kept by a code."""

from django.db import migrations


def put_code(apps, schema_editor):
    """Replace the words that the program wrote then."""
    apps.get_model("rubber", "SideBet").objects.filter(words="a bet").update(words="=bet")


class Migration(migrations.Migration):
    dependencies = [("rubber", "0011_plain_english")]

    operations = [migrations.RunPython(put_code, migrations.RunPython.noop)]
