"""Sitting down as last time, which game stands where, and whose debts a page shows."""

import datetime as dt
import re

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.club.models import Club, Person, Role
from clubscore.laws.games import GAMES, find_game
from clubscore.rubbers.models import CardTable, Happening, Sitting
from clubscore.rubbers.proposals import tables_of_last_time, times_played
from clubscore.rubbers.seating import agreement_of, close_sitting, void_sitting
from clubscore.rubbers.selectors import new_key, tonight
from clubscore.rubbers.slip import slip_of
from tests.house import client_of, make_user
from tests.rubbers.evening import SIX, Evening
from tests.rubbers.tables import CROWN, NAMES, Table, people_of

pytestmark = pytest.mark.django_db
# One game for each way of cutting: its law, with partners or a seat a card.
CUTS = {(game.dealing.cutting, game.has_partners, game.players): game.key for game in GAMES}


def ended(table: Table) -> Table:
    close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)
    return table


def as_somebody(club: Club, role: Role, person: Person | None = None) -> Client:
    return client_of(make_user(club, f"{role}-{person}", role, person))


def again(club: Club) -> list[list[str]]:
    return [[p.name for p in one.people] for one in tables_of_last_time(club, 2)]


class TestAsLastTime:
    def test_it_is_the_newest_finished_table_whose_people_are_free(self) -> None:
        table = Table(stakes=CROWN)
        assert again(table.club) == []
        ended(table)
        [one] = tables_of_last_time(table.club, 2)
        assert [p.name for p in one.people] == [p.name for p in table.people]
        assert (one.game.key, one.agreement.stakes) == ("auction", CROWN)

    def test_one_who_sits_elsewhere_or_plays_no_more_keeps_it_away(self) -> None:
        table = ended(Table())
        person = table.people[2]
        Person.objects.filter(pk=person.pk).update(active=False)
        assert again(table.club) == []
        Person.objects.filter(pk=person.pk).update(active=True)
        assert again(table.club) == [[*NAMES]]
        client = as_somebody(table.club, Role.PLAYER)
        who = [person.pk, *(p.pk for p in people_of(table.club, *"XYZ"))]
        client.post(reverse("sit-down-open"), {"who": who, "game": "auction", "key": new_key()})
        assert again(table.club) == []

    def test_a_void_table_is_none_and_one_left_open_on_another_evening_is_over(self) -> None:
        table = Table()
        Sitting.objects.update(evening=tonight(table.club) - dt.timedelta(days=7))
        assert again(table.club) == [[*NAMES]]
        void_sitting(sitting=table.sitting, reason="", key=new_key(), actor=table.actor)
        assert again(table.club) == []

    def test_the_key_opens_the_table_with_the_same_people_laws_and_stake(self) -> None:
        table = ended(Table(stakes=CROWN, rules={"slams": "20/40"}))
        client = as_somebody(table.club, Role.PLAYER)
        page = client.get("/").content.decode()
        assert "As last time: Ann, Cecil, Bob &amp; Dora" in page
        given = {
            "as": table.sitting.pk, "who": [p.pk for p in table.people], "how": "cut", "key": "k1",
        }  # fmt: skip
        for _twice in range(2):
            answer = client.post(reverse("sit-down-open"), given)
        now = Sitting.objects.get(closed_at=None)
        assert answer["Location"] == reverse("cut", args=[now.pk])
        assert now.table_id == table.sitting.table_id
        assert agreement_of(now) == agreement_of(table.sitting)
        assert "As last time" not in client.get("/").content.decode()

    def test_who_sits_elsewhere_by_now_is_said_and_nothing_is_lost(self) -> None:
        table = ended(Table(stakes=CROWN))
        client, who = as_somebody(table.club, Role.PLAYER), [p.pk for p in table.people]
        given = {"as": table.sitting.pk, "who": who, "how": "cut"}
        client.post(reverse("sit-down-open"), given | {"key": "one"})
        answer = client.post(reverse("sit-down-open"), given | {"key": "two"})
        assert answer.status_code == 422
        assert "is still sitting at" in answer.content.decode()
        assert Sitting.objects.filter(closed_at=None).count() == 1

    def test_another_clubs_table_is_none_to_sit_down_by(self) -> None:
        theirs, ours = ended(Table(stakes=CROWN)), ended(Table("pirate"))
        Club.objects.filter(pk=ours.club.pk).update(name="Baldwin")
        given = {"as": theirs.sitting.pk, "who": [p.pk for p in ours.people], "key": "k1"}
        client = as_somebody(ours.club, Role.PLAYER)
        assert client.post(reverse("sit-down-open"), given).status_code == 302
        assert not Sitting.objects.filter(club=ours.club, closed_at=None).exists()

    def test_home_asks_no_more_for_forty_such_tables_than_for_one(
        self, django_assert_max_num_queries: object
    ) -> None:
        table = ended(Table())
        with django_assert_max_num_queries(8):  # type: ignore[operator]
            tables_of_last_time(table.club, 2)
        for _evening in range(10):
            Sitting.objects.filter(pk=table.sitting.pk).update(closed_at=None)
            close_sitting(sitting=table.sitting, key=new_key(), actor=table.actor)
        with django_assert_max_num_queries(8):  # type: ignore[operator]
            tables_of_last_time(table.club, 2)


