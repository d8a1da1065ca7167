"""The pages of a club's published site: its events, people, seasons, gazettes and years.

Each event leaves its lines for other pages in a small file, so that one more event does not ask
for all of them to be ranked again. Nothing is in it that its own pages do not say.
"""

import datetime as dt
import json
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property, partial
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from django.db.models import Max, Min
from django.utils.translation import gettext as _

from clubscore.club.access import Actor, Level
from clubscore.club.models import Club, EveningGazette, Person
from clubscore.club.privacy import PublishedNames
from clubscore.club.wording import named, percent, signed
from clubscore.deals.double_dummy import Tricks
from clubscore.deals.hands import DealtBoard
from clubscore.events.cards import (
    ContestantCard,
    KnownCards,
    card_rows,
    rounds_of,
    session_picture,
    swings,
)
from clubscore.events.imported import told_of
from clubscore.events.models import Event, EventShare, Series, ToldPlayer
from clubscore.events.pages.reading import TravellerReader, board_page
from clubscore.events.par_tables import tables_of
from clubscore.events.ranking_tables import whole_lists
from clubscore.events.rankings import RankedList, RankingLine
from clubscore.events.series import SeriesNow
from clubscore.events.state import room_of
from clubscore.events.travellers import leads_of_boards, points_head
from clubscore.events.visibility import deals_seen
from clubscore.events.what_decided import BoardScore, boards_told
from clubscore.extras.gazette.evening import GazetteChapter, chapters_of_events, left_out_of
from clubscore.extras.gazette.night import EventNight
from clubscore.extras.site.look import (
    Look,
    PublishedLists,
    named_here,
    named_in_file,
)
from clubscore.ranking import EventFile as RankedEvent
from clubscore.ranking.result import Side, members
from clubscore.rubbers.season import season_of, settlements_of

FACTS = ".clubscore/events"


@dataclass(frozen=True)
class FactLine:
    """A contestant that is named: its card, where it came, its people by key beside its names."""

    card: int
    place: str
    of: int
    result: str
    names: tuple[str, ...]
    people: tuple[int, ...]


@dataclass(frozen=True)
class EventSummary:
    """An event as lists of events have it; `winners` are names or numbers, a list a direction."""

    event: int
    folder: str
    name: str
    evening: str
    boards: int
    contestants: int
    winners: tuple[tuple[str, ...], ...] = ()
    lines: tuple[FactLine, ...] = field(default=())

    @property
    def day(self) -> dt.date:
        """Its evening."""
        return dt.date.fromisoformat(self.evening)

    @property
    def page(self) -> str:
        """Its ranking's place in the site."""
        return f"{self.folder}/index.html"

    def written(self) -> bytes:
        """Return it as its file."""
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True).encode()


def facts_file(event: int) -> str:
    """Return the place of an event's facts."""
    return f"{FACTS}/{event}.json"


def read_facts(folder: Path, event: int) -> EventSummary:
    """Return what was written of an event just now. Raises OSError."""
    told = json.loads((folder / facts_file(event)).read_bytes())
    lines = tuple(
        FactLine(**{**each, "names": tuple(each["names"]), "people": tuple(each["people"])})
        for each in told.pop("lines")
    )
    winners = tuple(tuple(each) for each in told.pop("winners"))
    return EventSummary(**told, winners=winners, lines=lines)


# ---- The pages of an event.

Made = tuple[str, Callable[[], bytes]]


def folder_of(event: Event) -> str:
    """Return where an event's pages lie in the site."""
    return f"events/{event.evening}-{event.pk}"


class SiteFrame(NamedTuple):
    """What the pages of all events share: how they look, and who is named."""

    look: Look
    names: PublishedNames


