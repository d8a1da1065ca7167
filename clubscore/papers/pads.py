"""The pad on paper: honours climb from the double line, tricks go down, games are ruled off.

The plan of a blank pad knows nothing of paper: its lengths are rows.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.models import Club
from clubscore.club.wording import figure
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.laws.reckoning import reckoner_for
from clubscore.laws.words import seat_name
from clubscore.papers.flow import ASCENT, base
from clubscore.papers.pen import LINE, STRONG, THIN, Pen
from clubscore.papers.sitting import PadFigure, PadGame, PrintedPad
from clubscore.papers.sizes import MM
from clubscore.papers.typeface import BOLD, TEXT, fit, width, wrapped

FIGURES, CAUSES, NAMES, SMALL = 11.0, 8.0, 10.0, 8.0
ROW, HEAD, TITLE, DOUBLE = 4.4 * MM, 15.0, 12.0, 6.0
# Figures do not get smaller than this where a long rubber has to go on one page.
LEAST_ROW = 10.0
# And not smaller than this to stay under their heading instead of going overleaf with it.
LEAST_FIRST = 11.0
GAP = 3.5
BETWEEN = 22.0
BELOW = 8.0
# The sentence under a pad that says how it ended, and the height of a line of it.
TOLD, END = 9.0, 11.5


class Levels(NamedTuple):
    """How many rows a pad has above its line and below it."""

    above: int
    below: int


@dataclass(frozen=True)
class PadLine:
    """One line of the pad from top to bottom: figures by column.

    `label` stands small at the left; `rule` is drawn under it: "", "game", "double" or "sum".
    """

    cells: tuple[PadFigure | None, ...] = ()
    label: str = ""
    short: str = ""
    rule: str = ""
    bold: bool = False


def levels_of(pad: PrintedPad) -> Levels:
    """Return how many rows a pad needs above its line and below it."""
    above = len(_level(pad.honours)) if pad.has_line else 0
    return Levels(above, sum(len(_level(game.below)) for game in _games(pad)))


def _games(pad: PrintedPad) -> Sequence[PadGame]:
    return pad.games or (PadGame(1, False, ((),) * len(pad.names)),)


def lines_of(pad: PrintedPad, levels: Levels) -> list[PadLine]:
    """Return a pad as lines from top to bottom, newest honours on top.

    With more levels than it needs, its double line and its sum stand where another's do.
    """
    empty = PadLine((None,) * len(pad.names))
    lines, needed = [], levels_of(pad)
    if pad.has_line:
        lines += [empty] * (levels.above - needed.above)
        lines += [PadLine(cells) for cells in reversed(_level(pad.honours))]
        lines[-1] = replace(lines[-1], rule="double")
    for game in _games(pad):
        rows = [PadLine(cells) for cells in _level(game.below)]
        if game.over and pad.has_line:
            label = _("game %(number)s") % {"number": game.number}
            rows[-1] = replace(rows[-1], rule="game", label=label, short=str(game.number))
        lines += rows
    lines += [empty] * (levels.below - needed.below)
    if lines[-1].rule != "game":
        lines[-1] = replace(lines[-1], rule="sum")
    lines += _sums(pad)
    return lines


def _level(columns: Sequence[Sequence[PadFigure]]) -> list[tuple[PadFigure | None, ...]]:
    """Return columns of figures as rows from the first figure on; one empty row at least."""
    high = max((len(column) for column in columns), default=0) or 1
    return [
        tuple(column[n] if n < len(column) else None for column in columns) for n in range(high)
    ]


def _sums(pad: PrintedPad) -> Iterator[PadLine]:
    """Return the sums, what is added under them, the totals where that changes them."""
    added = max((len(column) for column in pad.bonus), default=0)
    yield PadLine(tuple(PadFigure(points, "") for points in pad.sums), bold=not added)
    if not added:
        return
    for number, cells in enumerate(_level(pad.bonus), start=1):
        yield PadLine(cells, rule="sum" if number == added else "")
    yield PadLine(tuple(PadFigure(points, "") for points in pad.totals), bold=True)


@dataclass(frozen=True)
class PadColumn:
    """One rubber in a width of its own: a part of a block of one or two abreast."""

    pad: PrintedPad
    wide: float
    lines: tuple[PadLine, ...]
    row: float = ROW
    goes_on: bool = False

    @cached_property
    def scale(self) -> float:
        """How much smaller than usual the figures are."""
        return self.row / ROW

    @cached_property
    def ends(self) -> tuple[str, ...]:
        """What stands under the pad: how the rubber ended."""
        if self.goes_on:
            return (_("goes on overleaf"),)
        return wrapped(self.pad.outcome, TEXT, TOLD, self.wide)

    @cached_property
    def height(self) -> float:
        """Everything from its title to the sentence under it."""
        margin = self.row + 4 if self.pad.margin and not self.goes_on else 0
        inside = sum(self.high(line) for line in self.lines)
        return TITLE + HEAD + inside + margin + 4 + END * len(self.ends) + BELOW

    def high(self, line: PadLine) -> float:
        """Return the height of a line with the rule under it."""
        return self.row + (DOUBLE if line.rule == "double" else 2 if line.rule else 0)

    def draw(self, pen: Pen, x: float, y: float) -> None:
        """Draw the pad."""
        pen.text(x, y + NAMES, self.pad.title, BOLD, NAMES)
        y += TITLE
        self._names(pen, x, y)
        top = y + 2
        y += HEAD
        place = self._places(x)
        for line in self.lines:
            self._line(pen, x, y, line, place)
            y += self.high(line)
        column = self.wide / len(self.pad.names)
        for number in range(1, len(self.pad.names)):
            pen.line(x + number * column, top, x + number * column, y, STRONG)
        if self.pad.margin and not self.goes_on:
            y += self._margin(pen, x, y, self.pad.margin)
        for number, text in enumerate(self.ends):
            line_y = y + 4 + TOLD * ASCENT + END * number
            pen.text(x + self.wide / 2, line_y, text, TEXT, TOLD, "middle")

    def _names(self, pen: Pen, x: float, y: float) -> None:
        column = self.wide / len(self.pad.names)
        for number, name in enumerate(self.pad.names):
            fitted = fit(name, BOLD, NAMES, column - 8)
            pen.fitted(x + (number + 0.5) * column, base(y, HEAD, NAMES), fitted, "middle")
        pen.rule(x, y + HEAD, self.wide, LINE)

    def _places(self, x: float) -> list[tuple[float, float]]:
        """Return for each column where figures end and how much room their causes have."""
        column = self.wide / len(self.pad.names)
        figures, causes = _widest(self.lines, self.scale)
        free = max(0.0, column - 6 - figures - causes - GAP)
        shift = min(free / 2, column * 0.3)
        return [
            (x + number * column + 3 + shift + figures, column - 6 - shift - figures - GAP)
            for number in range(len(self.pad.names))
        ]

    def _line(
        self, pen: Pen, x: float, y: float, line: PadLine, places: list[tuple[float, float]]
    ) -> None:
        size = FIGURES * self.scale
        text_y = base(y, self.row, size)
        for cell, (end, room) in zip(line.cells, places, strict=True):
            if cell is not None:
                font = BOLD if line.bold else TEXT
                pen.text(end, text_y, figure(cell.points), font, size, "right")
                cause = fit(cell.cause, TEXT, CAUSES, room)
                pen.fitted(end + GAP, text_y, cause)
        if line.label:
            free = self._free_at_left(x, line, places)
            fits = width(line.label, TEXT, SMALL) <= free
            label = line.label if fits else line.short if free > SMALL else ""
            pen.text(x + 1, y + self.row - 1, label, TEXT, SMALL)
        under = y + self.row
        if line.rule == "double":
            pen.double_rule(x, under + DOUBLE / 2, self.wide)
        elif line.rule:
            pen.rule(x, under + 1, self.wide, LINE if line.rule == "sum" else THIN)

    def _free_at_left(self, x: float, line: PadLine, places: list[tuple[float, float]]) -> float:
        """Return the room between the edge and the figure of the first column."""
        first = line.cells[0]
        taken = width(figure(first.points), TEXT, FIGURES * self.scale) if first else 0.0
        return places[0][0] - taken - x - 4

    def _margin(self, pen: Pen, x: float, y: float, margin: tuple[int, int, int]) -> float:
        """Write winner, other and difference, as one adds it up on paper."""
        pen.rule(x, y, self.wide, LINE)
        high = self.row + 4
        sum_text = f"{figure(margin[0])} − {figure(margin[1])} ="
        points = figure(margin[2])
        left = width(sum_text, TEXT, FIGURES) + width(" ", TEXT, FIGURES)
        right = width(points, BOLD, FIGURES)
        start = x + (self.wide - left - right) / 2
        pen.text(start, base(y, high, FIGURES), sum_text, TEXT, FIGURES)
        pen.text(start + left, base(y, high, FIGURES), points, BOLD, FIGURES)
        return high


def _widest(lines: Sequence[PadLine], scale: float) -> tuple[float, float]:
    """Return the width of the widest figure and of the widest cause."""
    cells = {cell for line in lines for cell in line.cells if cell is not None}
    size = FIGURES * scale
    figures = max((width(figure(c.points), BOLD, size) for c in cells), default=0.0)
    causes = max((width(c.cause, TEXT, CAUSES) for c in cells), default=0.0)
    return figures, causes


def fits_abreast(pad: PrintedPad, room: float) -> bool:
    """Whether a pad can stand beside another without its figures or their causes getting small."""
    figures, causes = _widest(lines_of(pad, levels_of(pad)), 1)
    return (figures + causes + GAP + 6) * len(pad.names) <= (room - BETWEEN) / 2


@dataclass(frozen=True)
class PadPrintRow:
    """One rubber across, or two abreast."""

    columns: tuple[PadColumn, ...]
    keeps_next: bool = False

    @cached_property
    def height(self) -> float:
        """The higher of the two."""
        return max(column.height for column in self.columns)

    def draw(self, pen: Pen, x: float, y: float, wide: float) -> None:
        """Draw them beside each other."""
        for column in self.columns:
            column.draw(pen, x, y)
            x += column.wide + BETWEEN

    def split(self, room: float, must: bool) -> "tuple[PadPrintRow, PadPrintRow] | None":
        """Stay whole, unless no page has room: then break under a game, or between figures."""
        if not must:
            return None
        halves = [_split_column(column, room) for column in self.columns]
        first, rest = [half[0] for half in halves], [half[1] for half in halves]
        if not any(rest):
            return None
        return PadPrintRow(tuple(first)), PadPrintRow(
            tuple(each for each in rest if each is not None)
        )


def _split_column(column: PadColumn, room: float) -> tuple[PadColumn, PadColumn | None]:
    if column.height <= room:
        return column, None
    left = room - (TITLE + HEAD + 4 + END + BELOW)
    cut = 0
    for line in column.lines:
        left -= column.high(line)
        if left < 0:
            break
        cut += 1
    cut = max(1, min(cut, len(column.lines) - 1))
    first = replace(column, lines=column.lines[:cut], goes_on=True)
    return first, replace(column, lines=column.lines[cut:])


class UnderHeads(NamedTuple):
    """What a first row of pads has: so much height under its heads, or a page with them on it."""

    first: float
    page: float
    heads: float


def pad_rows(
    pads: Sequence[PrintedPad], room: float, under: UnderHeads, row: float = ROW
) -> list[PadPrintRow]:
    """Return pads in rows, two abreast where both fit, each as high as a page at most if it can.

    `row` is how high each figure's row is, where it need not be lower.
    """
    abreast: list[list[PrintedPad]] = []
    for pad in pads:
        before = abreast[-1] if abreast else []
        if len(before) == 1 and fits_abreast(before[0], room) and fits_abreast(pad, room):
            before.append(pad)
        else:
            abreast.append([pad])
    made = [_row(each, room, under.page, row) for each in abreast]
    return [_under_heads(made[0], under), *made[1:]] if made else []


def _row(pads: Sequence[PrintedPad], room: float, tall: float, row: float) -> PadPrintRow:
    """Return pads abreast: all double lines at one height, and all sums."""
    half = fits_abreast(pads[0], room)
    wide = (room - BETWEEN) / 2 if half else room
    levels = Levels(*map(max, zip(*map(levels_of, pads), strict=True)))
    columns = tuple(PadColumn(pad, wide, tuple(lines_of(pad, levels)), row) for pad in pads)
    return _lowered(PadPrintRow(columns), tall, LEAST_ROW)


def _under_heads(row: PadPrintRow, under: UnderHeads) -> PadPrintRow:
    """Let the first row go where its heads are, or with them on a page of its own."""
    here = _lowered(row, under.first, LEAST_FIRST)
    if here.height <= under.first:
        return here
    return _lowered(row, under.page - under.heads, LEAST_ROW)


def _lowered(row: PadPrintRow, tall: float, least: float) -> PadPrintRow:
    """Return pads with rows just low enough for a height, alike, but never lower than `least`."""
    if row.height <= tall:
        return row
    highest = max(row.columns, key=lambda column: column.height)
    rows = len(highest.lines) + bool(highest.pad.margin)
    each = min(highest.row, max(least, highest.row - (highest.height - tall + 0.1) / rows))
    return PadPrintRow(tuple(replace(column, row=each) for column in row.columns))


# ---- What a blank pad of a game has.

Heads = Club.PadHeads
# From then on pads were printed with We and They; before, names were written over the columns.
WE_SAY_WE_SINCE = 1914
LETTERS = "ABCD"
# Abreast, a column of half a page keeps room for four figures in a hand's writing.
MOST_ABREAST = 3


class PadHead(NamedTuple):
    """What stands over a column: a word, or none, and lines for so many names."""

    word: str
    names: int


class PadPlan(NamedTuple):
    """A pad: rows above the line and below it, the words of its sums, its ledgers.

    Without rows above there is no line. Below it is open: who scores rules a line across as each
    game is won.
    """

    heads: tuple[PadHead, ...]
    above: int
    below: int
    sums: tuple[str, ...]
    ledgers: tuple[str, ...]
    foot: str

    @property
    def rows(self) -> int:
        """All rows from its heads to its end."""
        return self.above + self.below + len(self.sums) + len(self.ledgers)

    @property
    def is_abreast(self) -> bool:
        """Whether two stand beside each other on a page."""
        return len(self.heads) <= MOST_ABREAST


def plan_for(game: Game, rules: Rules, heads: str) -> PadPlan:
    """Return the pad of a game under its rules, with heads as the club has them."""
    above, below = game.course.pad_rows
    if not game.course.has_line:
        above, below = 0, above + below
    return PadPlan(
        heads_for(game, heads),
        above,
        below,
        _sums_of_pad_plan(game, rules),
        tuple(_(ledger.capitalize()) for ledger in game.settling.ledgers),
        _foot(game),
    )


def heads_for(game: Game, heads: str) -> tuple[PadHead, ...]:
    """Return what stands over the columns; a club may want one way for all games of two sides."""
    if all(len(column.seats) == 1 for column in game.columns):
        return tuple(
            PadHead(letter, 1) for letter, _column in zip(LETTERS, game.columns, strict=False)
        )
    if heads == Heads.ERA:
        since = int(game.about.years.partition("-")[0])
        heads = Heads.WE_THEY if since >= WE_SAY_WE_SINCE else Heads.NAMES
    if heads == Heads.WE_THEY:
        return (PadHead(_("WE"), 1), PadHead(_("THEY"), 1))
    return tuple(PadHead("", len(column.seats)) for column in game.columns)


def _sums_of_pad_plan(game: Game, rules: Rules) -> tuple[str, ...]:
    """Return what is added up under a pad, in its order."""
    tariff = reckoner_for(game, rules).tariff
    words = [_("sum")]
    if tariff.rubber_bonus:
        bonus = {"points": tariff.rubber_bonus, "quick": tariff.quick_rubber_bonus}
        in_two = _("rubber %(quick)s, %(points)s")
        words += [(in_two if bonus["quick"] else _("rubber %(points)s")) % bonus, _("total")]
    if game.settling.counted_totals(rules, dict.fromkeys(game.column_keys, 0)) is not None:
        words.insert(1, _("rounded"))
    if not game.two_sided:
        return (*words, _("won or lost"))
    return (*words, _("difference"), _("carried"))


def _foot(game: Game) -> str:
    """Return the sentence under a pad."""
    if not game.course.has_line:
        return _("A row for each deal, from the top down.")
    return _(
        "Above the double line, upward: honours and bonuses. Below it, downward: tricks; rule a"
        " line across when a game is won."
    )


def seats_of(game: Game) -> tuple[str, ...]:
    """Return every player's place, as a ledger names it."""
    return tuple(_(seat_name(seat)) for seat in game.seats)


def years_of(game: Game) -> str:
    """Return when a game was played: "1917–1923", "1927 to today"."""
    first, dash, last = game.about.years.partition("-")
    if dash and not last:
        return _("%(year)s to today") % {"year": first}
    return f"{first}–{last}" if dash else first
