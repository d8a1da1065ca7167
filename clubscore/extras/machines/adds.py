"""What moving a database adds: a command."""

from django.utils.translation import gettext_lazy as _

from clubscore.web.hooks import Extra

EXTRA = Extra(
    key="machines",
    title=_("Another database"),
    about=_("A command moves everything from SQLite to PostgreSQL and back."),
)
