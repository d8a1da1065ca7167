"""Other laws? A part and a deal counted again, beside how they were played."""

import pytest
from django.test import Client

from clubscore.club.models import Role
from clubscore.laws.games import find_game
from clubscore.laws.house_rules import resolve_rules
from clubscore.rubbers.corrections import by_both, other_games
from clubscore.rubbers.models import DealRevision
from tests.house import client_of, make_user
from tests.rubbers.tables import CROWN, FOUR_SPADES, LAWS_BLOCK, Table

pytestmark = pytest.mark.django_db


def director_of(table: Table) -> Client:
    """Return the director's browser."""
    return client_of(make_user(table.club, "the-director", Role.DIRECTOR))


def test_the_block_of_the_laws_by_its_own_law_is_264_and_by_a_limit_the_same() -> None:
    table = Table("straight-bridge", CROWN)
    table.play(*LAWS_BLOCK)
    game = find_game("straight-bridge")
    both = by_both(table.standing, game, resolve_rules(game, {"doubling_limit": 100}))
    assert [(row.then, row.now) for row in both.players] == [
        (-260, -260), (260, 260), (-260, -260), (260, 260)
    ]  # fmt: skip
    assert {row.then_money for row in both.players} == {"13s", "−13s"}
    assert both.left_out == 0


def test_a_rubber_at_auction_by_contract_pays_more() -> None:
    table = Table("auction", {"amount": "1s", "currency": "LSD", "per": 100})
    table.play(FOUR_SPADES, FOUR_SPADES)
    game = find_game("contract-1923")
    both = by_both(table.standing, game, resolve_rules(game, {}))
    # 36 below and 18 above twice, and 250; by contract 36 and 50 twice, 100 a game and 300.
    assert both.players[0].then == 2 * (36 + 18) + 250
    assert both.players[0].now == 2 * (36 + 50 + 100) + 300
    assert all(deal.left_away == [] for deal in both.deals)


def test_one_deal_stands_alone() -> None:
    table = Table("auction")
    table.play(FOUR_SPADES, FOUR_SPADES)
    game = find_game("auction")
    both = by_both(table.standing, game, resolve_rules(game, {}), position=2)
    assert [deal.live.number for deal in both.deals] == [2]
    assert both.deals[0].then.won == "game"


def test_only_games_with_the_same_people_are_offered_the_own_first() -> None:
    games = other_games(Table("pirate").standing)
    assert games[0].key == "pirate"
    assert {"auction", "straight-bridge"} <= {game.key for game in games}
    assert "cut-throat" not in {game.key for game in games}


def test_the_page_shows_both_says_what_it_cannot_and_records_nothing() -> None:
    table = Table("straight-bridge", CROWN)
    table.play(*LAWS_BLOCK)
    before = DealRevision.objects.count()
    director = director_of(table)
    page = f"/table/{table.sitting.pk}/1/other-laws/"
    assert "Scored again" not in director.get(page).content.decode()
    text = director.get(page, {"game": "auction"}).content.decode()
    assert "6 deals could not be scored again" in text
    assert "No number of tricks was bid, and" in text
    text = director.get(
        page, {"game": "straight-bridge", "preset": "bridge-1899", "rule-doubling_limit": "100"}
    ).content.decode()
    assert "Scored again" in text
    assert DealRevision.objects.count() == before


@pytest.mark.parametrize(
    "query", [{"game": "whist"}, {"deal": "99"}, {"deal": "x", "game": "auction"}]
)
def test_what_nobody_can_choose_shows_the_page_all_the_same(query: dict[str, str]) -> None:
    table = Table("auction")
    table.play(FOUR_SPADES)
    answer = director_of(table).get(f"/table/{table.sitting.pk}/1/other-laws/", query)
    assert answer.status_code == 200


def test_a_table_without_a_deal_has_nothing_to_count_again() -> None:
    table = Table("auction")
    answer = director_of(table).get(
        f"/table/{table.sitting.pk}/1/other-laws/", {"game": "contract-1923"}
    )
    assert "No deal yet" in answer.content.decode()
