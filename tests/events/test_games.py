"""Events at other games than today's: what a result is asked for, what it is worth."""

import re
from typing import Any

import pytest
from django.http import QueryDict

from clubscore.events.bulk_results import read_line
from clubscore.events.models import Event
from clubscore.events.rankings import Lists
from clubscore.events.result_form import (
    fields_of,
    given_of,
    in_words,
    keys_of,
    over_of,
    read_result,
    shown,
    tricks_of,
)
from clubscore.events.scoring import Scorer
from clubscore.laws.errors import RuleError
from clubscore.papers.director_sheet import private_plans, slip_plans, traveller_plans
from clubscore.papers.ledger import recording
from clubscore.papers.pieces import PaperPiece
from clubscore.papers.results import one_cell
from clubscore.papers.sizes import A4
from clubscore.ranking import Board, find_valuation
from clubscore.web.forms import Problems
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path, phone_of, text_of

AUCTION = find_valuation("duplicate-auction")
CAIRO = find_valuation("cairo")
STRAIGHT = find_valuation("straight-bridge")
NULLOS = find_valuation("nullos")


def form(*fields: tuple[str, str]) -> QueryDict:
    found = QueryDict(mutable=True)
    for name, value in fields:
        found.appendlist(name, value)
    return found


CASES: list[tuple[Any, dict[str, Any]]] = [
    (AUCTION, {"contract": "4H", "declarer": "S", "tricks": 10, "honours": {"NS": "3"}}),
    (AUCTION, {"contract": "2SX", "declarer": "E", "tricks": 7, "honours": {"NS": "4+1"}}),
    (AUCTION, {"contract": "3NT", "declarer": "N", "tricks": 9}),
    (AUCTION, {"contract": "1S", "declarer": "W", "tricks": 7, "honours": {"EW": "5-in-one"},
               "chicane": ["N"]}),
    (CAIRO, {"contract": "4H", "declarer": "S", "tricks": 10}),
    (STRAIGHT, {"contract": "HX", "declarer": "E", "tricks": 5, "honours": {"NS": "4"}}),
    (NULLOS, {"contract": "3NU", "declarer": "N", "tricks": 3}),
    (CAIRO, {"contract": "4H", "declarer": "S", "tricks": 10,
             "revokes": [{"by": "E", "penalty": "tricks"}, {"by": "E", "penalty": "tricks"}]}),
]  # fmt: skip


@pytest.mark.parametrize(("valuation", "facts"), CASES)
def test_a_result_is_the_same_after_the_form_that_would_say_it(
    valuation: Any, facts: dict[str, Any]
) -> None:
    sent = form(*fields_of(given_of(facts, valuation)))
    assert read_result(sent, valuation, Board(1)) == facts
    valuation.read_deal(facts)


def test_honours_are_asked_for_where_one_side_must_hold_them() -> None:
    given = form(("level", "4"), ("denomination", "H"), ("declarer", "S"), ("result", "="))
    with pytest.raises(Problems, match="Which side, or does no one claim"):
        read_result(given, AUCTION, Board(1))
    given["honours"] = "none"
    assert "honours" not in read_result(given, AUCTION, Board(1))
    with pytest.raises(Problems, match="How did it go"):
        read_result(form(*[each for each in given.items() if each[0] != "result"]), AUCTION,
                    Board(1))  # fmt: skip


