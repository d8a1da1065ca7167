"""The slip of an evening read into what its paper says."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from clubscore.club.accounts.balances import Owed, Party
from clubscore.club.models import Club, Entry
from clubscore.club.templatetags.clubscore import clock
from clubscore.club.wording.figures import speak_amount
from clubscore.laws.games import find_game
from clubscore.laws.money import find_currency
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.money.slip import Beside, Paid, Row, Slip
from clubscore.sheets.rubbers.sitting_content import Debt, PrintedSlip, SlipMoney, SlipRow

# {(part, rubber): (its number in the sitting, its game)}
Numbers = Mapping[tuple[int, int], tuple[int, str]]
# What a paper calls somebody.
Called = Callable[[Party], str]


def printed_slip(
    slip: Slip, sitting: Sitting, numbers: Numbers | None, *, with_money: bool
) -> PrintedSlip:
    """Return what the slip says on the sheet of a sitting, whose rubbers have these numbers.

    Without numbers it goes its own way: rubbers have those of the evening, people their full names.
    """
    people = slip.people

    def called(party: Party) -> str:
        return party.name if numbers is None else party.short_name

    return PrintedSlip(
        people=tuple(map(called, people)),
        rows=tuple(
            _row(row, sitting, numbers, tuple(row.points.get(person.pk) for person in people))
            for row in slip.rows
        ),
        totals=tuple(slip.totals[person.pk] for person in people),
        money=_money(slip),
        owed=tuple(_owed(each, called) for each in slip.owed),
        paid=tuple(_paid(each, sitting.club, called) for each in slip.paid),
        for_love=with_money and not slip.money and not slip.besides,
    )


def debts_of(slip: Slip, club: Club) -> tuple[Debt, ...]:
    """Return who pays whom on a slip, with full names: what is owed, then what was paid."""

    def called(party: Party) -> str:
        return party.name

    owed = (_owed(each, called) for each in slip.owed)
    return (*owed, *(_paid(each, club, called) for each in slip.paid))


def _owed(owed: Owed, called: Called) -> Debt:
    """Return what is still to be paid; a guest should not leave before."""
    payer, payee = called(owed.payer), called(owed.payee)
    amount = speak_amount(owed.amount, owed.currency)
    words = {"payer": payer, "payee": payee, "amount": amount}
    if not owed.payer.is_guest:
        said = _("%(payer)s pays %(payee)s %(amount)s") % words
        return Debt(payer, payee, owed.amount, owed.currency, said)
    guest = _("%(name)s, a guest") % {"name": payer}
    said = _("%(payer)s, a guest, pays %(payee)s %(amount)s") % words
    return Debt(guest, payee, owed.amount, owed.currency, said)


def _paid(paid: Paid, club: Club, called: Called) -> Debt:
    """Return what was handed over, and when."""
    payer, payee, at = called(paid.payer), called(paid.payee), clock(paid.at, club)
    amount = speak_amount(paid.amount, paid.currency)
    words = {"payer": payer, "payee": payee, "amount": amount, "at": at}
    said = _("%(payer)s paid %(payee)s %(amount)s at %(at)s") % words
    return Debt(payer, payee, paid.amount, paid.currency, said, at)


def _money(slip: Slip) -> tuple[SlipMoney, ...]:
    """Return the columns of coins: what the rubbers come to, table money, bets."""
    who = [person.pk for person in slip.people]
    rubbers = [
        SlipMoney(_("Money"), find_currency(code), tuple(coins.get(each) for each in who))
        for code, coins in slip.money.items()
    ]
    besides = [
        SlipMoney(_head(beside), beside.currency, tuple(beside.coins.get(each) for each in who))
        for beside in slip.besides
    ]
    return (*rubbers, *besides)


def _head(beside: Beside) -> str:
    """Return what a line beside the rubbers is called."""
    heads = {Entry.Kind.TABLE_MONEY: _("Table money"), Entry.Kind.CHANGED: _("Other currency")}
    return heads.get(Entry.Kind(beside.kind), beside.words)


def _number(row: Row, sitting: Sitting, numbers: Numbers | None) -> tuple[int, str] | None:
    """Return number and game of a rubber; None where it stands on another sheet."""
    if numbers is None:
        return row.number, _(find_game(row.label_game).short_name)
    return numbers.get((row.part, row.rubber)) if row.sitting == sitting.pk else None


def _row(
    row: Row, sitting: Sitting, numbers: Numbers | None, points: tuple[int | None, ...]
) -> SlipRow:
    """Return a rubber of this sheet, of another, or what a later correction made of it."""
    here = _number(row, sitting, numbers)
    if here is None:
        head, label = "*", _("another sheet of tonight")
    else:
        head = str(here[0])
        label = _("%(number)s  %(game)s") % {"number": here[0], "game": here[1]}
    key = label if here else _("* %(what)s") % {"what": label}
    if row.is_difference:
        label = _("%(rubber)s, correction") % {"rubber": label}
        head = _("%(number)s ±") % {"number": head}
        key = _("%(head)s correction") % {"head": head}
    return SlipRow(label, points, head, key)