class EventPages:
    """An event's pages, read and ranked when the first of them is made."""

    def __init__(self, event: Event, frame: SiteFrame) -> None:
        self.event, self.look, self.names = event, frame.look, frame.names
        self.folder = folder_of(event)
        # The site says what any member may read.
        self.reader = Actor(level=Level.PLAYER, club=event.club)

    @cached_property
    def _told(self) -> RankedEvent | None:
        return told_of(self.event) if self.event.told else None

    @cached_property
    def lists(self) -> PublishedLists:
        """The event ranked, with the names that may be said."""
        room, told = room_of(self.event), self._told
        shares = EventShare.objects.filter(event=self.event, hides_names=True, revoked_at=None)
        if shares.exists():
            people: Mapping[str, tuple[int, ...]] = {}
        elif told is not None:
            links = ToldPlayer.objects.filter(event=self.event)
            people = named_in_file(told, links, self.names)
        else:
            people = named_here(room, self.names)
        return PublishedLists(room, people, told)

    @cached_property
    def dealt(self) -> dict[int, DealtBoard]:
        """The boards whose cards may be seen, by number."""
        return deals_seen(self.reader, self.lists.room)

    @cached_property
    def _known(self) -> KnownCards:
        """What is known of the cards of all boards."""
        deals = {number: board.deal for number, board in self.dealt.items()}
        leads = leads_of_boards(self.lists, deals)
        return KnownCards(deals, tables_of(deals.values()), leads)

    @property
    def tricks(self) -> dict[int, Tricks]:
        """Double-dummy tricks by board, where they were worked out."""
        known = self._known
        by_number = {number: deal.pbn() for number, deal in known.deals.items()}
        return {n: known.tables[pbn] for n, pbn in by_number.items() if pbn in known.tables}

    @cached_property
    def _compared(self) -> Mapping[int, tuple[BoardScore, ...]]:
        return boards_told(self.lists)

    @cached_property
    def _rankings(self) -> list[RankedList]:
        return self.lists.rankings

    @cached_property
    def _lines(self) -> dict[str, RankingLine]:
        """The line of each contestant in the list that has it."""
        return {row.key: row for one in self._rankings if not one.list for row in one.rows}

    def pages(self) -> Iterator[Made]:
        """Yield each page's place and what makes it; none where nothing was played."""
        if not self.lists.boards:
            return
        for key in self._lines:
            yield f"{self.folder}/{self.card_at(key)}", partial(self._card, key)
        for board in self.lists.boards:
            yield f"{self.folder}/{self.board_at(board)}", partial(self._board, board)
        yield f"{self.folder}/index.html", self._ranking

    def card_at(self, key: str) -> str:
        """Return the page of a contestant's card, from one beside it."""
        return f"card-{self.lists.cards[key]}.html"

    def board_at(self, board: int) -> str:
        """Return the page of a board, from one beside it."""
        return f"board-{board}.html"

    def _page(self, template: str, place: str, context: Mapping[str, object]) -> bytes:
        shared = {"event": self.event, "lists": self.lists, "at_event": True}
        return self.look.page(template, f"{self.folder}/{place}", {**shared, **context})

    def _ranking(self) -> bytes:
        boards = [(board, self.board_at(board)) for board in self.lists.boards]
        # Reasons are words that somebody typed.
        penalties = [
            (named(self.lists.called(each.key)), each.amount, each.unit)
            for each in self.lists.penalties
        ]
        shown = whole_lists(self.lists, self.card_at)
        context = {"shown": shown, "boards": boards, "penalties": penalties}
        return self._page("ranking.html", "index.html", context)

    def _card(self, key: str) -> bytes:
        lists, line = self.lists, self._lines[key]
        card = lists.card(key)
        rows = card_rows(lists, card, self._known, words=True, told=self._compared)
        won, lost = swings(rows, self.board_at)
        table = ContestantCard(rows, self.board_at, points=points_head(lists))
        context = {
            "line": line,
            "who": named(lists.called(key)),
            "table": table,
            "picture": session_picture(rounds_of(card), line.percent),
            "won": won,
            "lost": lost,
        }
        return self._page("card.html", self.card_at(key), context)

    def _board(self, board: int) -> bytes:
        asked = TravellerReader(self.reader, names=True)
        page = board_page(self.lists, asked, board, self.card_at)
        table = page["traveller"]
        # What an organiser wrote about a set is not ours to spread.
        page.pop("commentary", None)
        page.pop("tasks", None)
        beside = {
            side: {"n": number, "page": self.board_at(number)}
            for side, number in (("before", page["before"]), ("after", page["after"]))
            if number is not None
        }
        context = {
            **page,
            "before": beside.get("before"),
            "after": beside.get("after"),
            "table": table,
        }
        return self._page("board.html", self.board_at(board), context)

    def facts(self) -> EventSummary:
        """Return what lists of events and of people say of it."""
        lists = self.lists
        if not lists.boards:
            return EventSummary(
                self.event.pk, self.folder, self.event.name, str(self.event.evening), 0, 0
            )
        ranked = [one for one in self._rankings if not one.list]
        return EventSummary(
            event=self.event.pk,
            folder=self.folder,
            name=self.event.name,
            evening=str(self.event.evening),
            boards=len(lists.boards),
            contestants=len(self._lines),
            winners=tuple(self._winners(one) for one in ranked),
            lines=tuple(
                FactLine(
                    card=lists.cards[row.key],
                    place=row.place,
                    of=len(one.rows),
                    result=self._result(row),
                    names=tuple(row.names),
                    people=lists.people[row.key],
                )
                for one in ranked
                for row in one.rows
                if row.key in lists.people and row.boards
            ),
        )

    def _winners(self, one: RankedList) -> tuple[str, ...]:
        first = [row for row in one.rows if row.place in ("1", "1=")]
        return tuple(named(self.lists.called(row.key)) for row in first)

    def _result(self, row: RankingLine) -> str:
        if row.percent:
            return percent(row.percent)
        return _("%(word)s: %(score)s") % {"word": self.lists.score_word, "score": row.score}


