"""The page of the evening's slip, from points to payments, and taps for what is paid."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubscore.club.access import Actor, ClubRequest, Level, open_to
from clubscore.club.database import at_one_moment
from clubscore.club.ledger import THE_CLUB, Owed, not_corrected
from clubscore.club.models import Entry, Person
from clubscore.club.payments import read_handed
from clubscore.club.wording import MINUS, signed, speak_amount
from clubscore.laws.games import find_game
from clubscore.laws.money import Currency, find_currency, old_money
from clubscore.laws.settlement import read_stakes
from clubscore.laws.words import NUMBERS
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.pad import pad_margins, stake_in_words
from clubscore.rubbers.score import standing_of
from clubscore.rubbers.selectors import key_of, may_enter, new_key, sitting_for, tonight
from clubscore.rubbers.settling import (
    ROOM,
    charge_anyway,
    charge_nothing,
    is_closed_and_agreed,
    may_change,
    tables_of_slip,
)
from clubscore.rubbers.slip import (
    Paid,
    PayAllForm,
    PaymentForm,
    Slip,
    SlipEntry,
    TableMoneyForm,
    batch_of,
    pay_all_at_table,
    pay_at_table,
    said_of,
    slip_of,
    undo_all_payments,
    undo_payment,
)
from clubscore.web.part_payment import PartForm, part_page

Kind = Entry.Kind
# As many people stand across a phone; of more, each has a row.
ACROSS = 4
# A longer amount of pounds, shillings and pence is ruled in columns, and all the others with it.
LONGEST = 6


@dataclass(frozen=True)
class SlipCell:
    """What one person has in a row: the words, and its columns where it is ruled in three."""

    text: str
    ruled: tuple[str, ...] = ()


@dataclass(frozen=True)
class SlipRow:
    """A rubber of the slip, and its points person by person."""

    row: SlipEntry
    cells: list[SlipCell | None]


@dataclass(frozen=True)
class MoneyRow:
    """A step of the chain from points to payments, its coins person by person.

    The head says in which currency where the cells do not; `to_club` is what the club is paid.
    """

    head: str
    is_balance: bool
    cells: list[SlipCell | None]
    to_club: str = ""


@dataclass(frozen=True)
class SlipLedger:
    """What of the points of a row stood beside its sheet, under the number of its rubber."""

    number: int
    title: str
    rows: list[tuple[str, int]]


@dataclass(frozen=True)
class SlipOwedRow:
    """What one still owes another, and the key with which it is paid.

    Once it is, reading goes on at `then`, and `says` is said there.
    """

    owed: Owed
    amount: str
    key: str
    then: str
    says: str


@dataclass(frozen=True)
class SlipPaidRow:
    """What was handed over, and the key with which it is taken back."""

    payment: Paid
    amount: str
    key: str


@dataclass(frozen=True)
class SlipPage:
    """The slip of the evening as its page shows it; `batch` was paid in one tap, last of all."""

    slip: Slip
    people: tuple[Person, ...]
    people_down: bool
    rows: list[SlipRow]
    ledgers: list[SlipLedger]
    totals: list[SlipCell]
    stake: str
    money: list[MoneyRow]
    is_ruled: bool
    owed: list[SlipOwedRow]
    seen: str
    paid: list[SlipPaidRow]
    batch: str
    is_tonight: bool


def slip_page(actor: Actor, sitting: Sitting) -> SlipPage:
    """Return the slip of the evening as the page shows it; coins to whom they concern."""
    slip: Slip = slip_of(sitting.club, sitting.table, sitting.evening)
    if not may_enter(actor, sitting):
        slip = slip.without_money()
    money = _chain(slip)
    return SlipPage(
        slip=slip,
        people=slip.people,
        people_down=len(slip.people) > ACROSS,
        rows=[SlipRow(row, _points(slip, row.points)) for row in slip.rows],
        ledgers=_ledgers(slip),
        totals=[SlipCell(signed(slip.totals[person.pk])) for person in slip.people],
        stake=_stake(slip) if money else "",
        money=money,
        is_ruled=any(cell and cell.ruled for row in money for cell in row.cells),
        owed=_owed(slip.owed),
        seen=said_of(slip.owed),
        paid=[
            SlipPaidRow(one, speak_amount(one.amount, one.currency), new_key()) for one in slip.paid
        ],
        batch=batch_of(slip.paid),
        is_tonight=sitting.evening == tonight(sitting.club),
    )


def _owed(owed: Sequence[Owed]) -> list[SlipOwedRow]:
    """Return the rows of who pays whom: from each that is paid reading goes on at the next."""
    left = len(owed) - 1
    says = ngettext("Paid. %(n)s left.", "Paid. %(n)s left.", left) % {"n": _number(left)}
    if not left:
        says = _("Paid. Nothing left.")
    return [
        SlipOwedRow(
            owed=one,
            amount=speak_amount(one.amount, one.currency),
            key=new_key(),
            then=f"#owed-{number} button" if number <= left else "#pays",
            says=says,
        )
        for number, one in enumerate(owed, start=1)
    ]


def _number(left: int) -> str:
    """Return a number as it begins a sentence: "Two"."""
    return _(str(NUMBERS[left])).capitalize() if left < len(NUMBERS) else str(left)


def _points(slip: Slip, points: Mapping[int, int]) -> list[SlipCell | None]:
    known = [points.get(person.pk) for person in slip.people]
    return [None if won is None else SlipCell(signed(won)) for won in known]


def _stake(slip: Slip) -> str:
    """Return what was played for; where that changed, all of it."""
    said = [stake_in_words(read_stakes(row.stakes)) for row in slip.rows if not row.is_difference]
    return "; ".join(dict.fromkeys(said))


def _chain(slip: Slip) -> list[MoneyRow]:
    """Return what stands under the points, currency by currency: won, table money, balance."""
    rows = []
    for code in dict.fromkeys([*slip.money, *slip.balance]):
        currency, won = find_currency(code), slip.money.get(code, {})
        beside = [each for each in slip.besides if each.currency == currency]
        steps: list[tuple[str, str, Mapping[int, int]]] = [("won", "", won)] if won else []
        steps += [(each.kind, each.words, each.coins) for each in beside]
        steps.append(("balance", "", slip.balance.get(code, {})))
        ruled = _is_ruled(currency, [coins for _kind, _words, coins in steps])
        for kind, words, coins in steps:
            cells = [_cell(coins.get(person.pk), currency, ruled) for person in slip.people]
            club = coins.get(THE_CLUB, 0) if kind == Kind.TABLE_MONEY else 0
            to_club = speak_amount(club, currency) if club else ""
            head = f"{_head(kind, words)} {_unit(currency)}".strip()
            rows.append(MoneyRow(head, kind == "balance", cells, to_club))
    return rows


def _head(kind: str, words: str) -> str:
    """Return what a step is called; a bet by its own words."""
    heads = {
        "won": _("Won"),
        "balance": _("Balance"),
        Kind.TABLE_MONEY: pgettext("table money, in short", "Table"),
        Kind.CHANGED: _("Other currency"),
    }
    return heads.get(kind, words)


def _unit(currency: Currency) -> str:
    """Return what a head says so that its figures need not: "€"; shillings and pence say it."""
    return "" if currency.decimals is None else currency.symbol or currency.code


def _is_ruled(currency: Currency, steps: list[Mapping[int, int]]) -> bool:
    if currency.decimals is not None:
        return False
    players = [(who, coins) for each in steps for who, coins in each.items() if who != THE_CLUB]
    said = [speak_amount(abs(coins), currency) for _who, coins in players]
    return any(len(amount) > LONGEST for amount in said)


def _cell(coins: int | None, currency: Currency, ruled: bool) -> SlipCell | None:
    """Return an amount with its sign: plus is due to a player, minus a player owes."""
    if not coins:
        return None
    sign = MINUS if coins < 0 else "+"
    if not ruled:
        text = speak_amount(abs(coins), currency)
        return SlipCell(sign + text.replace(_unit(currency), "").strip())
    pounds, shillings, pence = old_money(coins)
    # A column between two that say something is not left open.
    parts = (sign + pounds, shillings or ("0" if pounds and pence else ""), pence)
    return SlipCell(sign + speak_amount(abs(coins), currency), parts)


def _ledgers(slip: Slip) -> list[SlipLedger]:
    """Return what of a rubber's points stood beside its sheet."""
    found: list[SlipLedger] = []
    for row in slip.rows:
        if row.is_difference or not find_game(row.label_game).settling.ledgers:
            continue
        part = Part.objects.select_related("sitting").get(sitting=row.sitting, number=row.part)
        standing = standing_of(part).of_rubber(row.rubber)
        found += [
            SlipLedger(row.number, each.title, each.rows)
            for each in pad_margins(standing, row.rubber)
        ]
    return found


