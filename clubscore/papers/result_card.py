"""Cards of results to hand out: half a sheet for each contestant, and score sheets of matches."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubscore.club.wording import short_date, signed
from clubscore.events.formats import numbered
from clubscore.events.matches import MatchBoard, MatchSheet, MatchTableResult, matches_of
from clubscore.events.rankings import CardLine, Lists, RankingLine
from clubscore.events.result_words import scored_words
from clubscore.events.state import EventState
from clubscore.papers.event_head import (
    Summary,
    heading_of_results,
    of_whom,
    scoring_line,
    state_of,
    summary_of,
    title_of,
    who_is,
)
from clubscore.papers.leaves import (
    WITHIN,
    Cell,
    LeafBlock,
    LeafColumn,
    LeafTable,
    Names,
    head_of_results,
    leaf_pdf,
    lines_in,
    put_cell,
    put_heads,
    row_high,
    table_block,
)
from clubscore.papers.ledger import Identity, imprint
from clubscore.papers.pen import HAIR, LINE, STRONG, Align, Pen, printed
from clubscore.papers.results import one_cell, own_cell, result_lines
from clubscore.papers.sizes import MM, PADDING, PaperSize, stacked
from clubscore.papers.table_cards import deals_word, dealt
from clubscore.papers.typeface import BOLD, TEXT, fit, width, wrapped

A_SHEET = 2
ROW, LEAST_ROW = 5.4 * MM, 4.8 * MM
IDENTITY, PLACE, SMALL, NAME = 8.0, 15.0, 8.0, 9.0
IDENTITY_HIGH, PLACE_HIGH, LINE_HIGH, HEADS_HIGH, FOOT_LINE = 11.0, 18.0, 12.0, 16.0, 11.0

# Of the width, what stands at the right of the names: how it was scored, how far it is.
ASIDE = 0.39


class Round(NamedTuple):
    """The boards of a round against the same people, whose names stand once, on these lines."""

    rows: Sequence[CardLine]
    against: Sequence[str]

    def row(self, base: float) -> float:
        """Return how high its rows are: as the others, or as the names need."""
        return max(base, row_high(len(self.against)) / len(self.rows))


class ResultCard(NamedTuple):
    """What one contestant takes home, or a part of it."""

    who: str
    line: RankingLine
    names: Sequence[str]
    rounds: Sequence[Round]
    foot: Sequence[str]
    sum: str
    part: int = 1
    of: int = 1


class ResultCardLayout(NamedTuple):
    """What all cards share: whose they are, their columns, the lines at the right of the head."""

    identity: Identity
    columns: Sequence[LeafColumn]
    aside: Sequence[str]
    contestants: int
    dealt: Mapping[int, str]


def result_cards_pdf(room: EventState, paper: PaperSize, *, by_rank: bool = False) -> bytes:
    """Return a card for each contestant, in the order of their numbers or by rank."""
    lists, event = Lists(room), room.event
    wide = paper.width / 2 - 2 * PADDING
    lines = [row for one in lists.scratch for row in one.rows]
    if not by_rank:
        lines.sort(key=_by_number)
    cards = {line.key: lists.card(line.key) for line in lines}
    every = [row for rows in cards.values() for row in rows]
    columns, names = _columns(every, wide, deals_word(event, narrow=True))
    form = ResultCardLayout(
        Identity(event.club.name, event.name, short_date(event.evening), ""),
        columns,
        [
            line
            for text in (scoring_line(lists), state_of(event))
            for line in wrapped(text, TEXT, SMALL, ASIDE * wide)
        ],
        max((len(one.rows) for one in lists.scratch), default=0),
        {number: dealt(board, event) for number, board in lists.scorer.boards.items()},
    )
    whole = [_card(lists, form, names, line, cards[line.key], wide) for line in lines]
    parts = [part for card in whole for part in _parts(card, form, paper)]
    where = stacked(len(parts), A_SHEET)
    sheets = max((each.sheet for each in where), default=0) + 1

    told = imprint(f"{_('Score cards')}, {title_of(event)}", event.club.name, _("Score cards"))

    def put(pen: Pen) -> None:
        for sheet in range(sheets):
            pen.cut(paper.width / 2, 0, paper.width / 2, paper.height)
            for card, at in zip(parts, where, strict=True):
                if at.sheet == sheet:
                    _draw(pen, form, card, at.slot * paper.width / 2)
            pen.rim(sheet + 1, sheets, told.printed)
            pen.new_page()

    return printed(put, paper, told, sheets=sheets)


def _by_number(line: RankingLine) -> tuple[int, str]:
    return len(line.key), line.key


def _columns(
    rows: Sequence[CardLine], wide: float, dealt_word: str
) -> tuple[list[LeafColumn], Names]:
    """The columns of every card, each as wide as its widest figure, and how names are set."""
    around = 2 * WITHIN

    def needs(texts: Sequence[str], least: float, size: float = NAME) -> float:
        return max([least, *(width(text, TEXT, size) + around for text in texts)])

    result = needs([own_cell(row) for row in rows], 15 * MM)
    score = needs([_score(row) for row in rows], 11 * MM)
    points = needs([row.points for row in rows], 8 * MM)
    room = wide - (9 + 12) * MM - result - score - points
    names = Names.of([row.against for row in rows], room - 2.4 * MM)
    return [
        LeafColumn(_("board"), 9 * MM, "middle", BOLD, NAME),
        LeafColumn(dealt_word, 12 * MM, "middle", size=SMALL),
        LeafColumn(_("against"), room, size=names.size),
        LeafColumn(_("result"), result, "middle", size=NAME),
        LeafColumn(_("score"), score, "right", size=NAME),
        LeafColumn(pgettext("column: points", "pts"), points, "right", size=NAME),
    ], names


def _score(row: CardLine) -> str:
    return "" if row.own_score is None else signed(row.own_score)


def _card(
    lists: Lists,
    form: ResultCardLayout,
    names: Names,
    line: RankingLine,
    rows: Sequence[CardLine],
    wide: float,
) -> ResultCard:
    rounds = [
        Round(found, names.set(against))
        for (_round, against), group in groupby(rows, lambda row: (row.round, tuple(row.against)))
        for found in [list(group)]
    ]
    who = numbered(lists.room.event.contestants_are, line.key)
    summary = summary_of(rows)
    said = " · ".join(_figures(summary))
    total = _("%(sum)s of %(possible)s") % summary._asdict() if summary.possible else summary.sum
    foot = (
        list(wrapped(said, TEXT, SMALL, wide - width(total, BOLD, NAME) - 4 * MM)) if said else []
    )
    for one in lists.penalties:
        if one.key == line.key:
            text = _("Deducted: %(amount)s %(unit)s. %(reason)s")
            values = {"amount": one.amount, "unit": one.unit, "reason": one.reason}
            foot += wrapped(text % values, TEXT, SMALL, wide)
    beside = wide * (1 - ASIDE) - 2 * MM
    called = [text for name in line.names for text in wrapped(name, TEXT, NAME, beside)]
    return ResultCard(who, line, called, rounds, foot, total)


def _figures(summary: Summary) -> list[str]:
    found = []
    if summary.best and summary.worst:
        (best, most), (worst, least) = summary.best, summary.worst
        values = {"best": best, "most": most, "worst": worst, "least": least}
        found.append(_("best %(best)s (%(most)s), worst %(worst)s (%(least)s)") % values)
    if summary.ns_percent:
        found.append(_("as NS %(percent)s %%") % {"percent": summary.ns_percent})
    if summary.ew_percent:
        found.append(_("as EW %(percent)s %%") % {"percent": summary.ew_percent})
    return found


def _head_high(form: ResultCardLayout, card: ResultCard) -> float:
    beside = max(len(card.names), len(form.aside))
    return IDENTITY_HIGH + PLACE_HIGH + LINE_HIGH * beside + HEADS_HIGH


def _room(form: ResultCardLayout, card: ResultCard, paper: PaperSize) -> float:
    """The height for rows."""
    foot = FOOT_LINE * (len(card.foot) + 1) + 4
    return paper.height - 2 * PADDING - _head_high(form, card) - foot


def _parts(card: ResultCard, form: ResultCardLayout, paper: PaperSize) -> list[ResultCard]:
    """Return a card whole, or in as few parts as hold its rounds."""
    room = _room(form, card, paper)
    parts: list[list[Round]] = [[]]
    used = 0.0
    for each in card.rounds:
        high = each.row(LEAST_ROW) * len(each.rows)
        if used + high > room and parts[-1]:
            parts.append([])
            used = 0.0
        parts[-1].append(each)
        used += high
    return [
        card._replace(rounds=rounds, part=number, of=len(parts))
        for number, rounds in enumerate(parts, 1)
    ]


def _draw(pen: Pen, form: ResultCardLayout, card: ResultCard, x: float) -> None:
    paper = pen.paper
    place = card.who if card.of == 1 else _("%(who)s, part %(part)s of %(of)s") % card._asdict()
    whose = form.identity._replace(place=place)
    with pen.piece(whose, x, 0, paper.width / 2, paper.height, PADDING):
        left, wide = x + PADDING, paper.width / 2 - 2 * PADDING
        y = _draw_head(pen, form, card, place, left, wide)
        y = _draw_rows(pen, form, card, left, y, _room(form, card, paper))
        _draw_foot(pen, card, left, y, wide)


def _draw_head(
    pen: Pen, form: ResultCardLayout, card: ResultCard, place: str, x: float, wide: float
) -> float:
    y = PADDING + IDENTITY
    pen.fitted(x, y, fit(form.identity.line, TEXT, IDENTITY, wide))
    y += PLACE_HIGH
    won = _won(card.line, form.contestants)
    pen.text(x + wide, y, won, BOLD, 11.0, "right")
    beside = wide - width(won, BOLD, 11.0) - 3 * MM
    pen.fitted(x, y, fit(place, BOLD, PLACE, beside, least=9.0))
    for number, name in enumerate(card.names, 1):
        pen.text(x, y + number * LINE_HIGH, name, TEXT, NAME)
    for number, text in enumerate(form.aside, 1):
        pen.text(x + wide, y + number * LINE_HIGH, text, TEXT, SMALL, "right")
    y = PADDING + _head_high(form, card)
    put_heads(pen, form.columns, x, y - 4)
    pen.rule(x, y, wide, LINE)
    return y


def _won(line: RankingLine, count: int) -> str:
    """The place and the percentage, or the points."""
    if not line.place:
        return ""
    place = _("place %(place)s of %(count)s") % {"place": line.place, "count": count}
    return f"{place} · {line.percent} %" if line.percent else f"{place} · {line.score}"


def _draw_rows(
    pen: Pen, form: ResultCardLayout, card: ResultCard, x: float, y: float, room: float
) -> float:
    count = sum(len(each.rows) for each in card.rounds)
    base = max(LEAST_ROW, min(ROW, room / max(1, count)))
    if sum(each.row(base) * len(each.rows) for each in card.rounds) > room:
        base = LEAST_ROW
    for each in card.rounds:
        high = each.row(base)
        y = _draw_round(pen, form, each, x, y, high)
    return y


def _draw_round(
    pen: Pen, form: ResultCardLayout, each: Round, x: float, y: float, high: float
) -> float:
    columns = form.columns
    lefts = [x + sum(column.wide for column in columns[:at]) for at in range(len(columns))]
    wide = sum(column.wide for column in columns)
    per_row = -(-len(each.against) // len(each.rows))
    for number, row in enumerate(each.rows):
        cells = (
            str(row.board), form.dealt[row.board], "", own_cell(row), _score(row),
            row.points,
        )  # fmt: skip
        for at, text in enumerate(cells):
            put_cell(pen, columns[at], lefts[at], y, high, (text,))
        names = each.against[number * per_row : (number + 1) * per_row]
        put_cell(pen, columns[2], lefts[2], y, high, names)
        y += high
        is_last = number == len(each.rows) - 1
        if is_last:
            pen.rule(x, y, wide, LINE)
        else:
            pen.rule(x, y, lefts[2] - x, HAIR)
            pen.rule(lefts[3], y, x + wide - lefts[3], HAIR)
    return y


def _draw_foot(pen: Pen, card: ResultCard, x: float, y: float, wide: float) -> None:
    pen.rule(x, y, wide, STRONG)
    y += FOOT_LINE
    if card.part < card.of:
        pen.text(x + wide, y, _("goes on"), TEXT, SMALL, "right")
        return
    pen.text(x + wide, y, card.sum, BOLD, NAME, "right")
    for number, text in enumerate(card.foot):
        pen.text(x, y + number * FOOT_LINE, text, TEXT, SMALL)


# ---- Score sheets of matches.

BOARD, SCORE, WON = 12 * MM, 15 * MM, 32 * MM
PRINTED, PENCIL = 5.6 * MM, 8 * MM
# A team's name stands above its columns where it takes no more lines there; else its number.
HEAD_LINES = 2
NARROW = 3 * MM


def matches_leaf(room: EventState, paper: PaperSize) -> bytes:
    """Return the score sheet of every match; one of which nothing is known is for a pencil."""
    lists = Lists(room)
    blocks = [_sheet(lists, sheet, paper) for sheet in matches_of(lists)]
    return leaf_pdf(head_of_results(_("Match score sheets"), lists), blocks, paper)


def _sheet(lists: Lists, sheet: MatchSheet, paper: PaperSize) -> LeafBlock:
    one, other = sheet.names
    known = any(each.open_room or each.closed_room for each in sheet.boards)
    columns = _columns_of_matches_leaf(sheet, paper)
    rows = [
        [
            lines_in(text, column)
            for text, column in zip(
                (
                    str(each.board), *_told(each.open_room), *_told(each.closed_room),
                    each.one, each.other,
                ),
                columns, strict=True,
            )
        ]
        for each in sheet.boards
    ]  # fmt: skip
    sums = list(_sums(lists, sheet, known=known))
    called = {"round": sheet.match.number, "one": one, "other": other}
    return table_block(
        LeafTable(
            columns,
            [*rows, *sums],
            _("Round %(round)s: %(one)s v %(other)s") % called,
            _who(sheet) if _short(sheet) else "",
            PRINTED if known else PENCIL,
            sums=len(sums),
            uprights=True,
        )
    )


def _columns_of_matches_leaf(sheet: MatchSheet, paper: PaperSize) -> list[LeafColumn]:
    result = (paper.room - BOARD - 2 * SCORE - 2 * WON) / 2
    one, other = _heads(sheet)
    ns = _("%(team)s NS")

    def column(word: str, wide: float, align: Align = "left", font: str = TEXT) -> LeafColumn:
        return LeafColumn(word, wide, align, font, 9.5)

    return [
        column(_("board"), BOARD, "middle", BOLD),
        column(ns % {"team": one}, result),
        column(_("score"), SCORE, "right"),
        column(ns % {"team": other}, result),
        column(_("score"), SCORE, "right"),
        column(one, WON, "right"),
        column(other, WON, "right"),
    ]


def _short(sheet: MatchSheet) -> bool:
    """Whether the teams' names are too long to stand above columns."""
    ns, room = _("%(team)s NS"), WON - NARROW
    return any(
        len(wrapped(ns % {"team": name}, TEXT, 8.0, room)) > HEAD_LINES for name in sheet.names
    )


