"""The slip of an evening in whole words, a fact a line: rubbers, sums, money, who pays whom."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.sheets.plain_words import amount_words
from clubscore.sheets.rubbers.sitting_content import Debt, PrintedSlip


def slip_told(slip: PrintedSlip) -> Iterator[str]:
    """Return what each rubber brought whom, the sums, the money, and who pays whom."""
    for row in slip.rows:
        yield ""
        yield row.label
        yield from _points(slip.people, row.points)
    if slip.rows:
        yield ""
        yield _("Sum")
        yield from _points(slip.people, slip.totals)
    for money in slip.money:
        yield ""
        yield money.label
        for name, coins in zip(slip.people, money.coins, strict=True):
            if coins is not None:
                yield f" {name}: {amount_words(coins, money.currency)}"
    if slip.for_love and slip.rows:
        yield ""
        yield _("For love: no one pays.")
    if slip.money:
        yield ""
        yield from pays_whom((*slip.owed, *slip.paid))


def pays_whom(debts: Iterable[Debt]) -> Iterator[str]:
    """Return who pays whom, a sentence each; what was paid says when."""
    told = list(debts)
    yield _("Who pays whom")
    if all(debt.paid_at for debt in told):
        yield f" {_('No one owes anything.')}"
    for debt in told:
        yield f" {debt.said}"


def _points(people: Iterable[str], won: Iterable[int | None]) -> Iterator[str]:
    """Say who won and lost how much; who sat out is left out."""
    for name, points in zip(people, won, strict=True):
        if points is not None:
            yield f" {name}: {points_in_words(points)}"


def points_in_words(points: int) -> str:
    """Return points with the word for their sign: "plus 260 points", "no points"."""
    if not points:
        return _("no points")
    values = {"points": abs(points)}
    if points > 0:
        return ngettext("plus %(points)s point", "plus %(points)s points", points) % values
    return ngettext("minus %(points)s point", "minus %(points)s points", -points) % values