# ---- The page and its taps.


@dataclass(frozen=True)
class SlipFeeRow:
    """Table money of somebody, charged or waived, and the key with which that is changed."""

    entry: Entry
    person: Person | None
    amount: str
    waived: bool
    key: str


@open_to(Level.TABLE)
@require_safe
@at_one_moment
def slip(request: ClubRequest, pk: int) -> HttpResponse:
    """Show the evening at a table: players across, rubbers down, who pays whom."""
    sitting = sitting_for(request.actor, pk)
    enters = may_enter(request.actor, sitting)
    page = slip_page(request.actor, sitting)
    context: dict[str, Any] = {
        "sitting": sitting,
        "page": page,
        "may_enter": enters,
        "docked": page.is_tonight and enters and bool(page.owed or page.batch),
        "fees": _fees(sitting) if enters else [],
        "settled": is_closed_and_agreed(sitting),
        "may_change": enters and may_change(request.actor, sitting),
        "key": new_key(),
    }
    return render(request, "rubbers/slip.html", context)


def _fees(sitting: Sitting) -> list[SlipFeeRow]:
    """Return who was charged table money here, and who was let off."""
    if not sitting.club.plays_for_money:
        return []
    entries = Entry.objects.filter(
        not_corrected(),
        club=sitting.club,
        evening=sitting.evening,  # by which the book finds it
        room=ROOM,
        sitting=sitting.pk,
        kind__in=[Kind.TABLE_MONEY, Kind.WAIVED],
    ).prefetch_related("postings__debited__person", "postings__credited__person")
    fees = []
    for entry in entries:
        (posting,) = entry.postings.all()
        person = posting.debited.person or posting.credited.person
        fees.append(
            SlipFeeRow(
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
@require_POST
def all_paid(request: ClubRequest, pk: int) -> HttpResponse:
    """Record that all that is owed on the slip was handed over, or take that back."""
    sitting = sitting_for(request.actor, pk, enter=True)
    form = PayAllForm(request.POST)
    batch = form.words_of("batch")
    if batch:
        undo_all_payments(
            sitting=sitting,
            batch=batch,
            reason=form.words_of("reason"),
            key=form.key,
            actor=request.actor,
        )
    else:
        pay_all_at_table(
            sitting=sitting, seen=form.words_of("seen"), key=form.key, actor=request.actor
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
    payment = _entry_here(sitting, form.number_of("payment"), Kind.PAYMENT)
    undo_payment(payment=payment, reason=form.words_of("reason"), key=form.key, actor=request.actor)
    return redirect("slip", pk=pk)


@open_to(Level.TABLE)
@require_POST
def fee(request: ClubRequest, pk: int) -> HttpResponse:
    """Let somebody off their table money, or charge it after all."""
    sitting = sitting_for(request.actor, pk, enter=True)
    form = TableMoneyForm(request.POST)
    entry, reason = form.number_of("entry"), form.words_of("reason")
    if form.sends("after_all"):
        waived = _entry_here(sitting, entry, Kind.WAIVED)
        charge_anyway(waived=waived, key=form.key, actor=request.actor)
    else:
        charged = _entry_here(sitting, entry, Kind.TABLE_MONEY)
        charge_nothing(charged=charged, reason=reason, key=form.key, actor=request.actor)
    return redirect("slip", pk=pk)


def _entry_here(sitting: Sitting, number: int | None, kind: str) -> Entry:
    """Return an entry of a table's evening. Raises Http404 for anything else."""
    return get_object_or_404(
        Entry,
        club=sitting.club,
        room=ROOM,
        place__in=[str(table) for table in tables_of_slip(sitting)],
        evening=sitting.evening,
        kind=kind,
        pk=number,
    )
