"""Settings of a server that dies at a named point, where a file in its data folder says so.

Everything else is as a club has it. Once it has died the file is gone.
"""

import os
import signal
from collections.abc import Callable
from typing import Any

from django.db import connection

from clubscore import settings
from tests.soak.server import INSIDE, STRIKE, UNANSWERED

# The rows that entries are.
ROWS = ('INSERT INTO "rubber_dealrevision"', 'INSERT INTO "duplicate_resultrevision"')
globals().update({name: value for name, value in vars(settings).items() if name.isupper()})
MIDDLEWARE = [*settings.MIDDLEWARE, "tests.soak.struck.striking"]


def striking(answer: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Answer a request, or die of an entry."""

    def struck(request: Any) -> Any:
        point = _point() if request.method == "POST" else ""
        if not point:
            return answer(request)
        wrote = []

        def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            done = execute(sql, params, many, context)
            if sql.startswith(ROWS):
                wrote.append(sql)
                if point == INSIDE:
                    _die()
            return done

        with connection.execute_wrapper(note):
            answered = answer(request)
        if wrote and point == UNANSWERED:
            _die()
        return answered

    return struck


def _point() -> str:
    file = settings.DATA_DIR / STRIKE
    return file.read_text("utf-8").strip() if file.exists() else ""


def _die() -> None:
    (settings.DATA_DIR / STRIKE).unlink()
    os.kill(os.getpid(), signal.SIGKILL)
