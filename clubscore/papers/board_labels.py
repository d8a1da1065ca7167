"""Labels for boards and packs: the number, an arrow to the dealer, and who is vulnerable."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from clubscore.club.access import ClubRequest, Level, open_to
from clubscore.club.entry import Given
from clubscore.club.wording import figure
from clubscore.deals.hands import HIGHEST_BOARD
from clubscore.events.models import Event
from clubscore.events.scoring import counts_vulnerability, dealt_line
from clubscore.events.selectors import directed_by, room_for
from clubscore.events.state import EventState
from clubscore.events.visibility import in_play
from clubscore.laws.words import SEATS, gettext_noop
from clubscore.papers.event_head import file_name, heading, title_of
from clubscore.papers.ledger import Imprint, imprint
from clubscore.papers.paper import PaperContent, PrintedPaper
from clubscore.papers.pen import CAPITALS, THIN, Pen, printed
from clubscore.papers.sizes import (
    BY_KEY,
    INSIDE,
    MM,
    MOST_SHIFT,
    STEP,
    STOCKS,
    PaperSize,
    Shift,
    Stock,
    paper_for,
    tenths,
    usual_stock,
)
from clubscore.papers.typeface import BOLD, TEXT, width, wrapped
from clubscore.ranking import Board
from clubscore.web.forms import PageForm, Pick, WholeField

ARROWS = {"N": "↑", "E": "→", "S": "↓", "W": "←"}
LEAST_NUMBER, MOST_NUMBER = 28.0, 84.0
SIZES = (14.0, 12.0, 11.0, 10.0, 9.0, 8.0)
# On labels lower than this inside all stands on one line.
LOW = 36.0
LINE, GAP = 1.25, 6.0
# By how much of a number's size its arrow stands higher, in the middle of it.
RISE = 0.1
CROSS = 2 * MM


@dataclass(frozen=True)
class Label:
    """A label: its board, an arrow to the dealer, who deals, who is vulnerable if that counts."""

    number: str
    arrow: str
    dealer: str
    vulnerable: str

    @property
    def told(self) -> tuple[str, ...]:
        """Who deals and who is vulnerable, in words."""
        return tuple(filter(None, (self.dealer, self.vulnerable)))


class LabelWish(NamedTuple):
    """What is printed on: the stock, from which label of the first sheet on, moved by how much."""

    stock: Stock
    first: int = 1
    shift: Shift = Shift()


def labels(room: EventState, boards: Sequence[int]) -> list[Label]:
    counts = counts_vulnerability(room.event)
    return [_label(room.board(number), counts) for number in boards]


def _label(board: Board, counts: bool) -> Label:
    words = {
        "none": pgettext("label of a board", "none vul"),
        "NS": pgettext("label of a board", "vul NS"),
        "EW": pgettext("label of a board", "vul EW"),
        "both": pgettext("label of a board", "all vul"),
    }
    return Label(
        str(board.number),
        ARROWS[board.dealer],
        _("%(dealer)s deals") % {"dealer": _(SEATS[board.dealer])},
        words[board.vulnerable] if counts else "",
    )


def stock_words(stock: Stock) -> str:
    """Return what a stock is called, with its labels and their size."""
    return _("%(name)s: %(count)s labels of %(wide)s × %(high)s mm") % {
        "name": stock.name,
        "count": stock.held,
        "wide": figure(f"{stock.wide:.1f}"),
        "high": figure(f"{stock.high:.1f}"),
    }


def labels_pdf(all_labels: Sequence[Label], wanted: LabelWish, told: Imprint) -> bytes:
    """Return labels as a PDF: no frames, as the labels are cut already.

    Which sheet it is stands in the strip below them, which goes with the backing.
    """
    stock = wanted.stock
    sheets = -(-(len(all_labels) + wanted.first - 1) // stock.held)

    def put(pen: Pen) -> None:
        inside = (stock.wide * MM - 2 * INSIDE, stock.high * MM - 2 * INSIDE)
        draw = _on_one_line if inside[1] < LOW else _on_two_lines
        for at, label in enumerate(all_labels, wanted.first - 1):
            if at % stock.held == 0 and at >= wanted.first:
                pen.new_page()
            x, y = stock.corner(at % stock.held, wanted.shift)
            # What is moved may come nearer to the edge than printers reach on a sheet not moved.
            with pen.reaching(0):
                draw(pen, label, (x + INSIDE, y + INSIDE), inside, all_labels)
        pen.new_page()

    return printed(put, stock.paper, told, sheets=sheets, feet="rims", pages=sheets)


def _signs(label: Label, number: float) -> tuple[float, float]:
    """Return how wide number and arrow are."""
    return width(label.number, BOLD, number), width(label.arrow, BOLD, number * 0.8)


def _fitting(all_labels: Sequence[Label], number: float, room: float) -> float:
    """Return the size for numbers at which the widest with its arrow has room."""
    widest = max(sum(_signs(label, number)) for label in all_labels)
    return min(number, number * (room - GAP) / widest)


def _on_two_lines(
    pen: Pen, label: Label, corner: tuple[float, float], inside: tuple[float, float],
    all_labels: Sequence[Label],
) -> None:  # fmt: skip
    """Draw number and arrow, below them who deals and who is vulnerable."""
    (x, y), (wide, high) = corner, inside
    said = [" · ".join(each.told) for each in all_labels]
    size = next((s for s in SIZES if all(width(t, TEXT, s) <= wide for t in said)), SIZES[-1])
    room = high - size * LINE
    number = _fitting(all_labels, min(MOST_NUMBER, room / sum(CAPITALS) - 2), wide)
    base = y + (room + number * 0.66) / 2
    _number_and_arrow(pen, label, x, base, number, x + wide)
    pen.text(x, y + high - 0.24 * size, " · ".join(label.told), TEXT, size)


def _on_one_line(
    pen: Pen, label: Label, corner: tuple[float, float], inside: tuple[float, float],
    all_labels: Sequence[Label],
) -> None:  # fmt: skip
    """Draw number and arrow, beside them who deals above who is vulnerable."""
    (x, y), (wide, high) = corner, inside
    said = [text for each in all_labels for text in each.told]
    for size in SIZES:
        words = max(width(text, TEXT, size) for text in said)
        number = _fitting(all_labels, high / sum(CAPITALS) - 2, wide - words - GAP)
        if number >= LEAST_NUMBER and 2 * size * LINE <= high:
            break
    base = y + (high + number * 0.66) / 2
    _number_and_arrow(pen, label, x, base, number, x + wide - words - GAP)
    step = size * LINE
    first = y + high / 2 + size * 0.36 - step * (len(label.told) - 1) / 2
    for at, line in enumerate(label.told):
        pen.text(x + wide - words, first + at * step, line, TEXT, size)


def _number_and_arrow(
    pen: Pen, label: Label, x: float, base: float, number: float, right: float
) -> None:
    of_number, of_arrow = _signs(label, number)
    pen.capitals(x + of_number / 2, base, label.number, number)
    pen.capitals(right - of_arrow / 2, base - RISE * number, label.arrow, number * 0.8)


def crosses_pdf(wanted: LabelWish, told: Imprint) -> bytes:
    """Return a sheet with a cross at every corner of every label: to see what a printer is off."""
    stock, shift = wanted.stock, wanted.shift

    def put(pen: Pen) -> None:
        with pen.reaching(0):
            for x, y in sorted(_corners(stock, shift)):
                pen.line(x - CROSS, y, x + CROSS, y, THIN)
                pen.line(x, y - CROSS, x, y + CROSS, THIN)
            for at, text in enumerate(_said_on_test(stock, shift)):
                x, y = stock.corner(at * stock.across, shift)
                room = stock.wide * MM - 2 * CROSS - 4
                for down, line in enumerate(wrapped(text, TEXT, SIZES[-1], room), 1):
                    pen.text(x + CROSS + 2, y + 4 + down * 10, line, TEXT, SIZES[-1])
        pen.new_page()

    return printed(put, stock.paper, told, sheets=1, feet="rims", pages=1)


def _corners(stock: Stock, shift: Shift) -> set[tuple[float, float]]:
    return {
        (round(x + right * MM, 2), round(y + down * MM, 2))
        for at in range(stock.held)
        for x, y in [stock.corner(at, shift)]
        for right in (0, stock.wide)
        for down in (0, stock.high)
    }


def _said_on_test(stock: Stock, shift: Shift) -> Iterator[str]:
    yield _("Test sheet: %(name)s") % {"name": stock.name}
    yield _("%(mm)s mm right") % {"mm": tenths(shift.right)}
    yield _("%(mm)s mm down") % {"mm": tenths(shift.down)}


# ---- What is asked before labels are printed.

SHIFTS = tuple(str(tenth) for tenth in range(-MOST_SHIFT, MOST_SHIFT + 1, STEP))
WRONG_STOCK = gettext_noop("Labels: choose one of the sheets in the list.")
WRONG_SHIFT = gettext_noop("Move what is printed: choose −3 to 3 mm.")
# More than anybody has boards, and few enough to draw at once.
MOST_LABELS = 400


class LabelsForm(PageForm):
    """Which boards on which labels; what was asked last time is what is asked usually."""

    stock = Pick(BY_KEY, wrong=WRONG_STOCK)
    lowest = WholeField()
    highest = WholeField()
    first = WholeField()
    right = Pick(SHIFTS, wrong=WRONG_SHIFT)
    down = Pick(SHIFTS, wrong=WRONG_SHIFT)

    def __init__(self, given: Given, *, usual: LabelWish, boards: Sequence[int]) -> None:
        super().__init__(given)
        self.usual, self.boards = usual, boards

    def clean(self) -> dict[str, Any]:
        """Check what belongs together: boards from the lower on, a label that the sheet has."""
        found = super().clean() or self.cleaned_data
        lowest, highest = (
            self._number("lowest", self.boards[0]),
            self._number("highest", self.boards[-1]),
        )
        if not 0 < lowest <= HIGHEST_BOARD:
            text = _("From board: give a number from 1 to %(most)s.")
            self.add_error("lowest", ValidationError(text % {"most": HIGHEST_BOARD}))
        elif not lowest <= highest < lowest + MOST_LABELS:
            text = _("To board: give a number from %(from)s to %(to)s.")
            values = {"from": lowest, "to": lowest + MOST_LABELS - 1}
            self.add_error("highest", ValidationError(text % values))
        held = self._stock.held
        if not 0 < self._number("first", 1) <= held:
            text = _("First label: this sheet has the labels 1 to %(most)s.")
            self.add_error("first", ValidationError(text % {"most": held}))
        return found

    def _number(self, name: str, usual: int) -> int:
        value = self.cleaned_data.get(name)
        if value is None and self.typed(name).strip():
            return 0
        return usual if value is None else int(value)

    @property
    def _stock(self) -> Stock:
        return BY_KEY.get(self.words_of("stock"), self.usual.stock)

    @property
    def numbers(self) -> range:
        """The boards that labels are wanted for."""
        lowest = self._number("lowest", self.boards[0])
        return range(lowest, self._number("highest", self.boards[-1]) + 1)

    @property
    def wanted(self) -> LabelWish:
        """What they are printed on."""
        usual = self.usual.shift
        shift = Shift(
            int(self.words_of("right") or usual.right), int(self.words_of("down") or usual.down)
        )
        return LabelWish(self._stock, self._number("first", 1), shift)


def labels_text(room: EventState, boards: Sequence[int]) -> Iterator[str]:
    """A line for each board: its number, who deals it, who is vulnerable."""
    yield from heading(_("Board labels"), room.event)
    yield ""
    for number in boards:
        line = {"n": number, "dealt": dealt_line(room.board(number), room.event)}
        yield _("Board %(n)s: %(dealt)s") % line


# ---- Their row, and the page that asks.

# What this browser printed on last: as near to a printer as a program on a page comes.
COOKIE = "labels"
# A pack of boards as it is sold, where no movement says how many are played.
USUAL_BOARDS = range(1, 37)


class LabelChoice(NamedTuple):
    """A choice of a list: what is sent, what is read."""

    key: str
    said: str


def last_shift(request: ClubRequest) -> Shift:
    """Return by how much this browser's printer was off last time."""
    _stock, *shift = request.COOKIES.get(COOKIE, "").split(".")
    right, down = shift if len(shift) == 2 else ("", "")
    return Shift(int(right), int(down)) if {right, down} <= set(SHIFTS) else Shift()


