"""A whole hand on a page: stepped through card by card, or tried against the solver.

The address says it all: what is played in, by whom, and the cards so far. So each step is a link,
nothing is stored and no script is needed. Where another page is asking the solver, this one waits
for a moment and then shows its cards without their tricks.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording import said
from clubscore.deals.card_play import SIDE_OF, CardPlay, read_play
from clubscore.deals.double_dummy import Ending, Outcome, best_card, solver
from clubscore.deals.double_dummy import written_of_solved_cards as written
from clubscore.deals.nullos import nullo_cards
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import SEATS, gettext_noop

# ---- What each card comes to, asked while a page waits: one position at a time, those are
# remembered.
#
# A lead takes a tenth of a second, one at nullos some seconds where it can be worked out at all.
# Where another page is asking, this one waits for a moment, and then goes without: its cards are
# shown without their tricks.

KEPT = 2000  # positions
NULLO_LINE_FROM = 12  # cards played
PATIENCE = 0.3  # seconds that a page waits for its turn; more would hold up other pages


class Solved(NamedTuple):
    """What each card comes to in tricks of declarer's side, and the best line to the end.

    `trouble` says why there is none; nothing where another page is asking.
    """

    outcome: Outcome
    line: tuple[str, ...]
    trouble: RuleError | None = None


NOTHING = Solved({}, ())
TOO_HARD = gettext_noop(
    "With so many cards left these nullos take too long to work out. Play some cards on."
)
_asking = threading.Lock()
# By position, declarer, the tricks that their side has, and whether the line is wanted. No writing
# changes what is in it.
_known: OrderedDict[tuple[str, str, int, bool], Solved] = OrderedDict()


def solved(play: CardPlay, *, with_line: bool = True) -> Solved:
    """Return what each card comes to; nothing where it cannot be asked just now."""
    key = (written(play), play.declarer, play.taken[play.side], with_line)
    known = _known.get(key)
    if known is not None:
        return known
    if not _asking.acquire(timeout=PATIENCE):
        return NOTHING
    try:
        found = _known[key] = _asked(play, with_line)
        while len(_known) > KEPT:
            _known.popitem(last=False)
    except RuleError as error:
        return Solved({}, (), error)
    finally:
        _asking.release()
    return found


def solved_ending(ending: Ending, side: str) -> int | None:
    """Return the tricks that a side still takes; None where another page is asking just now.

    RuleError as :meth:`clubscore.deals.double_dummy.Ending.tricks_of`.
    """
    if not _asking.acquire(timeout=PATIENCE):
        return None
    try:
        with solver() as asked:
            return ending.tricks_of(side, asked)
    finally:
        _asking.release()


def _asked(play: CardPlay, with_line: bool) -> Solved:
    with nullo_cards() if play.loses else solver() as asked:
        outcome = asked.outcome(play)
        # At nullos a line takes as long as its first cards each: only that of few cards is shown.
        is_long = play.loses and len(play.played) < NULLO_LINE_FROM
        trouble = None
        if play.loses and not outcome and not play.is_over:
            trouble = RuleError("nullos-too-hard", TOO_HARD)
        return Solved(outcome, asked.best_line(play) if with_line and not is_long else (), trouble)


# ---- A hand stepped through card by card, as a page shows it: four hands, the trick, what cards
# bring.
#
# The address says it all: what is played in, by whom, and the cards so far. So every step is a
# link, each can be shared, and a page needs no script.

A_TRICK = 4


class StepCard(NamedTuple):
    """A card: its suit's sign and its rank, where its key leads, what it comes to.

    `tricks` are those of declarer's side in the end, None where they are not known. Without
    `leads_to` it cannot be played now.
    """

    suit: str
    rank: str
    leads_to: str = ""
    tricks: int | None = None
    is_best: bool = False


class StepSuit(NamedTuple):
    """The cards that a hand still has in a suit."""

    suit: str
    cards: tuple[StepCard, ...]


class StepHand(NamedTuple):
    """A hand: its seat by sign and name, its suits, what lies before it in the trick."""

    seat: str
    name: str
    suits: tuple[StepSuit, ...]
    lies: StepCard | None
    is_turn: bool
    is_declarer: bool


@dataclass(frozen=True)
class HandSteps:
    """The page's part: hands, how far it is, and where its keys lead; nothing where they do not.

    `line` is the best play from here, trick by trick; `comes_to` says what it comes to.
    """

    hands: tuple[StepHand, ...]
    taken: str
    turn: str
    comes_to: str
    line: tuple[tuple[StepCard, ...], ...]
    trouble: str
    start: str
    back: str
    best: str
    end: str
    is_over: bool


def steps_of(play: CardPlay, query: str, known: Solved | None = None) -> HandSteps:
    """Return a play as a page shows it; `query` is what its addresses have besides the cards.

    What cards come to is asked for unless it is given: with nothing given the page keeps it back.
    """
    known = solved(play) if known is None else known
    best = best_card(play, known.outcome) if known.outcome else ""
    hands = tuple(_hand(play, seat, known, best, query) for seat in COMPASS)
    return HandSteps(
        hands=hands,
        taken=_taken(play),
        turn="" if play.is_over else _(SEATS[play.turn]),
        comes_to=_comes_to(play, known),
        line=tricks_of(play, known.line),
        trouble=said(known.trouble) if known.trouble else "",
        start=address(query, ()) if play.played else "",
        back=address(query, play.played[:-1]) if play.played else "",
        best=address(query, (*play.played, best)) if best else "",
        end=_end_of_trick(play, known, query),
        is_over=play.is_over,
    )


def address(query: str, cards: Sequence[str]) -> str:
    """Return the part of an address that says which cards were played."""
    return f"?{query}&cards={''.join(cards)}#play" if cards else f"?{query}#play"


def cards_in(text: str) -> list[str]:
    """Return the cards that an address names, two letters each."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _hand(play: CardPlay, seat: str, known: Solved, best: str, query: str) -> StepHand:
    is_turn = not play.is_over and seat == play.turn
    lies = play.now.by_seat().get(seat)
    if lies is None and not play.now.cards and len(play.tricks) > 1:
        lies = play.tricks[-2].by_seat()[seat]  # the trick that was just won lies there still
    return StepHand(
        seat=seat.lower(),
        name=_(SEATS[seat]),
        suits=tuple(
            StepSuit(
                suit.lower(),
                tuple(
                    _card(play, suit + rank, known, best, query if is_turn else "")
                    for rank in ranks
                ),
            )
            for suit, ranks in play.held(seat).items()
        ),
        lies=card_label(lies) if lies else None,
        is_turn=is_turn,
        is_declarer=seat == play.declarer,
    )


