"""The pages of the whole club, and the commands."""

from django.apps import AppConfig


class RoomConfig(AppConfig):
    """The pages of the whole club, and the commands."""

    name = "clubscore.room"
