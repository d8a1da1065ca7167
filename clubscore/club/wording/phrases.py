"""What the rooms at the foot say, in the reader's language."""

from collections.abc import Mapping
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.club.wording.figures import figure
from clubscore.club.wording.names import both, either, listed, remarks
from clubscore.laws.words import Either, Every, Listing, Parts, Phrase, Word


class Told(Protocol):
    """What has an English phrase and what fills its places: a line of a sheet, a RuleError."""

    @property
    def phrase(self) -> str:
        """The message id."""

    @property
    def params(self) -> Mapping[str, object]:
        """What fills its places."""


# How each kind of list of the laws is written.
LISTED = {Listing: listed, Either: either, Every: both, Parts: remarks}


def said(told: str | Listing | Told) -> str:
    """Return what the laws say, in the reader's language.

    Takes a word, a list of them, or anything with an English `phrase` and its `params`; a param
    that is one of these is translated too.
    """
    if isinstance(told, Listing):
        return LISTED[type(told)](map(_spoken, told))
    if isinstance(told, str):
        return _translated(told, {}) if told else ""
    text = _translated(told.phrase, told.params) if told.phrase else ""
    spoken = {key: _spoken(value) for key, value in told.params.items()}
    return text % spoken if spoken else text


def _translated(phrase: str, params: Mapping[str, object]) -> str:
    if not isinstance(phrase, Word):
        return _(phrase)
    if phrase.many:
        count = params[phrase.counted]
        assert isinstance(count, int)  # noqa: S101 - a plural is of a whole number
        return ngettext(phrase, phrase.many, count)
    return pgettext(phrase.context, phrase) if phrase.context else _(phrase)


def _spoken(value: object) -> str:
    """Return what fills a place of a phrase: words translated, figures with a true minus sign."""
    if isinstance(value, Word | Phrase | Listing):
        return said(value)
    return figure(value) if type(value) is int else str(value)
