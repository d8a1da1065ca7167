"""What an update brought, said to each director in one line until they have read it."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from clubscore.club.access import Actor
from clubscore.version import PROGRAM, VERSION

# How the section of this version begins in CHANGELOG.md.
IN_SHORT = gettext_noop(
    "Phones hear by a stream what changed at their table, long work is done in the background,"
    " and a whole club moves to another server in one file."
)


def unread_by(actor: Actor) -> str:
    """Return what is new, or nothing where they are no director or have read it."""
    if not actor.is_director or actor.login.news_read == VERSION:
        return ""
    return _("This is now %(program)s. %(sentence)s") % {
        "program": PROGRAM,
        "sentence": _(IN_SHORT),
    }
