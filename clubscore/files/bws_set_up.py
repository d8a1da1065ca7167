"""How another scorer set an evening up in a Bridgemate file: sections, movement, who sits where.

What was entered at the pads is none of this; `bws.pad_rows` reads it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from django.utils.translation import gettext as _

from clubscore.files.bws_tables import Cell, Rows, Tables, Told
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop, ngettext_lazy
from clubscore.movements import Movement, plain_values

# The tables that say how an evening is set up; a page carries these, and nothing of the results.
CARRIED: Final = ("Session", "Section", "RoundData", "PlayerNumbers")
MOST_SECTIONS, MOST_ROWS, MOST_PAIR = 6, 6_000, 9_999
TEAMS, ONE_LETTER = 4, re.compile(r"([A-Z])\1{0,2}")
RANGE = re.compile(r"([0-9]{1,3})(?:\s*-\s*([0-9]{1,3}))?")
NO_MOVEMENT = gettext_noop(
    "This Bridgemate file has no movement: its table RoundData is empty. Choose a file in which"
    " the session was set up."
)
OF_TEAMS = gettext_noop(
    "This file is of a match of teams, which cannot be opened from a Bridgemate file. Open it"
    " under “Eight or more”."
)
NOT_WHOLE = gettext_noop("%(column)s must be a whole number, not %(given)s.")
SECTION_UNKNOWN = gettext_noop("There is no section %(given)s in the file's table Section.")
BOARDS = gettext_noop("CustomBoards must be numbers (1,2,3 or 1-3), not %(given)s.")
HIGH_LOW = gettext_noop("LowBoard is %(low)s and HighBoard %(high)s: the higher must come second.")
HALF = gettext_noop("An individual needs all four players at a table; one of them is missing here.")
BOTH = gettext_noop("The file has pairs in one section and single players in another.")
TOO_MANY = {
    "sections": ngettext_lazy(
        "The file has more than %(most)s section. Open it in parts.",
        "The file has more than %(most)s sections. Open it in parts.",
        "most",
    ),
    "rows": ngettext_lazy(
        "The file's table RoundData has more than %(most)s row. Check that it is the right file.",
        "The file's table RoundData has more than %(most)s rows. Check that it is the right file.",
        "most",
    ),
}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class PadsSetUp(NamedTuple):
    """A section as it was set up: its letter here, its movement, who plays under each number.

    ``names`` has two names a pair, North's or East's first, one a player; "" for one not known.
    """

    letter: str
    movement: Movement
    names: dict[int, list[str]]


class PadsEvening(NamedTuple):
    """What a file sets up, and what is odd about it, in words."""

    name: str
    are: Literal["pairs", "individuals"]
    sections: list[PadsSetUp]
    notes: list[str]

    @property
    def named(self) -> list[str]:
        """Every name of the file, each once, in the order of sections and numbers."""
        found = [
            name
            for section in self.sections
            for number in sorted(section.names)
            for name in section.names[number]
        ]
        return [*dict.fromkeys(filter(None, found))]


class _RoundDataRow(NamedTuple):
    """A row of RoundData: numbers as the file has them, boards, and where it stands."""

    round: int
    table: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    boards: tuple[int, ...]
    where: str


def carried(tables: Tables) -> Tables:
    """Return what a page carries of a file: how it is set up, with the names of its players."""
    kept = {name: tables.get(name, []) for name in CARRIED}
    return {**kept, "PlayerNumbers": [row for row in with_names(tables) if row["Name"]]}


def with_names(tables: Tables) -> Rows:
    """Return the rows of PlayerNumbers, each with its name where the file has it somewhere."""
    names = {
        str(key).strip(): str(row.get("Name") or "").strip()
        for row in tables.get("PlayerNames", [])
        for key in (row.get("ID"), row.get("strID"))
        if key not in (None, "")
    }
    return [
        {**row, "Name": str(row.get("Name") or "").strip() or names.get(number_of(row), "")}
        for row in tables.get("PlayerNumbers", [])
    ]


def number_of(row: Told) -> str:
    """Return the number that somebody entered at a pad."""
    return str(row.get("Number") or "").strip()


def read_set_up(tables: Tables) -> PadsEvening:
    """Return how an evening is set up. RuleError names the table of the file and its row."""
    sections, by_section = _sections(tables), defaultdict[int, list[_RoundDataRow]](list)
    rows = tables.get("RoundData", [])
    if not rows:
        raise RuleError("bws", NO_MOVEMENT)
    if len(rows) > MOST_ROWS:
        raise RuleError("too-many", TOO_MANY["rows"], most=MOST_ROWS)
    alone = any(_told(row, "South") for row in rows)
    for at, row in enumerate(rows, 1):
        where = f"RoundData, {_('row %(n)s') % {'n': at}}"
        section = _whole(row, "Section", where)
        if sections and section not in sections:
            raise RuleError("bws", SECTION_UNKNOWN, where, given=section)
        by_section[section].append(_read_row(row, where, alone=alone))
    if len(by_section) > MOST_SECTIONS:
        raise RuleError("too-many", TOO_MANY["sections"], most=MOST_SECTIONS)
    notes: list[str] = []
    letters = _letters(sections, sorted(by_section), notes)
    found = [
        _SetUpSection(letters[number], by_section[number], sections.get(number, {})).set_up(
            _players(tables, number), notes, alone=alone
        )
        for number in sorted(by_section)
    ]
    _only_once(found, notes)
    session: Told = next(iter(tables.get("Session", [])), {})
    name = " ".join(str(session.get("Name") or "").split())[:80]
    return PadsEvening(name, "individuals" if alone else "pairs", found, notes)


def _only_once(sections: Sequence[PadsSetUp], notes: list[str]) -> None:
    """Leave a name that stands at two seats to the first; the tables say who the others are."""
    seen: set[str] = set()
    for section in sections:
        for names in section.names.values():
            for place, name in enumerate(names):
                if name in seen:
                    names[place] = ""
                    text = _("“%(name)s” is named at two seats; only the first keeps the name.")
                    notes.append(text % {"name": name})
                elif name:
                    seen.add(name)


def _sections(tables: Tables) -> dict[int, Told]:
    """Return the rows of Section by number. RuleError for teams."""
    found: dict[int, Told] = {}
    for at, row in enumerate(tables.get("Section", []), 1):
        where = f"Section, {_('row %(n)s') % {'n': at}}"
        if row.get("ScoringType") == TEAMS:
            raise RuleError("bws", OF_TEAMS, where)
        found[_whole(row, "ID", where)] = row
    return found


def _letters(sections: dict[int, Told], used: Sequence[int], notes: list[str]) -> dict[int, str]:
    """Return one letter a section: the file's own where it is one, AA as A; else the next free."""
    found: dict[int, str] = {}
    told = {each: str(sections.get(each, {}).get("Letter") or "").strip() for each in used}
    for number, letter in told.items():
        one = ONE_LETTER.fullmatch(letter.upper())
        if one and one[1] not in found.values():
            found[number] = one[1]
    for number in used:
        if number not in found:
            free = next(each for each in LETTERS if each not in found.values())
            found[number] = free
            if told[number]:
                values = {"old": told[number][:20], "new": free}
                notes.append(_("Section “%(old)s” of the file is section %(new)s here.") % values)
    return found


