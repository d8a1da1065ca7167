"""An account over a period as a plain text: what was won or lost, and the balance after it."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from clubscore.club.accounts.statement import Line, Statement
from clubscore.club.models import Club
from clubscore.club.wording.days import short_date
from clubscore.club.wording.names import listed
from clubscore.laws.money import find_currency
from clubscore.sheets.club.period_of import period_in_words
from clubscore.sheets.plain_words import amount_words


def account_text(club: Club, statement: Statement) -> Iterator[str]:
    """Return whose account it is, each line of it, what it comes to; a currency after another."""
    yield _("Account of %(name)s") % {"name": statement.whose.name}
    yield period_in_words(club, statement)
    for code, coins in statement.before.items():
        if coins:
            amount = {"amount": amount_words(coins, find_currency(code))}
            yield _("Brought forward: %(amount)s") % amount
    if not statement.lines:
        yield ""
        yield _("Nothing entered for this period.")
    for line in statement.lines:
        yield ""
        yield from _line(line)
    yield ""
    for code, coins in statement.after.items():
        yield _("Balance: %(amounts)s") % {"amounts": amount_words(coins, find_currency(code))}
    yield _("A balance with a minus is owed by this account; any other is owed to it.")


def _line(line: Line) -> Iterator[str]:
    yield short_date(line.day)
    if line.words:
        yield f" {line.words}"
    if line.others:
        yield f" {listed(line.others)}"
    amount = {"amount": amount_words(abs(line.amount), line.currency)}
    told = _("Won: %(amount)s") if line.amount >= 0 else _("Lost: %(amount)s")
    yield f" {told % amount}"
    balance = {"amounts": amount_words(line.balance, line.currency)}
    yield f" {_('Balance: %(amounts)s') % balance}"
