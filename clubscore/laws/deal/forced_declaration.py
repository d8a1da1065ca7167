"""What dummy must declare at dummy bridge: Laws of Bridge 1899, p. 34.

The dummy player who passes the declaration to dummy's hand has no choice there. Three or four aces
are no trumps; else it is the longest suit, among equals the one of most pips, among these the one
that counts most a trick.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clubscore.laws.cards import NO_TRUMPS, SUITS, Denomination
from clubscore.laws.counting.shared_codes import BRIDGE_VALUES
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.seating.cut_laws import PACK
from clubscore.laws.words import Phrase, Word, gettext_noop, ngettext_lazy

LAW = "Laws of Bridge 1899, p. 34"
HAND = 13
ACES_ENOUGH = 3
# An ace is eleven, king, queen, knave and ten are ten each, the others what they show.
PIPS = {"A": 11, **dict.fromkeys("KQJT", 10), **{str(n): n for n in range(2, 10)}}

BY_ACES = ngettext_lazy("%(aces)s ace: no-trumps", "%(aces)s aces: no-trumps", "aces")
BY_LENGTH = ngettext_lazy(
    "the longest suit: %(suit)s, %(length)s card",
    "the longest suit: %(suit)s, %(length)s cards",
    "length",
)
BY_PIPS = gettext_noop(
    "of suits equally long, the strongest by pips: %(pips)s in %(suit)s, %(next)s in %(other)s"
)
BY_VALUE = gettext_noop(
    "of suits equally long and strong, the one worth most a trick: %(suit)s at %(value)s"
)


class Suit(NamedTuple):
    """One suit of the hand: how many cards, how many pips."""

    denomination: Denomination
    length: int
    pips: int


class Forced(NamedTuple):
    """What must be declared and why; ``suits`` are those of the hand, clubs to spades."""

    denomination: Denomination
    reason: Phrase
    suits: tuple[Suit, ...]
    law: str = LAW


def forced_declaration(cards: Iterable[str]) -> Forced:
    """What a hand of thirteen cards must declare; "AS" is the ace of spades, "TD" a ten.

    Raises RuleError at ``cards`` for a card that is none, one that comes twice, and where they are
    not thirteen.
    """
    hand = _checked(tuple(cards))
    suits = tuple(_suit(hand, each) for each in SUITS)
    aces = sum(card[0] == "A" for card in hand)
    if aces >= ACES_ENOUGH:
        return Forced(NO_TRUMPS, Phrase(BY_ACES, {"aces": aces}), suits)
    longest = _best(suits, [suit.length for suit in suits])
    if len(longest) == 1:
        (suit,) = longest
        words = {"length": suit.length, "suit": Word(suit.denomination.name)}
        return Forced(suit.denomination, Phrase(BY_LENGTH, words), suits)
    strongest = _best(longest, [suit.pips for suit in longest])
    if len(strongest) == 1:
        return Forced(strongest[0].denomination, _by_pips(strongest[0], longest), suits)
    (suit,) = _best(strongest, [BRIDGE_VALUES[each.denomination.key] for each in strongest])
    named = {"suit": Word(suit.denomination.name), "value": BRIDGE_VALUES[suit.denomination.key]}
    return Forced(suit.denomination, Phrase(BY_VALUE, named), suits)


def _checked(hand: tuple[str, ...]) -> tuple[str, ...]:
    for card in hand:
        if card not in PACK:
            phrase = gettext_noop(
                "%(card)s is not a card: give a rank (A, 2 to 9, T, J, Q, K) and a suit."
            )
            raise RuleError("no-card", phrase, "cards", card=shown(card))
    doubled = next((card for card in hand if hand.count(card) > 1), None)
    if doubled is not None:
        phrase = gettext_noop("%(card)s is given twice; a pack holds each card once.")
        raise RuleError("card-twice", phrase, "cards", card=doubled)
    if len(hand) != HAND:
        phrase = gettext_noop("Dummy has thirteen cards, not %(count)s.")
        raise RuleError("hand", phrase, "cards", count=len(hand))
    return hand


def _suit(hand: Sequence[str], denomination: Denomination) -> Suit:
    held = [card for card in hand if card[1] == denomination.key]
    return Suit(denomination, len(held), sum(PIPS[card[0]] for card in held))


def _best(suits: Sequence[Suit], worths: Sequence[int]) -> list[Suit]:
    most = max(worths)
    return [suit for suit, worth in zip(suits, worths, strict=True) if worth == most]


def _by_pips(suit: Suit, longest: Sequence[Suit]) -> Phrase:
    """The strongest of suits that are equally long, beside the next of them."""
    other = max((each for each in longest if each != suit), key=lambda each: each.pips)
    words = {
        "pips": suit.pips,
        "suit": Word(suit.denomination.name),
        "next": other.pips,
        "other": Word(other.denomination.name),
    }
    return Phrase(BY_PIPS, words)
