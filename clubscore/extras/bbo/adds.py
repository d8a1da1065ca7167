"""What pages saved from BBO add; the format itself stands in `formats`."""

from django.utils.translation import gettext_lazy as _

from clubscore.web.hooks import Extra

EXTRA = Extra(
    key="bbo",
    title=_("Pages saved from BBO"),
    about=_("A session played on BBO comes in from the pages that a browser saved."),
)
