"""Every board's results on paper, with names or a key to them, and the recap of all points."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording import MINUS, named, sign_in_words, signed
from clubscore.events.rankings import CardLine, Lists, RankedList, RankingLine, ResultLine
from clubscore.events.result_form import ShownResult
from clubscore.events.result_words import (
    percent_words,
    place_words,
    points_words,
    score_words,
    scored_words,
)
from clubscore.events.scoring import dealt_line
from clubscore.events.state import EventState
from clubscore.laws.cards import ROYAL_RANK
from clubscore.papers.event_head import (
    Summary,
    direction,
    east_west,
    heading,
    heading_of_results,
    north_south,
    of_whom,
    scoring_line,
    summary_of,
    who_is,
    worth_of,
)
from clubscore.papers.leaves import (
    Head,
    LeafBlock,
    LeafColumn,
    Names,
    head_of_results,
    leaf_pdf,
    leaves_pdf,
    put_cell,
    put_heads,
    put_row,
    row_high,
)
from clubscore.papers.pen import HAIR, LINE, Pen
from clubscore.papers.sizes import MM, PaperSize
from clubscore.papers.typeface import BOLD, TEXT, fit, width, wrapped

SYMBOLS = {each.key.lower(): each.symbol or each.key for each in ROYAL_RANK}
LETTERS = {"n": "NT", "u": "NU"}


def contract_cell(result: ShownResult) -> str:
    """Return the contract alone: 4♠ ×."""
    suit = LETTERS.get(result.suit) or SYMBOLS.get(result.suit, result.suit)
    doubled = f" {'×' * result.doubling}" if result.doubling else ""
    return f"{result.level}{suit}{doubled}"


def tricks_cell(result: ShownResult) -> str:
    """Return how it went: =, +1, −2."""
    return "=" if result.went == _("made") else result.went


def one_cell(result: ShownResult) -> str:
    """Return all of it in one cell: 3NT N +1; a text where there is no contract."""
    if result.text:
        return result.text
    text = f"{contract_cell(result)} {result.seat} {tricks_cell(result)}"
    return f"{text}, {result.besides}" if result.besides else text


def plain_cell(result: ShownResult, room: float) -> tuple[str, ...]:
    """Return the lines of a result that has no contract, or more beside it; none for another."""
    if not result.text and not result.besides:
        return ()
    return wrapped(one_cell(result), TEXT, 8.0, room - 2 * MM)


def own_cell(row: CardLine) -> str:
    """Return a result as a narrow card has room for it: of an award one's own part alone."""
    result, facts = row.result, row.facts
    if not result.text:
        return one_cell(result).partition(",")[0]
    if "passed_out" in facts:
        return pgettext("result", "pass")
    if "adjusted" in facts:
        own = facts["adjusted"]["ns" if row.is_ns else "ew"]
        return own.replace("-", MINUS)
    if "assigned" in facts or "split" in facts:
        return pgettext("result", "ruled")
    return "" if "score" in facts else result.text


# ---- Every board's results on paper.

BOARD, HEADS, TITLE, LOW = 16.0, 13.0, 18.0, 5 * MM
MOST_WITH_NAMES = 6
BETWEEN = 6 * MM

CONTRACT, TRICKS = 4, 7


class ResultsLayout(NamedTuple):
    """How a board is set: its columns, how names are, and the least height of a row.

    A ruling in several lines makes its own row higher, and no other.
    """

    columns: Sequence[LeafColumn]
    names: Names | None
    high: float

    @property
    def wide(self) -> float:
        """The width of the columns."""
        return sum(column.wide for column in self.columns)


