"""A club's year read for its book: evenings, events, members, records, and money for directors.

Years are calendar years. There are never more queries, however many evenings there were.
"""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from django.db.models import Prefetch, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.access import Actor
from clubscore.club.ledger import THE_CLUB, TheClub, party_of, postings_in
from clubscore.club.models import Club, Person
from clubscore.club.wording import figure, full_date, listed, month_name, named, said, signed
from clubscore.events.formats import how_many, numbered, scoring_name
from clubscore.events.imported import imported_of_each
from clubscore.events.models import Event, EventShare
from clubscore.events.selectors import events_of, may_see_results
from clubscore.events.series import EventLine, lines_of
from clubscore.laws.games import find_game
from clubscore.laws.money import Currency, find_currency
from clubscore.ranking import EventFile as RankedEvent
from clubscore.ranking import show_alike
from clubscore.rubbers.models import Candidate, Sitting
from clubscore.rubbers.season import Agreed, Season, SeasonScore, season_of, settlements_of
from clubscore.rubbers.selectors import sittings_seen
from clubscore.rubbers.settling import ROOM, RUBBERS


class PlayCounts(NamedTuple):
    """How much was played: evenings, rubbers made up and agreed, events of the duplicate room."""

    evenings: int
    rubbers: int
    events: int


class AtCards(NamedTuple):
    """What somebody made of rubbers, or what was made of a game: "won" is how many were won."""

    name: str
    rubbers: int
    won: int
    points: int


class InEvents(NamedTuple):
    """What somebody made of events: how many, how often first, the best percentage, bare."""

    name: str
    events: int
    firsts: int
    best: str


class TableTold(NamedTuple):
    """A card table of an evening: who won how much, or who sat there where nothing was agreed."""

    table: str
    games: str
    rubbers: int
    standing: tuple[tuple[str, str], ...]
    people: tuple[str, ...]


class PlaceTold(NamedTuple):
    """One of the first places of an event; its direction where each has a list of its own.

    ``percent`` is empty where the event has points alone.
    """

    direction: str
    place: str
    names: tuple[str, ...]
    percent: str
    points: str


class EventTold(NamedTuple):
    """An event of an evening: how it was scored, its first places, who else played.

    ``state`` says why there are no places where there are none.
    """

    name: str
    facts: str
    places: tuple[PlaceTold, ...]
    others: tuple[str, ...]
    state: str


class EveningTold(NamedTuple):
    """An evening: its day, its month, card tables and events."""

    day: str
    month: str
    tables: tuple[TableTold, ...]
    events: tuple[EventTold, ...]


class YearRecord(NamedTuple):
    """A record: what is the most, how much that is, who or where, and when.

    ``percent`` is a percentage in bare figures instead of how much.
    """

    what: str
    figure: str
    who: str
    when: str
    percent: str = ""


class Amount(NamedTuple):
    """What the year brought somebody in smallest coins: at cards, and with all that was booked."""

    name: str
    cards: int
    whole: int


class Money(NamedTuple):
    """The money of the year in one currency; the club's own row stands last."""

    currency: Currency
    rows: tuple[Amount, ...]


class MemberTold(NamedTuple):
    """A member's year: evenings, rubbers by game, events; `points` and `best` are figures."""

    name: str
    evenings: int
    rubbers: int
    won: int
    points: int
    games: tuple[AtCards, ...]
    events: InEvents | None


class YearBook(NamedTuple):
    """The book. ``money`` is None but in the treasurer's copy.

    ``notes`` say what is not in it, and why.
    """

    club: str
    year: int
    counts: PlayCounts
    cards: tuple[AtCards, ...]
    games: tuple[AtCards, ...]
    duplicate: tuple[InEvents, ...]
    evenings: tuple[EveningTold, ...]
    records: tuple[YearRecord, ...]
    money: tuple[Money, ...] | None
    members: tuple[MemberTold, ...]
    notes: tuple[str, ...]


# ---- The events of a year.

FIRST_PLACES = 3
SHARED = "="