def _usual(request: ClubRequest) -> LabelWish:
    """Return what this browser printed on last, unless the address asks for a size of paper."""
    paper = request.GET.get("paper", "")
    kept = BY_KEY.get(request.COOKIES.get(COOKIE, "").partition(".")[0])
    stock = usual_stock(paper_for(paper, request.actor.club)) if paper or kept is None else kept
    return LabelWish(stock, 1, last_shift(request))


def _form(request: ClubRequest, event: Event) -> tuple[LabelsForm, EventState]:
    room = room_for(request.actor, event)
    boards = sorted(in_play(room)) or USUAL_BOARDS
    return LabelsForm(request.GET, usual=_usual(request), boards=boards), room


@open_to(Level.DIRECTOR)
@require_safe
def label_page(request: ClubRequest, event: int) -> HttpResponse:
    """Show what labels are printed on: which boards, which stock, where on its sheet."""
    found = directed_by(request.actor, event)
    form, _room = _form(request, found)
    usual, boards = form.usual, form.boards
    return render(
        request,
        "papers/labels.html",
        {
            "event": found,
            "problems": form.problems,
            "stocks": [LabelChoice(each.key, stock_words(each)) for each in STOCKS],
            "shifts": [LabelChoice(each, tenths(int(each))) for each in SHIFTS],
            "stock": form.typed("stock", usual.stock.key),
            "lowest": form.typed("lowest", str(boards[0])),
            "highest": form.typed("highest", str(boards[-1])),
            "first": form.typed("first", "1"),
            "right": form.typed("right", str(usual.shift.right)),
            "down": form.typed("down", str(usual.shift.down)),
        },
        status=422 if form.problems else 200,
    )


