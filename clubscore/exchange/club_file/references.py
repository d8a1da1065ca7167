"""Where a column leads to rows though the database does not know it: keys in JSON and in texts.

A file numbers the rows of each model by their order, so a key is turned into such a number on the
way out, and into a key of the new database on the way in. In texts the numbers bear a mark that no
key sent by a browser can have.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeGuard

from django.db.models import Model

from clubscore.club import models as club
from clubscore.events import models as events
from clubscore.rubbers import models as rubbers

# What a key is on the other side; 0 where there is no such row any more.
Turned = Callable[[type[Model], int], int]


class LeadsNowhere(Exception):
    """A key that must lead to a row of this club leads to none."""


@dataclass(frozen=True)
class To:
    """The key of a row; anything but a whole number stays as it is."""

    model: type[Model]

    def turn(self, value: object, turned: Turned) -> object:
        """Return the value with its keys turned."""
        return turned(self.model, value) if type(value) is int else value


@dataclass(frozen=True)
class Each:
    """A list, each part of which is such."""

    part: "Shape"

    def turn(self, value: object, turned: Turned) -> object:
        """Return the value with its keys turned."""
        return [self.part.turn(each, turned) for each in value] if is_list(value) else value


@dataclass(frozen=True)
class First:
    """A list that begins with so many keys."""

    count: int
    model: type[Model]

    def turn(self, value: object, turned: Turned) -> object:
        """Return the value with its keys turned."""
        if not is_list(value):
            return value
        one = To(self.model)
        ahead = [one.turn(each, turned) for each in value[: self.count]]
        return [*ahead, *value[self.count :]]


@dataclass(frozen=True)
class Values:
    """An object, each value of which is such."""

    part: "Shape"

    def turn(self, value: object, turned: Turned) -> object:
        """Return the value with its keys turned."""
        if not is_object(value):
            return value
        return {name: self.part.turn(each, turned) for name, each in value.items()}


@dataclass(frozen=True)
class ByKey:
    """An object by keys of rows. LeadsNowhere for a key without its row: two would become one."""

    model: type[Model]

    def turn(self, value: object, turned: Turned) -> object:
        """Return the value with its keys turned."""
        if not is_object(value):
            return value
        return {self._one(name, turned): each for name, each in value.items()}

    def _one(self, name: str, turned: Turned) -> str:
        new = turned(self.model, int(name)) if name.isdecimal() else 0
        if not new:
            raise LeadsNowhere(name)
        return str(new)


@dataclass(frozen=True)
class Named:
    """An object, some values of which are such, where they are there."""

    parts: Mapping[str, "Shape"]

    def turn(self, value: object, turned: Turned) -> object:
        """Return the value with its keys turned."""
        if not is_object(value):
            return value
        parts = self.parts
        return {
            name: parts[name].turn(each, turned) if name in parts else each
            for name, each in value.items()
        }


@dataclass(frozen=True)
class NoKeys:
    """A value in which nothing leads to a row."""

    def turn(self, value: object, _turned: Turned) -> object:
        """Return the value as it is."""
        return value


Shape = To | Each | First | Values | ByKey | Named | NoKeys
_PERSON = To(club.Person)
_SERIES = Named(
    {
        "events": Each(To(events.Event)),
        "points": Each(NoKeys()),
        "stood_in": Each(Named({"event": To(events.Event), "who": _PERSON, "whose": _PERSON})),
        "absent": Each(Named({"event": To(events.Event), "who": Each(_PERSON)})),
    }
)

# Every JSON column of what is carried, and whole numbers that are no foreign keys. A column holds
# lists where this says Each, else objects.
IN_VALUES: Final[Mapping[str, Shape]] = {
    "club.Club.house": NoKeys(),
    "club.Club.usual_games": Each(NoKeys()),
    "club.OwnLaws.rules": NoKeys(),
    "club.EveningGazette.left_out": Each(
        Named({"event": To(events.Event), "sitting": To(rubbers.Sitting), "part": To(rubbers.Part)})
    ),
    "club.Act.data": Named(
        {"id": _PERSON, "person": _PERSON, "other": Named({"id": _PERSON})},
    ),
    "club.Entry.sitting": To(rubbers.Sitting),
    "club.Entry.data": NoKeys(),
    "rubber.SevenEvening.players": Each(_PERSON),
    "rubber.SevenEvening.rules": NoKeys(),
    "rubber.SevenHappening.data": Named({"who": _PERSON, "one": _PERSON, "two": _PERSON}),
    "rubber.Part.rules": NoKeys(),
    "rubber.Part.stakes": NoKeys(),
    "rubber.Draft.facts": NoKeys(),
    "rubber.DealRevision.facts": NoKeys(),
    "rubber.DealRevision.remarks": NoKeys(),
    "rubber.Settlement.points": ByKey(club.Person),
    "rubber.Settlement.exact": Each(First(2, club.Person)),
    "rubber.Happening.data": Named(
        {
            "cards": ByKey(club.Person),
            "draws": Each(ByKey(club.Person)),
            "who": Each(_PERSON),
            "remaining": Each(_PERSON),
            "players": Each(_PERSON),
        }
    ),
    "rubber.OwnStake.stakes": NoKeys(),
    "duplicate.Event.rules": NoKeys(),
    "duplicate.Event.options": NoKeys(),
    "duplicate.Event.behind": NoKeys(),
    "duplicate.Section.plan": NoKeys(),
    "duplicate.EventTemplate.rules": NoKeys(),
    "duplicate.EventTemplate.options": NoKeys(),
    "duplicate.EventTemplate.wish": NoKeys(),
    "duplicate.FollowedPool.refused": Each(NoKeys()),
    "duplicate.EventHappening.data": Named(
        {
            # A letter where a movement was chosen; sections of before the play may be gone.
            "section": To(events.Section),
            "penalty": To(events.EventHappening),
            "ruling": To(events.EventHappening),
            "announcement": To(events.EventHappening),
            "ns": Each(_PERSON),
            "ew": Each(_PERSON),
            "person": _PERSON,
            "was": _PERSON,
            "settles": To(events.EventHappening),
            "entry": To(events.Entry),
            "people": Each(_PERSON),
            "entries": Values(Each(To(events.Entry))),
            "terms": ByKey(events.Entry),
        }
    ),
    "duplicate.PlanChange.effects": Each(NoKeys()),
    "duplicate.PlanChange.entered": Each(To(events.Entry)),
    "duplicate.PlanChange.was": NoKeys(),
    "duplicate.PlanChange.plan": NoKeys(),
    "duplicate.ResultRevision.facts": NoKeys(),
    "duplicate.ParRevision.facts": NoKeys(),
    "duplicate.Series.kept": _SERIES,
    "duplicate.SeriesChange.data": Named({"kept": _SERIES}),
}

# Texts that a service makes of keys: {} stands for a key of each of the models.
Pattern = tuple[str, tuple[type[Model], ...]]
IN_TEXTS: Final[Mapping[str, Sequence[Pattern]]] = {
    "club.Entry.place": [("{}", (rubbers.CardTable,))],
    "club.Entry.subject": [
        ("rubber:{}:[0-9]+", (rubbers.Part,)),
        ("bet:{}", (rubbers.SideBet,)),
        ("person:{}", (club.Person,)),
        ("coin:{}", (club.Entry,)),
    ],
    # Charges of an event are found again by their keys; all other keys are chance.
    "club.Entry.key": [
        ("event{}:fee{}", (events.Event, club.Person)),
        ("event{}:paid{}", (events.Event, club.Person)),
        ("event{}:off:{}", (events.Event, club.Entry)),
        ("event{}:on:{}", (events.Event, club.Entry)),
        ("event{}:gone:{}", (events.Event, club.Entry)),
        ("event{}:back:{}", (events.Event, club.Entry)),
        ("event{}:unpaid:{}", (events.Event, club.Entry)),
        ("event{}:again:{}", (events.Event, club.Entry)),
    ],
}
MARK = "#"


def is_list(value: object) -> TypeGuard[Sequence[object]]:
    """Whether a value is a list as JSON has it."""
    return isinstance(value, list | tuple)


def is_object(value: object) -> TypeGuard[Mapping[str, object]]:
    """Whether a value is an object as JSON has it."""
    return isinstance(value, dict)


def turned_text(text: str, patterns: Sequence[Pattern], turned: Turned, *, out: bool) -> str:
    """Return a text with its keys turned, outwards or inwards; as it is where none fits.

    Outwards a text stays as it is, too, where one of its keys leads to no row of the club.
    """
    before, after = ("", MARK) if out else (MARK, "")
    for pattern, models in patterns:
        found = _compiled(pattern, before).fullmatch(text)
        if found is None:
            continue
        new, at = "", 0
        for group, model in enumerate(models, 1):
            number = turned(model, int(found[group]))
            if not number:
                return text
            new += f"{text[at : found.start(group) - len(before)]}{after}{number}"
            at = found.end(group)
        return new + text[at:]
    return text


@cache
def _compiled(pattern: str, before: str) -> re.Pattern[str]:
    return re.compile(pattern.replace("{}", before + "([0-9]{1,18})"))
