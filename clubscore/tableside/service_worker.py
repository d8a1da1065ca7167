"""The script that lets a table's page open again without the server, where browsers allow it.

It has to stand at the root, for a worker rules over nothing above its own address.
"""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from clubscore.club.access import Level, open_to


@cache
def _script() -> bytes:
    return Path(str(finders.find("js/worker.js"))).read_bytes()


@open_to(Level.VISITOR)
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Answer with the script; browsers look for a newer one each time."""
    return HttpResponse(
        _script(), content_type="text/javascript", headers={"Cache-Control": "no-cache"}
    )
