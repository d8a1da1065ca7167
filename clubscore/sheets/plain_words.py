"""Figures and cards of plain texts in words: a braille line has no sign of its own for a minus."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.figures import MINUS, speak_amount
from clubscore.deals.hands import SUITS, Hand, spaced
from clubscore.laws.money import Currency


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


def suits_words(hand: Hand) -> Iterator[str]:
    """A hand, a suit each: "spades A 10 4", "hearts none"."""
    for suit, held in zip(SUITS, hand, strict=True):
        cards = spaced(held) or pgettext("void suit", "none")
        yield " " + pgettext("cards", "%(suit)s %(cards)s") % {
            "suit": _(suit.name),
            "cards": cards,
        }
