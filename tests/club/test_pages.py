"""The Players' and the Club's room, as pages: nothing typed is lost."""

import html
import re
from typing import Any

import pytest
from django.test import Client

from clubscore.club.models import Membership, Person, User
from tests.house import PASSWORD, House, client_of


@pytest.fixture
def director(house: House) -> Client:
    return client_of(house.logins["director"])


def hidden(page: str, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, page
    return html.unescape(found[1])


def text_of(answer: Any) -> str:
    return answer.content.decode()


def test_the_list_searches_sorts_and_pages(house: House, director: Client) -> None:
    Person.objects.bulk_create(
        Person(club=house.club, name=f"Member {n:02}", short_name=f"M{n:02}") for n in range(30)
    )
    first = text_of(director.get("/players/"))
    assert "1 to 25 of 34" in first and 'aria-sort="ascending"' in first
    assert "26 to 34 of 34" in text_of(director.get("/players/?page=2"))
    backwards = text_of(director.get("/players/?sort=-name"))
    assert backwards.index("Member 29") < backwards.index("Member 20")
    found = text_of(director.get("/players/?q=member+07"))
    assert "Member 07" in found and "Member 08" not in found


def test_whoever_is_not_found_can_be_added(director: Client) -> None:
    page = text_of(director.get("/players/?q=<b>Zoe"))
    assert "No one with “&lt;b&gt;Zoe”" in page
    assert 'value="Zoe"' in text_of(director.get("/players/add/?kind=guest&name=Zoe"))


def test_a_player_sees_names_and_no_addresses(house: House) -> None:
    bob = house.people[1]
    # The key of a form is made by chance of letters and figures alone.
    bob.email, bob.number = "bob@example.org", "92/7"
    bob.save()
    page = text_of(client_of(house.logins["player"]).get("/players/"))
    assert "Bob" in page and "bob@example.org" not in page and "92/7" not in page
    assert f"/players/{bob.pk}/" not in page and f"/players/{house.people[0].pk}/" in page
    scorer = text_of(client_of(house.logins["scorer"]).get("/players/"))
    assert "92/7" in scorer and "bob@example.org" not in scorer


def test_a_refused_form_keeps_what_was_typed(house: House, director: Client) -> None:
    given = {"name": "Bob Ward", "short_name": "Bob", "number": "7", "active": "on"}
    answer = director.post("/players/add/", given)
    page = text_of(answer)
    assert answer.status_code == 422
    assert "Bob is already used here. Try Bob W." in page
    assert 'value="Bob Ward"' in page and 'value="7"' in page
    assert 'href="#id_short_name"' in page


def test_a_member_is_added_and_put_right(house: House, director: Client) -> None:
    answer = director.post("/players/add/", {"name": "Ida", "kind": "guest", "active": "on"})
    ida = Person.objects.get(name="Ida")
    assert answer["Location"] == f"/players/{ida.pk}/" and ida.is_guest
    page = text_of(director.get(answer["Location"]))
    given = {"name": "Ida", "short_name": "Ida", "email": "ida@example.org"}
    director.post(f"/players/{ida.pk}/change/", {**given, "seen": hidden(page, "seen")})
    ida.refresh_from_db()
    assert ida.email == "ida@example.org" and not ida.active
    director.post(f"/players/{ida.pk}/member/")
    ida.refresh_from_db()
    assert not ida.is_guest


def test_the_second_is_shown_what_changed_and_may_record_then(
    house: House, director: Client
) -> None:
    bob = house.people[1]
    address = f"/players/{bob.pk}/change/"
    seen = hidden(text_of(director.get(f"/players/{bob.pk}/")), "seen")
    given = {"name": "Bob", "short_name": "Bob", "active": "on", "seen": seen}
    assert director.post(address, {**given, "number": "9"}).status_code == 302
    second = director.post(address, {**given, "email": "bob@example.org"})
    page = text_of(second)
    assert second.status_code == 409
    assert "number: was nothing, is now 9" in page
    assert 'value="bob@example.org"' in page
    again = {**given, "number": "9", "email": "bob@example.org", "seen": hidden(page, "seen")}
    assert director.post(address, again).status_code == 302
    bob.refresh_from_db()
    assert (bob.number, bob.email) == ("9", "bob@example.org")


def test_merging_asks_first(house: House, director: Client) -> None:
    other = Person.objects.create(club=house.club, name="Bobby", short_name="Bobby", kind="guest")
    address = f"/players/{house.people[1].pk}/same/"
    page = text_of(director.get(address, {"other": other.pk}))
    assert "Bobby is the same person as Bob" in page
    other.refresh_from_db()
    assert other.merged_into is None
    director.post(address, {"other": other.pk, "agreed": "1"})
    other.refresh_from_db()
    assert other.merged_into == house.people[1]
    assert director.get(f"/players/{other.pk}/")["Location"] == f"/players/{house.people[1].pk}/"


def test_a_person_of_another_club_is_no_choice(house: House, other_house: House) -> None:
    browser = client_of(house.logins["director"])
    stranger = other_house.people[0]
    answer = browser.post(
        f"/players/{house.people[1].pk}/same/", {"other": stranger.pk, "agreed": "1"}
    )
    assert answer.status_code == 422
    stranger.refresh_from_db()
    assert stranger.merged_into is None


def test_a_login_made_on_the_page_works(house: House, director: Client) -> None:
    given = {"username": "bob", "role": "scorer", "person": house.people[1].pk}
    answer = director.post("/club/logins/add/", given)
    password = re.search(r"<code>(.*?)</code>", text_of(answer))
    assert password and "no-store" in answer["Cache-Control"]
    browser = Client()
    entered = browser.post("/login", {"username": "bob", "password": password[1]})
    assert entered.status_code == 302
    assert Membership.objects.get(user__username="bob").person == house.people[1]


def test_whoever_came_in_can_go(house: House) -> None:
    browser = client_of(house.logins["player"])
    assert 'action="/logout"' in text_of(browser.get("/players/"))
    assert browser.post("/logout")["Location"] == "/"
    assert browser.get("/players/").status_code == 302


def test_a_wrong_password_says_so_and_keeps_the_name(house: House) -> None:
    answer = Client().post("/login", {"username": "dora", "password": "x"})
    page = text_of(answer)
    assert "The name and password do not" in page and 'value="dora"' in page


def test_one_chooses_a_password_of_his_own(house: House) -> None:
    user = house.logins["player"]
    browser = Client()
    browser.post("/login", {"username": user.username, "password": PASSWORD})
    new = "ten-of-diamonds"
    given = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert browser.post("/password/", given).status_code == 302
    assert browser.get("/players/").status_code == 200  # this browser stays logged in
    assert User.objects.get(pk=user.pk).check_password(new)


def test_the_house_sets_its_laws_and_stake(house: House, director: Client) -> None:
    page = text_of(director.get("/club/house/auction/"))
    seen = hidden(page, "seen")
    wrong = director.post("/club/house/auction/", {"stake": "a cow a hundred", "seen": seen})
    assert wrong.status_code == 422 and "a cow a hundred" in text_of(wrong)
    given = {"stake": "5s a hundred", "seen": seen}
    assert director.post("/club/house/auction/", given).status_code == 302
    house.club.refresh_from_db()
    assert house.club.house["auction"]["stake"] == "5s a hundred"
    assert director.post("/club/house/auction/", given).status_code == 409
    assert "5s a hundred" in text_of(director.get("/club/"))


def test_the_clubs_matters_keep_what_was_typed(house: House, director: Client) -> None:
    seen = hidden(text_of(director.get("/club/change/")), "seen")
    given = {
        "name": "Portland Club",
        "time_zone": "Europe/London",
        "currency": "GBP",
        "paper": "A4",
        "hours": "24",
        "pad_heads": "era",
        "federation": "none",
        "wifi_name": "Club",
        "wifi_password": "short",
        "seen": seen,
    }
    answer = director.post("/club/change/", given)
    assert answer.status_code == 422 and 'value="Portland Club"' in text_of(answer)
    assert "at least 8 characters" in text_of(answer)
    assert director.post("/club/change/", {**given, "wifi_password": ""}).status_code == 302
    house.club.refresh_from_db()
    assert (house.club.name, house.club.plays_for_money) == ("Portland Club", False)


def test_the_clubs_page_is_read_in_few_queries(
    house: House, director: Client, django_assert_max_num_queries: Any
) -> None:
    director.get("/club/")
    with django_assert_max_num_queries(12):
        director.get("/club/")
    with django_assert_max_num_queries(12):
        director.get("/players/")
