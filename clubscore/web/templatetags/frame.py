"""What pages of every room draw alike: the signs beside words."""

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str) -> SafeString:
    """Return a sign of `static/icons/lucide.svg`; it says nothing, so a word stands beside it."""
    where = static("icons/lucide.svg")
    return format_html('<svg class="i" aria-hidden="true"><use href="{}#{}"/></svg>', where, name)
