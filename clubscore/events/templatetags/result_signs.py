"""A result as pages show it, rendered once: an evening's tables have the same few of them."""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from clubscore.events.results.result_form import ShownResult

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
