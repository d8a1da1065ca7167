"""Answers with a plain text: forty columns, its language said, kept out of search machines."""

from collections.abc import Iterable

from django.http import HttpResponse
from django.utils.translation import get_language

from clubscore.sheets.plain import wrapped_text
from clubscore.sheets.views.sitting_sheets import answer_with


def answer_with_text(said: Iterable[str], name: str) -> HttpResponse:
    """Answer with these texts below each other, as a file of this name."""
    response = answer_with(
        wrapped_text(said).encode(), "text/plain; charset=utf-8", f"{name}.txt", ""
    )
    response["Content-Language"] = get_language() or ""
    response["X-Robots-Tag"] = "noindex"
    return response
