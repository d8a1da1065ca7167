"""A game's page, two games side by side, and whether a bid is enough."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

from clubscore.laws.games import find_game
from clubscore.laws.house_rules import default_rules
from clubscore.rubbers.game_facts import besides, facts_of, side_by_side, tariff_tables, worked
from tests.laws.layered import EVERY

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.key)
def test_a_page_tells_what_the_game_is(game) -> None:
    text = Client().get(f"/games/{game.key}/").content.decode()
    assert game.about.years in text
    assert "Special features" in text
    assert game.about.special
    for example in game.about.examples:
        assert re.sub("&#x27;", "'", example.source)[:20] in text.replace("&#x27;", "'")


def test_nullos_are_shown_by_their_name() -> None:
    shown = render_to_string("components/contract.html", {"level": 3, "suit": "u", "doubling": 0})
    assert "Nullos</span>" in shown and "NU" not in shown


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.key)
def test_a_worked_example_shows_the_points_that_it_must_come_to(game) -> None:
    for example in game.about.examples:
        shown = worked(game, example)
        for deal, points in zip(shown.deals, example.points, strict=True):
            told = [(each.below, each.above) for each in deal.counted.points]
            assert told == [points.get(key, (0, 0)) for key in game.column_keys]


def test_side_by_side_says_what_differs() -> None:
    pairs = [(game, default_rules(game)) for game in (find_game("auction"), find_game("pirate"))]
    rows = {what: (first, second) for what, first, second in side_by_side(*pairs)}
    assert rows["rubber"] == ("250", "50")
    assert rows["sides"][0] == "two against two"
    assert rows["players"] == ("4", "4")


@pytest.mark.parametrize("game", EVERY, ids=lambda game: game.key)
def test_no_fact_is_told_twice(game) -> None:
    told = [fact.what for fact in facts_of(game, default_rules(game))]
    assert len(told) == len(set(told))
    assert all(fact.worth for fact in facts_of(game, default_rules(game)))


@pytest.mark.parametrize("query", ["", "?a=auction", "?a=auction&b=cut-throat", "?a=x&b=auction"])
def test_two_games_side_by_side(query: str) -> None:
    answer = Client().get(f"/games/compare/{query}")
    assert answer.status_code == 200
    assert ("What differs" in answer.content.decode()) == ("cut" in query)


def test_a_bid_is_judged_on_the_page() -> None:
    ask = {"over-level": "3", "over-denomination": "H", "level": "4", "denomination": "C"}
    text = Client().get("/games/auction/bids/", ask).content.decode()
    assert "Sufficient." in text
    assert "24 points against 24, but more tricks: it is higher." in text
    text = Client().get("/games/auction/bids/", ask | {"level": "3"}).content.decode()
    assert "Insufficient." in text


def test_a_bid_that_is_not_whole_is_asked_for() -> None:
    text = Client().get("/games/auction/bids/", {"level": "9"}).content.decode()
    assert "Choose the last bid and this one." in text


def test_where_only_trumps_are_named_no_bid_is_judged() -> None:
    assert Client().get("/games/straight-bridge/bids/").status_code == 404
    assert "Check a bid" not in Client().get("/games/straight-bridge/").content.decode()


@pytest.mark.parametrize(
    ("game", "fact"),
    [
        (
            "cairo",
            "a doubled contract made: as much as an undoubled undertrick, and again for each",
        ),
        ("standard", "each undertrick: the value of the trick, below the line"),
        ("standard", "undertricks, any number, above the line: 100, doubled 100, redoubled 100"),
        ("compound", "second undertrick: 50, doubled 100, redoubled 200"),
        ("compound", "third and each further undertrick: 100, doubled 200, redoubled 400"),
        ("bolshevik", "Bolshevik made: 500 from each opponent, 1,000 from one who doubled"),
        ("joker", "the joker: 25 to the side that held it"),
        ("kwantung", "little slam (no-trumps): 50"),
        ("rubber-bridge", "rubber: 700 in two games, 500 in three"),
        ("rubber-bridge", "each overtrick: the value of the trick, doubled 100, redoubled 200"),
        ("rubber-bridge", "small slam declared (vulnerable): 750"),
        ("rubber-bridge", "second and third undertricks: 50, doubled 200, redoubled 400"),
        ("chicago", "for a game: 300, or 500 vulnerable"),
        ("twenty-six-cards", "each revoke: 150"),
    ],
)
def test_what_only_this_game_counts_is_told(game: str, fact: str) -> None:
    found = find_game(game)
    told = [each.text for each in besides(found, default_rules(found))]
    assert any(each.startswith(fact) for each in told), told


def test_chicago_has_no_bonus_for_the_rubber() -> None:
    found = find_game("chicago")
    assert "rubber" not in {each.what for each in besides(found, default_rules(found))}


def test_cairo_shows_what_a_trick_is_worth_by_the_number_bid() -> None:
    """Auction Bridge Variations 1923, p. 58."""
    found = find_game("cairo")
    rows = tariff_tables(found, default_rules(found))[0].rows
    assert [row.cells[0] for row in rows] == [4, 7, 10, 16, 25, 40, 75]
    assert [row.cells[-1] for row in rows] == [4, 7, 15, 25, 50, 100, 150]


HAND = ("AS", "KS", "QS", "JS", "TS", "AH", "KH", "QH", "JH", "TH", "2D", "3D", "4C")


def test_dummy_must_declare_the_dearer_of_two_suits_equally_long_and_strong() -> None:
    text = Client().get("/games/dummy-bridge/how/forced-declaration/", {"card": HAND})
    assert "Dummy declares" in text.content.decode()
    assert '<span class="begins">hearts</span>' in text.content.decode()


def test_a_hand_of_twelve_cards_is_said_and_stays_chosen() -> None:
    answer = Client().get("/games/dummy-bridge/how/forced-declaration/", {"card": HAND[1:]})
    assert answer.status_code == 422
    assert "Dummy has thirteen cards, not 12" in answer.content.decode()
    assert answer.content.decode().count(" checked") == 12


def test_a_pack_is_sorted_rank_by_rank() -> None:
    text = Client().get("/games/equality/how/sorted-pack/").content.decode()
    rows = re.findall(r"<tr>\s*<th scope=\"row\">(.*?)</tr>", text, re.S)
    assert len(rows) == 13
    assert all(sorted(re.findall(r"suit-([cdhs])", row)) == list("cdhs") for row in rows)


@pytest.mark.parametrize("path", ["auction/how/sorted-pack", "equality/how/x", "x/how/sorted-pack"])
def test_a_procedure_that_a_game_does_not_have_is_not_found(path: str) -> None:
    assert Client().get(f"/games/{path}/").status_code == 404


@pytest.mark.parametrize(
    "game", ["canfield-dummy", "twenty-six-tricks", "twenty-six-cards", "kwantung"]
)
def test_how_it_is_dealt_stands_on_its_page(game: str) -> None:
    found = find_game(game)
    text = Client().get(f"/games/{game}/").content.decode()
    assert len(found.about.dealing) >= 4
    assert "The deal" in text
