"""The slip of the evening, and what is paid of it at the table."""

from dataclasses import dataclass
from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.accounts.balances import Owed
from clubscore.club.accounts.part_payment import PartForm, part_page
from clubscore.club.accounts.paying import read_handed, take_back
from clubscore.club.accounts.table_money import charge_after_all, waive
from clubscore.club.models import Entry, Person
from clubscore.club.one_moment import at_one_moment
from clubscore.club.wording.figures import speak_amount
from clubscore.laws.games import find_game
from clubscore.laws.sheet.money import find_currency
from clubscore.rubbers.locks import key_of, new_key
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.money.booking import ROOM, tables_beside
from clubscore.rubbers.money.forms import PaymentForm, TableMoneyForm
from clubscore.rubbers.money.paid_tonight import pay_at_table
from clubscore.rubbers.money.slip import Beside, Paid, Row, Slip, slip_of
from clubscore.rubbers.selectors import may_enter, sitting_for, tonight
from clubscore.rubbers.state.pad import ledgers_shown
from clubscore.rubbers.state.part_state import standing_of

Kind = Entry.Kind


@dataclass(frozen=True)
class SlipRow:
    """A rubber of the slip, and its points person by person."""

    row: Row
    cells: list[int | None]


@dataclass(frozen=True)
class BesideRow:
    """What stands beside the rubbers, and its coins person by person."""

    kind: str
    words: str
    cells: list[str | None]


@dataclass(frozen=True)
class SlipLedger:
    """What of the points of a row stood beside its sheet; rows count from 1."""

    number: int
    title: str
    rows: list[tuple[str, int]]


@dataclass(frozen=True)
class OwedRow:
    """What one still owes another, and the key with which it is paid."""

    owed: Owed
    amount: str
    key: str


@dataclass(frozen=True)
class PaidRow:
    """What was handed over, and the key with which it is taken back."""

    payment: Paid
    amount: str
    key: str


@dataclass(frozen=True)
class FeeRow:
    """Table money of somebody, charged or waived, and the key with which that is changed."""

    entry: Entry
    person: Person | None
    amount: str
    waived: bool
    key: str


@dataclass(frozen=True)
class SlipPage:
    """The slip of the evening as its page shows it."""

    slip: Slip
    people: tuple[Person, ...]
    rows: list[SlipRow]
    ledgers: list[SlipLedger]
    totals: list[int]
    money: list[list[str]]
    besides: list[BesideRow]
    owed: list[OwedRow]
    paid: list[PaidRow]
    is_tonight: bool


def slip_page(actor: Actor, sitting: Sitting) -> SlipPage:
    """Return the slip of the evening as the page shows it; coins to whom they concern."""
    slip: Slip = slip_of(sitting.club, sitting.table, sitting.evening)
    if not may_enter(actor, sitting):
        slip = slip.without_money()
    return SlipPage(
        slip=slip,
        people=slip.people,
        rows=[
            SlipRow(row, [row.points.get(person.pk) for person in slip.people]) for row in slip.rows
        ],
        ledgers=_ledgers(slip),
        totals=[slip.totals[person.pk] for person in slip.people],
        money=[
            [speak_amount(won[person.pk], find_currency(code)) for person in slip.people]
            for code, won in slip.money.items()
        ],
        besides=[_beside(slip, beside) for beside in slip.besides],
        owed=[
            OwedRow(owed, speak_amount(owed.amount, owed.currency), new_key()) for owed in slip.owed
        ],
        paid=[PaidRow(one, speak_amount(one.amount, one.currency), new_key()) for one in slip.paid],
        is_tonight=sitting.evening == tonight(sitting.club),
    )


def _ledgers(slip: Slip) -> list[SlipLedger]:
    """Return what of a rubber's points stood beside its sheet, by the number of its row."""
    found: list[SlipLedger] = []
    for number, row in enumerate(slip.rows, start=1):
        if row.is_difference or not find_game(row.label_game).settling.ledgers:
            continue
        part = Part.objects.select_related("sitting").get(sitting=row.sitting, number=row.part)
        standing = standing_of(part).of_rubber(row.rubber)
        found += [
            SlipLedger(number, each.title, each.rows)
            for each in ledgers_shown(standing, row.rubber)
        ]
    return found


