"""What a receipt says, words and figures, and the same as a plain text."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.accounts.receipts import Given
from clubscore.club.models import Club
from clubscore.club.wording.amounts_in_words import amount_in_words
from clubscore.club.wording.days import full_date, short_date
from clubscore.club.wording.figures import speak_amount
from clubscore.laws.money import Currency


class PrintedReceipt(NamedTuple):
    """A receipt: ``number`` as it is written, ``void`` why it is void, "" where it stands."""

    club: str
    number: str
    payer: str
    coins: int
    currency: Currency
    words: str
    day: str
    short_day: str
    by: str
    void: str

    @property
    def sum_in_words(self) -> str:
        """The amount spelt out."""
        return amount_in_words(self.coins, self.currency)


def printed_receipt(club: Club, each: Given) -> PrintedReceipt:
    """Return what a receipt says."""
    receipt, paid = each.receipt, each.paid
    return PrintedReceipt(
        club=club.name,
        number=_("No. %(number)s") % {"number": f"{receipt.number:05d}"},
        payer=paid.payer.name,
        coins=paid.amount,
        currency=paid.currency,
        words=str(receipt.words),
        day=full_date(paid.entry.evening),
        short_day=short_date(paid.entry.evening),
        by=str(receipt.author),
        void=each.void,
    )


def receipts_text(receipts: Iterable[PrintedReceipt]) -> Iterator[str]:
    """Return receipts in whole words, one below the other."""
    for number, each in enumerate(receipts):
        if number:
            yield ""
        yield _("Receipt %(number)s") % {"number": each.number}
        yield each.club
        if each.void:
            yield _("Void: %(reason)s") % {"reason": each.void}
        yield _("Received from %(name)s") % {"name": each.payer}
        yield _("The sum of %(amount)s") % {"amount": each.sum_in_words}
        yield speak_amount(each.coins, each.currency)
        yield _("For %(what)s") % {"what": each.words}
        yield each.day
        yield _("Received by %(name)s") % {"name": each.by}
