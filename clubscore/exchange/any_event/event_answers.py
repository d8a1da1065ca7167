"""What a file left open, answered on the page that shows its events before they are recorded."""

from __future__ import annotations

import json

from django.http import QueryDict

from clubscore.club.form_values import Given
from clubscore.club.forms import add_rule_error
from clubscore.exchange.any_event.event_reading import scored_as
from clubscore.exchange.event_file.event_file_format import MOST_EVENTS
from clubscore.exchange.reading.event_result import Brought
from clubscore.exchange.reading.left_open import DATE, SCORING, Ask, dated, is_date, ways
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import read_event
from clubscore.tableside.page_form import PageForm, Words


def shown_before(given: QueryDict) -> list[Brought]:
    """Return the events that a page showed, as it gave them back.

    RuleError or ValueError for what is none.
    """
    return [
        Brought(
            read_event(json.loads(text)),
            tuple(given.getlist(f"note-{at}")),
            tuple(
                Ask(what, given.get(f"given-{what}-{at}", ""))
                for what in given.getlist(f"ask-{at}")
                if what in (DATE, SCORING)
            ),
        )
        for at, text in enumerate(given.getlist("text")[:MOST_EVENTS], 1)
    ]


class AnswersForm(PageForm):
    """What the event of this number, counted from 1, leaves open, as it was answered."""

    def __init__(self, given: Given, brought: Brought, at: int) -> None:
        super().__init__(given, prefix=str(at))
        self.shown = self._now = brought
        for what, _given in brought.asks:
            self.fields[what] = Words(strip=True, id=f"id_{what}-{at}")

    @property
    def brought(self) -> Brought:
        """The event with its answers; what is wrong is as it was shown."""
        self.is_valid()
        return self._now._replace(asks=self.shown.asks)

    @property
    def looks_different(self) -> bool:
        """Whether its ranking is another than the one that was shown."""
        return self.brought.told.scoring != self.shown.told.scoring

    def clean(self) -> None:
        """Begin with the event as it was shown: answers build on each other."""
        super().clean()
        self._now = self.shown
        for what, answer in list(self.cleaned_data.items()):
            try:
                self._now = _with_answer(self._now, what, answer)
            except RuleError as error:
                add_rule_error(self, error, what)


def _with_answer(brought: Brought, what: str, answer: str) -> Brought:
    """Return an event with an answer to what it leaves open. RuleError where it is none."""
    if what == DATE:
        if not is_date(answer):
            raise RuleError(DATE, gettext_noop("Choose the date of the event."))
        return brought._replace(told=dated(brought.told, answer))
    if answer not in ways():
        raise RuleError(SCORING, gettext_noop("Choose how the event was scored."))
    return scored_as(brought, answer)
