"""The app of the duplicate room."""

from django.apps import AppConfig


class DuplicateConfig(AppConfig):
    """Duplicate events: entries, movement, results, rankings."""

    name = "clubscore.duplicate"
    label = "duplicate"
