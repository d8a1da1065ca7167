"""How the published site looks: the frame of its pages, and people shown as numbers."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.template.loader import get_template
from django.utils.translation import get_language, get_language_bidi
from django.utils.translation import gettext as _

from clubscore.club.models import Club
from clubscore.club.odd_names import SUSPECT
from clubscore.club.privacy import PublishedNames
from clubscore.events.models import Entry, ToldPlayer
from clubscore.events.models.event import NUMBERED
from clubscore.events.rankings import Lists
from clubscore.events.scoring import key_of_entry
from clubscore.events.state import EventState
from clubscore.places import FILES
from clubscore.ranking import EventFile as RankedEvent
from clubscore.web.names_shown import safe_page

# Whose people a contestant has, by its key; one that may not be named is not there.
NamedPeople = Mapping[str, tuple[int, ...]]


def named_here(room: EventState, names: PublishedNames) -> NamedPeople:
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

    def __init__(
        self, room: EventState, people: NamedPeople, told: RankedEvent | None = None
    ) -> None:
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


# What a page of the program draws from a file of signs; a file that is opened without a server
# may draw nothing from another, so here they are letters.
_SIGN = re.compile(r'<svg class="suit suit-([cdhs])" aria-hidden="true"><use href="[^"]*"/></svg>')
_LETTERS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
# Files of ours that go out as they stand: their place in the site, and in the program.
PLAIN_FILES = {
    "style.css": "css/published.css",
    "find.js": "js/find_name.js",
    "icon.svg": "icons/clubscore.svg",
}


@dataclass(frozen=True)
class Look:
    """The frame of a club's pages. Every link in them is relative."""

    club: Club

    def page(self, template: str, name: str, context: Mapping[str, object]) -> bytes:
        """Return a page as it is written; `name` is its place in the site."""
        address = self.club.site_address
        shared = {
            "club": self.club,
            "root": "../" * name.count("/"),
            "canonical": f"{address.rstrip('/')}/{name}" if address else "",
            "lang": get_language(),
            "bidi": get_language_bidi(),
        }
        made = get_template(f"published/{template}").render({**shared, **context})
        if SUSPECT.search(made.encode()):
            made = safe_page(made)
        return _SIGN.sub(lambda found: _letter(found[1]), made).encode()


def _letter(suit: str) -> str:
    """Return the sign of a suit as a letter, never drawn as a coloured picture."""
    return f'<b class="suit suit-{suit}" aria-hidden="true">{_LETTERS[suit]}\ufe0e</b>'


def plain_file(name: str) -> bytes:
    """Return the content of a file that goes out as it stands."""
    return (FILES / "static" / PLAIN_FILES[name]).read_bytes()
