"""Small words that templates need everywhere."""

from django import template
from django.utils.translation import gettext as _

register = template.Library()

MINUS = "\N{MINUS SIGN}"


@register.filter
def figure(value: int) -> str:
    """Return a whole number with a true minus sign."""
    return f"{value}".replace("-", MINUS)


@register.filter
def signed(value: int) -> str:
    """Return a whole number with its sign, zero without one."""
    return f"+{value}" if value > 0 else figure(value)


@register.filter
def named(names: list[str]) -> str:
    """Return "Ann", "Ann & Bob" or "Ann, Bob & Cecil"."""
    if len(names) < 2:
        return "".join(names)
    return _("%(first)s & %(last)s") % {"first": ", ".join(names[:-1]), "last": names[-1]}


@register.filter
def said(phrase: object) -> str:
    """Return what the laws say, in the reader's language.

    Takes anything with an English `phrase` and its `params`, such as a line of a score sheet.
    """
    text = _(phrase.phrase)  # type: ignore[attr-defined]
    params = phrase.params  # type: ignore[attr-defined]
    return text % params if params else text


@register.filter
def at(mapping: dict, key: object) -> object:
    """Return a value of a mapping by a key that only the page knows."""
    return mapping.get(key)
