"""The script that lets a table's page open again without the server, where browsers allow it.

It has to stand at the root, for a worker rules over nothing above its own address.
"""

from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from clubscore import edition
from clubscore.club.access import Level, open_to


@cache
def _script() -> str:
    return Path(str(finders.find("js/worker.js"))).read_text()


@open_to(Level.VISITOR)
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Answer with the script; browsers look for a newer one each time.

    Its store bears the edition in its name: each update is a newer script with a store of its own.
    """
    script = _script().replace("EDITION", edition.running())
    return HttpResponse(
        script, content_type="text/javascript", headers={"Cache-Control": "no-cache"}
    )
