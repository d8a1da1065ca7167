"""The pages of the whole club, and the commands."""

from typing import Any

from django.apps import AppConfig, apps
from django.apps.registry import Apps
from django.core.exceptions import FieldDoesNotExist
from django.db.models import QuerySet
from django.db.models.signals import post_migrate


class RoomConfig(AppConfig):
    """The pages of the whole club, and the commands."""

    name = "clubscore.home"

    def ready(self) -> None:
        """Register the checks of the whole program, and what follows an update."""
        from clubscore.server import health  # noqa: F401

        # Said for each app that has tables; this one has none.
        post_migrate.connect(keep_what_is_used, sender=apps.get_app_config("club"))


def keep_what_is_used(*, apps: Apps = apps, **_told: Any) -> None:
    """After an update let each club of before keep the extras that it used.

    `apps` are the tables as the update left them.
    """
    from clubscore.club.models import Club
    from clubscore.web.hooks import extras, first_shown

    try:
        apps.get_model("club", "Club")._meta.get_field("extras")
    except (LookupError, FieldDoesNotExist):
        return  # a database that is on its way
    for club in Club.objects.filter(extras__isnull=True):
        used = [
            each.key
            for each in extras()
            if each.key in first_shown()
            or any(QuerySet(table).filter(club=club).exists() for table in each.uses)
        ]
        Club.objects.filter(pk=club.pk).update(extras=used)
