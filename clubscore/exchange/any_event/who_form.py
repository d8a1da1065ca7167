"""Who the players of files are, of the club's people: as a page asks, and as it was answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from clubscore.club.form_values import Given, whole_number
from clubscore.club.models import Club, Person
from clubscore.club.naming.odd_names import as_compared
from clubscore.club.wording.names import listed
from clubscore.events.imported.who_is_who import (
    TWICE,
    Found,
    KnownPeople,
    Linked,
    Player,
    Spot,
    once_each,
    single,
    twice,
)
from clubscore.ranking.member_numbers import OWN, label_of_scheme
from clubscore.tableside.page_form import PageForm, Words
from clubscore.tableside.problems import Problem

# The answer that a player is nobody of the club.
NOBODY = "nobody"


class Choice(NamedTuple):
    """Somebody whom a player may be: the value of the choice, its words, whether it is chosen."""

    value: str
    label: str
    is_chosen: bool


class Question(NamedTuple):
    """A player as the page asks about them; `why` says the doubt, empty where there is none."""

    field: str
    name: str
    numbers: str
    why: str
    choices: list[Choice]
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
        events: Iterable[Mapping[Spot, Player]],
        before: Mapping[str, int] | None = None,
        *,
        may_stay_open: bool = False,
    ) -> None:
        super().__init__(given)
        self.may_stay_open = may_stay_open
        self.events = [single(each) for each in events]
        self.known, self.before = KnownPeople(club), before or {}
        players: dict[object, Player] = {}
        for player in (each for event in self.events for each in event.values()):
            players.setdefault(player.alike, player)
        self.found: dict[str, tuple[Player, Found]] = {}
        found = {alike: self._found(player) for alike, player in players.items()}
        both = self._both_in_one({alike: each.person for alike, each in found.items()})
        for at, (alike, player) in enumerate(players.items()):
            one = found[alike]._replace(person=None, why=TWICE) if alike in both else found[alike]
            if one.may_be:
                self.found[f"who-{at}"] = (player, one)
                self.fields[f"who-{at}"] = Words(id=f"id_who-{at}")

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

    def _found(self, player: Player) -> Found:
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
    def _usual(found: Found) -> str:
        return str(found.person.pk) if found.person else ""

    @property
    def questions(self) -> list[Question]:
        """Everybody who may be of the club, those in doubt first, with what was answered so far."""
        asked = [self._question(*each) for each in self.found.items()]
        return sorted(asked, key=lambda each: not each.is_open)

    def _question(self, field: str, about: tuple[Player, Found]) -> Question:
        player, found = about
        said = self.typed(field) or self._usual(found)
        choices = [
            Choice(str(each.pk), self._called(each), said == str(each.pk)) for each in found.may_be
        ]
        choices.append(Choice(NOBODY, _("no one in the club"), said == NOBODY))
        why = _(found.why) if found.why else ""
        return Question(
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

    def unsaid(self, players: Mapping[Spot, Player]) -> list[str]:
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
