"""What extras show on pages of the core."""

from django import template
from django.template.context import RequestContext
from django.utils.safestring import SafeString, mark_safe

from clubscore.web.hooks import shown_to

register = template.Library()


@register.simple_tag(takes_context=True)
def cards(context: RequestContext, place: str) -> SafeString:
    """Return what the extras that the reader's club uses show at a place of this page."""
    assert context.template is not None  # noqa: S101 - it is being rendered
    engine, shown = context.template.engine, ""
    for extra in shown_to(context["actor"].club):
        card = extra.cards.get(place)
        told = card.told(context) if card else None
        if card and told is not None:
            with context.push(**told):
                shown += engine.get_template(card.template).render(context)
    return mark_safe(shown)  # noqa: S308 - rendered by templates
