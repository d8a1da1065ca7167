"""The directed contract of a par contest: said at a table once its auction was noted."""

import json
import re
from dataclasses import replace

import pytest
from django.test import Client

from clubscore.club.entry import Refused, new_key
from clubscore.events.board_state import BoardStage
from clubscore.events.corrections import stands
from clubscore.events.export import event_to_send
from clubscore.events.history import told
from clubscore.events.models import EventHappening
from clubscore.events.offline import hand_in
from clubscore.events.pages.director import DirectorPage
from clubscore.events.pages.table import seen_in, seen_now
from clubscore.events.pars import results_of
from clubscore.events.phones import let_phones_in, links_of
from clubscore.events.reporting import (
    Directed,
    Report,
    as_final_contract,
    directed_at,
    note_final_contract,
)
from clubscore.events.scoring import Scorer
from clubscore.web.forms import Problems
from clubscore.web.phones import token_of
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, text_of
from tests.events.test_pars import auction, bring, contest

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
TYPED = {"3n": "3NT", "4 s x": "4SX", "Pass": "passed", "2nt": "2NT", "2nxx": "2NTXX"}


def noted(evening: Evening, board: int, reached: str, key: str = "", round_: int = 1) -> None:
    spot = evening.spot(1, board)._replace(round=round_)
    note_final_contract(
        section=evening.section, spot=spot, reached=reached, key=key or new_key(),
        actor=evening.actor,
    )  # fmt: skip


def directed(evening: Evening, board: int) -> Directed | None:
    return directed_at(Scorer(evening.room), evening.spot(1, board))


@pytest.fixture
def evening() -> Evening:
    found = contest()
    bring(found)
    return found


@pytest.mark.parametrize(("typed", "reached"), TYPED.items())
def test_a_contract_is_read_as_people_type_it(typed: str, reached: str) -> None:
    assert as_final_contract(typed) == reached


def test_the_directed_contract_is_said_only_once_another_was_reached(evening: Evening) -> None:
    assert directed(evening, 1) is None, "no task asks for its bidding"
    assert directed(evening, 2) == Directed(asks=True)
    noted(evening, 2, "2s")
    play = {"contract": "2NT", "seat": "South", "leader": "West"}
    assert directed(evening, 2) == Directed(reached="2S", **play)
    happening = evening.event.happenings.get(kind=EventHappening.Kind.REACHED)
    assert told(evening.room, happening) == "table 1, round 1, board 2: the auction reached 2S"


def test_the_right_contract_is_played_as_it_was_bid(evening: Evening) -> None:
    noted(evening, 2, "3NTX")
    assert directed(evening, 2) == Directed(reached="3NTX")


def test_what_was_bid_stands_and_counts_once(evening: Evening) -> None:
    noted(evening, 2, "pass", key="once")
    noted(evening, 2, "3NT", key="once")
    with pytest.raises(Refused, match="is already recorded"):
        noted(evening, 2, "3NT")
    found = directed(evening, 2)
    assert found is not None
    assert found.reached == "passed out"


@pytest.mark.parametrize("text", ["", "8S", "2Z", "four spades", "2NU"])
def test_what_is_no_contract_is_asked_for_again(evening: Evening, text: str) -> None:
    with pytest.raises(Problems, match="3NT or 4SX"):
        noted(evening, 2, text)


def test_boards_that_are_not_due_or_have_a_result_are_refused(evening: Evening) -> None:
    with pytest.raises(Refused, match="is not due at table"):
        noted(evening, 6, "2H")
    with pytest.raises(Refused, match="has not started"):
        noted(evening, 6, "2H", round_=2)
    evening.tell(1, 2, auction("2NT", "S", 9))
    with pytest.raises(Refused, match="is already recorded"):
        noted(evening, 2, "2H")


def test_bidding_is_lost_where_it_was_missed_and_play_stays_open(evening: Evening) -> None:
    noted(evening, 2, "2S")
    for table in (1, 2):
        for side in ("ns", "ew"):
            evening.tell(table, 2, auction("2NT", "S", 9), side)
    sent = json.loads(event_to_send(evening.event).written())
    assert {each["table"]: each.get("reached") for each in sent["results"]} == {1: "2S", 2: None}
    points = {
        each.table: each.points for each in results_of(evening.room, Scorer(evening.room).boards[2])
    }
    assert points == {"1": "NS 6, EW 0", "2": "NS 10, EW 0"}


