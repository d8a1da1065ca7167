"""The soak itself: its phones do what pages ask for, and its verifier sees what went wrong.

What the independent model says is in `test_soak_model`.
"""

from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest
from django.db import connection, transaction

from clubscore.club.logins import found_club
from clubscore.club.models import Club
from clubscore.events.models import ResultRevision
from clubscore.rubbers.models import Deal, DealRevision
from tests.soak import mishaps
from tests.soak.board_states import Board, Spot
from tests.soak.faulty_disk import Fault
from tests.soak.one_board import OneBoard, RoundTurned, take_in
from tests.soak.outbox import Outbox, Waiting
from tests.soak.phones import Answer, Book, Form, Phone, why_not
from tests.soak.played_event import PlayedEvent
from tests.soak.results import Result
from tests.soak.things_done import left_to_no_one, never_done
from tests.soak.verify import look
from tests.soaked import PhoneHere, cards_played, event_played

ROWS: dict[str, Any] = {"card": DealRevision, "event": ResultRevision}


def behind_the_models(statement: str, room: str, *given: str) -> None:
    """Change what the program itself never changes."""
    with connection.cursor() as cursor:
        cursor.execute(statement.format(table=ROWS[room]._meta.db_table), given)


def once_more(row: Any, **other: Any) -> None:
    """Write a row a second time, with a key of its own."""
    row.pk, row.key, row._state.adding = None, "again", True
    for name, value in other.items():
        setattr(row, name, value)
    row.save()


@pytest.fixture
def club(db: None) -> Club:
    """A club with nobody in it."""
    return found_club(name="Soak", author="a test")


@pytest.mark.parametrize(
    ("only", "done"),
    [
        ("same", "the same deal on two phones at once"),
        ("differ", "settled"),
        ("offline", "entries of a queue"),
        ("undo", "taken-back"),
        ("correct", "corrected"),
        ("break_off", "rubbers broken off"),
    ],
)
def test_the_phones_of_a_card_table_do_all_that_may_happen(
    club: Club, only: str, done: str
) -> None:
    table = cards_played(club, "auction", turns=7, only=only)
    assert not table.book.wrong
    assert table.book.done["deal"] and table.book.done[done]


@pytest.mark.parametrize(
    ("only", "done"),
    [
        ("changed", "results changed before they were agreed"),
        ("differ", "boards disputed"),
        ("both", "results told by both sides at once"),
        ("offline", "queues handed in"),
        ("late", "contrary"),
    ],
)
def test_the_phones_of_an_event_do_all_that_may_happen(club: Club, only: str, done: str) -> None:
    event = event_played(club, turns=20, tables=3, only=only)
    assert not event.book.wrong
    assert event.book.done["told"] and event.book.done[done]


def test_a_pair_that_comes_late_becomes_a_rover(club: Club) -> None:
    event = event_played(club, turns=9, tables=5, late=True)
    assert not event.book.wrong and event.book.done["late pairs"] == 1
    assert event.group.events[0].model.ns[-1] == "11"


Told = dict[str, list[dict[str, Any]]]


@pytest.fixture
def told(club: Club) -> Told:
    """What phones of both rooms were answered in some turns."""
    cards, event = cards_played(club, "auction", turns=5), event_played(club, turns=12, tables=2)
    assert not cards.book.wrong and not event.book.wrong
    return {"card": cards.book.acknowledged["card"], "event": event.book.acknowledged["event"]}


def faults(club: Club, told: Told) -> dict[str, int]:
    """How many of each fault the verifier names."""
    found = look(club, told)
    return {name: len(found[name]) for name in ("lost", "changed", "doubled", "strange")}


NONE = {"lost": 0, "changed": 0, "doubled": 0, "strange": 0}


def alone(told: Told, room: str) -> dict[str, Any]:
    """The first report that was entered on one phone alone."""
    kind = "deal" if room == "card" else "told"
    return next(each for each in told[room] if each["what"] == kind and len(each["keys"]) == 1)


def seen(club: Club, told: Told, expected: dict[str, int], text: str) -> None:
    """The verifier names just that, and which entry it is."""
    assert faults(club, told) == NONE | expected
    found = look(club, told)
    assert all(text in found[name][0] for name in expected)
    transaction.set_rollback(True)


@pytest.mark.parametrize("room", ["card", "event"])
def test_the_verifier_names_what_was_lost_changed_moved_and_doubled(
    club: Club, told: Told, room: str
) -> None:
    assert faults(club, told) == NONE
    entry = alone(told, room)
    (key,) = entry["keys"]
    with transaction.atomic():
        behind_the_models("DELETE FROM {table} WHERE key = %s", room, key)
        seen(club, told, {"lost": 1}, key)
    with transaction.atomic():
        facts = json.dumps(entry["facts"] | {"tricks": 0})
        behind_the_models("UPDATE {table} SET facts = %s WHERE key = %s", room, facts, key)
        seen(club, told, {"changed": 1}, key)
    with transaction.atomic():
        row: Any = ROWS[room].objects.get(key=key)
        once_more(row, number=row.number + 50)
        seen(club, told, {"doubled": 1, "strange": 1}, "again")
    moved = deepcopy(told)
    alone(moved, room)["at"] = entry["at"].replace("/", "/1", 2)
    assert faults(club, moved) == NONE | {"changed": 1}


