"""Every doubt of many files on one page: who is it, when was it, how was it scored.

What has no doubt needs no answer. A file with a doubt that nobody answered stays out.
"""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club import clock
from clubscore.club.form_values import Given
from clubscore.club.wording.names import listed
from clubscore.events.imported.who_is_who import Spot
from clubscore.events.models import PastFile, PastImport
from clubscore.events.terms.event_words import scoring_name
from clubscore.exchange.any_event.who_form import Question, WhoForm
from clubscore.exchange.past.past_reading import EventFound, event_found
from clubscore.exchange.reading.kept_mistakes import kept_mistake
from clubscore.exchange.reading.left_open import DATE, SCORING, is_date, ways
from clubscore.laws.errors import RuleError
from clubscore.laws.words import Listing, gettext_noop
from clubscore.tableside.page_form import PageForm, Words
from clubscore.tableside.problems import Problem

State = PastFile.State
SHOWN_NAMES = 3
# Questions of each sort on one page, which sends fewer than 2,000 fields; the files of those beyond
# stay out for this time, and whoever is recognised beyond is who they are.
MOST_DATES, MOST_KINDS, MOST_IN_DOUBT, MOST_RECOGNISED = 1000, 100, 500, 300
# Of so many events the page and the command show what differs.
MOST_NOTED = 1000
NO_DATE = gettext_noop("The date was not given.")
NO_SCORING = gettext_noop("The scoring was not chosen.")
NO_PERSON = gettext_noop("It was not said who these players are: %(names)s.")


class DateAsked(NamedTuple):
    """The question when an event was played: its field, its file, what the file has instead."""

    field: str
    file: str
    name: str
    given: str
    answer: str


class ScoringAsked(NamedTuple):
    """The question how events of one kind were scored, and in which files they stand."""

    field: str
    given: str
    files: str
    more: int
    likely: str
    answer: str


class Noted(NamedTuple):
    """What differs in an event from its file, or stays out: of which file, and the sentences."""

    pk: int
    file: str
    name: str
    notes: tuple[str, ...]


class PastAnswers:
    """What is open in the files of an import, with what was answered so far."""

    def __init__(self, past: PastImport, given: Given) -> None:
        self.files = list(PastFile.objects.filter(past=past, state=State.READ).defer("texts"))
        self.found: dict[int, list[EventFound]] = {
            file.pk: [event_found(each) for each in file.found] for file in self.files
        }
        players = [each.players for file in self.files for each in self.found[file.pk]]
        self.who = WhoForm(given, past.club, players, may_stay_open=True)
        self.asks = _AsksForm(given, self.files, self.found)

    @property
    def problems(self) -> list[Problem]:
        """What was answered wrongly; what was not answered is no problem."""
        return [*self.asks.problems, *self.who.problems, *self.who.both_in_one]

    @property
    def noted(self) -> list[Noted]:
        """What differs in which event, as on the page of one file."""
        found = [
            Noted(file.pk, file.name, event.name, event.notes)
            for file in self.files
            for event in self.found[file.pk]
            if event.notes
        ]
        return found[:MOST_NOTED]

    @property
    def in_doubt(self) -> list[Question]:
        """Who is asked about."""
        return [each for each in self.who.questions if each.is_open][:MOST_IN_DOUBT]

    @property
    def recognised(self) -> list[Question]:
        """Who is known without a question."""
        return [each for each in self.who.questions if not each.is_open][:MOST_RECOGNISED]

    @property
    def questions(self) -> list[Question]:
        """Who is asked about and who is known, as the page shows them."""
        return [*self.in_doubt, *self.recognised]

    @cached_property
    def _people(self) -> dict[tuple[int, int], dict[Spot, int]]:
        """Who of each event is whom, by its file and its number in that."""
        events = [(file.pk, at) for file in self.files for at in range(len(self.found[file.pk]))]
        return dict(zip(events, self.who.people, strict=True))

    def decided(self, file: PastFile) -> list[dict[str, Any]]:
        """Return what was answered about each event of a file. RuleError where one was not."""
        told = []
        for number, event in enumerate(self.found[file.pk]):
            unsaid = self.who.unsaid(event.players)
            if unsaid:
                raise RuleError("who", NO_PERSON, names=Listing(unsaid))
            theirs = [[*spot, who] for spot, who in self._people[file.pk, number].items()]
            told.append({**self.asks.answered(file, number, event), "people": theirs})
        return told


