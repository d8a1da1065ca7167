"""The app of the duplicate room."""

from django.apps import AppConfig


class DuplicateConfig(AppConfig):
    """Duplicate events: entries, movement, results, rankings."""

    name = "clubscore.events"
    # The label of every table since the first version; data keep it.
    label = "duplicate"
