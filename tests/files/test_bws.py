"""Results from Bridgemates: what a file's tables tell, a real read of a small one, damaged ones."""

from __future__ import annotations

import json
import random
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubscore.deals.file_text import MB
from clubscore.files import bws_tables
from clubscore.files.bws import brought, pad_rows
from clubscore.files.bws_tables import rows_of
from clubscore.files.formats import read_events
from clubscore.laws.errors import RuleError
from clubscore.ranking import read_event
from tests.files.jet import BOOLEAN, DATE, LONG, SHORT, TEXT, database
from tests.fuzz.test_fuzz import bitten
from tests.walks import by_examples

SIGN = b"\0\1\0\0Standard Jet DB\0"
MEMORY = resource.RLIMIT_AS
RECEIVED = (
    ("ID", LONG), ("Section", SHORT), ("Table", SHORT), ("Round", SHORT), ("Board", SHORT),
    ("PairNS", SHORT), ("PairEW", SHORT), ("NS/EW", TEXT), ("Contract", TEXT), ("Result", TEXT),
    ("LeadCard", TEXT), ("Remarks", TEXT), ("Erased", BOOLEAN),
)  # fmt: skip
SECTION = (("ID", SHORT), ("Letter", TEXT), ("Winners", SHORT))
ROUNDS = (
    ("Section", SHORT), ("Table", SHORT), ("Round", SHORT), ("NSPair", SHORT), ("EWPair", SHORT)
)  # fmt: skip
PLAYERS = (
    ("Section", SHORT), ("Table", SHORT), ("Direction", TEXT), ("Name", TEXT), ("Round", SHORT)
)  # fmt: skip
SEATS, SUITS = ("North", "East", "South", "West"), ("Spades", "Hearts", "Diamonds", "Clubs")
HANDS = ("AKQJ.T98.765.432", "5432.AKQ.T98.765", "876.5432.AKQ.T98", "T9.J76.J432.AKQJ")

ROWS = [
    (1, 1, 1, 1, 1, 1, 1, "N", "4 H", "+1", "SA", "", False),
    (2, 1, 2, 1, 1, 2, 2, "W", "3 NT x", "-2", "D10", "", False),
    (3, 1, 1, 1, 2, 1, 1, "", "PASS", "", "", "", False),
    (4, 1, 2, 1, 2, 2, 2, "S", "6 S", "=", "", "", True),
    (5, 1, 2, 1, 2, 2, 2, "S", "6 S xx", "=", "", "", False),
    (6, 1, 1, 2, 3, 1, 2, "", "", "", "", "Not played", False),
    (7, 1, 2, 2, 3, 2, 1, "", "", "", "", "60%-40%", False),
]


def bws(rows: Any = ROWS, **more: Any) -> bytes:
    return database({
        "ReceivedData": (RECEIVED, rows),
        "Section": (SECTION, [(1, "A  ", 2)]),
        "Session": ((("ID", SHORT), ("Name", TEXT), ("Date", DATE)), [(1, "Tuesday", 46_000.0)]),
        "RoundData": (ROUNDS, [(1, 1, 1, 1, 1), (1, 2, 1, 2, 2), (1, 1, 2, 1, 2)]),
        "PlayerNumbers": (PLAYERS, [(1, 1, "N", "Ann", 0), (1, 1, "S", "Bob", 0),
                                    (1, 2, "E", "Cyd", 0), (1, 1, "W", "", 0)]),
        "HandRecord": (
            (("Section", SHORT), ("Board", SHORT),
             *((f"{seat}{suit}", TEXT) for seat in SEATS for suit in SUITS)),
            [(1, 1, *(suit for hand in HANDS for suit in hand.split(".")))],
        ),
        **more,
    })  # fmt: skip


def test_a_file_comes_in_whole() -> None:
    (found,) = read_events("game.bws", bws())
    told = found.told
    assert told.about == {"name": "Tuesday", "date": "2025-12-09"}
    assert told.winners == 2
    assert list(told.contestants) == ["1NS", "2NS", "1EW", "2EW"]
    assert told.contestants["1NS"].names == ("Ann", "Bob")
    assert told.contestants["2EW"].names == ("Cyd",)
    assert [(each.board, each.ns, each.ew, each.score) for each in told.results] == [
        (1, "1NS", "1EW", 450),
        (1, "2NS", "2EW", 300),
        (2, "1NS", "1EW", 0),
        (2, "2NS", "2EW", 2070),
        (3, "1NS", "2EW", None),
        (3, "2NS", "1EW", None),
    ]
    assert [each.lead for each in told.results[:2]] == ["SA", "DT"]
    assert told.boards[1].deal == "N:" + " ".join(HANDS)
    assert [each.table for each in told.results] == [1, 2, 1, 2, 1, 2]


