"""The soak's independent model scores as rules are printed, and its judge sees what differs.

The vectors are those that the rules and the laws of duplicate print.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import transaction

from clubscore.club.logins import found_club
from clubscore.files.score_file import answer, read_score_file
from clubscore.server import backups
from tests.soak import seven_model
from tests.soak.counting import Sheet, sheet_of
from tests.soak.deals import SEATS, Deal, a_deal
from tests.soak.director import log_in
from tests.soak.judge import Said, coins_said
from tests.soak.judgement import compared, is_whole, said_by
from tests.soak.ranks import ranking_of, score_of
from tests.soaked import (
    CardsHere,
    EventHere,
    PhoneHere,
    SevenHere,
    cards_played,
    event_played,
    nothing_kept,
)

# They share an evening that is played once.
PLAYED = pytest.mark.long(25, shared=True)
SHEETS = 100  # of four deals each, of a game


def totals_of(sheet: Sheet) -> dict[str, int]:
    """What the columns have of the one rubber of a sheet."""
    (rubber,) = sheet.rubbers
    return rubber.totals


def test_rubbers_are_counted_as_the_rules_print_them() -> None:
    auction = [
        Deal("auction", 3, "H", "N", over=1, honours={"D": 3}),
        Deal("auction", 4, "S", "E", doubling=1, over=-2, honours={"D": 4}),
        Deal("auction", 2, "NT", "E", over=1, honours={"D": 3}),
        Deal("auction", 1, "C", "N", doubling=2, over=1),
    ]
    assert totals_of(sheet_of("auction", auction)) == {"NS": 746, "EW": 96}
    pirate = [
        Deal("pirate", 2, "H", "N", "E", doubling=1, over=1, honours={"D": 3}),
        Deal("pirate", 3, "NT", "W", "S", over=-1),
        Deal("pirate", 3, "NT", "N", "W", honours={"D": 3}),
    ]
    assert totals_of(sheet_of("pirate", pirate)) == {"N": 424, "E": 264, "S": 0, "W": 110}
    skip = [
        Deal("cut-throat", 4, "S", "A", honours={"A": 2, "dummy": 1, "B": 1, "C": 1}),
        Deal("cut-throat", 2, "NT", "B", doubling=1, over=-1, honours={"A": 1, "B": 1, "dummy": 2}),
        Deal("cut-throat", 3, "NT", "A", honours={"A": 2, "dummy": 1, "B": 1}),
    ]
    assert totals_of(sheet_of("cut-throat", skip)) == {"A": 683, "B": 49, "C": 109}


def test_a_revoke_chicane_and_a_fine_are_counted_as_the_rules_print_them() -> None:
    """Section 1.7: whoever revokes keeps honours and chicane alone, the others have 150."""
    made = Deal("auction", 4, "S", "N", honours={"D": 4}, chicane=("E",))
    (points,) = sheet_of("auction", [made]).deals
    assert points == {"NS": [36, 36], "EW": [0, 18]}
    (points,) = sheet_of("auction", [replace(made, revoked="N")]).deals
    assert points == {"NS": [0, 36], "EW": [0, 150 + 18]}
    down = Deal("pirate", 2, "NT", "N", "E", over=-2, revoked="W", fined="E", fine=100)
    (points,) = sheet_of("pirate", [down]).deals
    assert points == {"N": [0, 250], "E": [0, 150], "S": [0, 100], "W": [0, 100]}


@pytest.mark.parametrize("game", SEATS)
def test_the_model_and_the_program_count_the_same_deals_alike(game: str) -> None:
    chance, seldom = random.Random(game), Counter[str]()  # noqa: S311 - not a secret
    for _sheet in range(SHEETS):
        deals = [a_deal(game, chance) for _ in range(4)]
        told: dict[str, Any] = {"format": "clubscore-table/1", "game": game}
        told["deals"] = [deal.facts() for deal in deals]
        told["players"] = {seat: f"the hand {seat}" for seat in SEATS[game]}
        said = answer(read_score_file(told))["deals"]
        assert isinstance(said, list)
        lines = [{c: [of["below"], of["above"]] for c, of in d["points"].items()} for d in said]
        assert lines == sheet_of(game, deals).deals
        seldom.update(what for deal in deals for what in deal.besides)
    assert seldom["revokes"] and seldom["fines"]
    assert bool(seldom["chicane"]) == (game == "auction")


@pytest.mark.parametrize(
    ("board", "contract", "declarer", "tricks", "score"),
    [(2, "1NTXX", "N", 7, 760), (1, "2HX", "N", 8, 470), (2, "4HX", "N", 7, -800),
     (2, "5SXX", "N", 12, 1600), (1, "4DX", "N", 7, -500), (2, "7NTXX", "N", 0, -7600),
     (2, "2CXX", "N", 3, -2800), (3, "2CXX", "E", 3, 2800)],
)  # fmt: skip
def test_boards_score_as_law_77_has_it(
    board: int, contract: str, declarer: str, tricks: int, score: int
) -> None:
    result = {"board": board, "contract": contract, "declarer": declarer, "tricks": tricks}
    assert score_of(result) == score


def test_a_board_with_fewer_results_is_brought_up_by_neuberg() -> None:
    """Of six results to seven: four matchpoints become 4 5/6 (tournament rules, section 2.2)."""
    full = [line(1, pair, 7 + pair % 4) for pair in range(1, 8)]
    six = [line(2, pair, tricks) for pair, tricks in enumerate((6, 7, 8, 9, 10, 11), 1)]
    rows = {row.pair: row for row in ranking_of(full + six, map(str, range(1, 8)))}
    alone = {row.pair: row for row in ranking_of(full, map(str, range(1, 8)))}
    assert float(rows["3"].score - alone["3"].score) == pytest.approx(4.8333, abs=1e-3)


def test_boards_that_one_table_alone_has_played_are_no_percentage() -> None:
    rows = ranking_of([line(1, 1, 8), line(2, 2, 9)], ["1", "2", "3"])
    assert [(row.place, row.pair, row.top, row.percent) for row in rows] == [
        ("1=", "1", 0, None), ("1=", "2", 0, None),
    ]  # fmt: skip


def line(board: int, pair: int, tricks: int) -> dict[str, Any]:
    """One result of two spades by North."""
    return {"board": board, "ns": str(pair), "ew": str(pair + 10), "contract": "2S",
            "declarer": "N", "tricks": tricks}  # fmt: skip


def test_an_amount_of_a_page_is_read_in_farthings() -> None:
    assert coins_said("−£1 4s 7¾d") == -(960 + 4 * 48 + 31)
    assert coins_said("19s 3d") == 924 and coins_said("¼d") == 1 and coins_said("") == 0
    assert coins_said("£1,000") == 960_000


@dataclass
class Whole:
    """What was played, and what the server says of it."""

    cards: list[CardsHere]
    seven: SevenHere
    event: EventHere
    server: Said

    def judged(self) -> tuple[list[str], bool]:
        """What differs, and whether as much was compared as there was."""
        tables = [*(each.table for each in self.cards), self.seven.night]
        tally, meant = compared(tables, self.event.group.begun, self.server)
        return tally.wrong, is_whole(tally.compared, meant)


def manage(*words: str) -> str:
    """Run one of the commands that need no database."""
    command = [sys.executable, "manage.py", *words]
    done = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, check=True)
    return done.stdout.decode()


@pytest.fixture(scope="module")
def played(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Whole]:
    """Four card tables, one of each game, and an event to its end, as their server tells them."""
    nothing_kept()
    with django_db_blocker.unblock(), transaction.atomic():
        club = found_club(name="Soak", author="a test")
        cards = [cards_played(club, game, turns=8) for game in SEATS]
        seven = SevenHere(club, turns=30)
        event = event_played(club, tables=2, events=2)
        assert not [text for each in (*cards, seven, event) for text in each.book.wrong]
        copy, _updated = backups.make_readable(into=tmp_path_factory.mktemp("copy"))
        browser = PhoneHere(0)
        log_in(browser, *event.login)
        tables = [*(each.table for each in cards), seven.night]
        server = said_by(manage, browser, files_of(copy), tables, event.group.begun)
        transaction.set_rollback(True)
    yield Whole(cards, seven, event, server)


def files_of(copy: Path) -> dict[str, bytes]:
    """The club's files in a readable copy."""
    files = [file for file in (copy / "soak").rglob("*") if file.is_file()]
    return {file.relative_to(copy / "soak").as_posix(): file.read_bytes() for file in files}


