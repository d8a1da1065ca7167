"""The score card of a box: what four people write at their table, board by board."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.laws.cards import COMPASS
from clubscore.laws.words import SEATS
from clubscore.sheets.contest_box.box_content import Box
from clubscore.sheets.pieces.form import (
    BOARDS,
    FIGURES,
    NOTES,
    PAIRS,
    PLACE,
    Form,
    Grid,
    HeadLine,
    Upright,
    Words,
)
from clubscore.sheets.pieces.piece_sheets import Cutting

WHOLE_SHEET = Cutting(1, 1)
PLACE_HIGH, NAMES_HIGH, SUM_HIGH, NOTE_HIGH = 22.0, 22.0, 22.0, 12.0
NAME, DAY, SUM = 62.0, 50.0, 20.0


def card_form(box: Box) -> Form:
    """Return the card as a piece; a long set goes on to a second sheet."""
    columns = tuple(_columns(box))
    blank = ("",) * (len(columns) - 2)
    names = [Words(_(SEATS[seat]), FIGURES, blank=NAME) for seat in COMPASS]
    north, east, south, west = names
    return Form(
        identity=box.whose(_("Score card")),
        head=(
            HeadLine(
                (Words(_("Score card"), PLACE, bold=True),), PLACE_HIGH, Words(box.game, PAIRS)
            ),
            HeadLine((north, south), NAMES_HIGH),
            HeadLine((east, west), NAMES_HIGH),
            HeadLine((Words(_("Day and place"), FIGURES, blank=DAY),), NAMES_HIGH),
        ),
        grid=Grid(columns, [(str(each.number), each.short, *blank) for each in box.boards]),
        foot=(
            HeadLine(
                (
                    Words(_("Boards lost: North–South"), FIGURES, blank=SUM),
                    Words(_("East–West"), FIGURES, blank=SUM),
                ),
                SUM_HIGH,
            ),
            HeadLine(
                (
                    Words(
                        _(
                            "Write par once the board is closed. A side that scored below par loses"
                            " the board."
                        ),
                        NOTES,
                    ),
                ),
                NOTE_HIGH,
            ),
        ),
    )


def _columns(box: Box) -> list[Upright]:
    deals = _("deals · vul") if box.counts_vulnerability else _("deals")
    columns = [
        Upright(_("board"), 13, BOARDS, bold=True),
        Upright(deals, 20, FIGURES),
        *([Upright(_("auction"), 20)] if box.has_directed else []),
        Upright(_("contract"), 24, grows=True),
        Upright(pgettext("column: declarer", "by"), 12),
        Upright(_("tricks"), 14),
    ]
    if box.counts_honours:
        columns.append(Upright(_("honours"), 18))
    return [
        *columns,
        Upright(_("NS +"), 17),
        Upright(_("NS −"), 17),
        Upright(_("par, NS"), 18),
        Upright(_("NS loses"), 16),
        Upright(_("EW loses"), 16),
    ]
