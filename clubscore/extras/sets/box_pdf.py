"""A box of prepared boards on paper: rules, score card, seats' hands, and answers folded shut.

An answer is a piece of three parts, folded so that only its cover is outside; the upper part is
full of letters that mean nothing, so that what is held against the light says nothing.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.deals.hands import RANKS, SUIT_KEYS, SUITS
from clubscore.extras.sets.box import (
    Box,
    BoxBoard,
    Edition,
    draw_list,
    draw_strips,
    pages_of,
    seat_sign,
)
from clubscore.laws.cards import COMPASS
from clubscore.laws.words import SEATS
from clubscore.papers.flow import HEAD, LATER_HEAD, Block, Heading, Leaf, Lines, head_of_leaf
from clubscore.papers.hands import suit_lines
from clubscore.papers.ledger import Imprint, imprint
from clubscore.papers.par_stickers import draw_stickers, order_of, packs_of
from clubscore.papers.pen import Feet, Pen, count_of, printed
from clubscore.papers.pieces import (
    BOARDS,
    FIGURES,
    NOTES,
    PAIRS,
    PLACE,
    Cutting,
    Grid,
    HeadLine,
    PaperPiece,
    PieceText,
    Upright,
    cut_lines,
    draw_sheets,
    planned,
)
from clubscore.papers.sizes import (
    MARGIN,
    MM,
    PADDING,
    PaperSize,
    Shift,
    Slots,
    stacked,
    usual_stock,
)
from clubscore.papers.text import suits_words
from clubscore.papers.typeface import BOLD, TEXT, fit, width, wrapped

# The largest letters in which each page holds its part.
SIZES = (12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)


class RulesParagraph(NamedTuple):
    """A paragraph of the rules, or a heading."""

    text: str
    is_head: bool = False


def draw_rules(pen: Pen, box: Box, edition: Edition) -> None:
    """Draw both pages, in the largest letters in which each holds its part."""
    paper = pen.paper
    leaf = Leaf("", _("The box"), f"{box.title} · {box.game}", "")
    parts = ([*_deal(edition, paper)], [*_play(box, edition)])
    tops = (MARGIN + HEAD, MARGIN + LATER_HEAD)
    size = next((each for each in SIZES if _fits(parts, tops, each, paper)), SIZES[-1])
    for number, (part, top) in enumerate(zip(parts, tops, strict=True)):
        head_of_leaf(leaf, pen, number == 0)
        y = top
        for block in _blocks(part, size, paper):
            block.draw(pen, MARGIN, y, paper.room)
            y += block.height
        pen.new_page(goes_on=_("goes on") if number == 0 else "")


def rules_text(box: Box, edition: Edition, paper: PaperSize | None) -> Iterator[RulesParagraph]:
    """Yield all that the rules say; without a paper there are no stickers."""
    yield from _deal(edition, paper)
    yield from _play(box, edition)


def _fits(
    parts: Sequence[Sequence[RulesParagraph]], tops: Sequence[float], size: float, paper: PaperSize
) -> bool:
    return all(
        top + sum(each.height for each in _blocks(part, size, paper)) <= paper.height - MARGIN
        for part, top in zip(parts, tops, strict=True)
    )


def _blocks(said: Sequence[RulesParagraph], size: float, paper: PaperSize) -> list[Block]:
    return [
        Heading(text, size + 2, above=6)
        if is_head
        else Lines.of(text, paper.room, size=size, below=size / 2)
        for text, is_head in said
    ]


def _deal(edition: Edition, paper: PaperSize | None) -> Iterator[RulesParagraph]:
    """What is needed, and how a board is dealt."""
    yield RulesParagraph(_("What you need"), is_head=True)
    yield RulesParagraph(
        _(
            "Four players, a table, a pack of cards (two are better), scissors and glue. North and"
            " South play against East and West, as at any table. You need no second table: each"
            " side plays against par, the score when all four play their best with every card in"
            " view."
        )
    )
    if paper is not None:
        yield RulesParagraph(_holds(edition))
    yield RulesParagraph(_("How to deal a board that no one knows"), is_head=True)
    yield RulesParagraph(
        _(
            "Choose one of these ways. Any player may deal: the score card says who bids first."
            " Each player then counts thirteen cards. If a hand has more or fewer, put all the"
            " cards back together unseen and deal the board again."
        )
    )
    if paper is not None:
        yield from _by_backs(paper)
    yield from _by_letters()
    if edition.has_hands:
        yield from _by_hands()


def _by_backs(paper: PaperSize) -> Iterator[RulesParagraph]:
    yield RulesParagraph(_("By the backs: one pack and the stickers"), is_head=True)
    yield RulesParagraph(_sticks(paper))
    yield RulesParagraph(
        _(
            "To deal a board, shuffle the pack face down. Find the board's number on the back of"
            " each card and give the card to the player whose letter is beside it: N, E, S or W."
            " No one sees a face. This is the quickest way, and one pack serves for every board of"
            " the set."
        )
    )


def _by_letters() -> Iterator[RulesParagraph]:
    yield RulesParagraph(_("By letters: any pack, the dealing list and the strips"), is_head=True)
    yield RulesParagraph(
        _(
            "One player puts the pack in the order of the dealing list, face up, and turns it"
            " over. Another player, who has not looked at the list, takes the board's strip and"
            " deals face down from the top, one card for each letter. The list says nothing about"
            " seats and the strip nothing about cards, so keep them apart. With two packs, one can"
            " be put in order while the other is being played."
        )
    )


def _by_hands() -> Iterator[RulesParagraph]:
    yield RulesParagraph(_("By hands: four packs, or a helper who does not play"), is_head=True)
    yield RulesParagraph(
        _(
            "Cut the sheets of hands into slips and give each player the slips of their own seat,"
            " face down. With a pack each, all four pick out the thirteen cards on their slip. With"
            " one pack, a helper who is not playing sorts all four hands. Never pass one pack"
            " round: the second player would see what the first had taken."
        )
    )


def _holds(edition: Edition) -> str:
    if edition.has_hands:
        return _(
            "This box has these two pages, a score card, stickers for the backs of a pack, a"
            " dealing list with a strip for each board, a sheet of hands for each seat, and a"
            " sealed answer for each board."
        )
    return _(
        "This box has these two pages, a score card, stickers for the backs of a pack, and a"
        " dealing list with a strip for each board. It is the sealed edition, for players who"
        " print it themselves: it has neither hands nor answers."
    )


def _sticks(paper: PaperSize) -> str:
    if order_of(usual_stock(paper))[0].of == "card":
        return _(
            "Print the stickers on labels, or cut them out and glue them on. Each row is for one"
            " rank, named on its last label: stick the four before it on the backs of that rank's"
            " spade, heart, diamond and club, in that order."
        )
    return _(
        "Print the stickers on labels, or cut them out and glue them on. A label with a suit"
        " names the thirteen after it, row by row: stick them on the backs of that suit's ace,"
        " king, queen, jack, ten and so on down to the two."
    )


def _play(box: Box, edition: Edition) -> Iterator[RulesParagraph]:
    """Bidding and play, opening, par, sending, and what paper gives away."""
    yield RulesParagraph(_("How to bid and play"), is_head=True)
    yield RulesParagraph(
        _(
            "Take the boards in any order, and bid and play each by the rules of %(game)s. Keep"
            " your played cards in front of you, not in the middle, so that the hand can be looked"
            " at again. Write the contract, declarer and tricks on the score card, then the points"
            " as North–South's: plus if they score, minus if East–West score."
        )
        % {"game": box.game}
    )
    if box.counts_honours:
        yield RulesParagraph(
            _("Honours count: say after the play who held them, and write them down.")
        )
    if box.counts_vulnerability:
        yield RulesParagraph(
            _("The score card says who is vulnerable: NS, EW, all, or a dash for neither side.")
        )
    if box.has_directed:
        yield RulesParagraph(_directs(edition))
    yield RulesParagraph(_("When to open the answer"), is_head=True)
    yield RulesParagraph(_opens(edition))
    yield from _par_decides(box)
    yield from _sends(box)
    yield from _gives_away()


def _par_decides(box: Box) -> Iterator[RulesParagraph]:
    yield RulesParagraph(_("How par decides"), is_head=True)
    yield RulesParagraph(
        _(
            "Par is given as points of North–South. North–South lose the board if they scored"
            " less than par, and East–West lose it if North–South scored more; at par neither side"
            " loses. That was the rule in the contests of 1917. The side that lost fewest boards"
            " comes first, then the one with most points above par. Par is hard: to lose only a few"
            " boards is to play well."
        )
    )
    if box.has_tasks:
        yield RulesParagraph(
            _(
                "The answer to a board may give points for tasks: for the bidding by what the"
                " auction reached, for the lead, play and defence by what was played. Of sides that"
                " lost as many boards, the one with more of these points comes first."
            )
        )


def _sends(box: Box) -> Iterator[RulesParagraph]:
    yield RulesParagraph(_("How to send your results to the world"), is_head=True)
    yield RulesParagraph(
        _(
            "Ask a club that uses ClubScore to import this set, open a table that plays it and"
            " enter your score card. The club can then send your results as a signed package, with"
            " or without your names, and you join one ranking with every table that has played the"
            " set. A set is known by its fingerprint, printed on each page: %(fingerprint)s."
            " Results of another set are refused."
        )
        % {"fingerprint": box.fingerprint}
    )


def _gives_away() -> Iterator[RulesParagraph]:
    yield RulesParagraph(_("What paper gives away"), is_head=True)
    yield RulesParagraph(
        _(
            "Paper keeps no secret from a reader who wants to know it. A player could work the"
            " hands out from the stickers and strips, and the person who folds an answer can read"
            " it. If you are going to play, print the sealed edition, and leave the hands and"
            " answers to someone who is not playing. Throw slips, strips and stickers away once"
            " the set has been played."
        )
    )


def _directs(edition: Edition) -> str:
    if edition.has_answers:
        return _(
            "Some boards have a second piece, the contract. When the auction is over, write down"
            " what it reached and cut that piece open, before the lead. It says whether you play"
            " what you reached or another contract, the same for every table that missed it."
        )
    return _(
        "Some boards have a second piece, the contract, printed and folded by someone who is not"
        " playing. When the auction is over, write down what it reached and cut that piece open,"
        " before the lead. It says whether you play what you reached or another contract, the same"
        " for every table that missed it."
    )


def _opens(edition: Edition) -> str:
    if edition.has_answers:
        return _(
            "Score the board first, agree the result and write it down: now it is closed. Then cut"
            " open the answer to this board alone, and write par on the card. Inside are par, the"
            " four hands, and what the board was about."
        )
    return _(
        "Score the board first, agree the result and write it down: now it is closed. Then open"
        " the answer to this board alone, printed and folded by someone who is not playing, and"
        " write par on the card."
    )


# ---- A board's answer, sealed.

# The upper part is folded down over the middle one, which has the answer, the lower one back behind
# it: the printed sides of the upper two lie face to face, and the cover faces out. A board with a
# directed contract has another such piece, opened after its auction.
DOWN = 2
# The cover is a little lower than what it closes.
LOWER = 7 * MM
# From a fold to what stands next to it.
FOLD = 3 * MM
NOTE, PAR, COVER, NUMBER = 8.0, 11.0, 11.0, 24.0
PAR_HIGH, HAND_HIGH, LINE, DIRECTED_HIGH = 16.0, 10.0, 10.0, 14.0
# Between lines that mean nothing: as close as they may stand.
DENSE = 7.6
# Points that many widths, each rounded, may come to more than the whole line measured at once.
ROUNDING = 0.001
SIGNS = "♠♥♦♣AKQJ1098765432NESW+−"


class Panels(NamedTuple):
    """Where the three parts of a piece end, from its top, in points."""

    over: float
    answer: float
    cover: float


class SealedAnswer(NamedTuple):
    """What one piece seals: a board, some lines of its commentary, which piece of how many.

    One that `directs` has what is played instead of what the auction reached.
    """

    board: BoxBoard
    lines: tuple[str, ...]
    number: int
    of: int
    directs: bool = False


def panels(paper: PaperSize) -> Panels:
    """Return the parts of a piece on this paper: two alike, and the cover."""
    high = paper.height / DOWN
    part = (high + LOWER) / 3
    return Panels(part, 2 * part, high)


def answers(box: Box, paper: PaperSize) -> list[SealedAnswer]:
    """Return what each piece seals, directed contracts first; a long commentary has a second."""
    inner = paper.width / 2 - 2 * PADDING
    found = [
        SealedAnswer(board, tuple(wrapped(board.directed, TEXT, PAR, inner)), 1, 1, directs=True)
        for board in box.boards
        if board.directed
    ]
    room = panels(paper).over - 2 * FOLD - PAR_HIGH
    for board in box.boards:
        lines = list(wrapped(board.commentary, TEXT, NOTE, inner)) if board.commentary else []
        parts: list[tuple[str, ...]] = []
        while lines or not parts:
            # The hands stand on the first.
            most = int((room - (0 if parts else 5 * HAND_HIGH + 4)) / LINE)
            parts.append(tuple(lines[:most]))
            lines = lines[most:]
        found += [SealedAnswer(board, each, at, len(parts)) for at, each in enumerate(parts, 1)]
    return found


def draw_answers(pen: Pen, box: Box) -> None:
    """Draw the pieces: cut and stacked they lie in the order of the boards."""
    paper = pen.paper
    slots = Slots(DOWN, paper.width / 2, paper.height / DOWN, 0, 2)
    parts = panels(paper)
    folds = [
        (top + fold) / paper.height
        for top in (0.0, slots.high)
        for fold in (parts.over, parts.answer)
    ]
    sealed = answers(box, paper)
    where = stacked(len(sealed), slots.held)
    for sheet in range(max(each.sheet for each in where) + 1):
        cut_lines(pen, slots, folds)
        for answer, place in zip(sealed, where, strict=True):
            if place.sheet == sheet:
                x, y = slots.corner(place.slot)
                with pen.piece(box.whose(_place(answer)), x, y, slots.wide, slots.high, PADDING):
                    inner = slots.wide - 2 * PADDING
                    _over(pen, box, answer, (x + PADDING, y, inner), parts)
                    _answer(pen, answer, (x + PADDING, y + parts.over + FOLD, inner))
                    _cover(pen, box, answer, (x + PADDING, y + parts.answer + FOLD, inner))
        pen.new_page()


def _place(answer: SealedAnswer) -> str:
    values = {"n": answer.board.number, "number": answer.number, "of": answer.of}
    if answer.directs:
        return _("Board %(n)s, the contract") % values
    if answer.of == 1:
        return _("Board %(n)s") % values
    return _("Board %(n)s, part %(number)s of %(of)s") % values


def _over(
    pen: Pen, box: Box, answer: SealedAnswer, at: tuple[float, float, float], parts: Panels
) -> None:
    """Draw the part that is folded over the answer: how, and lines that mean nothing."""
    x, y, wide = at
    y += PADDING
    how = _(
        "Glue the edges of this part, fold it down over the answer, fold the cover back and glue"
        " it."
    )
    for line in wrapped(how, TEXT, NOTE, wide):
        pen.text(x, y + 7, line, TEXT, NOTE)
        y += LINE
    foot = answer_top = at[1] + parts.over - FOLD
    noise = _noise(f"{box.fingerprint} {_place(answer)}")
    while y + DENSE < min(foot, answer_top):
        pen.text(x, y + 7, _line_of(noise, wide), TEXT, NOTE)
        y += DENSE


def _noise(seed: str) -> Iterator[str]:
    """Yield signs that mean nothing, the same whenever a piece is printed."""
    at = 0
    while True:
        for byte in sha256(f"{seed} {at}".encode()).digest():
            yield SIGNS[byte % len(SIGNS)]
        at += 1


def _line_of(noise: Iterator[str], wide: float) -> str:
    """Return as many signs as a line holds."""
    line, filled = "", 0.0
    for sign in noise:
        filled += width(sign, TEXT, NOTE)
        if filled > wide + ROUNDING:
            break
        line += sign
    return line


def _answer(pen: Pen, answer: SealedAnswer, at: tuple[float, float, float]) -> None:
    """Draw the part in the middle: par, the four hands, what is said of the board."""
    x, y, wide = at
    board = answer.board
    if answer.directs:
        pen.fitted(x, y + 11, fit(_place(answer), BOLD, PAR, wide))
        for number, line in enumerate(answer.lines, 1):
            pen.text(x, y + PAR_HIGH + number * DIRECTED_HIGH, line, TEXT, PAR)
        return
    words = {"n": board.number, "par": board.par}
    head = _("Board %(n)s. %(par)s") % words if answer.number == 1 else _place(answer)
    pen.fitted(x, y + 11, fit(head, BOLD, PAR, wide))
    y += PAR_HIGH
    if answer.number == 1:
        for number, seat in enumerate(COMPASS):
            left, column = x + number * wide / 4, wide / 4 - 4
            pen.text(left, y + 8, seat_sign(seat), BOLD, NOTE)
            for down, line in enumerate(suit_lines(board.dealt.deal.hand(seat)), 1):
                pen.fitted(left, y + 8 + down * HAND_HIGH, fit(line, TEXT, NOTE, column))
        y += 5 * HAND_HIGH + 4
    for line in answer.lines:
        pen.text(x, y + 7, line, TEXT, NOTE)
        y += LINE


def _cover(pen: Pen, box: Box, answer: SealedAnswer, at: tuple[float, float, float]) -> None:
    """Draw the part that faces out: which board, of which set, when it is opened."""
    x, y, wide = at
    for line in wrapped(box.whose("").line, TEXT, NOTE, wide):
        pen.text(x, y + 7, line, TEXT, NOTE)
        y += LINE
    pen.fitted(x, y + 26, fit(_place(answer), BOLD, NUMBER, wide))
    text = _("Cut open once the board is scored and closed.")
    if answer.directs:
        text = _("Cut open once the auction of this board is over and written down.")
    pen.fitted(x, y + 44, fit(text, TEXT, COVER, wide))


# ---- The score card.

WHOLE_SHEET = Cutting(1, 1)
PLACE_HIGH, NAMES_HIGH, SUM_HIGH, NOTE_HIGH = 22.0, 22.0, 22.0, 12.0
NAME, DAY, SUM = 62.0, 50.0, 20.0


def card_form(box: Box) -> PaperPiece:
    """Return the card as a piece; a long set goes on to a second sheet."""
    columns = tuple(_columns(box))
    blank = ("",) * (len(columns) - 2)
    names = [PieceText(_(SEATS[seat]), FIGURES, blank=NAME) for seat in COMPASS]
    north, east, south, west = names
    return PaperPiece(
        identity=box.whose(_("Score card")),
        head=(
            HeadLine(
                (PieceText(_("Score card"), PLACE, bold=True),),
                PLACE_HIGH,
                PieceText(box.game, PAIRS),
            ),
            HeadLine((north, south), NAMES_HIGH),
            HeadLine((east, west), NAMES_HIGH),
            HeadLine((PieceText(_("Day and place"), FIGURES, blank=DAY),), NAMES_HIGH),
        ),
        grid=Grid(columns, [(str(each.number), each.short, *blank) for each in box.boards]),
        foot=(
            HeadLine(
                (
                    PieceText(_("Boards lost: North–South"), FIGURES, blank=SUM),
                    PieceText(_("East–West"), FIGURES, blank=SUM),
                ),
                SUM_HIGH,
            ),
            HeadLine(
                (
                    PieceText(
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


ACROSS, DOWN_OF_SEAT_HANDS = 3, 4
NOTE_OF_SEAT_HANDS, HEAD_OF_SEAT_HANDS, FIGURE = 8.0, 13.0, 14.0
LINE_OF_SEAT_HANDS, HEAD_HIGH, SUIT_HIGH = 10.0, 18.0, 18.0


def draw_seats(pen: Pen, box: Box) -> None:
    """Draw North's hands of all boards, then East's, South's and West's."""
    slots = Slots(
        DOWN_OF_SEAT_HANDS,
        pen.paper.width / ACROSS,
        pen.paper.height / DOWN_OF_SEAT_HANDS,
        0,
        ACROSS,
    )
    for seat in COMPASS:
        for sheet in pages_of(box.boards, slots.held):
            cut_lines(pen, slots)
            for at, board in enumerate(sheet):
                x, y = slots.corner(at)
                whose = box.whose(hand_head(board, seat))
                with pen.piece(whose, x, y, slots.wide, slots.high, PADDING):
                    inner = slots.wide - 2 * PADDING
                    _slip(pen, box, board, seat, (x + PADDING, y + PADDING, inner))
            pen.new_page()


def hand_head(board: BoxBoard, seat: str) -> str:
    """Return which hand a slip has."""
    return _("Board %(n)s, %(seat)s") % {"n": board.number, "seat": _(SEATS[seat])}


def _slip(pen: Pen, box: Box, board: BoxBoard, seat: str, at: tuple[float, float, float]) -> None:
    x, y, wide = at
    for line in wrapped(box.whose("").line, TEXT, NOTE_OF_SEAT_HANDS, wide):
        pen.text(x, y + 7, line, TEXT, NOTE_OF_SEAT_HANDS)
        y += LINE_OF_SEAT_HANDS
    pen.fitted(x, y + 14, fit(hand_head(board, seat), BOLD, HEAD_OF_SEAT_HANDS, wide))
    y += HEAD_HIGH
    for line in wrapped(board.line, TEXT, NOTE_OF_SEAT_HANDS, wide):
        pen.text(x, y + 8, line, TEXT, NOTE_OF_SEAT_HANDS)
        y += LINE_OF_SEAT_HANDS
    lines = suit_lines(board.dealt.deal.hand(seat))
    for number, (_suit, line) in enumerate(zip(SUIT_KEYS, lines, strict=True)):
        pen.fitted(x, y + 17 + number * SUIT_HIGH, fit(line, TEXT, FIGURE, wide))


def box_pdf(box: Box, paper: PaperSize, edition: Edition = Edition.WHOLE, club: str = "") -> bytes:
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
            yield from _answer_of_box_text(board)


def _table(box: Box, edition: Edition) -> Iterator[str]:
    for text, is_head in rules_text(box, edition, None):
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


def _answer_of_box_text(board: BoxBoard) -> Iterator[str]:
    yield board.par_words
    for seat in COMPASS:
        yield _(SEATS[seat])
        yield from suits_words(board.dealt.deal.hand(seat))
    if board.commentary:
        yield board.commentary
