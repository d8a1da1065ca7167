"""What results are called: one vocabulary for all who read other programs' files."""

from __future__ import annotations

from typing import Any

import pytest

from clubscore.exchange.any_event.event_reading import read_events
from clubscore.exchange.bridgemate.bws import _outcome as outcome_of_bws
from clubscore.exchange.reading.foreign import play_told
from clubscore.exchange.reading.result_words import averages, outcome_by_word, words
from tests.exchange.test_usebio import one_line

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
    found = play_told(contract, "E", result)
    assert (found["contract"], found["tricks"], found["declarer"]) == (*told, "E")


@pytest.mark.parametrize(("contract", "result"), [("4S?", "10"), ("8S", "10"), ("4S", "ten")])
def test_what_is_none_is_told_as_none(contract: str, result: str) -> None:
    assert play_told(contract, "E", result) == {}


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
    assert len(pbn.notes) == 1 and "line 9" in pbn.notes[0] and "'LOST'" in pbn.notes[0]
    (usebio,) = read_events("a.xml", one_line("<CONTRACT>WON</CONTRACT><SCORE></SCORE>"))
    assert facts_of(usebio, 0) == {"not_played": True} and "'WON'" in usebio.notes[0]
