"""A step that changes every club once more and then fails, where it is asked to."""

import os
from typing import Any

from django.db import migrations


def fail(apps: Any, schema_editor: Any) -> None:
    """Fail as a step does that met what nobody thought of."""
    if os.environ.get("TOMORROW") == "fails":
        raise ValueError("a deal without a dealer")


class Migration(migrations.Migration):
    """Fails halfway."""

    dependencies = [("tomorrow", "0001_first")]
    operations = [
        migrations.RunSQL("UPDATE club_club SET name = 'Changed again'"),
        migrations.RunPython(fail),
    ]
