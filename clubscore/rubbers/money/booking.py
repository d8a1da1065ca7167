"""What is made up and agreed goes into the club's book, in the same transaction.

The book holds whole coins, a settlement exact fractions; an evening at a table adds them by pair of
players and rounds once, as a score file does. So each entry posts what brings the rounded sums of
its evening up to date, and the book says at every moment what a score file would.
"""

import datetime as dt
from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from typing import Unpack

from django.db.models import Q, QuerySet

from clubscore.club.accounts.ledger import Line, Origin, post
from clubscore.club.authorship import Authorship
from clubscore.club.kept_data import EntryData
from clubscore.club.models import Club, Entry, Posting
from clubscore.laws import LAW_VERSION
from clubscore.laws.money import round_coins
from clubscore.rubbers.models import CardTable, Settlement, Sitting
from clubscore.rubbers.state.numbers import numbers_tonight

ROOM = "rubber"
RUBBERS = (Entry.Kind.RUBBER, Entry.Kind.PUT_RIGHT)


def origin_of(sitting: Sitting, subject: str = "", **data: Unpack[EntryData]) -> Origin:
    """Return where an entry of a table comes from."""
    return Origin(
        evening=sitting.evening,
        room=ROOM,
        place=str(sitting.table_id),
        sitting=sitting.pk,
        subject=subject,
        data={"table": sitting.table.name, **data},
    )


def evenings_booked(club: Club, count: int) -> list[dt.date]:
    """Return the last evenings of which card tables have something in the book, newest first."""
    entries = Entry.objects.filter(club=club, room=ROOM)
    days = entries.order_by("-evening").values_list("evening", flat=True).distinct()
    return list(days[:count])


def place_of(sitting: Sitting) -> int:
    """Return the table under which the rubbers of a sitting stand in the book.

    The two tables of the seven stand under the first: what two people owe each other at both is
    rounded once.
    """
    if sitting.seven_table != 2:
        return sitting.table_id
    first = Sitting.objects.filter(seven=sitting.seven_id, seven_table=1)
    return first.values_list("table_id", flat=True).get()


def tables_beside(sitting: Sitting) -> list[int]:
    """Return the tables whose entries stand on one slip with a sitting's, its own first."""
    if sitting.seven_id is None:
        return [sitting.table_id]
    both = Sitting.objects.filter(seven=sitting.seven_id).values_list("table_id", flat=True)
    return [sitting.table_id, *(each for each in both if each != sitting.table_id)]


def _rubbers_of(sitting: Sitting, subject: str = "", **data: Unpack[EntryData]) -> Origin:
    origin = origin_of(sitting, subject, **data)
    return replace(origin, place=str(place_of(sitting)))


def subject_of(part: int, rubber: int) -> str:
    """Return what the book calls a rubber."""
    return f"rubber:{part}:{rubber}"


def book_settlement(settlement: Settlement, entry: Authorship) -> None:
    """Enter a settlement that was written a moment ago."""
    part = settlement.part
    subject = subject_of(part.pk, settlement.rubber)
    is_first = settlement.kind == Settlement.Kind.AGREED
    number = numbers_tonight([part])[part.pk].of(settlement.rubber)
    _bring_up_to_date(
        part.sitting,
        kind=Entry.Kind.RUBBER if is_first else Entry.Kind.PUT_RIGHT,
        origin=_rubbers_of(part.sitting, subject, game=part.game, rubber=number),
        entry=entry,
        corrects=None if is_first else _first(part.club_id, subject),
    )


def book_sitting(sitting: Sitting, entry: Authorship) -> None:
    """Enter what it changes that a sitting was declared void, or counts again."""
    origin = _rubbers_of(sitting)
    _bring_up_to_date(sitting, kind=Entry.Kind.PUT_RIGHT, origin=origin, entry=entry)


def _first(club_id: int, subject: str) -> Entry | None:
    entries = Entry.objects.filter(club=club_id, kind=Entry.Kind.RUBBER, subject=subject)
    first: Entry | None = entries.order_by("pk").first()
    return first


def _bring_up_to_date(
    sitting: Sitting,
    *,
    kind: str,
    origin: Origin,
    entry: Authorship,
    corrects: Entry | None = None,
) -> None:
    # Two sittings of one evening at one table are rounded together.
    CardTable.objects.select_for_update().get(pk=place_of(sitting))
    lines = _settled(sitting)
    for line, coins in _booked(sitting).items():
        lines[line] = lines.get(line, 0) - coins
    post(
        kind=kind,
        origin=origin,
        lines=lines,
        entry=entry,
        law_version=LAW_VERSION,
        corrects=corrects,
    )


def _settled(sitting: Sitting) -> dict[Line, int]:
    """Return what an evening at a table comes to by its settlements, each pair rounded once."""
    own = Sitting.objects.filter(
        club=sitting.club_id, evening=sitting.evening, voided_at=None, table=place_of(sitting)
    )
    beside = Sitting.objects.filter(
        seven__in=own.filter(seven_table=1).values("seven"), seven_table=2, voided_at=None
    )
    under = Q(part__sitting__in=own.exclude(seven_table=2)) | Q(part__sitting__in=beside)
    settlements = Settlement.objects.filter(under, club=sitting.club_id).exclude(currency="")
    exact: dict[Line, Fraction] = defaultdict(Fraction)
    for settlement in settlements.order_by("pk"):
        for payer, payee, _points, coins in settlement.exact:
            line, sign = _pair(payer, payee, settlement.currency)
            exact[line] += sign * Fraction(coins)
    return {line: round_coins(coins) for line, coins in exact.items()}


def rubber_postings(sitting: Sitting) -> QuerySet[Posting]:
    """Return what the book holds of the rubbers of an evening at a table."""
    return Posting.objects.filter(
        club=sitting.club_id,
        entry__room=ROOM,
        entry__place=str(place_of(sitting)),
        entry__evening=sitting.evening,
        entry__kind__in=RUBBERS,
    )


def _booked(sitting: Sitting) -> dict[Line, int]:
    booked: dict[Line, int] = defaultdict(int)
    rows = rubber_postings(sitting).values_list(
        "debited__person", "credited__person", "currency", "amount"
    )
    for debited, credited, currency, amount in rows:
        line, sign = _pair(debited, credited, currency)
        booked[line] += sign * amount
    return booked


def _pair(payer: int, payee: int, currency: str) -> tuple[Line, int]:
    """Return one name for a pair, whichever way the coins go, and the sign of this way."""
    if payer < payee:
        return Line(payer, payee, currency), 1
    return Line(payee, payer, currency), -1
