"""What the club's published results add."""

from django.urls import path
from django.utils.translation import gettext_lazy as _

from clubscore.extras.site import publish, settings_pages
from clubscore.web.hooks import Card, Extra, JobKind

EXTRA = Extra(
    key="site",
    title=_("Published results"),
    about=_("Results as pages for the club's own website."),
    shown_at_first=True,
    pages=(
        path("players/<int:person>/published/", settings_pages.name, name="person-published"),
        path("club/publish/", settings_pages.publish, name="club-publish"),
        path("club/publish/results.zip", settings_pages.packed, name="club-published-zip"),
    ),
    cards={
        "person-own-keys": Card("extras/site/person.html"),
        "club-keys": Card("extras/site/club.html"),
    },
    jobs=(JobKind(publish.KIND, publish.publish_club, _("Publishing results")),),
)
