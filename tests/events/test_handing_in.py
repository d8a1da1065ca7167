"""Results that waited on a phone: in once, in order, never over what counts already."""

import datetime as dt
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.club import clock
from clubscore.club.entry import Refused, new_key
from clubscore.events.board_state import BoardStage
from clubscore.events.corrections import rule, stands, take_back
from clubscore.events.directing import ask_for_lead
from clubscore.events.models import EventTableLink, PhoneSeen, ResultRevision
from clubscore.events.needs import note_phone, seen_phones, silence_of
from clubscore.events.offline import LateOutcome, TooEarly, hand_in
from clubscore.events.pages.director import DirectorPage
from clubscore.events.phones import let_phones_in, links_of, take_back_links
from clubscore.events.reporting import Report
from clubscore.web.hand_codes import make_pass
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, phone_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
FORM = {"level": "4", "denomination": "S", "doubling": "0", "declarer": "S", "result": "="}


@pytest.fixture
def evening() -> Evening:
    return Evening(6, boards=2)


def late(
    evening: Evening,
    table: int,
    board: int,
    facts: dict[str, Any],
    side: str = "ns",
    *,
    round_: int = 1,
    key: str = "",
) -> LateOutcome:
    report = Report(round_, table, board, facts, key or new_key())
    return hand_in(
        section=evening.section, report=report, side=side, reason="", actor=evening.actor
    )


def first(evening: Evening) -> tuple[int, int]:
    table = evening.room.tables()[0]
    return table.number, table.place.boards[0]


def test_two_sides_agree_though_both_come_late(evening: Evening) -> None:
    table, board = first(evening)
    assert late(evening, table, board, FOUR_SPADES) is LateOutcome.RECORDED
    assert late(evening, table, board, FOUR_SPADES, "ew") is LateOutcome.RECORDED
    assert evening.standing(table, board).state is BoardStage.IN


def test_the_same_key_counts_once_and_never_for_something_else(evening: Evening) -> None:
    table, board = first(evening)
    late(evening, table, board, FOUR_SPADES, key="one")
    assert late(evening, table, board, FOUR_SPADES, key="one") is LateOutcome.SAME
    with pytest.raises(Refused, match="already recorded as 4 spades by South, made"):
        late(evening, table, board, ONE_DOWN, key="one")
    with pytest.raises(Refused, match="already recorded"):
        evening.tell(table, board, ONE_DOWN, key="one")
    assert ResultRevision.objects.count() == 1


def test_the_lead_that_waited_comes_in_and_a_ruling_keeps_that_of_the_report_it_chooses(
    evening: Evening,
) -> None:
    """It brings points at a par contest, wherever the phone was when it was told."""
    ask_for_lead(event=evening.event, asked=True, key="lead", actor=evening.actor)
    phone, at = phone_of(evening, 1), f"/event/{evening.event.pk}/"
    spoken = FORM | {"table": "A1", "round": "1", "board": "1", "side": "ns", "key": "one"}
    half = phone.post(f"{at}waiting/", spoken | {"lead_suit": "H"})
    assert half.status_code == 422 and "Which card was led" in half.json()["text"]
    led = {"lead_suit": "H", "lead_rank": "Q"}
    assert phone.post(f"{at}waiting/", spoken | led).json() == {"what": "recorded"}
    assert evening.standing(1, 1).facts == FOUR_SPADES | {"lead": "HQ"}
    evening.tell(1, 1, ONE_DOWN | {"lead": "HK"}, "ew")
    chosen = FORM | led | {"round": "1", "board": "1", "seen": "2", "key": "r", "what": "result"}
    director_of(evening).post(f"{at}table/A1/right/", chosen | {"reason": "heard", "save": "1"})
    assert evening.standing(1, 1).facts == FOUR_SPADES | {"lead": "HQ"}