def test_the_form_has_what_its_game_has() -> None:
    assert keys_of(CAIRO, {}, {}).get("honours") is None
    assert keys_of(find_valuation("duplicate"), {}, {}).get("honours") is None
    assert len(keys_of(AUCTION, {}, {})["honours"]) == 2
    assert keys_of(STRAIGHT, {}, {})["levels"] == []
    assert len(keys_of(STRAIGHT, {}, {})["odd"]) == 2
    assert [each["field"] for each in keys_of(find_valuation("joker"), {}, {})["questions"]] == [
        "joker"
    ]
    assert "NU" in [each["value"] for each in keys_of(NULLOS, {}, {})["denominations"]]


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("14 4S= E HD3", {"contract": "4S", "tricks": 10, "honours": {"EW": "3"}}),
        ("14 4S-1 E HA4 HQ", {"tricks": 9, "honours": {"NS": "4"}, "lead": "HQ"}),
        ("14 4S= E HN4", {"honours": {"NS": "4-in-one"}}),
        ("14 4S= E HE4+1 SA", {"honours": {"EW": "4+1"}, "lead": "SA"}),
        ("14 4S= E CHSN HW5", {"honours": {"EW": "5-in-one"}, "chicane": ["N", "S"]}),
        ("14 4S= E JW", {"joker": "W"}),
        ("14 4S= E RE", {"revokes": [{"by": "E", "penalty": "points"}]}),
        (
            "14 4S= E RNT HA3",
            {"revokes": [{"by": "N", "penalty": "tricks"}], "honours": {"NS": "3"}},
        ),
        ("14 3NU= N", {"contract": "3NU", "tricks": 4}),
        ("14 H+2 N", {"contract": "H", "tricks": 8}),
        ("14 HX-2 N", {"contract": "HX", "tricks": 5}),
    ],
)
def test_a_typed_line_says_honours_and_contracts_of_other_games(
    line: str, facts: dict[str, Any]
) -> None:
    told = read_line(line).facts
    assert {key: told[key] for key in facts} == facts


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("14 4S= E HN3", "HN4, HN4+1, HN5"),
        ("14 4S= E HD4+1", "type whose"),
        ("14 4S= E HD3 HA3", "Enter honours once"),
    ],
)
def test_honours_that_cannot_be_typed_so_say_how(line: str, says: str) -> None:
    with pytest.raises(Problems, match=re.escape(says)):
        read_line(line)


@pytest.mark.django_db
def test_the_pages_for_the_keyboard_show_what_this_game_counts_besides() -> None:
    evening = Evening(4)
    director = director_of(evening)
    assert "HN4+1" not in text_of(director.get(path(evening, "typing/")))
    Event.objects.filter(pk=evening.event.pk).update(game="duplicate-auction")
    for rest in ("typing/", "travellers/"):
        page = text_of(director.get(path(evening, rest)))
        assert "14 4S= E HN4+1" in page
        assert "14 4S= E CHN" in page
        assert "JN" not in page
    line = {"line": "T1: 1 4S= E HN4+1 CHW RE", "key": "k"}
    director.post(path(evening, "line/"), line)
    assert shown(evening.standing(1, 1).facts).besides == (
        "honours: NS four, the fifth with partner · no trump: West · revoked: East"
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "line", "says"),
    [
        ("duplicate-auction", "1 4S= E HN4 CHW", "+"),
        ("joker", "1 4S= E JN", "+"),
        ("duplicate-auction", "1 4S= E RNT", "+"),
        ("duplicate-auction", "1 4S= W RE", "dummy cannot revoke"),
        ("duplicate", "1 4S= E HD3", "honours"),
        ("duplicate", "1 4S= E JN", "joker"),
    ],
)
def test_a_typed_line_is_counted_by_the_events_game_or_refused_by_it(
    game: str, line: str, says: str
) -> None:
    evening = Evening(4)
    Event.objects.filter(pk=evening.event.pk).update(game=game)
    told = read_line(line)
    scorer = Scorer(evening.room)
    if says == "+":
        assert scorer.score(evening.spot(1, 1), told.facts) is not None
        return
    with pytest.raises(RuleError, match=says):
        scorer.score(evening.spot(1, 1), told.facts)


@pytest.mark.parametrize("denomination", ["S", "NU"])
@pytest.mark.parametrize("level", ["", "1", "7"])
@pytest.mark.parametrize("tricks", [0, 6, 7, 13])
def test_tricks_and_over_tricks_are_the_same_thing(
    level: str, denomination: str, tricks: int
) -> None:
    assert tricks_of(level, denomination, over_of(level, denomination, tricks)) == tricks


