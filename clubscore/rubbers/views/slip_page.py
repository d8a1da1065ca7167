"""The slip of the evening as its page shows it: from points through money to payments."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.club.access import Actor
from clubscore.club.accounts.balances import Owed
from clubscore.club.accounts.ledger import THE_CLUB
from clubscore.club.models import Entry, Person
from clubscore.club.wording.figures import MINUS, signed, speak_amount
from clubscore.laws.games import find_game
from clubscore.laws.money import Currency, find_currency, old_money
from clubscore.laws.settlement import read_stakes
from clubscore.laws.words import NUMBERS
from clubscore.rubbers.locks import new_key
from clubscore.rubbers.models import Part, Sitting
from clubscore.rubbers.money.paid_tonight import batch_of, said_of
from clubscore.rubbers.money.slip import Paid, Row, Slip, slip_of
from clubscore.rubbers.selectors import may_enter, tonight
from clubscore.rubbers.state.headings import stake_in_words
from clubscore.rubbers.state.pad import ledgers_shown
from clubscore.rubbers.state.part_state import standing_of

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

    row: Row
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
class OwedRow:
    """What one still owes another, and the key with which it is paid.

    Once it is, reading goes on at `then`, and `says` is said there.
    """

    owed: Owed
    amount: str
    key: str
    then: str
    says: str


@dataclass(frozen=True)
class PaidRow:
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
    owed: list[OwedRow]
    seen: str
    paid: list[PaidRow]
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
        paid=[PaidRow(one, speak_amount(one.amount, one.currency), new_key()) for one in slip.paid],
        batch=batch_of(slip.paid),
        is_tonight=sitting.evening == tonight(sitting.club),
    )


def _owed(owed: Sequence[Owed]) -> list[OwedRow]:
    """Return the rows of who pays whom: from each that is paid reading goes on at the next."""
    left = len(owed) - 1
    says = ngettext("Paid. %(n)s left.", "Paid. %(n)s left.", left) % {"n": _number(left)}
    if not left:
        says = _("Paid. Nothing left.")
    return [
        OwedRow(
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
            for each in ledgers_shown(standing, row.rubber)
        ]
    return found
