"""An event at the pads by their Data Connector: sent, read in, changed with a copy kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse

from clubscore.club.entry import Refused, new_key
from clubscore.club.logins import found_club
from clubscore.club.models import Role
from clubscore.events.board_state import BoardStage
from clubscore.events.bulk_results import ComparedPadResult
from clubscore.events.models import Call, EventHappening, PlanChange, ResultRevision
from clubscore.events.models.facts import PadsSent
from clubscore.events.movement_changes import Running, SeenMovement, change_movement, if_rounds
from clubscore.extras.data_connector import connector as connector_client
from clubscore.extras.data_connector.connector import Connector, place_for
from clubscore.extras.data_connector.pages import (
    fetch,
    last_sent,
    pad_calls,
    pad_results,
    prepared,
    send,
)
from tests.events.counted import Counted
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.files.pads_server import CLUB, KEY, Pads, pads_server
from tests.house import client_of, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def pads(settings: Any) -> Iterator[Pads]:
    """A connector that this machine is told of."""
    with pads_server() as found:
        settings.CLUBSCORE_BRIDGEMATE = found.address
        settings.CLUBSCORE_BRIDGEMATE_CLUB = CLUB
        settings.CLUBSCORE_BRIDGEMATE_KEY = KEY
        yield found


def connector(evening: Evening) -> Connector:
    return Connector(place_for(evening.club))


def send_it(evening: Evening, key: str = "") -> None:
    to = connector(evening)
    seen = prepared(evening.event, to).digest
    send(event=evening.event, connector=to, seen=seen, key=key or new_key(), actor=evening.actor)


def fetch_it(evening: Evening) -> Any:
    return fetch(event=evening.event, connector=connector(evening), actor=evening.actor)


def shorten(evening: Evening, rounds: int = 2) -> None:
    """Let the evening end earlier, so that the pads know too much."""
    running = Running(evening.room, evening.section)
    change_movement(
        section=evening.section, chosen=if_rounds(running, rounds)[0],
        seen=SeenMovement(PlanChange.objects.count(), evening.event.round), key=new_key(),
        actor=evening.actor,
    )  # fmt: skip


def kept(evening: Evening) -> list[PadsSent]:
    found = EventHappening.objects.filter(event=evening.event, kind="pads").order_by("pk")
    return [each.told_as(PadsSent) for each in found]


def test_an_event_is_sent_with_movement_names_and_settings(pads: Pads) -> None:
    evening = Evening(7, kind="howell", winners=1)
    send_it(evening, "one")
    plan = evening.room.plan(evening.section)
    section = pads.sections["A"]
    assert (section["Winners"], section["GameType"]) == (1, 10)
    assert len(section["Tables"]) == plan.tables
    for place in plan.places.values():
        row = pads.row("A", place.table, place.round)
        if place.is_played:
            assert (row["PairNS"], row["PairEW"]) == place.sides
            assert (row["LowBoardNumber"], row["HighBoardNumber"]) == (
                place.boards[0], place.boards[-1],
            )  # fmt: skip
        else:
            assert (row["LowBoardNumber"], 0) == (0, row["PairNS"] * row["PairEW"])
    assert {one["LastName"] for one in pads.names} >= {"Left1", "Right1"}
    assert pads.settings[0]["BM2TDCall"] is True
    # The same form once more is the same session, and nothing goes out.
    asked = len(pads.asked)
    send(event=evening.event, connector=connector(evening), seen="", key="one",
         actor=evening.actor)  # fmt: skip
    assert len(pads.asked) == asked
    sent = last_sent(evening.event)
    assert sent is not None and sent.guid == pads.guid
    assert prepared(evening.event, connector(evening)).changes == []


def test_results_come_in_once_and_what_differs_waits(pads: Pads) -> None:
    evening = Evening(6)
    send_it(evening)
    one, two = evening.table(1).place.boards
    evening.type_slip(1, {two: ONE_DOWN})
    pads.enter(1, 1, one, LeadCardRank=14, LeadCardSuit=3)
    pads.enter(1, 1, two)
    came = fetch_it(evening)
    assert came.counted == {ComparedPadResult.NEW: 1, ComparedPadResult.CONTRARY: 1}
    assert evening.standing(1, one).facts == FOUR_SPADES | {"lead": "HA"}
    assert [each.facts for each in evening.standing(1, two).contrary] == [FOUR_SPADES]
    revision = evening.event.revision
    assert fetch_it(evening).counted[ComparedPadResult.NEW] == 0
    assert evening.event.revision == revision, "phones were told of nothing"


def test_what_is_corrected_or_deleted_at_the_pads_is_the_last_word(pads: Pads) -> None:
    evening = Evening(6)
    send_it(evening)
    one, two = evening.table(1).place.boards
    pads.enter(1, 1, one, Level=0, DeclaringPair=0, DeclarerDirection=0)
    pads.enter(1, 1, one, TotalTricks=9)
    pads.enter(1, 1, two)
    pads.enter(1, 1, two, IsDeleted=True)
    came = fetch_it(evening)
    assert evening.standing(1, one).facts == ONE_DOWN
    assert evening.standing(1, two).state is BoardStage.TO_COME
    assert "deleted at the pads" in " ".join(came.notes)


def test_a_result_of_a_round_that_has_not_begun_comes_in_when_it_has(pads: Pads) -> None:
    evening = Evening(6)
    send_it(evening)
    row = pads.row("A", 1, 2)
    pads.enter(1, 2, row["LowBoardNumber"])
    came = fetch_it(evening)
    assert came.counted == {ComparedPadResult.NOWHERE: 1} and came.notes
    evening.play()
    evening.next_round()
    assert fetch_it(evening).counted[ComparedPadResult.NEW] == 1


@pytest.mark.parametrize(
    ("level", "facts"),
    [
        (0, {"passed_out": True}),
        (-10, {"not_played": True}),
        (-1, {"adjusted": {"ns": "40", "ew": "40"}}),
        (-3, {"adjusted": {"ns": "40", "ew": "60"}}),
        (-8, {"adjusted": {"ns": "60", "ew": "50"}}),
    ],
)
def test_levels_below_one_are_what_the_vendor_says(level: int, facts: Any, pads: Pads) -> None:
    evening = Evening(4)
    send_it(evening)
    pads.enter(1, 1, 1, Level=level, DeclaringPair=0)
    assert pad_results(pads.results).rows[0].facts == facts


@pytest.mark.parametrize(
    "wrong",
    [{"Level": 9}, {"TableNumber": "x"}, {"SectionLetters": None}, {"Denomination": 0},
     {"TotalTricks": 4.5}, {"DeclarerDirection": 7}, {"IsDeleted": "yes"}, {"Level": None}],
)  # fmt: skip
def test_a_result_that_says_nothing_is_told_and_the_others_come_in(wrong: Any, pads: Pads) -> None:
    evening = Evening(6)
    send_it(evening)
    one, two = evening.table(1).place.boards
    pads.enter(1, 1, one, **wrong)
    pads.enter(1, 1, two)
    came = fetch_it(evening)
    assert evening.standing(1, two).facts == FOUR_SPADES
    if wrong != {"Level": None}:
        assert "cannot be read" in " ".join(came.notes)


def test_calls_wait_for_the_director_once(pads: Pads) -> None:
    evening = Evening(6)
    send_it(evening)
    pads.call(2)
    pads.call(3)
    pads.call(3, status=3)
    pads.call(99)
    assert fetch_it(evening).calls == 1
    assert [call.table for call in Call.objects.all()] == [2]
    Call.objects.all().delete()
    assert fetch_it(evening).calls == 0 and not Call.objects.exists()
    assert pad_calls([{}, {"TableNumber": "x", "Status": 1}]) == []


def test_pairs_without_names_are_named_by_the_pads(pads: Pads) -> None:
    evening = Counted()
    send_it(evening)
    place = evening.table(1).place
    seat = {"SessionGuid": pads.guid, "SectionLetters": "A", "TableNumber": 1, "RoundNumber": 0}
    pads.names += [
        seat | {"Direction": 1, "FirstName": "Ann", "LastName": "Lee"},
        seat | {"Direction": 3, "FirstName": "", "LastName": "Unheard-of"},
        seat | {"Direction": 9, "LastName": "Nobody"},
    ]
    assert fetch_it(evening).names == 2
    assert isinstance(place.ns, int)
    assert "Ann" in evening.names(place.ns)
    assert fetch_it(evening).names == 0


def test_a_changed_movement_goes_only_with_a_copy_of_what_the_pads_delete(pads: Pads) -> None:
    evening = Evening(8)
    send_it(evening)
    evening.play()
    evening.next_round()
    board = evening.table(1).place.boards[0]
    pads.enter(1, 1, pads.row("A", 1, 1)["LowBoardNumber"])
    pads.enter(1, 2, board)
    pads.enter(1, 3, pads.row("A", 1, 3)["LowBoardNumber"])
    shorten(evening)
    sending = prepared(evening.event, connector(evening))
    assert [(each.round, each.results) for each in sending.changes] == [(3, 1)]
    assert not ResultRevision.objects.filter(round=2).exists()
    send_it(evening)
    assert [each["RoundNumber"] for each in pads.results] == [1, 2]
    copy, changed = kept(evening)[1:]
    assert copy["what"] == "kept" and len(copy["results"]) == 3
    assert changed["what"] == "changed"
    # What they had was read in before anything went.
    assert evening.standing(1, board).facts == FOUR_SPADES
    with pytest.raises(Refused, match="already"):
        send_it(evening)


def test_what_cannot_be_fetched_is_said_and_nothing_else_is_sent_than_was_shown(
    pads: Pads,
) -> None:
    evening = Evening(8)
    send_it(evening)
    shorten(evening)
    pads.mood = "gone"
    sending = prepared(evening.event, connector(evening))
    assert sending.kept is None and "does not answer" in sending.why_not_kept
    pads.mood = ""
    with pytest.raises(Refused, match="have changed"):
        send(event=evening.event, connector=connector(evening), seen=sending.digest,
             key=new_key(), actor=evening.actor)  # fmt: skip
    assert 6 not in pads.asked and len(kept(evening)) == 1


@pytest.mark.parametrize(
    ("mood", "says"),
    [("gone", "does not answer"), ("half", "incomplete"), ("other", "version unknown"),
     ("busy", "busy"), ("refuses", "No boards here"), ("redirect", "does not answer")],
)  # fmt: skip
def test_a_connector_that_fails_is_told_in_words_and_nothing_is_half_done(
    pads: Pads, mood: str, says: str, monkeypatch: Any
) -> None:
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    evening = Evening(6)
    to = connector(evening)
    seen = prepared(evening.event, to).digest
    pads.mood = mood
    with pytest.raises(Refused, match=says):
        send(event=evening.event, connector=to, seen=seen, key="one", actor=evening.actor)
    assert last_sent(evening.event) is None
    pads.mood = ""
    send_it(evening)
    pads.enter(1, 1, evening.table(1).place.boards[0])
    pads.mood = mood
    with pytest.raises(Refused, match=says):
        fetch_it(evening)
    assert not ResultRevision.objects.exists()


def test_an_answer_without_end_or_in_time_is_none(pads: Pads, monkeypatch: Any) -> None:
    monkeypatch.setattr("time.sleep", lambda _seconds: None)
    monkeypatch.setattr(connector_client, "MOST_BYTES", 10)
    evening = Evening(4)
    with pytest.raises(Refused, match="does not answer"):
        connector(evening).version()


@pytest.mark.parametrize(("form", "says"), [("individuals", "Only pairs"), ("teams", "Only pairs")])
def test_what_pads_cannot_play_is_refused(pads: Pads, form: str, says: str) -> None:
    evening = Evening(8, kind="", form=form)
    with pytest.raises(Refused, match=says):
        prepared(evening.event, connector(evening))


def test_before_a_movement_there_is_nothing_to_send(pads: Pads) -> None:
    evening = Evening(6, kind="")
    with pytest.raises(Refused, match="movement first"):
        prepared(evening.event, connector(evening))
    with pytest.raises(Refused, match="Send the event"):
        fetch_it(evening)


def test_a_wrong_licence_key_is_refused_by_the_connector(pads: Pads, settings: Any) -> None:
    settings.CLUBSCORE_BRIDGEMATE_KEY = "other"
    with pytest.raises(Refused, match="licence key"):
        send_it(Evening(6))


@pytest.mark.parametrize(
    "address",
    ["93.184.216.34:5079", "example.org", "localhost/path", "user@127.0.0.1", "127.0.0.1:x", "::1",
     "0.0.0.0:80", "224.0.0.1"],
)  # fmt: skip
def test_only_this_machine_and_private_networks_are_called(
    address: str, pads: Pads, settings: Any
) -> None:
    settings.CLUBSCORE_BRIDGEMATE = address
    with pytest.raises(Refused, match="private network"):
        place_for(found_club(name="Portland", author="a test"))


def test_of_several_clubs_only_the_one_that_is_named_reaches_the_pads(
    pads: Pads, settings: Any
) -> None:
    club, other = (found_club(name=name, author="a test") for name in ("Portland", "Other"))
    with pytest.raises(Refused, match="another club"):
        place_for(club)
    settings.CLUBSCORE_BRIDGEMATE_FOR = club.slug
    assert place_for(club).address == f"http://{pads.address}"
    with pytest.raises(Refused, match="another club"):
        place_for(other)


def test_where_it_is_not_set_up_the_page_says_so(settings: Any) -> None:
    evening = Evening(6)
    client = client_of(make_user(evening.club, "host", Role.DIRECTOR))
    page = reverse("event-pads", args=[evening.event.pk])
    assert "Set CLUBSCORE_BRIDGEMATE there" in client.get(page).content.decode()
    settings.CLUBSCORE_BRIDGEMATE = "127.0.0.1:9"
    assert "CLUBSCORE_BRIDGEMATE_KEY" in client.get(page).content.decode()


def test_the_page_asks_before_it_sends(pads: Pads) -> None:
    evening = Evening(8)
    client = client_of(make_user(evening.club, "host", Role.DIRECTOR))
    address = reverse("event-pads-send", args=[evening.event.pk])
    assert "will be deleted" in client.get(address).content.decode()
    seen = prepared(evening.event, connector(evening)).digest
    unsure = client.post(address, {"seen": seen, "key": "k"})
    assert unsure.status_code == 422 and not pads.sections
    assert client.post(address, {"seen": seen, "key": "k", "sure": "1"}).status_code == 302
    assert pads.sections
    pads.enter(1, 1, 1)
    came = client.post(reverse("event-pads-fetch", args=[evening.event.pk]))
    assert "One result recorded" in came.content.decode()
    history = client.get(reverse("event-history", args=[evening.event.pk])).content.decode()
    assert "Bridgemates: the event was sent" in history
