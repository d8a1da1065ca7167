"""Papers for dealing boards by hand: sorting sheets, curtain cards and stickers for packs.

Stickers follow Milton Work's packs (Auction Bridge Variations 1923, chapter XI): the back of each
card has twelve spaces, one a deal, and each space names who gets the card in it. A sticker's
place on the sheet says which card it is for.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from clubscore.club.wording import figure, listed
from clubscore.deals.hands import RANKS, SUIT_KEYS, SUITS, DealtBoard, spaced
from clubscore.events.boards import line_of, seat_words
from clubscore.events.models import Event
from clubscore.laws.cards import COMPASS
from clubscore.papers.event_head import heading
from clubscore.papers.hands import denomination_sign, suit_lines
from clubscore.papers.ledger import Identity, imprint
from clubscore.papers.par_stickers import SIZE, draw_stickers, order_of, packs_of
from clubscore.papers.pen import LINE as LINE_OF_BOARD_CARDS_PDF
from clubscore.papers.pen import THIN, Pen, printed
from clubscore.papers.pieces import cut_lines
from clubscore.papers.sizes import (
    MARGIN,
    PADDING,
    PaperSize,
    Shift,
    Slots,
    Stock,
    stacked,
    tenths,
    usual_stock,
)
from clubscore.papers.text import suits_words
from clubscore.papers.typeface import BOLD, SERIF, TEXT, fit, wrapped


def par_cards_pdf(
    boards: Sequence[DealtBoard], paper: PaperSize, title: str, shift: Shift | None = None
) -> bytes:
    """Return stickers for each twelve boards as a PDF, and how they are used.

    They are on labels as they are sold for this paper, moved by what the printer is off.
    """
    packs = packs_of(boards)
    stock, moved = usual_stock(paper), shift or Shift()

    def put(pen: Pen) -> None:
        _how(pen, packs, title, stock, moved)
        # Labels, and what a printer is off by, reach as far as there is paper.
        with pen.reaching(0):
            for pack in packs:
                draw_stickers(pen, pack, stock, moved)

    return printed(put, paper, imprint(title), feet="rims")


def _told(stock: Stock, shift: Shift) -> list[str]:
    """Return how stickers are printed and used, a paragraph each."""
    sheets = -(-len(order_of(stock)) // stock.held)
    values = {
        "name": stock.name,
        "count": stock.held,
        "wide": figure(f"{stock.wide:.1f}"),
        "high": figure(f"{stock.high:.1f}"),
    }
    on_what = _(
        "Print the following sheets at full size on %(name)s, %(count)s labels of"
        " %(wide)s × %(high)s mm, or on plain paper to cut out and glue."
    )
    whole = ngettext(
        "Each sheet is one pack of cards.", "Each %(n)s sheets are one pack of cards.", sheets
    )
    by_rows = _(
        "The last label of a row names its rank; stick the four before it on the backs of"
        " that rank's spade, heart, diamond and club, in this order."
    )
    by_suits = _(
        "A label with a suit names the thirteen after it, row by row; stick them on the backs"
        " of that suit's ace, king, queen, jack, ten and so on down to the two."
    )
    found = [
        on_what % values,
        whole % {"n": sheets},
        by_rows if order_of(stock)[0].of == "card" else by_suits,
        _(
            "At the table: shuffle the pack face down. For a board, find its number on the"
            " back of each card and give the card to the player whose letter is shown: N, E,"
            " S or W. Each player gets thirteen, and no one sees a face."
        ),
        _("After a board gather the cards face down, shuffle, and deal the next."),
    ]
    if shift != Shift():
        moved = _("Everything is moved %(right)s mm right and %(down)s mm down, as for labels.")
        found.append(moved % {"right": tenths(shift.right), "down": tenths(shift.down)})
    return found


def _how(
    pen: Pen, packs: Sequence[Sequence[DealtBoard]], title: str, stock: Stock, shift: Shift
) -> None:
    wide, y = pen.paper.room, MARGIN + 16
    pen.fitted(MARGIN, y, fit(_("Par cards: %(title)s") % {"title": title}, SERIF, 15, wide))
    y += 22
    for text in _told(stock, shift):
        for line in wrapped(text, TEXT, SIZE, wide):
            pen.text(MARGIN, y, line, TEXT, SIZE)
            y += 15
        y += 6
    for number, pack in enumerate(packs, 1):
        y += 8
        values = {"pack": number, "first": pack[0].number, "last": pack[-1].number}
        pen.text(MARGIN, y, _("Pack %(pack)s: boards %(first)s–%(last)s") % values, BOLD, SIZE)
        y += 15
        for at, board in enumerate(pack):
            x = MARGIN + at % 2 * wide / 2
            line = f"{board.number}  {line_of(board)}"
            pen.fitted(x, y, fit(line, TEXT, SIZE - 1, wide / 2 - 8))
            y += 14 if at % 2 or at == len(pack) - 1 else 0
        if y > pen.paper.height - MARGIN - 130 and number < len(packs):
            pen.new_page()
            y = MARGIN + 16
    pen.new_page()


# A curtain card is kept in its pocket with the hand: players check before they bid.
# A row of a sheet is a board; so many rows at most.
ACROSS, DOWN = len(COMPASS), 6
HEAD, FIGURE, SMALL = 11.0, 12.0, 8.0
LINE, HEAD_HIGH, SUIT_HIGH = 9.5, 13.0, 13.5


def curtain_cards_pdf(
    boards: Sequence[DealtBoard], paper: PaperSize, at: Callable[[str], Identity]
) -> bytes:
    """Return the slips as a PDF; `at` says whose each is. Cut and stacked they lie by boards."""
    hands = [(board, seat) for board in boards for seat in COMPASS]
    whose = at("")
    slots = _slots(boards, whose, paper)
    where = stacked(len(hands), slots.held)
    sheets = max((each.sheet for each in where), default=-1) + 1
    told = imprint(f"{_('Curtain cards')}, {whose.event}", whose.club, _("Curtain cards"))

    def put(pen: Pen) -> None:
        for sheet in range(sheets):
            cut_lines(pen, slots)
            for (board, seat), place in zip(hands, where, strict=True):
                if place.sheet == sheet:
                    x, y = slots.corner(place.slot)
                    head = _head(board, seat)
                    with pen.piece(at(head), x, y, slots.wide, slots.high, PADDING):
                        wide = slots.wide - 2 * PADDING
                        _slip(pen, whose, board, seat, (x + PADDING, y + PADDING, wide))
            pen.rim(sheet + 1, sheets, told.printed)
            pen.new_page()

    return printed(put, paper, told, sheets=sheets)


def _slots(boards: Sequence[DealtBoard], whose: Identity, paper: PaperSize) -> Slots:
    """Return as many slots as hold every slip: long names take more lines."""
    wide = paper.width / ACROSS
    inner = wide - 2 * PADDING
    said = len(wrapped(whose.line, TEXT, SMALL, inner))
    dealt = max((len(wrapped(line_of(each), TEXT, SMALL, inner)) for each in boards), default=1)
    need = 2 * PADDING + LINE * (said + dealt) + HEAD_HIGH + SUIT_HIGH * len(SUIT_KEYS)
    down = max(1, min(DOWN, int(paper.height / need)))
    return Slots(down, wide, paper.height / down, 0, ACROSS)


def _head(board: DealtBoard, seat: str) -> str:
    return _("Board %(n)s, %(seat)s") % {"n": board.number, "seat": seat_words(seat)}


def _slip(
    pen: Pen, whose: Identity, board: DealtBoard, seat: str, at: tuple[float, float, float]
) -> None:
    x, y, wide = at
    for line in wrapped(whose.line, TEXT, SMALL, wide):
        pen.text(x, y + 7, line, TEXT, SMALL)
        y += LINE
    pen.fitted(x, y + 11, fit(_head(board, seat), BOLD, HEAD, wide))
    y += HEAD_HIGH
    for line in wrapped(line_of(board), TEXT, SMALL, wide):
        pen.text(x, y + 8, line, TEXT, SMALL)
        y += LINE
    for number, line in enumerate(suit_lines(board.deal.hand(seat))):
        pen.fitted(x, y + 12 + number * SUIT_HIGH, fit(line, TEXT, FIGURE, wide))


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


SIZE_OF_BOARD_CARDS_PDF, FIGURE_OF_BOARD_CARDS_PDF, SMALL_OF_BOARD_CARDS_PDF = 11.0, 13.0, 8.5
# Dealing sheets: how high a suit's row is, and what a board takes with head and space.
ROW, HEAD_OF_BOARD_CARDS_PDF, HOW = 30.0, 20.0, 44.0
BOARD = HEAD_OF_BOARD_CARDS_PDF + 14 + 4 * ROW + 12


def dealing_sheets_pdf(boards: Sequence[DealtBoard], paper: PaperSize, title: str) -> bytes:
    """Return the sheets as a PDF: whose each card of a sorted pack is, suit by suit."""
    a_page = int((paper.tall - HOW) // BOARD)

    def put(pen: Pen) -> None:
        for at in range(0, len(boards), a_page):
            _how_of_board_cards_pdf(pen, title)
            for down, board in enumerate(boards[at : at + a_page]):
                _dealing(pen, board, MARGIN + HOW + down * BOARD)
            pen.new_page()

    told = imprint(title, subject=_("Dealing sheets"))
    return printed(put, paper, told, feet=True)


def _how_of_board_cards_pdf(pen: Pen, title: str) -> None:
    pen.page_head(title, SMALL_OF_BOARD_CARDS_PDF)
    how = _(
        "Sort the pack into suits, each from the ace down, spades on top, face up. Deal the"
        " cards one by one onto four piles, North, East, South and West, as the letters say."
        " Each pile gets thirteen cards."
    )
    for number, line in enumerate(wrapped(how, TEXT, SIZE_OF_BOARD_CARDS_PDF - 1, pen.paper.room)):
        pen.text(MARGIN, MARGIN + 10 + number * 13, line, TEXT, SIZE_OF_BOARD_CARDS_PDF - 1)


def _dealing(pen: Pen, board: DealtBoard, y: float) -> None:
    wide = pen.paper.room
    title = _("Board %(n)s") % {"n": board.number}
    pen.text(MARGIN, y + 14, title, BOLD, FIGURE_OF_BOARD_CARDS_PDF)
    pen.fitted(
        MARGIN + wide,
        y + 14,
        fit(line_of(board), TEXT, SIZE_OF_BOARD_CARDS_PDF, wide * 0.7),
        "right",
    )
    y += HEAD_OF_BOARD_CARDS_PDF
    left = 24.0
    across = (wide - left) / len(RANKS)
    for number, rank in enumerate(RANKS):
        shown = "10" if rank == "T" else rank
        pen.text(
            MARGIN + left + (number + 0.5) * across,
            y + 10,
            shown,
            TEXT,
            SMALL_OF_BOARD_CARDS_PDF,
            "middle",
        )
    y += 14
    for suit in SUIT_KEYS:
        pen.rule(MARGIN, y, wide, THIN)
        pen.text(MARGIN + 4, y + 21, denomination_sign(suit), TEXT, FIGURE_OF_BOARD_CARDS_PDF + 2)
        for number, rank in enumerate(RANKS):
            seat = board.deal.owner(suit + rank)
            middle = MARGIN + left + (number + 0.5) * across
            # A step down for each seat: an eye that runs along the row sees the change.
            drop = 12.5 + 4.5 * COMPASS.index(seat)
            pen.text(middle, y + drop, seat, BOLD, SIZE_OF_BOARD_CARDS_PDF, "middle")
        y += ROW
    pen.rule(MARGIN, y, wide, LINE_OF_BOARD_CARDS_PDF)
