"""Which penalties a revoke carries, and until when the law lets it be claimed."""

from collections.abc import Iterable, Mapping

from clubscore.laws.citing import INTERNATIONAL_LAWS, LAW, READING, Citation
from clubscore.laws.citing import LAWS_OF_BRIDGE as LAWS_OF_BRIDGE_1899
from clubscore.laws.counting.shared_codes import ENGLISH_LAWS
from clubscore.laws.facts import Revoke
from clubscore.laws.record import ComparedRecord, Record
from clubscore.laws.words import gettext_noop


class Penalty(ComparedRecord):
    """One penalty that may be chosen: the score file's word, a label, its effect, its time."""

    key: str
    label: str
    effect: str
    until: str
    law: Citation


class RevokeLaw(Record):
    """The penalties of one code: against the declaring side and against an adversary.

    Where tricks are to be lost (nullos) only ``reversed_denomination`` applies. ``both`` says what
    becomes of a deal in which both sides revoked. ``moves`` are the tricks that change hands for
    good by each penalty, as if they had been won so in play.
    """

    declaring: tuple[Penalty, ...]
    adverse: tuple[Penalty, ...]
    reversed_denomination: tuple[Penalty, ...] = ()
    both: str = ""
    moves: Mapping[str, int] = {}

    @property
    def every(self) -> tuple[Penalty, ...]:
        """All penalties of the code, each once."""
        return tuple(dict.fromkeys((*self.declaring, *self.adverse, *self.reversed_denomination)))

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

_LAW_64 = Citation(INTERNATIONAL_LAWS, LAW, "64", kind=READING)
UNTIL_TODAY = gettext_noop("within the time that law 64 allows")
_TODAY = (
    Penalty(
        "one-trick",
        gettext_noop("one trick changes hands"),
        gettext_noop("One of the tricks they won counts as won by the other side."),
        UNTIL_TODAY,
        _LAW_64,
    ),
    Penalty(
        "two-tricks",
        gettext_noop("two tricks change hands"),
        gettext_noop("Two of the tricks they won count as won by the other side."),
        UNTIL_TODAY,
        _LAW_64,
    ),
)

# Where the hands are abandoned, or no revoke is known.
NO_PENALTIES = RevokeLaw((), ())
LAWS_OF_BRIDGE = RevokeLaw(
    declaring=_THREE_WAYS,
    adverse=_THREE_WAYS,
    both=gettext_noop("Both sides revoked: neither can win the game by this deal."),
)
AUCTION = RevokeLaw(
    declaring=(_POINTS,),
    adverse=(_POINTS, _TRICKS),
    reversed_denomination=(_POINTS,),
    both=gettext_noop("Both sides revoked: only honours and chicane count."),
)
INTERNATIONAL = RevokeLaw(
    declaring=_TODAY,
    adverse=_TODAY,
    both=gettext_noop("Both sides revoked: no trick changes hands."),
    moves={"one-trick": 1, "two-tricks": 2},
)


def tricks_after(
    law: RevokeLaw, seats: tuple[str, ...], tricks: int, most: int, revokes: Iterable[Revoke]
) -> int:
    """The tricks of the declaring side once those that changed hands for revokes have done so.

    ``seats`` are of the declaring side, which won ``tricks`` of ``most`` in play. A side gives no
    more than it won; where both revoked, as the law of today has it, nothing changes hands.
    """
    given = [0, 0]
    offended = [False, False]
    for revoke in revokes:
        side = revoke.by not in seats
        offended[side] = True
        given[side] += law.moves.get(revoke.penalty, 0)
    if all(offended):
        return tricks
    return tricks - min(given[0], tricks) + min(given[1], most - tricks)
