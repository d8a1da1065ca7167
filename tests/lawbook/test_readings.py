"""The list of our readings is what the data says, and has them all."""

from clubscore.lawbook.irregularities.today import AT_RUBBER, BID_TOO_LOW
from clubscore.lawbook.which_game import DUPLICATE, laws_of
from tools.readings import PAGE, read_page


def test_the_list_of_readings_is_current() -> None:
    assert PAGE.read_text() == read_page(), "run: python -m tools.readings"


def test_it_has_every_answer_that_is_a_reading() -> None:
    page = read_page()
    listed = 0
    for laws in (laws_of("straight-bridge"), laws_of("auction"), DUPLICATE):
        for _group, _key, answer in laws.answers:
            if answer.is_reading(laws.code):
                assert answer.says in page
                listed += 1
    assert listed > 120
    assert AT_RUBBER in page and BID_TOO_LOW.happened in page


def test_what_the_book_itself_lays_down_is_not_listed_for_straight_bridge() -> None:
    own = read_page().split("## Straight bridge by Foster's Hoyle")[0]
    found = laws_of("straight-bridge").find("led-out-of-turn/defender/no-one")
    silent = laws_of("straight-bridge").find("missed-a-trick/in-time")
    assert found and silent
    assert found[1].says not in own
    assert silent[1].says in own and silent[1].reading in own
