"""What the rooms at the foot say, in the reader's language."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.club.wording.figures import figure
from clubscore.club.wording.names import both, either, listed, remarks
from clubscore.laws.words import Either, Every, Listing, Parts, Phrase, Word

# How each kind of list of the laws is written.
LISTED = {Listing: listed, Either: either, Every: both, Parts: remarks}


def said(told: Any) -> str:
    """Return what the laws say, in the reader's language.

    Takes a word, a list of them, or anything with an English `phrase` and its `params`, such as a
    line of a score sheet or a RuleError; a param that is one of these is translated too.
    """
    if isinstance(told, Listing):
        return LISTED[type(told)](map(_spoken, told))
    phrase, params = (told, {}) if isinstance(told, str) else (told.phrase, told.params or {})
    text = _translated(phrase, params) if phrase else ""
    spoken = {key: _spoken(value) for key, value in params.items()}
    return text % spoken if spoken else text


def _translated(phrase: str, params: Mapping[str, Any]) -> str:
    if not isinstance(phrase, Word):
        return _(phrase)
    if phrase.many:
        return ngettext(phrase, phrase.many, params[phrase.counted])
    return pgettext(phrase.context, phrase) if phrase.context else _(phrase)


def _spoken(value: object) -> str:
    """Return what fills a place of a phrase: words translated, figures with a true minus sign."""
    if isinstance(value, Word | Phrase | Listing):
        return said(value)
    return figure(value) if type(value) is int else str(value)
