"""One search over the whole club: what it finds, and for whom."""

import datetime as dt
import re
from copy import deepcopy
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from clubscore.club.access import Actor, Level
from clubscore.club.models import Person, Role
from clubscore.events.imported import FileSource, bring_in_event, tell_again
from clubscore.home.search import days_typed
from clubscore.home.search_index import has_words, read_index
from clubscore.ranking import read_event
from tests.events.evenings import FOUR_SPADES, Evening
from tests.events.whole_event import WHOLE
from tests.house import House, client_of, make_user, phone_of

TUESDAY = dt.date(2026, 11, 3)


def groups(client: Client, text: str) -> dict[str, str]:
    """Return {heading: what stands under it} of what is found."""
    page = unescape(client.get("/search/", {"q": text}).content.decode())
    cards = re.findall(r"<h2 id=\"g\d+\">(.*?)</h2>(.*?)</section>", page, re.DOTALL)
    return dict(cards)


@pytest.fixture
def director(house: House) -> Client:
    return client_of(house.logins["director"])


@pytest.fixture
def player(house: House) -> Client:
    return client_of(house.logins["player"])


def test_a_revoke_finds_the_law_and_a_name_the_person(house: House, director: Client) -> None:
    assert "Laws of Bridge 1899, law 87" in groups(director, "revoke")["Laws"]
    assert "laws 47 to 57" in groups(director, "law 50")["Laws"]
    assert "Honours: what they count" in groups(director, "honours")["Laws"]
    found = groups(director, "cecil")
    assert f"/players/{house.people[2].pk}/" in found["People"]
    assert "Pirate" in groups(director, "pirate")["Games"]
    assert "/help/rubber/" in groups(director, "rubber is over")["Help"]
    for text in ("undo", "how do I undo", "How do I pay?"):
        assert next(iter(groups(director, text))) == "Help", text
        assert next(iter(groups(Client(), text))) == "Help", text
    assert "/password/" in groups(director, "password")["Pages"]
    assert "/results/" in groups(director, "print")["Pages"]


def test_an_evening_is_found_by_its_date_and_leads_to_its_card(
    house: House, director: Client
) -> None:
    house.sitting.evening = TUESDAY
    house.sitting.save()
    for text in ("3 November", "tues", "2026-11-03", "nov 2026"):
        assert "/results/?page=1#d1" in groups(director, text)["Evenings"], text
    assert "Evenings" not in groups(director, "4 November")
    assert 'id="d1"' in director.get("/results/?page=1").content.decode()


def test_an_evening_is_not_found_where_results_are_private(house: House) -> None:
    house.sitting.evening = TUESDAY
    house.sitting.save()
    other = Person.objects.create(club=house.club, name="Zoe", short_name="Zoe")
    stranger = client_of(make_user(house.club, "zoe", Role.PLAYER, other))
    assert "Evenings" in groups(stranger, "tuesday")
    house.club.results_open = False
    house.club.save()
    assert "Evenings" not in groups(stranger, "tuesday")


def test_a_board_is_found_once_the_reader_may_see_it(house: House, director: Client) -> None:
    evening = Evening(club=house.club, people=tuple(house.people))
    evening.type_slip(1, {1: FOUR_SPADES})
    event = evening.event
    player = client_of(house.logins["player"])
    scorer = client_of(house.logins["scorer"])
    address = f"/event/{event.pk}/board/1/"
    # Dora directs and plays: the board may be yet to come at her table.
    assert "Boards" not in groups(director, "1") and "Boards" not in groups(player, "1")
    assert address in groups(scorer, "b 1 tuesday")["Boards"]
    event.ranking_open, event.finished_at = True, timezone.now()
    event.final_at = event.finished_at
    event.save()
    for client in (director, player, scorer):
        assert address in groups(client, "board 1")["Boards"]
        assert f"/event/{event.pk}/ranking/" in groups(client, "tuesday PAIRS")["Events"]
    assert "Boards" not in groups(director, "b 1 mitchell")
    assert "Boards" not in groups(director, "99")


