"""Events beside the card room: Tonight, the room's door, a person's page, fees and the book."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.club.access import Actor, Level
from clubscore.club.entry import authored, new_key
from clubscore.club.ledger import THE_CLUB, Origin, Transfer, balances_of, post, postings_in
from clubscore.club.models import Entry as BookEntry
from clubscore.events.corrections import Typed, type_results
from clubscore.events.directing import call_director, show_ranking
from clubscore.events.door_list import EventDoor
from clubscore.events.entries import at_the_door, fees_to_pay
from clubscore.events.finishing import finish
from clubscore.events.person import events_played
from clubscore.events.rankings import Lists
from clubscore.events.rankings import RankingLine as RankedLine
from clubscore.home.tonight import how_they_stand
from clubscore.ranking import Ranking
from clubscore.rubbers.door import door_of, open_door
from clubscore.rubbers.pages.phones import EVENT_PHONE
from clubscore.rubbers.selectors import tonight
from clubscore.web.phones import token_of
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path, text_of
from tests.house import House, phone_of

pytestmark = [pytest.mark.django_db]


def door_address(evening: Evening) -> str:
    """The address of the room's door, opened."""
    open_door(club=evening.club, actor=evening.actor)
    door = door_of(evening.club)
    assert door is not None
    return f"/door/{token_of(door.nonce)}/"


def test_tonight_asks_no_more_of_the_database_for_more_tables_or_events() -> None:
    evening, counts = Evening(4, boards=1), []
    for pairs in (12, 4, 4):
        with CaptureQueriesContext(connection) as asked:
            rows = how_they_stand(evening.club, tonight(evening.club))
        counts.append(len(asked))
        Evening(pairs, boards=1, club=evening.club)
    assert counts == [4, 4, 4]
    assert [(row.count, row.of) for row in rows] == [(0, 2), (0, 6), (0, 2)]


def test_tonight_says_how_far_the_round_is_and_who_calls() -> None:
    evening = Evening(6, boards=1)
    evening.tell(1, 1, {"passed_out": True})
    evening.agree(1, 1)
    call_director(section=evening.section, table=2, why="", actor=evening.actor)
    page = text_of(director_of(evening).get("/"))
    assert "round 1 of 3" in page
    assert "1 of 3 entered" in page
    assert "table 2: director, please" in page


def test_who_taps_his_name_at_the_door_is_at_his_table_and_goes_with_his_pair() -> None:
    evening = Evening(6, boards=1)
    phone, door = Client(), door_address(evening)
    page = text_of(phone.get(door))
    assert "Tuesday pairs" in page
    assert "Left4table 1" in page
    answer = phone.post(door, {"person": evening.people[6].pk})
    assert answer["Location"] == path(evening, "mine/")
    assert phone.get(path(evening, "mine/"))["Location"] == path(evening, "at/A1/")
    evening.play()
    evening.next_round()
    assert phone.get(path(evening, "mine/"))["Location"] == path(evening, "at/A2/")


def test_before_the_tables_are_set_up_the_door_says_so() -> None:
    evening = Evening(4, kind="")
    answer = Client().post(door_address(evening), {"person": evening.people[0].pk})
    assert answer.status_code == 422
    assert "Left1 is entered for Tuesday pairs. The tables are not set up yet." in text_of(answer)


def test_a_finished_event_stands_at_the_door_no_more() -> None:
    evening = Evening(4, boards=1)
    evening.play()
    finish(event=evening.event, final_at=evening.event.opened_at, key="end", actor=evening.actor)
    assert EventDoor().tonight(evening.club) == []


def test_a_phone_is_at_one_place_at_a_time(house: House) -> None:
    evening = Evening(4, boards=1, club=house.club)
    phone = phone_of(house)
    phone.post(door_address(evening), {"person": evening.people[0].pk})
    assert "phone" not in phone.session
    assert EVENT_PHONE in phone.session


