"""Receipts as the club prints them: three a sheet, each with its counterfoil for the club."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest, Level
from clubscore.club.models import Club
from clubscore.club.receipts import MOST, Given, Numbers, amount_in_words, given, receipts_of
from clubscore.club.statements import book_of
from clubscore.club.wording import full_date, short_date, speak_amount
from clubscore.laws.money import Currency
from clubscore.laws.words import gettext_noop
from clubscore.papers.flow import MoneyColumn
from clubscore.papers.ledger import Identity, imprint
from clubscore.papers.paper import PaperContent, PrintedPaper
from clubscore.papers.pen import LINE, STRONG, THIN, Pen, printed
from clubscore.papers.pieces import cut_lines
from clubscore.papers.sizes import MM, PADDING, PaperSize, Slots, stacked
from clubscore.papers.typeface import BOLD, SERIF, TEXT, wrapped


class PrintedReceipt(NamedTuple):
    """A receipt: ``number`` as it is written, ``void`` why it is void, "" where it stands."""

    club: str
    number: str
    payer: str
    coins: int
    currency: Currency
    words: str
    day: str
    short_day: str
    by: str
    void: str

    @property
    def sum_in_words(self) -> str:
        """The amount spelt out."""
        return amount_in_words(self.coins, self.currency)


def printed_receipt(club: Club, each: Given) -> PrintedReceipt:
    """Return what a receipt says."""
    receipt, paid = each.receipt, each.paid
    return PrintedReceipt(
        club=club.name,
        number=_("No. %(number)s") % {"number": f"{receipt.number:05d}"},
        payer=paid.payer.name,
        coins=paid.amount,
        currency=paid.currency,
        words=str(receipt.words),
        day=full_date(paid.entry.evening),
        short_day=short_date(paid.entry.evening),
        by=str(receipt.author),
        void=each.void,
    )


def receipts_text(receipts: Iterable[PrintedReceipt]) -> Iterator[str]:
    """Return receipts in whole words, one below the other."""
    for number, each in enumerate(receipts):
        if number:
            yield ""
        yield _("Receipt %(number)s") % {"number": each.number}
        yield each.club
        if each.void:
            yield _("Void: %(reason)s") % {"reason": each.void}
        yield _("Received from %(name)s") % {"name": each.payer}
        yield _("The sum of %(amount)s") % {"amount": each.sum_in_words}
        yield speak_amount(each.coins, each.currency)
        yield _("For %(what)s") % {"what": each.words}
        yield each.day
        yield _("Received by %(name)s") % {"name": each.by}


DOWN = 3
COUNTERFOIL = 60 * MM
IDENTITY, NOTES, SIZE, LARGE, TITLE, AMOUNT = 8.0, 8.0, 10.5, 11.0, 20.0, 13.0
# From the left to what was written; from line to line of the reason why one is void.
WORDS, STEP, IDENTITY_STEP = 26 * MM, 12.5, 10.0
# Kept free above the lower padding: what is told below the amount, and the rim.
RIM = 2 * PADDING + 30
# In pounds or euros: such amounts are set smaller to stay in their box.
LONG_AMOUNT = 1000
BOX, SIGNATURE = 10 * MM, 56 * MM


def receipts_pdf(receipts: Sequence[PrintedReceipt], paper: PaperSize) -> bytes:
    """Return receipts as a PDF: cut through the stack, piles laid together, all are in order."""
    slots = Slots(DOWN, paper.width, paper.height / DOWN, 0, across=1)
    where = stacked(len(receipts), DOWN)
    sheets = max(at.sheet for at in where) + 1
    title = _("Receipts %(first)s to %(last)s") if len(receipts) > 1 else _("Receipt %(first)s")
    words = {"first": receipts[0].number, "last": receipts[-1].number}
    told = imprint(title % words, receipts[0].club, _("Receipts"))

    def put(pen: Pen) -> None:
        for sheet in range(sheets):
            cut_lines(pen, slots)
            pen.cut(COUNTERFOIL, 0, COUNTERFOIL, paper.height)
            for each, at in zip(receipts, where, strict=True):
                if at.sheet == sheet:
                    _pieces(pen, each, slots.corner(at.slot)[1], slots.high)
            pen.rim(sheet + 1, sheets, told.printed)
            pen.new_page()

    return printed(put, paper, told, sheets=sheets)


def _pieces(pen: Pen, told: PrintedReceipt, y: float, high: float) -> None:
    """Draw the counterfoil and the receipt beside it."""
    for event, x, wide, draw in (
        (_("Counterfoil"), 0.0, COUNTERFOIL, _counterfoil),
        (_("Receipt"), COUNTERFOIL, pen.paper.width - COUNTERFOIL, _receipt),
    ):
        whose = Identity(told.club, event, told.short_day, told.number)
        with pen.piece(whose, x, y, wide, high, PADDING):
            draw(pen, whose, told, (x + PADDING, y + PADDING, wide - 2 * PADDING, high))


Room = tuple[float, float, float, float]


def _counterfoil(pen: Pen, whose: Identity, told: PrintedReceipt, room: Room) -> None:
    x, y, wide, high = room
    end = _lines(pen, whose.line, TEXT, IDENTITY, (x, y + 7, wide), IDENTITY_STEP)
    amount = speak_amount(told.coins, told.currency)
    void = _("Void: %(reason)s") % {"reason": told.void} if told.void else ""
    for gap, small, step in ((4.0, 9.0, 11.0), (2.0, NOTES, 9.2)):
        found = [
            (each, font, size)
            for text, font, size in (
                (told.number, BOLD, LARGE),
                (told.payer, TEXT, small),
                (amount, BOLD, LARGE),
                # Of a void one the reason matters; what it was for stands on the receipt.
                (void, BOLD, small) if void else (told.words, TEXT, small),
            )
            for each in (*wrapped(text, font, size, wide), "")
        ]
        below = sum(step if each else gap for each, _font, _size in found)
        if end + below <= y + high - 2 * PADDING:
            break
    for each, font, size in found:
        if each:
            end += step if size < LARGE else step + 1
            pen.text(x, end - 4, each, font, size)
        end += 0 if each else gap


def _receipt(pen: Pen, whose: Identity, told: PrintedReceipt, room: Room) -> None:
    x, y, wide, high = room
    end = _lines(pen, whose.line, TEXT, IDENTITY, (x, y + 7, wide), IDENTITY_STEP)
    title = end + TITLE - 9
    pen.text(x + wide, title, told.number, BOLD, LARGE, "right")
    with pen.tagged("H1"):
        pen.text(x, title, _("Receipt"), SERIF, TITLE)
    written = ((_("received from"), told.payer), (_("the sum of"), told.sum_in_words),
               (_("for"), told.words))  # fmt: skip
    for way in WAYS:
        lines = sum(len(wrapped(text, TEXT, way.size, wide - WORDS - 4)) for _word, text in written)
        below = title - y + way.next * (len(written) + 1) + way.step * (lines - len(written))
        if below + BOX <= high - RIM:
            break
    line = title + way.next
    for word, text in written:
        line = _written(pen, word, text, way, (x, line, wide))
    _foot(pen, told, (x, line, wide))


class _Way(NamedTuple):
    """How the lines of the form are set: their size, from one to its next, to the next word."""

    size: float
    step: float
    next: float


# The largest that holds what was written; the last holds the longest names that there are.
WAYS = (
    _Way(SIZE, 12.5, 27.0),
    _Way(SIZE, 12.5, 22.0),
    _Way(9.0, 10.5, 17.0),
    _Way(NOTES, 9.4, 14.0),
)


def _written(pen: Pen, word: str, text: str, way: _Way, at: tuple[float, float, float]) -> float:
    """Draw a line of the form, filled in, on as many lines as it needs; where the next begins."""
    x, y, wide = at
    pen.text(x, y, word, TEXT, NOTES)
    lines = wrapped(text, TEXT, way.size, wide - WORDS - 4)
    for number, each in enumerate(lines):
        pen.text(x + WORDS + 2, y + number * way.step, each, TEXT, way.size)
    end = y + (len(lines) - 1) * way.step
    pen.rule(x + WORDS, end + 3.5, wide - WORDS, THIN)
    return end + way.next


def _foot(pen: Pen, told: PrintedReceipt, at: tuple[float, float, float]) -> None:
    """Draw the amount in its box, the day, and a line to sign on; or why it is void."""
    x, y, wide = at
    money = MoneyColumn(told.currency)
    top = y - 8
    pen.box(x, top, money.wide + 8, BOX, LINE)
    money.draw_heads(pen, x + 4, top + 9, NOTES)
    size = AMOUNT if told.coins < LONG_AMOUNT * told.currency.coins else SIZE
    money.draw(pen, x + 4, top + BOX - 5, told.coins, BOLD, size)
    left = x + money.wide + 20
    pen.text(left, top + 9, told.day, TEXT, NOTES)
    if told.void:
        void = _("Void: %(reason)s") % {"reason": told.void}
        lines = wrapped(void, BOLD, SIZE, wide - (left - x))
        for number, text in enumerate(lines):
            pen.text(left, top + 22 + number * STEP, text, BOLD, SIZE)
        pen.line(x, top + BOX, x + money.wide + 8, top, STRONG)
        return
    pen.rule(x + wide - SIGNATURE, top + BOX - 3, SIGNATURE, LINE)
    by = _("received by %(name)s") % {"name": told.by}
    for number, text in enumerate(wrapped(by, TEXT, NOTES, SIGNATURE)):
        pen.text(x + wide - SIGNATURE, top + BOX + 7 + number * 10, text, TEXT, NOTES)


def _lines(
    pen: Pen, text: str, font: str, size: float, at: tuple[float, float, float], step: float
) -> float:
    """Write a text in as many lines as it needs; give back where the next begins."""
    x, y, wide = at
    for line in wrapped(text, font, size, wide):
        pen.text(x, y, line, font, size)
        y += step
    return y


def _receipts(request: ClubRequest, first: int, last: int) -> PaperContent[list[PrintedReceipt]]:
    """Return receipts by their numbers. Http404 for none, or too many."""
    club = book_of(request.actor)
    if not first <= last < first + MOST:
        raise Http404
    found = given(receipts_of(club).filter(number__range=(first, last)).order_by("number"))
    if not found:
        raise Http404
    words = {"first": first, "last": found[-1].receipt.number}
    receipts = [printed_receipt(club, each) for each in found]
    return PaperContent(receipts, _("receipts %(first)s-%(last)s") % words)


RECEIPTS: PrintedPaper[Numbers, list[PrintedReceipt]] = PrintedPaper(
    key="receipts",
    at="book/receipts/<int:first>-<int:last>",
    title=gettext_noop("Receipts"),
    level=Level.DIRECTOR,
    named_by=tuple,
    read=_receipts,
    pdf=receipts_pdf,
    text=receipts_text,
)
