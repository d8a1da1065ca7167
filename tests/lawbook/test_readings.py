"""The list of our readings, made from the data, has them all."""

from clubscore.lawbook.which_game import NOT_ASKED, laws_of, laws_of_duplicate
from tools.readings import read_page


def test_it_begins_with_what_it_is_and_names_the_laws_without_an_answer() -> None:
    page = read_page()
    assert page.startswith("# Answers that are our reading\n")
    assert [f"- law {number}: {why}" in page for number, why in NOT_ASKED.items()] == [True] * 3
    assert page.count("\n## ") == 6


def test_it_has_every_answer_that_is_a_reading() -> None:
    page = read_page()
    listed = 0
    for laws in (laws_of("straight-bridge"), laws_of("auction"), laws_of_duplicate()):
        for _group, _key, answer in laws.answers:
            if answer.is_reading(laws.code):
                assert answer.says in page
                listed += 1
    assert listed > 120
    assert "The laws of rubber bridge are not among the sources." in page
    assert laws_of("rubber-bridge").groups[0].happenings[-1].happened in page


def test_what_the_book_itself_lays_down_is_not_listed_for_straight_bridge() -> None:
    own = read_page().split("## Straight bridge by Foster's Hoyle")[0]
    found = laws_of("straight-bridge").find("led-out-of-turn/defender/no-one")
    silent = laws_of("straight-bridge").find("missed-a-trick/in-time")
    assert found and silent
    assert found[1].says not in own
    assert silent[1].says in own and silent[1].reading in own
