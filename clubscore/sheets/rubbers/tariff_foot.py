"""The tariff under a blank pad or on its back: tricks and honours as tables, the rest as lines."""

from django.utils.translation import gettext as _

from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules
from clubscore.sheets.pieces.pen import Pen
from clubscore.sheets.pieces.typeface import BOLD, TEXT, fit, wrapped
from clubscore.sheets.rubbers.tariff_lines import TariffTable, besides, tables

AT_FOOT, ON_BACK = 8.0, 10.0
BETWEEN = 16.0
# By how much a line stands in that goes on with the one above.
INDENT = 10.0


class TariffFoot:
    """The tariff in letters of one size, for a width."""

    def __init__(self, game: Game, rules: Rules, wide: float, size: float) -> None:
        self.wide, self.size, self.line = wide, size, size * 1.32
        self.tables = tables(game, rules)
        across = len(game.bidding.denominations)
        self.cell = size * (3.1 if across <= 5 else 2.7)
        self.name_room = size * 11
        self.table_wide = self.name_room + across * self.cell
        room = wide - self.table_wide - BETWEEN
        source = _("according to %(source)s") % {"source": game.about.source}
        self.besides = [
            (INDENT if number else 0.0, line)
            for text in (*besides(game, rules), source)
            for number, line in enumerate(wrapped(text, TEXT, size, room - INDENT))
        ]
        rows = sum(len(table.rows) + 1.4 for table in self.tables)
        self.height = 10 + self.line * max(rows, len(self.besides))

    def draw(self, pen: Pen, x: float, y: float) -> None:
        """Draw it from its upper left corner."""
        y += self.size + 4
        line = y
        for table in self.tables:
            line = self._table(pen, x, line, table) + self.line * 0.4
        x += self.table_wide + BETWEEN
        for number, (indent, text) in enumerate(self.besides):
            pen.text(x + indent, y + number * self.line, text, TEXT, self.size)

    def _table(self, pen: Pen, x: float, y: float, table: TariffTable) -> float:
        first = x + self.name_room
        pen.fitted(x, y, fit(table.title, BOLD, self.size, self.name_room, least=8))
        for number, head in enumerate(table.heads, start=1):
            pen.text(first + number * self.cell, y, head, TEXT, self.size, "right")
        for name, cells in table.rows:
            y += self.line
            pen.fitted(x, y, fit(name, TEXT, self.size, self.name_room - 4, least=8))
            for number, cell in enumerate(cells, start=1):
                pen.text(first + number * self.cell, y, cell, TEXT, self.size, "right")
        return y + self.line