class LabelsContent(NamedTuple):
    """What labels are printed of: a room, its boards, what is wished; or a test sheet."""

    room: EventState
    form: LabelsForm
    is_test: bool


def _labels(request: ClubRequest, event: int) -> PaperContent[LabelsContent] | HttpResponseBase:
    """Return what is printed; the page where something of what was asked for is not right."""
    found = directed_by(request.actor, event)
    form, room = _form(request, found)
    told = LabelsContent(room, form, bool(request.GET.get("test")))
    name = file_name(found, "labels")
    if request.path.endswith(".txt"):
        return PaperContent(told, name)
    if not form.is_valid():
        page = reverse("event-labels", args=[found.pk])
        return redirect(f"{page}?{request.GET.urlencode()}")
    stock, _first, shift = form.wanted
    return PaperContent(told, name, {COOKIE: f"{stock.key}.{shift.right}.{shift.down}"})


def _labels_pdf(told: LabelsContent, _paper: PaperSize) -> bytes:
    event, wanted = told.room.event, told.form.wanted
    what = _("Board labels")
    title = _("%(paper)s, %(event)s") % {"paper": what, "event": title_of(event)}
    imprinted = imprint(title, event.club.name, what)
    if told.is_test:
        return crosses_pdf(wanted, imprinted)
    return labels_pdf(labels(told.room, told.form.numbers), wanted, imprinted)


LABELS: PrintedPaper[Event, LabelsContent] = PrintedPaper(
    key="labels",
    at="event/<int:event>/labels",
    title=gettext_noop("Board labels"),
    level=Level.DIRECTOR,
    read=_labels,
    pdf=_labels_pdf,
    text=lambda told: labels_text(told.room, told.form.boards),
)
