"""What the server writes down for whoever keeps it: lines to read, or JSON for a collector.

A table's secret address is a key to that table, so no line ever bears one.
"""

import json
import logging
import re
import time
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

SECRET = re.compile(r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])")
HIDDEN = "…"
# What a record says besides its text, where it says it.
MORE = ("request_id", "method", "route", "status", "milliseconds", "club", "status_code")
GIVEN_ID = re.compile(r"[0-9A-Za-z-]{8,64}")

requests = logging.getLogger("clubscore.requests")


class Discreet(logging.Filter):
    """Takes the secret part of addresses out of a line."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every line through, without secrets."""
        text = record.getMessage()
        if SECRET.search(text):
            record.msg, record.args = SECRET.sub(HIDDEN, text), None
        return True


class Refusals(logging.Filter):
    """Tells what was refused (400, 403, 404, 409) in one line at INFO: it is no fault of ours.

    Anyone can ask for what is not theirs a thousand times; a traceback of each hides a true fault.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let a line through unless it is of a refusal and those are not wanted."""
        if not 400 <= getattr(record, "status_code", 0) < 500:
            return True
        record.levelno, record.levelname = logging.INFO, "INFO"
        record.exc_info = record.exc_text = None
        return logging.getLogger("django").isEnabledFor(logging.INFO)


class AsJson(logging.Formatter):
    """One JSON object a line: at, level, logger, text, and what else the record says."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        error = record.exc_info and SECRET.sub(HIDDEN, self.formatException(record.exc_info))
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "text": record.getMessage(),
            **{key: getattr(record, key) for key in MORE if hasattr(record, key)},
            **({"trace": error} if error else {}),
        }
        return json.dumps(line, ensure_ascii=False, default=str)


class RequestsMiddleware:
    """Gives every answer an id, and writes a line about it where such lines are wanted.

    An id that a proxy before us gave is kept, so that both write of the same request.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        began = time.perf_counter()
        given = request.headers.get("X-Request-ID", "")
        name = given if GIVEN_ID.fullmatch(given) else uuid.uuid4().hex[:16]
        answer = self.get_response(request)
        answer["X-Request-ID"] = name
        if requests.isEnabledFor(logging.INFO):
            self._write(request, answer, name, time.perf_counter() - began)
        return answer

    def _write(self, request: HttpRequest, answer: HttpResponse, name: str, seconds: float) -> None:
        # The page by its name: its address may be somebody's key.
        route = request.resolver_match.view_name if request.resolver_match else "-"
        facts = {
            "request_id": name,
            "method": request.method,
            "route": route,
            "status": answer.status_code,
            "milliseconds": round(seconds * 1000, 1),
        }
        requests.info(" ".join(str(each) for each in facts.values()), extra=facts)