# ---- Everybody who is named.

OTHERS = "#"  # names that begin with no letter


class PublishedPerson(NamedTuple):
    """An event of somebody's: where their pair or team came, with whom."""

    event: EventSummary
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
    years: Mapping[int, Sequence[PublishedPerson]]

    @property
    def newest(self) -> int:
        """The last year in which they played."""
        return max(self.years)

    def page(self, year: int) -> str:
        """Return the place of a year's page; the newest has the shorter name."""
        last = "" if year == self.newest else f"-{year}"
        return f"people/{self.person.pk}{last}.html"


def people_of(events: Iterable[EventSummary], names: PublishedNames) -> list[PersonYears]:
    """Return everybody who is named in these events, by name."""
    found: dict[int, dict[int, list[PublishedPerson]]] = defaultdict(lambda: defaultdict(list))
    for event in sorted(events, key=lambda each: (each.evening, each.event), reverse=True):
        for line in event.lines:
            for who in dict.fromkeys(line.people):
                came = PublishedPerson(event, line, _beside(line, who))
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
) -> Iterator[tuple[str, Sequence[PublishedPerson], Callable[[], bytes]]]:
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


# ---- Tables over many evenings.


class SeriesRow(NamedTuple):
    """A line of a series; without names where somebody of it is not named."""

    place: str
    names: str
    played: int
    total: str


class PublishedSeasonRow(NamedTuple):
    """Somebody's season at the card tables."""

    person: Person
    rubbers: int
    won: int
    points: str


class PublishedSeries(SeriesNow):
    """A series of which only published events count."""

    def __init__(self, series: Series, published: Iterable[int]) -> None:
        super().__init__(series, Actor(level=Level.PLAYER, club=series.club))
        known = set(published)
        self.events = [event for event in self.events if event.pk in known]
        self._at = {event.pk: at for at, event in enumerate(self.events)}


def page_of_series(series: Series) -> str:
    """Return the place of a series."""
    return f"series/{series.pk}.html"


def series_page(
    look: Look, series: Series, published: Sequence[int], names: PublishedNames
) -> bytes:
    """Return the table of a series."""
    now = PublishedSeries(series, published)
    rows = [
        SeriesRow(
            line.place,
            named(line.names) if all(pk in names.named for pk in line.keys) else "",
            line.played,
            line.total,
        )
        for line in now.lines
    ]
    context = {
        "series": series,
        "events": len(now.events),
        "placed": [row for row in rows if row.place],
        "below": [row for row in rows if not row.place],
    }
    return look.page("series.html", page_of_series(series), context)


def page_of_season(year: int) -> str:
    """Return the place of a year's season at the card tables."""
    return f"season/{year}.html"


def seasons_played(club: Club) -> list[int]:
    """Return the years in which anything was agreed at card tables, newest first. One query."""
    ends: dict[str, dt.date | None] = settlements_of(club).aggregate(
        first=Min("part__sitting__evening"), last=Max("part__sitting__evening")
    )
    first, last = ends["first"], ends["last"]
    return [] if first is None or last is None else [*range(last.year, first.year - 1, -1)]


