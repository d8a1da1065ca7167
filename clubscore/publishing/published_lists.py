"""An event's lists as anybody may read them: whoever is not named appears by number."""

from collections.abc import Iterable, Mapping

from django.utils.translation import gettext as _

from clubscore.club.people.published_names import PublishedNames
from clubscore.events.models import Entry, ToldPlayer
from clubscore.events.models.events import NUMBERED
from clubscore.events.rankings.lists import Lists
from clubscore.events.state.event_now import Room
from clubscore.events.state.scoring import key_of_entry
from clubscore.ranking import Event as RankedEvent

# Whose people a contestant has, by its key; one that may not be named is not there.
NamedPeople = Mapping[str, tuple[int, ...]]


def named_here(room: Room, names: PublishedNames) -> NamedPeople:
    """Return the contestants of an event played here all of whose people are named.

    One whose people are not all known is not: somebody unknown is nobody's to name.
    """
    return {
        key_of_entry(room, entry): tuple(names.own(each.pk) for each in entry.people)
        for entry in room.entries
        if entry.number and not entry.lacks_names and _all_named(people_ever(entry), names)
    }


def people_ever(entry: Entry) -> list[int]:
    """Return the keys of an entry's people; of a team those too who have left it."""
    further = [each.person_id for each in entry.further.all()] if entry.name else []
    return [pk for pk in (entry.first_id, entry.second_id, *further) if pk]


def named_in_file(
    told: RankedEvent, links: Iterable[ToldPlayer], names: PublishedNames
) -> NamedPeople:
    """Return the contestants of an imported event all of whose names are people who are named.

    A name that is nobody of the club's is a visitor's.
    """
    who: dict[str, dict[int, int]] = {}
    for link in links:
        who.setdefault(link.contestant, {})[link.order] = link.person_id
    return {
        key: tuple(names.own(pk) for _order, pk in sorted(who[key].items()))
        for key, each in told.contestants.items()
        if key in who
        and set(who[key]) == set(range(len(each.names)))
        and _all_named(who[key].values(), names)
    }


def _all_named(keys: Iterable[int], names: PublishedNames) -> bool:
    found = list(keys)
    return bool(found) and all(pk in names.named for pk in found)


class PublishedLists(Lists):
    """An event ranked, in which those who are not named have their number."""

    def __init__(self, room: Room, people: NamedPeople, told: RankedEvent | None = None) -> None:
        super().__init__(room, told=told)
        self.people = people
        self.hides_names = not people
        self.cards = {key: at for at, key in enumerate(self.scorer.contestants, start=1)}

    def names(self, key: str) -> list[str]:
        """Return the names of a contestant, its number alone where it is not named."""
        return super().names(key) if key in self.people else [key]

    def called(self, key: str) -> list[str]:
        """Return the same for a sentence or a heading: Pair 7."""
        if key in self.people:
            return self.names(key)
        return [_(NUMBERED[self.ranked.event.contestants_are]) % {"number": key}]
