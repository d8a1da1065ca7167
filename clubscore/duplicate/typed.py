"""Slips and travellers from the keyboard: one result a line, checked against the field.

`14 4SX-2 E` is board 14, four spades doubled, two down, by East. A table or a pair before a colon
says whose slip it is where the page does not: `T3: 14 4SX-2 E`.
"""

import re
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from clubscore.duplicate.result_form import BOOK, TRICKS
from clubscore.duplicate.room import Room, Table
from clubscore.rubber.entry_form import Problem, Problems

LINE = re.compile(
    r"\s*(?P<board>[0-9]{1,3})\s+"
    r"(?:(?P<pass>P|PASS|PASSED|AP)|(?P<none>NP|NOT PLAYED)|(?P<award>A[+=-]?\s*/\s*A[+=-]?)"
    r"|(?P<level>[1-7])\s*(?P<suit>NT|[CDHSN])\s*(?P<x>X{0,2}|\*{0,2})\s*"
    r"(?:(?P<result>=|[+-][0-9]{1,2})\s*(?P<who>[NESW])|(?P<who2>[NESW])\s*(?P<result2>=|[+-]?[0-9]{1,2})))"
    r"\s*"
)


@dataclass(frozen=True)
class TypedLine:
    """A line that was understood: the board and the facts."""

    board: int
    facts: dict[str, Any]


def read_line(text: str) -> TypedLine:
    """Understand a line. Raises Problems with what would be right."""
    match = LINE.fullmatch(text.upper().replace("\N{MINUS SIGN}", "-"))
    if match is None:
        raise _wrong(_("“%(line)s”: a line is like 14 4SX-2 E, 14 PASS or 14 NP."), line=text[:40])
    board = int(match["board"])
    if match["pass"]:
        return TypedLine(board, {"passed_out": True})
    if match["none"]:
        return TypedLine(board, {"not_played": True})
    if match["award"]:
        ns, ew = (each.strip().rstrip("=") for each in match["award"].split("/"))
        return TypedLine(board, {"adjusted": {"ns": ns, "ew": ew}})
    level, result = int(match["level"]), match["result"] or match["result2"]
    tricks = level + BOOK + (0 if result == "=" else int(result))
    if not 0 <= tricks <= TRICKS:
        text_ = _("“%(line)s”: %(level)s can go from %(worst)s down to %(best)s over.")
        raise _wrong(
            text_, line=text[:40], level=level, worst=level + BOOK, best=TRICKS - level - BOOK
        )
    suit = "NT" if match["suit"] in ("N", "NT") else match["suit"]
    contract = f"{level}{suit}{'X' * len(match['x'])}"
    return TypedLine(
        board,
        {"contract": contract, "declarer": match["who"] or match["who2"], "tricks": tricks},
    )


def _wrong(text: str, **values: Any) -> Problems:
    return Problems(Problem("lines", text % values))


def table_of_board(room: Room, table: Table, board: int) -> None:
    """Raise Problems where this table does not play a board in this round."""
    if board in table.place.boards:
        return
    text = _("Board %(board)s is not of table %(table)s in round %(round)s; it plays %(due)s.")
    raise _wrong(
        text,
        board=board,
        table=table.name,
        round=table.place.round,
        due=", ".join(map(str, table.place.boards)),
    )