def _heads(sheet: MatchSheet) -> tuple[str, str]:
    """What stands above the columns of both teams."""
    if _short(sheet):
        return who_is("teams", sheet.one), who_is("teams", sheet.other)
    return sheet.names


def _who(sheet: MatchSheet) -> str:
    """Which team is which, where their numbers stand above columns."""
    text = _("%(who)s: %(names)s.")
    return " ".join(
        text % {"who": who_is("teams", key), "names": name}
        for key, name in zip((sheet.one, sheet.other), sheet.names, strict=True)
    )


def _sums(lists: Lists, sheet: MatchSheet, *, known: bool) -> list[list[Cell]]:
    """What each team won together, and its victory points; room for them where nothing is known."""
    blank: list[Cell] = [("",)] * 4
    points = sheet.shown_points if known else ("", "")
    rows: list[list[Cell]] = [[("",), (_("together"),), *blank[:3], *((each,) for each in points)]]
    if lists.ranked.event.scored_by.victory_points:
        won = sheet.victory_points or ("", "")
        rows.append([("",), (_("victory points"),), *blank[:3], *((each,) for each in won)])
    return rows


def _told(told: MatchTableResult | None) -> tuple[str, str]:
    if told is None:
        return "", ""
    return one_cell(told.result), "" if told.score is None else signed(told.score)