def results_leaf(room: EventState, paper: PaperSize, names: bool | None = None) -> bytes:
    """Return every board as a PDF; ``names`` forces names or numbers, else few rows have names."""
    lists = Lists(room)
    travellers = {board: lists.traveller(board) for board in lists.boards}
    most = max((len(rows) for rows in travellers.values()), default=0)
    with_names = most <= MOST_WITH_NAMES if names is None else names
    head = head_of_results(_("Results"), lists)
    if with_names:
        sheet = _with_names(travellers.values(), paper)
        blocks = [
            _board(lists, sheet, board, rows, _highs(sheet, rows))
            for board, rows in travellers.items()
        ]
    else:
        sheet = _with_numbers(travellers.values(), paper)
        boards = list(travellers)
        pairs = [boards[at : at + 2] for at in range(0, len(boards), 2)]
        blocks = [_key(lists, paper)]
        for pair in pairs:
            # Two boards beside each other have their rows in common.
            both = [_highs(sheet, travellers[board]) for board in pair]
            highs = [max(each) for each in zip_longest(*both, fillvalue=0.0)]
            made = [_board(lists, sheet, board, travellers[board], highs) for board in pair]
            blocks.append(_abreast(made, sheet.wide + BETWEEN))
    return leaf_pdf(head, blocks, paper)


def _key_wide(travellers: Sequence[ResultLine], size: float) -> float:
    keys = (key for row in travellers for each in (row.ns_key, row.ew_key) for key in [each])
    texts = (part for key in keys for part in key.split("+"))
    return max((width(text, BOLD, size) for text in texts), default=0) + 3 * MM


def _with_names(travellers: Iterable[Sequence[ResultLine]], paper: PaperSize) -> ResultsLayout:
    rows = [row for found in travellers for row in found]
    number = max(9 * MM, _key_wide(rows, 11.0))
    points = _points_wide(rows, 10.5 * MM)
    rest = (15 + 8 + 10 + 14 + 14) * MM + 2 * number + 2 * points
    room = (paper.room - rest) / 2
    names = Names.of([side for row in rows for side in (row.ns, row.ew)], room - 3 * MM)
    columns = _columns(number, room, points, (15 * MM, 8 * MM, 10 * MM, 14 * MM), names.size)
    return ResultsLayout(columns, names, max(names.high, row_high(2)))


def _with_numbers(travellers: Iterable[Sequence[ResultLine]], paper: PaperSize) -> ResultsLayout:
    rows = [row for found in travellers for row in found]
    number = max(10 * MM, _key_wide(rows, 9.5))
    points = _points_wide(rows, 7.5 * MM)
    half = (paper.room - BETWEEN) / 2
    tricks, by = 9 * MM, 7 * MM
    score = 12 * MM
    contract = half - 2 * number - 2 * points - tricks - by - 2 * score
    columns = _columns(number, 0, points, (contract, by, tricks, score), 9.0)
    return ResultsLayout(columns, None, LOW)


def _highs(sheet: ResultsLayout, rows: Sequence[ResultLine]) -> list[float]:
    """Return the height of each row: that of all, or what a result in several lines needs."""
    lines = [len(plain_cell(row.result, _result_room(sheet.columns))) for row in rows]
    return [max(sheet.high, row_high(count) if count > 1 else 0.0) for count in lines]


def _points_wide(rows: Sequence[ResultLine], least: float) -> float:
    texts = (text for row in rows for text in (row.ns_points, row.ew_points))
    return max([least, *(width(text, TEXT, 9.5) + 2.6 * MM for text in texts)])


def _columns(
    number: float, names: float, points: float, of_result: Sequence[float], size: float
) -> list[LeafColumn]:
    contract, by, tricks, score = of_result
    bold = 11.0 if names else 9.5
    return [
        LeafColumn(_("NS"), number, "middle", BOLD, bold),
        LeafColumn("", names, size=size),
        LeafColumn(_("EW"), number, "middle", BOLD, bold),
        LeafColumn("", names, size=size),
        LeafColumn(_("contract"), contract, "middle"),
        LeafColumn(pgettext("column: declarer", "by"), by, "middle"),
        LeafColumn(_("tricks"), tricks, "middle"),
        LeafColumn(_("NS +"), score, "right"),
        LeafColumn(_("NS −"), score, "right"),
        LeafColumn(_("NS"), points, "right"),
        LeafColumn(_("EW"), points, "right"),
    ]


def _result_room(columns: Sequence[LeafColumn]) -> float:
    return sum(column.wide for column in columns[CONTRACT:TRICKS])