class TestNamesFirst:
    def test_the_number_says_only_how_many_to_expect(self) -> None:
        """All seven names stay, whichever number key was chosen, and on they go as seven."""
        table = ended(Table())
        who = [str(p.pk) for p in people_of(table.club, *"HIJKLMN")]
        client = as_somebody(table.club, Role.PLAYER)
        page = client.get(reverse("sit-down"), {"n": "5", "who": who}).content.decode()
        assert re.findall(r'name="who" value="(\d+)" checked', page) == who
        assert "Seven: two tables, dummy crosses." in page
        answer = client.post(reverse("sit-down"), {"n": "5", "who": who, "go": "1"})
        assert answer["Location"].startswith(reverse("sit-down-seven"))
        assert answer["Location"].count("who=") == 7

    def test_eight_fill_one_table_after_the_other(self) -> None:
        table = ended(Table())
        who = [str(p.pk) for p in people_of(table.club, *"HIJKLMNO")]
        client = as_somebody(table.club, Role.PLAYER)
        page = client.get(reverse("sit-down"), {"n": "8+", "who": who}).content.decode()
        assert "Eight or more: several tables, or a tournament." in page
        answer = client.post(reverse("sit-down"), {"n": "8+", "who": who, "go": "1"})
        page = client.get(answer["Location"]).content.decode()
        assert "Then at the next table: L, M, N &amp; O" in page
        given = {"who": who[:4], "later": who[4:], "game": "auction", "how": "cut"}
        answer = client.post(reverse("sit-down-open"), given | {"key": "first"})
        assert answer["Location"].startswith(reverse("sit-down-game"))
        assert [each in answer["Location"] for each in (f"who={who[4]}", f"who={who[0]}&")] == [
            True, False,
        ]  # fmt: skip
        given = {"who": who[4:], "game": "pirate", "how": "cut", "key": "second"}
        answer = client.post(reverse("sit-down-open"), given)
        assert answer["Location"].endswith("/cut/")
        assert Sitting.objects.filter(closed_at=None).count() == 2

    def test_who_was_looked_for_is_added_as_a_guest(self) -> None:
        table = ended(Table())
        client = as_somebody(table.club, Role.PLAYER)
        given = {"n": "4", "q": "Zoë Lindqvist", "add_guest": "1"}
        answer = client.post(reverse("sit-down"), given)
        zoe = Person.objects.get(name="Zoë Lindqvist")
        assert f"who={zoe.pk}" in answer["Location"] and "q=" not in answer["Location"]


class TestWhichGame:
    def test_games_are_counted_by_tables_of_a_year(self) -> None:
        table = ended(Table("pirate"))
        assert times_played(table.club, ["pirate", "auction"]) == {"pirate": 1}
        Sitting.objects.update(evening=tonight(table.club) - dt.timedelta(days=400))
        assert times_played(table.club, ["pirate"]) == {}

    def test_a_table_that_nobody_chose_is_one_that_is_free(self) -> None:
        table = Table()
        free = CardTable.objects.create(club=table.club, name="Fire table", pack="blue")
        who = [p.pk for p in people_of(table.club, *"WXYZ")]
        client = as_somebody(table.club, Role.PLAYER)
        client.post(reverse("sit-down-open"), {"who": who, "game": "auction", "key": "k1"})
        assert Sitting.objects.latest("pk").table == free

    def test_stake_and_laws_of_last_time_are_filled_in_where_they_are_to_be_changed(self) -> None:
        table = ended(Table(stakes=CROWN, rules={"slams": "20/40"}))
        who = [p.pk for p in people_of(table.club, *"WXYZ")]
        client = as_somebody(table.club, Role.PLAYER)
        given = {"who": who, "as": table.sitting.pk, "change": "1", "key": "k1"}
        page = client.post(reverse("sit-down-open"), given, follow=True).content.decode()
        assert Sitting.objects.count() == 1
        assert 'value="5s a hundred"' in page
        assert '<option value="20/40" selected>' in page


