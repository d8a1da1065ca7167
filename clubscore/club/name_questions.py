"""Asking about an odd name: once, in words, with a key for each answer; nothing typed is lost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from django import forms
from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from clubscore.club.models import Club, Person
from clubscore.club.odd_names import (
    CYRILLIC,
    GREEK,
    LATIN,
    TURNING,
    looks_like,
    mixed_words,
    odd_places,
    plain_name,
)

ALPHABETS: Mapping[str, Promise] = {
    LATIN: gettext_lazy("Latin"),
    CYRILLIC: gettext_lazy("Cyrillic"),
    GREEK: gettext_lazy("Greek"),
}
# What a key that answers is called in the form, before the name of its field.
ANSWER = "odd-"


class NameQuestion(NamedTuple):
    """What is odd in a name that was typed into a field, and what may be saved instead of it.

    `plain` is the name without what is odd, empty where none can be offered. Of one that is
    `unseen` there is nothing to see at all: it cannot be kept.
    """

    field: str
    typed: str
    plain: str
    text: str
    unseen: bool

    @property
    def answer(self) -> str:
        """What the keys that answer are called in the form."""
        return ANSWER + self.field


def tidy(text: str) -> str:
    """Return a name without the spaces that nobody sees."""
    return " ".join(text.split())


def oddities(name: str, others: Iterable[str] = ()) -> list[str]:
    """Return in sentences what is odd in a name, nothing where nothing is.

    `others` are the names that it must not be taken for.
    """
    places = odd_places(name)
    found = []
    for turning in (False, True):
        at = [place for place in places if (name[place] in TURNING) is turning]
        if at:
            found.append(_of_places(name, at, turning))
    found += [
        _("In “%(word)s”, “%(letter)s” is %(of)s, not %(among)s.")
        % {**mixed._asdict(), "of": ALPHABETS[mixed.of], "among": ALPHABETS[mixed.among]}
        for mixed in mixed_words(name)
    ]
    alike = next(looks_like(name, others), None)
    if alike is not None:
        found.append(
            _("“%(name)s” looks like “%(other)s”, who is here already, but is spelt differently.")
            % {"name": plain_name(name), "other": plain_name(alike)}
        )
    return found


def _of_places(name: str, places: list[int], turning: bool) -> str:
    before = plain_name(name[: places[0]])
    said = {"count": len(places), "before": before}
    if turning and before:
        text = ngettext(
            "The name holds a character after “%(before)s” that changes the direction of the text.",
            "The name holds %(count)s characters that change the direction of the text, the first"
            " after “%(before)s”.",
            len(places),
        )
    elif turning:
        text = ngettext(
            "The name begins with a character that changes the direction of the text.",
            "The name begins with one of %(count)s characters that change the direction of the"
            " text.",
            len(places),
        )
    elif before:
        text = ngettext(
            "The name holds an invisible character after “%(before)s”.",
            "The name holds %(count)s invisible characters, the first after “%(before)s”.",
            len(places),
        )
    else:
        text = ngettext(
            "The name begins with an invisible character.",
            "The name begins with one of %(count)s invisible characters.",
            len(places),
        )
    return text % said


def question_about(field: str, typed: str, others: Iterable[str] = ()) -> NameQuestion | None:
    """Return what is asked about a name, None where nothing is odd in it."""
    found = oddities(typed, others)
    if not found:
        return None
    plain = plain_name(typed)
    if not plain:
        text = _("The name holds nothing that can be seen. Type the name.")
        return NameQuestion(field, typed, "", text, unseen=True)
    if plain == typed or oddities(plain):
        found.append(_("Keep it as typed, or change it?"))
        return NameQuestion(field, typed, "", " ".join(found), unseen=False)
    found.append(_("Save it as “%(plain)s”, or keep it as typed?") % {"plain": plain})
    return NameQuestion(field, typed, plain, " ".join(found), unseen=False)


def names_at(club: Club, but: int | None = None) -> QuerySet[Person, str]:
    """Return the names of the club's people, of one person's namesakes those of all others."""
    people = Person.objects.filter(club=club, merged_into=None)
    return people.exclude(pk__in=[but] if but else []).values_list("name", flat=True)


if TYPE_CHECKING:
    AForm = forms.BaseForm
else:
    AForm = object


class AsksAboutNames(AForm):
    """A form that asks about odd names in some of its fields before it is valid.

    A key that answers carries the name that it saves; it counts while what is typed beside it is
    still what was asked about.
    """

    _questions: list[NameQuestion]
    _answers: dict[str, str]

    @property
    def questions(self) -> list[NameQuestion]:
        """What the page has to ask, with the keys that answer."""
        return self._questions if self.is_bound and self.errors else []

    @property
    def answers(self) -> dict[str, str]:
        """What was answered already, as the page carries it on beside its questions."""
        return self._answers if self.questions else {}

    def asks_about(self) -> Iterable[str]:
        """Return the fields whose names are asked about."""
        return ("name",)

    def stands_as(self, field: str) -> str:
        """Return the name that stands already, which was asked about when it came."""
        return ""

    def others_than(self, field: str) -> Iterable[str]:
        """Return the names that a field's must not be taken for."""
        return ()

    def clean(self) -> None:
        """Ask about each odd name that nobody answered for."""
        super().clean()
        self._questions, self._answers = [], {}
        for field in self.asks_about():
            typed = tidy(self.cleaned_data.get(field) or "")
            if not typed or typed == tidy(self.stands_as(field)):
                continue
            question = question_about(field, typed, self.others_than(field))
            if question is None:
                continue
            answer = tidy(str(self.data.get(self.add_prefix(question.answer), "")))
            if not question.unseen and answer and answer in (question.typed, question.plain):
                self.cleaned_data[field] = self._answers[question.answer] = answer
            else:
                self.add_error(field, question.text)
                self._questions.append(question)