@dataclass
class YearResult:
    """What somebody made of the events of a year."""

    events: int = 0
    firsts: int = 0
    best: Fraction | None = None

    def add(self, line: EventLine) -> None:
        self.events += 1
        self.firsts += line.place == 1
        if line.percent is not None and (self.best is None or line.percent > self.best):
            self.best = line.percent

    def told(self, name: str) -> InEvents:
        """Return it as the book says it."""
        return InEvents(name, self.events, self.firsts, bare_percent(self.best))


@dataclass
class YearEvents:
    """The events of a year: the lines of those that are over and whose ranking may be seen.

    `hidden` are those whose shared ranking hides names.
    """

    events: list[Event]
    lines: Mapping[int, tuple[EventLine, ...]]
    files: Mapping[int, RankedEvent]
    hidden: frozenset[int]
    people: dict[int, Person] = field(default_factory=dict)

    @property
    def keys(self) -> set[int]:
        """Everybody of the club's who is in a ranking."""
        return {pk for lines in self.lines.values() for line in lines for pk in line.people}

    def by_person(self) -> dict[int, YearResult]:
        """Return what everybody made of the events that do not hide names."""
        found: dict[int, YearResult] = defaultdict(YearResult)
        for event in self.events:
            if event.pk in self.hidden:
                continue
            for line in self.lines.get(event.pk, ()):
                for who in {self.people[pk].pk for pk in line.people if pk in self.people}:
                    found[who].add(line)
        return found

    def best(self) -> tuple[Event, EventLine] | None:
        """Return the highest percentage of the year, of the first who had it."""
        known = [
            (event, line)
            for event in self.events
            if event.pk not in self.hidden
            for line in self.lines.get(event.pk, ())
            if line.percent is not None
        ]
        return max(known, key=lambda each: each[1].percent or 0) if known else None

    def names(self, event: Event, line: EventLine) -> tuple[str, ...]:
        """Return the full names of a contestant: its number where they are hidden or unknown."""
        if event.pk in self.hidden:
            return (numbered(self._are(event), line.contestant),)
        told = self.files.get(event.pk)
        if told is not None and len(line.people) < line.seats:
            return tuple(told.contestants[line.contestant].names)
        names = tuple(self.people[pk].name for pk in line.people if pk in self.people)
        return names or (numbered(self._are(event), line.contestant),)

    def told(self, event: Event) -> EventTold:
        """Return an event as the book says it."""
        lines = self.lines.get(event.pk)
        if lines is None:
            over = event.finished_at is not None
            state = _("Its ranking is not open.") if over else _("It is not over yet.")
            return EventTold(event.name, scoring_name(event.scoring), (), (), state)
        first = [line for line in lines if 0 < line.place <= FIRST_PLACES]
        others = [line for line in lines if line not in first]
        facts = f"{how_many(self._are(event), len(lines))} · {scoring_name(event.scoring)}"
        state = "" if first else _("No one has a place.")
        return EventTold(
            event.name,
            facts,
            tuple(
                PlaceTold(
                    _direction(line),
                    _place(line),
                    self.names(event, line),
                    bare_percent(line.percent),
                    figure(points),
                )
                for line, points in zip(first, show_alike(one.score for one in first), strict=True)
            ),
            tuple(name for line in others for name in self.names(event, line)),
            state,
        )

    def _are(self, event: Event) -> str:
        told = self.files.get(event.pk)
        return told.contestants_are if told is not None else event.contestants_are


def events_of_year(actor: Actor, events: Iterable[Event]) -> YearEvents:
    """Read the rankings of events as a reader may see them. Eight queries, however many."""
    found = list(events)
    over = [each for each in found if each.finished_at and may_see_results(actor, each)]
    told = [each for each in over if each.told]
    hidden = EventShare.objects.filter(event__in=over, hides_names=True, revoked_at=None)
    return YearEvents(
        events=found,
        lines=lines_of(over),
        files=imported_of_each(told) if told else {},
        hidden=frozenset(hidden.values_list("event_id", flat=True)),
    )


