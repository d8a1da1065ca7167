"""The card of a game: one page, whatever the game, with everything in letters one can read."""

import re

import pytest

from clubscore.club import clock
from clubscore.laws.games import GAMES, find_game
from clubscore.laws.house_rules import default_rules
from clubscore.sheets.pieces.paper import A4, LETTER, Paper
from clubscore.sheets.rubbers.game_card import GAP, HEAD, SIZES, _cut, _lines, card_pdf

SMALLEST = 7.0


@pytest.mark.walk(cases=62)
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.key)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_everything_stands_on_one_page_in_letters_of_seven_points_or_more(
    game, paper: Paper
) -> None:
    rules = default_rules(game)
    column, room = (paper.room - GAP) / 2, paper.tall - HEAD
    fitting = [s for s in SIZES if _cut(list(_lines(game, rules, column, s)), room, s) is not None]
    assert max(fitting) >= SMALLEST
    assert len(re.findall(rb"/Type /Page\b", card_pdf(game, {}, paper, "Portland"))) == 1


def test_the_card_follows_the_house_rules() -> None:
    game = find_game("auction")
    # A file says when it was printed.
    with clock.at(clock.now()):
        usual, of_1908 = (card_pdf(game, rules, A4, "") for rules in ({}, {"slams": "20/40"}))
        assert usual != of_1908
        assert card_pdf(game, {}, A4, "") == usual
