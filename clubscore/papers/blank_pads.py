"""Blank pads for a pencil, each with its game's tariff at the foot or on the back.

Chicago has a round of four deals with its wheel: an X, and in it whose turn it is to deal. Five
Hundred has a row a deal with what was bid, made and scored by each player.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate
from typing import NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _

from clubscore.club.access import ClubRequest, Level
from clubscore.club.wording import named, said
from clubscore.laws.deal import Unverified
from clubscore.laws.errors import RuleError
from clubscore.laws.game import Game
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import Rules, describe_rules, resolve_rules
from clubscore.laws.words import gettext_noop, seat_name
from clubscore.papers.ledger import imprint
from clubscore.papers.pads import Heads, PadHead, PadPlan, plan_for, seats_of, years_of
from clubscore.papers.paper import PaperContent, PrintedPaper, by_key
from clubscore.papers.pen import LINE, STRONG, THIN, Pen, printed
from clubscore.papers.sizes import MARGIN, MM, PaperSize, paper_for
from clubscore.papers.typeface import BOLD, SERIF, TEXT, fit, width, wrapped
from clubscore.rubbers import game_facts
from clubscore.rubbers.game_facts import tariff_tables
from clubscore.rubbers.stakes import usual_of

HEAD_ROOM, HEAD, CORNER, SENTENCE = 12 * MM, 10.5, 8.0, 9.0
# A row for a pencil: as high as is wanted, and the least that will do.
WANTED, LEAST = 8 * MM, 7 * MM
DOUBLE = 2.2
BETWEEN = 22.0


def row_for(plan: PadPlan, room: float) -> float:
    """Return how high a row is where pads have so much room from their heads to their end."""
    return min(WANTED, (room - fixed_of(plan)) / plan.rows)


def fixed_of(plan: PadPlan) -> float:
    """Return the height of a pad without its rows, the sentence under it included."""
    return HEAD_ROOM + (2 * DOUBLE if plan.above else 0) + SENTENCE + 8


def draw_pads(pen: Pen, game: Game, plan: PadPlan, x: float, y: float, row: float) -> float:
    """Draw one pad over the whole width, or two abreast, and what to do; give back their end."""
    wide = pen.paper.room
    if plan.is_abreast:
        half = (wide - BETWEEN) / 2
        _pad(pen, game, plan, x, y, half, row)
        end = _pad(pen, game, plan, x + half + BETWEEN, y, half, row)
    else:
        end = _pad(pen, game, plan, x, y, wide, row)
    pen.text(x, end + SENTENCE + 5, plan.foot, TEXT, SENTENCE)
    return end + SENTENCE + 8


def draw_head(pen: Pen, x: float, y: float, wide: float, head: PadHead) -> None:
    """Draw what stands over a column: its word, and lines for names."""
    if head.word:
        pen.text(x + wide / 2, y + HEAD, head.word, BOLD, HEAD, "middle")
    bottom, step = y + HEAD_ROOM - 5, (HEAD_ROOM - 5) / max(2, head.names)
    for number in range(head.names):
        pen.rule(x + 8, bottom - step * number, wide - 16, THIN)


def _pad(pen: Pen, game: Game, plan: PadPlan, x: float, y: float, wide: float, row: float) -> float:
    column, top = wide / len(plan.heads), y
    for number, head in enumerate(plan.heads):
        draw_head(pen, x + number * column, y, column, head)
    y += HEAD_ROOM
    pen.rule(x, y, wide, LINE)
    if plan.above:
        y = _open_rows(pen, x, y, wide, row, plan.above)
        pen.rule(x, y + DOUBLE / 2, wide, LINE)
        pen.rule(x, y + DOUBLE * 1.5, wide, LINE)
        y += 2 * DOUBLE
    y = _open_rows(pen, x, y, wide, row, plan.below)
    for word in plan.sums:
        pen.rule(x, y, wide, LINE)
        pen.fitted(x + 3, y + CORNER + 1, fit(word, TEXT, CORNER, column - 6))
        y += row
    pen.rule(x, y, wide, STRONG)
    for number in range(1, len(plan.heads)):
        pen.line(x + number * column, top, x + number * column, y, STRONG)
    for word in plan.ledgers:
        y = _ledger(pen, game, word, x, y, wide, row)
    return y


def _open_rows(pen: Pen, x: float, y: float, wide: float, row: float, count: int) -> float:
    """Draw rows with dots between them and nothing in them; give back their end."""
    for number in range(1, count):
        pen.dotted_rule(x, y + number * row, wide)
    return y + count * row


def _ledger(pen: Pen, game: Game, word: str, x: float, y: float, wide: float, row: float) -> float:
    """Draw a row for an account beside the sheet: its word, then a place for every player."""
    first = width(word, TEXT, CORNER) + 8
    pen.text(x + 3, y + row / 2 + CORNER / 3, word, TEXT, CORNER)
    seats = seats_of(game)
    share = (wide - first) / len(seats)
    for number, name in enumerate(seats):
        start = x + first + number * share
        pen.line(start, y, start, y + row, THIN)
        pen.fitted(start + 3, y + CORNER + 1, fit(name, TEXT, CORNER, share - 6))
    pen.rule(x, y + row, wide, STRONG)
    return y + row


# ---- Blank sheets of games without games.

ROUNDS, RUNNING_ROWS = 5, 24
HEADS, ROUND_GAP = 11.0, 5 * MM
WHEEL = 20 * MM
# Shares of a round's width after the wheel: number, dealer, vulnerability, contract, two sides.
ROUND_SHARES = (9.0, 24.0, 26.0, 45.0, 31.0, 31.0)
NUMBER = 8 * MM
RUNNING_SHARES = (16.0, 11.0, 19.0)
TAIL = SENTENCE + 8


def draw_rounds(pen: Pen, game: Game, plan: PadPlan, x: float, y: float, room: float) -> float:
    """Draw as many rounds as usual, one below the other; give back where they end."""
    deals = game.course.deals
    each = (room - TAIL) / ROUNDS
    row = max(LEAST, min(WANTED, (each - HEADS - ROUND_GAP) / (deals + 1)))
    for _round in range(ROUNDS):
        _wheel(pen, x, y + HEADS, min(WHEEL - 4 * MM, deals * row), deals)
        y = _round_rows(pen, game, plan, x + WHEEL, y, row) + ROUND_GAP
    told = _(
        "Second and third deal: in some clubs the other side is vulnerable (tick ☐). A part score"
        " goes on into the next deal of the round."
    )
    pen.text(x, y - ROUND_GAP + SENTENCE + 5, told, TEXT, SENTENCE)
    return y - ROUND_GAP + TAIL


def _wheel(pen: Pen, x: float, y: float, size: float, deals: int) -> None:
    """Draw the X, and in its four corners the number of the deal that is dealt from there."""
    pen.line(x, y, x + size, y + size, LINE)
    pen.line(x, y + size, x + size, y, LINE)
    middle, near, far = size / 2, size * 0.14, size * 0.86
    # The first deal on top, the next to its left as players sit: to the right on paper.
    places = ((middle, near), (far, middle), (middle, far), (near, middle))
    for number, (across, down) in zip(range(1, deals + 1), places, strict=False):
        pen.text(x + across, y + down + 4, str(number), BOLD, HEAD, "middle")


def _round_rows(pen: Pen, game: Game, plan: PadPlan, x: float, y: float, row: float) -> float:
    wide = pen.paper.room - WHEEL
    edges = _edges(x, wide, ROUND_SHARES)
    sides = [
        head.word or named([_(seat_name(seat)) for seat in column.seats])
        for head, column in zip(plan.heads, game.columns, strict=True)
    ]
    heads = (_("deal"), _("dealer"), _("vulnerable"), _("contract, by, result"), *sides)
    _words(pen, edges, y + CORNER, heads, CORNER)
    top = y + HEADS
    for number in range(game.course.deals):
        line = top + number * row
        pen.rule(x, line, wide, THIN)
        cells = (str(number + 1), "", _vulnerable(game, number))
        middle = line + row / 2 + 3
        pen.text((edges[0] + edges[1]) / 2, middle, cells[0], BOLD, HEAD, "middle")
        pen.text((edges[2] + edges[3]) / 2, middle, cells[2], TEXT, 9, "middle")
    bottom = top + game.course.deals * row
    pen.rule(x, bottom, wide, THIN)
    for edge in edges:
        end = bottom + row if edge >= edges[4] else bottom
        pen.line(edge, top, edge, end, THIN)
    pen.text(edges[4] - 4, bottom + row / 2 + 3, _("round"), TEXT, 9, "right")
    pen.rule(edges[4], bottom, edges[-1] - edges[4], LINE)
    pen.rule(edges[4], bottom + row, edges[-1] - edges[4], LINE)
    return bottom + row


def _vulnerable(game: Game, played: int) -> str:
    """Return who is vulnerable in a deal of the round, by the side that deals it."""
    said = game.dealing.usual_facts(played, game.seats[0]).get("vulnerable")
    if said == "none":
        return _("no one")
    return _("both") if said == "both" else _("dealer’s side")


def draw_running(pen: Pen, game: Game, plan: PadPlan, x: float, y: float, room: float) -> float:
    """Draw a row a deal with three columns a player; give back where they end."""
    wide = pen.paper.room
    share = (wide - NUMBER) / len(plan.heads)
    row = min(WANTED, (room - HEAD_ROOM - HEADS - TAIL) / (RUNNING_ROWS + 1))
    top, head = y, y + HEAD_ROOM
    for number, each in enumerate(plan.heads):
        start = x + NUMBER + number * share
        draw_head(pen, start, y, share, each)
        edges = _edges(start, share, RUNNING_SHARES)
        _words(pen, edges, head + CORNER, (_("bid"), _("made"), _("score")), CORNER)
    y = head + HEADS
    end = y + (RUNNING_ROWS + 1) * row
    ruled = partial(pen.rule, x, wide=wide)
    ruled(y, weight=LINE)
    for number in range(1, RUNNING_ROWS + 1):
        pen.text(x + NUMBER - 5, y + (number - 0.5) * row + 3, str(number), TEXT, 9, "right")
        ruled(y + number * row, weight=LINE if number in (12, RUNNING_ROWS) else THIN)
    pen.text(x + NUMBER + 3, end - row + CORNER + 1, plan.sums[-1], TEXT, CORNER)
    for number in range(len(plan.heads)):
        edges = _edges(x + NUMBER + number * share, share, RUNNING_SHARES)
        pen.line(edges[0], top, edges[0], end, STRONG)
        for edge in edges[1:-1]:
            pen.line(edge, head, edge, end - row, THIN)
    ruled(end, weight=STRONG)
    told = _("A row for each deal: what was bid, the tricks made, the score so far.")
    pen.text(x, end + SENTENCE + 5, told, TEXT, SENTENCE)
    return end + TAIL


def _edges(x: float, wide: float, shares: Sequence[float]) -> list[float]:
    """Return where columns of these shares begin, and where the last one ends."""
    whole = sum(shares)
    return [x + wide * part / whole for part in accumulate((0.0, *shares))]


def _words(pen: Pen, edges: Sequence[float], y: float, words: Sequence[str], size: float) -> None:
    for start, end, word in zip(edges, edges[1:], words, strict=False):
        pen.fitted((start + end) / 2, y, fit(word, TEXT, size, end - start - 4), "middle")


# What a denomination has that something does not count in.
NOTHING = "–"
# So many of a game's worked examples stand on its card.
EXAMPLES = 3


class PrintedTariff(NamedTuple):
    """One table: its title, the denominations across, rows of a name and what each is worth."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def tables(game: Game, rules: Rules) -> tuple[PrintedTariff, ...]:
    """Return what tricks and honours are worth, denominations across; no row of nothing."""
    heads = tuple(each.symbol or each.key for each in game.bidding.denominations)
    return tuple(
        PrintedTariff(
            table.title,
            heads,
            tuple(
                (row.name, tuple(str(cell) for cell in row.cells))
                for row in table.rows
                if any(cell not in (NOTHING, 0) for cell in row.cells)
            ),
        )
        for table in tariff_tables(game, rules)
        if table.rows
    )