def test_a_slip_and_a_late_result_that_agree_merge_in_silence(evening: Evening) -> None:
    table, board = first(evening)
    evening.type_slip(table, {board: FOUR_SPADES})
    assert late(evening, table, board, FOUR_SPADES | {"lead": "H7"}) is LateOutcome.SAME
    assert ResultRevision.objects.count() == 1
    assert DirectorPage(evening.room).needs == []


def test_what_differs_stands_beside_it_for_the_director(evening: Evening) -> None:
    table, board = first(evening)
    spot = evening.spot(table, board)
    evening.type_slip(table, {board: FOUR_SPADES})
    assert late(evening, table, board, ONE_DOWN) is LateOutcome.CONTRARY
    assert late(evening, table, board, ONE_DOWN, "ew") is LateOutcome.SAME, "said already"
    standing = evening.standing(table, board)
    assert (standing.state, standing.facts) == (BoardStage.IN, FOUR_SPADES)
    [need] = DirectorPage(evening.room).needs
    assert "4 spades by South, made counts" in need.text
    assert "4 spades by South, down 1, late" in need.text
    stands(section=evening.section, spot=spot, entered=evening.entered(table, board),
           actor=evening.actor)  # fmt: skip
    assert DirectorPage(evening.room).needs == []
    assert late(evening, table, board, ONE_DOWN) is LateOutcome.CONTRARY
    rule(section=evening.section, spot=spot, facts=ONE_DOWN,
         entered=evening.entered(table, board), actor=evening.actor)  # fmt: skip
    assert evening.standing(table, board).contrary == ()


def test_a_round_that_is_over_takes_late_results_and_one_to_come_does_not(
    evening: Evening,
) -> None:
    table, board = first(evening)
    evening.play()
    take_back(section=evening.section, spot=evening.spot(table, board),
              entered=evening.entered(table, board), actor=evening.actor)  # fmt: skip
    with pytest.raises(TooEarly, match="Round 2 has not started"):
        other = evening.room.plan(evening.section).places[2, table].boards[0]
        late(evening, table, other, FOUR_SPADES, round_=2)
    evening.tell(table, board, FOUR_SPADES)
    evening.next_round()
    assert late(evening, table, board, FOUR_SPADES, "ew") is LateOutcome.RECORDED


def test_a_board_of_another_table_is_refused(evening: Evening) -> None:
    table, board = first(evening)
    with pytest.raises(Refused, match="is not due at table"):
        late(evening, table, board + 4, FOUR_SPADES)


@pytest.fixture
def link(evening: Evening) -> EventTableLink:
    let_phones_in(section=evening.section, key="codes", actor=evening.actor)
    return links_of(evening.section)[0]


def phone(link: EventTableLink) -> Client:
    client = Client()
    visit = client.session
    visit["event-phone"] = {"link": link.pk, "person": None}
    visit.save()
    client.cookies["sessionid"] = visit.session_key
    return client


def form(evening: Evening, board: int, **more: str) -> dict[str, str]:
    table, _board = first(evening)
    where = {"table": f"A{table}", "round": "1", "board": str(board), "side": "ns"}
    return FORM | where | {"key": new_key()} | more


def test_a_phone_sends_what_waited(evening: Evening, link: EventTableLink) -> None:
    client, (table, board) = phone(link), first(evening)
    url = reverse("event-waiting", args=[evening.event.pk])
    sent = form(evening, board)
    assert client.post(url, sent).json() == {"what": "recorded"}
    assert client.post(url, sent).json() == {"what": "same"}
    assert client.post(url, form(evening, board, result="")).status_code == 422
    other = str(evening.room.plan(evening.section).places[2, table].boards[0])
    assert client.post(url, form(evening, int(other), round="2")).status_code == 409
    for wrong in ({"table": "A3"}, {"table": "Z"}, {"round": "9"}, {"side": "x"}, {"level": "9"}):
        answer = client.post(url, form(evening, board, **wrong))
        assert (answer.status_code, bool(answer.json()["text"])) == (422, True), wrong
    assert ResultRevision.objects.get().reason == "waited on a phone"