@pytest.fixture
def whole(played: Whole) -> Whole:
    """The same, to be changed."""
    return Whole(played.cards, played.seven, played.event, deepcopy(played.server))


@pytest.mark.night
@PLAYED
def test_the_model_says_what_the_server_says(whole: Whole) -> None:
    assert whole.judged() == ([], True)
    assert whole.event.group.events[0].is_over
    seven = whole.seven.book.done
    assert seven["deals of the seven"] > 20 and seven["rubbers of the seven agreed"]
    assert seven["taken-back"], seven
    done = [each.book.done for each in whole.cards]
    assert sum(each["rubbers agreed"] for each in done) and sum(each["debts paid"] for each in done)


@pytest.mark.django_db
def test_a_seat_that_the_rule_does_not_give_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(seven_model.PARTNER, "N", "N")  # declarer crosses, not dummy
    played = SevenHere(found_club(name="Soak", author="a test"), turns=20)
    (wrong,) = played.book.wrong
    assert "it must be" in wrong or "it is table" in wrong


def first_sitting(whole: Whole) -> tuple[str, list[dict[str, Any]]]:
    """The first card table's file by name, and its lines."""
    ending = f"-{whole.cards[0].table.sitting}.jsonl"
    name = next(name for name in whole.server.files if name.endswith(ending))
    return name, [json.loads(each) for each in whole.server.files[name].decode().splitlines()]