def test_a_board_of_an_event_from_a_file_is_found_by_its_newest_file(
    house: House, director: Client
) -> None:
    """Its name, its day, and what it has now: board 1, and since a correction board 12 too."""
    actor = Actor(level=Level.DIRECTOR, club=house.club)
    told = read_event(WHOLE | {"name": '"board": 13, Leeds'})
    event = bring_in_event(club=house.club, told=told, source=FileSource("leeds.json"), actor=actor)
    player = client_of(house.logins["player"])
    address = f"/event/{event.pk}/board/{{}}/".format
    number = told.results[0].board
    for text in (f"b {number} monday", f"board {number} leeds", str(number)):
        assert address(number) in groups(director, text)["Boards"], text
        # As all of it, its boards are hidden until the director shows the ranking.
        assert "Boards" not in groups(player, text)
    for text in ("b 12", "13", f"b {number}2", f"b {number} tuesday"):
        assert "Boards" not in groups(director, text), text
    more = deepcopy(told.facts())
    more["boards"].append({"number": 12})
    more["results"].append(more["results"][0] | {"board": 12})
    tell_again(
        event=event,
        told=read_event(more),
        source=FileSource("again.json", reason="A board was missing.", seen=1),
        actor=actor,
    )
    assert address(12) in groups(director, "b 12 monday")["Boards"]
    assert director.get(address(12)).status_code == 200
    assert "Boards" not in groups(director, "13")
    event.ranking_open = True
    event.save()
    assert address(12) in groups(player, "12")["Boards"]


def test_who_is_not_in_finds_games_and_laws_alone(house: House) -> None:
    for client in (Client(), phone_of(house)):
        assert {*groups(client, "a")} == {"Games", "Laws", "The law book", "Help"}
        assert groups(client, "cecil") == {}


def test_a_player_finds_no_pages_of_the_club_and_no_numbers(house: House, player: Client) -> None:
    bob = house.people[1]
    bob.number = "92/7"
    bob.save()
    found = groups(player, "bob")["People"]
    assert "92/7" not in found and "/players/?q=Bob" in found
    assert "Pages" not in groups(player, "backup")
    house.club.plays_for_money = False
    house.club.save()
    assert "Pages" not in groups(player, "debts")


@pytest.mark.long(3)
def test_every_page_that_is_found_opens(house: House) -> None:
    for role in ("player", "scorer", "director"):
        client = client_of(house.logins[role])
        for page in read_index().pages:
            for address in re.findall(
                r'href="([^"]+)"', groups(client, str(page.title)).get("Pages", "")
            ):
                assert client.get(address).status_code == 200, (role, address)


def test_nothing_is_said_in_words(director: Client) -> None:
    page = unescape(director.get("/search/", {"q": "<b>xyzzy"}).content.decode())
    assert "Nothing with “<b>xyzzy”. Try part of a name, a date or a game." in page
    assert "Nothing with" not in director.get("/search/").content.decode()


def test_few_queries_however_much_there_is(
    house: House, director: Client, django_assert_max_num_queries: Any
) -> None:
    Evening(club=house.club, people=tuple(house.people))
    with django_assert_max_num_queries(11):
        director.get("/search/", {"q": "1 tuesday"})


def test_a_number_is_met_as_a_whole_one_or_within_a_range() -> None:
    assert has_words("Laws of Bridge 1899, law 4", ["law", "4"])
    assert not has_words("law 47", ["4"])
    assert has_words("laws 14 to 20", ["19"]) and not has_words("laws 14 to 20", ["21"])


def test_a_number_alone_is_no_day() -> None:
    assert days_typed(["13"]) is None and days_typed(["pairs"]) is None
    asked = days_typed(["3", "nov"])
    assert asked is not None and asked(TUESDAY) and not asked(dt.date(2026, 11, 4))


def test_ones_own_years_are_found_and_open(house: House, player: Client) -> None:
    own = house.people[0].pk
    for text, page in (
        ("my years", "years"), ("head to head", "partners"), ("declarer", "contracts"),
        ("my hands", "boards"),
    ):  # fmt: skip
        assert f"/players/{own}/{page}/" in groups(player, text)["Pages"], text
        assert player.get(f"/players/{own}/{page}/").status_code == 200
    # A login that is none of the people has no years.
    nobody = client_of(make_user(house.club, "office", Role.DIRECTOR))
    assert "/years/" not in groups(nobody, "my years").get("Pages", "")
