"""Tables where rubbers are played."""

from django.apps import AppConfig


class RubberConfig(AppConfig):
    """The card room."""

    name = "clubscore.rubbers"
    # The label of every table since the first version; data keep it.
    label = "rubber"
