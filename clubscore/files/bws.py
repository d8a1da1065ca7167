"""Results from Bridgemates: the BWS file of an evening that was set up elsewhere, read only."""

from __future__ import annotations

import re
from typing import NamedTuple

from django.utils.translation import gettext as _

from clubscore.club.wording import said
from clubscore.deals.hands import read_deal
from clubscore.events.bulk_results import PadResult
from clubscore.files.bws_set_up import number_of, with_names
from clubscore.files.bws_tables import Rows, Tables, Told, read_tables
from clubscore.files.event_format import EventFormat, ImportedEvent, Open, Reads
from clubscore.files.foreign import Foreign, contract_facts
from clubscore.files.reading import BWS as BEGINNING
from clubscore.laws.errors import RuleError, shown
from clubscore.laws.words import gettext_noop
from clubscore.ranking.board import BoardFacts
from clubscore.ranking.contestant import ContestantFacts
from clubscore.ranking.event import EventFacts
from clubscore.ranking.member_numbers import SOMEBODYS, is_placeholder, read_member_number
from clubscore.ranking.result import ResultFacts
from clubscore.ranking.result_words import means, outcome_by_word

MOST_OF_A_PAIR = 4
SEATS = ("North", "East", "South", "West")
SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")


class _BwsSpot(NamedTuple):
    section: int
    round: int
    table: int
    board: int


def read_bws(content: bytes, scheme: str = "") -> list[ImportedEvent]:
    """Return the event of a Bridgemate file. RuleError names the row of ReceivedData.

    ``scheme`` is the federation of the club that reads it: the pads ask for its numbers.
    """
    tables = read_tables(content)
    if any(number_of(row) and not row.get("Name") for row in tables.get("PlayerNumbers", [])):
        tables = read_tables(content, with_names=True)
    return [brought(tables, scheme)]


def brought(tables: Tables, scheme: str = "") -> ImportedEvent:
    """Return the event that the tables of a file tell."""
    evening = _BwsEvening(tables, scheme or SOMEBODYS)
    if not evening.received:
        raise RuleError("bws", gettext_noop("This Bridgemate file has no results."))
    head: EventFacts = {
        **evening.about(),
        "scoring": "matchpoints",
        "winners": 2 if evening.two else 1,
    }
    foreign = Foreign(head, evening.contestants(), evening.boards())
    foreign.notes.append(_("A Bridgemate file does not say how the event was scored."))
    for spot, row in evening.received.items():
        _add(foreign, evening, spot, row)
    foreign.notes += evening.notes
    return foreign.brought()


def pad_rows(tables: Tables) -> tuple[list[PadResult], list[str]]:
    """Return what was entered, for an event that is played here, and what is told besides.

    A row that says nothing is told, and the others come in.
    """
    evening, notes = _BwsEvening(tables), list[str]()
    rows = []
    for spot, row in evening.received.items():
        where = f"ReceivedData, ID {_whole(row, 'ID')}"
        try:
            facts = _outcome(row, notes, where)
        except RuleError as error:
            notes.append(f"{where}: {said(error)}")
            continue
        letter = evening.letters.get(spot.section, "")
        pairs = (_whole(row, "PairNS"), _whole(row, "PairEW"))
        turned = _is_turned(row)
        if turned:
            notes.append(_turned_told(where, row))
        rows.append(
            PadResult(letter, spot.round, spot.table, spot.board, *pairs, {**facts}, turned)
        )
    return rows, notes