def test_a_persons_page_knows_his_events_his_partner_and_his_place() -> None:
    evening = Evening(6, boards=1)
    evening.play()
    who, player = evening.people[0], Actor(level=Level.PLAYER, club=evening.club)
    (one,) = events_played(who, player)
    assert (one.partner, one.place) == ("Right1", ""), "the ranking is not open yet"
    show_ranking(event=evening.event, shown=True, key="open", actor=evening.actor)
    (one,) = events_played(who, player)
    assert one.place
    assert one.of == 3, "of his direction"
    page = text_of(director_of(evening).get(f"/players/{who.pk}/"))
    assert "Tuesday pairs with Right1" in page
    for _event in range(2):
        Evening(4, boards=1, club=evening.club, people=(*evening.people[:8],))
    with CaptureQueriesContext(connection) as asked:
        assert len(events_played(who, player)) == 3
    assert len(asked) <= 8


def test_for_a_persons_page_an_event_is_ranked_once_and_not_for_each_of_its_pairs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening, lines, ranked = Evening(6, boards=1), Lists._lines, list[str]()
    evening.play()
    show_ranking(event=evening.event, shown=True, key="open", actor=evening.actor)

    def counted(self: Lists, ranking: Ranking) -> list[RankedLine]:
        ranked.append(ranking.direction)
        return lines(self, ranking)

    monkeypatch.setattr(Lists, "_lines", counted)
    (one,) = events_played(evening.people[0], Actor(level=Level.PLAYER, club=evening.club))
    assert one.place and sorted(ranked) == ["EW", "NS"]


def test_the_places_of_events_are_read_once_until_something_changes_there(
    django_capture_on_commit_callbacks: Any,
) -> None:
    evening = Evening(6, boards=1)
    evening.play()
    host, person = evening.actor, evening.people[0]
    for board, facts in ((0, ONE_DOWN), (1, FOUR_SPADES)):
        with django_capture_on_commit_callbacks(execute=True):
            (first,) = events_played(person, host)
        with CaptureQueriesContext(connection) as asked:
            (again,) = events_played(person, host)
        assert again == first and first.place
        assert len(asked) <= 4
        spot = evening.room.tables()[board].boards[0].spot
        lines = [Typed(evening.section, spot, facts, evening.room.standing(spot).number)]
        type_results(event=evening.event, lines=lines, key=new_key(), actor=host)
    with CaptureQueriesContext(connection) as asked:
        events_played(person, host)
    assert len(asked) > 3, "the event has changed"


def test_the_fee_at_the_door_is_set_against_what_stands_in_the_book() -> None:
    evening = Evening(4, boards=1, fee=48)
    one, other, third = (evening.people[n] for n in (0, 2, 4))
    for payer, payee, coins in ((one.pk, THE_CLUB, 96), (THE_CLUB, other.pk, 60)):
        entry = authored(evening.actor, evening.club.pk, new_key(), "from before")
        post(kind=BookEntry.Kind.TABLE_MONEY, origin=Origin(tonight(evening.club), "rubber"),
             lines={Transfer(payer, payee, "LSD"): coins}, entry=entry)  # fmt: skip
    lines = {
        line.person.pk: (line.pays, line.before)
        for line in fees_to_pay(evening.event, evening.room.entries, nets=True)
    }
    assert lines[one.pk] == (144, 96)
    assert lines[other.pk] == (0, -60)
    assert lines[third.pk] == (48, 0)
    page = text_of(director_of(evening).get(path(evening, "entries/")))
    assert "of which earlier: 2s" in page
    assert "in credit: 1s 3d" in page
    plain = fees_to_pay(evening.event, evening.room.entries, nets=False)
    assert {line.pays for line in plain} == {48}, "a scorer sees nobody's account"


def test_after_the_end_only_who_owes_in_the_book_has_still_to_pay() -> None:
    evening = Evening(4, boards=1, fee=48)
    event, entries = evening.event, evening.room.entries
    at_the_door(event=event, entry=entries[0].pk, what="paid", key="p", actor=evening.actor)
    while event.round < evening.room.rounds:
        evening.play()
        evening.next_round()
        event = evening.event
    evening.play()
    finish(event=event, final_at=event.opened_at, key="end", actor=evening.actor)
    lines = fees_to_pay(evening.event, evening.room.entries, nets=True)
    assert [line.person for line in lines] == evening.people[2:8]
    assert {line.pays for line in lines} == {48}
    owed = balances_of(postings_in(evening.club))["LSD"]
    assert owed[evening.people[0].pk] == 0