def test_a_phone_notes_what_was_bid_and_reads_what_is_played(evening: Evening) -> None:
    let_phones_in(section=evening.section, key="p", actor=evening.actor)
    phone = Client()
    phone.post(f"/e/{token_of(links_of(evening.section)[0].nonce)}/", {})
    at = f"/event/{evening.event.pk}/at/A1/"
    phone.post(f"{at}here/", {"key": "h", "round": "1", "yes": "1"})
    before = seen_now(evening.event, evening.section.pk, 1)
    text = phone.get(f"{at}?board=2").content.decode()
    assert "What did the auction reach?" in text and "Play 2NT" not in text
    wrong = phone.post(f"{at}reached/", {"key": "a", "round": "1", "board": "2", "reached": "9Q"})
    assert wrong.status_code == 422 and 'value="9Q"' in wrong.content.decode()
    answer = phone.post(f"{at}reached/", {"key": "b", "round": "1", "board": "2", "reached": "4h"})
    assert answer.status_code == 302
    text = phone.get(answer["Location"]).content.decode()
    assert "The auction reached 4<svg" in text and "Play 2NT by South. West leads." in text
    now = seen_now(evening.event, evening.section.pk, 1)
    assert now != before and now == seen_in(evening.room, evening.section.pk, 1)


def test_what_was_bid_out_of_touch_comes_in_with_its_result(evening: Evening) -> None:
    facts = {"bid": "2S", "declarer": "S", "tricks": 8}
    given = {"section": evening.section, "reason": "", "actor": evening.actor}
    report = Report(1, 1, 2, facts, "one")
    for _again in range(2):
        hand_in(report=report, side="ns", reached=" 2s", **given)
    hand_in(report=replace(report, key="two"), side="ew", reached="2s", **given)
    assert evening.room.reached == {evening.spot(1, 2): "2S"}
    assert evening.standing(1, 2).state is BoardStage.IN
    assert not evening.room.calls
    # Another bid than the one that stands changes nothing, and the director hears of it.
    hand_in(report=replace(report, key="three"), side="ns", reached="4H", **given)
    assert evening.room.reached == {evening.spot(1, 2): "2S"}
    assert "auction reached 4H" in evening.room.calls[0].why


def test_what_cannot_be_bid_keeps_the_whole_entry_out(evening: Evening) -> None:
    report = Report(1, 1, 2, {"bid": "2S", "declarer": "S", "tricks": 8}, "one")
    given = {"section": evening.section, "reason": "", "actor": evening.actor}
    with pytest.raises(Problems):
        hand_in(report=report, side="ns", reached="9Q", **given)
    assert evening.standing(1, 2).state is BoardStage.TO_COME
    assert not evening.room.reached


def test_a_phone_knows_ahead_which_auctions_are_asked_for(evening: Evening) -> None:
    let_phones_in(section=evening.section, key="codes", actor=evening.actor)
    phone = Client()
    phone.post(f"/e/{token_of(links_of(evening.section)[0].nonce)}/")
    at = f"/event/{evening.event.pk}/at/A1/"
    page = phone.get(at).content.decode()
    brought = re.search(r'<script id="ahead" type="application/json">(.*?)</script>', page)
    assert brought is not None
    asked = {
        board["number"]: board["asks_bid"]
        for place in json.loads(brought[1])["places"]
        for board in place["boards"]
    }
    assert asked[1] is False
    assert asked[2] is True
    assert 'name="reached"' in phone.get(f"{at}frame/").content.decode()