@pytest.fixture
def code(evening: Evening, link: EventTableLink) -> Callable[..., str]:
    """Builds the address of a code as the phone's script does."""

    def build(*forms: dict[str, str]) -> str:
        from clubscore.club.access import Actor, Level

        actor = Actor(Level.TABLE, evening.club, None, None, link, "abc123")
        entries = ["~".join(f"{name}*{value}" for name, value in one.items()) for one in forms]
        query = [("p", make_pass(actor, f"event-{evening.event.pk}"))]
        query += [("i", each) for each in entries]
        return reverse("event-hand-in", args=[evening.event.pk]) + "?" + urlencode(query)

    return build


def test_a_code_is_handed_in_by_anybody_for_its_phone(
    evening: Evening, code: Callable[..., str]
) -> None:
    _table, board = first(evening)
    said = form(evening, board)
    address = code(said, form(evening, board + 1, result="-1"))
    shown = Client().get(address)
    assert b"Hand in 2 results" in shown.content
    assert not ResultRevision.objects.exists()
    url, _mark, query = address.partition("?")
    for _time in range(2):
        answer = Client().post(url, query, content_type="application/x-www-form-urlencoded")
        assert answer.status_code == 200
        assert b"2 results are in" in answer.content
    one, other = ResultRevision.objects.order_by("pk")
    assert (one.facts, one.key, one.device) == (FOUR_SPADES, said["key"], "abc123")
    assert (one.author, other.reason) == ("the table's phone", "handed in by code")


def test_a_code_changed_or_of_a_table_let_in_no_more_hands_nothing_in(
    evening: Evening, code: Callable[..., str]
) -> None:
    _table, board = first(evening)
    address = code(form(evening, board))
    for wrong in (address.replace("p=", "p=x"), address.split("&i=")[0], address + "&i=x"):
        assert Client().get(wrong).status_code == 404
    of_another_side = code(form(evening, board, table="A3"))
    assert "is not for that side" in Client().get(of_another_side).content.decode()
    take_back_links(section=evening.section, key="back", actor=evening.actor)
    assert Client().get(address).status_code == 404


def test_all_phones_silent_at_once_are_the_network(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = clock.now()
    for device in ("one", "two", "three"):
        note_phone(evening.event, device)
    assert silence_of(evening.room, seen_phones(evening.room)) is None, "they are online"
    monkeypatch.setattr(clock, "now", lambda: start + dt.timedelta(minutes=2))
    silence = silence_of(evening.room, seen_phones(evening.room))
    assert silence is not None
    assert (silence.phones, silence.most_waiting) == (3, 2)
    assert abs(silence.since - start) < dt.timedelta(seconds=5)
    note_phone(evening.event, "four")
    assert silence_of(evening.room, seen_phones(evening.room)) is None, "one still asks"


def test_phones_that_went_dark_one_by_one_lie_on_their_tables(evening: Evening) -> None:
    for minutes, device in enumerate(("one", "two", "three", "four")):
        at = clock.now() - dt.timedelta(minutes=2 + minutes)
        PhoneSeen.objects.create(club=evening.event.club, event=evening.event, device=device, at=at)
    assert silence_of(evening.room, seen_phones(evening.room)) is None


def test_the_page_brings_along_all_rounds_of_its_table(
    evening: Evening, link: EventTableLink
) -> None:
    table, board = first(evening)
    evening.tell(table, board, FOUR_SPADES)
    page = phone(link).get(reverse("event-at", args=[evening.event.pk, f"A{table}"]))
    ahead = page.context["ahead"]
    plan = evening.room.plan(evening.section)
    assert [each["round"] for each in ahead["places"]] == [1, 2, 3]
    for place in ahead["places"]:
        there = plan.places[place["round"], table]
        assert [each["number"] for each in place["boards"]] == list(there.boards)
        assert place["seats"]["N"] == evening.room.names(evening.section.pk, there.ns)[0]
    told = ahead["places"][0]["boards"][0]["told"]
    assert (told["side"], ("result", "=") in told["given"]) == ("ns", True)
