"""The club: its people, their roles, its rooms' usual laws and stakes."""

from django.apps import AppConfig


class ClubConfig(AppConfig):
    """Registers the checks that belong to the whole program."""

    name = "clubscore.club"
    label = "club"

    def ready(self) -> None:
        """Register the system checks; have no lock between threads."""
        from clubscore.club.safe import checks  # noqa: F401
        from clubscore.threads import share_no_lock

        share_no_lock()
