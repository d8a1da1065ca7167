"""Addresses of what is read of an event: its own, or those behind an address to share."""

from typing import Any

from django import template
from django.template.context import RequestContext
from django.urls import reverse

register = template.Library()


@register.simple_tag(takes_context=True)
def read_at(context: RequestContext, what: str, *args: Any) -> str:
    """Return where a page lets its reader go on: "ranking", "pair" or "board".

    Whoever came by an address to share (`shared`, its token) stays behind it.
    """
    if token := context.get("shared"):
        name = "event-shared" if what == "ranking" else f"event-shared-{what}"
        return reverse(name, args=[token, *args])
    return reverse(f"event-{what}", args=[context["event"].pk, *args])
