"""Bids and contracts of hands in words."""

from __future__ import annotations

from django.utils.translation import gettext as _

from clubscore.club.wording.phrases import said
from clubscore.laws.cards import NO_TRUMPS, NULLOS, SUITS, Bid
from clubscore.laws.sentences import contract_words, describe_contract
from clubscore.laws.words import SEATS

BY_KEY = {each.key: each for each in (*SUITS, NO_TRUMPS, NULLOS)}


def bid_words(text: str) -> str:
    """Return a bid in words: "4 spades"."""
    return said(contract_words(_bid(text), 0))


def contract_by(text: str, declarer: str) -> str:
    """Return a contract in words: "4 spades by South"."""
    return said(describe_contract(_bid(text), 0, _(SEATS[declarer])))


def _bid(text: str) -> Bid:
    """Return a bid from how it is written: "4S", or "C" where no number is bid."""
    level = int(text[0]) if text[0].isdigit() else 0
    return Bid(text, level, BY_KEY[text[1:] if level else text])
