"""A box as one PDF: rules, score card, what boards are dealt from, hands, answers."""

from django.utils.translation import gettext as _

from clubscore.sheets.contest_box.box_card import WHOLE_SHEET, card_form
from clubscore.sheets.contest_box.box_content import Box, Edition
from clubscore.sheets.contest_box.box_rules import draw_rules
from clubscore.sheets.contest_box.dealing_strips import draw_list, draw_strips
from clubscore.sheets.contest_box.sealed_answers import draw_answers
from clubscore.sheets.contest_box.seat_hands import draw_seats
from clubscore.sheets.events.par_stickers import draw_stickers, packs_of
from clubscore.sheets.pieces.identity import Imprint, imprint
from clubscore.sheets.pieces.label_stocks import Shift, usual_stock
from clubscore.sheets.pieces.paper import Paper
from clubscore.sheets.pieces.pen import Feet, Pen
from clubscore.sheets.pieces.piece_sheets import draw_sheets, planned
from clubscore.sheets.pieces.printing import count_of, printed


def box_pdf(box: Box, paper: Paper, edition: Edition = Edition.WHOLE, club: str = "") -> bytes:
    """Return a box as a PDF: each leaf says which of how many it is."""
    told = imprint(_("The box: %(set)s") % {"set": box.title}, club, _("The box"))
    pages = count_of(lambda pen: _draw(pen, box, edition, told, 1), paper)
    return printed(lambda pen: _draw(pen, box, edition, told, pages), paper, told, sheets=pages)


def _draw(pen: Pen, box: Box, edition: Edition, told: Imprint, pages: int) -> None:
    leaf = Feet(told, pages, box.fingerprint)
    if edition.has_table:
        with pen.with_feet(leaf):
            draw_rules(pen, box, edition)
        draw_sheets(pen, planned([card_form(box)], pen.paper, WHOLE_SHEET), told, of=pages)
        _stickers(pen, box, told, pages)
        with pen.with_feet(leaf):
            draw_list(pen, box)
    with pen.with_feet(leaf._replace(in_the_rim=True)):
        if edition.has_table:
            draw_strips(pen, box)
        if edition.has_hands:
            draw_seats(pen, box)
        if edition.has_answers:
            draw_answers(pen, box)


def _stickers(pen: Pen, box: Box, told: Imprint, pages: int) -> None:
    stock = usual_stock(pen.paper)
    with pen.with_feet(Feet(told, pages, in_the_rim=True)), pen.reaching(0):
        for pack in packs_of(box.dealt):
            draw_stickers(pen, pack, stock, Shift(), box.title)