def _beside(slip: Slip, beside: Beside) -> BesideRow:
    coins = [beside.coins.get(person.pk) for person in slip.people]
    cells = [speak_amount(each, beside.currency) if each else None for each in coins]
    return BesideRow(beside.kind, beside.words, cells)


class EveningSlipPage(TypedDict):
    """The slip, and who was charged table money."""

    sitting: Sitting
    page: SlipPage
    may_enter: bool
    fees: list[FeeRow]
    key: str


@open_to(Level.TABLE)
@require_safe
@at_one_moment
def slip(request: ClubRequest, pk: int) -> HttpResponse:
    """Show the evening at a table: players across, rubbers down, who pays whom."""
    sitting = sitting_for(request.actor, pk)
    enters = may_enter(request.actor, sitting)
    context: EveningSlipPage = {
        "sitting": sitting,
        "page": slip_page(request.actor, sitting),
        "may_enter": enters,
        "fees": _fees(sitting) if enters else [],
        "key": new_key(),
    }
    return render(request, "rubbers/slip.html", context)


def _fees(sitting: Sitting) -> list[FeeRow]:
    """Return who was charged table money here, and who was let off."""
    if not sitting.club.plays_for_money:
        return []
    entries = Entry.objects.filter(
        club=sitting.club,
        room=ROOM,
        sitting=sitting.pk,
        kind__in=[Kind.TABLE_MONEY, Kind.WAIVED],
        corrections=None,
    ).prefetch_related("postings__debited__person", "postings__credited__person")
    fees = []
    for entry in entries:
        (posting,) = entry.postings.all()
        person = posting.debited.person or posting.credited.person
        fees.append(
            FeeRow(
                entry=entry,
                person=person,
                amount=speak_amount(posting.amount, find_currency(posting.currency)),
                waived=entry.kind == Kind.WAIVED,
                key=new_key(),
            )
        )
    return fees


@open_to(Level.TABLE)
@require_POST
def paid(request: ClubRequest, pk: int) -> HttpResponse:
    """Record that what one owes another was handed over."""
    sitting = sitting_for(request.actor, pk, enter=True)
    pay_at_table(
        sitting=sitting,
        handed=read_handed(request.POST),
        key=key_of(request.POST),
        actor=request.actor,
    )
    return redirect("slip", pk=pk)


@open_to(Level.TABLE)
@require_http_methods(["GET", "HEAD", "POST"])
def part_paid(request: ClubRequest, pk: int) -> HttpResponse:
    """Pay a part of what is owed at the table, or pay it in another coin."""
    sitting = sitting_for(request.actor, pk, enter=True)
    form = PartForm.of(request, sitting.club)
    if request.method == "POST" and form.is_valid():
        pay_at_table(
            sitting=sitting,
            handed=form.handed,
            key=key_of(request.POST),
            actor=request.actor,
        )
        return redirect("slip", pk=pk)
    return part_page(request, form, back="slip", pk=pk)


@open_to(Level.TABLE)
@require_POST
def not_paid(request: ClubRequest, pk: int) -> HttpResponse:
    """Record that a payment was not made after all."""
    sitting = sitting_for(request.actor, pk, enter=True)
    form = PaymentForm(request.POST)
    payment = _entry_here(sitting, form.read["payment"], Kind.PAYMENT)
    take_back(payment=payment, key=form.key, actor=request.actor)
    return redirect("slip", pk=pk)


@open_to(Level.TABLE)
@require_POST
def fee(request: ClubRequest, pk: int) -> HttpResponse:
    """Let somebody off their table money, or charge it after all."""
    sitting = sitting_for(request.actor, pk, enter=True)
    form = TableMoneyForm(request.POST)
    entry, reason = form.read["entry"], form.words_of("reason")
    if form.sends("after_all"):
        waived = _entry_here(sitting, entry, Kind.WAIVED)
        charge_after_all(waived=waived, key=form.key, actor=request.actor)
    else:
        charged = _entry_here(sitting, entry, Kind.TABLE_MONEY)
        waive(charged=charged, reason=reason, key=form.key, actor=request.actor)
    return redirect("slip", pk=pk)


def _entry_here(sitting: Sitting, number: int | None, kind: str) -> Entry:
    """Return an entry of a table's evening. Raises Http404 for anything else."""
    return get_object_or_404(
        Entry,
        club=sitting.club,
        room=ROOM,
        place__in=[str(table) for table in tables_beside(sitting)],
        evening=sitting.evening,
        kind=kind,
        pk=number,
    )
