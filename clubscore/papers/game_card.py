"""The card of a game to lay on its table: what it is, what counts, and an example worked out."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.access import ClubRequest, Level
from clubscore.club.wording import figure, listed, said, signed
from clubscore.laws.deal import Unverified
from clubscore.laws.game import Game
from clubscore.laws.house_rules import Rules, describe_rules, resolve_rules
from clubscore.laws.words import gettext_noop
from clubscore.papers.blank_pads import (
    EXAMPLES,
    NOTHING,
    GameContent,
    PrintedTariff,
    game_content,
    tables,
)
from clubscore.papers.ledger import imprint
from clubscore.papers.paper import PaperContent, PrintedPaper, by_key
from clubscore.papers.pen import STRONG, THIN, Pen, printed
from clubscore.papers.sizes import MARGIN, PaperSize, paper_for
from clubscore.papers.typeface import BOLD, SERIF, TEXT, fit, wrapped
from clubscore.rubbers.game_facts import (
    TariffTable,
    WorkedExample,
    besides,
    kind_of,
    source_of,
    tariff_tables,
    worked,
)

HEAD = 62.0
GAP = 22.0
# The largest letters that let everything stand on one page are taken.
SIZES = (14.0, 13.0, 12.0, 11.5, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)


@dataclass(frozen=True)
class GameCardLine:
    """One line of a column: its text, or a row of a table; how much room is above it."""

    text: str
    font: str
    above: float = 0
    cells: tuple[str, ...] = ()


def card_pdf(game: Game, given: Unverified, paper: PaperSize, club: str) -> bytes:
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


def _cut(lines: list[GameCardLine], room: float, size: float) -> int | None:
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


def _height(line: GameCardLine, size: float) -> float:
    return size * 1.3 + line.above


def _draw(pen: Pen, lines: list[GameCardLine], x: float, wide: float, size: float) -> None:
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


def _lines(game: Game, rules: Rules, wide: float, size: float) -> Iterator[GameCardLine]:
    """Return the whole text of a card, broken into lines of this width."""
    yield GameCardLine(_("The game"), BOLD)
    told = [f"{fact.what}: {fact.worth}" for fact in kind_of(game, rules)]
    yield from _items(told, wide, size)
    for table in tables(game, rules):
        yield from _table(table, size)
    yield GameCardLine(_("Also"), BOLD, size)
    yield from _items([fact.text for fact in besides(game, rules)], wide, size)
    sections = (
        (_("The deal"), game.about.dealing),
        (_("Special features"), game.about.special),
        (_("Where the sources differ"), game.about.notes),
    )
    for title, texts in sections:
        if texts:
            yield GameCardLine(title, BOLD, size)
            yield from _items([_(text) for text in texts], wide, size)
    yield GameCardLine(_("Examples"), BOLD, size)
    for example in game.about.examples[:EXAMPLES]:
        yield from _example(worked(game, example), wide, size)
    yield GameCardLine(_("Source"), BOLD, size)
    yield from _items([source_of(game)], wide, size)


def _items(texts: list[str], wide: float, size: float) -> Iterator[GameCardLine]:
    for text in texts:
        for number, line in enumerate(wrapped(text, TEXT, size, wide)):
            yield GameCardLine(line, TEXT, 0 if number else size * 0.2)


def _table(table: PrintedTariff, size: float) -> Iterator[GameCardLine]:
    yield GameCardLine(table.title, BOLD, size, table.heads)
    for name, cells in table.rows:
        yield GameCardLine(name, TEXT, 0, cells)


def _example(example: WorkedExample, wide: float, size: float) -> Iterator[GameCardLine]:
    for deal in example.deals:
        yield from _items([deal.sentence], wide, size)
        for line in deal.counted.lines:
            what = _("%(who)s: %(what)s") % {"who": line.who, "what": line.what}
            yield GameCardLine(what, TEXT, 0, (figure(line.points),))
    if example.settled:
        settled = listed(f"{name} {signed(points)}" for name, points in example.settled)
        yield from _items([settled], wide, size)


def game_text(game: Game, given: Unverified, club: str) -> Iterator[str]:
    """Return what the card of a game says under these rules, a fact a line."""
    rules = resolve_rules(game, given)
    yield _(game.name)
    if club:
        yield club
    yield said(describe_rules(game, rules))
    yield ""
    yield game.about.years
    yield _(game.about.blurb)
    facts = kind_of(game, rules)
    yield from _section(_("The game"), (f"{fact.what}: {fact.worth}" for fact in facts))
    denominations = [_(each.name) for each in game.bidding.denominations]
    for table in tariff_tables(game, rules):
        yield from _table_of_game_text(table, denominations)
    yield from _section(_("Also"), (fact.text for fact in besides(game, rules)))
    yield from _section(_("The deal"), map(_, game.about.dealing))
    yield from _section(_("Special features"), map(_, game.about.special))
    yield from _section(_("Where the sources differ"), map(_, game.about.notes))
    if game.about.examples:
        yield ""
        yield _("Examples")
    for example in game.about.examples[:EXAMPLES]:
        yield from _example_of_game_text(worked(game, example))
    yield from _section(_("Source"), [source_of(game)])


def _section(title: str, texts: Iterable[str]) -> Iterator[str]:
    told = [f" {text}" for text in texts]
    if told:
        yield from ("", title, *told)


def _table_of_game_text(table: TariffTable, denominations: list[str]) -> Iterator[str]:
    """Say of each row what it is worth in every denomination in which it counts."""
    yield ""
    yield table.title
    for row in table.rows:
        cells = {
            name: figure(cell)
            for name, cell in zip(denominations, row.cells, strict=True)
            if cell not in (NOTHING, 0)
        }
        if not cells:
            continue
        yield f" {row.name}"
        if len(set(cells.values())) == 1 and len(cells) == len(denominations):
            alike = pgettext("tariff", "in every denomination: %(worth)s")
            yield "  " + alike % {"worth": next(iter(cells.values()))}
            continue
        for name, worth in cells.items():
            yield "  " + pgettext("tariff", "%(what)s: %(worth)s") % {"what": name, "worth": worth}


def _example_of_game_text(example: WorkedExample) -> Iterator[str]:
    for deal in example.deals:
        yield ""
        yield deal.sentence
        for line in deal.counted.lines:
            yield " " + _("%(who)s: %(what)s, %(points)s") % {
                "who": line.who,
                "what": line.what,
                "points": figure(line.points),
            }
    if example.settled:
        yield ""
        for name, points in example.settled:
            yield f"{name}: {signed(points)}"


def _card(request: ClubRequest, key: str) -> PaperContent[GameContent]:
    size = paper_for(request.GET.get("paper", ""), request.actor.club)
    name = key if request.path.endswith(".txt") else f"{key}-card-{size.key}"
    return PaperContent(game_content(request, key), name)


GAME_CARD: PrintedPaper[Game, GameContent] = PrintedPaper(
    key="game-card",
    at="games/<slug:key>/card",
    title=gettext_noop("Card for the table"),
    level=Level.VISITOR,
    named_by=by_key,
    kept_by_anybody=True,
    read=_card,
    pdf=lambda told, paper: card_pdf(told.game, told.rules, paper, told.club),
    text=lambda told: game_text(told.game, told.rules, told.club),
)
