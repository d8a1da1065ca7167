"""The files of a club's published site, each with what it follows from, made only when due.

Search engines get `sitemap.xml` and `robots.txt`, which need whole addresses. A stamp is keyed
with the server's secret, so the site's index says nothing of what is hidden.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from urllib.parse import quote, urlsplit
from xml.sax.saxutils import escape

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac
from django.utils.translation import get_language

from clubscore import places as edition
from clubscore.club import clock
from clubscore.club.models import Club, EveningGazette
from clubscore.club.privacy import PublishedNames
from clubscore.events import models as events
from clubscore.events.models import Event
from clubscore.events.series import series_of
from clubscore.extras.site.look import PLAIN_FILES, Look, plain_file
from clubscore.extras.site.pages import (
    FACTS,
    Contents,
    EventPages,
    EventSummary,
    PersonYears,
    SiteFrame,
    facts_file,
    first_page,
    gazette_page,
    list_page,
    page_of_evening,
    page_of_season,
    page_of_series,
    page_of_year,
    pages_of,
    people_of,
    read_facts,
    season_page,
    seasons_played,
    series_page,
    year_page,
)
from clubscore.extras.world.pages_bringing import package_files
from clubscore.files.readable import Stamps, program
from clubscore.server.kept_files import FolderFile, KeptFile

SALT = "clubscore.publishing"


class SiteStamps:
    """The stamps of a club's site as its data is now; as many queries however old it is."""

    def __init__(self, club: Club, names: PublishedNames) -> None:
        self._club, self._names = club, names
        self._common = (
            edition.page_edition(), program(), get_language(), club.name, club.site_address,
        )  # fmt: skip
        self._stamps = Stamps(club)

    def of(self, *follows_from: object) -> str:
        """Return the stamp of what follows from some values, as every page does from the club."""
        text = repr((self._common, follows_from))
        return salted_hmac(SALT, text, algorithm="sha256").hexdigest()[:32]

    @cached_property
    def sittings(self) -> str:
        """The stamp of the card tables."""
        return self.of(sorted(self._stamps.sittings.items()))

    @cached_property
    def events(self) -> dict[int, str]:
        """The stamp of each event by its key: what was entered, its people as they are named."""
        people: dict[int, list[object]] = defaultdict(list)
        for event, *keys in self._held():
            people[event].append([self._shown(pk) for pk in keys])
        hidden = set(
            events.EventShare.objects.filter(
                event__club=self._club, hides_names=True, revoked_at=None
            ).values_list("event", flat=True)
        )
        solved = self._solved()
        worked = events.BoardsWorkedOut.objects.filter(event__club=self._club)
        worked_out = dict(worked.values_list("event", "revision"))
        return {
            pk: self.of(stamp, people[pk], pk in hidden, solved[pk], worked_out.get(pk))
            for pk, stamp in self._stamps.events.items()
        }

    def _shown(self, pk: int | None) -> object:
        own = self._names.people.get(pk or 0)
        return own and (pk, own.pk, own.short_name, pk in self._names.named)

    def _held(self) -> Iterator[tuple[int, *tuple[int | None, ...]]]:
        """Yield the people of every event. Three queries."""
        entries = events.Entry.objects.filter(event__club=self._club).order_by("pk")
        further = events.TeamMember.objects.filter(event__club=self._club).order_by("pk")
        told = events.ToldPlayer.objects.filter(event__club=self._club).order_by("pk")
        return chain(
            entries.values_list("event", "first", "second"),
            further.values_list("event", "person"),
            told.values_list("event", "person"),
        )

    def _solved(self) -> Counter[int]:
        """Return how many of each event's cards were worked out. Two queries."""
        known = set(events.DoubleDummy.objects.exclude(tricks="").values_list("deal", flat=True))
        cards = events.BoardRevision.objects.filter(event__club=self._club).order_by()
        return Counter(event for event, deal in cards.values_list("event", "deal") if deal in known)


MOST = 50_000  # places in one file, says sitemaps.org
SPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"


def files_for_engines(
    address: str, pages: Sequence[str], stamps: SiteStamps
) -> Iterator[FolderFile]:
    """Yield both files of a site that is served at an address, "" where nobody knows where.

    A site whose address nobody entered has neither. Engines read `robots.txt` at the root of a web
    space alone: a site in a folder of one has none of its own.
    """
    if not address:
        return
    root = address.rstrip("/")
    shown = sorted(pages, key=_how_near)[:MOST]
    yield FolderFile("sitemap.xml", stamps.of("sitemap", shown), partial(sitemap, root, shown))
    if not urlsplit(root).path:
        yield FolderFile("robots.txt", stamps.of("robots", root), partial(robots, root))


def _how_near(name: str) -> tuple[bool, int, str]:
    """Return how near to the first page a page stands."""
    return name != "index.html", name.count("/"), name


def sitemap(root: str, pages: Sequence[str]) -> bytes:
    """Return the list of pages by their whole addresses, those nearest to the first page first."""
    places = "".join(f"<url><loc>{escape(f'{root}/{quote(name)}')}</loc></url>\n" for name in pages)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n'
    return f'{head}<urlset xmlns="{SPACE}">\n{places}</urlset>\n'.encode()


def robots(root: str) -> bytes:
    """Return that all may be read, and where the list of pages is."""
    return f"User-agent: *\nAllow: /\n\nSitemap: {root}/sitemap.xml\n".encode()


