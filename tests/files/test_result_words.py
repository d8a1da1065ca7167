"""What results are called: one vocabulary for all who read other programs' files."""

from __future__ import annotations

from typing import Any

import pytest

from clubscore.events.bulk_results import read_line
from clubscore.files.bws import _outcome as outcome_of_bws
from clubscore.files.bws import brought as bws_brought
from clubscore.files.foreign import contract_facts
from clubscore.files.formats import read_events
from clubscore.ranking.result_words import averages, outcome_by_word, words
from tests.files.bbo_made import CYD, FAY, ROBOT, SESSION_TABLES, Table, traveller
from tests.files.test_bbo import one as bbo_of
from tests.files.test_bws import row as bws_row
from tests.files.test_usebio import one_line

PBN = """[Event "Test evening"]
[Date "2026.03.02"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Scoring "MP"]
[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Contract\\5L;Declarer\\1R;Result\\2R%s"]
1 3 4H S 10%s
2 4 %s
"""
PASSED = {"passed_out": True}
BOTH_HALF = {"adjusted": {"ns": "50", "ew": "50"}}
MEANT: dict[str, Any] = {
    "PO": PASSED, "AP": PASSED, "P": PASSED, "Passed": PASSED, '"All Pass"': PASSED,
    '"Passed Out"': PASSED, "PASS": PASSED, "NP": {"not_played": True}, "A": BOTH_HALF,
    "AVE": BOTH_HALF, "A50": BOTH_HALF, "A6040": {"adjusted": {"ns": "60", "ew": "40"}},
    "60/40": {"adjusted": {"ns": "60", "ew": "40"}},
    "60%-40%": {"adjusted": {"ns": "60", "ew": "40"}},
}  # fmt: skip


def facts_of(brought: Any, at: int = 1) -> dict[str, Any]:
    """What a result says, without who sat where."""
    whole = brought.told.facts()["results"][at]
    return {key: whole[key] for key in whole if key not in ("board", "ns", "ew", "round", "table")}


@pytest.mark.parametrize("word", MEANT)
def test_a_word_means_the_same_in_every_format(word: str) -> None:
    (pbn,) = read_events("a.pbn", (PBN % ("", "", f"{word} - -")).encode())
    assert facts_of(pbn) == MEANT[word] and pbn.notes == ()
    bare = word.strip('"')
    (usebio,) = read_events("a.xml", one_line(f"<CONTRACT>{bare}</CONTRACT><SCORE></SCORE>"))
    assert facts_of(usebio, 0) == MEANT[word]
    row: Any = {"Contract": bare, "Result": "", "Remarks": ""}
    assert outcome_of_bws(row, [], "row 1") == MEANT[word]
    table = Table((*CYD, *FAY), bare, "", "50.00%", ROBOT)
    bbo = bbo_of([traveller(1, [SESSION_TABLES[1][0], table]), traveller(2, SESSION_TABLES[2])])
    assert facts_of(bbo) == MEANT[word]
    assert read_line(f"14 {bare}").facts == MEANT[word]


def test_every_word_says_where_it_was_seen() -> None:
    counted = 0
    for kind, told in words().items():
        for word, seen in told.items():
            counted += 1
            assert word == "".join(word.split()).upper(), word
            assert len((seen if isinstance(seen, str) else seen[-1]).strip()) > 2, (kind, word)
    assert counted > 20
    assert outcome_by_word("4H") == outcome_by_word("") == outcome_by_word("lost") == {}


@pytest.mark.parametrize(
    ("contract", "result", "told"),
    [
        ("4S dbl", "10", ("4SX", 10)),
        ("4♠ x", "=", ("4SX", 10)),
        ("3N*", "-2", ("3NTX", 7)),
        ("3 NT rdbl", "+1", ("3NTXX", 10)),
        ("1c", "7", ("1C", 7)),
    ],
)
def test_a_contract_however_it_is_doubled_and_counted(
    contract: str, result: str, told: tuple[str, int]
) -> None:
    found = contract_facts(contract, "E", result)
    assert (found["contract"], found["tricks"], found["declarer"]) == (*told, "E")


