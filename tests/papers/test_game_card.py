"""The card of a game: one page, whatever the game, with everything in letters one can read."""

import re

import pytest

from clubscore.club import clock
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import default_rules
from clubscore.papers.blank_pads import tables
from clubscore.papers.game_card import GAP, HEAD, _cut, _lines, card_pdf, game_text
from clubscore.papers.sizes import A4, LETTER
from clubscore.papers.text import WIDTH, columns, wrapped_text
from clubscore.rubbers.game_facts import besides, worked

SMALLEST = 8.0


@pytest.mark.gate
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_everything_stands_on_one_page_in_letters_of_eight_points_or_more(game) -> None:
    rules = default_rules(game)
    for paper in (A4, LETTER):
        column, room = (paper.room - GAP) / 2, paper.tall - HEAD
        smallest = list(_lines(game, rules, column, SMALLEST))
        assert _cut(smallest, room, SMALLEST) is not None
        assert len(re.findall(rb"/Type /Page\b", card_pdf(game, {}, paper, "Portland"))) == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_text_of_a_card_says_what_the_card_says(game) -> None:
    text = wrapped_text(game_text(game, {}, "Portland"))
    assert max(map(columns, text.splitlines())) <= WIDTH
    assert not set("♠♥♦♣×−") & set(text)
    words = " ".join(text.split())
    rules = default_rules(game)
    told = [game.name, "Portland", *(fact.text for fact in besides(game, rules))]
    told += [deal.sentence for each in game.about.examples[:3] for deal in worked(game, each).deals]
    for each in told:
        assert re.sub(r"−(?=\d)", "minus ", " ".join(each.split())) in words
    for table in tables(game, rules):
        figures = {cell for _name, cells in table.rows for cell in cells if cell.isdigit()}
        assert table.title in words and figures - {"0"} <= set(re.findall(r"\d+", words))


def test_the_text_of_the_card_of_auction() -> None:
    text = wrapped_text(game_text(find_game("auction"), {}, ""))
    said = "Value of a trick\n  undoubled\n    clubs: 6\n    diamonds: 7"
    assert said in text, text


def test_the_card_follows_the_house_rules() -> None:
    game = find_game("auction")
    # A file says when it was printed.
    with clock.at(clock.now()):
        usual, of_1908 = (card_pdf(game, rules, A4, "") for rules in ({}, {"slams": "20/40"}))
        assert usual != of_1908
        assert card_pdf(game, {}, A4, "") == usual
