"""What the Bridgemate Data Connector adds."""

from django.conf import settings
from django.urls import path
from django.utils.translation import gettext_lazy as _

from clubscore.extras.data_connector import pages
from clubscore.web.hooks import Card, Extra

EXTRA = Extra(
    key="data_connector",
    title=_("Bridgemate Data Connector"),
    about=_("Bridgemates are set up and read directly, without a file."),
    shown_at_first=bool(settings.CLUBSCORE_BRIDGEMATE),
    pages=(
        path("event/<int:event>/pads/", pages.event_pads, name="event-pads"),
        path("event/<int:event>/pads/send/", pages.event_pads_send, name="event-pads-send"),
        path("event/<int:event>/pads/fetch/", pages.event_pads_fetch, name="event-pads-fetch"),
    ),
    cards={"bridgemate": Card("extras/data_connector/bridgemate.html")},
)