class _BwsEvening:
    """The tables of a file, and who is called what in the ranking."""

    def __init__(self, tables: Tables, scheme: str = SOMEBODYS) -> None:
        self.tables, self.scheme = tables, scheme
        self.notes: list[str] = []
        self.letters = {
            _whole(row, "ID"): str(row.get("Letter") or "").strip() or str(at)
            for at, row in enumerate(tables.get("Section", []), start=1)
        }
        self.received = _last_of_each(tables.get("ReceivedData", []))
        self.two = any(_whole(row, "Winners") == 2 for row in tables.get("Section", [])) or any(
            _whole(row, "PairNS") == _whole(row, "PairEW") for row in self.received.values()
        )

    def called(self, section: int, number: int, side: str) -> str:
        """Return what a pair is called: with its direction where there are two winners."""
        letter = self.letters.get(section, "") if len(self.letters) > 1 else ""
        return f"{letter}{number}{side.upper() if self.two else ''}"

    def contestants(self) -> list[ContestantFacts]:
        """Everybody who had a result, in the order of sections, sides and numbers."""
        found: dict[str, ContestantFacts] = {}
        people = self._people()
        sat = {
            (spot.section, side if self.two else "", _whole(row, f"Pair{side.upper()}"))
            for spot, row in self.received.items()
            for side in ("ns", "ew")
        }
        for section, side, number in sorted(sat, key=lambda each: (each[0], each[1] == "ew", each)):
            key = self.called(section, number, side)
            found[key] = {"number": key}
            if known := people.get((section, number, side)):
                found[key]["names"] = [name for name, _numbers in known]
                found[key]["numbers"] = [numbers for _name, numbers in known]
            if self.two:
                found[key]["direction"] = side.upper()
            if len(self.letters) > 1:
                found[key]["section"] = self.letters.get(section) or str(section)
        return list(found.values())

    def _people(self) -> dict[tuple[int, int, str], list[tuple[str, dict[str, str]]]]:
        """Names and numbers as players entered them at their first table."""
        first = {
            (_whole(row, "Section"), _whole(row, "Table")): row
            for row in self.tables.get("RoundData", [])
            if _whole(row, "Round") == 1
        }
        found: dict[tuple[int, int, str], list[tuple[str, dict[str, str]]]] = {}
        for row in with_names(self.tables):
            at, name = (_whole(row, "Section"), _whole(row, "Table")), str(row["Name"])[:200]
            seat = str(row.get("Direction") or "").strip().upper()
            if _whole(row, "Round") > 1 or at not in first or seat not in tuple("NESW"):
                continue
            side = "ns" if seat in "NS" else "ew"
            pair = at[0], _whole(first[at], f"{side.upper()}Pair"), side if self.two else ""
            numbers = self._numbers(number_of(row), name)
            if name and len(found.setdefault(pair, [])) < MOST_OF_A_PAIR:
                found[pair].append((name, numbers))
        return found

    def _numbers(self, text: str, name: str) -> dict[str, str]:
        """Somebody's number with the federation; one that can be none is announced and left out."""
        if is_placeholder(text):
            return {}
        values = {"number": text[:20], "name": name}
        if not name:
            told = _("The number %(number)s was left out: the file has no name with it.")
            self.notes.append(told % values)
            return {}
        try:
            return {self.scheme: read_member_number(self.scheme, text)}
        except RuleError as error:
            told = _("The number %(number)s of %(name)s was left out: %(why)s")
            self.notes.append(told % {**values, "why": said(error)})
            return {}

    def boards(self) -> list[BoardFacts]:
        """The boards that were played, in order, with their cards where the file has them."""
        found: dict[int, BoardFacts] = {
            number: {"number": number} for number in sorted({spot.board for spot in self.received})
        }
        for row in self.tables.get("HandRecord", []):
            number = _whole(row, "Board")
            if number not in found or "deal" in found[number]:
                continue
            hands = (
                ".".join(str(row.get(f"{seat}{suit}") or "").replace(" ", "") for suit in SUITS)
                for seat in SEATS
            )
            try:
                found[number]["deal"] = read_deal("N:" + " ".join(hands)).pbn()
            except RuleError as error:
                values = {"number": number, "why": said(error)}
                self.notes.append(
                    _("The cards of board %(number)s were left out: %(why)s") % values
                )
        return list(found.values())

    def about(self) -> EventFacts:
        """The evening's name and date."""
        session: Told = next(iter(self.tables.get("Session", [])), {})
        date = re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", str(session.get("Date") or ""))
        name, about = str(session.get("Name") or "").strip(), EventFacts()
        if name:
            about["name"] = name[:200]
        if date:
            about["date"] = date[0]
        return about


