"""Each citation of each game leads to its passage, and each passage knows who goes by it."""

import pytest

from clubscore.lawbook import books as laws_of_games
from clubscore.lawbook.books import (
    FILES,
    LAWS_OF_BRIDGE,
    READING,
    TOLD_AT,
    VARIATIONS,
    about_game,
    all_places,
    book,
    first_in_words,
    games_by_law,
    law,
    laws_of,
    passage,
    places_in_words,
    places_of,
    reading_about,
)
from clubscore.laws import citing
from clubscore.laws.citing import HOUSE_RULE, Citation, Giver
from clubscore.laws.errors import RuleError
from clubscore.laws.games import GAMES, LAYERS, find_game
from tests.laws.cited import SENTENCES_1923, pages_named

IN_THE_BOOKS = {citing.LAWS_OF_BRIDGE, citing.VARIATIONS}
CUT_THROAT = Giver("cut-throat", "Cut-Throat")


def every_citation() -> list[tuple[str, Citation]]:
    return [(game.key, each) for game in GAMES for each in laws_of_games._cited(game)]


def test_every_citation_from_a_book_leads_to_its_page() -> None:
    looked = 0
    for game, each in every_citation():
        if each.source not in IN_THE_BOOKS or each.kind == HOUSE_RULE:
            assert places_of(each) == (), (game, each)
            continue
        places = places_of(each)
        assert places, (game, str(each))
        assert len(places) == max(1, len(each.numbers.split(" and "))), (game, str(each))
        pages = {page for place in places for page in place.passage.pages}
        assert pages & {*pages_named(each)}, (game, str(each))
        looked += 1
    assert looked > 400


def test_the_passage_has_the_sentence_that_is_cited() -> None:
    """What tests know of each page of 1923 stands in the passages to which its citation leads."""
    looked = set()
    for _game, each in every_citation():
        if each.source != citing.VARIATIONS:
            continue
        words = SENTENCES_1923[(each.page, each.numbers)]
        told = " ".join(place.passage.text for place in places_of(each)).replace("”", '"')
        told = told.replace("“", '"').replace("’", "'")
        for sentence in words:
            assert sentence.replace("*", "") in told, (str(each), sentence)
        looked.add((each.page, each.numbers))
    assert len(looked) > 40


def test_a_law_is_told_from_its_namesake_by_page_and_game() -> None:
    contract = Citation(citing.VARIATIONS, citing.RULE, "1", page="16")
    compound = Citation(citing.VARIATIONS, citing.RULE, "1", page="71")
    assert [each.passage.key for each in places_of(contract)] == ["contract-bridge-rule-1"]
    assert [each.passage.key for each in places_of(compound)] == ["compound-bridge-rule-1"]
    for game, key in (("twenty-six-tricks", "twenty-six-tricks"), ("twenty-six-cards",) * 2):
        cited = Citation(citing.VARIATIONS, page="172", giver=Giver(game, ""))
        assert [each.passage.key for each in places_of(cited)] == [key]


def test_what_stands_in_no_book_leads_nowhere() -> None:
    assert places_of(Citation("Laws of Whist", citing.LAW, "1", page="1")) == ()
    assert places_of(Citation(citing.LAWS_OF_BRIDGE, citing.LAW, "104", page="20")) == ()
    assert places_of(Citation(citing.LAWS_OF_BRIDGE, citing.LAW, "87", page="40")) == ()
    other = Citation(citing.LAWS_OF_BRIDGE, citing.LAW, "8", page="249", book="Hoyle 1909")
    assert places_of(other) == ()


def test_laws_that_are_cited_in_words() -> None:
    cut = places_in_words("Laws of Bridge 1899, laws 14 to 20")
    assert [each.passage.number for each in cut] == [str(number) for number in range(14, 21)]
    assert [each.passage.number for each in places_in_words("Laws of Bridge 1899, law 8")] == ["8"]
    assert places_in_words("International Laws of Bridge") == ()


@pytest.mark.parametrize(
    ("told", "key"),
    [
        ("Laws of Bridge 1899, law 87", "law-87"),
        ("Laws of Bridge 1899, laws 12 and 13", "law-12"),
        ("Laws of Bridge 1899, p. 34", "dummy-bridge"),
        ("Laws of Bridge 1899, law 21; ace low", "law-21"),
        ("Auction Bridge Variations 1923, pp. 143-144, law 5", "cut-throat-law-5"),
        ("Auction Bridge Variations 1923, p. 54", "bolshevik-bridge"),
        ("Laws of Bridge 1899", ""),
        ("Laws of Duplicate Bridge, law 77", ""),
    ],
)
def test_the_first_law_of_a_sentence(told: str, key: str) -> None:
    place = first_in_words(told)
    assert (place.passage.key if place else "") == key


