"""What a file left open, answered on the page that shows its events before they are recorded."""

from __future__ import annotations

import json

from django.http import QueryDict

from clubscore.club.form_values import Given
from clubscore.club.forms import add_rule_error
from clubscore.events.correct.typed_results import read_line
from clubscore.exchange.any_event.event_reading import scored_as
from clubscore.exchange.event_file.event_file_format import MOST_EVENTS
from clubscore.exchange.reading.event_result import Brought
from clubscore.exchange.reading.foreign import place_of
from clubscore.exchange.reading.left_open import (
    DATE,
    RESULT,
    SCORING,
    Ask,
    asked_by,
    dated,
    is_date,
    ways,
)
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import Event, read_event
from clubscore.tableside.page_form import PageForm, Words
from clubscore.tableside.problems import Problems


def shown_before(given: QueryDict) -> list[Brought]:
    """Return the events that a page showed, as it gave them back.

    RuleError or ValueError for what is none.
    """
    return [
        Brought(
            read_event(json.loads(text)),
            tuple(given.getlist(f"note-{at}")),
            tuple(
                ask
                for name in given.getlist(f"ask-{at}")
                if (ask := asked_by(name, given.get(f"given-{name}-{at}", ""))) is not None
            ),
        )
        for at, text in enumerate(given.getlist("text")[:MOST_EVENTS], 1)
    ]


class AnswersForm(PageForm):
    """What the event of this number, counted from 1, leaves open, as it was answered."""

    def __init__(self, given: Given, brought: Brought, at: int) -> None:
        super().__init__(given, prefix=str(at))
        self.shown = self._now = brought
        self._asks = {ask.field: ask for ask in brought.asks}
        for name in self._asks:
            self.fields[name] = Words(strip=True, id=f"id_{name}-{at}")

    @property
    def brought(self) -> Brought:
        """The event with its answers; what is wrong is as it was shown."""
        self.is_valid()
        return self._now._replace(asks=self.shown.asks)

    @property
    def looks_different(self) -> bool:
        """Whether its ranking is another than the one that was shown."""
        now, shown = self.brought.told, self.shown.told
        return (now.scoring, now.results) != (shown.scoring, shown.results)

    def clean(self) -> None:
        """Begin with the event as it was shown: answers build on each other."""
        super().clean()
        self._now = self.shown
        for name, answer in list(self.cleaned_data.items()):
            try:
                self._now = _with_answer(self._now, self._asks[name], answer)
            except RuleError as error:
                add_rule_error(self, error, name)
            except Problems as wrong:
                for problem in wrong.problems:
                    self.add_error(name, problem.text)


def _with_answer(brought: Brought, ask: Ask, answer: str) -> Brought:
    """Return an event with an answer to what it leaves open. RuleError, Problems for none."""
    if ask.what == RESULT:
        return brought._replace(told=with_result(brought.told, ask.result, answer))
    if ask.what == DATE:
        if not is_date(answer):
            raise RuleError(DATE, gettext_noop("Choose the date of the event."))
        return brought._replace(told=dated(brought.told, answer))
    if answer not in ways():
        raise RuleError(SCORING, gettext_noop("Choose how the event was scored."))
    return scored_as(brought, answer)


def with_result(told: Event, number: int, answer: str) -> Event:
    """Return an event with one of its results, counted from 1, as it was typed; empty: not played.

    RuleError where the game has no such result, Problems where it cannot be read.
    """
    facts = told.facts()
    if number > len(facts["results"]):
        raise RuleError(RESULT, gettext_noop("The file was not kept. Choose it again."))
    there = facts["results"][number - 1]
    line = read_line(f"{there['board']} {answer}") if answer else None
    said = {**place_of(there), **(line.facts if line else {"not_played": True})}
    results = [*facts["results"][: number - 1], said, *facts["results"][number:]]
    try:
        return read_event({**facts, "results": results})
    except RuleError as error:
        raise RuleError(error.code, error.phrase, "", **error.params) from None
