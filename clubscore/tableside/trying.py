"""A hand tried against the solver: the reader plays declarer and dummy, the solver the defence.

As where a hand is stepped through, the address says all: whose cards are shown is as before, what
they come to is kept back until the end. What the defence plays is worked out when a page is asked
for, so nothing is stored and no script is needed.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording.phrases import said
from clubscore.deals.card_play import SIDE_OF, CardPlay
from clubscore.deals.solved_cards import best_card
from clubscore.laws.words import SEATS
from clubscore.tableside.solving import NOTHING, Solved, solved
from clubscore.tableside.stepping import StepCard, Steps, address, shown_card, steps_of


class Reply(NamedTuple):
    """A card that the defence played: who, and which."""

    name: str
    card: StepCard


@dataclass(frozen=True)
class Trial:
    """What the page shows: the hands, what is needed, what the defence just played, how it ended.

    `trouble` says why the solver plays no card; its hand's cards then are the reader's to choose.
    """

    steps: Steps
    needed: str
    replies: tuple[Reply, ...]
    verdict: str
    is_made: bool
    trouble: str


def trial_of(play: CardPlay, need: int | None, query: str) -> Trial:
    """Return a try as a page shows it: declarer needs so many tricks, at nullos may take them.

    Where it is not known how many, nothing is said of that, nor whether it was made.
    """
    after, trouble = _answered(play)
    taken = after.taken[after.side]
    return Trial(
        steps=replace(steps_of(after, query, NOTHING), back=_back(play, query)),
        needed=needed_words(after, need) if need is not None else "",
        replies=tuple(
            Reply(_(SEATS[after.deal.owner(card)]), shown_card(card))
            for card in after.played[len(play.played) :]
        ),
        verdict=_verdict(after, taken - need) if after.is_over and need is not None else "",
        is_made=need is not None and (taken <= need if after.loses else taken >= need),
        trouble=trouble,
    )


def best_of_start(play: CardPlay) -> int | None:
    """Return the tricks of declarer's side if all play their best; None if it is not known now."""
    known = solved(play, with_line=False)
    return known.outcome[best_card(play, known.outcome)] if known.outcome else None


def needed_words(play: CardPlay, need: int) -> str:
    """Say what declarer is to do."""
    if play.loses:
        text = ngettext(
            "You play both hands of declarer's side and may take %(n)s trick at most.",
            "You play both hands of declarer's side and may take %(n)s tricks at most.",
            need,
        )
    else:
        text = ngettext(
            "You play both hands of declarer's side and need %(n)s trick.",
            "You play both hands of declarer's side and need %(n)s tricks.",
            need,
        )
    return text % {"n": need}


def _answered(play: CardPlay) -> tuple[CardPlay, str]:
    """Let the defence play until it is declarer's side's turn; and say what is in its way."""
    while not play.is_over and SIDE_OF[play.turn] != play.side:
        if len(play.allowed) == 1:
            play = play.with_card(play.allowed[0])
            continue
        known = solved(play, with_line=False)
        if not known.outcome:
            return play, _why_not(known)
        play = play.with_card(best_card(play, known.outcome))
    return play, ""


def _why_not(known: Solved) -> str:
    if known.trouble is not None:
        return said(known.trouble)
    return _("The solver is busy. Load the page again, or choose the defender's card yourself.")


def _back(play: CardPlay, query: str) -> str:
    """Return the address of the position before the last card of declarer's side."""
    for at in range(len(play.played) - 1, -1, -1):
        if SIDE_OF[play.deal.owner(play.played[at])] == play.side:
            return address(query, play.played[:at])
    return ""


def _verdict(play: CardPlay, over: int) -> str:
    """Say at the end whether it was made: `over` tricks more than was needed or allowed."""
    if play.loses and over > 0:
        text = ngettext(
            "Not this time: %(n)s trick too many.", "Not this time: %(n)s tricks too many.", over
        )
        return text % {"n": over}
    if not play.loses and over < 0:
        text = ngettext(
            "Not this time: %(n)s trick short.", "Not this time: %(n)s tricks short.", -over
        )
        return text % {"n": -over}
    return _("You made it, against the best defence.")
