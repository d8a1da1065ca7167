"""The club: its people, their roles, its rooms' usual laws and stakes."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig, apps
from django.apps.registry import Apps
from django.db.models.signals import post_migrate, pre_migrate


class ClubConfig(AppConfig):
    """The people of a club, its logins, its book, and what holds clubs apart."""

    name = "clubscore.club"
    label = "club"

    def ready(self) -> None:
        """Hold clubs apart; have no lock between threads."""
        from clubscore.club.threads import share_no_lock

        pre_migrate.connect(before_steps, sender=self)
        post_migrate.connect(after_steps, sender=self)
        share_no_lock()


def before_steps(*, using: str, plan: Sequence[Any], **_told: Any) -> None:
    """Take away what holds clubs apart, where steps of a migration come."""
    from clubscore.club import database as held_apart

    if plan:
        held_apart.take_away(using)


def after_steps(*, using: str, apps: Apps = apps, plan: Sequence[Any] = (), **_told: Any) -> None:
    """Hold clubs apart again; nothing changed where a test only empties the tables."""
    from clubscore.club import database as held_apart

    if plan:
        held_apart.set_again(using, apps)
