"""The pages of the whole club, and the commands."""

from django.apps import AppConfig


class RoomConfig(AppConfig):
    """The pages of the whole club, and the commands."""

    name = "clubscore.home"

    def ready(self) -> None:
        """Register the checks of the whole program."""
        from clubscore.server import health  # noqa: F401
