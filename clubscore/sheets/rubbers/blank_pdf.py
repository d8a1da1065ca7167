"""A blank sheet of a game: pads for a pencil in rows of 9 mm, the tariff small at the foot."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.club.wording.names import named
from clubscore.club.wording.phrases import said
from clubscore.laws.counting.reckoning import reckoner_for
from clubscore.laws.facts import Unverified
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules, describe_rules, resolve_rules
from clubscore.laws.words import seat_name
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MARGIN, MM, Paper
from clubscore.sheets.pieces.pen import LINE, STRONG, THIN, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, fit, width, wrapped
from clubscore.sheets.rubbers.tariff_lines import TariffTable, besides, tables

ROW = 9 * MM
DOUBLE = 4.0
ABREAST_GAP = 22.0
# A column that is narrower has no room for four figures in a hand's writing.
LEAST_COLUMN = 20 * MM
HEAD, FIELDS = 48.0, 26.0
SMALL, TARIFF, TARIFF_LINE = 7.0, 8.0, 10.5
NAME_ROOM, CELL, BETWEEN = 88.0, 25.0, 16.0


@dataclass(frozen=True)
class Form:
    """How many rows of a pad are for what; without rows for honours it has no line across."""

    honours: int
    games: tuple[int, ...]
    sums: tuple[str, ...]
    ledgers: tuple[str, ...] = ()


def blank_pdf(game: Game, given: Unverified, paper: Paper, club: str) -> bytes:
    """Return a blank sheet of a game under these rules as a PDF file."""
    rules = resolve_rules(game, given)

    def put(pen: Pen) -> None:
        _draw(pen, game, rules, paper, club)
        pen.new_page()

    return printed(put, paper, imprint(_(game.name)))


def _draw(pen: Pen, game: Game, rules: Rules, paper: Paper, club: str) -> None:
    x, y, wide = MARGIN, MARGIN, paper.room
    _head(pen, game, rules, club)
    foot = _Foot(game, rules, wide)
    foot_top = paper.height - MARGIN - foot.height
    y += HEAD + FIELDS
    form = form_for(game, rules, int((foot_top - 10 - y - 2 * DOUBLE) // ROW))
    half = (wide - ABREAST_GAP) / 2
    if half / len(game.columns) >= LEAST_COLUMN:
        _pad(pen, game, form, x, y, half)
        _pad(pen, game, form, x + half + ABREAST_GAP, y, half)
    else:
        _pad(pen, game, form, x, y, wide)
    foot.draw(pen, x, foot_top)


def _head(pen: Pen, game: Game, rules: Rules, club: str) -> None:
    """Draw the game's name and years, its laws in one line, and what is to be written in."""
    x, y, wide = MARGIN, MARGIN, pen.paper.room
    name = fit(_(game.name), SERIF, 22, wide - 110, least=12)
    pen.fitted(x, y + 18, name)
    pen.fitted(x + wide, y + 18, fit(game.about.years.replace("-", "–"), TEXT, 13, 100), "right")
    laws = said(describe_rules(game, rules))
    pen.fitted(x, y + 34, fit(laws, TEXT, 10, wide - 130, least=7))
    pen.fitted(x + wide, y + 34, fit(club, TEXT, 10, 120), "right")
    pen.rule(x, y + 40, wide, STRONG)
    fields = (_("table"), _("date"), _("stake"))
    share = wide / len(fields)
    for number, word in enumerate(fields):
        start = x + number * share
        line = y + HEAD + 14
        pen.text(start, line, word, TEXT, 9)
        used = width(word, TEXT, 9) + 4
        pen.rule(start + used, line + 1, share - used - 10, THIN)