@pytest.mark.parametrize(("contract", "result"), [("4S?", "10"), ("8S", "10"), ("4S", "ten")])
def test_what_is_none_is_told_as_none(contract: str, result: str) -> None:
    assert contract_facts(contract, "E", result) == {}


def test_a_contract_from_the_keyboard_is_doubled_in_the_same_words() -> None:
    for line in ("14 4S dbl = E", "14 4♠ doubled E =", "14 4sx= e", "14 4S* E ="):
        assert read_line(line).facts == {"contract": "4SX", "declarer": "E", "tricks": 10}, line
    assert read_line("14 4S RDBL E –1").facts["contract"] == "4SXX"


def test_an_average_of_each_side_stands_in_the_columns_of_scores() -> None:
    """As the scorer of three Scandinavian federations writes it, percentages beside it."""
    more = ";Score_NS;Score_EW;Percentage_NS;Percentage_EW"
    for beside, meant in (("60 40", ("60", "40")), ("65 35", ("65", "35")), ("- -", ("60", "40"))):
        text = PBN % (more, " 420 - 100 0", f'- - - "A+" "A-" {beside}')
        (found,) = read_events("a.pbn", text.encode())
        assert facts_of(found) == {"adjusted": {"ns": meant[0], "ew": meant[1]}}
    assert averages("A+", "420") == {}


def test_a_row_that_says_nothing_known_leaves_the_others_and_is_told() -> None:
    (pbn,) = read_events("a.pbn", (PBN % ("", "", "lost - -")).encode())
    assert facts_of(pbn) == {"not_played": True}
    assert facts_of(pbn, 0)["tricks"] == 10
    assert len(pbn.notes) == 1 and "line 9, board 1:" in pbn.notes[0] and "'LOST'" in pbn.notes[0]
    (usebio,) = read_events("a.xml", one_line("<CONTRACT>WON</CONTRACT><SCORE></SCORE>"))
    assert facts_of(usebio, 0) == {"not_played": True} and "'WON'" in usebio.notes[0]


NOTHING_KNOWN: list[dict[str, Any]] = [
    {"Contract": "8 H"}, {"Result": "+9"}, {"NS/EW": "X"}, {"Contract": "", "Result": "soon"},
    {"Remarks": "70%-130%"},
]  # fmt: skip


@pytest.mark.parametrize("cells", NOTHING_KNOWN)
def test_a_row_of_a_pad_that_says_nothing_known_leaves_the_others_and_is_told(cells: Any) -> None:
    rows = [bws_row(PairEW=2), bws_row(ID=2, Board=2, PairEW=2, **cells)]
    found = bws_brought({"ReceivedData": rows})
    assert facts_of(found, 0)["tricks"] == 11
    assert facts_of(found) == {"not_played": True}
    (asked,) = found.asks
    assert "ReceivedData, ID 2, board 2:" in asked.given and asked.result == 2


def test_a_line_of_a_traveller_that_says_nothing_known_leaves_the_others_and_is_told() -> None:
    for result, score in (("lost", "50.00%"), ("A+-", "")):
        table = Table((*CYD, *FAY), result, "", score, ROBOT)
        pages = [traveller(1, [SESSION_TABLES[1][0], table]), traveller(2, SESSION_TABLES[2])]
        found = bbo_of(pages, scoring="matchpoints")
        assert facts_of(found) == {"not_played": True} and len(found.told.results) == 4
        (told,) = found.notes
        assert f"'{result}'" in told and "This result comes in as not played" in told


def test_a_percentage_that_cannot_be_leaves_the_others_and_is_told() -> None:
    more = ";Score_NS;Score_EW;Percentage_NS;Percentage_EW"
    text = PBN % (more, " 420 - 100 0", "- - - - - ^70 ^130")
    (found,) = read_events("a.pbn", text.encode())
    assert facts_of(found) == {"not_played": True} and "line 9, board 1:" in found.notes[0]
