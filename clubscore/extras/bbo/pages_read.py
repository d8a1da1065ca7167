"""What a saved web page of Bridge Base Online says: a tournament, a traveller, a set of hands.

There is no published description: what is known comes from programs that read these pages and
from the kept examples (docs/files.md). A traveller counts from the side of whoever looked at it.
Nothing of a page is run or fetched; pages in a zip are opened in memory and within limits.
"""

from __future__ import annotations

import datetime as dt
import html
import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from clubscore.deals.any_file import HEAD
from clubscore.deals.file_text import MB, decoded, place, too_large
from clubscore.files.printable import file_name
from clubscore.files.reading import LIST, is_workbook
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop, ngettext_lazy

MOST_ELEMENTS, DEEPEST = 200_000, 60
# More than a link that holds a whole deal with its play.
LONGEST_TAG = 20_000
_TAG = re.compile(
    r"<(?P<end>/?)(?P<name>[A-Za-z][A-Za-z0-9:-]*+)"
    r"(?P<rest>(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>"
)
_ATTRIBUTE = re.compile(r"([A-Za-z_:][\w:.-]*+)(?:\s*+=\s*+(\"[^\"]*+\"|'[^']*+'|[^\s\"'>]++))?+")
_BEGINS = re.compile(r"</?[A-Za-z]")
# More figures than any letter has; Python refuses to read the longest.
_NO_LETTER = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9a-fA-F]{7,});?")
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
_SKIPPED = {
    name: re.compile(f"</{name}", re.IGNORECASE) for name in ("script", "style", "textarea")
}
_ROWS = frozenset(("tbody", "thead", "tfoot"))


class HtmlNode:
    """An element: its attributes by names in small letters, what is inside, where it begins."""

    def __init__(self, name: str, attributes: dict[str, str], where: str) -> None:
        self.name, self.attributes, self.where = name, attributes, where
        self.inside: list[HtmlNode | str] = []

    @property
    def text(self) -> str:
        """All text inside, in one line."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for each in self.inside:
            if isinstance(each, str):
                yield each
            else:
                yield " " if each.name == "br" else ""
                yield from each._texts()

    def has_class(self, *names: str) -> bool:
        """Whether it is of one of these classes."""
        return not set(names).isdisjoint(self.attributes.get("class", "").split())

    def all(self, *names: str) -> Iterator[HtmlNode]:
        """Return what is inside of these names, however deep, in the order of the page."""
        for each in self.inside:
            if isinstance(each, HtmlNode):
                if each.name in names:
                    yield each
                yield from each.all(*names)

    def rows(self) -> Iterator[HtmlNode]:
        """Return the rows of a table, not those of tables inside it."""
        for each in self.inside:
            if isinstance(each, HtmlNode):
                if each.name == "tr":
                    yield each
                elif each.name in _ROWS:
                    yield from each.rows()

    def cells(self) -> list[HtmlNode]:
        """Return the cells of a row."""
        return [
            one for one in self.inside if isinstance(one, HtmlNode) and one.name in ("td", "th")
        ]


def read_page(content: bytes, called: str = "") -> HtmlNode:
    """Return a page as one element that holds everything. RuleError with the line of a fault.

    ``called`` is the name of the page where there are several; it stands before the line.
    """
    return _Page(_NO_LETTER.sub("\ufffd", decoded(content)), called).read()


# The standard library's reader of HTML looks to the end of the page again at each sign that is not
# closed; this one goes through a page once, and refuses a tag that does not end.
class _Page:
    def __init__(self, text: str, called: str) -> None:
        self._text, self._called = text, called
        self._line, self._counted, self._count = 1, 0, 0
        self._open = [HtmlNode("", {}, called)]

    def read(self) -> HtmlNode:
        """Go through the text once."""
        at, end = 0, len(self._text)
        while at < end:
            begins = self._text.find("<", at)
            self._put(self._text[at : begins if begins >= 0 else end])
            if begins < 0:
                break
            at = self._after(begins)
        return self._open[0]

    def _after(self, at: int) -> int:
        """Take what begins with a sign at a place; return where it ends."""
        for head, foot in (("<!--", "-->"), ("<!", ">"), ("<?", ">")):
            if self._text.startswith(head, at):
                found = self._text.find(foot, at + len(head))
                return len(self._text) if found < 0 else found + len(foot)
        if not _BEGINS.match(self._text, at):
            self._put("<")
            return at + 1
        tag = _TAG.match(self._text, at, at + LONGEST_TAG)
        if tag is None:
            raise RuleError(
                "page",
                gettext_noop("The page is damaged: this tag does not end. Save the page again."),
                self._place(at),
            )
        name, after = tag["name"].lower(), tag.end()
        if tag["end"]:
            self._close(name)
        elif name in _SKIPPED:
            closing = _SKIPPED[name].search(self._text, after)
            ends = self._text.find(">", closing.end()) if closing else -1
            return len(self._text) if ends < 0 else ends + 1
        else:
            self._begin(name, tag["rest"], at)
        return after

    def _put(self, text: str) -> None:
        if text:
            self._open[-1].inside.append(html.unescape(text))

    def _begin(self, name: str, rest: str, at: int) -> None:
        if name == "tr":
            self._close_to_table()
        elif name in ("td", "th"):
            self._close_cell()
        attributes: dict[str, str] = {}
        for found in _ATTRIBUTE.finditer(rest):
            value = found[2] or ""
            bare = value[1:-1] if value[:1] in ('"', "'") else value
            attributes.setdefault(found[1].lower(), html.unescape(bare))
        node = HtmlNode(name, attributes, self._place(at))
        self._count += 1
        if self._count > MOST_ELEMENTS or len(self._open) > DEEPEST:
            raise RuleError(
                "page",
                gettext_noop("There is more in this page than in any page of results."),
                node.where,
            )
        self._open[-1].inside.append(node)
        if name not in _VOID and not rest.endswith("/"):
            self._open.append(node)

    def _place(self, at: int) -> str:
        """Where something stands, its line counted on from the last one that was asked for."""
        self._line += self._text.count("\n", self._counted, at)
        self._counted = at
        line = place(self._line)
        return f"{self._called}, {line}" if self._called else line

    def _close(self, name: str) -> None:
        """Close the innermost element of a name; a table holds what is inside it together."""
        for at in range(len(self._open) - 1, 0, -1):
            if self._open[at].name == name:
                del self._open[at:]
                return
            if self._open[at].name == "table":
                return

    def _close_to_table(self) -> None:
        """A row ends the one before it, whether or not that was closed."""
        for at in range(len(self._open) - 1, 0, -1):
            if self._open[at].name in ("table", *_ROWS):
                del self._open[at + 1 :]
                return

    def _close_cell(self) -> None:
        """A cell ends the one before it."""
        for at in range(len(self._open) - 1, 0, -1):
            if self._open[at].name == "tr":
                del self._open[at + 1 :]
                return
            if self._open[at].name == "table":
                return


# ---- What each kind of page says.

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


class BboResult(NamedTuple):
    """A table's result: user names by seat, what is said of it, the cards and play as LIN."""

    users: Mapping[str, str]
    result: str
    points: str
    score: str
    lin: str
    where: str


