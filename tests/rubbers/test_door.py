"""The room's door: one code for the whole room, by which anybody finds his table."""

from datetime import timedelta

import pytest
from django.test import Client

from clubscore.club import clock
from clubscore.club.models import Act, Role
from clubscore.rubbers import door as door_looks
from clubscore.rubbers.door import close_door, door_by_token, door_of, open_door
from clubscore.rubbers.models import Candidate, Happening, RoomLink
from clubscore.web.phones import token_of
from tests.house import House, client_of, phone_with
from tests.rubbers.tables import Table, actor_of, people_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


@pytest.fixture
def table() -> Table:
    """A table at auction of a club whose door is open."""
    table = Table()
    open_door(club=table.club, actor=table.actor)
    return table


def address(table: Table) -> str:
    """Return the room's address."""
    door = door_of(table.club)
    assert door is not None
    return f"/door/{token_of(door.nonce)}/"


def test_who_taps_his_name_is_at_his_table_as_himself(table: Table) -> None:
    phone = Client()
    page = phone.get(address(table)).content.decode()
    assert "Who are you?" in page
    assert "North" in page
    answer = phone.post(address(table), {"person": table.people[2].pk})
    assert answer["Location"] == f"/table/{table.sitting.pk}/"
    assert phone.session["phone"]["person"] == table.people[2].pk
    assert "Deal 1 ·" in phone.get(answer["Location"]).content.decode()


def test_a_table_that_let_no_phone_in_has_a_code_afterwards(table: Table) -> None:
    assert not table.sitting.links.exists()
    Client().post(address(table), {"person": table.people[0].pk})
    Client().post(address(table), {"person": table.people[1].pk})
    assert table.sitting.links.count() == 1


def test_who_sits_nowhere_finds_himself_by_part_of_his_name_and_waits(table: Table) -> None:
    (zoe,) = people_of(table.club, "Zoë")
    phone = Client()
    assert "Zoë" in phone.get(address(table), {"q": "zoë"}).content.decode()
    page = phone.post(address(table), {"person": zoe.pk}).content.decode()
    assert "Zoë has no seat yet" in page
    assert "Wait at Table 1" in page
    form = {"person": zoe.pk, "table": table.sitting.pk, "key": "one-tap"}
    answer = phone.post(address(table), form)
    assert answer["Location"] == f"/table/{table.sitting.pk}/people/"
    assert "Zoë" in phone.get(answer["Location"]).content.decode()
    assert Candidate.objects.filter(person=zoe, left_at=None).count() == 1
    assert Happening.objects.get(kind="joined").author == "Zoë"
    phone.post(address(table), form)
    assert Happening.objects.filter(kind="joined").count() == 1


def test_a_name_is_found_by_three_letters_or_a_whole_word_of_it(table: Table) -> None:
    people_of(table.club, "Zoë Li")
    phone = Client()
    found = {
        typed: "Zoë Li" in phone.get(address(table), {"q": typed}).content.decode()
        for typed in ("z", "zo", "zo l", "oë L", "ë", "zoë", "LI", "li zoë", "oë Li")
    }
    assert [typed for typed, is_shown in found.items() if is_shown] == ["zoë", "LI", "li zoë"]


def test_a_phone_looks_for_so_many_names_an_evening(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    people_of(table.club, "Zoë")
    monkeypatch.setattr(door_looks, "MOST_LOOKS", 3)
    monkeypatch.setattr(door_looks, "MOST_PHONES", 2)
    phone, other, third = Client(), Client(), Client()

    def looks(browser: Client) -> int:
        answer = browser.get(address(table), {"q": "zoë"})
        page = answer.content.decode()
        assert ("Zoë" in page) == (answer.status_code == 200)
        assert ("Ask tonight&#x27;s director" in page) == (answer.status_code == 429)
        return answer.status_code

    assert [looks(phone) for _time in range(5)] == [200, 200, 200, 429, 429]
    # Whoever only opens the door has not looked, and sees the tables ever after.
    assert phone.get(address(table)).status_code == 200
    assert looks(other) == 200
    # So many phones without a cookie, and no more; those that are known go on.
    assert (looks(third), looks(other), looks(phone)) == (429, 200, 429)
    close_door(club=table.club, actor=table.actor)
    open_door(club=table.club, actor=table.actor)
    assert looks(phone) == 200


def test_a_complete_table_says_so_and_nobody_is_let_in(table: Table) -> None:
    eve, fred, gina = people_of(table.club, "Eve", "Fred", "Gina")
    for who in (eve, fred):
        Client().post(address(table), {"person": who.pk, "table": table.sitting.pk})
    phone = Client()
    answer = phone.post(address(table), {"person": gina.pk, "table": table.sitting.pk})
    assert answer.status_code == 422
    assert "This table is full: two are" in answer.content.decode()
    assert "phone" not in phone.session


def test_somebody_of_another_club_is_nobody_here(table: Table, other_house: House) -> None:
    phone = Client()
    page = phone.post(address(table), {"person": other_house.people[0].pk})
    assert page.status_code == 200
    assert "phone" not in phone.session


def test_the_door_is_good_for_one_evening_and_can_be_closed(table: Table) -> None:
    here = address(table)
    assert open_door(club=table.club, actor=table.actor) == door_of(table.club)
    close_door(club=table.club, actor=table.actor)
    assert Client().get(here).status_code == 404
    assert Act.objects.filter(what__startswith="room's door").count() == 2
    door = open_door(club=table.club, actor=table.actor)
    assert door_by_token(token_of(door.nonce)) == door
    RoomLink.objects.filter(pk=door.pk).update(expires_at=clock.now() - timedelta(seconds=1))
    assert "This code has expired" in Client().get(address_of(door)).content.decode()
    assert open_door(club=table.club, actor=table.actor) != door


def address_of(door: RoomLink) -> str:
    """Return the address behind a door, open or not."""
    return f"/door/{token_of(door.nonce)}/"


def test_the_page_for_phones_shows_the_door_and_lets_the_director_close_it(house: House) -> None:
    director = client_of(house.logins[Role.DIRECTOR])
    assert "Turn on room code" in director.get("/phones/").content.decode()
    director.post("/phones/")
    door = door_of(house.club)
    assert door is not None
    assert address_of(door) in director.get("/phones/").content.decode()
    player = client_of(house.logins[Role.PLAYER])
    assert address_of(door) in player.get("/phones/").content.decode()
    assert player.post("/phones/", {"take_back": "1"}).status_code == 403
    director.post("/phones/", {"take_back": "1"})
    assert door_of(house.club) is None


def test_a_phone_let_in_before_keeps_its_table_when_the_door_closes(table: Table) -> None:
    Client().post(address(table), {"person": table.people[0].pk})
    phone = phone_with(table.sitting.links.get())
    close_door(club=table.club, actor=actor_of(table.club))
    assert phone.get(f"/table/{table.sitting.pk}/").status_code == 200
