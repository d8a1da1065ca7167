"""What a club does out of habit: who sat down last and at what, and which games it plays most."""

import datetime as dt
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet

from clubscore.club.models import Club, Person
from clubscore.club.remembered import Remembered
from clubscore.laws.cutting import fits
from clubscore.laws.errors import RuleError
from clubscore.laws.games import Game, find_game
from clubscore.laws.seven import PLAYERS as SEVEN
from clubscore.rubbers.models import Candidate, CardTable, Happening, Part, Sitting
from clubscore.rubbers.selectors import free_tables, seated_tonight, tonight, with_people
from clubscore.rubbers.sitting.seating import Agreement

A_YEAR = dt.timedelta(days=365)
# So many tables are looked at; a club has played as many within weeks.
LOOKED_AT = 40
Rows = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class LastTable:
    """A table that has finished, whose people are all free: they may sit down as they did."""

    sitting: Sitting
    people: tuple[Person, ...]
    game: Game
    agreement: Agreement

    @property
    def is_seven(self) -> bool:
        """Whether seven people played at two tables."""
        return len(self.people) == SEVEN


# What finished tables are known by: the club, its people's names, each table at its revision.
_finished: Remembered[tuple[int, int, Rows], list[LastTable]] = Remembered()


def tables_of_last_time(club: Club, most: int) -> list[LastTable]:
    """Return the newest finished tables whose people are all free, people and game once each.

    A table of an earlier evening counts as finished. One query where no table has ended since they
    were read, else five.
    """
    over = Q(closed_at__isnull=False) | Q(evening__lt=tonight(club))
    sitting = Candidate.objects.filter(sitting=OuterRef("pk"), left_at=None)
    busy = Exists(sitting.filter(person__in=seated_tonight(club).values("person")))
    tables = _played(club).filter(over).exclude(seven_table=2).annotate(busy=busy)
    rows = list(tables.values_list("pk", "revision", "busy")[:LOOKED_AT])
    key = (club.pk, club.revision, tuple((pk, revision) for pk, revision, _busy in rows))
    finished = _finished.get(key)
    if finished is None:
        finished = list(_last_tables([pk for pk, _revision, _busy in rows]))
        _finished.keep(key, finished)
    free = {pk for pk, _revision, is_busy in rows if not is_busy}
    found: dict[tuple[frozenset[Person], str], LastTable] = {}
    for one in finished:
        if one.sitting.pk in free:
            found.setdefault((frozenset(one.people), one.game.key), one)
    return list(found.values())[:most]


def _last_tables(tables: Collection[int]) -> Iterator[LastTable]:
    """Yield those of some tables whose people may sit down as they did. Four queries."""
    for sitting in _with_people(Sitting.objects.filter(pk__in=tables)):
        here = [each.person for each in sitting.candidates.all() if each.left_at is None]
        if any(not one.active or one.merged_into_id for one in here):
            continue
        agreement = _last_agreement(sitting)
        if agreement is None:
            continue
        game = find_game(agreement.game)
        if sitting.seven_id is not None and len(here) != SEVEN:
            continue
        if sitting.seven_id is None and not fits(game.players, len(here)):
            continue
        yield LastTable(sitting, tuple(here), game, agreement)


def _played(club: Club) -> QuerySet[Sitting]:
    """Return the tables of the last year at which people took seats, newest first."""
    return Sitting.objects.filter(
        Exists(Part.objects.filter(sitting=OuterRef("pk"))),
        club=club,
        voided_at=None,
        evening__gte=tonight(club) - A_YEAR,
    ).order_by("-evening", "-pk")


def _with_people(sittings: QuerySet[Sitting]) -> QuerySet[Sitting]:
    """Return tables with their people, parts and what they agreed on, newest first."""
    return (
        sittings.select_related("table", "club")
        .prefetch_related(
            with_people(), "parts", Prefetch("happenings", _agreed_on(), to_attr="agreed")
        )
        .order_by("-evening", "-pk")
    )


def _agreed_on() -> QuerySet[Happening]:
    """Return the happenings that say on what tables agreed, oldest first."""
    kinds = (Happening.Kind.OPENED, Happening.Kind.AGREED)
    return Happening.objects.filter(kind__in=kinds).order_by("pk")


def _last_agreement(sitting: Sitting) -> Agreement | None:
    """Return what a table agreed on last, for love where the club has come to play for it.

    None where its game no longer has those laws.
    """
    try:
        agreement = _agreement(sitting)
        agreement.check()
    except RuleError:
        return None
    return agreement if sitting.club.plays_for_money else replace(agreement, stakes=None)


def _agreement(sitting: Sitting) -> Agreement:
    agreed: list[Happening] = getattr(sitting, "agreed")  # noqa: B009 - it was read along
    if agreed:
        data = agreed[-1].data
        return Agreement(data["game"], data["rules"], data["stakes"])
    part = list(sitting.parts.all())[-1]
    return Agreement(part.game, part.rules, part.stakes)


def agreement_as(club: Club, sitting: int, count: int) -> Agreement | None:
    """Return what a table of a club agreed on last, None where so many cannot play that."""
    found = _with_people(_played(club)).filter(pk=sitting).first()
    agreement = _last_agreement(found) if found is not None else None
    if agreement is None or not fits(find_game(agreement.game).players, count):
        return None
    return agreement


def last_at(
    club: Club, people: list[Person], games: Collection[str]
) -> tuple[Sitting, Agreement] | None:
    """Return the newest table that sat down to one of these games: of these people, else any."""
    newest: tuple[Sitting, Agreement] | None = None
    who = {person.pk for person in people}
    for sitting in _with_people(_played(club).filter(seven=None))[:LOOKED_AT]:
        agreement = _last_agreement(sitting)
        if agreement is None or agreement.game not in games:
            continue
        if {each.person_id for each in sitting.candidates.all()} == who:
            return sitting, agreement
        newest = newest or (sitting, agreement)
    return newest


def times_played(club: Club, games: Collection[str]) -> Counter[str]:
    """Return at how many tables of the last year each of some games was played. One query."""
    played = Part.objects.filter(
        club=club,
        game__in=games,
        sitting__voided_at=None,
        sitting__evening__gte=tonight(club) - A_YEAR,
    )
    pairs = played.values_list("game", "sitting").distinct()
    return Counter(game for game, _sitting in pairs)


def table_for(club: Club, as_at: Sitting | None = None) -> CardTable | None:
    """Return a table at which no one sits: that of last time, else the first; None for none."""
    free = list(free_tables(club))
    wanted = [table for table in free if as_at is not None and table.pk == as_at.table_id]
    return next(iter([*wanted, *free]), None)
