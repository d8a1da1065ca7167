"""A table's page kept ready, until anything at the table or in the club changes.

All phones of a table ask for the same page every few seconds. What it shows is decided by the
sitting's revision, the club's revision, the reader's level and language; only the two secrets of
its forms are everybody's own, so they are put in at the last moment. Each process keeps its own
pages: nothing is lost where another process answers.
"""

from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.utils.translation import get_language

from clubscore.club.access import ClubRequest
from clubscore.laws import LAW_VERSION
from clubscore.rubber.keys import new_key
from clubscore.rubber.models import Sitting
from clubscore.rubber.selectors import may_enter, tonight

# Nobody can know them beforehand: made anew whenever the program starts.
TOKEN, KEY = f"token-{new_key()}", f"key-{new_key()}"
KEPT = 600  # seconds


def kept_page(
    request: ClubRequest, sitting: Sitting, make: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return the page that is ready, or make it and keep it if it is a page at all.

    Whoever makes it writes TOKEN and KEY where the secrets of its forms belong.
    """
    actor = request.actor
    club = actor.home
    name = ":".join(
        str(each)
        for each in (
            "page",
            sitting.pk,
            sitting.revision,
            club.revision,
            tonight(club),
            int(actor.level),
            may_enter(actor, sitting),
            request.path,
            request.GET.get("step") == "contract",
            get_language(),
            LAW_VERSION,
        )
    )
    text = cache.get(name)
    if text is None:
        made = make()
        if made.status_code != 200:
            return made
        text = made.content.decode()
        cache.set(name, text, KEPT)
    return HttpResponse(text.replace(TOKEN, get_token(request)).replace(KEY, new_key()))
