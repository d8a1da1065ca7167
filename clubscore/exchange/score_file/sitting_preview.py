"""Sittings as they would come in: recorded in a transaction, read, and taken back."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from clubscore.club.access import Actor
from clubscore.club.models import Club, Person, Posting
from clubscore.club.wording.figures import speak_amount
from clubscore.exchange.score_file.sitting_in import Brought, bring_in
from clubscore.exchange.score_file.sitting_reading import ToldSitting
from clubscore.laws.money import find_currency
from clubscore.laws.words import seat_name
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.money.booking import RUBBERS
from clubscore.rubbers.selectors import parts_with_seats
from clubscore.rubbers.state.headings import PartHeading, part_heading
from clubscore.rubbers.state.part_state import standing_of


class ShownPart(NamedTuple):
    """A part: its game, its people, and what came out."""

    heading: PartHeading
    seats: list[tuple[str, Person, Person | None]]  # seat, who sits there, for whose account
    deals: int
    rubbers: int
    totals: list[tuple[list[str], int]]  # names of a column, its points


class ShownSitting(NamedTuple):
    """A sitting as it would stand, and what the book would say of it."""

    table: str
    evening: dt.date
    known: int | None  # the number of the sitting that is here already
    parts: list[ShownPart]
    owed: list[tuple[str, str, str]]  # who pays whom how much
    fees: list[tuple[str, str]]  # who owes the club how much table money


def seen_before(
    *, club: Club, told: Sequence[ToldSitting], people: Mapping[str, Person | None], actor: Actor
) -> list[ShownSitting]:
    """Return sittings as they would be recorded; nothing of it stays. RuleError where they cannot.

    What is here already is read as it stands here.
    """
    with transaction.atomic():
        brought = bring_in(club=club, told=told, source="", actor=actor, people=people)
        shown = [_shown(each) for each in brought]
        transaction.set_rollback(True)
    return shown


def _shown(brought: Brought) -> ShownSitting:
    sitting = brought.sitting
    parts = parts_with_seats().filter(sitting=sitting).select_related("sitting__club")
    owed, fees = _posted(sitting) if sitting.club.plays_for_money else ([], [])
    return ShownSitting(
        table=sitting.table.name,
        evening=sitting.evening,
        known=sitting.pk if brought.known else None,
        parts=[_part(part) for part in parts.order_by("number")],
        owed=owed,
        fees=fees,
    )


def _part(part: Part) -> ShownPart:
    standing = standing_of(part)
    return ShownPart(
        heading=part_heading(standing),
        seats=[
            (_(seat_name(seat)), person, account if account.pk != person.pk else None)
            for seat, person in standing.people.items()
            for account in [standing.accounts[seat]]
        ],
        deals=len(standing.live),
        rubbers=len(standing.sheet.rubbers),
        totals=[
            (standing.column_names[column], points)
            for column, points in standing.sheet.totals.items()
        ],
    )


def _posted(sitting: Sitting) -> tuple[list[tuple[str, str, str]], list[tuple[str, str]]]:
    """Return what the book holds of a sitting: who pays whom, and the club's table money."""
    rows = Posting.objects.filter(club=sitting.club_id, entry__sitting=sitting.pk)
    people: dict[tuple[Person, Person, str], int] = defaultdict(int)
    fees: dict[tuple[Person, str], int] = defaultdict(int)
    for row in rows.select_related("entry", "debited__person", "credited__person").order_by("pk"):
        payer, payee = row.debited.person, row.credited.person
        if row.entry.kind in RUBBERS and payer and payee:
            back = people.pop((payee, payer, row.currency), 0)
            people[payer, payee, row.currency] += row.amount - back
        elif payer and payee is None:
            fees[payer, row.currency] += row.amount
        elif payee and payer is None:
            fees[payee, row.currency] -= row.amount
    owed = [
        (sides[0].name, sides[1].name, speak_amount(abs(coins), find_currency(code)))
        for (payer, payee, code), coins in people.items()
        for sides in [(payer, payee) if coins > 0 else (payee, payer)]
        if coins
    ]
    return owed, [
        (payer.name, speak_amount(coins, find_currency(code)))
        for (payer, code), coins in fees.items()
        if coins
    ]