def bare_percent(value: Fraction | None) -> str:
    """Return a percentage with two decimals, without its sign; nothing where there is none."""
    return "" if value is None else figure(show_alike([value], least=2)[0])


def _place(line: EventLine) -> str:
    return f"{line.place}{SHARED if line.tied > 1 else ''}"


def _direction(line: EventLine) -> str:
    return {"NS": _("North–South"), "EW": _("East–West")}.get(line.direction, "")


def money_of_year(club: Club, days: tuple[dt.date, dt.date]) -> tuple[Money, ...]:
    """Return what was booked on the evenings between two days. Two queries.

    Every column of a currency comes to nothing: what one has lost another has, or the club.
    """
    booked = postings_in(club).filter(entry__club=club, entry__evening__range=days).order_by()
    sides = booked.annotate(one=party_of("debited"), other=party_of("credited")).values_list(
        "entry__room", "entry__kind", "currency", "one", "other"
    )
    rows: Iterable[tuple[str, str, str, int, int, int]] = sides.annotate(coins=Sum("amount"))
    sums: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
    for room, kind, currency, one, other, coins in rows:
        at_cards = room == ROOM and kind in RUBBERS
        for who, won in ((one, -coins), (other, coins)):
            both = sums[currency][who]
            both[0] += won if at_cards else 0
            both[1] += won
    people = Person.objects.in_bulk({who for of in sums.values() for who in of} - {THE_CLUB})
    found = []
    for currency, of in sorted(sums.items()):
        amounts = [
            Amount(people[who].name, *both)
            for who, both in of.items()
            if who in people and any(both)
        ]
        amounts.sort(key=lambda row: row.name.casefold())
        if not amounts:
            continue
        amounts.append(Amount(TheClub().name, *of.get(THE_CLUB, (0, 0))))
        found.append(Money(find_currency(currency), tuple(amounts)))
    return tuple(found)


# ---- What is read of a year.


@dataclass
class YearRead:
    """What was read of a year. ``own`` is the only person whose figures the reader may see."""

    sittings: list[Sitting]
    season: Season
    events: YearEvents
    people: dict[int, Person]
    own: int | None

    @cached_property
    def rubbers_of(self) -> dict[int, list[Agreed]]:
        """The rubbers of each sitting, by its key."""
        at = {part.pk: each.pk for each in self.sittings for part in each.parts.all()}
        found: dict[int, list[Agreed]] = defaultdict(list)
        for rubber in self.season.rubbers:
            if rubber.part in at:
                found[at[rubber.part]].append(rubber)
        return found

    @cached_property
    def days_of(self) -> dict[int, set[dt.date]]:
        """The evenings of everybody, at card tables and events."""
        found: dict[int, set[dt.date]] = defaultdict(set)
        for sitting in self.sittings:
            for who in self.seated(sitting):
                found[who].add(sitting.evening)
        for event in self.events.events:
            if event.pk in self.events.hidden:
                continue
            for line in self.events.lines.get(event.pk, ()):
                for pk in line.people:
                    if pk in self.people:
                        found[self.people[pk].pk].add(event.evening)
        return found

    def seated(self, sitting: Sitting) -> list[int]:
        """Return who sat down at a table, each once."""
        return list(
            dict.fromkeys(now_known_as(each.person).pk for each in sitting.candidates.all())
        )

    def is_shown(self, who: int) -> bool:
        """Whether somebody's own figures may be shown to the reader."""
        return self.own is None or self.own == who


