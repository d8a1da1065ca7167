"""Every file of a club's site, each with what it follows from, made when it is asked for."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path

from django.db.models import QuerySet

from clubscore.club import clock
from clubscore.club.models import Club, EveningGazette
from clubscore.club.people.published_names import PublishedNames
from clubscore.club.safe.kept_files import Entry, OneFile
from clubscore.events.in_series.series_write import series_of
from clubscore.events.models import Event
from clubscore.publishing.event_pages import EventPages, Frame
from clubscore.publishing.event_summary import FACTS, EventFacts, facts_file, read_facts
from clubscore.publishing.for_engines import files_for_engines
from clubscore.publishing.front_pages import Contents, first_page, page_of_year, year_page
from clubscore.publishing.gazette_pages import gazette_page, page_of_evening
from clubscore.publishing.package_pages import package_files
from clubscore.publishing.people_pages import PersonYears, list_page, pages_of, people_of
from clubscore.publishing.season_pages import (
    page_of_season,
    page_of_series,
    season_page,
    seasons_played,
    series_page,
)
from clubscore.publishing.site_look import PLAIN_FILES, Look, plain_file
from clubscore.publishing.site_stamps import SiteStamps

Say = Callable[[int, int], None]


def published_events(club: Club) -> QuerySet[Event]:
    """Return the events that are published, oldest first: final, open to members, not called off.

    Played here or imported; one that was deleted or reopened is not among them.
    """
    found = Event.sessions.filter(club=club, called_off_at=None, ranking_open=True)
    found = found.filter(finished_at__isnull=False, final_at__lte=clock.now())
    return found.select_related("club").order_by("evening", "pk")


def whose(club: Club) -> bytes:
    """Return what a folder says of whose it is."""
    return f"{club.slug}\n".encode()


class Site:
    """A club's site as its data is now; `known` is what the folder's index says."""

    def __init__(self, club: Club, folder: Path, known: Mapping[str, Entry], say: Say) -> None:
        self.club, self.folder, self.say = club, folder, say
        self.names = PublishedNames(club)
        self.look = Look(club)
        self.stamps = SiteStamps(club, self.names)
        self.events = list(published_events(club))
        # What an event's last file says is true of all of them: it is written when they are.
        self._known: dict[str, list[str]] = defaultdict(list)
        for name, entry in known.items():
            self._known[entry.stamp].append(name)
        self._marks = {name: entry.stamp for name, entry in known.items() if FACTS in name}

    def files(self) -> Iterator[OneFile]:
        """Yield every file; what engines look for last, because it lists the pages."""
        pages = []
        for each in self._files():
            if each.name.endswith(".html"):
                pages.append(each.name)
            yield each
        yield from files_for_engines(self.club.site_address, pages, self.stamps)

    def _files(self) -> Iterator[OneFile]:
        """Yield what the site is. Events come first: other pages follow from what they leave."""
        yield OneFile(".clubscore/club.txt", "", partial(whose, self.club))
        for name in PLAIN_FILES:
            yield OneFile(name, "", partial(plain_file, name))
        yield from self._of_events()
        yield from self._of_people()
        yield from self._of_tables()
        yield from self._of_lists()
        yield from package_files(self.club)

    def _of_events(self) -> Iterator[OneFile]:
        by_evening: dict[str, list[EventPages]] = defaultdict(list)
        for event in self.events:
            pages = EventPages(event, Frame(self.look, self.names))
            by_evening[str(event.evening)].append(pages)
        done = 0
        for evening, pages_of_day in by_evening.items():
            for pages in pages_of_day:
                self.say(done, len(self.events))
                yield from self._of_event(pages)
                done += 1
            yield from self._of_evening(evening, pages_of_day)
            # What was read of an event is not needed any more.
            pages_of_day.clear()
        self.say(done, len(self.events))

    def _of_event(self, pages: EventPages) -> Iterator[OneFile]:
        pk = pages.event.pk
        # One that came since the stamps were read has none, and is looked at again next time.
        stamp, facts = self.stamps.events.get(pk, ""), facts_file(pk)
        if stamp and self._marks.get(facts) == stamp:
            made = _made_late(pages)
            for name in self._known[stamp]:
                if name != facts:
                    yield OneFile(name, stamp, partial(made, name))
        else:
            for name, make in pages.pages():
                yield OneFile(name, stamp, make)
        yield OneFile(facts, stamp, lambda: pages.facts().written())

    def _of_evening(self, evening: str, pages: Sequence[EventPages]) -> Iterator[OneFile]:
        decided = self._gazettes.get(evening)
        if decided is None:
            return
        stamps = [self.stamps.events.get(each.event.pk) for each in pages]
        stamp = self.stamps.of(evening, decided.left_out, stamps)
        make = partial(gazette_page, self.look, decided, tuple(pages))
        yield OneFile(page_of_evening(evening), stamp, make)

    @cached_property
    def _gazettes(self) -> dict[str, EveningGazette]:
        """The gazettes that members may read, by evening."""
        days = {each.evening for each in self.events}
        shown = EveningGazette.objects.filter(club=self.club).exclude(shown_at=None)
        return {str(each.evening): each for each in shown if each.evening in days}

    @cached_property
    def facts(self) -> list[EventFacts]:
        """What the events left, those with something to show; known once they are made."""
        found = (read_facts(self.folder, each.pk) for each in self.events)
        return [each for each in found if each.boards]

    @cached_property
    def people(self) -> list[PersonYears]:
        """Everybody who is named in some event."""
        return people_of(self.facts, self.names)

    def _of_people(self) -> Iterator[OneFile]:
        for each in self.people:
            years = [*each.years]
            for name, came, make in pages_of(self.look, each):
                stamp = self.stamps.of(each.person.name, years, [one.follows for one in came])
                yield OneFile(name, stamp, make)
        if not self.people:
            return
        listed = [(each.person.pk, each.person.name, each.newest) for each in self.people]
        stamp = self.stamps.of("people", listed)
        yield OneFile("people/index.html", stamp, partial(list_page, self.look, self.people))

    @cached_property
    def _series(self) -> list[tuple[str, str]]:
        return [(each.name, page_of_series(each)) for each in series_of(self.club)]

    @cached_property
    def _seasons(self) -> list[int]:
        """The years of card tables, where the club wants that and shows results at all."""
        wanted = self.club.site_has_season and self.club.results_open
        return seasons_played(self.club) if wanted else []

    def _of_tables(self) -> Iterator[OneFile]:
        events = [each.event for each in self.facts]
        named = [(pk, own.short_name, own.name, pk in self.names.named)
                 for pk, own in sorted(self.names.people.items())]  # fmt: skip
        for series in series_of(self.club):
            chosen = set(series.kept.get("events", []))
            stamps = [self.stamps.events.get(pk) for pk in events if pk in chosen]
            stamp = self.stamps.of(series.pk, series.name, series.revision, stamps, named)
            make = partial(series_page, self.look, series, events, self.names)
            yield OneFile(page_of_series(series), stamp, make)
        for year in self._seasons:
            stamp = self.stamps.of("season", year, self.stamps.sittings, named)
            make = partial(season_page, self.look, year, self.names)
            yield OneFile(page_of_season(year), stamp, make)

    def _of_lists(self) -> Iterator[OneFile]:
        contents = Contents(
            self.facts,
            {day: page_of_evening(day) for day in self._gazettes},
            self._series,
            [(str(year), page_of_season(year)) for year in self._seasons],
            bool(self.people),
        )
        besides = contents._replace(events=())
        of_year: dict[int, list[EventFacts]] = defaultdict(list)
        for each in self.facts:
            of_year[each.day.year].append(each)
        for year in contents.years:
            stamp = self.stamps.of("year", year, besides, contents.years, of_year[year])
            yield OneFile(page_of_year(year), stamp, partial(year_page, self.look, contents, year))
        stamp = self.stamps.of("front", contents)
        yield OneFile("index.html", stamp, partial(first_page, self.look, contents))


def _made_late(pages: EventPages) -> Callable[[str], bytes]:
    """Return what makes a page of an event by its place; the first of them reads the event."""

    def make(name: str) -> bytes:
        return next(made for place, made in pages.pages() if place == name)()

    return make