def _board(
    lists: Lists,
    sheet: ResultsLayout,
    board: int,
    rows: Sequence[ResultLine],
    highs: Sequence[float],
) -> LeafBlock:
    facts = [dealt_line(lists.scorer.boards[board], lists.room.event), *_average(lists, board)]

    def head(pen: Pen, x: float, y: float) -> None:
        number = str(board)
        with pen.tagged("Caption"):
            pen.text(x, y + 13, number, BOLD, BOARD)
        beside = width(number, BOLD, BOARD) + 4 * MM
        about = fit(" · ".join(facts), TEXT, 9.0, sheet.wide - beside)
        with pen.tagged("Caption"):
            pen.fitted(x + beside, y + 13, about)
        put_heads(pen, sheet.columns, x, y + TITLE + 9)
        pen.rule(x, y + TITLE + HEADS, sheet.wide, LINE)

    def row(pen: Pen, x: float, y: float, number: int) -> None:
        with pen.tagged("TR"):
            _row(pen, sheet._replace(high=highs[number]), x, y, rows[number])
        pen.rule(x, y + highs[number], sheet.wide, HAIR)

    return LeafBlock(TITLE + HEADS, head, highs[: len(rows)], row)


def _average(lists: Lists, board: int) -> list[str]:
    """What an average is worth on a board, where it has a top; and par, if it was set."""
    found = []
    par = lists.scorer.boards[board].par
    if par is not None:
        found.append(_("par %(score)s") % {"score": signed(par.score)})
    worth = worth_of(lists, board)
    if worth is not None:
        found.append(_("average %(average)s of %(top)s") % worth._asdict())
    return found


def _row(pen: Pen, sheet: ResultsLayout, x: float, y: float, row: ResultLine) -> None:
    lefts = _lefts(sheet.columns, x)
    columns, high = sheet.columns, sheet.high

    def put(at: int, *lines: str) -> None:
        put_cell(pen, columns[at], lefts[at], y, high, lines)

    for at, key, names in ((0, row.ns_key, row.ns), (2, row.ew_key, row.ew)):
        if sheet.names is None:
            put(at, named(key.split("+")))
        else:
            put(at, *key.split("+"))
            put(at + 1, *sheet.names.set(names))
    _put_result(pen, sheet, lefts, y, row.result)
    if row.score is not None:
        put(7 if row.score >= 0 else 8, str(abs(row.score)))
    put(9, row.ns_points)
    put(10, row.ew_points)


def _put_result(
    pen: Pen, sheet: ResultsLayout, lefts: Sequence[float], y: float, result: ShownResult
) -> None:
    columns = sheet.columns
    said = plain_cell(result, _result_room(columns))
    if said:
        whole = columns[CONTRACT]._replace(wide=_result_room(columns), size=8.0)
        put_cell(pen, whole, lefts[CONTRACT], y, sheet.high, said)
        return
    cells = (contract_cell(result), result.seat, tricks_cell(result))
    for at, text in enumerate(cells, CONTRACT):
        put_cell(pen, columns[at], lefts[at], y, sheet.high, (text,))


def _lefts(columns: Sequence[LeafColumn], x: float) -> list[float]:
    lefts = []
    for column in columns:
        lefts.append(x)
        x += column.wide
    return lefts


def _abreast(pair: Sequence[LeafBlock], apart: float) -> LeafBlock:
    """Two boards beside each other, as one block with as many rows as the longer has."""
    longest = max(pair, key=lambda block: len(block.rows))

    def head(pen: Pen, x: float, y: float) -> None:
        for at, block in enumerate(pair):
            block.draw_head(pen, x + at * apart, y)

    def row(pen: Pen, x: float, y: float, number: int) -> None:
        for at, block in enumerate(pair):
            if number < len(block.rows):
                block.row(pen, x + at * apart, y, number)

    return LeafBlock(longest.head, head, longest.rows, row)


def by_section(key: str) -> tuple[str, int, str]:
    """Return what orders numbers that may have the letter of their section: A9, A10, B1."""
    letter, number = key.rstrip("0123456789"), len(key.rstrip("0123456789"))
    return letter, int(key[number:] or 0), key


