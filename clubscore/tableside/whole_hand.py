"""What every page of a whole hand shares: stepping through it, or trying it against the solver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from clubscore.club.wording.phrases import said
from clubscore.deals.card_play import CardPlay, read_play
from clubscore.laws.errors import RuleError
from clubscore.tableside.stepping import Steps, address, cards_in, steps_of
from clubscore.tableside.trying import Trial, trial_of

TRY = "try"


@dataclass(frozen=True)
class Stepped:
    """The steps or the try of a hand, the address of the other, and what was wrong."""

    steps: Steps
    trial: Trial | None
    other_way: str
    wrong: str


def stepped(
    start: CardPlay, asked: Mapping[str, str], need: Callable[[], int | None], query: str = ""
) -> Stepped:
    """Return a hand as an address asks for it; cards that cannot be played are said and left out.

    `need` is asked for the tricks of declarer's side only where the hand is tried; `query` is what
    its addresses have besides the way and the cards, beginning with "&".
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
    trial = trial_of(play, need(), try_query)
    return Stepped(trial.steps, trial, address(steps_query, play.played), wrong)
