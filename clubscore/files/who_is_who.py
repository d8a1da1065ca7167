"""Who the players named in a file are, of the club's people: as a page asks, and the answers.

User names of an online game are kept as numbers of a scheme, so the list of people with that
column is the table of user names.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _

from clubscore.club.entry import Given, whole_number
from clubscore.club.federation_numbers import scheme_of_club
from clubscore.club.models import Club, Person, PersonNumber
from clubscore.club.odd_names import as_compared
from clubscore.club.wording import listed
from clubscore.events.bulk_results import read_line
from clubscore.events.imported import (
    TWICE,
    FilePlayer,
    KnownPeople,
    Linked,
    MatchedPerson,
    Spot,
    once_each,
    single,
    twice,
)
from clubscore.files.event_format import (
    DATE,
    RESULT,
    SCORING,
    FileQuestion,
    ImportedEvent,
    Online,
    asked_by,
    dated,
    is_date,
    ways,
)
from clubscore.files.foreign import place_of
from clubscore.files.formats import MOST_EVENTS, joined, read_events, scored_as
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop
from clubscore.ranking import EventFile, read_event
from clubscore.ranking.member_numbers import BBO, OWN, label_of_scheme
from clubscore.web.forms import PageForm, Problem, Problems, TextField, add_rule_error

# The answer that a player is nobody of the club.
NOBODY = "nobody"


class MatchChoice(NamedTuple):
    """Somebody whom a player may be: the value of the choice, its words, whether it is chosen."""

    value: str
    label: str
    is_chosen: bool


class PlayerQuestion(NamedTuple):
    """A player as the page asks about them; `why` says the doubt, empty where there is none."""

    field: str
    name: str
    numbers: str
    why: str
    choices: list[MatchChoice]
    is_open: bool


class WhoForm(PageForm):
    """Who everybody is in some events, one question for each however often they played.

    Fields are numbered by the players in the order of the events, which no change of the club's
    people moves. `before` is whom each name was taken for already, as it is compared. What is not
    answered is a mistake unless it `may_stay_open`.
    """

    def __init__(
        self,
        given: Given,
        club: Club,
        events: Iterable[Mapping[Spot, FilePlayer]],
        before: Mapping[str, int] | None = None,
        *,
        may_stay_open: bool = False,
    ) -> None:
        super().__init__(given)
        self.may_stay_open = may_stay_open
        self.events = [single(each) for each in events]
        self.known, self.before = KnownPeople(club), before or {}
        players: dict[object, FilePlayer] = {}
        for player in (each for event in self.events for each in event.values()):
            players.setdefault(player.alike, player)
        self.found: dict[str, tuple[FilePlayer, MatchedPerson]] = {}
        found = {alike: self._found(player) for alike, player in players.items()}
        both = self._both_in_one({alike: each.person for alike, each in found.items()})
        for at, (alike, player) in enumerate(players.items()):
            one = found[alike]._replace(person=None, why=TWICE) if alike in both else found[alike]
            if one.may_be:
                self.found[f"who-{at}"] = (player, one)
                self.fields[f"who-{at}"] = TextField(id=f"id_who-{at}")

    def _both_in_one(self, people: Mapping[object, Person | None]) -> set[object]:
        """Those of different names or numbers who would be the same person in one event."""
        both: set[object] = set()
        for event in self.events:
            of: dict[int, list[object]] = {}
            for player in event.values():
                person = people[player.alike]
                if person is not None:
                    of.setdefault(person.pk, []).append(player.alike)
            both.update(alike for alikes in of.values() if len(alikes) > 1 for alike in alikes)
        return both

    def _found(self, player: FilePlayer) -> MatchedPerson:
        """Whom a player may be; who was chosen for an earlier file of the event is that again."""
        found = self.known.find(player)
        was = self.before.get(as_compared(player.name))
        chosen = next((each for each in found.may_be if each.pk == was), None)
        return found._replace(person=chosen, why="") if chosen else found

    def clean(self) -> None:
        """Take an answer that the page offered, and ask again for one that is missing."""
        super().clean()
        for field, (player, found) in self.found.items():
            said = self.cleaned_data.get(field) or self._usual(found)
            if not said and self.may_stay_open:
                continue
            if said not in {NOBODY, *(str(each.pk) for each in found.may_be)}:
                text = _("Choose who %(name)s is, or choose “no one in the club”.")
                self.add_error(field, ValidationError(text % {"name": player.name}))
            self.cleaned_data[field] = said

    @staticmethod
    def _usual(found: MatchedPerson) -> str:
        return str(found.person.pk) if found.person else ""

    @property
    def questions(self) -> list[PlayerQuestion]:
        """Everybody who may be of the club, those in doubt first, with what was answered so far."""
        asked = [self._question(*each) for each in self.found.items()]
        return sorted(asked, key=lambda each: not each.is_open)

    def _question(self, field: str, about: tuple[FilePlayer, MatchedPerson]) -> PlayerQuestion:
        player, found = about
        said = self.typed(field) or self._usual(found)
        choices = [
            MatchChoice(str(each.pk), self._called(each), said == str(each.pk))
            for each in found.may_be
        ]
        choices.append(MatchChoice(NOBODY, _("no one in the club"), said == NOBODY))
        why = _(found.why) if found.why else ""
        return PlayerQuestion(
            field, player.name, _numbers(dict(player.numbers)), why, choices, found.person is None
        )

    def _called(self, person: Person) -> str:
        """Somebody by name and numbers, so that two of one name are told apart."""
        kind = person.get_kind_display()
        numbers = _numbers(self.known.numbers_of(person))
        return listed(filter(None, (person.name, numbers, kind)))

    @property
    def people(self) -> list[dict[Spot, int]]:
        """Who of each event is whom; nobody where it is open, nor who would be in one twice."""
        return [once_each(each) for each in self._answered()]

    @property
    def both_in_one(self) -> list[Problem]:
        """What is wrong where answers make two players of one event the same person."""
        names = {each.pk: each.name for _one, found in self.found.values() for each in found.may_be}
        text = _("%(name)s cannot be two players of one event. Choose who of them it is.")
        doubled = dict.fromkeys(pk for each in self._answered() for pk in twice(each))
        said = {field: whole_number(self.read.get(field)) for field in self.found}
        return [
            Problem(next(f"id_{field}" for field in said if said[field] == pk),
                    text % {"name": names[pk]})
            for pk in doubled
        ]  # fmt: skip

    def unsaid(self, players: Mapping[Spot, FilePlayer]) -> list[str]:
        """Return the names of an event of which it was not said who they are."""
        here = [player.alike for player in single(players).values()]
        return [self._open_ones[alike] for alike in here if alike in self._open_ones]

    @cached_property
    def _open_ones(self) -> dict[object, str]:
        """The names of those of whom it was not said who they are."""
        return {
            player.alike: player.name
            for field, (player, _found) in self.found.items()
            if not self.read.get(field)
        }

    def _answered(self) -> list[Linked]:
        """Who of each event was said to be whom."""
        said = {
            player.alike: whole_number(self.read.get(field))
            for field, (player, _found) in self.found.items()
        }
        return [
            {spot: person for spot, player in event.items() if (person := said.get(player.alike))}
            for event in self.events
        ]


def _numbers(held: Mapping[str, str]) -> str:
    """Numbers in words: EBU 123456, and the club's own alone."""
    return listed(
        number if scheme == OWN else f"{label_of_scheme(scheme)} {number}"
        for scheme, number in held.items()
    )


