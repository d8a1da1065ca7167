"""Addresses of the pages of an event that are read: its own, or those behind a link to share."""

from django import template
from django.template.context import RequestContext
from django.urls import reverse

register = template.Library()


@register.simple_tag(takes_context=True)
def read_at(context: RequestContext, what: str, *args: str | int) -> str:
    """Return where a page lets its reader go on: "ranking", "pair", "board" or "play".

    Readers who came by a link to share (`shared`, its token) stay behind it.
    """
    if token := context.get("shared"):
        name = "event-shared" if what == "ranking" else f"event-shared-{what}"
        return reverse(name, args=[token, *args])
    return reverse(f"event-{what}", args=[context["event"].pk, *args])
