"""A movement on paper: the director's sheet, a guide card for everyone, a card for every table."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording.names import listed, named
from clubscore.club.wording.phrases import said
from clubscore.laws.words import Listing, Phrase, gettext_noop
from clubscore.movements.counts import (
    BOARDS_A_ROUND,
    BOARDS_IN_PLAY,
    CONTESTANTS,
    ROUNDS,
    TABLES,
    counted,
)
from clubscore.movements.kinds.every_kind import KIND_NAMES
from clubscore.movements.rows import NO_TABLE, Movement, Row
from clubscore.movements.walks import Going, Stop, TableRound, guide, left_since, table_rounds
from clubscore.sheets.pieces.identity import imprint
from clubscore.sheets.pieces.paper import MARGIN, Paper
from clubscore.sheets.pieces.pen import LINE, STRONG, THIN, Pen
from clubscore.sheets.pieces.printing import printed
from clubscore.sheets.pieces.typeface import BOLD, SERIF, TEXT, fit, wrapped

COPIES = gettext_noop("copies: %(copies)s")
LINE_HIGH, FOOT, GAP = 15.0, 8.0, 12.0
# A card's head, with its identity in one line; each line more is higher by as much.
HEAD, IDENTITY = 46.5, 9.5
SIZE, NAME, SMALL, LEAST = 11.0, 16.0, 9.0, 8.0
EN_DASH, STAND = "\N{EN DASH}", NO_TABLE
# The director's grid: wider rooms go on another band of tables below.
TABLES_ABREAST, CELL_HIGH = 9, 27.0


class Column(NamedTuple):
    """A column of a card: its heading, its share of the width, its texts."""

    word: str
    share: float
    texts: Sequence[str]


class Card(NamedTuple):
    """A card: its title, who it is for where that is known, and its columns."""

    title: str
    names: str
    columns: tuple[Column, ...]

    @property
    def lines(self) -> int:
        """How many lines its longest column has."""
        return max((len(column.texts) for column in self.columns), default=0)


def movement_pdf(
    movement: Movement, paper: Paper, title: str = "", names: Mapping[int, str] | None = None
) -> bytes:
    """Return the cards of a movement as a PDF; `names` says who a number is, where it is known."""
    names = names or {}
    title = title or _(KIND_NAMES.get(movement.kind, movement.kind))

    def put(pen: Pen) -> None:
        draw_movement(pen, movement, title, names, identity=title)

    return printed(put, paper, imprint(title))


def cards_pdf(
    cards: Sequence[Card], paper: Paper, title: str, *, abreast: int, identity: str
) -> bytes:
    """Return cards alone as a PDF, `abreast` beside each other with lines to cut along.

    `identity` says on each what it belongs to.
    """

    def put(pen: Pen) -> None:
        put_cards(pen, cards, abreast=abreast, identity=identity)

    return printed(put, paper, imprint(title))


def draw_movement(
    pen: Pen,
    movement: Movement,
    title: str,
    names: Mapping[int, str],
    letter: str = "",
    *,
    identity: str,
) -> None:
    """Draw the director's sheet, a guide card for everyone and a card for every table.

    `letter` is the section's where there are more, and stands before numbers of pairs and tables;
    `identity` says on each card what it belongs to.
    """
    _overview(pen, movement, title)
    put_cards(pen, guide_cards(movement, names, letter), abreast=2, identity=identity)
    put_cards(pen, table_cards(movement, names, letter), abreast=1, identity=identity)


def _overview(pen: Pen, movement: Movement, title: str) -> None:
    """Draw what the director keeps: how it goes, and the whole of it."""
    x, y, wide = MARGIN, MARGIN, pen.paper.room
    pen.fitted(x, y + 18, fit(title, SERIF, 22, wide, least=12))
    boards = movement.sets * movement.boards_per_set
    facts = Listing(
        (
            counted(CONTESTANTS[movement.contestants_are], movement.contestants),
            counted(TABLES, movement.tables),
            counted(ROUNDS, movement.rounds),
            counted(BOARDS_A_ROUND, movement.boards_per_set),
            counted(BOARDS_IN_PLAY, boards),
            Phrase(COPIES, {"copies": movement.copies}),
        )
    )
    y += 38
    for text in (said(facts), *map(said, movement.notes)):
        for line in wrapped(text, TEXT, SIZE, wide):
            pen.text(x, y, line, TEXT, SIZE)
            y += LINE_HIGH
    y += 6
    bands = -(-movement.tables // TABLES_ABREAST)
    abreast = -(-movement.tables // bands)
    for first in range(1, movement.tables + 1, abreast):
        last = min(first + abreast - 1, movement.tables)
        y = _bands(pen, movement, y, range(first, last + 1))
    pen.new_page()


def _bands(pen: Pen, movement: Movement, y: float, tables: range) -> float:
    """Draw some tables through all rounds, on as many pages as that takes; return where it ends."""
    rounds = list(range(1, movement.rounds + 1))
    while rounds:
        room = int((pen.paper.height - MARGIN - y - LINE_HIGH) // CELL_HIGH)
        # A band that would be cut begins on a page of its own, if it was not the first there.
        if room < len(rounds) and y > MARGIN and (room < 4 or len(rounds) <= _rounds_a_page(pen)):
            pen.new_page()
            y = MARGIN
            continue
        _band(pen, movement, y, tables, rounds[:room])
        y += LINE_HIGH + CELL_HIGH * len(rounds[:room]) + GAP
        rounds = rounds[room:]
    return y


def _rounds_a_page(pen: Pen) -> int:
    return int((pen.paper.tall - LINE_HIGH) // CELL_HIGH)


def _band(pen: Pen, movement: Movement, y: float, tables: range, rounds: list[int]) -> None:
    """Draw some tables in some rounds: who against whom, below it the boards."""
    x, head = MARGIN, 46.0
    wide = min(74.0, (pen.paper.room - head) / len(tables))
    middles = {at: x + head + (at - tables.start + 0.5) * wide for at in tables}
    pen.text(x, y + 11, _("round"), TEXT, SMALL)
    for table, middle in middles.items():
        word = _("table %(table)s") % {"table": table}
        pen.text(middle, y + 11, word, TEXT, SMALL, "middle")
    y += LINE_HIGH
    right = head + len(tables) * wide
    pen.rule(x, y, right, STRONG)
    for number in rounds:
        pen.text(x + 4, y + 17, str(number), BOLD, SIZE)
        for row in movement.rows_of_round(number):
            if row.table in middles:
                _cell(pen, movement, row, middles[row.table], y, wide)
        y += CELL_HIGH
        pen.rule(x, y, right, THIN)


def _cell(pen: Pen, movement: Movement, row: Row, x: float, y: float, wide: float) -> None:
    if row.is_played:
        who = f"{_side(row.ns)} {EN_DASH} {_side(row.ew)}"
        boards = shown_boards(movement.boards_of(row))
    else:
        who = _side(row.seated)
        boards = _("sits out") if row.seated else ""
    pen.fitted(x, y + 12, fit(who, TEXT, SIZE, wide - 4, least=6), "middle")
    pen.fitted(x, y + 23, fit(boards, TEXT, SMALL, wide - 4, least=6), "middle")


def shown_boards(boards: Sequence[int]) -> str:
    """Boards as one says them: ``5–8``, ``5``, ``1–3, 5``."""
    runs: list[list[int]] = []
    for board in boards:
        if runs and runs[-1][-1] == board - 1:
            runs[-1].append(board)
        else:
            runs.append([board])
    return listed(f"{run[0]}{EN_DASH}{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _side(numbers: Sequence[int]) -> str:
    return named(numbers)


def guide_cards(movement: Movement, names: Mapping[int, str], letter: str = "") -> list[Card]:
    """Return a card for everyone, in the order of the numbers; one for each half of a team."""
    return [
        card
        for number in range(1, movement.contestants + 1)
        for card in guides_of(movement, number, names.get(number, ""), letter)
    ]


def guides_of(movement: Movement, number: int, name: str, letter: str = "") -> list[Card]:
    """Return the card of one contestant: the way through the rounds; two for a team."""
    halves = ("NS", "EW") if movement.contestants_are == "teams" else ("",)
    return [_guide(movement, number, half, name, letter) for half in halves]


def _guide(movement: Movement, number: int, half: str, name: str, letter: str) -> Card:
    gone = left_since(movement).get(number, movement.rounds + 1)
    stops = [stop for stop in guide(movement, number, half) if stop.round < gone]
    title = {"pairs": _("Pair %(number)s"), "individuals": _("Player %(number)s")}.get(
        movement.contestants_are, _("Team %(number)s")
    ) % {"number": f"{letter}{number}"}
    if half:
        title = f"{title}, {_seat_words()[half]}"
    columns = [
        Column(_("round"), 1.1, [str(stop.round) for stop in stops]),
        Column(_("table"), 1.1, [str(stop.table) if stop.table else EN_DASH for stop in stops]),
        Column(pgettext("column: which seat", "sit"), 1.1, [_seat(stop) for stop in stops]),
    ]
    if movement.contestants_are == "individuals":
        partners = [str(stop.partner) if stop.partner else EN_DASH for stop in stops]
        columns.append(Column(pgettext("column", "partner"), 1.0, partners))
    columns.append(Column(_("against"), 1.7, [_against(stop) for stop in stops]))
    columns.append(Column(_("boards"), 1.5, [shown_boards(stop.boards) for stop in stops]))
    return Card(title, name, tuple(columns))


def _seat_words() -> dict[str, str]:
    return {
        "NS": _("NS"),
        "EW": _("EW"),
        "N": pgettext("seat", "N"),
        "S": pgettext("seat", "S"),
        "E": pgettext("seat", "E"),
        "W": pgettext("seat", "W"),
    }


def _seat(stop: Stop) -> str:
    return _seat_words().get(stop.seat, EN_DASH)


def _against(stop: Stop) -> str:
    return _side(stop.opponents) if stop.opponents else _("sit out")


def table_cards(movement: Movement, names: Mapping[int, str], letter: str = "") -> list[Card]:
    """Return the card of every table, in their order."""
    tables = range(1, movement.tables + 1)
    return [table_card(movement, table, names, letter) for table in tables]


def table_card(movement: Movement, table: int, names: Mapping[int, str], letter: str = "") -> Card:
    """Return the card that lies on a table: who comes, and where they and the boards go."""
    rounds = table_rounds(movement, table)
    sides = ((True, _("North–South")), (False, _("East–West")))
    columns = [Column(_("round"), 0.7, [str(each.round) for each in rounds])]
    for is_ns, word in sides:
        columns.append(Column(word, 2.6, [_who(each, is_ns, names) for each in rounds]))
    columns.append(Column(_("boards"), 1.1, [shown_boards(each.boards) for each in rounds]))
    for is_ns, word in ((True, _("NS go")), (False, _("EW go"))):
        columns.append(Column(word, 1.4, [_goes(each, is_ns) for each in rounds]))
    columns.append(Column(_("boards go"), 1.1, [_boards_go(each, table) for each in rounds]))
    return Card(_("Table %(table)s") % {"table": f"{letter}{table}"}, "", tuple(columns))


def _who(each: TableRound, is_ns: bool, names: Mapping[int, str]) -> str:
    numbers = each.ns if is_ns else each.ew
    if not numbers:
        return _("no one")
    return named(f"{number} {names.get(number, '')}".strip() for number in numbers)


def _goes(each: TableRound, is_ns: bool) -> str:
    numbers = each.ns if is_ns else each.ew
    goings = [going for going in each.going if going.number in numbers]
    if len(goings) == 1 and goings[0].table != NO_TABLE:
        return _to(_place(goings[0]))
    if len(goings) < 2:
        return "".join(_place(going) for going in goings)
    return listed(f"{going.number}: {_place(going)}" for going in goings)


def _place(going: Going) -> str:
    if going.left:
        return _("go home")
    if going.table == NO_TABLE:
        return _("sit out")
    return f"{going.table} {_seat_words()[going.seat]}"


def _boards_go(each: TableRound, table: int) -> str:
    if each.boards_to is None:
        return pgettext("boards of a table", "finished")
    if each.boards_to == STAND:
        return pgettext("boards of a table", "to the stand")
    return (
        pgettext("boards of a table", "stay")
        if each.boards_to == table
        else _to(str(each.boards_to))
    )


def _to(place: str) -> str:
    return _("to %(place)s") % {"place": place}


def put_cards(pen: Pen, cards: Sequence[Card], *, abreast: int, identity: str) -> None:
    """Put cards on pages, cut lines between them; a very long card gets closer lines."""
    paper = pen.paper
    lines = max((card.lines for card in cards), default=1)
    wide = (paper.room - GAP * (abreast - 1)) / abreast
    identities = wrapped(identity, TEXT, LEAST, wide)
    head = HEAD + IDENTITY * (len(identities) - 1)
    line = min(LINE_HIGH, (paper.tall - head - FOOT) / lines)
    high = head + lines * line + FOOT
    down = max(1, int((paper.tall + GAP) // (high + GAP)))
    for at, card in enumerate(cards):
        place = at % (abreast * down)
        if at and place == 0:
            pen.new_page()
        across, row = place % abreast, place // abreast
        x, y = MARGIN + across * (wide + GAP), MARGIN + row * (high + GAP)
        for number, text in enumerate(identities):
            pen.text(x, y + 6.5 + number * IDENTITY, text, TEXT, LEAST)
        _draw(pen, card, x, y + head - HEAD, wide, line)
        if across == 0 and row:
            pen.cut(0, y - GAP / 2, paper.width, y - GAP / 2)
        if across:
            pen.cut(x - GAP / 2, y - GAP / 2, x - GAP / 2, y + high + GAP / 2)
    pen.new_page()


def _draw(pen: Pen, card: Card, x: float, y: float, wide: float, high: float) -> None:
    """Draw one card below its identity, its lines so high; `y` is where one line of that begins."""
    pen.fitted(x, y + 22.5, fit(card.title, BOLD, NAME, wide * 0.35, least=9))
    pen.fitted(x + wide, y + 22.5, fit(card.names, TEXT, SIZE, wide * 0.62, least=7), "right")
    shares = sum(column.share for column in card.columns)
    size = min(SIZE, high - 3)
    left = x
    for column in card.columns:
        room = wide * column.share / shares
        pen.fitted(left, y + 38.5, fit(column.word, TEXT, SMALL, room - 4, least=6))
        for number, text in enumerate(column.texts):
            base = y + HEAD + number * high + 9
            pen.fitted(left, base, fit(text, TEXT, size, room - 8, least=6))
        left += room
    pen.rule(x, y + HEAD - 4, wide, LINE)
    pen.rule(x, y + HEAD + card.lines * high - 1, wide, THIN)
