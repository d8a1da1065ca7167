"""What a file left open, answered on the page that shows its events before they are recorded."""

from __future__ import annotations

import json
from typing import NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _

from clubscore.club.wording.phrases import said
from clubscore.exchange.any_event.event_reading import scored_as
from clubscore.exchange.event_file.event_file_format import MOST_EVENTS
from clubscore.exchange.reading.event_result import Brought
from clubscore.exchange.reading.left_open import DATE, SCORING, Ask, dated, is_date, ways
from clubscore.laws.errors import RuleError
from clubscore.ranking import read_event
from clubscore.tableside.problems import Problem


class Answered(NamedTuple):
    """An event with what was answered, and what is missing still.

    ``looks_different`` where its ranking is another than the one that was shown.
    """

    brought: Brought
    problems: list[Problem]
    looks_different: bool


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


def answered(brought: Brought, given: QueryDict, at: int) -> Answered:
    """Return the event of this number, counted from 1, with the answers to what it leaves open."""
    now, problems = brought, list[Problem]()
    for what, _given in brought.asks:
        field = f"{what}-{at}"
        answer = given.get(field, "").strip()
        if what == DATE and is_date(answer):
            now = now._replace(told=dated(now.told, answer))
        elif what == SCORING and answer in ways():
            try:
                now = scored_as(now, answer)
            except RuleError as error:
                problems.append(Problem(f"id_{field}", said(error)))
        elif what == DATE:
            text = _("Choose the date of the event.")
            problems.append(Problem(f"id_{field}", text))
        else:
            text = _("Choose how the event was scored.")
            problems.append(Problem(f"id_{field}", text))
    looks_different = now.told.scoring != brought.told.scoring
    return Answered(now._replace(asks=brought.asks), problems, looks_different)
