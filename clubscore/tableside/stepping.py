"""A hand stepped through card by card, as a page shows it: four hands, the trick, what cards bring.

The address says it all: what is played in, by whom, and the cards so far. So every step is a link,
each can be shared, and a page needs no script.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubscore.club.wording.phrases import said
from clubscore.deals.card_play import CardPlay
from clubscore.deals.solved_cards import best_card
from clubscore.laws.cards import COMPASS
from clubscore.laws.words import SEATS
from clubscore.tableside.solving import Solved, solved

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
class Steps:
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


def steps_of(play: CardPlay, query: str, known: Solved | None = None) -> Steps:
    """Return a play as a page shows it; `query` is what its addresses have besides the cards.

    What cards come to is asked for unless it is given: with nothing given the page keeps it back.
    """
    known = solved(play) if known is None else known
    best = best_card(play, known.outcome) if known.outcome else ""
    hands = tuple(_hand(play, seat, known, best, query) for seat in COMPASS)
    return Steps(
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
        lies=shown_card(lies) if lies else None,
        is_turn=is_turn,
        is_declarer=seat == play.declarer,
    )


def shown_card(card: str) -> StepCard:
    """Return a card as it is shown."""
    return StepCard(card[0].lower(), "10" if card[1] == "T" else card[1])


def _card(play: CardPlay, card: str, known: Solved, best: str, query: str) -> StepCard:
    shown = shown_card(card)
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
    return tuple(tuple(map(shown_card, line[a:b])) for a, b in pairwise(cuts) if b > a)


def _end_of_trick(play: CardPlay, known: Solved, query: str) -> str:
    if not known.line:
        return ""
    rest = A_TRICK - len(play.now.cards)
    return address(query, (*play.played, *known.line[:rest]))
