"""How many phones come in by one code: a room full, not a flood of sessions."""

from django.core.cache import caches
from django.http import HttpRequest
from django.utils.translation import gettext as _

from clubscore.club.refused import Refused
from clubscore.club.secret_address import SecretAddress

# New phones that one code lets in within an hour, in each process; a table has some ten.
MOST, WITHIN = 300, 60 * 60


def begin_session(request: HttpRequest, link: SecretAddress) -> None:
    """Give a phone that comes in a new session, whose key nobody can have planted before.

    Raises Refused where more phones than any room holds came in by this code.
    """
    if request.session.session_key is None and _count(link) > MOST:
        raise Refused(
            _(
                "Too many phones have come in by this code within an hour. Ask the director for"
                " a new code."
            )
        )
    request.session.cycle_key()


def _count(link: SecretAddress) -> int:
    phones, name = caches["phones"], f"came-in-by-{link.token_hash}"
    phones.add(name, 0, WITHIN)
    try:
        return phones.incr(name)
    except ValueError:  # the hour ended just now
        return 1
