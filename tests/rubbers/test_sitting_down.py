"""Sitting down without a script, key by key: as last time, with new names, by a real pack.

What only a browser shows tests/flows/test_sitting_down.py taps.
"""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.club.models import Club, Person, Role
from clubscore.laws.games import find_game
from clubscore.rubbers.line_up import belonging
from clubscore.rubbers.models import Sitting
from clubscore.rubbers.recording import DealEntry, record_deal
from clubscore.rubbers.seating import break_off, free_to_go, go, is_held
from clubscore.rubbers.selectors import new_key
from tests.flows.acting import HOST, new_club
from tests.house import client_of, make_user
from tests.pressing import Pressing
from tests.rubbers.seated import FOUR, OTHERS, at_game, sat
from tests.rubbers.seven_table import SEVEN
from tests.rubbers.tables import CROWN, FOUR_SPADES, Table, actor_of

pytestmark = pytest.mark.django_db


def host_of(club: Club, address: str = "/") -> Pressing:
    """Return the browser of the club's director, at an address."""
    return Pressing(client_of(club.memberships.get(user__username=HOST).user), address)


def keys_of(*names: str) -> list[str]:
    """Return people's keys by their names."""
    return [str(Person.objects.get(name=name).pk) for name in names]


def plays(pressing: Pressing) -> Sitting:
    """The table has begun its first deal; return it."""
    assert 'id="entry"' in pressing.page
    return Sitting.objects.get(closed_at=None, seven=None)


def asked(pressing: Pressing) -> str:
    """Say whose card is asked for."""
    (words,) = re.findall(r'id="drew">\s*(.*?)\s*</h', pressing.page, re.DOTALL)
    return str(words)


def tap_cards(pressing: Pressing, names: tuple[str, ...], ranks: str) -> None:
    """Press cards: each asks for the next person's, the last of a round records it."""
    for name, rank in zip(names, ranks, strict=True):
        assert name in asked(pressing)
        pressing.press(re.findall(rf'name="card" value="([^"]*:{rank})"', pressing.page)[0])


def test_whoever_is_not_held_at_a_table_may_go_to_another() -> None:
    """As each is asked about alone."""
    club, game = new_club(), find_game("auction")
    playing, broken, few, left = (at_game(club, game) for _table in range(4))
    for sitting in (playing, few, broken):
        deal = DealEntry(1, 1, FOUR_SPADES, new_key(), {})
        record_deal(sitting=sitting, report=deal, actor=actor_of(club))
    break_off(sitting=broken, part=1, reason="late", key=new_key(), actor=actor_of(club))
    for sitting in (few, broken, left):
        away = belonging(sitting)[0]
        go(away, actor=actor_of(club), key=new_key())
    people = [each.person_id for one in (playing, broken, few, left) for each in belonging(one)]
    free = free_to_go(club, people)
    alone = {
        each.person_id for one in (playing, broken, few, left) for each in belonging(one)
        if not is_held(one, each.person)
    }  # fmt: skip
    assert free == alone
    assert free == {each.person_id for one in (broken, left) for each in belonging(one)}
    assert free_to_go(club, people[:1]) == set()


def test_four_regulars_sit_down_with_three_keys() -> None:
    club = new_club(*FOUR, *OTHERS)
    before = sat(club, FOUR, "straight-bridge")
    pressing = host_of(club)
    for key in ("As last time", "Draw for us", "First deal"):
        pressing.press(key)
    now = plays(pressing)
    assert (now.table, pressing.taps) == (before.table, 3)
    part = now.parts.get()
    assert (part.game, part.stakes) == ("straight-bridge", CROWN)
    assert {seat.person.name for seat in part.seats.all()} == {*FOUR}


def test_four_new_people_with_another_game_sit_down_with_nine() -> None:
    club = new_club(*FOUR, *OTHERS)
    sat(club, FOUR, "straight-bridge")
    pressing = host_of(club)
    pressing.follow("4")
    pressing.mark("who", *keys_of(*OTHERS))
    for key in ("Choose the game", "Rubber bridge", "Draw for us", "First deal"):
        pressing.press(key)
    now = plays(pressing)
    assert pressing.taps == 9
    assert now.parts.get().game == "rubber-bridge"
    assert {seat.person.name for seat in now.parts.get().seats.all()} == {*OTHERS}