def besides(game: Game, rules: Rules) -> list[str]:
    """Return everything else that counts: games, rubber, slams, bonuses, undertricks, revokes."""
    return [fact.text for fact in game_facts.besides(game, rules)]


AT_FOOT, ON_BACK = 8.0, 10.0
BETWEEN_OF_TARIFF_FOOT = 16.0
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
        room = wide - self.table_wide - BETWEEN_OF_TARIFF_FOOT
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
        x += self.table_wide + BETWEEN_OF_TARIFF_FOOT
        for number, (indent, text) in enumerate(self.besides):
            pen.text(x + indent, y + number * self.line, text, TEXT, self.size)

    def _table(self, pen: Pen, x: float, y: float, table: PrintedTariff) -> float:
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


# ---- A blank sheet.

HEAD_OF_BLANK_PDF, FIELDS = 38.0, 22.0
SMALL = 9.0


def blank_pdf(
    game: Game, given: Unverified, paper: PaperSize, club: str, heads: str = Heads.ERA
) -> bytes:
    """Return a blank sheet of a game under these rules as a PDF file."""
    rules = resolve_rules(game, given)

    def put(pen: Pen) -> None:
        _draw(pen, game, rules, club, heads)

    return printed(put, paper, imprint(_(game.name), club, _("Blank score sheet")), feet=True)


