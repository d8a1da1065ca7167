"""Answers with a plain text: forty columns, its language said, kept out of search machines."""

from collections.abc import Iterable

from django.http import HttpResponse
from django.utils.translation import get_language

from clubscore.club.access import ClubRequest
from clubscore.sheets.braille import braille_file
from clubscore.sheets.plain import wrapped_text
from clubscore.sheets.views.file_answers import answer_with

PLAIN, BRAILLE = "text/plain; charset=utf-8", "text/plain; charset=us-ascii"


def answer_with_text(
    request: ClubRequest, said: Iterable[str], name: str, etag: str = ""
) -> HttpResponse:
    """Answer with these texts below each other, as a file of this name; ?braille=1 to emboss."""
    if in_braille(request):
        response = answer_with(braille_file(said), BRAILLE, f"{name}.brf", etag)
        response["Content-Disposition"] = response["Content-Disposition"].replace(
            "inline", "attachment", 1
        )
    else:
        response = answer_with(wrapped_text(said).encode(), PLAIN, f"{name}.txt", etag)
    response["Content-Language"] = get_language() or ""
    response["X-Robots-Tag"] = "noindex"
    return response


def in_braille(request: ClubRequest) -> bool:
    """Whether a text is asked for as a braille file."""
    return request.GET.get("braille") == "1"