class BboTraveller(NamedTuple):
    """What all tables did on a board; ``side`` is from whose side points are counted."""

    session: str
    key: str
    title: str
    side: str
    lines: list[BboResult]
    days: list[str]
    where: str


class HandsList(NamedTuple):
    """The boards of one pair: which number each traveller has, and the cards."""

    session: str
    title: str
    boards: dict[str, int]
    lines: list[BboResult]
    where: str


class BboRanked(NamedTuple):
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
    pairs: list[BboRanked]
    where: str


Page = BboTraveller | HandsList | Tournament


def page_of(page: HtmlNode) -> Page:
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


def _heads(table: HtmlNode) -> tuple[HtmlNode, dict[str, int]] | None:
    """The row that names the columns of results, and where each column stands."""
    for row in table.rows():
        names = {each.text: at for at, each in enumerate(row.cells())}
        if {*SEATS, "Result", "Score"} <= names.keys():
            return row, names
    return None


def _traveller(
    page: HtmlNode, table: HtmlNode, head: HtmlNode, columns: dict[str, int]
) -> BboTraveller:
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
    return BboTraveller(
        _session_of(page),
        _first(_TRAVELLER, page.text),
        _title(page),
        sides[0][:2],
        list(_lines(table, head, {**columns, "Points": columns[sides[0]]})),
        _DAY.findall(page.text),
        page.where,
    )


def _hands_list(
    page: HtmlNode, table: HtmlNode, head: HtmlNode, columns: dict[str, int]
) -> HandsList:
    boards: dict[str, int] = {}
    lines = list(_lines(table, head, columns))
    for row in _results(table, head):
        link = row.cells()[columns["Traveller"]] if len(row.cells()) > columns["Traveller"] else row
        key = next(filter(None, (_first(_TRAVELLER, each) for each in _links(link))), "")
        number = _board_in(_lin_in(row))
        if key and number:
            boards[key] = number
    return HandsList(_session_of(page), _title(page), boards, lines, page.where)


def _results(table: HtmlNode, head: HtmlNode) -> Iterator[HtmlNode]:
    """The rows of results: those of a tournament, one of them marked as the reader's own."""
    below = False
    for row in table.rows():
        if below and row.has_class("tourney", "highlight"):
            yield row
        below = below or row is head


def _lines(table: HtmlNode, head: HtmlNode, columns: dict[str, int]) -> Iterator[BboResult]:
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

        def cell(name: str, cells: list[HtmlNode] = cells) -> str:
            return cells[columns[name]].text if name in columns else ""

        users = {seat[0]: cell(seat) for seat in SEATS}
        yield BboResult(
            users, cell("Result"), cell("Points"), cell("Score"), _lin_in(row), row.where
        )


