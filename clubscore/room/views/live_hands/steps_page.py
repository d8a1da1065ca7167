"""What every page of a whole hand shares: stepping through it, or trying it against the solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.club.wording.phrases import said
from clubscore.deals.card_play import CardPlay, read_play
from clubscore.laws.cards import NO_TRUMPS, NULLOS, SUITS, Bid
from clubscore.laws.errors import RuleError
from clubscore.laws.sentences import contract_words, describe_contract
from clubscore.laws.words import SEATS
from clubscore.tableside.stepping import Steps, address, cards_in, steps_of
from clubscore.tableside.trying import Trial, trial_of

TRY = "try"
BY_KEY = {each.key: each for each in (*SUITS, NO_TRUMPS, NULLOS)}


@dataclass(frozen=True)
class Stepped:
    """The steps or the try of a hand, the address of the other, and what was wrong."""

    steps: Steps
    trial: Trial | None
    other_way: str
    wrong: str


def stepped(start: CardPlay, asked: Mapping[str, str], need: int, query: str = "") -> Stepped:
    """Return a hand as an address asks for it; cards that cannot be played are said and left out.

    `query` is what its addresses have besides the way and the cards.
    """
    wrong, play = "", start
    try:
        cards = cards_in(asked.get("cards", ""))
        play = read_play(start.deal, start.denomination, start.declarer, cards)
    except RuleError as error:
        wrong = said(error)
    steps_query, try_query = f"way=steps{query}", f"way={TRY}{query}"
    if asked.get("way") != TRY:
        other = address(try_query, play.played if not play.is_over else ())
        return Stepped(steps_of(play, steps_query), None, other, wrong)
    trial = trial_of(play, need, try_query)
    return Stepped(trial.steps, trial, address(steps_query, play.played), wrong)


def bid_words(text: str) -> str:
    """Return a bid in words: "4 spades"."""
    return said(contract_words(_bid(text), 0))


def contract_by(text: str, declarer: str) -> str:
    """Return a contract in words: "4 spades by South"."""
    return said(describe_contract(_bid(text), 0, _(SEATS[declarer])))


def _bid(text: str) -> Bid:
    return Bid(text, int(text[0]), BY_KEY[text[1:]])
