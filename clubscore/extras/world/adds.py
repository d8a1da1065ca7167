"""What playing sets against other clubs adds."""

from collections.abc import Mapping
from typing import Any

from django.template.context import Context
from django.urls import path
from django.utils.translation import gettext_lazy as _

from clubscore.events.models import ContestPackage, FollowedPool, SetHours, TwoHouses
from clubscore.extras.world import hours, pages, pages_bringing, pools, tables
from clubscore.web.hooks import Card, Extra, JobKind


def _of_table(page: Context) -> Mapping[str, Any] | None:
    """Show it where a set was played."""
    return {} if page.get("contest") else None


EXTRA = Extra(
    key="world",
    title=_("Against the world"),
    about=_("A set that the club plays is ranked with the tables of other clubs."),
    uses=(ContestPackage, FollowedPool, SetHours, TwoHouses),
    pages=(
        path("world/", pages.worlds, name="worlds"),
        path("world/<int:kept>/", pages.world, name="world"),
        path("world/<int:kept>/board/<int:board>/", pages.world_board, name="world-board"),
        path("world/<int:kept>/hours/", pages.world_hours, name="world-hours"),
        path("world/<int:kept>/packages/", pages.world_packages, name="world-packages"),
        path("event/<int:event>/two-houses/", pages.event_houses, name="event-houses"),
        path("event/<int:event>/package/", pages.event_package, name="event-package"),
        path(
            "event/<int:event>/package/package.json",
            pages.event_package_file,
            name="event-package-file",
        ),
        path("world/bring/", pages_bringing.world_bring, name="world-bring"),
        path("world/pools/", pages_bringing.world_pools, name="world-pools"),
        # In capitals, of which a code holds more.
        path("P/<str:text>", pages_bringing.package_link, name="package-link"),
    ),
    cards={
        "results-keys": Card("extras/world/results.html"),
        "contests": Card("extras/world/contests.html"),
        "table-finished": Card("extras/world/table.html", _of_table),
        "set-closed": Card("extras/world/closed.html"),
    },
    jobs=(
        JobKind(pools.KIND, pools.fetch_followed, _("Fetching packages")),
        JobKind(tables.KIND, tables.count_world, _("Ranking a set against the world")),
    ),
    takes_files=("world-bring",),
    parts={"sealed sets": hours.seal, "page of a set": "world"},
)