def _key(lists: Lists, paper: PaperSize) -> LeafBlock:
    """Who the numbers are, in two columns, in the order of the numbers."""
    who = {line.key: line.names for one in lists.scratch for line in one.rows}
    keys = sorted(who, key=by_section)
    half = (paper.room - BETWEEN) / 2
    number = max((width(key, BOLD, 9.0) for key in keys), default=0) + 4 * MM
    names = Names.of([[named(who[key])] for key in keys], half - number - 3 * MM)
    high, down = names.high, -(-len(keys) // 2)
    columns = [
        LeafColumn("", number, "right", BOLD, 9.0),
        LeafColumn("", half - number, size=names.size),
    ]

    def row(pen: Pen, x: float, y: float, at: int) -> None:
        for side in range(2):
            if at + side * down < len(keys):
                key = keys[at + side * down]
                left = x + side * (half + BETWEEN)
                cells = ((key,), names.set([named(who[key])]))
                put_row(pen, columns, left, y, high, cells)

    return LeafBlock(0.0, _nothing, [high] * down, row)


def _nothing(_pen: Pen, _x: float, _y: float) -> None:
    """The key has no head."""


# ---- Results and points as plain texts.


def results_text(room: EventState) -> Iterator[str]:
    """Every board: who met whom, what became of it, what it brought."""
    lists = Lists(room)
    yield from heading_of_results(_("Results"), lists)
    for board in lists.boards:
        yield ""
        yield _("Board %(n)s") % {"n": board}
        yield dealt_line(lists.scorer.boards[board], room.event)
        yield from _worth(lists, board)
        for row in lists.traveller(board):
            yield ""
            yield from _row_of_results_text(lists, row)


def _worth(lists: Lists, board: int) -> Iterator[str]:
    """Par, where it was set, and what an average is, where the board has a top."""
    par = lists.scorer.boards[board].par
    if par is not None:
        yield _("Par: %(par)s") % {"par": scored_words(par.score)}
    worth = worth_of(lists, board)
    if worth is not None:
        yield _("Average: %(average)s of %(top)s") % worth._asdict()


def _row_of_results_text(lists: Lists, row: ResultLine) -> Iterator[str]:
    are = lists.room.event.contestants_are
    yield north_south(are, row.ns_key, row.ns)
    yield east_west(are, row.ew_key, row.ew)
    yield from result_lines(row.result)
    if row.score is not None:
        yield f" {scored_words(row.score)}"
    for key, points in ((row.ns_key, row.ns_points), (row.ew_key, row.ew_points)):
        if points:
            yield f" {of_whom(who_is(are, key), points)}"
    if row.status:
        yield f" {row.status}"


def result_lines(result: ShownResult) -> Iterator[str]:
    """A result and what a game counts beside tricks, each on a line below its group."""
    yield f" {result.words}"
    for text in result.besides_words:
        yield f" {text}"


def result_cards_text(room: EventState) -> Iterator[str]:
    """Everyone's own results, board by board."""
    lists = Lists(room)
    yield from heading(_("Score cards"), room.event, [scoring_line(lists)])
    for one in lists.scratch:
        for line in one.rows:
            yield ""
            yield from card_lines(lists, line, len(one.rows))


def card_lines(lists: Lists, line: RankingLine, of: int) -> Iterator[str]:
    """One contestant's own results with their place."""
    yield named_line(lists.room.event.contestants_are, line)
    if line.place:
        yield place_words(line.place, of)
        yield percent_words(line.percent) if line.percent else points_words(line.score)
    card = lists.card(line.key)
    yield from _summary(summary_of(card))
    for one in lists.penalties:
        if one.key == line.key:
            yield _("Deducted: %(amount)s %(unit)s. %(reason)s") % {
                "amount": one.amount,
                "unit": one.unit,
                "reason": one.reason,
            }
    for row in card:
        yield ""
        yield from _own(lists, row)


def _summary(summary: Summary) -> Iterator[str]:
    for text, found in ((_("Best board: %(n)s, %(points)s"), summary.best),
                        (_("Worst board: %(n)s, %(points)s"), summary.worst)):  # fmt: skip
        if found:
            yield text % {"n": found[0], "points": points_words(found[1])}
    for text, figures in ((_("As North–South: %(percent)s"), summary.ns_percent),
                          (_("As East–West: %(percent)s"), summary.ew_percent)):  # fmt: skip
        if figures:
            yield text % {"percent": percent_words(figures)}
    if summary.possible:
        yield _("Sum: %(sum)s of %(possible)s") % summary._asdict()
    elif summary.sum:
        yield _("Sum: %(sum)s") % {"sum": sign_in_words(summary.sum)}


def named_line(are: str, line: RankingLine) -> str:
    """Return a contestant and the names: "Pair 8: Ann Field & Bob Lake"."""
    return _("%(who)s: %(names)s") % {"who": who_is(are, line.key), "names": named(line.names)}


def _own(lists: Lists, row: CardLine) -> Iterator[str]:
    values = {"n": row.board, "way": direction("ns" if row.is_ns else "ew")}
    yield _("Board %(n)s, %(way)s") % values
    yield f" {dealt_line(lists.scorer.boards[row.board], lists.room.event)}"
    yield " " + _("Against: %(names)s") % {"names": named(row.against)}
    yield from result_lines(row.result)
    if row.own_score is not None:
        yield " " + _("Score: %(score)s") % {"score": score_words(row.own_score)}
    if row.points:
        yield f" {points_words(row.points)}"


def recap_text(room: EventState) -> Iterator[str]:
    """Everyone's points board by board, each on its line."""
    lists = Lists(room)
    yield from heading_of_results(_("Recap"), lists)
    for one in lists.scratch if lists.boards else []:
        if one.title:
            yield ""
            yield one.title
        for line in one.rows:
            yield ""
            yield named_line(room.event.contestants_are, line)
            yield place_words(line.place, len(one.rows))
            yield percent_words(line.percent) if lists.in_percent else points_words(line.score)
            yield from board_points(lists.card(line.key))


def board_points(card: Iterable[CardLine]) -> Iterator[str]:
    """What each board brought: "Board 7: 5 points"."""
    for row in sorted(card, key=lambda each: each.board):
        if row.points:
            yield " " + _("Board %(n)s: %(points)s") % {
                "n": row.board,
                "points": points_words(row.points),
            }
        else:
            yield " " + _("Board %(n)s: %(result)s") % {"n": row.board, "result": row.result.words}


# ---- The recap on paper.

ROW, HEADS_OF_RECAP_LEAF, FIGURES = 7.6 * MM, 14.0, 9.0
PLACE, NUMBER, NAMES, SCORE = 9 * MM, 8 * MM, 62 * MM, 14 * MM
LEAST_NAMES = 54 * MM
# Of a board's column: as a rule and at most; a rule stands after so many of them.
BOARD_OF_RECAP_LEAF, MOST_BOARD, EVERY = 5.8 * MM, 9 * MM, 4
SAT_OUT = "–"


class RecapTable(NamedTuple):
    """A list with so many boards beside each other."""

    one: RankedList
    boards: Sequence[int]
    points: Mapping[str, Mapping[int, str]]


def recap_leaf(room: EventState, paper: PaperSize) -> bytes:
    """Return everyone's points board by board as a PDF, a page for each list."""
    lists, laid = Lists(room), paper.across
    leaves: list[tuple[Head, Sequence[LeafBlock]]] = []
    for one in lists.scratch if lists.boards else []:
        points = {
            line.key: {row.board: row.points for row in lists.card(line.key)} for line in one.rows
        }
        head = head_of_results(_("Recap"), lists, [f"{one.title}."] if one.title else [])
        for boards in _bands(lists, points, one, laid):
            leaves.append((head, [_block(lists, RecapTable(one, boards, points), laid)]))
    if not leaves:
        leaves.append((head_of_results(_("Recap"), lists, [_("No result yet.")]), []))
    return leaves_pdf(leaves, laid)


def _fixed(lists: Lists, one: RankedList) -> float:
    """How wide all but names and boards is."""
    return PLACE + _number_wide(one) + _score_wide(lists, one)


def _number_wide(one: RankedList) -> float:
    return max([NUMBER, *(width(line.key, TEXT, FIGURES) + 3 * MM for line in one.rows)])


def _score_wide(lists: Lists, one: RankedList) -> float:
    head = width(_score_word(lists), TEXT, 8.0)
    texts = (width(_score(lists, line), BOLD, FIGURES) for line in one.rows)
    return max([SCORE, head + 3 * MM, *(each + 3 * MM for each in texts)])


def _score_word(lists: Lists) -> str:
    return "%" if lists.in_percent else lists.score_word


def _score(lists: Lists, line: RankingLine) -> str:
    return line.percent if lists.in_percent else line.score


def _board_least(points: Mapping[str, Mapping[int, str]]) -> float:
    """How wide a board's column is at least: 5.8 mm, or as its widest figure."""
    texts = {text for row in points.values() for text in row.values()}
    return max([BOARD_OF_RECAP_LEAF, *(width(text, TEXT, FIGURES) + 1.4 * MM for text in texts)])


def _bands(
    lists: Lists, points: Mapping[str, Mapping[int, str]], one: RankedList, paper: PaperSize
) -> list[Sequence[int]]:
    """Return the boards of each page; all on one where it holds them."""
    least, room = _board_least(points), paper.room - _fixed(lists, one) - LEAST_NAMES
    most = max(1, int(room / least))
    pages = -(-len(lists.boards) // most)
    each = -(-len(lists.boards) // pages)
    return [lists.boards[at : at + each] for at in range(0, len(lists.boards), each)]


def _block(lists: Lists, table: RecapTable, paper: PaperSize) -> LeafBlock:
    one, boards = table.one, table.boards
    room = paper.room - _fixed(lists, one)
    each = min(MOST_BOARD, max(_board_least(table.points), (room - NAMES) / len(boards)))
    names = Names.of([line.names for line in one.rows], room - each * len(boards) - 3 * MM)
    high = max(ROW, names.high if names.lines > 2 else 0)
    columns = [
        LeafColumn(pgettext("column: place", "pl"), PLACE, "middle", BOLD, FIGURES),
        LeafColumn(pgettext("column: number", "no"), _number_wide(one), "middle", size=FIGURES),
        LeafColumn(_("names"), room - each * len(boards), size=names.size),
        *(LeafColumn(str(board), each, "middle", size=FIGURES) for board in boards),
        LeafColumn(_score_word(lists), _score_wide(lists, one), "right", BOLD, FIGURES),
    ]
    uprights = _uprights(columns, len(boards))

    def head(pen: Pen, x: float, y: float) -> None:
        put_heads(pen, columns, x, y + 9)
        pen.rule(x, y + HEADS_OF_RECAP_LEAF, paper.room, LINE)
        _draw_uprights(pen, uprights, x, y, HEADS_OF_RECAP_LEAF)

    def row(pen: Pen, x: float, y: float, number: int) -> None:
        line = one.rows[number]
        own = table.points[line.key]
        put_row(pen, columns, x, y, high, [
            (line.place,), (line.key,), names.set(line.names),
            *((own.get(board) or SAT_OUT,) for board in boards),
            (_score(lists, line),),
        ])  # fmt: skip
        pen.rule(x, y + high, paper.room, LINE if (number + 1) % EVERY == 0 else HAIR)
        _draw_uprights(pen, uprights, x, y, high)

    return LeafBlock(HEADS_OF_RECAP_LEAF, head, [high] * len(one.rows), row)


def _uprights(columns: Sequence[LeafColumn], boards: int) -> list[float]:
    """Where upright rules stand: before the first board, after every four, after the last."""
    first = sum(column.wide for column in columns[:3])
    each = columns[3].wide
    return [first + each * at for at in [*range(0, boards, EVERY), boards]]


def _draw_uprights(pen: Pen, uprights: Sequence[float], x: float, y: float, high: float) -> None:
    for at in uprights:
        pen.line(x + at, y, x + at, y + high, HAIR)