class TestTheCut:
    @pytest.mark.parametrize("game", [*CUTS.values()])
    def test_no_suit_is_asked_for_but_where_the_law_ranks_them(self, game: str) -> None:
        """And there only of those whose ranks are equal."""
        evening = Evening(SIX[: find_game(game).players], game)
        client = as_somebody(evening.club, Role.DIRECTOR)
        address = reverse("cut", args=[evening.sitting.pk])
        page = client.get(address).content.decode()
        assert page.count('name="card" value="rank-') == 13 and ':S"' not in page
        form = {f"rank-{p.pk}": "K" for p in evening.people} | {"by_hand": "1", "key": new_key()}
        client.post(reverse("draw", args=[evening.sitting.pk]), form)
        page = client.get(address).content.decode()
        suits = bool(find_game(game).dealing.cutting.suits)
        assert page.count('name="card" value="suit-') == (4 if suits else 0)
        assert page.count('name="card" value="rank-') == (0 if suits else 13)

    def test_a_draw_of_the_program_shows_no_suits_where_they_do_not_matter(self) -> None:
        evening = Evening(SIX[:4])
        client, pk = as_somebody(evening.club, Role.DIRECTOR), evening.sitting.pk
        client.post(reverse("draw", args=[pk]), {"key": new_key()})
        assert all(
            len(card) == 2
            for each in Happening.objects.filter(sitting=pk, kind="drew")
            for card in each.data["cards"].values()
        )
        page = client.get(reverse("cut", args=[pk])).content.decode()
        assert "First deal" in page and 'class="suit' not in page

    @pytest.mark.parametrize("game", ["auction", "rubber-bridge", "cut-throat"])
    def test_a_draw_goes_on_until_cards_decide(self, game: str) -> None:
        """Equal kings by hand, then one key; sent twice it counts once."""
        evening = Evening(SIX[: find_game(game).players], game)
        client, pk = as_somebody(evening.club, Role.DIRECTOR), evening.sitting.pk
        kings = {f"rank-{p.pk}": "K" for p in evening.people} | {"by_hand": "1"}
        client.post(reverse("draw", args=[pk]), kings | {"key": "kings"})
        for _twice in range(2):
            client.post(reverse("draw", args=[pk]), {"key": "once"})
        drawn = Happening.objects.filter(sitting=pk, kind="drew")
        assert drawn.count() >= 2 and drawn.filter(key="once").count() == 1
        assert "First deal" in client.get(reverse("cut", args=[pk])).content.decode()


class TestWhoseMoney:
    def lost(self) -> Table:
        table = Table(stakes=CROWN)
        table.play(*[{"bid": "4S", "declarer": "N", "tricks": 10, "honours": {"NS": "3"}}] * 2)
        address = reverse("agree", args=[table.sitting.pk, 1, 1])
        as_somebody(table.club, Role.SCORER).post(address, {"key": new_key()})
        return table

    def test_tonight_shows_debts_to_the_director_alone(self) -> None:
        table = self.lost()
        shown = {
            role: " owes " in as_somebody(table.club, role, person).get("/").content.decode()
            for role, person in zip(
                (Role.PLAYER, Role.SCORER, Role.DIRECTOR), table.people, strict=False
            )
        }
        assert shown == {Role.PLAYER: False, Role.SCORER: False, Role.DIRECTOR: True}

    def test_ones_own_page_shows_ones_own_and_nobody_elses(self) -> None:
        table = self.lost()
        owed = slip_of(table.club, table.sitting.table, table.sitting.evening).owed
        mine, other = owed[0], owed[1]
        client = as_somebody(table.club, Role.PLAYER, mine.payer)
        own = client.get(reverse("person", args=[mine.payer.pk])).content.decode()
        assert re.findall(r"(\w+) owes (\w+)", own) == [(mine.payer.name, mine.payee.name)]
        others = client.get(reverse("person", args=[other.payer.pk])).content.decode()
        assert " owes " not in others
