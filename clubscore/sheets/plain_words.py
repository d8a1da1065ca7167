"""Figures of plain texts in words: a braille line has no sign of its own for a minus."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.figures import MINUS, speak_amount
from clubscore.laws.sheet.money import Currency


def sign_in_words(figures: str) -> str:
    """Return figures with the word for their sign: "plus 300", "minus 13s"; none without one."""
    if figures.startswith((MINUS, "-")):
        return pgettext("score", "minus %(n)s") % {"n": figures[1:]}
    if figures.startswith("+"):
        return pgettext("score", "plus %(n)s") % {"n": figures[1:]}
    return figures


def amount_words(coins: int, currency: Currency) -> str:
    """Return an amount in smallest coins, with the word for its minus: "minus £1 4s 7½d"."""
    amount = speak_amount(abs(coins), currency)
    return _("minus %(amount)s") % {"amount": amount} if coins < 0 else amount