def _whole(row: Told, column: str, where: str) -> int:
    """Return a number of a row, 0 where there is none. RuleError for what is no number."""
    value = row.get(column)
    if value is None or value == "":
        return 0
    if type(value) is not int or not 0 <= value <= MOST_PAIR:
        raise RuleError("bws", NOT_WHOLE, where, column=column, given=shown(value))
    return value


def _of(row: Told, column: str) -> int:
    value = row.get(column)
    return value if type(value) is int else 0


def _told(row: Told, column: str) -> Cell:
    return row.get(column) or None


def _read_row(row: Told, where: str, *, alone: bool) -> _RoundDataRow:
    """Return a table in a round; number 0 is nobody."""
    names = ("NSPair", "South", "EWPair", "West") if alone else ("NSPair", "EWPair")
    seated = tuple(_whole(row, name, where) for name in names)
    half = len(seated) // 2
    ns, ew = (tuple(filter(None, side)) for side in (seated[:half], seated[half:]))
    if alone and (len(ns) == 1 or len(ew) == 1) and ns and ew:
        raise RuleError("bws", HALF, where)
    return _RoundDataRow(
        _whole(row, "Round", where),
        _whole(row, "Table", where),
        ns,
        ew,
        _boards(row, where) if ns and ew else (),
        where,
    )


