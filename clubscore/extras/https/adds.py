"""What https on the club's own network adds."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.template.context import Context
from django.urls import path, reverse
from django.utils.translation import gettext_lazy as _

from clubscore.extras.https import pages, secure_door
from clubscore.web.hooks import Card, Extra
from clubscore.web.phones import address_of, code_svg


def _told(page: Context) -> Mapping[str, Any] | None:
    """Show where phones come to trust the club, while https is served."""
    address = address_of(page["request"], reverse("trust")) if settings.SECURE_PORT else ""
    return {"trust": address, "trust_svg": code_svg(address)} if address else None


EXTRA = Extra(
    key="https",
    title=_("https on the club's network"),
    about=_("The server speaks https as well, for phones that trust the club."),
    shown_at_first=bool(settings.SECURE_PORT),
    pages=(
        path("trust/", pages.trust, name="trust"),
        path("trust/clubscore.crt", pages.authority, name="trust-authority"),
    ),
    cards={"phones": Card("extras/https/phones.html", _told)},
    parts={"second door": secure_door},
)
