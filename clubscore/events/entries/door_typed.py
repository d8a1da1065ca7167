"""What somebody types at the door: who they are and with whom, as names of the club or guests."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from clubscore.club.form_values import Given, text_of
from clubscore.club.models import Person
from clubscore.club.naming.odd_names import odd_places
from clubscore.events.entries.door_list import Listed, listed_entries
from clubscore.events.entries.pasted import GUEST, LONGEST, PastedName, people_here, who_it_is
from clubscore.events.models import Entry, Event
from clubscore.events.terms.formats import INDIVIDUALS, MOST_PEOPLE, TEAMS
from clubscore.tableside.problems import Problem

SHORTEST = 2
FIELDS = tuple(f"player-{place}" for place in range(1, MOST_PEOPLE[TEAMS] + 1))


@dataclass(frozen=True)
class DoorName:
    """A field of the list with what was typed into it.

    `name` is whom that may mean, None where nothing was typed; `problem` what keeps it from the
    list, and `entry` where that person is entered already.
    """

    field: str
    label: str
    text: str
    name: PastedName | None = None
    entry: Entry | None = None
    problem: str = ""

    @property
    def who(self) -> Listed | None:
        """Whom it enters: a person, a guest by name, nobody."""
        if self.name is None or not self.name.chosen:
            return None
        return self.name.person or self.name.text


def read_door(event: Event, given: Given) -> list[DoorName]:
    """Return the fields that an event's list has, with whom each means. Three queries at most."""
    labels = _labels(event.contestants_are)
    if not any(text_of(given, field) for field in labels):
        return [DoorName(field, label, "") for field, label in labels.items()]
    here, entered = people_here(event), _entered(event)
    found: list[DoorName] = []
    for field, label in labels.items():
        one = _read(DoorName(field, label, typed_name(given, field)), given, here, entered)
        if one.who is not None and _same(one) in map(_same, found):
            one = replace(one, problem=_("Choose each player only once."))
        found.append(one)
    return found


def typed_name(given: Given, field: str) -> str:
    """Return what was typed into a field, in one line and no longer than a name may be."""
    return " ".join(text_of(given, field).split())[:LONGEST]


def whom_it_may_mean(
    text: str, here: list[Person], field: str, answer: str | None = None
) -> PastedName | None:
    """Return whom a name may mean; None where so little was typed that it may be anybody."""
    if len(text) < SHORTEST:
        return None
    return who_it_is(text, here, field=f"who-{field}", answer=answer, by_number=False)


def problems_at_the_door(event: Event, typed: list[DoorName]) -> list[Problem]:
    """Return what has to be answered before these people can be entered."""
    found = [Problem(one.field, one.problem) for one in typed if one.problem]
    first = typed[0]
    if not found and not first.text and event.contestants_are != TEAMS:
        found.append(Problem(first.field, _("Enter your name.")))
    return found


def _labels(are: str) -> Mapping[str, str]:
    first = {FIELDS[0]: _("Your name")}
    if are == INDIVIDUALS:
        return first
    if are == TEAMS:
        places = enumerate(FIELDS[1:], start=2)
        return first | {field: _("Player %(n)s") % {"n": place} for place, field in places}
    return first | {FIELDS[1]: _("Your partner")}


def _entered(event: Event) -> Mapping[int, Entry]:
    return {person.pk: entry for entry in listed_entries(event) for person in entry.people}


def _read(
    one: DoorName, given: Given, here: list[Person], entered: Mapping[int, Entry]
) -> DoorName:
    if not one.text:
        return one
    asked = f"who-{one.field}"
    answer = text_of(given, asked) if asked in given else None
    name = whom_it_may_mean(one.text, here, one.field, answer)
    if name is None:
        return replace(one, problem=_("Enter at least two letters of the name."))
    entry = entered.get(name.person.pk) if name.person else None
    one = replace(one, name=name, entry=entry)
    return replace(one, problem=_problem(one, alone=not typed_name(given, FIELDS[1])))


def _problem(one: DoorName, *, alone: bool) -> str:
    name = one.name
    if name is None or not name.chosen:
        return _("Choose who “%(name)s” is, or a guest.") % {"name": one.text}
    if name.chosen == GUEST and odd_places(name.text):
        return _("This name has hidden characters. Write it again without them.")
    if one.entry is None or name.person is None:
        return ""
    return _on_the_list(name.person, one.entry, alone=alone)


def _on_the_list(person: Person, entry: Entry, *, alone: bool) -> str:
    """What somebody is told who is on the list; who looks for a partner may be named with one."""
    who = {"name": person.name, "entry": str(entry)}
    if entry.seeks_partner:
        text = _("%(name)s is already on the list, looking for a partner.")
        return text % who if alone else ""
    if entry.people == [person]:
        return _("%(name)s is already on the list.") % who
    return _("%(name)s is already on the list: %(entry)s.") % who


def _same(one: DoorName) -> str:
    """Who is meant, so that two fields can be compared: a person by key, a guest by name."""
    if one.name is None:
        return ""
    return one.name.text.casefold() if one.name.chosen == GUEST else one.name.chosen
