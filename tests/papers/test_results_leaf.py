"""Every board's results on paper: rows as high as what stands in them, numbers in order."""

import pytest

from clubscore.events.rankings import Lists
from clubscore.papers import results as results_leaf
from clubscore.papers.ledger import recording
from clubscore.papers.results import by_section
from clubscore.papers.sizes import A4
from tests.events.test_rulings import SIXTY_FORTY, rule, with_board_one

pytestmark = [pytest.mark.django_db]


def test_numbers_of_two_sections_stand_in_their_order() -> None:
    keys = ["B10", "A10", "B1", "A9", "A1", "B9"]
    assert sorted(keys, key=by_section) == ["A1", "A9", "A10", "B1", "B9", "B10"]
    assert sorted(["10", "9", "1"], key=by_section) == ["1", "9", "10"]


def test_a_ruling_in_several_lines_makes_its_own_row_higher_and_no_other() -> None:
    evening = with_board_one(620, 620, 170, -100)
    rule(evening, **SIXTY_FORTY, save="1")
    rows = Lists(evening.room).traveller(1)
    sheet = results_leaf._with_numbers([rows], A4)
    highs = results_leaf._highs(sheet, rows)
    assert len(highs) == 4 and sorted(highs)[:3] == [sheet.high] * 3
    assert max(highs) > sheet.high


@pytest.mark.night
@pytest.mark.parametrize(("rows", "are_named"), [(6, True), (7, False)])
def test_boards_of_few_rows_have_names_and_those_of_more_numbers(
    rows: int, are_named: bool
) -> None:
    evening = with_board_one(*[420] * rows)
    with recording() as kept:
        results_leaf.results_leaf(evening.room, A4)
    said = " ".join(each.text for each in kept[0].texts).split()
    times = said.count(evening.people[0].name)
    # By numbers, a list above says once who has which.
    assert times > 1 if are_named else times == 1