def read_year(actor: Actor, days: tuple[dt.date, dt.date]) -> YearRead:
    """Read the evenings between two days as a reader may see them: no query for each."""
    club = actor.home
    seen = sittings_seen(actor).filter(evening__range=days, voided_at=None)
    candidates = Candidate.objects.select_related("person__merged_into")
    sittings = list(
        seen.select_related("table")
        .prefetch_related("parts", Prefetch("candidates", candidates))
        .order_by("evening", "opened_at", "pk")
    )
    season = season_of(club, settlements_of(club).filter(part__sitting__in=seen.values("pk")))
    wanted = events_of(club, None).filter(evening__range=days).select_related("club")
    events = events_of_year(actor, wanted)
    known = Person.objects.filter(pk__in=events.keys, club=club).select_related("merged_into")
    events.people = {each.pk: now_known_as(each) for each in known}
    events.people |= {each.pk: each for each in events.people.values()}
    seated = [now_known_as(one.person) for each in sittings for one in each.candidates.all()]
    people = {**season.people, **events.people, **{each.pk: each for each in seated}}
    is_private = not club.results_open and not actor.is_scorer
    own = (actor.person.pk if actor.person else 0) if is_private else None
    return YearRead(sittings, season, events, people, own)


def now_known_as(person: Person) -> Person:
    """Return who somebody is, where two entries turned out to be one person."""
    return person.merged_into or person


def records(read: YearRead) -> Iterator[YearRecord]:
    """Yield the records that a year has; of several alike the first counts."""
    yield from _highest(read)
    yield from _longest(read)
    if read.own is None:
        yield from _most_people(read)
    best = read.events.best()
    if best is not None:
        event, line = best
        who = listed((named(read.events.names(event, line)), event.name))
        day = full_date(event.evening)
        yield YearRecord(_("Best percentage"), "", who, day, bare_percent(line.percent))


def _highest(read: YearRead) -> Iterator[YearRecord]:
    """The highest rubber of each game, the highest of all first."""
    found: dict[str, Agreed] = {}
    for rubber in read.season.rubbers:
        before = found.get(rubber.game)
        if rubber.greatest > (before.greatest if before else 0):
            found[rubber.game] = rubber
    for rubber in sorted(found.values(), key=lambda each: -each.greatest):
        winners = [who for who, won in rubber.points.items() if won == rubber.greatest]
        what = _("Highest rubber: %(game)s") % {"game": said(find_game(rubber.game).short_name)}
        points = ngettext("%(n)s point", "%(n)s points", rubber.greatest) % {"n": rubber.greatest}
        names = named(read.people[who].name for who in winners)
        yield YearRecord(what, points, names, full_date(rubber.evening))


def _longest(read: YearRead) -> Iterator[YearRecord]:
    """The evening on which most rubbers were played at one table."""
    if not read.rubbers_of:
        return
    first = max(read.sittings, key=lambda each: len(read.rubbers_of.get(each.pk, ())))
    count = len(read.rubbers_of[first.pk])
    text = ngettext("%(n)s rubber", "%(n)s rubbers", count) % {"n": count}
    people = named(read.people[who].name for who in read.seated(first))
    who = listed((first.table.name, people)) if people else first.table.name
    yield YearRecord(_("Longest evening at a table"), text, who, full_date(first.evening))


def _most_people(read: YearRead) -> Iterator[YearRecord]:
    """The evening with most people, and who came most often."""
    came = Counter(day for days in read.days_of.values() for day in days)
    if not came:
        return
    day = min(came, key=lambda each: (-came[each], each))
    text = ngettext("%(n)s player", "%(n)s players", came[day]) % {"n": came[day]}
    yield YearRecord(_("Best attended evening"), text, "", full_date(day))
    often = max(map(len, read.days_of.values()))
    who = sorted(read.people[pk].name for pk, days in read.days_of.items() if len(days) == often)
    count = ngettext("%(n)s evening", "%(n)s evenings", often) % {"n": often}
    yield YearRecord(_("Came most often"), count, named(who), "")


# ---- A year read for its book.


