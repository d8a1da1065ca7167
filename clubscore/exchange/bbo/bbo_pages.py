"""What each kind of page of Bridge Base Online says: a tournament, a board's traveller, hands.

There is no published description. What is known comes from programs that read these pages and
from the pages kept with them as examples; docs/files.md names them. A traveller counts from the
side of whoever looked at it: its column says ``EW Points`` or ``NS Points``.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from urllib.parse import unquote

from clubscore.exchange.bbo.saved_page import Node
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop

SEATS = ("North", "East", "South", "West")
LOOKED_FOR = "N°, North, South, East, West, Result, EW Points, Score, Movie"
# What the column of user names is called: now, and in 2018 and 2021.
USERS = ("Username", "Name")
_SESSION = re.compile(r"(?:[?&](?:t|tourney|traveller)=|(?:Traveller|Tourney)\s+)(\d+-\d+)")
_TRAVELLER = re.compile(r"(?:[?&]traveller=|Traveller\s+)\d+-\d+-(\d+)")
_POINTS = re.compile(r"(EW|NS)(?: Points)?")
_MOVIE = re.compile(r"hv_popuplin\('(.*)'\)", re.DOTALL)
_BOARD = re.compile(r"(?:^|\|)ah\|Board (\d{1,4})\|")
_DAY = re.compile(r"(\d{4}-\d{2}-\d{2})\b")
_HEAD = re.compile(r"Section\s+(\w+)\s*(N/S|E/W)?")
_SCORE_IN = re.compile(r"Score\s*\(([^)]*)\)")


class Line(NamedTuple):
    """A table's result: user names by seat, what is said of it, the cards and play as LIN."""

    users: Mapping[str, str]
    result: str
    points: str
    score: str
    lin: str
    where: str


class Traveller(NamedTuple):
    """What all tables did on a board; ``side`` is from whose side points are counted."""

    session: str
    key: str
    title: str
    side: str
    lines: list[Line]
    days: list[str]
    where: str


class HandsList(NamedTuple):
    """The boards of one pair: which number each traveller has, and the cards."""

    session: str
    title: str
    boards: dict[str, int]
    lines: list[Line]
    where: str


class Ranked(NamedTuple):
    """A pair as the tournament page ranks it."""

    users: tuple[str, ...]
    place: str
    score: str
    section: str
    direction: str


class Tournament(NamedTuple):
    """A tournament: its title, in what it was scored, and the pairs of each section."""

    session: str
    title: str
    scored_in: str
    pairs: list[Ranked]
    where: str


Page = Traveller | HandsList | Tournament


def page_of(page: Node) -> Page:
    """Return what a page is. RuleError for one that is none of the three."""
    if any(each.has_class("bbo_t_l") for each in page.all("table")):
        return _tournament(page)
    for table in page.all("table"):
        heads = _heads(table)
        if heads is not None:
            is_list = "Traveller" in heads[1]
            return _hands_list(page, table, *heads) if is_list else _traveller(page, table, *heads)
    raise RuleError(
        "bbo",
        gettext_noop(
            "This web page is no page of BBO that is known here: neither a tournament with its"
            " sections nor a table with the columns %(columns)s. Open the traveller of a board"
            " at BBO in English, and save that page."
        ),
        columns=LOOKED_FOR,
    )


def day_of(session: str, zone: dt.tzinfo) -> str:
    """Return the day on which a tournament began, by a club's clock; empty where it cannot be."""
    try:
        moment = dt.datetime.fromtimestamp(int(session.partition("-")[2]), zone)
    except (ValueError, OverflowError, OSError):
        return ""
    return moment.date().isoformat()


def _heads(table: Node) -> tuple[Node, dict[str, int]] | None:
    """The row that names the columns of results, and where each column stands."""
    for row in table.rows():
        names = {each.text: at for at, each in enumerate(row.cells())}
        if {*SEATS, "Result", "Score"} <= names.keys():
            return row, names
    return None


def _traveller(page: Node, table: Node, head: Node, columns: dict[str, int]) -> Traveller:
    sides = [name for name in columns if _POINTS.fullmatch(name)]
    if len(sides) != 1:
        raise RuleError(
            "bbo",
            gettext_noop(
                "This table of results lacks the column EW Points or NS Points, which says from"
                " whose side it counts. Save the traveller of a board."
            ),
            head.where,
        )
    return Traveller(
        _session_of(page),
        _first(_TRAVELLER, page.text),
        _title(page),
        sides[0][:2],
        list(_lines(table, head, {**columns, "Points": columns[sides[0]]})),
        _DAY.findall(page.text),
        page.where,
    )


def _hands_list(page: Node, table: Node, head: Node, columns: dict[str, int]) -> HandsList:
    boards: dict[str, int] = {}
    lines = list(_lines(table, head, columns))
    for row in _results(table, head):
        link = row.cells()[columns["Traveller"]] if len(row.cells()) > columns["Traveller"] else row
        key = next(filter(None, (_first(_TRAVELLER, each) for each in _links(link))), "")
        number = _board_in(_lin_in(row))
        if key and number:
            boards[key] = number
    return HandsList(_session_of(page), _title(page), boards, lines, page.where)