def _draw(pen: Pen, game: Game, rules: Rules, club: str, heads: str) -> None:
    paper = pen.paper
    x, top, bottom = MARGIN, MARGIN + HEAD_OF_BLANK_PDF + FIELDS, paper.height - MARGIN
    _head(pen, game, rules, club)
    _fields(pen, game)
    plan, room = plan_for(game, rules, heads), bottom - top
    if game.course.deals:
        end = draw_rounds(pen, game, plan, x, top, room)
    elif game.course.unit == "game":
        end = draw_running(pen, game, plan, x, top, room)
    else:
        end = draw_pads(pen, game, plan, x, top, row_for(plan, room))
    foot = TariffFoot(game, rules, paper.room, AT_FOOT)
    # Where too little is left under the pads the tariff goes on the back, in larger letters.
    if bottom - end >= foot.height:
        pen.rule(x, bottom - foot.height, paper.room, THIN)
        foot.draw(pen, x, bottom - foot.height)
        pen.new_page()
        return
    pen.new_page()
    _head(pen, game, rules, club)
    TariffFoot(game, rules, paper.room, ON_BACK).draw(pen, x, MARGIN + HEAD_OF_BLANK_PDF + 4)
    pen.new_page()


def _head(pen: Pen, game: Game, rules: Rules, club: str) -> None:
    """Draw the game's name and years, its laws in one line, and whose sheet it is."""
    x, y, wide = MARGIN, MARGIN, pen.paper.room
    years = years_of(game)
    room = wide - width(years, TEXT, 11) - 12
    with pen.tagged("H1"):
        pen.fitted(x, y + 18, fit(_(game.name), SERIF, 20, room, least=12))
    pen.text(x + wide, y + 18, years, TEXT, 11, "right")
    whose = fit(club, TEXT, SMALL, wide * 0.4)
    pen.fitted(x + wide, y + 31, whose, "right")
    laws = said(describe_rules(game, rules))
    pen.fitted(x, y + 31, fit(laws, TEXT, SMALL, wide - whose.width - 12))
    pen.rule(x, y + HEAD_OF_BLANK_PDF, wide, STRONG)