def matches_text(room: EventState) -> Iterator[str]:
    """Every match: each board at both tables, and what each team won."""
    lists = Lists(room)
    yield from heading_of_results(_("Match score sheets"), lists)
    for sheet in matches_of(lists):
        yield from _match(sheet)


def _match(sheet: MatchSheet) -> Iterator[str]:
    one, other = sheet.names
    yield ""
    title = {"round": sheet.match.number, "one": one, "other": other}
    yield _("Round %(round)s: %(one)s v %(other)s") % title
    if any(each.open_room or each.closed_room for each in sheet.boards):
        for name, points in zip((one, other), sheet.shown_points, strict=True):
            yield of_whom(name, points)
        for name, won in zip((one, other), sheet.victory_points or (), strict=False):
            yield _("%(team)s: victory points %(n)s") % {"team": name, "n": won}
    for board in sheet.boards:
        yield ""
        yield _("Board %(n)s") % {"n": board.board}
        yield from _board(board, one, other)


def _board(board: MatchBoard, one: str, other: str) -> Iterator[str]:
    for team, told in ((one, board.open_room), (other, board.closed_room)):
        if told is not None:
            yield _("%(team)s North–South:") % {"team": team}
            yield from _told_of_matches_text(told)
    for team, won in ((one, board.one), (other, board.other)):
        if won:
            yield of_whom(team, won)


def _told_of_matches_text(told: MatchTableResult) -> Iterator[str]:
    yield from result_lines(told.result)
    if told.score is not None:
        yield f" {scored_words(told.score)}"
