"""A box in words: rules, the dealing list and its strips, hands and answers, a fact a line."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.deals.hands import RANKS, SUITS
from clubscore.laws.cards import COMPASS
from clubscore.laws.words import SEATS
from clubscore.sheets.contest_box.box_content import Box, BoxBoard, Edition, seat_sign
from clubscore.sheets.contest_box.box_rules import rules_said
from clubscore.sheets.plain_words import suits_words

HAND = 13


def box_text(box: Box, edition: Edition) -> Iterator[str]:
    """Yield the box's lines. Stickers are left out: in words they would name the hands."""
    yield _("The box")
    yield box.title
    yield box.game
    if edition.has_table:
        yield from _table(box, edition)
    for board in box.boards:
        yield ""
        yield _("Board %(n)s") % {"n": board.number}
        yield board.line
        if edition.has_table:
            yield from _letters(box, board)
        if edition.has_answers and board.directed_words:
            yield board.directed_words
        if edition.has_answers:
            yield from _answer(board)


def _table(box: Box, edition: Edition) -> Iterator[str]:
    for text, is_head in rules_said(box, edition, None):
        if is_head:
            yield ""
        yield text
    yield ""
    yield _("Dealing list")
    names = {suit.key: _(suit.name) for suit in SUITS}
    ranks = {rank: "10" if rank == "T" else rank for rank in RANKS}
    for number, card in enumerate(box.order, 1):
        words = {"n": number, "suit": names[card[0]], "rank": ranks[card[1]]}
        yield pgettext("card of a list", "%(n)s: %(suit)s %(rank)s") % words


def _letters(box: Box, board: BoxBoard) -> Iterator[str]:
    letters = [seat_sign(seat) for seat in box.letters(board)]
    for at in range(0, len(letters), HAND):
        yield " " + " ".join(letters[at : at + HAND])


def _answer(board: BoxBoard) -> Iterator[str]:
    yield board.par_words
    for seat in COMPASS:
        yield _(SEATS[seat])
        yield from suits_words(board.dealt.deal.hand(seat))
    if board.commentary:
        yield board.commentary
