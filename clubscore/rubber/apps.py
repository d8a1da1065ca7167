"""Tables where rubbers are played."""

from django.apps import AppConfig


class RubberConfig(AppConfig):
    """The card room."""

    name = "clubscore.rubber"
    label = "rubber"
