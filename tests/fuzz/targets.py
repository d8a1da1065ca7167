"""What strangers' files are fed to, and files to begin from.

Each target takes bytes and lets through only what a reader may raise: a mistake told in words.
Whatever else comes out, or never comes out, is a fault of the program.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping
from typing import Any

from openpyxl import Workbook

from clubscore.deals.any_file import read_boards, write_boards
from clubscore.events.imported import must_be_readable
from clubscore.extras.bbo.pages_read import zipped
from clubscore.files.bridgewebs import write_bridgewebs
from clubscore.files.bws import brought, pad_rows
from clubscore.files.commands import seven
from clubscore.files.commands.score import answers, written
from clubscore.files.formats import kind_of, read_events
from clubscore.files.pbn import write_pbn_event
from clubscore.files.people_file import UnreadableFile, read_file
from clubscore.files.sittings import names_in, read_sittings
from clubscore.files.usebio_writing import write_usebio
from clubscore.laws.errors import RuleError
from clubscore.ranking import EventFile, read_event
from tests.files.bbo_made import whole_session
from tests.files.test_realbridge import swiss

DEAL = "N:AKQJ.T98.765.432 5432.AKQ.T98.765 876.5432.AKQ.T98 T9.J76.J432.AKQJ"
EVENT: dict[str, Any] = {
    "format": "clubscore-event/1",
    "name": "Łódź & \"co\"",
    "date": "2026-03-02",
    "game": "duplicate",
    "scoring": "matchpoints",
    "options": {"uneven_boards": "neuberg", "win_tie": ["2", "1"]},
    "contestants": [{"number": str(n), "names": [f"Ann {n}", "Bob"]} for n in range(1, 5)],
    "boards": [{"number": 1, "deal": DEAL, "par": {"score": 100}}, {"number": 2}],
    "results": [
        {"board": 1, "round": 1, "table": 1, "ns": "1", "ew": "2", "contract": "3NTX",
         "declarer": "N", "tricks": 9, "lead": "SA"},
        {"board": 1, "ns": "3", "ew": "4", "passed_out": True},
        {"board": 2, "ns": "1", "ew": "2", "adjusted": {"ns": "60", "ew": "40"}},
        {"board": 2, "ns": "3", "ew": "4", "score": -50},
    ],
    "penalties": [{"contestant": "1", "amount": "5", "unit": "percent-of-top"}],
}  # fmt: skip
# The same with everything that USEBIO and PBN have no place for, and matches of teams.
RULED = EVENT | {
    "scoring": "cross-imps",
    "options": {"cross_imps": "sum"},
    "contestants": [{"number": str(n), "handicap": "2.5", "stratum": "B"} for n in range(1, 5)],
    "results": [
        {"board": 1, "ns": "1", "ew": "2", "split": {"ns": 420, "ew": 50}, "fouled_group": "B"},
        {"board": 1, "table": "A2", "ns": "3", "ew": "4", "adjusted": {"ns": "A+", "ew": "A-"}},
        {"board": 2, "ns": "1", "ew": "2", "assigned": {"ns": [["420", "1/3"], ["-50", "2/3"]],
                                                        "ew": [["420", "1"]]}},
    ],
    "penalties": [{"contestant": "1", "amount": "5", "unit": "imps", "reason": "late"}],
}  # fmt: skip
TEAMS = EVENT | {
    "contestants_are": "teams",
    "scoring": "imps-vp",
    "results": [
        {"board": 1, "round": 1, "ns": "1", "ew": "2", "score": 420},
        {"board": 1, "round": 1, "ns": "2", "ew": "1", "score": -50},
    ],
    "penalties": [],
}
# Above this many the way there and back would take the fuzzer's time.
MOST_RESULTS = 12
SITTING = {
    "format": "clubscore-table/1",
    "game": "auction",
    "players": {"N": "Ann", "E": "Bob", "S": "Cyd", "W": "Dee"},
    "credit": {"N": "Eve"},
    "date": "2026-03-02",
    "table": "Window table",
    "sitting": "7",
    "deals": [{"bid": "2H", "declarer": "N", "tricks": 9, "honours": {}}],
}
BWS = {
    "ReceivedData": [
        {"ID": 1, "Section": 1, "Table": 1, "Round": 1, "Board": 1, "PairNS": 1, "PairEW": 2,
         "NS/EW": "N", "Contract": "4 H", "Result": "+1", "LeadCard": "SA", "Remarks": "",
         "Erased": False},
    ],
    "Section": [{"ID": 1, "Letter": "A  ", "Winners": 1}],
    "Session": [{"ID": 1, "Name": "Tuesday", "Date": "2026-03-02 00:00:00"}],
}  # fmt: skip


def events(content: bytes) -> None:
    """Read an event of any kind; what comes in must go out and come in again as the same bytes.

    As USEBIO and PBN it must come in again as the same event, in another order at most.
    """
    try:
        if kind_of(content) == "bws":
            return  # read in a process of its own; see `tables`
        found = read_events("x", content)
        for each in found:
            must_be_readable(each.told)
    except RuleError:
        return
    for each in found:
        text = each.told.written()
        assert read_event(json.loads(text)).written() == text
        if 0 < len(each.told.results) <= MOST_RESULTS:
            for write in (write_usebio, write_pbn_event):
                _there_and_back(each.told, write)


def _there_and_back(told: EventFile, write: Callable[[EventFile], bytes]) -> None:
    try:
        content = write(told)
    except RuleError:
        return
    (back,) = read_events("x", content)
    assert _told(back.told) == _told(told)


def _told(event: EventFile) -> dict[str, Any]:
    facts = event.facts()
    for who in facts["contestants"]:
        who.pop("numbers", None)  # a file for anyone has none of them
    for key in ("boards", "results"):
        facts[key] = sorted(facts[key], key=repr)
    return facts


def tables(content: bytes) -> None:
    """Read the tables of a Bridgemate file, as they come from its reader."""
    try:
        told = json.loads(content)
    except (ValueError, RecursionError):
        return
    rows = isinstance(told, dict) and all(
        isinstance(table, list) and all(isinstance(row, dict) for row in table)
        for table in told.values()
    )
    if not rows:
        return
    pad_rows(told)
    try:
        must_be_readable(brought(told).told)
    except RuleError:
        return


def boards(content: bytes) -> None:
    """Read a file of deals, PBN, LIN, DLM or DUP; what was read can be written."""
    try:
        found = read_boards(content)
        for kind in ("pbn", "lin", "dlm", "dup"):
            write_boards(kind, found.boards)
    except RuleError:
        return


def people(content: bytes) -> None:
    """Read a list of people, CSV or XLSX."""
    try:
        read_file("list", content)
    except UnreadableFile:
        return


def scores(content: bytes) -> None:
    """Answer score files and files of the seven, and read sittings to bring in."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return
    for answer in answers(text):
        written(answer)
    for answer in answers(text, command=seven.SEVEN):
        written(answer)
    try:
        for told in read_sittings([("one", text), ("other", text)]):
            assert told.key and told.table.isprintable()
            assert told.date is None or told.date.year > 1849
        assert all(name.isprintable() and name for name in names_in(read_sittings([("", text)])))
    except RuleError:
        return


