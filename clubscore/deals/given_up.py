"""A deal given up in the middle of its play: what each hand still holds, and who is on lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from clubscore.deals.card_play import SIDE_OF, TRICKS
from clubscore.deals.hands import CARDS_IN_HAND, PACK, Hand, cards_of, named
from clubscore.deals.solved_cards import Solver
from clubscore.deals.typed_hands import TypedDeal
from clubscore.laws.cards import COMPASS
from clubscore.laws.errors import RuleError
from clubscore.laws.words import gettext_noop, seat_name


class Ending(NamedTuple):
    """Equally many cards in each hand, what they are played in, and who leads the next trick."""

    hands: tuple[Hand, Hand, Hand, Hand]
    denomination: str
    leader: str

    @property
    def left(self) -> int:
        """How many tricks are still to be played."""
        return sum(map(len, self.hands[0]))

    @property
    def over(self) -> int:
        """How many tricks were played before."""
        return TRICKS - self.left

    def written(self) -> str:
        """The position as :mod:`clubscore.deals.dds` reads it, no card being on the table."""
        held = " ".join(".".join(hand) for hand in self.hands)
        return f"{self.denomination} {self.leader} - {COMPASS[0]}:{held}"

    def tricks_of(self, side: str, solver: Solver) -> int:
        """The tricks that a side ("NS", "EW") still takes if all play their best.

        RuleError ``no-double-dummy`` where there is no solver, ``double-dummy-broke`` where it
        stopped.
        """
        leads = max(solver.ask(self.written()).values())
        return leads if SIDE_OF[self.leader] == side else self.left - leads


def is_begun(typed: TypedDeal) -> bool:
    """Whether hands were typed of a deal whose play has begun: none holds all its cards."""
    sizes = [each.size for each in typed.hands if each.text]
    return bool(sizes) and max(sizes) < CARDS_IN_HAND


def hands_left(held: Mapping[str, Hand]) -> tuple[Hand, Hand, Hand, Hand]:
    """The four hands at the end of a trick.

    RuleError at the seat's letter: ``hand-open`` where one was not typed, ``hand-left`` where it
    has more or fewer cards than the others; ``card-twice``.
    """
    for seat in COMPASS:
        if not cards_of({seat: held[seat]} if seat in held else {}):
            raise RuleError(
                "hand-open",
                gettext_noop("Enter the cards that %(seat)s still holds."),
                seat,
                seat=seat_name(seat),
            )
    sizes = {seat: sum(map(len, held[seat])) for seat in COMPASS}
    usual = Counter(sizes.values()).most_common(1)[0][0]
    for seat, size in sizes.items():
        if size != usual:
            raise RuleError(
                "hand-left",
                gettext_noop(
                    "%(seat)s has %(size)s of %(usual)s cards. At the end of a trick all four hands"
                    " hold equally many."
                ),
                seat,
                seat=seat_name(seat),
                size=size,
                usual=usual,
            )
    counted = Counter(cards_of(held))
    twice = [card for card in PACK if counted[card] > 1]
    if twice:
        raise RuleError(
            "card-twice",
            gettext_noop("Each card can appear only once. Entered twice: %(cards)s."),
            cards=named(twice),
        )
    return held["N"], held["E"], held["S"], held["W"]