def _results(table: Node, head: Node) -> Iterator[Node]:
    """The rows of results: those of a tournament, one of them marked as the reader's own."""
    below = False
    for row in table.rows():
        if below and row.has_class("tourney", "highlight"):
            yield row
        below = below or row is head


def _lines(table: Node, head: Node, columns: dict[str, int]) -> Iterator[Line]:
    rows = list(_results(table, head))
    if not rows:
        raise RuleError(
            "bbo",
            gettext_noop(
                "There is no result of a tournament of pairs on this page. Team matches and"
                " hands played outside a tournament are not read."
            ),
            head.where,
        )
    for row in rows:
        cells = row.cells()
        if len(cells) <= max(columns[name] for name in (*SEATS, "Result", "Score")):
            raise RuleError(
                "bbo",
                gettext_noop("This row has fewer columns than the table has headings."),
                row.where,
            )

        def cell(name: str, cells: list[Node] = cells) -> str:
            return cells[columns[name]].text if name in columns else ""

        users = {seat[0]: cell(seat) for seat in SEATS}
        yield Line(users, cell("Result"), cell("Points"), cell("Score"), _lin_in(row), row.where)


def board_of(line: Line) -> int:
    """Return the number of the board of a line, 0 where its movie does not say it."""
    return _board_in(line.lin)


def _board_in(lin: str) -> int:
    return int(_first(_BOARD, lin) or 0)


def _lin_in(row: Node) -> str:
    """The LIN that a row's movie opens, empty for none."""
    for link in row.all("a"):
        found = _MOVIE.search(link.attributes.get("onclick", ""))
        if found:
            return unquote(found[1], errors="replace").replace("\\'", "'")
    return ""


def _tournament(page: Node) -> Tournament:
    about = {
        cells[0].text: cells[1].text
        for table in page.all("table")
        if table.has_class("bbo_t_l")
        for row in table.rows()
        if len(cells := row.cells()) > 1
    }
    pairs: list[Ranked] = []
    scored: set[str] = set()
    head = ""
    for each in page.all("div", "table"):
        if each.name == "div" and each.has_class("sectionbreak"):
            head = each.text
        elif each.has_class("sectiontable"):
            scored |= {*_SCORE_IN.findall(each.text)}
            pairs += _section(each, head)
    if not pairs:
        raise RuleError(
            "bbo",
            gettext_noop(
                "This tournament page lists no section with its pairs. Tournaments of teams are"
                " not read."
            ),
        )
    unit = scored.pop() if len(scored) == 1 else ""
    return Tournament(_session_of(page), about.get("Title", ""), unit, pairs, page.where)


def _section(table: Node, head: str) -> Iterator[Ranked]:
    """The pairs of a section; the cell of the place holds a table where there are strata."""
    rows = list(table.rows())
    if not rows:
        return
    columns = {each.text.partition(" ")[0]: at for at, each in enumerate(rows[0].cells())}
    users_in = next((columns[name] for name in USERS if name in columns), None)
    told = _HEAD.search(head)
    section = told[1] if told else ""
    direction = {"N/S": "NS", "E/W": "EW"}.get(told[2] or "", "") if told else ""
    for row in rows[1:]:
        cells = row.cells()
        if users_in is None or "Score" not in columns or len(cells) < len(columns):
            raise RuleError(
                "bbo",
                gettext_noop(
                    "A section needs the columns Username (or Name) and Score in each row."
                ),
                row.where,
            )
        users = _users(cells[users_in])
        if len(users) != len("NS"):
            raise RuleError(
                "bbo",
                gettext_noop(
                    "A pair stands as two user names with + between, not as %(given)s."
                    " Tournaments of individuals are not read."
                ),
                row.where,
                given=shown(cells[users_in].text),
            )
        place = cells[columns["Rank"]].text.partition(" ")[0] if "Rank" in columns else ""
        yield Ranked(users, place, cells[columns["Score"]].text, section, direction)


def _users(cell: Node) -> tuple[str, ...]:
    """The user names of a pair; some pages mark each of them up by itself."""
    marked = [each.attributes.get("data-username", "") for each in cell.all("span")]
    return tuple(filter(None, marked)) or tuple(each.strip() for each in cell.text.split("+"))


def _title(page: Node) -> str:
    return next((each.text for each in page.all("td") if each.has_class("tourneyName")), "")


def _links(node: Node) -> Iterator[str]:
    return (each.attributes.get("href", "") for each in node.all("a"))


def _session_of(page: Node) -> str:
    """The number of the tournament and the moment at which it began, empty where none stands."""
    return next(filter(None, (_first(_SESSION, each) for each in (page.text, *_links(page)))), "")


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1] if found else ""
