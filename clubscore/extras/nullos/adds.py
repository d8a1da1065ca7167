"""What the solver of nullos adds: a program that the core asks for by its name."""

from django.utils.translation import gettext_lazy as _

from clubscore.web.hooks import Extra

EXTRA = Extra(
    key="nullos",
    title=_("Nullos double dummy"),
    about=_("What makes at nullos is worked out, board by board."),
)
