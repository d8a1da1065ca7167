"""Everything that is printed."""

from django.apps import AppConfig


class SheetsConfig(AppConfig):
    """Everything that is printed."""

    name = "clubscore.sheets"
    label = "sheets"