@pytest.mark.parametrize(
    ("more", "waits"),
    [(("Dag",), "waits and cuts in."), (("Dag", "Rosa"), "wait and cut in.")],
    ids=["five", "six"],
)
def test_one_draw_carries_through_for_five_and_six(more: tuple[str, ...], waits: str) -> None:
    club = new_club(*FOUR, *more)
    sat(club, FOUR, "straight-bridge")
    pressing = host_of(club)
    pressing.follow("4")
    pressing.mark("who", *keys_of(*FOUR, *more))
    pressing.press("Choose the game")
    for key in ("as last time", "Draw for us"):
        pressing.press(key)
    assert waits in pressing.words
    pressing.press("First deal")
    now = plays(pressing)
    assert pressing.taps == 1 + 4 + len(more) + 4
    assert now.parts.get().seats.count() == 4
    kinds = list(now.happenings.order_by("pk").values_list("kind", flat=True))
    assert [kind for kind in dict.fromkeys(kinds) if kind != "opened"] == [
        "cut-out", "line-up", "drew", "seated",
    ]  # fmt: skip


def test_who_goes_out_is_cut_for_one_by_one() -> None:
    club = new_club(*FOUR, "Dag")
    sitting = sat(club, (*FOUR, "Dag"), "straight-bridge", ends=False)
    pressing = host_of(club, reverse("who-plays", args=[sitting.pk]))
    tap_cards(pressing, (*FOUR, "Dag"), "4K9A2")
    assert pressing.says("Drawn", "Iván", "waits")
    pressing.press("Agree and cut")
    assert asked(pressing) == "Which card did Kenji draw?"


def test_a_cut_of_1923_asks_for_ranks_alone() -> None:
    names = ("Ann", "Bob", "Cecil")
    club = new_club(*names)
    sitting = sat(club, names, "cut-throat", ends=False, seated=False)
    pressing = host_of(club, reverse("cut", args=[sitting.pk]))
    tap_cards(pressing, names, "2KK")
    # Who sits left of the dealer hangs on it: the two cut again, without suits.
    assert "Equal cards: these cut again" in pressing.words
    assert 'value="suit-' not in pressing.page
    tap_cards(pressing, ("Bob", "Cecil"), "93")
    assert pressing.says("Ann drew lowest and deals.", "Seat A Ann")
    pressing.follow("Other seats")
    for seat, name in zip("ABC", ("Ann", "Cecil", "Bob"), strict=True):
        (pk,) = keys_of(name)
        assert re.search(rf'name="seat-{seat}" value="{pk}"\s+checked', pressing.page)


def test_todays_cut_asks_for_a_suit_where_ranks_are_equal() -> None:
    names = ("Ann", "Bob", "Cecil", "Dora")
    club = new_club(*names)
    sitting = sat(club, names, "rubber-bridge", ends=False, seated=False)
    pressing = host_of(club, reverse("cut", args=[sitting.pk]))
    assert "Ace is high. Of equal cards the suit decides" in pressing.words
    tap_cards(pressing, names, "2KKA")
    assert 'value="rank-' not in pressing.page.partition('name="card"')[2].partition("</form")[0]
    tap_cards(pressing, ("Bob", "Cecil"), "HS")
    assert pressing.says("Dora drew highest and deals.", "North Dora", "South Cecil")


def test_seven_are_offered_tables_that_are_free() -> None:
    """A name that is typed and in use is refused at its field, and everything else stays."""
    club = new_club(*SEVEN)
    for name in ("Window table", "Fire table"):
        sitting = at_game(club, find_game("double-dummy"))
        sitting.table.name = name
        sitting.table.save()
    pressing = host_of(club)
    pressing.follow("7")
    pressing.mark("who", *keys_of(*SEVEN))
    pressing.press("Choose the game")
    chosen = re.findall(r'name="name-(?:1|2)" value="([^"]*)"\s+checked', pressing.page)
    assert len({*chosen}) == 2 and not {*chosen} & {"Window table", "Fire table"}
    assert 'value="Fire table"' not in pressing.page
    pressing.mark("name-2", "")
    pressing.mark("other-2", "Fire table")
    pressing.press("Start with these seats")
    assert pressing.status == 422
    assert "The table “Fire table” is in use" in pressing.words
    assert 'value="Fire table"' in pressing.page
    pressing.mark("name-2", chosen[1])
    pressing.press("Start with these seats")
    assert "Ann & Bob v Cecil & Dan" in pressing.words
    assert Sitting.objects.filter(seven__isnull=False).count() == 2


