"""Template tags of events: addresses of pages that are read, and results written in signs."""

from functools import lru_cache

from django import template
from django.template.context import RequestContext
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from clubscore.events.result_form import ShownResult

# An evening's tables have the same few results: each is rendered once.
KEPT = 1024
register = template.Library()


@register.simple_tag
def in_signs(result: ShownResult) -> SafeString:
    """Return what events/parts/result.html makes of a result, in the reader's language."""
    return _in_signs(result, result.words, get_language())


# Two results that look alike may read otherwise, so that the words tell them apart, too.
@lru_cache(KEPT)
def _in_signs(result: ShownResult, _words: str, _language: str | None) -> SafeString:
    return render_to_string("events/parts/result.html", {"r": result})


@register.simple_tag(takes_context=True)
def read_at(context: RequestContext, what: str, *args: str | int) -> str:
    """Return where a page lets its reader go on: "ranking", "pair", "board" or "play".

    Readers who came by a link to share (`shared`, its token) stay behind it.
    """
    if token := context.get("shared"):
        name = "event-shared" if what == "ranking" else f"event-shared-{what}"
        return reverse(name, args=[token, *args])
    return reverse(f"event-{what}", args=[context["event"].pk, *args])