def entered(*meetings: tuple[int, int], winners: int = 0) -> dict[str, list[dict[str, Any]]]:
    """Tables as they are read of a file: board 1 played at each of these meetings."""
    rows = [
        {"ID": at, "Section": 1, "Table": at, "Round": 1, "Board": 1, "PairNS": ns, "PairEW": ew,
         "NS/EW": "N", "Contract": "4 H", "Result": "="}
        for at, (ns, ew) in enumerate(meetings, start=1)
    ]  # fmt: skip
    return {"ReceivedData": rows, "Section": [{"ID": 1, "Letter": "A", "Winners": winners}]}


@pytest.mark.parametrize(
    ("tables", "winners", "called"),
    [
        (entered((1, 3), (2, 4)), 1, ["1", "2", "3", "4"]),
        (entered((1, 3), (2, 4), winners=1), 1, ["1", "2", "3", "4"]),
        (entered((1, 3), (2, 4), winners=2), 2, ["1NS", "2NS", "3EW", "4EW"]),
        # Two pairs of one number can only be two sides.
        (entered((1, 1), (2, 2)), 2, ["1NS", "2NS", "1EW", "2EW"]),
    ],
)
def test_a_file_has_one_winner_or_two(tables: Any, winners: int, called: list[str]) -> None:
    told = brought(tables).told
    assert told.winners == winners and list(told.contestants) == called
    assert {each.direction for each in told.contestants.values()} == (
        {"NS", "EW"} if winners == 2 else {None}
    )


def test_a_file_without_results_is_refused() -> None:
    with pytest.raises(RuleError, match="has no results"):
        brought(entered())


def test_damaged_files_are_refused_and_end_in_time() -> None:
    whole = bws()
    for content in (whole[:3000], whole[:2048] + b"\xff" * 6000, whole[:40]):
        with pytest.raises(RuleError) as refused:
            read_events("game.bws", content)
        assert refused.value.code == "bws"


@pytest.mark.parametrize("ends", ["import no_reader", "time.sleep(9)", "1 / 0"])
def test_a_reader_that_is_missing_hangs_or_fails_is_told_in_words(
    ends: str, monkeypatch: Any
) -> None:
    command = (sys.executable, "-c", f"import sys, time; {ends}")
    monkeypatch.setattr(bws_tables, "COMMAND", command)
    monkeypatch.setattr(bws_tables, "SECONDS", 1)
    with pytest.raises(RuleError) as refused:
        bws_tables.read_tables(b"")
    assert refused.value.code == "bws"


class TooLong(BaseException):
    """What no reader catches."""


def read_here(_command: Any, *, input: bytes, **_how: Any) -> Any:
    """The reader's own work done in this process, within a second and half a gigabyte more."""

    def too_long(_signal: Any, _frame: Any) -> None:
        raise TooLong

    before, limits = signal.signal(signal.SIGALRM, too_long), resource.getrlimit(MEMORY)
    resource.setrlimit(MEMORY, (memory_now() + 512 * MB, limits[1]))
    signal.setitimer(signal.ITIMER_REAL, 1)
    try:
        told = json.dumps(bws_tables.tables_of(input)).encode()
        return subprocess.CompletedProcess([], 0, told)
    except TooLong:
        raise subprocess.TimeoutExpired([], 1) from None
    except Exception:
        return subprocess.CompletedProcess([], 1, b"")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        resource.setrlimit(MEMORY, limits)
        signal.signal(signal.SIGALRM, before)


def memory_now() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def bitten_where_it_tells(content: bytes, chance: random.Random) -> bytes:
    """A file with a few bytes changed that are not the emptiness between."""
    found = bytearray(content)
    told = [at for at, byte in enumerate(content) if byte]
    for at in chance.choices(told, k=chance.randint(1, 6)):
        found[at] = chance.choice((0, 1, 127, 255, chance.randrange(256)))
    return bytes(found)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="limits are Linux's here")
@by_examples(40)
@given(chance=st.randoms(use_true_random=False))
def test_bitten_databases_are_an_event_or_told_in_words(chance: random.Random) -> None:
    bite = chance.choice((bitten, bitten_where_it_tells, bitten_where_it_tells))
    with mock.patch.object(bws_tables.subprocess, "run", read_here):
        try:
            found = read_events("game.bws", SIGN + bite(bws(), chance)[len(SIGN) :])
        except RuleError as error:
            assert error.code
            return
    for each in found:
        assert read_event(json.loads(each.told.written())).written() == each.told.written()


def row(**cells: Any) -> dict[str, Any]:
    return dict(zip((name for name, _kind in RECEIVED), ROWS[0], strict=True)) | cells