def _fields(pen: Pen, game: Game) -> None:
    """Draw what is to be written in before the first deal."""
    words = list(_words_of_blank_pdf(game))
    left = pen.paper.room - sum(width(word, TEXT, SMALL) + 12 for word, _share in words)
    whole = sum(share for _word, share in words)
    x, line = MARGIN, MARGIN + HEAD_OF_BLANK_PDF + 15
    for word, share in words:
        pen.text(x, line, word, TEXT, SMALL)
        x += width(word, TEXT, SMALL) + 4
        room = left * share / whole
        if room:
            pen.rule(x, line + 1.5, room, THIN)
        x += room + 8


def _words_of_blank_pdf(game: Game) -> Iterator[tuple[str, int]]:
    """Return what is asked at the head, and how much room each has beside the others."""
    yield _("table"), 3
    yield _("date"), 4
    yield _("cut, first dealer"), 4
    if game.has_partners:
        # So that a look at the pack tells whose deal it is (Foster's advice).
        yield _("pack of North and South: ☐ red, ☐ blue"), 0
    yield _("stake"), 4


class GameContent(NamedTuple):
    """A game, the laws that the club usually plays it by, and the club."""

    game: Game
    rules: Unverified
    club: str
    heads: str


def game_content(request: ClubRequest, key: str) -> GameContent:
    """Return what papers of a game are made of. Http404 for no game."""
    try:
        game = find_game(key)
    except RuleError:
        raise Http404 from None
    club = request.actor.club
    if club is None:
        return GameContent(game, {"preset": game.codes.default_preset}, "", Heads.ERA)
    return GameContent(game, usual_of(club, game)[0], club.name, club.pad_heads)


def _blank(request: ClubRequest, key: str) -> PaperContent[GameContent]:
    size = paper_for(request.GET.get("paper", ""), request.actor.club)
    return PaperContent(game_content(request, key), f"{key}-{size.key}")


def _blank_pdf(told: GameContent, paper: PaperSize) -> bytes:
    return blank_pdf(told.game, told.rules, paper, told.club, heads=told.heads)


BLANK_SHEET: PrintedPaper[Game, GameContent] = PrintedPaper(
    key="blank-sheet",
    at="games/<slug:key>/blank",
    title=gettext_noop("Blank score sheet"),
    level=Level.VISITOR,
    named_by=by_key,
    kept_by_anybody=True,
    read=_blank,
    pdf=_blank_pdf,
)
