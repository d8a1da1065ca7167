"""Hand records as a plain text: every hand, the tricks that can be made, and par."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.names import listed
from clubscore.events.boards.boards_page import seat_words
from clubscore.events.models import Event
from clubscore.events.state.board_words import dealt_line
from clubscore.laws.cards import COMPASS
from clubscore.ranking import Board
from clubscore.sheets.events.hand_records import (
    DECLARERS,
    DENOMINATIONS,
    HandRecord,
    denomination_word,
    made,
)
from clubscore.sheets.events.texts.text_words import heading
from clubscore.sheets.plain_words import suits_words


def hands_text(records: Iterable[HandRecord], event: Event) -> Iterator[str]:
    """Every board: dealer and vulnerability, the four hands, double dummy and par if known."""
    yield from heading(_("Hand records"), event)
    for record in records:
        board = record.board
        yield ""
        yield _("Board %(n)s") % {"n": board.number}
        yield dealt_line(Board(board.number, board.dealer, board.vulnerable), event)
        for seat in COMPASS:
            yield seat_words(seat)
            yield from suits_words(board.deal.hand(seat))
        if record.tricks is not None:
            yield _("What each declarer makes, double dummy")
            none = pgettext("makes", "nothing")
            for key in DENOMINATIONS:
                tricks = record.tricks[key]
                told = listed(
                    f"{seat_words(seat)} {made(tricks[seat]) or none}" for seat in DECLARERS
                )
                said = {"denomination": denomination_word(key), "tricks": told}
                yield " " + pgettext("makes", "%(denomination)s: %(tricks)s") % said
        if record.par_words:
            yield _("Par: %(par)s") % {"par": record.par_words}