@pytest.mark.parametrize("game", ["straight-bridge", "dummy-bridge"])
def test_a_game_without_bidding_has_no_deal_passed_out(game: str) -> None:
    table = Table(game)
    user = make_user(table.club, HOST, Role.DIRECTOR)
    pressing = Pressing(client_of(user), reverse("table", args=[table.sitting.pk]))
    assert 'id="entry"' in pressing.page and "Passed out" not in pressing.page
    pressing.mark("line", "pass")
    pressing.press("Record deal")
    assert pressing.status == 422 and "is no bidding at this game" in pressing.words
    assert 'value="pass"' in pressing.page


@pytest.mark.parametrize("game", ["straight-bridge", "dummy-bridge"])
def test_a_fifth_honour_is_no_key_at_no_trumps(game: str) -> None:
    """The script hides what does not count in what was tapped."""
    table = Table(game)
    user = make_user(table.club, HOST, Role.DIRECTOR)
    page = Pressing(client_of(user), reverse("table", args=[table.sitting.pk])).page
    for side in "DA":
        (key,) = re.findall(rf'<label([^>]*)>\s*<input[^>]*name="honours" value="{side}:5"', page)
        assert re.search(r'data-not="[^"]*\bNT\b', key), key
        (key,) = re.findall(rf'<label([^>]*)>\s*<input[^>]*name="honours" value="{side}:4"', page)
        assert "NT" not in key


@pytest.fixture
def director() -> Client:
    club = new_club("Ann", "Bob", "Dora")
    return client_of(club.memberships.get(user__username=HOST).user)


class TestNamesThatAreTyped:
    """Enter in the field of names: whoever is meant is chosen, whoever is not here is added."""

    @staticmethod
    def enter(director: Client, text: str, **more: Any) -> Any:
        given = {"n": "4", "q": text, "enter": "1"} | more
        return director.post("/sit-down/", given, follow=True)

    def test_one_that_nobody_bears_is_a_guests(self, director: Client) -> None:
        page = self.enter(director, "Tom")
        tom = Person.objects.get(name="Tom")
        assert [each.pk for each in page.context["people"]] == [tom.pk]
        assert page.context["q"] == "" and tom.is_guest

    def test_several_with_commas_are_several(self, director: Client) -> None:
        page = self.enter(director, "Tom & Ulla Berg , Vera")
        assert [each.name for each in page.context["people"]] == ["Tom", "Ulla Berg", "Vera"]
        again = self.enter(director, "ulla berg", who=page.context["people"][0].pk)
        assert [each.name for each in again.context["people"]] == ["Tom", "Ulla Berg"]
        assert Person.objects.filter(name__in=["Tom", "Ulla Berg", "Vera"]).count() == 3

    def test_of_several_people_one_is_tapped_and_the_rest_stays_typed(
        self, director: Client
    ) -> None:
        club = Club.objects.get()
        for name in ("Tina Ash", "Tina Birch"):
            Person.objects.create(club=club, name=name, short_name=name)
        page = self.enter(director, "Tina, Vera")
        assert [each.name for each, *_more in page.context["found"]] == ["Tina Ash", "Tina Birch"]
        assert page.context["q"] == "Tina, Vera" and not page.context["people"]
        assert not Person.objects.filter(name="Vera").exists()

    def test_nothing_chosen_leads_nowhere(self, director: Client) -> None:
        answer = director.post("/sit-down/", {"n": "4", "go": "1"})
        assert answer.status_code == 422
        assert "Choose who plays: two at least." in answer.content.decode()

    def test_three_of_four_are_told_which_games_they_come_to(self, director: Client) -> None:
        who = [each.pk for each in Person.objects.filter(club=Club.objects.get())[:3]]
        page = director.get("/sit-down/", {"n": "4", "who": who}).context
        assert (page["sentence"], page["go"]) == ("One still to choose.", "Games for three")
        page = director.get("/sit-down/", {"n": "3", "who": who}).context
        assert (page["sentence"], page["go"]) == ("Three: one table.", "Choose the game")
