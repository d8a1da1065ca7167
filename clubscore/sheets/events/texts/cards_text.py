"""Dealing sheets, curtain cards and par cards as plain texts."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.names import listed
from clubscore.deals.dealt_board import DealtBoard
from clubscore.deals.hands import RANKS, SUITS, spaced
from clubscore.events.boards.boards_page import line_of, seat_words
from clubscore.events.models import Event
from clubscore.laws.cards import COMPASS
from clubscore.sheets.events.texts.text_words import heading
from clubscore.sheets.plain_words import suits_words


def dealing_text(boards: Iterable[DealtBoard], event: Event) -> Iterator[str]:
    """Each board: whose the cards of a sorted pack are, suit by suit from the ace down.

    Cards that go to one seat one after the other stand together.
    """
    yield from heading(_("Dealing sheets"), event)
    yield ""
    yield _(
        "Sort the pack into suits, each from the ace down, spades on top, face up. Deal the"
        " cards one by one onto four piles, one for each seat, in the order given here. Each"
        " pile gets thirteen cards."
    )
    for board in boards:
        yield from _board(board, event)
        for suit in SUITS:
            yield _(suit.name)
            yield from _runs(board, suit.key)


def _runs(board: DealtBoard, suit: str) -> Iterator[str]:
    """Say of a suit who gets its next cards: "A K: North", "Q: East"."""
    cards, taker = "", ""
    for rank in [*RANKS, ""]:
        owner = board.deal.owner(suit + rank) if rank else ""
        if owner != taker and cards:
            yield " " + pgettext("cards", "%(cards)s: %(seat)s") % {
                "cards": spaced(cards),
                "seat": seat_words(taker),
            }
            cards = ""
        cards, taker = cards + rank, owner


def curtain_text(boards: Iterable[DealtBoard], event: Event) -> Iterator[str]:
    """Every slip: whose hand of which board it is, and its cards."""
    yield from heading(_("Curtain cards"), event)
    for board in boards:
        yield from _board(board, event)
        for seat in COMPASS:
            yield seat_words(seat)
            yield from suits_words(board.deal.hand(seat))


def par_cards_text(boards: Sequence[DealtBoard], event: Event) -> Iterator[str]:
    """Every card of the pack: who gets it on which boards, as its sticker says."""
    yield from heading(_("Par cards"), event)
    for board in boards:
        yield ""
        yield _("Board %(n)s") % {"n": board.number}
        yield line_of(board, event)
    for suit in SUITS:
        yield ""
        yield _(suit.name)
        for rank in RANKS:
            told = listed(
                pgettext("sticker", "%(board)s %(seat)s")
                % {"board": board.number, "seat": seat_words(board.deal.owner(suit.key + rank))}
                for board in boards
            )
            yield " " + pgettext("cards", "%(cards)s: %(seat)s") % {
                "cards": spaced(rank),
                "seat": told,
            }


def _board(board: DealtBoard, event: Event) -> Iterator[str]:
    yield ""
    yield _("Board %(n)s") % {"n": board.number}
    yield line_of(board, event)
