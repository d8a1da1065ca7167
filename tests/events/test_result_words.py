"""A result is said in one wording, for texts, ears and sentences."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from clubscore.events.result_form import shown
from clubscore.events.result_words import (
    besides_words,
    bid_in_words,
    in_words,
    score_words,
    scored_words,
)
from clubscore.events.templatetags.events import in_signs
from clubscore.ranking.result import ResultFacts

SIGNS = re.compile("[♠♥♦♣×−=]")


def played(contract: str, declarer: str, tricks: int) -> dict[str, Any]:
    return {"contract": contract, "declarer": declarer, "tricks": tricks}


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (played("4SX", "S", 8), "4 spades doubled by South, down 2"),
        (played("3NT", "E", 9), "3 no-trumps by East, made"),
        (played("2H", "N", 9), "2 hearts by North, plus 1"),
        (played("1CXX", "W", 7), "1 club redoubled by West, made"),
        (played("H", "N", 9), "Hearts by North, 3 odd tricks"),
        (played("NTX", "N", 6), "No-trumps doubled by North, 1 odd trick to the other side"),
        (played("2NU", "N", 4), "2 nullos by North, plus 1"),
        (played("B", "N", 1), "B by North, 1 trick"),
        ({"passed_out": True}, "passed out"),
        ({"not_played": True}, "not played"),
        ({"adjusted": {"ns": "A+", "ew": "A+"}}, "average plus"),
        (
            {"adjusted": {"ns": "A+", "ew": "40"}},
            "average plus to North–South, 40\N{NO-BREAK SPACE}% to East–West",
        ),
        ({"score": -50}, "minus 50 for North–South"),
        (
            {"assigned": {"ns": [["620", "3/5"], ["-100", "2/5"]], "ew": [["620", "1"]]}},
            "assigned, as scores of North–South: for North–South 60 % of plus 620, 40 % of"
            " minus 100; for East–West plus 620",
        ),
        ({"split": {"ns": 420, "ew": 420}}, "assigned: plus 420 for North–South"),
        ({}, "nothing yet"),
    ],
)
def test_a_result_in_words(facts: ResultFacts, said: str) -> None:
    assert in_words(facts) == said
    assert not SIGNS.search(said)
    # What a page shows to the eyes has the same words for ears, once.
    page = " ".join(render_to_string("events/parts/result.html", {"r": shown(facts)}).split())
    for_ears = re.sub(r'<span aria-hidden="true">.*?</span>(?=<span class="visually)', "", page)
    assert re.sub("<[^>]*>", "", for_ears).strip() == " ".join(said.split())


def test_a_result_is_rendered_once_in_each_language_and_never_for_another() -> None:
    facts: list[dict[str, Any]] = [
        played("4SX", "S", 8), played("4SX", "N", 8), played("4S", "S", 8),
        {"adjusted": {"ns": "A+", "ew": "A+"}}, {"passed_out": True},
    ]  # fmt: skip
    results = [shown(each, {"S": "Ann"}) for each in facts]  # type: ignore[arg-type]
    # It looks like another, and reads otherwise.
    results.append(replace(results[3], facts={"passed_out": True}))
    for language in ("en", "de", "en"):
        with translation.override(language):
            for each in results:
                made = render_to_string("events/parts/result.html", {"r": each})
                assert in_signs(each) == made
    assert in_signs(results[0]) is in_signs(replace(results[0]))


def test_scores_and_contracts_in_words() -> None:
    assert [score_words(points) for points in (620, 0, -50)] == ["plus 620", "0", "minus 50"]
    assert [scored_words(points) for points in (620, 0, -50)] == [
        "Plus 620 to North–South",
        "No points to either side",
        "Plus 50 to East–West",
    ]
    assert bid_in_words("4SX", "S") == "4 spades doubled by South"
    assert bid_in_words("3NT") == "3 no-trumps"
    assert bid_in_words("") == ""


def test_what_else_a_game_counts_is_a_sentence_each() -> None:
    facts: Any = {
        **played("H", "N", 9),
        "honours": {"NS": "4+1", "EW": 3},
        "chicane": ["E"],
        "revokes": [{"by": "W"}],
        "joker": "S",
    }
    assert [*besides_words(facts)] == [
        "Honours of North–South: four, the fifth with partner",
        "Honours of East–West: 3",
        "No trumps held: East",
        "Revoked: West",
        "Joker: South",
    ]
