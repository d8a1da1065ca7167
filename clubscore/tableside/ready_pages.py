"""Pages of tables kept ready for all readers: what decides them, and what is each one's own."""

import re

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.access import ClubRequest, device_of
from clubscore.club.authorship import new_key
from clubscore.club.evening import evening_of
from clubscore.club.safe import unwritable
from clubscore.laws import LAW_VERSION

# What stands in a kept page until the reader's own is put in. No one can know them beforehand:
# made again whenever the program starts.
TOKEN, KEY = f"token-{new_key()}", f"key-{new_key()}"
# Before the short name of a phone, which to its own reader is this phone.
PHONE = f"phone-{new_key()}-"
PHONES = re.compile(rf"{PHONE}(\w+)".encode())


def decided_by(request: ClubRequest) -> tuple[object, ...]:
    """Return what decides every page of a club that is the same for all readers of one level."""
    actor = request.actor
    return (
        actor.home.revision,
        evening_of(actor.home, clock.now()),
        int(actor.level),
        request.path,
        get_language(),
        LAW_VERSION,
        unwritable.standing(),
    )


def with_own(request: HttpRequest, page: bytes) -> bytes:
    """Return a kept page with the secrets of one reader's forms, and their phone called theirs."""

    def named(phone: re.Match[bytes]) -> bytes:
        device = phone[1].decode()
        own = device == device_of(request)
        return (_("this phone") if own else _("phone %(device)s") % {"device": device}).encode()

    page = PHONES.sub(named, page)
    page = page.replace(TOKEN.encode(), get_token(request).encode())
    return page.replace(KEY.encode(), new_key().encode())