def board_of(line: BboResult) -> int:
    """Return the number of the board of a line, 0 where its movie does not say it."""
    return _board_in(line.lin)


def _board_in(lin: str) -> int:
    return int(_first(_BOARD, lin) or 0)


def _lin_in(row: HtmlNode) -> str:
    """The LIN that a row's movie opens, empty for none."""
    for link in row.all("a"):
        found = _MOVIE.search(link.attributes.get("onclick", ""))
        if found:
            return unquote(found[1], errors="replace").replace("\\'", "'")
    return ""


def _tournament(page: HtmlNode) -> Tournament:
    about = {
        cells[0].text: cells[1].text
        for table in page.all("table")
        if table.has_class("bbo_t_l")
        for row in table.rows()
        if len(cells := row.cells()) > 1
    }
    pairs: list[BboRanked] = []
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


def _section(table: HtmlNode, head: str) -> Iterator[BboRanked]:
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
        yield BboRanked(users, place, cells[columns["Score"]].text, section, direction)


def _users(cell: HtmlNode) -> tuple[str, ...]:
    """The user names of a pair; some pages mark each of them up by itself."""
    marked = [each.attributes.get("data-username", "") for each in cell.all("span")]
    return tuple(filter(None, marked)) or tuple(each.strip() for each in cell.text.split("+"))


def _title(page: HtmlNode) -> str:
    return next((each.text for each in page.all("td") if each.has_class("tourneyName")), "")


def _links(node: HtmlNode) -> Iterator[str]:
    return (each.attributes.get("href", "") for each in node.all("a"))


def _session_of(page: HtmlNode) -> str:
    """The number of the tournament and the moment at which it began, empty where none stands."""
    return next(filter(None, (_first(_SESSION, each) for each in (page.text, *_links(page)))), "")


def _first(pattern: re.Pattern[str], text: str) -> str:
    found = pattern.search(text)
    return found[1] if found else ""


# ---- Saved pages in a zip.

MOST_PAGES = 200
LARGEST_UNPACKED = 16 * MB
ENDINGS = (".htm", ".html", ".xhtml")


class SavedPage(NamedTuple):
    """A page as it was saved, and the name of its file."""

    name: str
    content: bytes


def zipped(pages: Sequence[tuple[str, bytes]]) -> bytes:
    """Return pages, each with its name, as one zip, as if they had come in it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as into:
        for at, (name, content) in enumerate(pages, 1):
            into.writestr(f"{at}/{name}", content)
    return out.getvalue()


def pages_in(content: bytes) -> list[SavedPage]:
    """Return the pages of a zip. RuleError for one that has none, is damaged or is too much.

    A workbook is a zip as well; it is named for what it is.
    """
    if is_workbook(content[:HEAD]):
        raise RuleError("elsewhere", LIST, kind="XLSX")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            return _pages(packed)
    except RuleError:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError):
        raise RuleError(
            "zip", gettext_noop("This zip file is damaged. Pack the pages again.")
        ) from None


def _pages(packed: zipfile.ZipFile) -> list[SavedPage]:
    found = [each for each in packed.infolist() if _is_page(each)]
    if not found:
        raise RuleError(
            "zip",
            gettext_noop("There is no saved web page (.html) in this zip file."),
        )
    if len(found) > MOST_PAGES:
        raise RuleError(
            "zip",
            ngettext_lazy(
                "There is more than %(most)s page in this zip file. Pack the pages of one session.",
                "There are more than %(most)s pages in this zip file. Pack the pages of one"
                " session.",
                "most",
            ),
            most=MOST_PAGES,
        )
    left = LARGEST_UNPACKED
    pages = []
    for each in found:
        content = _unpacked(packed, each, left)
        left -= len(content)
        pages.append(SavedPage(file_name(each.filename.rpartition("/")[2]), content))
    return pages


def _is_page(each: zipfile.ZipInfo) -> bool:
    """Whether this is a page, and none of the files that a Mac puts beside each."""
    folder, _bar, name = each.filename.rpartition("/")
    hidden = name.startswith(".") or "__MACOSX" in folder.split("/")
    return not each.is_dir() and not hidden and name.lower().endswith(ENDINGS)


def _unpacked(packed: zipfile.ZipFile, each: zipfile.ZipInfo, left: int) -> bytes:
    """What a page holds, however large its zip says it is. RuleError where it is too much."""
    if each.flag_bits & 1:
        raise RuleError(
            "zip", gettext_noop("This zip file is locked with a password. Pack it without one.")
        )
    with packed.open(each) as page:
        content = page.read(left + 1)
    if len(content) > left:
        raise too_large(LARGEST_UNPACKED)
    return content