def season_page(look: Look, year: int, names: PublishedNames) -> bytes:
    """Return a year at the card tables, by points: never money; of those who are named."""
    evenings = (dt.date(year, 1, 1), dt.date(year, 12, 31))
    agreed = settlements_of(look.club).filter(part__sitting__evening__range=evenings)
    scores = season_of(look.club, agreed).by_member()
    ordered = sorted(scores.items(), key=lambda each: (-each[1].points, each[0]))
    rows = [
        PublishedSeasonRow(names.people[pk], score.rubbers, score.won, signed(score.points))
        for pk, score in ordered
        if pk in names.named
    ]
    context = {"year": year, "rows": rows, "hidden": len(ordered) - len(rows)}
    return look.page("season.html", page_of_season(year), context)


@dataclass(frozen=True)
class PublishedNight(EventNight):
    """An event whose stories lead to the site's own pages and call nobody who is not named."""

    folder: str = ""

    @property
    def path(self) -> str:
        """The page of its ranking, from a page of an evening."""
        return f"../{self.folder}/index.html"

    def board_path(self, board: int) -> str:
        """The page of a board."""
        return f"../{self.folder}/board-{board}.html"

    def names(self, side: Side) -> str:
        """The people of a side, or "Pair 7" where they are not named."""
        lists = self.lists
        if not isinstance(lists, PublishedLists):
            return super().names(side)
        return named(name for key in members(side) for name in lists.called(key))


def page_of_evening(day: str) -> str:
    """Return the place of an evening's gazette."""
    return f"evenings/{day}.html"


def gazette_page(look: Look, decided: EveningGazette, events: Iterable[EventPages]) -> bytes:
    """Return the gazette of an evening; card tables, which have no numbers, are not in it."""
    nights = [
        PublishedNight(each.event, each.lists, each.tricks, each.dealt, each.folder)
        for each in events
        if each.lists.boards
    ]
    chapters = _without(tuple(chapters_of_events(nights)), left_out_of(decided))
    place = page_of_evening(str(decided.evening))
    return look.page("gazette.html", place, {"day": decided.evening, "chapters": chapters})


def _without(chapters: Sequence[GazetteChapter], left_out: set[str]) -> list[GazetteChapter]:
    kept = (
        replace(one, stories=tuple(each for each in one.stories if each.key not in left_out))
        for one in chapters
    )
    return [one for one in kept if one.stories]


# ---- The first page, and events by year.

NEWEST = 12  # events on the first page


class PublishedEvening(NamedTuple):
    """The events of an evening, and the place of its gazette if it has one."""

    day: dt.date
    events: Sequence[EventSummary]
    gazette: str


class Contents(NamedTuple):
    """What the site has: events with something to show, gazettes by evening, series, seasons."""

    events: Sequence[EventSummary]
    gazettes: Mapping[str, str]
    series: Sequence[tuple[str, str]]
    seasons: Sequence[tuple[str, str]]
    has_people: bool

    @property
    def years(self) -> list[int]:
        """The years with an event, the newest first."""
        return sorted({each.day.year for each in self.events}, reverse=True)

    def evenings(self, events: Iterable[EventSummary]) -> list[PublishedEvening]:
        """Return some events by evening, the newest first."""
        ordered = sorted(events, key=lambda each: (each.evening, each.event), reverse=True)
        return [
            PublishedEvening(dt.date.fromisoformat(day), list(found), self.gazettes.get(day, ""))
            for day, found in groupby(ordered, key=lambda each: each.evening)
        ]


def page_of_year(year: int) -> str:
    """Return the place of a year's events."""
    return f"{year}.html"


def first_page(look: Look, contents: Contents) -> bytes:
    """Return the first page: the newest events, and the ways to all else."""
    newest = sorted(contents.events, key=lambda each: (each.evening, each.event))[-NEWEST:]
    context = {
        "evenings": contents.evenings(newest),
        "years": [(year, page_of_year(year)) for year in contents.years],
        "contents": contents,
    }
    return look.page("front.html", "index.html", context)


def year_page(look: Look, contents: Contents, year: int) -> bytes:
    """Return the events of a year."""
    found = [each for each in contents.events if each.day.year == year]
    years = [(one, page_of_year(one), one == year) for one in contents.years]
    context = {"year": year, "years": years, "evenings": contents.evenings(found)}
    return look.page("year.html", page_of_year(year), context)
