"""A deal of 52 cards and the board it lies in: read, typed hand by hand, shuffled and dealt.

Deals are written as PBN writes them (PBN 2.1, tag Deal). The program deals by the system's own
source of chance, which no one can foresee.
"""

from __future__ import annotations

import random
import re
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from clubscore.deals.file_text import FileProblems
from clubscore.laws.cards import CLUBS, COMPASS, DIAMONDS, HEARTS, SPADES, Denomination
from clubscore.laws.deal_reading import HANDS, cut_pack, deal_out, sorted_pack
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
class Hands:
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


def read_deal(text: str) -> Hands:
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


def whole_deal(hands: Mapping[str, Hand]) -> Hands:
    """The deal of four hands by seat, or of three: then the fourth holds what is left.

    Raises RuleError as :class:`Hands` does, ``card-missing`` where two hands are not known.
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
    return Hands((hands["N"], hands["E"], hands["S"], hands["W"]))


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


# Blanks, slashes or commas may be typed between the suits; a dot then stands for none.
JOINTS = re.compile(r"[\s,/;]+")


class TypedHand(NamedTuple):
    """What was typed for a seat: the hand where it can be read, else what is wrong with it."""

    seat: str
    text: str
    hand: Hand | None = None
    problem: RuleError | None = None
    # Whether it was left open and holds what the others have not.
    is_filled: bool = False

    @property
    def size(self) -> int:
        """How many cards it has."""
        return sum(map(len, self.hand or ()))

    @property
    def is_whole(self) -> bool:
        """Whether it has its thirteen."""
        return self.size == CARDS_IN_HAND

    @property
    def dots(self) -> str:
        """The hand as it is written again."""
        return self.text if self.hand is None else ".".join(self.hand)


class TypedDeal(NamedTuple):
    """Four hands, the deal where they make one, else what keeps them from it."""

    hands: tuple[TypedHand, ...]
    deal: Hands | None
    problem: RuleError | None

    @property
    def held(self) -> dict[str, Hand]:
        """The hands that can be read."""
        return {each.seat: each.hand for each in self.hands if each.hand is not None}

    @property
    def left(self) -> list[tuple[Denomination, str]]:
        """The cards that no one holds yet, by suit."""
        held = set(cards_of(self.held))
        found = []
        for at, suit in enumerate(SUITS):
            ranks = [card[1] for card in PACK[13 * at : 13 * at + 13] if card not in held]
            found.append((suit, "".join(ranks)))
        return [(suit, ranks) for suit, ranks in found if ranks]

    @property
    def twice(self) -> str:
        """The cards that stand in two places, for people."""
        counted = Counter(cards_of(self.held))
        return named(card for card in PACK if counted[card] > 1)


def read_typed(texts: Mapping[str, str]) -> TypedDeal:
    """Read four hands by seat: ``AK42.QJ9.T87.654``, blanks for dots; one may be left empty.

    Raises nothing: what is wrong stands at its hand, or at the deal.
    """
    hands = [_read(seat, texts.get(seat, "")) for seat in COMPASS]
    found = {each.seat: each.hand for each in hands if each.hand is not None}
    problem = next((each.problem for each in hands if each.problem), None)
    if problem is not None:
        return TypedDeal(tuple(hands), None, problem)
    try:
        deal = whole_deal(found)
    except RuleError as error:
        return TypedDeal(tuple(hands), None, error)
    return TypedDeal(
        tuple(
            each if each.hand else each._replace(hand=deal.hand(each.seat), is_filled=True)
            for each in hands
        ),
        deal,
        None,
    )


def _read(seat: str, text: str) -> TypedHand:
    text = text.strip()[:100]
    if not text:
        return TypedHand(seat, "")
    written = text if "." in text else JOINTS.sub(".", text)
    try:
        return TypedHand(seat, text, read_hand(JOINTS.sub("", written), seat))
    except RuleError as error:
        return TypedHand(seat, text, problem=error)


VULNERABILITIES = ("none", "NS", "EW", "both")
# Laws of Duplicate Bridge 2017, law 2: sixteen boards, then the same again.
_BY_NUMBER = tuple(VULNERABILITIES[(row + row // 4) % 4] for row in range(16))
HIGHEST_BOARD = 9999


def usual_dealer(number: int) -> str:
    """The dealer of the board of this number."""
    return COMPASS[(number - 1) % 4]


def usual_vulnerable(number: int) -> str:
    """Who is vulnerable on the board of this number."""
    return _BY_NUMBER[(number - 1) % 16]


class DealtBoard(NamedTuple):
    """A board and its cards; ``where`` in its file it stands, empty where it was in none."""

    number: int
    deal: Hands
    dealer: str
    vulnerable: str
    where: str = ""


def usual_board(number: int, deal: Hands, where: str = "") -> DealtBoard:
    """A board whose dealer and vulnerability follow its number."""
    return DealtBoard(number, deal, usual_dealer(number), usual_vulnerable(number), where)


# With these nobody can say which boards are meant; all else concerns what was left out.
BLOCKING = frozenset(("board-twice", "more"))


class BoardsRead(NamedTuple):
    """What a file holds: its boards by number, and what is wrong with it or odd in it."""

    boards: tuple[DealtBoard, ...]
    problems: tuple[RuleError, ...] = ()

    @property
    def is_blocked(self) -> bool:
        """Whether none of it may come in; else what is sound does, and the rest is told."""
        return not self.boards or any(each.code in BLOCKING for each in self.problems)


def gathered(boards: Iterable[DealtBoard], problems: FileProblems) -> BoardsRead:
    """The boards in order. One that stands there again with other cards is a problem."""
    found: dict[int, DealtBoard] = {}
    for board in boards:
        first = found.setdefault(board.number, board)
        if first[1:4] != board[1:4]:
            problems.add(
                "board-twice",
                gettext_noop(
                    "Board %(number)s appears twice, with different cards or dealer."
                    " Remove one of the two."
                ),
                board.where,
                number=board.number,
            )
    return BoardsRead(tuple(found[number] for number in sorted(found)), tuple(problems))


_CHANCE = secrets.SystemRandom()


def shuffled_deal(chance: random.Random = _CHANCE) -> Hands:
    """A deal in which each of all possible ones is as likely."""
    pack = list(PACK)
    chance.shuffle(pack)
    return _dealt(deal_out(pack), "N")


def sorted_deal(dealer: str, chance: random.Random = _CHANCE) -> Hands:
    """A deal of the sorted pack, cut and dealt one by one from the dealer's left: a card of each
    rank to every player (Auction Bridge Variations 1923, p. 74).
    """
    pack = sorted_pack(chance)
    at = chance.randint(HANDS, len(pack) - HANDS)
    cards = [card[1] + card[0] for card in cut_pack(pack, at)]
    return _dealt(deal_out(cards), COMPASS[(COMPASS.index(dealer) + 1) % 4])


def _dealt(hands: tuple[tuple[str, ...], ...], first: str) -> Hands:
    at = COMPASS.index(first)
    seats = (*COMPASS[at:], *COMPASS[:at])
    return whole_deal(
        {seat: hand_of(cards, seat) for seat, cards in zip(seats, hands, strict=True)}
    )


def made_boards(
    numbers: Iterable[int], *, is_sorted: bool = False, chance: random.Random = _CHANCE
) -> list[DealtBoard]:
    """A board of each number with cards of its own."""
    return [
        usual_board(
            number,
            sorted_deal(usual_dealer(number), chance) if is_sorted else shuffled_deal(chance),
        )
        for number in numbers
    ]