def card_label(card: str) -> StepCard:
    """Return a card as it is shown."""
    return StepCard(card[0].lower(), "10" if card[1] == "T" else card[1])


def _card(play: CardPlay, card: str, known: Solved, best: str, query: str) -> StepCard:
    shown = card_label(card)
    if not query or card not in play.allowed:
        return shown
    return shown._replace(
        leads_to=address(query, (*play.played, card)),
        tricks=known.outcome.get(card),
        is_best=bool(known.outcome) and known.outcome[card] == known.outcome[best],
    )


def _taken(play: CardPlay) -> str:
    """Say how many tricks each side has."""
    values = {"ns": play.taken["NS"], "ew": play.taken["EW"]}
    return _("Tricks so far: North–South %(ns)s, East–West %(ew)s") % values


def _comes_to(play: CardPlay, known: Solved) -> str:
    """Say what the best play from here comes to."""
    if play.is_over:
        count = play.taken[play.side]
        text = ngettext("Declarer took %(n)s trick.", "Declarer took %(n)s tricks.", count)
        return text % {"n": count}
    if not known.outcome:
        return ""
    count = known.outcome[best_card(play, known.outcome)]
    text = ngettext(
        "With the best play from here declarer takes %(n)s trick.",
        "With the best play from here declarer takes %(n)s tricks.",
        count,
    )
    return text % {"n": count}


def tricks_of(play: CardPlay, line: Sequence[str]) -> tuple[tuple[StepCard, ...], ...]:
    """Return cards to come as a page shows them, in tricks: the rest of this one first."""
    first = (A_TRICK - len(play.now.cards)) % A_TRICK or A_TRICK
    cuts = [0, *range(first, len(line), A_TRICK), len(line)]
    return tuple(tuple(map(card_label, line[a:b])) for a, b in pairwise(cuts) if b > a)


def _end_of_trick(play: CardPlay, known: Solved, query: str) -> str:
    if not known.line:
        return ""
    rest = A_TRICK - len(play.now.cards)
    return address(query, (*play.played, *known.line[:rest]))


# ---- A hand tried against the solver: the reader plays declarer and dummy, the solver the defence.
#
# As where a hand is stepped through, the address says all: whose cards are shown is as before, what
# they come to is kept back until the end. What the defence plays is worked out when a page is asked
# for, so nothing is stored and no script is needed.


class Reply(NamedTuple):
    """A card that the defence played: who, and which."""

    name: str
    card: StepCard


@dataclass(frozen=True)
class Trial:
    """What the page shows: the hands, what is needed, what the defence just played, how it ended.

    `trouble` says why the solver plays no card; its hand's cards then are the reader's to choose.
    """

    steps: HandSteps
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
            Reply(_(SEATS[after.deal.owner(card)]), card_label(card))
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


# ---- What every page of a whole hand shares: stepping through it, or trying it against the solver.

TRY = "try"


@dataclass(frozen=True)
class Stepped:
    """The steps or the try of a hand, the address of the other, and what was wrong."""

    steps: HandSteps
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