def test_one_winner_keeps_the_numbers_and_sections_their_letters() -> None:
    tables = {
        "ReceivedData": [row(PairEW=2), row(ID=2, Section=2, PairEW=2, Remarks="Wrong direction")],
        "Section": [{"ID": 1, "Letter": "A "}, {"ID": 2, "Letter": "B "}],
    }
    found = brought(tables)
    assert list(found.told.contestants) == ["A1", "A2", "B1", "B2"]
    assert found.told.winners == 1
    assert any("Wrong direction" in note for note in found.notes)


def planned(*rows: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Two tables of round 1, pairs 1 and 2 each way, with two winners."""
    return {
        "ReceivedData": list(rows),
        "Section": [{"ID": 1, "Letter": "A", "Winners": 2}],
        "RoundData": [
            {"Section": 1, "Table": table, "Round": 1, "NSPair": table, "EWPair": table}
            for table in (1, 2)
        ],
        **more,
    }


SECOND = {"ID": 2, "Table": 2, "PairNS": 2, "PairEW": 2}


def test_pairs_that_sat_the_wrong_way_are_turned_and_it_is_announced() -> None:
    found = brought(planned(row(), row(**SECOND, Remarks="Wrong direction")))
    one, two = found.told.results
    assert (one.ns, one.ew, two.ns, two.ew) == ("1NS", "1EW", "2EW", "2NS")
    assert two.score == 450
    (told,) = (note for note in found.notes if "ID 2, board 1: “Wrong direction”" in note)
    assert "the pairs count as having sat the other way round" in told
    assert not any("check this result" in note for note in found.notes)


def test_an_arbitral_score_is_left_to_the_director_and_the_others_come_in() -> None:
    rows = row(), row(**SECOND, Contract="", Result="", Remarks="Arbitral score")
    found = brought(planned(*rows))
    assert [each.score for each in found.told.results] == [450, None]
    (asked,) = found.asks
    assert "ID 2, board 1: “Arbitral score”: the director has yet to decide this" in asked.given
    came, notes = pad_rows(planned(*rows))
    assert [each.table for each in came] == [1] and "Arbitral score" in notes[0]


def test_numbers_of_members_are_kept_with_their_names() -> None:
    def at(seat: str, name: str, number: Any, table: int = 1) -> dict[str, Any]:
        return {"Section": 1, "Table": table, "Direction": seat, "Name": name, "Number": number,
                "Round": 0}  # fmt: skip

    players = [at("N", "Ann", "1234567"), at("S", "Bob", 7654321), at("E", "Cyd", "0"),
               at("W", "Dee", "not one"), at("N", "", "1112223", 2),
               at("S", "", "9", 2)]  # fmt: skip
    known = {"PlayerNumbers": players, "PlayerNames": [{"ID": 1112223, "Name": "Eve"}]}
    for scheme, kept in (("acbl", "acbl"), ("", "national")):
        found = brought(planned(row(), row(**SECOND), **known), scheme)
        who = found.told.contestants
        assert who["1NS"].names == ("Ann", "Bob")
        assert who["1NS"].numbers == (((kept, "1234567"),), ((kept, "7654321"),))
        assert (who["1EW"].names, who["1EW"].numbers) == (("Cyd", "Dee"), ())
        assert (who["2NS"].names, who["2NS"].numbers) == (("Eve",), (((kept, "1112223"),),))
        left = [note for note in found.notes if "was left out" in note]
        assert len(left) == 2 and "'not one'" in left[0] and "number 9 was" in left[1]


def test_a_name_is_looked_for_where_a_number_stands_without_one() -> None:
    players = (*PLAYERS, ("Number", TEXT))
    content = bws(
        PlayerNumbers=(players, [(1, 1, "N", "", 0, "4711"), (1, 1, "S", "Bob", 0, "4712")]),
        PlayerNames=((("ID", LONG), ("Name", TEXT), ("strID", TEXT)), [(4711, "Ann", "4711")]),
    )
    (found,) = read_events("game.bws", content, scheme="ebu")
    first = found.told.contestants["1NS"]
    assert first.names == ("Ann", "Bob")
    assert first.numbers == ((("ebu", "4711"),), (("ebu", "4712"),))


def test_a_file_without_results_says_so() -> None:
    with pytest.raises(RuleError):
        brought({"ReceivedData": []})
    with pytest.raises(RuleError):
        brought({"ReceivedData": [row(Erased=True)]})


def test_tables_told_by_columns_become_rows() -> None:
    table = {"ID": [1, 2], "Name": ["a", b"b"], "Other": [1, 2]}
    assert rows_of(table, ("ID", "Name")) == [{"ID": 1, "Name": "a"}, {"ID": 2, "Name": "b'b'"}]
    assert rows_of(None, ("ID",)) == []
