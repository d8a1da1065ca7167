"""Deals of rubbers as somebody enters them: what is tapped, what it means, how a page says it.

Four games with what they need: Royal Auction, Pirate, Cut-throat and Double Dummy. Nothing here
comes from the program; it is what its forms and files are held against.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any

SEATS = {
    "auction": "NESW",
    "pirate": "NESW",
    "cut-throat": "ABC",
    "double-dummy": "AB",
}
# Who counts as one, where two hands count together by the game itself.
SIDE_OF = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
TRUMPS = ("C", "D", "H", "S", "NT")
CALLED = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "NT": "no-trumps"}
DOUBLED = ("", " doubled", " redoubled")
# How honours are written down that lay between partners, nobody said how.
SPLIT = {3: (2, 1), 4: (2, 2), 5: (3, 2)}
BOOK, TRICKS = 6, 13
# The games of the four in which a hand without trumps counts.
CHICANE = {"auction"}


@dataclass(frozen=True)
class Deal:
    """One deal as it is entered; `level` 0 says that all passed.

    over: tricks over or under the contract; honours: by side ("D" the declaring one, "A" the
    other), at cut-throat by hand; chicane: the seats that claim it; revoked: who revoked once, for
    points; fined: who pays how many points to each of the others.
    """

    game: str
    level: int = 0
    trumps: str = ""
    declarer: str = ""
    partner: str = ""
    doubling: int = 0
    over: int = 0
    honours: dict[str, int] = field(default_factory=dict)
    chicane: tuple[str, ...] = ()
    revoked: str = ""
    fined: str = ""
    fine: int = 0

    @property
    def tricks(self) -> int:
        """The tricks that the declaring side won."""
        return BOOK + self.level + self.over

    @property
    def ours(self) -> tuple[str, ...]:
        """The seats of the declaring side."""
        if self.game == "auction":
            return tuple(seat for seat in "NESW" if SIDE_OF[seat] == SIDE_OF[self.declarer])
        return (self.declarer, self.partner) if self.partner else (self.declarer,)

    @property
    def theirs(self) -> tuple[str, ...]:
        """The seats of the other side."""
        return tuple(seat for seat in SEATS[self.game] if seat not in self.ours)

    @property
    def besides(self) -> list[str]:
        """What happened at it that seldom does, as a run counts it."""
        happened = {"chicane": self.chicane, "revokes": self.revoked, "fines": self.fined}
        return [what for what, whose in happened.items() if whose]

    def form(self) -> dict[str, str | list[str]]:
        """Return what is tapped; a list where several boxes of one name are."""
        if not self.level:
            return {"passed_out": "1"}
        tapped = self._contract() | self._else()
        if self.game == "cut-throat":
            return tapped | {f"honours-{hand}": str(n) for hand, n in self.honours.items()}
        ((side, number),) = self.honours.items() or (("none", 0),)
        return tapped | {"honours": f"{side}:{number}" if number else side}

    def _contract(self) -> dict[str, str | list[str]]:
        over = "=" if not self.over else f"{self.over:+}"
        tapped = {"level": str(self.level), "denomination": self.trumps, "declarer": self.declarer,
                  "doubling": str(self.doubling), "result": over}  # fmt: skip
        return tapped | ({"partner": self.partner} if self.partner else {})

    def _else(self) -> dict[str, str | list[str]]:
        """Return what is tapped under "Anything else?"."""
        tapped: dict[str, str | list[str]] = {"chicane": [*self.chicane]} if self.chicane else {}
        if self.revoked:
            tapped |= {"revoke-1": self.revoked, "penalty-1": "points"}
        return tapped | ({"fined": self.fined, "fine": str(self.fine)} if self.fined else {})

    def facts(self) -> dict[str, Any]:
        """Return what a score file says of it."""
        if not self.level:
            return {"passed_out": True}
        said: dict[str, Any] = {"bid": f"{self.level}{self.trumps}", "declarer": self.declarer}
        said |= {"partner": self.partner} if self.partner else {}
        said |= {"doubling": self.doubling} if self.doubling else {}
        said["tricks"] = self.tricks
        honours = self._honours()
        said |= {"honours": honours} if honours else {}
        said |= {"chicane": [*self.chicane]} if self.chicane else {}
        if self.revoked:
            said["revokes"] = [{"by": self.revoked, "penalty": "points"}]
        if self.fined:
            said["fines"] = [{"player": self.fined, "points": self.fine, "to": "each"}]
        return said

    def _honours(self) -> dict[str, int | str]:
        if self.game == "cut-throat":
            return {hand: number for hand, number in self.honours.items() if number}
        for side, number in self.honours.items():
            seats = self.ours if side == "D" else self.theirs
            if self.game == "pirate":
                return dict(zip(seats, SPLIT[number], strict=True))
            column = SIDE_OF[seats[0]] if self.game == "auction" else seats[0]
            return {column: str(number)}
        return {}

    def words(self, names: dict[str, str]) -> str:
        """Return how a page says it, as far as the result."""
        if not self.level:
            return "Passed out"
        trumps = CALLED[self.trumps]
        if self.level == 1:
            trumps = trumps.removesuffix("s")
        who = names[self.declarer] + (f" with {names[self.partner]}" if self.partner else "")
        went = (
            "made" if not self.over else f"{'plus' if self.over > 0 else 'down'} {abs(self.over)}"
        )
        return f"{self.level} {trumps}{DOUBLED[self.doubling]} by {who}, {went}"


def a_deal(game: str, chance: random.Random) -> Deal:
    """Return any deal of a game: made more often than not, so that rubbers end."""
    if chance.random() < 0.05:
        return Deal(game)
    level, trumps = chance.choices(range(1, 8), (3, 6, 8, 8, 4, 2, 1))[0], chance.choice(TRUMPS)
    seats = SEATS[game]
    declarer = chance.choice(seats)
    partner = ""
    if game == "pirate":
        partner = chance.choice([seat for seat in seats if seat != declarer])
    least, most = -(BOOK + level), TRICKS - BOOK - level
    over = chance.choice((0, 0, 1, 1, 2, -1, -2, chance.randint(least, most)))
    over = min(max(over, least), most)
    doubling = chance.choices((0, 1, 2), (8, 2, 1))[0]
    held = _held(game, trumps, chance)
    deal = Deal(game, level, trumps, declarer, partner, doubling, over, held)
    # Drawn from the deal itself: what else a table does stays as it was.
    return replace(deal, **_happened(deal, random.Random(str(deal))))  # noqa: S311 - not a secret


def _happened(deal: Deal, chance: random.Random) -> dict[str, Any]:
    """Return what seldom happens at a deal: chicane, a revoke, a fine."""
    happened: dict[str, Any] = {}
    if deal.game in CHICANE and deal.trumps != "NT" and chance.random() < 0.15:
        # Whoever holds no trumps has no honours; their partner may have had all of them.
        free = [seats for side, seats in (("D", deal.ours), ("A", deal.theirs))
                if side not in deal.honours]  # fmt: skip
        happened["chicane"] = (chance.choice(chance.choice(free)),)
    if chance.random() < 0.1:
        # Nobody who lays down their cards can revoke.
        happened["revoked"] = chance.choice((deal.declarer, *deal.theirs))
    if chance.random() < 0.1:
        happened["fined"], happened["fine"] = chance.choice(SEATS[deal.game]), 100
    return happened


def _held(game: str, trumps: str, chance: random.Random) -> dict[str, int]:
    there = 4 if trumps == "NT" else 5
    if game != "cut-throat":
        if chance.random() < 0.4:
            return {}
        return {chance.choice("DA"): chance.randint(3, there)}
    held: dict[str, int] = {}
    for hand in ("A", "B", "C", "dummy"):
        held[hand] = chance.randint(0, there)
        there -= held[hand]
    return held