# ---- Every file of a club's site.

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

    def __init__(self, club: Club, folder: Path, known: Mapping[str, KeptFile], say: Say) -> None:
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

    def files(self) -> Iterator[FolderFile]:
        """Yield every file; what engines look for last, because it lists the pages."""
        pages = []
        for each in self._files():
            if each.name.endswith(".html"):
                pages.append(each.name)
            yield each
        yield from files_for_engines(self.club.site_address, pages, self.stamps)

    def _files(self) -> Iterator[FolderFile]:
        """Yield what the site is. Events come first: other pages follow from what they leave."""
        yield FolderFile(".clubscore/club.txt", "", partial(whose, self.club))
        for name in PLAIN_FILES:
            yield FolderFile(name, "", partial(plain_file, name))
        yield from self._of_events()
        yield from self._of_people()
        yield from self._of_tables()
        yield from self._of_lists()
        yield from package_files(self.club)

    def _of_events(self) -> Iterator[FolderFile]:
        by_evening: dict[str, list[EventPages]] = defaultdict(list)
        for event in self.events:
            pages = EventPages(event, SiteFrame(self.look, self.names))
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

    def _of_event(self, pages: EventPages) -> Iterator[FolderFile]:
        pk = pages.event.pk
        # One that came since the stamps were read has none, and is looked at again next time.
        stamp, facts = self.stamps.events.get(pk, ""), facts_file(pk)
        if stamp and self._marks.get(facts) == stamp:
            made = _made_late(pages)
            for name in self._known[stamp]:
                if name != facts:
                    yield FolderFile(name, stamp, partial(made, name))
        else:
            for name, make in pages.pages():
                yield FolderFile(name, stamp, make)
        yield FolderFile(facts, stamp, lambda: pages.facts().written())

    def _of_evening(self, evening: str, pages: Sequence[EventPages]) -> Iterator[FolderFile]:
        decided = self._gazettes.get(evening)
        if decided is None:
            return
        stamps = [self.stamps.events.get(each.event.pk) for each in pages]
        stamp = self.stamps.of(evening, decided.left_out, stamps)
        make = partial(gazette_page, self.look, decided, tuple(pages))
        yield FolderFile(page_of_evening(evening), stamp, make)

    @cached_property
    def _gazettes(self) -> dict[str, EveningGazette]:
        """The gazettes that members may read, by evening."""
        days = {each.evening for each in self.events}
        shown = EveningGazette.objects.filter(club=self.club).exclude(shown_at=None)
        return {str(each.evening): each for each in shown if each.evening in days}

    @cached_property
    def facts(self) -> list[EventSummary]:
        """What the events left, those with something to show; known once they are made."""
        found = (read_facts(self.folder, each.pk) for each in self.events)
        return [each for each in found if each.boards]

    @cached_property
    def people(self) -> list[PersonYears]:
        """Everybody who is named in some event."""
        return people_of(self.facts, self.names)

    def _of_people(self) -> Iterator[FolderFile]:
        for each in self.people:
            years = [*each.years]
            for name, came, make in pages_of(self.look, each):
                stamp = self.stamps.of(each.person.name, years, [one.follows for one in came])
                yield FolderFile(name, stamp, make)
        if not self.people:
            return
        listed = [(each.person.pk, each.person.name, each.newest) for each in self.people]
        stamp = self.stamps.of("people", listed)
        yield FolderFile("people/index.html", stamp, partial(list_page, self.look, self.people))

    @cached_property
    def _series(self) -> list[tuple[str, str]]:
        return [(each.name, page_of_series(each)) for each in series_of(self.club)]

    @cached_property
    def _seasons(self) -> list[int]:
        """The years of card tables, where the club wants that and shows results at all."""
        wanted = self.club.site_has_season and self.club.results_open
        return seasons_played(self.club) if wanted else []

    def _of_tables(self) -> Iterator[FolderFile]:
        events = [each.event for each in self.facts]
        named = [(pk, own.short_name, own.name, pk in self.names.named)
                 for pk, own in sorted(self.names.people.items())]  # fmt: skip
        for series in series_of(self.club):
            chosen = set(series.kept.get("events", []))
            stamps = [self.stamps.events.get(pk) for pk in events if pk in chosen]
            stamp = self.stamps.of(series.pk, series.name, series.revision, stamps, named)
            make = partial(series_page, self.look, series, events, self.names)
            yield FolderFile(page_of_series(series), stamp, make)
        for year in self._seasons:
            stamp = self.stamps.of("season", year, self.stamps.sittings, named)
            make = partial(season_page, self.look, year, self.names)
            yield FolderFile(page_of_season(year), stamp, make)

    def _of_lists(self) -> Iterator[FolderFile]:
        contents = Contents(
            self.facts,
            {day: page_of_evening(day) for day in self._gazettes},
            self._series,
            [(str(year), page_of_season(year)) for year in self._seasons],
            bool(self.people),
        )
        besides = contents._replace(events=())
        of_year: dict[int, list[EventSummary]] = defaultdict(list)
        for each in self.facts:
            of_year[each.day.year].append(each)
        for year in contents.years:
            stamp = self.stamps.of("year", year, besides, contents.years, of_year[year])
            yield FolderFile(
                page_of_year(year), stamp, partial(year_page, self.look, contents, year)
            )
        stamp = self.stamps.of("front", contents)
        yield FolderFile("index.html", stamp, partial(first_page, self.look, contents))


def _made_late(pages: EventPages) -> Callable[[str], bytes]:
    """Return what makes a page of an event by its place; the first of them reads the event."""

    def make(name: str) -> bytes:
        return next(made for place, made in pages.pages() if place == name)()

    return make
