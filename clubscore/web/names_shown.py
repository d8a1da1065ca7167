"""Names as they are shown: nothing in one hides, or turns round what stands beside it.

Pages are looked at as they go out, because names stand in hundreds of places, glued into sentences,
labels and titles. A letter that nobody sees and nothing needs is shown as a sign with a word for
ears; what is written from right to left stands apart (`<bdi>`). What a form sends back, in fields
and hidden values, stays as it was typed.
"""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.html import format_html
from django.utils.translation import get_language_bidi
from django.utils.translation import gettext as _

from clubscore.club.odd_names import SUSPECT, odd_places

SIGN = "\N{MIDDLE DOT}"
# First strong isolate, and its end.
APART, TOGETHER = "\u2068", "\u2069"
_LEFTWARD = (
    "\u0590-\u0600\u0608\u060b\u060d\u061b-\u064a\u066d-\u066f\u0671-\u06d5\u06e5\u06e6\u06ee\u06ef"
    "\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff"
)
# From the first letter that is written from right to left to the last, with what stands between
# them and has no direction of its own.
_BETWEEN = f"[{_LEFTWARD}\u0300-\u036f\u064b-\u0670\u06d6-\u06ed\u200c\u200d \u00a0'’”.-]"
_RUN = re.compile(f"[{_LEFTWARD}](?:(?:{_BETWEEN}|&#x27;|&quot;)*[{_LEFTWARD}])?")
# What is sent as it stands, and each tag with its values.
_PIECES = re.compile(
    r"<!--.*?-->|<(?:script|style|textarea)\b.*?</(?:script|style|textarea)>"
    r"|<(?:title|option)\b[^>]*>[^<]*|<(?:[^<>\"']|\"[^\"]*\"|'[^']*')*>",
    re.DOTALL | re.IGNORECASE,
)
_SPOKEN = re.compile(
    r"(\s(?:alt|aria-[a-z]+|data-(?:label|said)|label|placeholder|title)=)(\"[^\"]*\"|'[^']*')"
)


def safe_line(text: str) -> str:
    """Return a text as a line shows it that knows no tags: a label, a title, a choice."""
    return _shown(text, SIGN, _apart_in_text)


def apart_in_text(text: str) -> str:
    """Return a text in which what is written from right to left turns nothing beside it."""
    return _set_apart(text, _apart_in_text)


def _apart_in_text(run: str) -> str:
    return f"{APART}{run}{TOGETHER}"


def safe_page(page: str) -> str:
    """Return a page in which no name hides anything, nor turns round what stands beside it."""
    sign = format_html(
        '<span class="unseen">{}<span class="visually-hidden">{}</span></span>',
        SIGN,
        _("(invisible character)"),
    )
    found, at = [], 0
    for piece in _PIECES.finditer(page):
        found.append(_shown(page[at : piece.start()], sign, _apart))
        found.append(_shown_piece(piece[0]))
        at = piece.end()
    return "".join([*found, _shown(page[at:], sign, _apart)])


def _apart(run: str) -> str:
    return f"<bdi>{run}</bdi>"


def _shown_piece(piece: str) -> str:
    """Return a tag with what it says shown; titles and choices, which hold no tags, as text."""
    start = piece[:9].lower()
    if start.startswith(("<!--", "<script", "<style", "<textarea")):
        return piece
    if start.startswith(("<title", "<option")):
        tag, end, text = piece.partition(">")
        return tag + end + safe_line(text)
    return _SPOKEN.sub(lambda spoken: spoken[1] + safe_line(spoken[2]), piece)


def _shown(text: str, sign: str, apart: Callable[[str], str]) -> str:
    if not SUSPECT.search(text.encode(errors="replace")):
        return text
    found, at = [], 0
    for place in [*odd_places(text), len(text)]:
        found.append(_set_apart(text[at:place], apart))
        found.append(sign if place < len(text) else "")
        at = place + 1
    return "".join(found)


def _set_apart(text: str, apart: Callable[[str], str]) -> str:
    """Set apart what is written from right to left, unless the whole page is."""
    return text if get_language_bidi() else _RUN.sub(lambda run: apart(run[0]), text)


class ShownNamesMiddleware:
    """Shows in every page that goes out what is odd in its names."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Look at a page; all but a few are sent on untouched."""
        response = self.get_response(request)
        if not isinstance(response, HttpResponse) or not _is_page(response):
            return response
        if SUSPECT.search(response.content):
            response.content = safe_page(response.content.decode()).encode()
            if response.has_header("Content-Length"):
                response["Content-Length"] = str(len(response.content))
        return response


def _is_page(response: HttpResponse) -> bool:
    return response.get("Content-Type", "").startswith("text/html")