# ---- What a file left open, as it was answered.


def previewed_events(given: QueryDict) -> list[ImportedEvent]:
    """Return the events that a page showed, as it gave them back.

    RuleError or ValueError for what is none.
    """
    return [
        ImportedEvent(
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

    def __init__(self, given: Given, brought: ImportedEvent, at: int) -> None:
        super().__init__(given, prefix=str(at))
        self.shown = self._now = brought
        self._asks = {ask.field: ask for ask in brought.asks}
        for name in self._asks:
            self.fields[name] = TextField(strip=True, id=f"id_{name}-{at}")

    @property
    def brought(self) -> ImportedEvent:
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


def _with_answer(brought: ImportedEvent, ask: FileQuestion, answer: str) -> ImportedEvent:
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


def with_result(told: EventFile, number: int, answer: str) -> EventFile:
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


def online_of(club: Club) -> Online:
    """Return a club's members by their user names at BBO, and its clock. One query."""
    rows = PersonNumber.objects.filter(club=club, scheme=BBO)
    return Online(dict(rows.values_list("number", "person__name")), club.time_zone)


def unknown_users(told: EventFile) -> list[str]:
    """Return the user names of an event that stand for nobody of the club, each once."""
    found = {
        name: None
        for who in told.contestants.values()
        for name, numbers in zip(who.names, who.numbers, strict=False)
        if dict(numbers).get(BBO) == " ".join(name.lower().split())
    }
    return sorted(found, key=str.lower)


def read_chosen(
    club: Club, files: Iterable[tuple[str, bytes]], scoring: str
) -> list[ImportedEvent]:
    """Return the events of files by name and content, for a club that is asked what is open.

    RuleError with the file, where there are several. The saved pages among them are one session,
    not one each.
    """
    found: list[ImportedEvent] = []
    scheme, online, chosen = scheme_of_club(club), online_of(club), joined(files)
    for name, content in chosen:
        try:
            found += read_events(name, content, scoring, ask=True, scheme=scheme, online=online)
        except RuleError as error:
            where = listed(filter(None, (name if len(chosen) > 1 else "", error.where)))
            raise RuleError(error.code, error.phrase, where, **error.params) from None
    return found
