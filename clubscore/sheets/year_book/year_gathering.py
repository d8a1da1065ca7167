"""A year of a club read for its book: as many queries for a hundred evenings as for ten."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable

from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.wording.days import full_date, month_name
from clubscore.club.wording.figures import signed
from clubscore.club.wording.names import listed
from clubscore.club.wording.phrases import said
from clubscore.events.models import Event
from clubscore.laws.games import find_game
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.season.adding_up import Score
from clubscore.sheets.year_book.year_content import (
    AtCards,
    Counts,
    EveningTold,
    MemberTold,
    TableTold,
    YearBook,
)
from clubscore.sheets.year_book.year_events import Made
from clubscore.sheets.year_book.year_money import money_of_year
from clubscore.sheets.year_book.year_read import Year, read_year
from clubscore.sheets.year_book.year_records import records


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
        counts=Counts(len(evenings), len(read.season.rubbers), len(read.events.events)),
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


def _score(name: str, score: Score) -> AtCards:
    return AtCards(name, score.rubbers, score.won, score.points)


def _games(scores: dict[str, Score]) -> tuple[AtCards, ...]:
    """Return games with the most rubbers first."""
    found = [_score(said(find_game(key).short_name), score) for key, score in scores.items()]
    return tuple(sorted(found, key=lambda row: (-row.rubbers, row.name.casefold())))


def _evenings(read: Year) -> tuple[EveningTold, ...]:
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


def _table(read: Year, sitting: Sitting) -> TableTold:
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


def _members(read: Year, made: dict[int, Made]) -> tuple[MemberTold, ...]:
    scores: dict[int, Score] = dict(read.season.by_member())
    found = []
    for who, days in read.days_of.items():
        person = read.people.get(who)
        if person is None or person.is_guest or not read.is_shown(who):
            continue
        score = scores.get(who, Score())
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


def _notes(read: Year) -> Iterable[str]:
    """Say what is in the book, and what is not."""
    if read.season.rubbers:
        yield _("Rubbers are those that were made up and agreed.")
    if read.own is not None:
        yield _("Of card tables only the reader's own results are shown: they are private.")
    if read.events.hidden:
        yield _("Where the shared ranking of an event hides names, so does this book.")