def written(whole: Whole, name: str, lines: list[dict[str, Any]]) -> None:
    whole.server.files[name] = "\n".join(map(json.dumps, lines)).encode()


@pytest.mark.night
@PLAYED
@pytest.mark.parametrize("fault", ["lost", "doubled", "changed"])
def test_the_judge_sees_a_deal_that_is_other_than_it_was_told(whole: Whole, fault: str) -> None:
    name, lines = first_sitting(whole)
    part = next(line for line in lines if line["deals"])
    if fault == "lost":
        part["deals"].pop()
    elif fault == "doubled":
        part["deals"].append(part["deals"][-1])
    else:
        part["deals"][0] = {"bid": "1C", "declarer": "N", "tricks": 3}
    written(whole, name, lines)
    wrong, is_counted = whole.judged()
    assert wrong and "table" in wrong[0]
    assert is_counted == (fault != "lost")


@pytest.mark.night
@PLAYED
@pytest.mark.parametrize("fault", ["lost", "doubled", "changed"])
def test_the_judge_sees_a_result_that_is_other_than_it_was_told(whole: Whole, fault: str) -> None:
    number = whole.event.group.events[0].number
    name = next(name for name in whole.server.files if name.endswith(f"-{number}.json"))
    event = json.loads(whole.server.files[name])
    if fault == "lost":
        event["results"].pop()
    elif fault == "doubled":
        event["results"].append(event["results"][-1])
    else:
        event["results"][0] |= {"ns": "99"}
    whole.server.files[name] = json.dumps(event).encode()
    wrong, is_counted = whole.judged()
    assert len(wrong) == 1 and f"event {number}" in wrong[0]
    assert is_counted == (fault == "changed")


def points(server: Said, number: int) -> None:
    """A deal of a sitting scores ten more."""
    deal = next(deal for part in server.scores[number] for deal in part["deals"])
    next(iter(deal["points"].values()))["above"] += 10


def rubber(server: Said, number: int) -> None:
    """A rubber was won by another."""
    part = next(part for part in server.scores[number] if part["rubbers"])
    part["rubbers"][0]["winner"] = "nobody"


@pytest.mark.night
@PLAYED
@pytest.mark.parametrize(("change", "named"), [(points, "points of deals"), (rubber, "rubbers")])
def test_the_judge_sees_a_wrong_score(
    whole: Whole, change: Callable[[Said, int], None], named: str
) -> None:
    agreed = next(each.table for each in whole.cards if each.book.done["rubbers agreed"])
    change(whole.server, agreed.sitting)
    (wrong,), is_counted = whole.judged()
    assert wrong.startswith(named) and is_counted


@pytest.mark.night
@PLAYED
def test_the_judge_sees_a_wrong_debt_and_a_payment_that_is_lost_or_doubled(whole: Whole) -> None:
    book = whole.server.files["book.csv"].decode("utf-8-sig").splitlines()
    paid = next(row for row in book if ",payment," in row)
    owed = next(row for row in book if ",rubber," in row)
    for rows in ([row for row in book if row != paid], [*book, paid], [*book, owed]):
        whole.server.files["book.csv"] = "\n".join(rows).encode()
        assert whole.judged()[0]


@pytest.mark.night
@PLAYED
def test_the_judge_sees_a_wrong_balance(whole: Whole) -> None:
    who, coins = next(
        (who, coins)
        for each in whole.cards
        for who, coins in each.table.evening.balances().items()
        if coins
    )
    line = next(row for row in whole.server.accounts.split("</tr>") if f">{who}</a>" in row)
    whole.server.accounts = whole.server.accounts.replace(line, line.replace("s ", "s 1", 1))
    if whole.judged() == ([], True):
        whole.server.accounts = whole.server.accounts.replace(line, "")
    (wrong,), is_counted = whole.judged()
    assert wrong.startswith(f"balances at {who}") and str(coins) in wrong and is_counted


@pytest.mark.night
@PLAYED
@pytest.mark.parametrize(
    ("name", "value"), [("place", "9"), ("score", "1.5"), ("percent", "49.99"), ("boards", 1)]
)
def test_the_judge_sees_a_wrong_ranking(whole: Whole, name: str, value: object) -> None:
    event = whole.event.group.events[0]
    row = whole.server.ranked[event.number]["rankings"][0]["rows"][0]
    row[name] = value
    wrong, is_counted = whole.judged()
    assert wrong and all(f"event {event.number}" in text for text in wrong) and is_counted


@pytest.mark.night
@PLAYED
def test_the_judge_sees_a_page_that_shows_another_ranking(whole: Whole) -> None:
    event = whole.event.group.events[0]
    page = whole.server.rankings[event.number]
    row = whole.server.ranked[event.number]["rankings"][0]["rows"][0]
    whole.server.rankings[event.number] = page.replace(f">{row['percent']}", ">12.3", 1)
    (wrong,), is_counted = whole.judged()
    assert wrong.startswith("lines of rankings shown") and is_counted
