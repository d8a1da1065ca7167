"""What every table needs, in both rooms."""

from django.apps import AppConfig


class TablesideConfig(AppConfig):
    """What every table needs, in both rooms."""

    name = "clubscore.web"
