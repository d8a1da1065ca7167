"""Answers with a file: what it is called, and who keeps it."""

import re
import unicodedata
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.encoding import iri_to_uri
from text_unidecode import unidecode


def answer_with(content: bytes, kind: str, name: str, etag: str) -> HttpResponse:
    """Answer with a file to be shown, kept by this browser only."""
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = disposition(name)
    patch_cache_control(response, private=True, no_cache=True)
    if etag:
        response["ETag"] = etag
    return response


def paper_answer(request: HttpRequest, draw: Callable[[], bytes], name: str) -> HttpResponse:
    """Answer with a paper that `draw` makes; a browser that has the same learns so undrawn."""
    # reportlab takes long to import; only a printed sheet needs it.
    from clubscore.sheets.pieces.paper_ledger import etag_of

    if "If-None-Match" in request.headers:
        known = get_conditional_response(request, etag=etag_of(draw, draws=False)[0])
        if isinstance(known, HttpResponse):
            return known
    etag, content = etag_of(draw, draws=True)
    return answer_with(content, "application/pdf", f"{name}.pdf", etag)


def disposition(name: str) -> str:
    """Return the header that shows a file and says its name: in plain letters, and as it is."""
    whole = re.sub(r'[\x00-\x1f\x7f/\\:*?"<>|]+', " ", name)
    whole = "".join(c for c in whole if unicodedata.category(c) not in ("Cs", "Cf"))
    whole = " ".join(whole.split())
    plain = re.sub(r"[^A-Za-z0-9.]+", "-", unidecode(whole)).strip("-").lower()
    header = f'inline; filename="{plain if not plain.startswith(".") else f"sheet{plain}"}"'
    if whole.isascii():
        return header
    return f"{header}; filename*=UTF-8''{iri_to_uri(whole).replace(chr(39), '%27')}"
