"""Which penalties a revoke carries, and until when the law lets it be claimed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from clubscore.laws.citing import LAW, Citation
from clubscore.laws.citing import LAWS_OF_BRIDGE as LAWS_OF_BRIDGE_1899
from clubscore.laws.counting.shared_codes import ENGLISH_LAWS
from clubscore.laws.words import gettext_noop


class Penalty(NamedTuple):
    """One penalty that may be chosen: the score file's word, a label, its effect, its time."""

    key: str
    label: str
    effect: str
    until: str
    law: Citation


@dataclass(frozen=True)
class RevokeLaw:
    """The penalties of one code: against the declaring side and against an adversary.

    Where tricks are to be lost (nullos) only ``reversed_denomination`` applies.
    """

    declaring: tuple[Penalty, ...]
    adverse: tuple[Penalty, ...]
    reversed_denomination: tuple[Penalty, ...] = ()

    def choices(self, by_declaring_side: bool, is_reversed: bool) -> tuple[Penalty, ...]:
        """The penalties open for a revoke of this side in this contract."""
        if is_reversed:
            return self.reversed_denomination
        return self.declaring if by_declaring_side else self.adverse


UNTIL_CUT = gettext_noop("until the cards are cut for the next deal (law 93)")
UNTIL_CUT_AUCTION = gettext_noop("until the cards are cut for the next deal")

_LAW_87 = Citation(LAWS_OF_BRIDGE_1899, LAW, "87", "I", "17")
_LAW_90 = ENGLISH_LAWS["revoke"]
_THREE_WAYS = (
    Penalty(
        "tricks",
        gettext_noop("take three tricks"),
        gettext_noop("Three of the tricks they won count as won by the other side."),
        UNTIL_CUT,
        _LAW_87,
    ),
    Penalty(
        "deduct",
        gettext_noop("deduct the value of three tricks"),
        gettext_noop("Their score for this deal loses the value of three tricks, never below 0."),
        UNTIL_CUT,
        _LAW_87,
    ),
    Penalty(
        "add",
        gettext_noop("add the value of three tricks"),
        gettext_noop("The other side adds the value of three tricks to its own score."),
        UNTIL_CUT,
        _LAW_87,
    ),
)
_POINTS = Penalty(
    "points",
    gettext_noop("score points above the line"),
    gettext_noop("The other side scores the penalty points above the line."),
    UNTIL_CUT_AUCTION,
    _LAW_90,
)
_TRICKS = Penalty(
    "tricks",
    gettext_noop("take three tricks"),
    gettext_noop(
        "Declarer takes three of their tricks; these may make the contract but earn no bonus."
    ),
    UNTIL_CUT_AUCTION,
    _LAW_90,
)

# Where what a revoke costs is already in the tricks, or the hands are abandoned.
NO_PENALTIES = RevokeLaw((), ())
LAWS_OF_BRIDGE = RevokeLaw(declaring=_THREE_WAYS, adverse=_THREE_WAYS)
AUCTION = RevokeLaw(
    declaring=(_POINTS,), adverse=(_POINTS, _TRICKS), reversed_denomination=(_POINTS,)
)