def form_for(game: Game, rules: Rules, rows: int) -> Form:
    """Share the rows of a pad: names, sums, as many games as a rubber may need, honours above."""
    sums = [_("sum")]
    tariff = reckoner_for(game, rules).tariff
    rubber = tariff.rubber_bonus
    if rubber and tariff.quick_rubber_bonus:
        points = {"quick": tariff.quick_rubber_bonus, "points": rubber}
        sums += [_("rubber %(quick)s or %(points)s") % points, _("total")]
    elif rubber:
        sums += [_("rubber %(points)s") % {"points": rubber}, _("total")]
    sums.append(_("difference") if game.two_sided else _("won or lost"))
    nothing = dict.fromkeys(game.column_keys, 0)
    if game.settling.counted_totals(rules, nothing) is not None:
        sums.insert(1, _("rounded"))
    ledgers = tuple(_(ledger.capitalize()) for ledger in game.settling.ledgers)
    left = rows - 1 - len(sums) - len(ledgers)
    if not game.course.has_line:
        return Form(0, (left,), tuple(sums))
    # At the longest, every side is one game short of the rubber before one wins it.
    games = game.course.most_games(len(game.columns))
    each = max(1, min(3, left * 3 // 5 // games))
    return Form(left - each * games, (each,) * games, tuple(sums), ledgers)


def _pad(pen: Pen, game: Game, form: Form, x: float, y: float, wide: float) -> None:
    """Draw one empty pad."""
    column = wide / len(game.columns)
    top = y
    for number, each in enumerate(game.columns):
        seats = named([_(seat_name(seat)) for seat in each.seats])
        hint = fit(seats, TEXT, SMALL, column - 6, least=5)
        pen.fitted(x + number * column + 3, y + SMALL + 1, hint)
    y += ROW
    pen.rule(x, y, wide, LINE)
    if form.honours:
        y = _rows(pen, x, y, wide, form.honours, _("HONOURS"))
        pen.double_rule(x, y + DOUBLE, wide)
        y += 2 * DOUBLE
    for number, rows in enumerate(form.games, start=1):
        word = _("TRICKS, game 1") if number == 1 else _("game %(number)s") % {"number": number}
        word = word if form.honours else _("POINTS")
        y = _rows(pen, x, y, wide, rows, word)
        pen.rule(x, y, wide, LINE)
    for word in form.sums:
        y = _rows(pen, x, y, wide, 1, word)
        if word != form.sums[-1]:
            pen.dotted_rule(x, y, wide)
    pen.rule(x, y, wide, STRONG)
    for number in range(1, len(game.columns)):
        line = x + number * column
        pen.line(line, top, line, y, STRONG)
    _ledgers(pen, game, form, x, y, wide)


def _ledgers(pen: Pen, game: Game, form: Form, x: float, y: float, wide: float) -> None:
    """Draw a row for each account beside the sheet, where every player has a place."""
    share = wide / len(game.seats)
    for word in form.ledgers:
        for number, seat in enumerate(game.seats):
            name = _(seat_name(seat))
            hint = fit(f"{word}, {name}" if number == 0 else name, TEXT, SMALL, share - 6, least=5)
            pen.fitted(x + number * share + 3, y + SMALL + 1, hint)
        y += ROW
        pen.rule(x, y, wide, THIN)


def _rows(pen: Pen, x: float, y: float, wide: float, rows: int, word: str) -> float:
    """Draw rows with dots between them and a word in their corner; give back their end."""
    pen.text(x + 3, y + SMALL + 1, word, TEXT, SMALL)
    for number in range(1, rows):
        pen.dotted_rule(x, y + number * ROW, wide)
    return y + rows * ROW


class _Foot:
    """The tariff in small letters: tricks and honours as tables, the rest as lines beside them."""

    def __init__(self, game: Game, rules: Rules, wide: float) -> None:
        self.wide = wide
        self.tables = tables(game, rules)
        across = len(game.bidding.denominations)
        self.cell = CELL if across <= 5 else CELL - 3
        self.table_wide = NAME_ROOM + across * self.cell
        self.room = wide - self.table_wide - BETWEEN
        source = _("according to %(source)s") % {"source": game.about.source}
        self.besides = [
            line for text in besides(game, rules)
            for line in wrapped(text, TEXT, TARIFF, self.room)
        ]  # fmt: skip
        self.source = wrapped(source, TEXT, SMALL, self.room)
        rows = sum(len(table.rows) + 1 for table in self.tables)
        lines = len(self.besides) + len(self.source)
        self.height = 8 + TARIFF_LINE * max(rows, lines)

    def draw(self, pen: Pen, x: float, y: float) -> None:
        """Draw it from its upper left corner."""
        pen.rule(x, y, self.wide, THIN)
        y += 10
        line = y
        for table in self.tables:
            line = self._table(pen, x, line, table)
        x += self.table_wide + BETWEEN
        for text in self.besides:
            pen.text(x, y, text, TEXT, TARIFF)
            y += TARIFF_LINE
        for text in self.source:
            pen.text(x, y, text, TEXT, SMALL)
            y += TARIFF_LINE

    def _table(self, pen: Pen, x: float, y: float, table: TariffTable) -> float:
        pen.fitted(x, y, fit(table.title, BOLD, TARIFF, NAME_ROOM, least=6))
        for number, head in enumerate(table.heads, start=1):
            pen.text(x + NAME_ROOM + number * self.cell, y, head, TEXT, TARIFF, "right")
        for name, cells in table.rows:
            y += TARIFF_LINE
            pen.fitted(x, y, fit(name, TEXT, TARIFF, NAME_ROOM - 4, least=6))
            for number, cell in enumerate(cells, start=1):
                pen.text(x + NAME_ROOM + number * self.cell, y, cell, TEXT, TARIFF, "right")
        return y + TARIFF_LINE