def year_book(actor: Actor, year: int, *, for_treasurer: bool = False) -> YearBook | None:
    """Return the book of a calendar year as its reader may see it; None where nothing was played.

    Money is in the treasurer's copy alone, which is the directors'.
    """
    if not dt.MINYEAR <= year <= dt.MAXYEAR:
        return None
    days = dt.date(year, 1, 1), dt.date(year, 12, 31)
    read = read_year(actor, days)
    if not read.sittings and not read.events.events:
        return None
    made, shown = read.events.by_person(), read.season.by_member()
    cards = [
        _score(read.people[who].name, score) for who, score in shown.items() if read.is_shown(who)
    ]
    duplicate = [one.told(read.people[who].name) for who, one in made.items() if read.is_shown(who)]
    evenings = _evenings(read)
    return YearBook(
        club=actor.home.name,
        year=year,
        counts=PlayCounts(len(evenings), len(read.season.rubbers), len(read.events.events)),
        cards=tuple(sorted(cards, key=lambda row: (-row.points, row.name.casefold()))),
        games=_games(read.season.by_game()),
        duplicate=tuple(
            sorted(duplicate, key=lambda row: (-row.firsts, -row.events, row.name.casefold()))
        ),
        evenings=evenings,
        records=tuple(records(read)),
        money=money_of_year(actor.home, days) if for_treasurer and actor.is_director else None,
        members=_members(read, made),
        notes=tuple(_notes(read)),
    )


def _score(name: str, score: SeasonScore) -> AtCards:
    return AtCards(name, score.rubbers, score.won, score.points)


def _games(scores: dict[str, SeasonScore]) -> tuple[AtCards, ...]:
    """Return games with the most rubbers first."""
    found = [_score(said(find_game(key).short_name), score) for key, score in scores.items()]
    return tuple(sorted(found, key=lambda row: (-row.rubbers, row.name.casefold())))


def _evenings(read: YearRead) -> tuple[EveningTold, ...]:
    tables: dict[dt.date, list[Sitting]] = defaultdict(list)
    events: dict[dt.date, list[Event]] = defaultdict(list)
    for sitting in read.sittings:
        tables[sitting.evening].append(sitting)
    for event in read.events.events:
        events[event.evening].append(event)
    return tuple(
        EveningTold(
            full_date(day),
            month_name(day),
            tuple(_table(read, each) for each in tables.get(day, ())),
            tuple(read.events.told(each) for each in events.get(day, ())),
        )
        for day in sorted({*tables, *events})
    )


def _table(read: YearRead, sitting: Sitting) -> TableTold:
    points: dict[int, int] = defaultdict(int)
    rubbers = read.rubbers_of.get(sitting.pk, [])
    for rubber in rubbers:
        for who, won in rubber.points.items():
            points[who] += won
    line = sorted(points.items(), key=lambda item: -item[1])
    games = dict.fromkeys(said(find_game(part.game).short_name) for part in sitting.parts.all())
    return TableTold(
        sitting.table.name,
        listed(games),
        len(rubbers),
        tuple((read.people[who].name, signed(won)) for who, won in line if who in read.people),
        tuple(read.people[who].name for who in read.seated(sitting) if who not in points),
    )


def _members(read: YearRead, made: dict[int, YearResult]) -> tuple[MemberTold, ...]:
    scores: dict[int, SeasonScore] = dict(read.season.by_member())
    found = []
    for who, days in read.days_of.items():
        person = read.people.get(who)
        if person is None or person.is_guest or not read.is_shown(who):
            continue
        score = scores.get(who, SeasonScore())
        found.append(
            MemberTold(
                name=person.name,
                evenings=len(days),
                rubbers=score.rubbers,
                won=score.won,
                points=score.points,
                games=_games(read.season.by_game(who)) if score.rubbers else (),
                events=made[who].told(person.name) if who in made else None,
            )
        )
    return tuple(sorted(found, key=lambda each: each.name.casefold()))


def _notes(read: YearRead) -> Iterable[str]:
    """Say what is in the book, and what is not."""
    if read.season.rubbers:
        yield _("Rubbers are those that were made up and agreed.")
    if read.own is not None:
        yield _("Of card tables only the reader's own results are shown: they are private.")
    if read.events.hidden:
        yield _("Where the shared ranking of an event hides names, so does this book.")
