"""A stand-in for the pads' Data Connector, made from its rules (formats/bridgemate.json).

It refuses what the vendor's refuses (session numbers, letters, rounds that do not follow one
another, boards at a sit-out, somebody without a name), deletes results from the changed round on
when a movement comes again, and keeps what the pads tell until it is asked for. It can be told to
answer nothing, half, or as another version would. No device was at hand to compare it with.
"""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

GUID, LETTERS = re.compile("[0-9A-F]{32}"), re.compile(r"([A-Z])\1{0,2}")
PING = "Bridgemate dataconnector service version 5.0.1041.0"
OK, ERROR, RESULTS, NAMES, CALLS = 1, 4, 12, 11, 21
INITIALIZE, UPDATE, ALL_RESULTS, ALL_NAMES, NEW_CALLS, ACCEPT_CALLS = 5, 6, 23, 25, 36, 38
VALIDATION, NO_CONNECTION, BUSY, UNKNOWN = 5, 10, 1, 6
CLUB, KEY = "club-7", "licence"


class Pads:
    """What the connector and its pads hold."""

    def __init__(self) -> None:
        self.guid, self.sections = "", dict[str, Any]()
        self.names: list[Any] = []
        self.settings: list[Any] = []
        self.results: list[Any] = []
        self.calls: list[Any] = []
        self.accepted = 0
        self.asked: list[int] = []
        # "" for as it should be; "gone", "half", "other", "busy", "refuses", "redirect" otherwise.
        self.mood = ""
        self.address = ""

    def enter(self, table: int, round_: int, board: int, *, letter: str = "A", **more: Any) -> None:
        """A table enters a result: 4S by South, made, unless told otherwise."""
        row = self.row(letter, table, round_)
        told = {
            "SessionGuid": self.guid, "SectionLetters": letter, "TableNumber": table,
            "RoundNumber": round_, "BoardNumber": board, "ScoringDirection": 3,
            "IsDeleted": False, "PairNorthSouth": row["PairNS"], "PairEastWest": row["PairEW"],
            "DeclaringPair": row["PairNS"], "DeclarerDirection": 3, "Level": 4,
            "Denomination": 4, "Stake": 0, "TotalTricks": 10, "LeadCardRank": 0,
            "LeadCardSuit": 0, "ValidationMessages": None,
        }  # fmt: skip
        self.results.append(told | more)

    def row(self, letter: str, table: int, round_: int) -> Any:
        """Who sits at a table in a round, as it was told."""
        return next(
            row
            for each in self.sections[letter]["Tables"] if each["TableNumber"] == table
            for row in each["Rounds"] if row["RoundNumber"] == round_
        )  # fmt: skip

    def call(self, table: int, *, letter: str = "A", status: int = 1) -> None:
        """A table calls the director, or is content again."""
        self.calls.append({
            "SessionGuid": self.guid, "SectionLetters": letter, "TableNumber": table,
            "RoundNumber": 1, "Hour": 20, "Minute": 5, "Status": status,
        })  # fmt: skip

    def answer(self, request: Any) -> dict[str, Any]:  # noqa: PLR0911 - a command each
        """Return the answer to a request."""
        command, data = request["Command"], request["SerializedData"]
        self.asked.append(command)
        if (request["ClubId"], request["LicenceKey"]) != (CLUB, KEY):
            return error(command, VALIDATION, "The licence key is not that of the club.")
        if command == INITIALIZE:
            return self._initialize(json.loads(data))
        if request["SessionGuid"] != self.guid:
            return error(command, UNKNOWN, "There is no such session.")
        if command == UPDATE:
            return self._update(json.loads(data))
        if command == ALL_RESULTS:
            return items(command, RESULTS, self.results)
        if command == ALL_NAMES:
            return items(command, NAMES, self.names)
        if command == NEW_CALLS:
            return items(command, CALLS, self.calls[self.accepted :], len(self.calls))
        if command == ACCEPT_CALLS:
            self.accepted = json.loads(data)
            return fine(command)
        return error(command, 8, "Not implemented.")

    def _initialize(self, told: Any) -> dict[str, Any]:
        session = told["Sessions"][0]
        sections = [one for group in session["ScoringGroups"] for one in group["Sections"]]
        faults = [*session_faults(session), *(f for one in sections for f in section_faults(one))]
        faults += name_faults(told["Participations"])
        faults += [f"PIN {each}" for each in told["Bridgemate2Settings"] if not
                   re.fullmatch("[0-9]{4}", each["BM2PINcode"] or "")]  # fmt: skip
        if faults:
            return error(INITIALIZE, VALIDATION, "; ".join(faults))
        self.guid = session["SessionGuid"]
        self.sections = {one["Letters"]: one for one in sections}
        self.names, self.settings = told["Participations"], told["Bridgemate2Settings"]
        self.results, self.calls, self.accepted = [], [], 0
        return fine(INITIALIZE)

    def _update(self, told: Any) -> dict[str, Any]:
        faults = [*section_faults(told), *name_faults(told["Participations"])]
        if faults:
            return error(UPDATE, VALIDATION, "; ".join(faults))
        letter = told["Letters"]
        first = min(rows_of(self.sections[letter]) ^ rows_of(told), default=(99,))[0]
        self.results = [
            each for each in self.results
            if each["SectionLetters"] != letter or each["RoundNumber"] < first
        ]  # fmt: skip
        self.sections[letter] = told
        return fine(UPDATE)


