"""A card of a game to lay on the table: one page with what it is, what counts and an example."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from clubscore.club.wording.figures import figure, signed
from clubscore.club.wording.names import listed
from clubscore.club.wording.phrases import said
from clubscore.laws.deal import Unverified
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules, describe_rules, resolve_rules
from clubscore.rubbers.games.game_facts import kind_of, source_of
from clubscore.rubbers.games.tariff_facts import besides
from clubscore.rubbers.games.worked_example import WorkedExample, worked
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MARGIN, Paper
from clubscore.sheets.pieces.pen import STRONG, THIN, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, fit, wrapped
from clubscore.sheets.rubbers.tariff_lines import EXAMPLES, TariffTable, tables

HEAD = 62.0
GAP = 22.0
# The largest letters that let everything stand on one page are taken.
SIZES = (14.0, 13.0, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)


@dataclass(frozen=True)
class Line:
    """One line of a column: its text, or a row of a table; how much room is above it."""

    text: str
    font: str
    above: float = 0
    cells: tuple[str, ...] = ()


def card_pdf(game: Game, given: Unverified, paper: Paper, club: str) -> bytes:
    """Return the card of a game under these rules as a PDF file of one page."""
    rules = resolve_rules(game, given)

    def put(pen: Pen) -> None:
        _head(pen, game, rules, club)
        _columns(pen, game, rules)
        pen.new_page()

    return printed(put, paper, imprint(_(game.name), club, _("Card for the table")), feet=True)


def _head(pen: Pen, game: Game, rules: Rules, club: str) -> None:
    x, y, wide = MARGIN, MARGIN, pen.paper.room
    pen.fitted(x, y + 20, fit(_(game.name), SERIF, 24, wide - 120, least=12))
    pen.fitted(x + wide, y + 20, fit(game.about.years.replace("-", "–"), TEXT, 14, 110), "right")
    pen.fitted(x, y + 36, fit(_(game.about.blurb), TEXT, 11, wide, least=8))
    laws = said(describe_rules(game, rules))
    pen.fitted(x, y + 49, fit(laws, TEXT, 9, wide - 130, least=8))
    pen.fitted(x + wide, y + 49, fit(club, TEXT, 9, 120), "right")
    pen.rule(x, y + 54, wide, STRONG)


def _columns(pen: Pen, game: Game, rules: Rules) -> None:
    """Write everything in two columns, in the largest letters that fit."""
    column = (pen.paper.room - GAP) / 2
    room = pen.paper.tall - HEAD
    for size in SIZES:
        lines = list(_lines(game, rules, column, size))
        cut = _cut(lines, room, size)
        if cut is not None:
            break
    for number, part in enumerate((lines[:cut], lines[cut:])):
        _draw(pen, part, MARGIN + number * (column + GAP), column, size)
    pen.line(
        MARGIN + column + GAP / 2, MARGIN + HEAD, MARGIN + column + GAP / 2,
        pen.paper.height - MARGIN, THIN,
    )  # fmt: skip


def _cut(lines: list[Line], room: float, size: float) -> int | None:
    """Return the section that begins the second column so that both are most alike in height.

    None where no two columns hold everything.
    """
    whole = sum(_height(line, size) for line in lines)
    best, found, used = whole, None, 0.0
    for number, line in enumerate(lines):
        uneven = max(used, whole - used)
        if line.font == BOLD and uneven <= room and uneven < best:
            best, found = uneven, number
        used += _height(line, size)
    return found


def _height(line: Line, size: float) -> float:
    return size * 1.3 + line.above


def _draw(pen: Pen, lines: list[Line], x: float, wide: float, size: float) -> None:
    y = MARGIN + HEAD
    for line in lines:
        y += _height(line, size)
        cell = _cell(len(line.cells), wide)
        name_room = wide - cell * len(line.cells) - (4 if line.cells else 0)
        pen.fitted(x, y, fit(line.text, line.font, size, name_room, least=8))
        for number, text in enumerate(line.cells):
            right = x + wide - (len(line.cells) - 1 - number) * cell
            pen.fitted(right, y, fit(text, TEXT, size, cell - 2, least=8), "right")


def _cell(cells: int, wide: float) -> float:
    return min(32.0, wide * 0.66 / cells) if cells else 0.0


def _lines(game: Game, rules: Rules, wide: float, size: float) -> Iterator[Line]:
    """Return the whole text of a card, broken into lines of this width."""
    yield Line(_("The game"), BOLD)
    told = [f"{fact.what}: {fact.worth}" for fact in kind_of(game, rules)]
    yield from _items(told, wide, size)
    for table in tables(game, rules):
        yield from _table(table, size)
    yield Line(_("Also"), BOLD, size)
    yield from _items([fact.text for fact in besides(game, rules)], wide, size)
    sections = (
        (_("The deal"), game.dealing.steps),
        (_("Special features"), game.about.special),
        (_("Where the sources differ"), game.about.notes),
    )
    for title, texts in sections:
        if texts:
            yield Line(title, BOLD, size)
            yield from _items([_(text) for text in texts], wide, size)
    yield Line(_("Examples"), BOLD, size)
    for example in game.about.examples[:EXAMPLES]:
        yield from _example(worked(game, example), wide, size)
    yield Line(_("Source"), BOLD, size)
    yield from _items([source_of(game)], wide, size)


def _items(texts: list[str], wide: float, size: float) -> Iterator[Line]:
    for text in texts:
        for number, line in enumerate(wrapped(text, TEXT, size, wide)):
            yield Line(line, TEXT, 0 if number else size * 0.2)


def _table(table: TariffTable, size: float) -> Iterator[Line]:
    yield Line(table.title, BOLD, size, table.heads)
    for name, cells in table.rows:
        yield Line(name, TEXT, 0, cells)


def _example(example: WorkedExample, wide: float, size: float) -> Iterator[Line]:
    for deal in example.deals:
        yield from _items([deal.sentence], wide, size)
        for line in deal.counted.lines:
            what = _("%(who)s: %(what)s") % {"who": line.who, "what": line.what}
            yield Line(what, TEXT, 0, (figure(line.points),))
    if example.settled:
        settled = listed(f"{name} {signed(points)}" for name, points in example.settled)
        yield from _items([settled], wide, size)