class _AsksForm(PageForm):
    """The days of events that have none, and how those of an unknown kind were scored."""

    def __init__(
        self, given: Given, files: list[PastFile], found: dict[int, list[EventFound]]
    ) -> None:
        super().__init__(given)
        self._dates: dict[str, tuple[PastFile, EventFound, str]] = {}
        self._kinds: dict[str, list[tuple[PastFile, EventFound]]] = {}
        for file in files:
            for number, event in enumerate(found[file.pk]):
                for ask in event.asks:
                    if ask.what == DATE:
                        self._dates[_date_field(file, number)] = (file, event, ask.given)
                    elif ask.what == SCORING:
                        self._kinds.setdefault(ask.given, []).append((file, event))
        self._scorings = {kind: f"scoring-{at}" for at, kind in enumerate(self._kinds)}
        for field in (*self._dates, *self._scorings.values()):
            self.fields[field] = Words(strip=True, id=f"id_{field}")

    def clean(self) -> None:
        """Refuse what is no day and no way of scoring; nothing is no answer."""
        super().clean()
        for field in list(self.cleaned_data):
            said = self.words_of(field)
            if said and field in self._dates and not is_date(said):
                self.add_error(field, ValidationError(_("Choose the date of the event.")))
            elif said and field not in self._dates and said not in ways():
                self.add_error(field, ValidationError(_("Choose how the event was scored.")))

    @property
    def dates(self) -> list[DateAsked]:
        """The days that are asked for."""
        return [
            DateAsked(field, file.name, event.name, given, self.typed(field))
            for field, (file, event, given) in islice(self._dates.items(), MOST_DATES)
        ]

    @property
    def scorings(self) -> list[ScoringAsked]:
        """The ways of scoring that are asked for, one question for all of one kind."""
        found = []
        for kind, field in islice(self._scorings.items(), MOST_KINDS):
            events = self._kinds[kind]
            names = list(dict.fromkeys(file.name for file, _event in events))
            likely = scoring_name(events[0][1].scoring)
            found.append(
                ScoringAsked(field, kind, listed(names[:SHOWN_NAMES]),
                             max(0, len(names) - SHOWN_NAMES), likely, self.typed(field))
            )  # fmt: skip
        return found

    def answered(self, file: PastFile, number: int, event: EventFound) -> dict[str, str]:
        """Return the answers about an event. RuleError where there is none."""
        told = {DATE: "", SCORING: ""}
        for ask in event.asks:
            is_day = ask.what == DATE
            field = _date_field(file, number) if is_day else self._scorings[ask.given]
            told[ask.what] = self.words_of(field)
            if not told[ask.what]:
                raise RuleError(ask.what, NO_DATE if is_day else NO_SCORING)
        return told


def _date_field(file: PastFile, number: int) -> str:
    return f"date-{file.order}-{number}"


def decide(past: PastImport, answers: PastAnswers) -> None:
    """Keep what was answered; what is still open stays out. Done once: another time is nothing."""
    with transaction.atomic():
        here = PastImport.objects.filter(pk=past.pk, decided_at=None)
        if not here.update(decided_at=clock.now()):
            return
        for file in answers.files:
            try:
                file.decided, file.state = answers.decided(file), State.DECIDED
            except RuleError as error:
                file.state, file.why, file.texts = State.LEFT, kept_mistake(error), []
            fields = ["decided", "state", "why", "found"]
            file.found = []
            file.save(update_fields=[*fields, "texts"] if file.state == State.LEFT else fields)
