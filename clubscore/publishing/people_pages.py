"""Everybody who is named: the alphabetical list, and the events of each, a page a year."""

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from clubscore.club.models import Person
from clubscore.club.people.published_names import PublishedNames
from clubscore.club.wording.names import named
from clubscore.publishing.event_summary import EventFacts, FactLine
from clubscore.publishing.site_look import Look

OTHERS = "#"  # names that begin with no letter


class Came(NamedTuple):
    """An event of somebody's: where their pair or team came, with whom."""

    event: EventFacts
    line: FactLine
    beside: str

    @property
    def card(self) -> str:
        """The page of its card."""
        return f"{self.event.folder}/card-{self.line.card}.html"

    @property
    def follows(self) -> tuple[object, ...]:
        """What a page that shows it follows from."""
        return (self.event.folder, self.event.name, self.line, self.beside)


class PersonYears(NamedTuple):
    """Somebody who is named, and their events by year, the newest first."""

    person: Person
    years: Mapping[int, Sequence[Came]]

    @property
    def newest(self) -> int:
        """The last year in which they played."""
        return max(self.years)

    def page(self, year: int) -> str:
        """Return the place of a year's page; the newest has the shorter name."""
        last = "" if year == self.newest else f"-{year}"
        return f"people/{self.person.pk}{last}.html"


def people_of(events: Iterable[EventFacts], names: PublishedNames) -> list[PersonYears]:
    """Return everybody who is named in these events, by name."""
    found: dict[int, dict[int, list[Came]]] = defaultdict(lambda: defaultdict(list))
    for event in sorted(events, key=lambda each: (each.evening, each.event), reverse=True):
        for line in event.lines:
            for who in dict.fromkeys(line.people):
                came = Came(event, line, _beside(line, who))
                found[names.own(who)][event.day.year].append(came)
    people = [PersonYears(names.people[pk], years) for pk, years in found.items()]
    return sorted(people, key=lambda each: (_plain(each.person.name), each.person.pk))


def _beside(line: FactLine, who: int) -> str:
    """Return the partner, or the team where there are more than two; nothing of one alone."""
    if len(line.names) != len(line.people):
        return named(line.names)
    return named(name for name, pk in zip(line.names, line.people, strict=True) if pk != who)


def _plain(name: str) -> str:
    """Return a name as it is sorted: Łukasz among the L, other scripts as they stand."""
    apart = unicodedata.normalize("NFKD", name.casefold()).replace("ł", "l").replace("ø", "o")
    return "".join(each for each in apart if not unicodedata.combining(each))


def letter_of(name: str) -> str:
    """Return under which letter a name stands."""
    first = _plain(name)[:1].upper()
    return first if first.isalpha() else OTHERS


def list_page(look: Look, people: Sequence[PersonYears]) -> bytes:
    """Return the list of everybody, letter by letter."""
    letters: dict[str, list[tuple[str, str]]] = {}
    for each in people:
        page = each.page(each.newest).removeprefix("people/")
        letters.setdefault(letter_of(each.person.name), []).append((each.person.name, page))
    return look.page("people.html", "people/index.html", {"letters": letters.items()})


def pages_of(
    look: Look, each: PersonYears
) -> Iterator[tuple[str, Sequence[Came], Callable[[], bytes]]]:
    """Yield a person's pages: the place, what it shows, and what makes it."""
    for year, came in each.years.items():
        yield each.page(year), came, partial(_page, look, each, year)


def _page(look: Look, each: PersonYears, year: int) -> bytes:
    years = [
        (one, each.page(one).removeprefix("people/"), one == year)
        for one in sorted(each.years, reverse=True)
    ]
    context = {"person": each.person, "year": year, "years": years, "came": each.years[year]}
    return look.page("person.html", each.page(year), context)
