"""Everything that is printed."""

from django.apps import AppConfig


class SheetsConfig(AppConfig):
    """Everything that is printed."""

    name = "clubscore.papers"
    label = "sheets"