TARGETS: Mapping[str, Callable[[bytes], None]] = {
    "events": events,
    "tables": tables,
    "boards": boards,
    "people": people,
    "scores": scores,
}


def seeds() -> dict[str, list[bytes]]:
    """Good files of every kind for each target, as our own writers make them."""
    event = read_event(EVENT)
    pbn = write_pbn_event(event)
    dealt = read_boards(pbn).boards
    lines = (json.dumps(SITTING) + "\n").encode()
    return {
        "events": [
            event.written().encode(),
            write_usebio(event),
            write_usebio(event, "1.3"),
            pbn,
            write_usebio(read_event(RULED)),
            write_pbn_event(read_event(RULED)),
            write_usebio(read_event(TEAMS)),
            swiss(),
            *whole_session().values(),
            zipped([*whole_session().items()]),
        ],
        "tables": [json.dumps(BWS).encode()],
        "boards": [pbn, *(write_boards(kind, dealt) for kind in ("pbn", "lin", "dlm", "dup"))],
        "people": [
            b"name,short name,number\nAnn Ash,Ann,1\n",
            _workbook(),
            write_bridgewebs(event),
        ],
        "scores": [
            lines,
            lines + lines,
            (json.dumps(SITTING | {"part": 2}) + "\n").encode() + lines,
        ],
    }


def _workbook() -> bytes:
    book = Workbook()
    book.active.append(["name", "number"])
    book.active.append(["Ann Ash", "=1+1"])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
