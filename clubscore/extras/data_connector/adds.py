"""What the Bridgemate Data Connector adds, where the vendor's client is installed."""

from importlib.util import find_spec

from django.conf import settings
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _

from clubscore.web.hooks import Card, Extra

PACKAGE = "bridgemate_dataconnector"
IS_HERE = find_spec(PACKAGE) is not None


def _pages() -> tuple[URLPattern, ...]:
    # The pages need that client.
    from clubscore.extras.data_connector import pages

    return (
        path("event/<int:event>/pads/", pages.event_pads, name="event-pads"),
        path("event/<int:event>/pads/send/", pages.event_pads_send, name="event-pads-send"),
        path("event/<int:event>/pads/fetch/", pages.event_pads_fetch, name="event-pads-fetch"),
    )


EXTRA = Extra(
    key="data_connector",
    title=_("Bridgemate Data Connector"),
    about=_("Bridgemates are set up and read directly, without a file."),
    shown_at_first=bool(settings.CLUBSCORE_BRIDGEMATE),
    pages=_pages() if IS_HERE else (),
    cards={"bridgemate": Card("extras/data_connector/bridgemate.html")} if IS_HERE else {},
)
