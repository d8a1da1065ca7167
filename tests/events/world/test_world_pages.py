"""Pages of a set against the world: what they show to whom, what comes in, what goes out."""

import re
from typing import Any

import pytest
from django.test import Client

from clubscore.club.models import Club
from clubscore.events.models import ContestPackage, ContestSet, Event
from clubscore.extras.world.package import read_package, whole_text
from clubscore.extras.world.packages import public_key_of
from tests.events.evenings import Evening
from tests.events.world.packages import TODAY, YORK, a_set, bring, package
from tests.house import House, client_of

CONTRACT = "3 no-trumps"


@pytest.fixture
def kept(house: House) -> ContestSet:
    found = a_set(house.club)
    bring(house.club, package(), package(tricks=8, key=YORK, club="York"))
    return found


@pytest.fixture
def director(house: House) -> Client:
    return client_of(house.logins["director"])


def text(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", answer.content.decode()).split())


def test_until_a_board_is_closed_only_who_played_is_shown(
    house: House, kept: ContestSet, director: Client
) -> None:
    for client in (director, client_of(house.logins["player"])):
        shown = text(client.get(f"/world/{kept.pk}/"))
        assert "Leeds" in shown and "York" in shown and "3 boards" in shown
        assert "below par" not in shown and "place" not in shown and "%" not in shown
        assert client.get(f"/world/{kept.pk}/board/1/").status_code == 409
    assert "I will not play this set" not in text(client.get(f"/world/{kept.pk}/"))


def test_a_director_who_will_not_play_says_so_and_sees_it(
    house: House, kept: ContestSet, director: Client
) -> None:
    player = client_of(house.logins["player"])
    assert player.post(f"/world/{kept.pk}/look/", {"key": "a"}).status_code == 403
    assert director.post(f"/world/{kept.pk}/look/", {"key": "b"}).status_code == 302
    shown = text(director.get(f"/world/{kept.pk}/"))
    assert "below par" in shown and "What moved the ranking" in shown
    assert CONTRACT in text(director.get(f"/world/{kept.pk}/board/1/"))
    assert director.get(f"/world/{kept.pk}/board/99/").status_code == 404
    assert "below par" not in text(player.get(f"/world/{kept.pk}/"))


def test_packages_are_imported_by_link_and_file_and_what_is_wrong_is_said(
    house: House, director: Client
) -> None:
    a_set(house.club)
    link = f"HTTPS://CLUB.EXAMPLE/P/{whole_text(package())}"
    answer = director.post("/world/bring/", {"text": f"Look: {link} {link[:-1]}B"})
    assert answer.status_code == 422
    shown = text(answer)
    assert "in the ranking now" in shown and "not whole, or was altered" in shown
    assert "Package 2" in shown and link in answer.content.decode()
    again = text(director.post("/world/bring/", {"text": link}))
    assert "already imported: it counts once" in again
    assert "Choose a file first" in text(director.post("/world/bring/"))
    assert "no package here" in text(director.post("/world/bring/", {"text": "Hello"}))
    assert ContestPackage.objects.count() == 1


def test_a_link_says_who_sends_it_and_nothing_of_what_was_played(house: House) -> None:
    address = f"/P/{whole_text(package())}"
    shown = text(client_of(None).get(address))
    assert "3 boards" in shown and "signed by Leeds" in shown and "3NT" not in shown
    assert "Import into" not in shown
    assert "Import into Portland" in text(client_of(house.logins["director"]).get(address))
    assert client_of(None).get(f"{address}A").status_code == 422
    assert client_of(None).get("/P/nothing").status_code == 404


def test_a_director_turns_a_package_away_on_its_page(kept: ContestSet, director: Client) -> None:
    at, row = f"/world/{kept.pk}/packages/", kept.packages.order_by("pk")[0]
    asked = {"package": row.pk, "what": "away", "of": "package", "key": "a"}
    assert "Give a reason" in text(director.post(at, asked))
    assert "played twice" in text(director.post(at, asked | {"reason": "played twice"}))
    assert "Leeds" not in text(director.get(f"/world/{kept.pk}/"))
    director.post(at, asked | {"what": "back", "key": "b"})
    assert "Leeds" in text(director.get(f"/world/{kept.pk}/"))
    assert director.post(at, asked | {"package": 99}).status_code == 404


def an_event(club: Club, people: Any) -> Event:
    """Two tables that play boards of the set; one round is agreed by both sides."""
    evening = Evening(4, kind="howell", winners=1, club=club, people=people)
    Event.objects.filter(pk=evening.event.pk).update(contest_set=a_set(club))
    evening.play()
    return evening.event


def test_a_table_signs_what_both_sides_agreed_and_signs_again_in_its_place(
    house: House, other_house: House
) -> None:
    event = an_event(house.club, (*house.people,))
    player, at = client_of(house.logins["player"]), f"/event/{event.pk}/package/"
    assert "Choose how you are named" in text(player.post(at, {}))
    assert "Type a nickname" in text(player.post(at, {"how": "nicknames"}))
    assert player.get(f"{at}package.json").status_code == 404
    named = {"how": "nicknames", "ns": "The Foxes", "ew": ""}
    assert player.post(at, named).status_code == 302
    assert player.post(at, named).status_code == 302
    assert ContestPackage.objects.count() == 1
    first = read_package(player.get(f"{at}package.json").json(), TODAY)
    assert first.names == (("The Foxes",), ())
    assert first.key == public_key_of(house.club)
    page = player.get(at).content.decode()
    assert "<svg" in page and "CP." in page and "/P/CP." in page
    assert player.post(at, {"how": "full"}).status_code == 302
    second = read_package(player.get(f"{at}package.json").json(), TODAY)
    assert second.instead == first.digest and all(len(side) == 2 for side in second.names)
    # Both packages come into another club; one counts.
    a_set(other_house.club)
    there = client_of(other_house.logins["director"])
    for row in ContestPackage.objects.order_by("pk"):
        there.post("/world/bring/", {"text": row.text})
    kept = ContestSet.objects.get(club=other_house.club)
    assert kept.packages.count() == 2
    assert text(there.get(f"/world/{kept.pk}/")).count("Portland") == 1


def test_whoever_is_never_named_takes_their_side_out(house: House) -> None:
    event = an_event(house.club, (*house.people,))
    ann = house.people[0]
    ann.published = "no"
    ann.save()
    player, at = client_of(house.logins["player"]), f"/event/{event.pk}/package/"
    assert "goes out without names" in text(player.get(at))
    player.post(at, {"how": "full"})
    sides = read_package(player.get(f"{at}package.json").json(), TODAY).names
    assert sorted(len(side) for side in sides) == [0, 2]


def test_an_event_without_a_set_makes_no_package(house: House, director: Client) -> None:
    evening = Evening(4, kind="howell", winners=1, club=house.club)
    answer = director.get(f"/event/{evening.event.pk}/package/")
    assert (answer.status_code, "prepared set" in text(answer)) == (409, True)
