"""How the tables that are being played stand, in a line or two each: for Tonight and the wall."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import prefetch_related_objects
from django.utils.translation import get_language

from clubscore.club.models import Club, Person
from clubscore.club.remembered import Remembered
from clubscore.laws.cutting import complete
from clubscore.laws.game import Game
from clubscore.laws.seven import GAME
from clubscore.rubbers.line_up.who_plays import Waits, holders, waiting_at
from clubscore.rubbers.models import Candidate, CardTable, Sitting
from clubscore.rubbers.selectors import newest_parts, with_people
from clubscore.rubbers.seven.in_words import sides_of
from clubscore.rubbers.seven.log import Seven, read_seven
from clubscore.rubbers.state.headings import unit_title
from clubscore.rubbers.state.numbers import RubberNumbers, numbers_tonight
from clubscore.rubbers.state.part_state import Standing, standings_at
from clubscore.rubbers.views.at_table import WaitingRow, waiting_rows


@dataclass(frozen=True)
class SevenTable:
    """One of the two tables of the seven: whose rubber it is, and how it stands side by side."""

    sitting: Sitting
    sides: list[str]
    below: list[int]
    games: list[int]
    deal: int


@dataclass(frozen=True)
class SevenNow:
    """How the seven stand, and who is crossing to which table."""

    sitting: Sitting
    seven: list[SevenTable]
    people: list[str]
    crossing: Person | None
    to: CardTable | None
    game: Game = GAME


@dataclass(frozen=True)
class SideNow:
    """A side of a table: its people, its points below the line and its games in this rubber."""

    names: list[str]
    below: int
    games: int


@dataclass(frozen=True)
class TableNow:
    """How a table stands; while seats are taken, only who is there."""

    sitting: Sitting
    people: list[str]
    seating: bool = False
    playing: Sequence[str] = ()
    waits: Sequence[Waits] = ()
    room: bool = False
    game: Game | None = None
    sides: Sequence[SideNow] = ()
    title: str = ""
    deal: int = 0

    @property
    def waiting(self) -> list[WaitingRow]:
        """Who waits, and for how long by now."""
        return waiting_rows(self.waits)


# How a table stood at a revision, in a language, under the names that the club then had.
_stood: Remembered[tuple[int, int, int, str | None], TableNow] = Remembered()


def tables_now(club: Club, sittings: Iterable[Sitting]) -> list[TableNow | SevenNow]:
    """Return what is played now, a table or the two of the seven each.

    Seven queries for all tables of which it is not remembered, as many more where somebody waits;
    one for each evening of the seven.
    """
    shown = [each for each in sittings if not _is_second_of_seven(each)]
    rows = _tables_now(club, [each for each in shown if not _is_of_seven(each)])
    return [
        _seven_now(each, read_seven(each.seven))
        if each.seven is not None and each.seven.is_open
        else rows[each.pk]
        for each in shown
    ]


def _is_of_seven(sitting: Sitting) -> bool:
    return sitting.seven is not None and sitting.seven.is_open


def _is_second_of_seven(sitting: Sitting) -> bool:
    return _is_of_seven(sitting) and sitting.seven_table != 1


def _seven_now(sitting: Sitting, seven: Seven) -> SevenNow:
    """Return how the two tables of the seven stand, and who is crossing."""
    tables = [
        SevenTable(
            sitting=each,
            sides=sides_of(seven, number),
            below=list(standing.sheet.below_now.values()) if standing else [0, 0],
            games=list(standing.sheet.games_now.values()) if standing else [0, 0],
            deal=len(standing.live) + 1 if standing else 1,
        )
        for number, each in seven.sittings.items()
        for standing in [seven.standings[number]]
    ]
    crossing = seven.state.crossing
    return SevenNow(
        sitting=sitting,
        seven=tables,
        people=[person.short_name for person in seven.people.values()],
        crossing=seven.people[crossing.who] if crossing and not crossing.here else None,
        to=seven.sittings[crossing.to].table if crossing else None,
    )


def _tables_now(club: Club, sittings: Sequence[Sitting]) -> dict[int, TableNow]:
    """Return how tables stand that no seven cross between, by table."""
    rows: dict[int, TableNow] = {}
    language, new = get_language(), []
    for sitting in sittings:
        stood = _stood.get((sitting.pk, sitting.revision, club.revision, language))
        if stood is None:
            sitting.club = club
            new.append(sitting)
        else:
            rows[sitting.pk] = replace(stood, sitting=sitting)
    for row in _read(new):
        rows[row.sitting.pk] = row
        _stood.keep((row.sitting.pk, row.sitting.revision, club.revision, language), row)
    return rows


def _read(sittings: Sequence[Sitting]) -> list[TableNow]:
    """Return how tables stand, from the database."""
    prefetch_related_objects(sittings, with_people())
    newest = newest_parts(sittings)
    asked = [(newest[each.pk], each.revision) for each in sittings if each.pk in newest]
    standings = {each.part.sitting_id: each for each in standings_at(asked)}
    here = {
        sitting: [each for each in sitting.candidates.all() if each.left_at is None]
        for sitting in sittings
    }
    sits = {table: {person.pk for person in holders(part)} for table, part in newest.items()}
    wait = {
        sitting: [each for each in people if each.person_id not in sits[sitting.pk]]
        for sitting, people in here.items()
        if sitting.pk in sits
    }
    waits = waiting_at({table: who for table, who in wait.items() if who})
    numbers = numbers_tonight([each.part for each in standings.values()])
    return [
        _row(sitting, people, standings.get(sitting.pk), waits.get(sitting.pk, ()), numbers)
        for sitting, people in here.items()
    ]


def _row(
    sitting: Sitting,
    here: Sequence[Candidate],
    standing: Standing | None,
    waits: Sequence[Waits],
    numbers: Mapping[int, RubberNumbers],
) -> TableNow:
    people = [each.person.short_name for each in here]
    if standing is None:
        return TableNow(sitting, people, seating=True)
    away = {one.person.pk for one in waits}
    below, games = standing.sheet.below_now, standing.sheet.games_now
    return TableNow(
        sitting,
        people,
        playing=[each.person.short_name for each in here if each.person_id not in away],
        waits=waits,
        room=complete(standing.game.players) > len(here),
        game=standing.game,
        sides=[
            SideNow(standing.column_names[column.key], below[column.key], games[column.key])
            for column in standing.game.columns
        ],
        title=unit_title(standing.game, numbers[standing.part.pk].of(standing.sheet.rubber_number)),
        deal=len(standing.live) + 1,
    )