def lead_to(evening: Evening, board: int, reached: str) -> tuple[Client, str]:
    """A phone at table 1 that noted what the auction of a board reached."""
    let_phones_in(section=evening.section, key="p", actor=evening.actor)
    phone = Client()
    phone.post(f"/e/{token_of(links_of(evening.section)[0].nonce)}/", {})
    at = f"/event/{evening.event.pk}/at/A1/"
    phone.post(f"{at}here/", {"key": "h", "round": "1", "yes": "1"})
    form = {"key": "b", "round": "1", "board": str(board), "reached": reached}
    assert phone.post(f"{at}reached/", form).status_code == 302
    return phone, at


def played(contract: str, declarer: str, side: str = "ns", **more: str) -> dict[str, str]:
    """The form of a result just made, of board 2 in round 1."""
    return {
        "key": new_key(), "round": "1", "board": "2", "side": side, "level": contract[0],
        "denomination": contract[1:], "doubling": "0", "declarer": declarer, "result": "=",
        "honours": "D:3",
    } | more  # fmt: skip


def needs_of(evening: Evening) -> list[str]:
    return [need.text for need in DirectorPage(evening.room).needs]


def test_another_contract_than_the_directed_one_is_asked_about_and_the_director_sees_it(
    evening: Evening,
) -> None:
    phone, at = lead_to(evening, 2, "2s")
    asked = phone.post(f"{at}tell/", played("3NT", "N"))
    assert asked.status_code == 422
    says = (
        "Board 2: 2 no-trumps by South was to be played, but 3 no-trumps by North, made was"
        " entered."
    )
    assert says in text_of(asked) and "Yes, that is right" in text_of(asked)
    assert evening.standing(1, 2).state is BoardStage.TO_COME
    assert phone.post(f"{at}tell/", played("3NT", "N", looked="1")).status_code == 302
    assert phone.post(f"{at}tell/", played("3NT", "N", "ew", looked="1")).status_code == 302
    assert evening.standing(1, 2).state is BoardStage.IN
    assert needs_of(evening) == [says]
    stands(section=evening.section, spot=evening.spot(1, 2), entered=evening.entered(1, 2),
           actor=evening.actor)  # fmt: skip
    assert needs_of(evening) == []


@pytest.mark.parametrize(
    ("reached", "contract", "declarer"), [("2s", "2NT", "S"), ("3n", "3NT", "N")]
)
def test_what_was_to_be_played_is_taken_without_a_question(
    evening: Evening, reached: str, contract: str, declarer: str
) -> None:
    phone, at = lead_to(evening, 2, reached)
    assert phone.post(f"{at}tell/", played(contract, declarer)).status_code == 302
    assert needs_of(evening) == []


def test_a_right_contract_that_was_not_played_is_asked_about_and_so_is_a_pass(
    evening: Evening,
) -> None:
    phone, at = lead_to(evening, 2, "3NT")
    says = "Board 2: the auction reached 3 no-trumps, but 2 no-trumps by South, made was entered."
    assert says in text_of(phone.post(f"{at}tell/", played("2NT", "S")))
    passed = {"key": "x", "round": "1", "board": "2", "side": "ns", "passed_out": "1"}
    assert phone.post(f"{at}tell/", passed).status_code == 422
    assert phone.post(f"{at}tell/", passed | {"looked": "1", "key": "y"}).status_code == 302


def test_a_typed_line_of_another_contract_is_asked_about_too(evening: Evening) -> None:
    noted(evening, 2, "2s")
    director = director_of(evening)
    line = {"line": "T1: 2 3N= N", "key": "k"}
    answer = director.post(f"/event/{evening.event.pk}/line/", line)
    assert "2 no-trumps by South was to be played" in text_of(answer)
    answer = director.post(f"/event/{evening.event.pk}/line/", line | {"looked": "1"})
    assert answer.status_code == 302
    assert needs_of(evening) == []


def test_what_comes_in_late_is_seen_by_the_director(evening: Evening) -> None:
    facts = auction("4H", "S", 9)
    given = {"section": evening.section, "reason": "", "actor": evening.actor}
    for side in ("ns", "ew"):
        hand_in(report=Report(1, 1, 2, facts, side), side=side, reached="2s", **given)
    assert needs_of(evening) == [
        "Board 2: 2 no-trumps by South was to be played, but 4 hearts by South, down 1 was entered."
    ]