def _last_of_each(rows: Rows) -> dict[_BwsSpot, Told]:
    """What counts: of each board at a table the last row that was not erased."""
    found: dict[_BwsSpot, Told] = {}
    for row in sorted(rows, key=lambda row: _whole(row, "ID")):
        spot = _BwsSpot(*(_whole(row, name) for name in ("Section", "Round", "Table", "Board")))
        found.pop(spot, None)
        if not row.get("Erased"):
            found[spot] = row
    return found


def _whole(row: Told, name: str) -> int:
    value = row.get(name)
    return value if type(value) is int else 0


def _add(foreign: Foreign, evening: _BwsEvening, spot: _BwsSpot, row: Told) -> None:
    where = f"ReceivedData, ID {_whole(row, 'ID')}"
    facts: ResultFacts = {"board": spot.board, "round": spot.round, "table": spot.table}
    if len(evening.letters) > 1:
        facts["section"] = evening.letters.get(spot.section) or str(spot.section)
    facts["ns"] = evening.called(spot.section, _whole(row, "PairNS"), "ns")
    facts["ew"] = evening.called(spot.section, _whole(row, "PairEW"), "ew")
    if _is_turned(row):
        facts["ns"], facts["ew"] = facts["ew"], facts["ns"]
        evening.notes.append(_turned_told(where, row))
    try:
        outcome = _outcome(row, evening.notes, where)
    except RuleError as problem:
        foreign.leave_open(facts, where, problem)
        return
    foreign.take({**facts, **outcome}, None, where)


def _is_turned(row: Told) -> bool:
    return means("turned", str(row.get("Remarks") or ""))


def _turned_told(where: str, row: Told) -> str:
    text = _(
        "%(where)s, board %(board)s: “%(remark)s”; the pairs count as having sat the other way"
        " round."
    )
    remark = str(row.get("Remarks") or "").strip()
    return text % {"where": where, "board": _whole(row, "Board"), "remark": remark}


def _outcome(row: Told, notes: list[str], where: str) -> ResultFacts:
    """What a row says, as an event file does. RuleError at ``where`` for what says nothing."""
    contract, result, remark = (
        str(row.get(name) or "").strip() for name in ("Contract", "Result", "Remarks")
    )
    by_remark = outcome_by_word(remark)
    if by_remark:
        return by_remark
    if means("undecided", remark):
        raise RuleError(
            "undecided",
            gettext_noop("“%(remark)s”: the director has yet to decide this result."),
            where,
            remark=remark,
        )
    if remark and not means("turned", remark):
        values = {"where": where, "remark": remark[:80]}
        notes.append(_("%(where)s: check this result; the file says “%(remark)s”.") % values)
    by_word = outcome_by_word(contract)
    if by_word:
        return by_word
    led = str(row.get("LeadCard") or "")
    played = contract_facts(contract, str(row.get("NS/EW") or ""), result, led)
    if played:
        return played
    raise RuleError(
        "bws",
        gettext_noop("This row has no contract with a result that is known here: %(given)s."),
        where,
        given=shown(" ".join(filter(None, (contract, result, remark)))),
    )


def _read(content: bytes, left: Open) -> list[ImportedEvent]:
    return read_bws(content, left.scheme)


# Nothing free writes such a file.
BRIDGEMATE = EventFormat(
    key="bws",
    name=gettext_noop("Bridgemate"),
    reads=Reads(
        _read,
        gettext_noop("a Bridgemate file (BWS)"),
        beginnings=(BEGINNING,),
    ),
)