def rows_of(section: Any) -> set[tuple[int, ...]]:
    names = ("RoundNumber", "TableNumber", "PairNS", "PairEW", "LowBoardNumber", "HighBoardNumber")
    return {tuple(row[name] for name in names)
            for table in section["Tables"] for row in table["Rounds"]}  # fmt: skip


def session_faults(session: Any) -> Iterator[str]:
    if not GUID.fullmatch(session["SessionGuid"] or ""):
        yield "SessionGuid"
    if not session["Name"] or session["Year"] < 2000:
        yield "Name or Year"


def section_faults(section: Any) -> Iterator[str]:
    if not LETTERS.fullmatch(section["Letters"] or ""):
        yield f"Letters {section['Letters']}"
    if section["Winners"] not in (1, 2) or section["GameType"] not in (10, 20, 30):
        yield "Winners or GameType"
    for table in section["Tables"]:
        numbers = [row["RoundNumber"] for row in table["Rounds"]]
        if sorted(numbers) != list(range(1, len(numbers) + 1)):
            yield f"Rounds of table {table['TableNumber']}: {numbers}"
        for row in table["Rounds"]:
            if not (row["PairNS"] and row["PairEW"]) and row["LowBoardNumber"]:
                yield f"Boards at a sit-out of table {table['TableNumber']}"


def name_faults(names: Any) -> Iterator[str]:
    seats = [(one["SectionLetters"], one["TableNumber"], one["Direction"]) for one in names]
    if len(set(seats)) < len(seats):
        yield "A seat is named twice"
    for one in names:
        if not one["LastName"] or one["RoundNumber"] > 1:
            yield f"Participation {one}"


def fine(command: int) -> dict[str, Any]:
    return whole(command, OK, 0, '"OK"')


def items(command: int, kind: int, found: list[Any], last: int = 0) -> dict[str, Any]:
    return whole(command, kind, 0, json.dumps(found), last)


def error(command: int, kind: int, text: str) -> dict[str, Any]:
    return whole(command, ERROR, kind, json.dumps(text))


def whole(command: int, kind: int, fault: int, data: str, last: int = 0) -> dict[str, Any]:
    return {"RequestCommand": command, "DataType": kind, "LastQueueItemId": last,
            "ErrorType": fault, "SessionGuid": None, "SerializedData": data}  # fmt: skip


@contextmanager
def pads_server() -> Iterator[Pads]:
    """Let a connector listen on this machine; `address` is its number and port."""
    pads = Pads()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._say(PING if pads.mood != "gone" else "")

        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            request = json.loads(self.rfile.read(length))
            told = json.dumps(pads.answer(request)) if not pads.mood else ""
            if pads.mood == "half":
                told = json.dumps(whole(request["Command"], RESULTS, 0, '[{"Round'))
            elif pads.mood == "other":
                told = json.dumps(whole(99, 77, 0, "{}"))
            elif pads.mood == "busy":
                told = json.dumps(error(request["Command"], BUSY, "busy"))
            elif pads.mood == "refuses":
                told = json.dumps(error(request["Command"], VALIDATION, "No boards here"))
            self._say(told)

        def _say(self, told: str) -> None:
            if pads.mood == "redirect":
                self.send_response(302)
                self.send_header("Location", "http://127.0.0.1:1/")
                self.end_headers()
                return
            self.send_response(500 if pads.mood == "gone" else 200)
            self.end_headers()
            self.wfile.write(told.encode())

        def log_message(self, *_args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    pads.address = f"127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield pads
    finally:
        server.shutdown()
        server.server_close()