def test_the_verifier_counts_and_names_what_was_recorded_twice(club: Club, told: Told) -> None:
    counts = look(club, told)["counts"]
    assert sum(counts.values()) == sum(map(len, told.values()))
    assert counts["deal"] and counts["told"] and counts["agreed"]
    (key,) = alone(told, "card")["keys"]
    with transaction.atomic():
        row = DealRevision.objects.get(key=key)
        deal = Deal.objects.get(pk=row.deal_id)
        deal.pk, deal.position = None, deal.position + 900
        deal.save()
        once_more(row, deal=deal)
        seen(club, told, {"strange": 1}, "again")
    # The same deal on two phones at once stands under the key of one of them alone.
    entry = alone(told, "card")
    other = alone({"card": [each for each in told["card"] if each is not entry]}, "card")
    entry["keys"] = [*entry["keys"], *other["keys"]]
    told["card"].remove(other)
    assert faults(club, told) == NONE | {"doubled": 1, "changed": 1}


def test_a_run_without_what_seldom_happens_is_seen() -> None:
    done = Counter({"deal": 500, "revokes": 20, "fines": 0, "deals of the seven": 9})
    assert never_done(done) == ["fines"]
    assert never_done(Counter({"deal": 399})) == []
    assert "chicane" in never_done(Counter({"deal": 1_000}))


class HandsIn(Outbox):
    """What waited on a phone, all of it taken."""

    def flush(self, phone: Phone) -> list[Waiting]:
        """Send it."""
        for each in self.entries:
            each.came = "recorded"
        return self.entries


def test_a_result_that_waited_and_differs_is_left_to_the_director() -> None:
    """Nobody settled it once: that event stood still, and its tables with it."""
    made: dict[str, Any] = {"event": 7, "codes": {}, "names": {}, "late": [], "pairs": {}}
    event = PlayedEvent(made | {"kind": "teams"}, 0)
    spot, told = Spot(1, 2, 3), Result(4, "S", "N")
    board = event.model.boards[spot] = Board({"ns": "1", "ew": "2"}, said={"ew": told.facts()})
    outbox = HandsIn("/event/7/waiting/", strict=False)
    at = {"round": "1", "table": "A2", "board": "3"}
    outbox.lay(at | {"side": "ns"}, Result(4, "S", "N", over=1))
    take_in(Book(), event, PhoneHere(0), outbox)
    assert board.is_disputed and board.waits_for_director
    assert left_to_no_one([event]) == []
    board.is_left = False
    assert left_to_no_one([event]) == [f"event 7, {spot}"]


class NextRoundsPage(PhoneHere):
    """A phone whose page has come to round 2, where the other side has told board 3 already."""

    def open(self, address: str) -> tuple[str, str]:
        """Return the page as it stands then."""
        asked = (
            '<form action="/event/7/at/A1/agree/"><input name="round" value="2">'
            '<input name="board" value="3"><input name="side" value="ns"></form>'
        )
        return address, f'<script id="ahead">{{"round": 2, "places": []}}</script>{asked}'

    def ask(self, kind: str, path: str, form: Form | None = None) -> Answer:
        """Take whatever is said, as the server does of a board that is due."""
        return Answer(302, "", path)


def test_a_phone_agrees_to_nothing_but_the_board_that_it_plays() -> None:
    """What is shown as the round turns is another board: a yes to it was once counted for this."""
    phone = NextRoundsPage(0)
    board = Board(
        {"ns": "1", "ew": "10"}, said={"ew": {"contract": "5SX", "declarer": "N", "tricks": 8}}
    )
    play = OneBoard.__new__(OneBoard)
    play.at, play.number, play.board = "/event/7/at/A1/", 1, board
    play.place, play.phones, play.lying = {"round": 1}, {"ns": phone, "ew": phone}, phone
    with pytest.raises(RoundTurned):
        play._agree("ns")
    assert not board.is_in
    play.place, play.number = {"round": 2}, 3
    assert play._agree_form("ns")[1] == {"round": "2", "board": "3", "side": "ns"}


def test_a_kill_that_hit_no_one_who_answers_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where the process for background jobs committed; one that never comes counts as none."""
    monkeypatch.setattr(mishaps, "PATIENCE", 0)

    class Disk:
        def __init__(self, strikes_at: int) -> None:
            self.tries, self.strikes_at = 0, strikes_at

        def set(self, fault: Fault, after: int = 0) -> None:
            self.tries += 1

        def done(self) -> int:
            return int(self.tries == self.strikes_at)

    for strikes_at, found in ((1, 1), (2, 1), (3, 1), (4, 0)):
        disk: Any = Disk(strikes_at)
        assert mishaps.struck(disk, Fault.KILL_BEFORE_ANSWERING, 3) == found


def test_a_refusal_says_why_and_not_how_its_page_begins() -> None:
    page = (
        "<main><p>Play on.</p>"
        '<div class="errors"><h2>There is 1 problem</h2><ul><li>How many tricks?</li></ul></div>'
        "<p>More</p></main>"
    )
    assert why_not(page) == "There is 1 problem How many tricks?"
    assert why_not("<main><p>Not <b>possible</b> now</p></main>") == "Not possible now"
