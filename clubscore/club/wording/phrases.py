"""What the rooms at the foot say, in the reader's language."""

import re
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


class Placed(Told, Protocol):
    """What is told of a place in a file: a RuleError."""

    @property
    def where(self) -> str:
        """The place, as errors say it: a line, the path of a field, or both."""


# As `clubscore.deals.file_text.place` says it, perhaps behind the name of a file.
LINE = re.compile(r"(^|, )line ([0-9]+)(?:, column ([0-9]+))?(?=$|[.\[])")

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


def said_with_place(error: Placed) -> str:
    """Return what is wrong in a file, after the place where it is wrong if that is known."""
    if not error.where:
        return said(error)
    values = {"place": LINE.sub(_line_in_words, error.where), "problem": said(error)}
    return _("%(place)s: %(problem)s") % values


def _line_in_words(found: re.Match[str]) -> str:
    before, line, column = found.groups()
    text = _("line %(line)s") if column is None else _("line %(line)s, column %(column)s")
    return before + text % {"line": line, "column": column}


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