def test_which_games_go_by_a_law() -> None:
    by = {law.key: {game.key for game in games} for law, games in games_by_law().items()}
    assert by["law-87"] == {"straight-bridge", "dummy-bridge"}
    assert by["contract-bridge-rule-1"] == {"contract-1923", "bolshevik"}
    assert "pirate" in by["law-14"]
    assert "rubber-bridge" not in by["law-14"]
    assert laws_of("chicago") == ()
    with pytest.raises(RuleError):
        laws_of("whist")


def test_a_layer_goes_by_its_game_and_by_its_own_chapter() -> None:
    """Also what the layer's game itself is told of, so that both are read side by side."""
    joker = {place.part.key for place in about_game("pirate-with-joker")}
    assert joker == {"pirate-bridge", "nullos", "joker-bridge"}
    contract = {place.passage.key for place in laws_of("stop-gap-as-contract")}
    assert {"contract-bridge-rule-2", "law-14"} <= contract
    assert set(TOLD_AT) == set(LAYERS)


def test_straight_bridge_goes_by_all_103_laws() -> None:
    keys = {place.passage.key for place in laws_of("straight-bridge")}
    assert {f"law-{number}" for number in range(1, 104)} <= keys


def test_every_game_of_the_books_has_its_chapter() -> None:
    without = {game.key for game in GAMES if not about_game(game.key)}
    assert without == {"auction", "rubber-bridge", "chicago"}
    for game in GAMES:
        if game.about.source.startswith(citing.VARIATIONS):
            assert any(place.book.key == VARIATIONS for place in about_game(game.key)), game.key


# Reading that the sources have beside the laws: from which page to which, by passage.
READ = {
    "etiquette-of-bridge": (21, 23), "historical": (27, 28),
    "how-bridge-came-and-why-it-will-stay": (45, 50), "the-points": (51, 53),
    "making-the-trump": (53, 59), "doubling": (60, 64), "the-lead": (64, 67),
    "the-exposed-hand": (67, 70), "discarding": (70, 72), "forcing": (72, 74),
    "amenities": (74, 77), "general-hints": (78, 80),
}  # fmt: skip


@pytest.mark.parametrize("key", READ)
def test_essays_etiquette_and_history_are_read_beside_straight_bridge(key: str) -> None:
    found = passage(LAWS_OF_BRIDGE, key)
    assert found.kind == READING
    assert (found.pages[0], found.pages[-1]) == READ[key]
    assert found in {place.passage for place in reading_about("straight-bridge")}


def test_all_14_hints_stand_on_pages_36_to_38() -> None:
    hints = [each for each in book(LAWS_OF_BRIDGE).passages if each.word == "hint"]
    assert [each.number for each in hints] == [str(number) for number in range(1, 15)]
    assert {page for each in hints for page in each.pages} == {36, 37, 38}
    assert {*hints} <= {place.passage for place in reading_about("straight-bridge")}


@pytest.mark.parametrize(
    ("game", "first", "last"),
    [("contract-1923", 18, 52), ("pirate", 84, 112), ("nullos", 107, 112), ("joker", 115, 120)],
)
def test_advice_of_1923_is_read_beside_its_game(game: str, first: int, last: int) -> None:
    read = [place.passage for place in about_game(game) if place.passage.kind == READING]
    pages = {page for each in read for page in each.pages}
    assert (min(pages), max(pages)) == (first, last)
    if game == "pirate":
        titles = {each.title for each in read}
        assert {"Accept whenever You Can", "Show Your Hand", "Real Strength Requisite"} <= titles


def test_foster_suggests_how_to_play_straight_bridge() -> None:
    titles = [
        place.passage.title
        for place in reading_about("straight-bridge")
        if place.book.key == "foster-hoyle"
    ]
    assert titles == ["", "Making the Trump", "Doubling", "Opening Leads"]


def test_every_passage_stands_in_one_part() -> None:
    for key in FILES:
        places = [place.passage.key for place in all_places(book(key))]
        assert sorted(places) == sorted(book(key).by_key)
    assert find_game("joker").key == "joker"
    assert law(LAWS_OF_BRIDGE, 1).page == 1