def _boards(row: Told, where: str) -> tuple[int, ...]:
    """Return the boards of a row: those listed, else from the lowest to the highest."""
    custom = str(row.get("CustomBoards") or "").strip()
    if not custom:
        low, high = _whole(row, "LowBoard", where), _whole(row, "HighBoard", where)
        if high < low:
            raise RuleError("bws", HIGH_LOW, where, low=low, high=high)
        most = low + plain_values.MOST_BOARD
        return tuple(range(low, min(high, most) + 1)) if low or high else ()
    found: list[int] = []
    for part in re.split(r"[,;\s]+", custom):
        match = RANGE.fullmatch(part)
        if match is None:
            raise RuleError("bws", BOARDS, where, given=shown(custom))
        found += range(int(match[1]), int(match[2] or match[1]) + 1)
    return tuple(found)


class _SetUpSection:
    """A section of the file, whose numbers become ours: 1 and on through both directions."""

    def __init__(self, letter: str, rows: list[_RoundDataRow], told: Told) -> None:
        self.letter, self.winners = letter, _of(told, "Winners")
        tables = max(row.table for row in rows)
        ns, ew = _both_fields(rows)
        # So scorers guess where the file does not say: higher numbers are of one field.
        few = max(ns | ew, default=0) <= tables + 1
        # East-West may be called by numbers that begin with 1 again: a pair meets its namesake.
        meets = self.winners == 2 or any({*row.ns} & {*row.ew} for row in rows)
        self.again = few and meets and bool(ns & ew)
        self.guess = 2 if self.again or (few and not ns & ew) else 1
        self.missing = _of(told, "MissingPair")
        if self.missing and not self.again:
            rows = [_without(row, self.missing) for row in rows]
        self.rows = rows
        self.ns, self.ew = _both_fields(rows)

    def set_up(self, players: Rows, notes: list[str], *, alone: bool) -> PadsSetUp:
        """Return it with our numbers; what is odd is added to the notes."""
        winners = 1 if alone else self._winners(notes)
        numbers = self._numbers(notes, alone=alone)
        told = [
            plain_values.ImportedRow(
                row.round,
                row.table,
                tuple(numbers["ns", each] for each in row.ns),
                tuple(numbers["ew", each] for each in row.ew),
                row.boards,
                row.where,
            )
            for row in self.rows
        ]
        are: Literal["pairs", "individuals"] = "individuals" if alone else "pairs"
        movement = plain_values.imported_movement(told, are, winners)
        self._note_boards(movement, notes)
        return PadsSetUp(self.letter, movement, self._names(players, numbers, movement))

    def _winners(self, notes: list[str]) -> int:
        """Return one or two: as the file says, or as its numbers do where it does not."""
        told = self.winners if self.winners in (1, 2) else self.guess
        if told == 2 and self.ns & self.ew and not self.again:
            values = {"letter": self.letter}
            text = _("Section %(letter)s: pairs sit both ways, so there is one ranking of all.")
            notes.append(text % values)
            return 1
        return told

    def _numbers(self, notes: list[str], *, alone: bool) -> dict[tuple[str, int], int]:
        """Return our number of each side and number of the file."""
        apart = self.again and not alone
        ns, ew = (self.ns, self.ew) if apart else (self.ns | self.ew, self.ns | self.ew)
        first = {number: at for at, number in enumerate(sorted(ns), 1)}
        then = {number: at for at, number in enumerate(sorted(ew), 1)}
        if any(number != at for each in (first, then) for number, at in each.items()):
            text = _(
                "Section %(letter)s: the numbers have gaps. They are replaced by 1, 2, 3 and so on."
            )
            notes.append(text % {"letter": self.letter})
        if self.missing and apart:
            text = _(
                "Section %(letter)s: the file says that number %(n)s is missing, but both"
                " directions have it. Check who sits out."
            )
            notes.append(text % {"letter": self.letter, "n": self.missing})
        more = len(first) if apart else 0
        ours = {("ns", number): at for number, at in first.items()}
        return ours | {("ew", number): at + more for number, at in then.items()}

    def _note_boards(self, movement: Movement, notes: list[str]) -> None:
        lowest = min(board for row in self.rows for board in row.boards)
        if lowest > 1:
            text = _("Section %(letter)s: the lowest board is number %(n)s.")
            notes.append(text % {"letter": self.letter, "n": lowest})
        rounds = Counter(row.round for row in movement.rows if row.is_played)
        silent = [each for each in range(1, movement.rounds + 1) if not rounds[each]]
        if silent:
            text = _("Section %(letter)s: no one plays in round %(n)s.")
            notes += [text % {"letter": self.letter, "n": each} for each in silent]

    def _names(
        self, players: Rows, numbers: dict[tuple[str, int], int], movement: Movement
    ) -> dict[int, list[str]]:
        """Return the names by our numbers: each seat as it was told first."""
        seats = 1 if movement.contestants_are == "individuals" else 2
        found = {number: [""] * seats for number in range(1, movement.contestants + 1)}
        sat = {(row.round, row.table): row for row in self.rows}
        for row in sorted(players, key=lambda each: _of(each, "Round")):
            seat = str(row.get("Direction") or "").strip().upper()
            at = sat.get((max(1, _of(row, "Round")), _of(row, "Table")))
            name = " ".join(str(row.get("Name") or "").split())[:80]
            if at is None or seat not in tuple("NESW") or not name:
                continue
            side, second = ("ns" if seat in "NS" else "ew"), seat in "SW"
            who = at.ns if side == "ns" else at.ew
            if not who:
                continue
            number = numbers[side, who[second] if seats == 1 else who[0]]
            place = second if seats == 2 else 0
            found[number][place] = found[number][place] or name
        return found


def _both_fields(rows: Iterable[_RoundDataRow]) -> tuple[set[int], set[int]]:
    """Return the numbers that sit North-South, and those that sit East-West."""
    rows = list(rows)
    return {each for row in rows for each in row.ns}, {each for row in rows for each in row.ew}


def _without(row: _RoundDataRow, missing: int) -> _RoundDataRow:
    """Return a row without the number that is missing; then nobody plays there."""
    ns, ew = (tuple(each for each in side if each != missing) for side in (row.ns, row.ew))
    return row._replace(ns=ns, ew=ew, boards=row.boards if ns and ew else ())


def _players(tables: Tables, section: int) -> Rows:
    return [row for row in tables.get("PlayerNumbers", []) if _of(row, "Section") == section]


def as_tables(told: object) -> Tables:
    """Return what a page carried. ValueError for anything that no page of ours holds."""
    if not isinstance(told, dict) or not told.keys() <= set(CARRIED):
        raise ValueError
    found: Tables = {}
    for name, rows in told.items():
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise ValueError
        cells: Iterable[object] = (cell for row in rows for cell in row.values())
        if not all(cell is None or isinstance(cell, (int, str)) for cell in cells):
            raise ValueError
        found[name] = rows
    return found
