"""A prepared set at one table: four phones, own cards, par once a board is closed, the end."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

import pytest
from django.test import Client

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.models import Person, Role
from clubscore.deals.hands import made_boards, read_deal
from clubscore.events.boards import SeenBoards, Source, set_boards
from clubscore.events.models import BoardRevision, Event, ParRevision
from clubscore.events.set_table import TOLD_FOR, open_table
from clubscore.events.visibility import known_boards
from tests.events.contest_tables import SEATS, FourPlayers
from tests.events.evenings import Evening
from tests.house import House, client_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
TWELVE, EIGHT = "Twelve boards of auction", "Eight boards of today"


@pytest.fixture
def four(house: House) -> FourPlayers:
    """Four people of the club at the twelve boards of 1917; no phone is in."""
    return FourPlayers(client_of(house.logins[Role.PLAYER]), house.club, house.people, TWELVE)


def text_of(answer: object) -> str:
    content = getattr(answer, "content", b"").decode()
    content = re.sub(r"<(script|style).*?</\1>", "", content, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", content))


def cards_of(four: FourPlayers, seat: str, board: int) -> list[str]:
    """The four suits of a hand as the phone shows them."""
    deal = read_deal(four.board(board).deal or "")
    return [" ".join(held) for held in deal.hand(seat) if held]


def shows(text: str, cards: list[str]) -> bool:
    return all(held.replace("T", "10") in text or held in text for held in cards)


def test_a_phone_shows_its_own_thirteen_cards_once_all_four_are_in(four: FourPlayers) -> None:
    four.come_in("N", "S", "E")
    early = text_of(four.phones["N"].get(four.path()))
    assert "to come" in early and "your cards" not in early
    four.come_in("W")
    for seat in SEATS:
        page = text_of(four.phones[seat].get(four.path()))
        assert "Board 1: your cards" in page
        for other in SEATS:
            assert shows(page, cards_of(four, other, 1)) == (other == seat), (seat, other)


def test_cards_of_a_board_come_into_the_event_once_both_sides_agree(four: FourPlayers) -> None:
    four.come_in(*SEATS)
    assert four.tell(1).status_code == 302
    assert not BoardRevision.objects.exists() and not ParRevision.objects.exists()
    assert four.agree(1).status_code == 302
    assert [each.board for each in BoardRevision.objects.all()] == [1]
    page = text_of(four.phones["S"].get(four.path() + "?board=1"))
    assert ("Par:" in page and "below par" in page) or "over par" in page
    assert "Step through best play" in page
    for seat in SEATS:
        assert shows(page, cards_of(four, seat, 1))
    assert "Par:" in text_of(four.phones["S"].get(four.path())), "read before one goes on"
    after = text_of(four.phones["S"].get(four.path() + "?board=2"))
    assert "Board 2: your cards" in after
    skipped = text_of(four.phones["S"].get(four.path() + "?board=3"))
    assert "your cards" not in skipped


def test_the_best_play_that_the_set_keeps_is_read_trick_by_trick(four: FourPlayers) -> None:
    four.come_in(*SEATS)
    four.close(1)
    page = four.phones["S"].get(four.path() + "?board=1").content.decode()
    line = page.partition("Best play, trick by trick")[2].partition("</details>")[0]
    par = four.board(1).par
    assert par is not None and len(par.play) == 52
    tricks = re.findall(r'<a href="([^"]+)"', line)
    assert len(tricks) == 13
    shown = re.findall(r"[♠♥♦♣]|(?<=>)(?:10|[AKQJ2-9])(?=<)", line)
    ranks = [each[1].replace("T", "10") for each in par.play]
    assert [each for each in shown if each not in "♠♥♦♣"] == ranks
    second = four.phones["S"].get(tricks[1].replace("&amp;", "&"))
    assert second.status_code == 200
    assert f"cards={''.join(par.play[:4])}" in tricks[1]


def test_the_table_ends_by_itself_when_all_boards_are_closed(four: FourPlayers) -> None:
    four.come_in(*SEATS)
    for board in range(1, 13):
        four.close(board)
    event = Event.objects.get(pk=four.event.pk)
    assert event.finished_at is not None
    assert BoardRevision.objects.count() == 12
    last = text_of(four.phones["W"].get(four.path()))
    assert "This table has finished" in last
    assert "Par:" in last and "Board 12" in last
    assert shows(last, cards_of(four, "N", 12))
    assert shows(text_of(four.phones["W"].get(four.path() + "?board=3")), cards_of(four, "N", 3))


def test_both_sides_may_stop_and_boards_that_were_not_played_stay_closed(
    four: FourPlayers,
) -> None:
    four.come_in(*SEATS)
    four.close(1)
    stop = four.path("at/A1/stop/")
    assert four.phones["N"].post(stop, {"key": "n"}).status_code == 302
    assert Event.objects.get(pk=four.event.pk).finished_at is None
    assert "wants to stop" in text_of(four.phones["E"].get(four.path()))
    assert four.phones["S"].post(stop, {"key": "s", "on": "1"}).status_code == 302
    assert four.phones["E"].post(stop, {"key": "e"}).status_code == 302
    assert Event.objects.get(pk=four.event.pk).finished_at is None, "North-South play on"
    assert four.phones["N"].post(stop, {"key": "n2"}).status_code == 302
    assert Event.objects.get(pk=four.event.pk).finished_at is not None
    assert [each.board for each in BoardRevision.objects.all()] == [1]


def test_tonight_leads_to_the_table_and_not_to_a_directors_page(
    house: House, four: FourPlayers
) -> None:
    for role in (Role.PLAYER, Role.DIRECTOR):
        page = client_of(house.logins[role]).get("/").content.decode()
        assert f'href="{four.path()}"' in page
        assert f'href="{four.path("")}"' not in page


def test_a_phone_stays_its_players(four: FourPlayers) -> None:
    four.come_in(*SEATS)
    phone = four.phones["N"]
    answer = phone.post(four.code, {"person": four.people["E"].pk})
    assert answer.status_code == 409 and "another player" in text_of(answer)
    assert "your cards, North" in text_of(phone.get(four.path()))


def test_a_new_phone_of_a_player_takes_over_and_the_old_one_shows_no_cards(
    four: FourPlayers,
) -> None:
    four.come_in(*SEATS)
    old = four.phones["N"]
    four.come_in("N")
    assert "your cards, North" in text_of(four.phones["N"].get(four.path()))
    assert "your cards" not in text_of(old.get(four.path()))


def test_the_others_are_told_that_a_seat_went_to_another_phone_and_it_can_be_undone(
    four: FourPlayers,
) -> None:
    four.come_in(*SEATS)
    old, name = four.phones["N"], four.people["N"].short_name
    others = [four.phones[seat] for seat in "ESW"]
    told = "has used another phone since"
    assert all(told not in text_of(each.get(four.path())) for each in [old, *others])
    four.come_in("N")
    for each in others:
        assert f"North: {name} {told}" in text_of(each.get(four.path()))
    shown = text_of(old.get(four.path()))
    assert "Another phone took your seat, North" in shown and f"{name}: this is my phone" in shown
    new = text_of(four.phones["N"].get(four.path()))
    assert told not in new and "took your seat" not in new
    # The earlier phone gets the seat again, and the other is told.
    assert old.post(four.path("at/A1/phone/"), {"key": "again"}).status_code == 302
    assert "your cards, North" in text_of(old.get(four.path()))
    assert "Another phone took your seat" in text_of(four.phones["N"].get(four.path()))
    with clock.at(clock.now() + TOLD_FOR + dt.timedelta(minutes=1)):
        four.close(1)
        assert all(told not in text_of(each.get(four.path())) for each in others)
    assert four.event.happenings.filter(kind="phone-in").count() == 6


def test_who_knows_boards_of_the_set_shows_no_cards_at_another_table(
    house: House, four: FourPlayers
) -> None:
    four.come_in(*SEATS)
    four.close(1)
    others = [Person.objects.create(club=house.club, name=n, short_name=n) for n in ("X", "Y", "Z")]
    again = FourPlayers(
        client_of(house.logins[Role.PLAYER]), house.club, [house.people[1], *others], TWELVE
    )
    refused = Client().post(again.code, {"person": house.people[1].pk})
    assert refused.status_code == 409
    assert "has seen boards of this set" in text_of(refused)


def test_honours_are_not_looked_up_in_cards_before_a_board_is_closed(four: FourPlayers) -> None:
    four.come_in(*SEATS)
    told = four.tell(1, honours="D:5")
    assert "The cards give" not in text_of(told)


def test_a_set_that_is_not_offered_is_refused_in_words(house: House) -> None:
    player = client_of(house.logins[Role.PLAYER])
    answer = player.post("/contests/", {"set": "nonsense", "key": "k"})
    assert answer.status_code == 422
    assert "Choose one of the sets" in text_of(answer)


def test_a_table_opened_twice_by_the_same_form_is_one(house: House) -> None:
    player = client_of(house.logins[Role.PLAYER])
    mark = re.search(r'value="([A-Z0-9-]{23})"', player.get("/contests/").content.decode())
    assert mark
    answers = [player.post("/contests/", {"set": mark[1], "key": "same"}) for _each in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert Event.objects.exclude(contest_set=None).count() == 1


def test_boards_close_where_other_events_have_cards_and_pars_too(
    house: House, four: FourPlayers
) -> None:
    evening = Evening(4, club=house.club)
    seen = SeenBoards(0, "cards")
    set_boards(event=evening.event, boards=[*made_boards([1, 2, 3], is_sorted=False)],
               source=Source.MADE, seen=seen, actor=evening.actor)  # fmt: skip
    four.come_in(*SEATS)
    for board in (1, 2, 3):
        four.close(board)
    assert ParRevision.objects.filter(event=four.event).count() == 3


def test_a_member_who_is_logged_in_says_that_this_phone_is_theirs(
    house: House, four: FourPlayers
) -> None:
    four.come_in("S", "E", "W")
    ann = client_of(house.logins[Role.PLAYER])
    page = text_of(ann.get(four.path()))
    assert "Ann: this is my phone" in page and "your cards" not in page
    assert ann.post(four.path("at/A1/phone/"), {"key": "mine"}).status_code == 302
    assert "your cards, North" in text_of(ann.get(four.path()))
    scorer = client_of(house.logins[Role.SCORER])
    refused = scorer.post(four.path("at/A1/phone/"), {"key": "theirs"})
    assert refused.status_code == 409 and "Choose your name at this table" in text_of(refused)


def test_the_boards_that_somebody_knows_are_read_of_their_own_tables_alone(
    house: House, four: FourPlayers, django_assert_max_num_queries: Any
) -> None:
    four.come_in(*SEATS)
    four.close(1)
    kept, ann = four.kept, Actor(Level.PLAYER, house.club, person=house.people[0])
    for number in range(3):
        open_table(kept=kept, key=f"another-{number}", actor=ann)
    with django_assert_max_num_queries(6):
        assert known_boards(ann, kept) == {1}
    stranger = Person.objects.create(club=house.club, name="Zoe", short_name="Zoe")
    assert known_boards(Actor(Level.PLAYER, house.club, person=stranger), kept) == frozenset()