def test_honours_stand_beside_the_contract() -> None:
    assert shown(CASES[0][1]).besides == "honours: NS 3"
    assert in_words({"contract": "3NU", "declarer": "N", "tricks": 4}).endswith("made")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "fields", "score"),
    [
        ("duplicate-auction", {"honours": "D:3"}, "+173"),  # 32, honours 16, game 125
        ("cairo", {}, "+189"),
    ],
)
def test_duplicate_at_another_game_is_an_event_like_any_other(
    game: str, fields: dict[str, str], score: str
) -> None:
    evening = Evening(4)
    Event.objects.filter(pk=evening.event.pk).update(game=game)
    phone = phone_of(evening, 1)
    at = path(evening, "at/A1/")
    phone.post(at + "here/", {"round": "1", "yes": "1", "key": "h"})
    page = text_of(phone.get(at))
    assert ("no one claims" in page) == bool(fields)
    board = evening.table(1).place.boards[0]
    sent = {"level": "4", "denomination": "H", "doubling": "0", "declarer": "S", "result": "=",
            "round": "1", "board": str(board), "key": "t"}  # fmt: skip
    if fields:
        assert phone.post(at + "tell/", sent).status_code == 422
    assert phone.post(at + "tell/", sent | fields).status_code == 302
    evening.agree(1, board)
    assert score in text_of(phone.get(at + f"?board={board}"))
    assert Lists(evening.room).boards == [board]


@pytest.mark.django_db
def test_a_revoke_stays_where_a_result_is_put_right_and_can_be_taken_off() -> None:
    evening = Evening(4)
    Event.objects.filter(pk=evening.event.pk).update(game="cairo")
    revoke = {"revokes": [{"by": "E", "penalty": "tricks"}]}
    made = {"contract": "4H", "declarer": "S", "tricks": 10}
    evening.play(made | revoke)
    director = director_of(evening)
    page = director.get(path(evening, "table/A1/?board=1")).content.decode()
    ticked = dict(re.findall(r'name="([a-z0-9-]+)" value="([^"]*)"\s+checked', page))
    assert ticked["revoke-1"] == "E" and ticked["revoke-2"] == ""
    correct = {"what": "result", "save": "1", "reason": "misread", "round": "1", "board": "1"}

    def sent(**changed: str) -> dict[str, Any]:
        seen = evening.standing(1, 1).number
        return {**ticked, **correct, "seen": seen, "key": f"right-{seen}", **changed}

    right = path(evening, "table/A1/right/")
    director.post(right, sent(result="-1"))
    assert evening.standing(1, 1).facts == made | {"tricks": 9} | revoke
    refused = director.post(right, sent() | {"revoke-1": "W", "penalty-1": ""})
    assert "What do the opponents take for it?" in text_of(refused)
    director.post(right, sent() | {"revoke-1": ""})
    assert evening.standing(1, 1).facts == made


def asked(evening: Evening) -> list[PaperPiece]:
    """Slips, travellers and private score cards: the pieces on which a pencil notes results."""
    plans = (slip_plans, traveller_plans, private_plans)
    return [each for make in plans for plan in make(evening.room, A4, "") for each in plan.forms]


@pytest.mark.django_db
def test_paper_has_a_column_for_honours_where_they_count_and_lists_tell_them() -> None:
    evening = Evening(4)
    words = {column.word for each in asked(evening) for column in each.grid.columns}
    assert "contract" in words and "honours" not in words
    Event.objects.filter(pk=evening.event.pk).update(game="duplicate-auction")
    pencilled = asked(evening)
    assert len(pencilled) > 3
    for each in pencilled:
        assert "honours" in [column.word for column in each.grid.columns]
        assert {len(row) for row in each.grid.rows} == {len(each.grid.columns)}
    evening.play({"contract": "4S", "declarer": "S", "tricks": 10, "honours": {"NS": "3"}})
    with recording() as kept:
        director_of(evening).get(path(evening, "results.pdf"))
    assert "honours: NS 3" in " ".join(each.text for each in kept[0].texts)


def test_a_sheet_says_nullos_and_odd_tricks() -> None:
    assert one_cell(shown({"contract": "3NU", "declarer": "N", "tricks": 4})) == "3NU N ="
    assert one_cell(shown({"contract": "HX", "declarer": "N", "tricks": 8})) == "♥ × N +2"
