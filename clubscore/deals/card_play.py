"""The play of a hand, card by card: whose turn it is, what they may play, who won each trick."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from clubscore.deals.hands import PACK, RANKS, SUIT_KEYS, Hands
from clubscore.laws.cards import COMPASS, NULLOS
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop, seat_name

DENOMINATIONS = (*SUIT_KEYS, "NT")
WITH_NULLOS = (*DENOMINATIONS, NULLOS.key)
PLAYERS, TRICKS = 4, 13
SIDE_OF = dict(zip(COMPASS, ("NS", "EW", "NS", "EW"), strict=True))


def after(seat: str, steps: int = 1) -> str:
    """The seat so many places on, clockwise."""
    return COMPASS[(COMPASS.index(seat) + steps) % PLAYERS]


class Trick(NamedTuple):
    """A trick, or the one being played: who led, its cards in order, who won it once it is full."""

    leader: str
    cards: tuple[str, ...]
    winner: str | None = None

    def by_seat(self) -> dict[str, str]:
        """Each card by who played it."""
        return {after(self.leader, at): card for at, card in enumerate(self.cards)}


@dataclass(frozen=True)
class CardPlay:
    """A deal, what it is played in and by whom, and the cards played so far, in order.

    :func:`read_play` makes one of cards that were not looked at before.
    """

    deal: Hands
    denomination: str
    declarer: str
    played: tuple[str, ...] = ()

    @property
    def leader(self) -> str:
        """Who leads to the first trick."""
        return after(self.declarer)

    @property
    def side(self) -> str:
        """The declarer's side."""
        return SIDE_OF[self.declarer]

    @property
    def loses(self) -> bool:
        """Whether declarer's side wants few tricks: it is played at nullos."""
        return self.denomination == NULLOS.key

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks that are over, and at the end the one being played, which may have no card."""
        found: list[Trick] = []
        leader = self.leader
        for at in range(0, len(self.played), PLAYERS):
            trick = Trick(leader, self.played[at : at + PLAYERS])
            if len(trick.cards) < PLAYERS:
                return (*found, trick)
            leader = self._winner(trick)
            found.append(trick._replace(winner=leader))
        return (*found, Trick(leader, ()))

    def _winner(self, trick: Trick) -> str:
        best = trick.cards[0]
        for card in trick.cards[1:]:
            if card[0] == best[0]:
                is_better = RANKS.index(card[1]) < RANKS.index(best[1])
            else:
                is_better = card[0] == self.denomination
            best = card if is_better else best
        return after(trick.leader, trick.cards.index(best))

    @property
    def now(self) -> Trick:
        """The trick being played."""
        return self.tricks[-1]

    @property
    def is_over(self) -> bool:
        """Whether every card was played."""
        return len(self.played) == len(PACK)

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return after(self.now.leader, len(self.now.cards))

    @property
    def taken(self) -> dict[str, int]:
        """The tricks won so far by each side."""
        won = [SIDE_OF[each.winner] for each in self.tricks if each.winner]
        return {"NS": won.count("NS"), "EW": won.count("EW")}

    def held(self, seat: str) -> dict[str, str]:
        """The cards still in a hand, by suit, each from the ace down."""
        gone = set(self.played)
        return {
            suit: "".join(rank for rank in ranks if suit + rank not in gone)
            for suit, ranks in zip(SUIT_KEYS, self.deal.hand(seat), strict=True)
        }

    @cached_property
    def allowed(self) -> tuple[str, ...]:
        """The cards that the hand whose turn it is may play."""
        held = self.held(self.turn)
        led = self.now.cards[0][0] if self.now.cards else ""
        suits = (led,) if led and held[led] else SUIT_KEYS
        return tuple(suit + rank for suit in suits for rank in held[suit])

    def must_play(self, card: str) -> None:
        """Raise RuleError where this card cannot be played now."""
        if card not in PACK:
            raise RuleError(
                "card-form",
                gettext_noop("%(given)s is not a card. Write suit and rank, like SA or D7."),
                given=shown(card),
            )
        if card in self.allowed:
            return
        if card[1] in self.held(self.turn)[card[0]]:
            raise RuleError(
                "must-follow",
                gettext_noop("%(seat)s must follow suit: %(given)s cannot be played here."),
                seat=seat_name(self.turn),
                given=card,
            )
        raise RuleError(
            "card-not-held",
            gettext_noop("%(seat)s does not hold %(given)s."),
            seat=seat_name(self.turn),
            given=card,
        )

    def with_card(self, card: str) -> CardPlay:
        """The play with one card more. RuleError where it cannot be played."""
        self.must_play(card)
        return replace(self, played=(*self.played, card))

    def back(self, cards: int = 1) -> CardPlay:
        """The play without its last cards."""
        return replace(self, played=self.played[: max(0, len(self.played) - cards)])


def read_play(deal: Hands, denomination: str, declarer: str, cards: Iterable[str]) -> CardPlay:
    """The play of these cards, each looked at.

    RuleError ``card-form``, ``card-not-held`` or ``must-follow`` for the first that cannot be.
    """
    play = CardPlay(deal, denomination, declarer)
    for card in cards:
        play = play.with_card(card)
    return play
