"""A deal: 52 cards in four hands, written as PBN writes it (PBN 2.1, tag Deal)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clubscore.laws.cards import CLUBS, COMPASS, DIAMONDS, HEARTS, SPADES
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop, ngettext_lazy, seat_name

RANKS = "AKQJT98765432"
# As a hand is written everywhere: spades first.
SUITS = (SPADES, HEARTS, DIAMONDS, CLUBS)
SUIT_KEYS = tuple(suit.key for suit in SUITS)
PACK = tuple(suit + rank for suit in SUIT_KEYS for rank in RANKS)
CARDS_IN_HAND = 13
HIDDEN = "-"
# Longer than any deal can be, however widely it is spaced.
LONGEST = 200

# The holdings in spades, hearts, diamonds and clubs, each from the ace down.
Hand = tuple[str, str, str, str]
WRONG_SIZE = ngettext_lazy(
    "%(seat)s has %(size)s card and needs 13.",
    "%(seat)s has %(size)s cards and needs 13.",
    "size",
)
WITH_MISSING = ngettext_lazy(
    "%(seat)s has %(size)s card and needs 13. Missing: %(missing)s.",
    "%(seat)s has %(size)s cards and needs 13. Missing: %(missing)s.",
    "size",
)


@dataclass(frozen=True)
class Deal:
    """The hands of North, East, South and West; it exists only with each card in one hand.

    Raises RuleError: ``card-twice``, ``card-missing``, ``hand-size`` (at the seat's letter).
    """

    hands: tuple[Hand, Hand, Hand, Hand]

    def __post_init__(self) -> None:
        check_hands(dict(zip(COMPASS, self.hands, strict=True)))
        sorted_hands = tuple(
            tuple("".join(sorted(each, key=RANKS.index)) for each in hand) for hand in self.hands
        )
        if sorted_hands != self.hands:
            raise ValueError("a hand's holdings go from the ace down")

    def hand(self, seat: str) -> Hand:
        """The holdings of ``N``, ``E``, ``S`` or ``W``: spades, hearts, diamonds, clubs."""
        return self.hands[COMPASS.index(seat)]

    def pbn(self, first: str = "N") -> str:
        """The deal as PBN has it, clockwise from this hand."""
        at = COMPASS.index(first)
        turned = self.hands[at:] + self.hands[:at]
        return f"{first}:" + " ".join(".".join(hand) for hand in turned)

    def owner(self, card: str) -> str:
        """Whose hand holds a card like ``SA``."""
        suit, rank = SUIT_KEYS.index(card[0]), card[1]
        return next(
            seat for seat, hand in zip(COMPASS, self.hands, strict=True) if rank in hand[suit]
        )


def read_deal(text: str) -> Deal:
    """Read ``N:AKQ.T98... ... ... ...``, clockwise from any hand; ``10`` and small letters too.

    One hand may be hidden (``-``): it holds what is left. Raises RuleError with the code
    ``deal-form``, ``hand-form``, ``hand-size``, ``card-twice`` or ``card-missing``, at the seat's
    letter where one hand is to blame.
    """
    first, colon, rest = text.strip().partition(":")
    first = first.strip().upper()
    written = rest.split()
    if len(text) > LONGEST or not colon or first not in COMPASS or len(written) != len(COMPASS):
        raise RuleError(
            "deal-form",
            gettext_noop("A deal must give the first seat and then four hands, like %(example)s."),
            example="N:AK42.QJ9.T87.654 ...",
        )
    at = COMPASS.index(first)
    seats = (*COMPASS[at:], *COMPASS[:at])
    return whole_deal(
        {
            seat: read_hand(hand, seat)
            for seat, hand in zip(seats, written, strict=True)
            if hand != HIDDEN
        }
    )


def read_hand(text: str, seat: str) -> Hand:
    """Read ``AK42.QJ9.T87.654``: spades, hearts, diamonds, clubs. RuleError at the seat's letter.

    A suit without a card is empty or ``-``. How many cards there are is not looked at.
    """
    suits = text.strip().upper().replace("10", "T").split(".")
    if len(suits) != len(SUITS):
        raise RuleError(
            "hand-form",
            gettext_noop(
                "A hand must list its four suits with dots between, spades first: AK42.QJ9.T87.654."
            ),
            seat,
        )
    return hand_of(
        (
            suit + rank
            for suit, held in zip(SUIT_KEYS, suits, strict=True)
            for rank in (held if held != HIDDEN else "")
        ),
        seat,
    )


def hand_of(cards: Iterable[str], seat: str) -> Hand:
    """The holdings of cards like ``SA``. RuleError at the seat's letter for what is no card."""
    held: dict[str, list[str]] = {suit: [] for suit in SUIT_KEYS}
    for card in cards:
        if card not in PACK:
            raise RuleError(
                "hand-form",
                gettext_noop(
                    "A card must be A, K, Q, J, 10 or T, or 9 to 2; %(given)s is not a card."
                ),
                seat,
                given=shown(card[1:]),
            )
        held[card[0]].append(card[1])
    spades, hearts, diamonds, clubs = (
        "".join(sorted(ranks, key=RANKS.index)) for ranks in held.values()
    )
    return spades, hearts, diamonds, clubs


def whole_deal(hands: Mapping[str, Hand]) -> Deal:
    """The deal of four hands by seat, or of three: then the fourth holds what is left.

    Raises RuleError as :class:`Deal` does, ``card-missing`` where two hands are not known.
    """
    absent = [seat for seat in COMPASS if seat not in hands]
    if len(absent) == 1:
        check_hands(hands)
        left = sorted(set(PACK) - set(cards_of(hands)), key=PACK.index)
        hands = {**hands, absent[0]: hand_of(left, absent[0])}
    elif absent:
        raise RuleError(
            "card-missing",
            gettext_noop("Enter at least three hands; the fourth gets the remaining cards."),
            absent[0],
        )
    return Deal((hands["N"], hands["E"], hands["S"], hands["W"]))


def cards_of(hands: Mapping[str, Hand]) -> list[str]:
    """Every card that stands in these hands, one that stands twice twice."""
    return [
        suit + rank
        for hand in hands.values()
        for suit, held in zip(SUIT_KEYS, hand, strict=True)
        for rank in held
    ]


def check_hands(hands: Mapping[str, Hand]) -> None:
    """Verify that no card stands twice and that each hand has thirteen.

    Raises RuleError ``card-twice``, else ``hand-size``, and names what no one holds where all four
    hands are there.
    """
    counted = Counter(cards_of(hands))
    twice = [card for card in PACK if counted[card] > 1]
    missing = [card for card in PACK if not counted[card]] if len(hands) == len(COMPASS) else []
    if twice:
        raise RuleError(
            "card-twice",
            gettext_noop("Each card can appear only once. Entered twice: %(cards)s.")
            if not missing
            else gettext_noop(
                "Each card can appear only once. Entered twice: %(cards)s; missing: %(missing)s."
            ),
            _where(hands, twice[0]),
            cards=named(twice),
            missing=named(missing),
        )
    for seat, hand in hands.items():
        size = sum(map(len, hand))
        if size != CARDS_IN_HAND:
            raise RuleError(
                "hand-size",
                WITH_MISSING if missing else WRONG_SIZE,
                seat,
                seat=seat_name(seat),
                size=size,
                missing=named(missing),
            )


def _where(hands: Mapping[str, Hand], card: str) -> str:
    """The last hand in which a card stands: the one that was written after the other."""
    suit, rank = SUIT_KEYS.index(card[0]), card[1]
    return [seat for seat, hand in hands.items() if rank in hand[suit]][-1]


def named(cards: Iterable[str]) -> str:
    """Cards for people: ``♠A, ♥10``."""
    symbols = {suit.key: suit.symbol for suit in SUITS}
    return ", ".join(symbols[card[0]] + ("10" if card[1] == "T" else card[1]) for card in cards)


def spaced(ranks: str) -> str:
    """Cards of a suit with a space between: ``A K 10 4``."""
    return " ".join("10" if rank == "T" else rank for rank in ranks)
