"""A pair that played too few boards stands below the ranking: on pages, papers and in files."""

import re

import pytest

from clubscore.events.directing import show_ranking
from clubscore.events.draw import proposed
from clubscore.events.models import Event
from clubscore.events.movement_changes import if_leaves
from clubscore.events.rankings import Lists
from clubscore.papers.ledger import recording
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_ending import end
from tests.events.test_pages import director_of, path, phone_of, text_of
from tests.events.test_surgery import choose, running
from tests.events.test_surgery_of_all import one_of
from tests.events.test_swiss import drawn, swiss
from tests.events.test_swiss import play as play_swiss

pytestmark = [pytest.mark.django_db]
LEAVER = 2
NO_PLACE = "No place: fewer than 3 boards"


@pytest.fixture
def evening() -> Evening:
    """Six pairs, three rounds of two boards; pair 2 left after the first, and leads."""
    evening = Evening()
    for table in evening.room.tables():
        facts = FOUR_SPADES if table.place.ns == LEAVER else ONE_DOWN
        for board in table.place.boards:
            for side in ("ns", "ew"):
                evening.tell(table.number, board, facts, side)
    choose(evening, one_of(if_leaves(running(evening), LEAVER), "2-empty-place"))
    for _round in range(2):
        evening.next_round()
        evening.play(ONE_DOWN)
    asked(evening)
    show_ranking(event=evening.event, shown=True, key="open", actor=evening.actor)
    return evening


def asked(evening: Evening, minimum: str = "half") -> None:
    Event.objects.filter(pk=evening.event.pk).update(options={"minimum_boards": minimum})


def boards_of(page: str) -> set[str]:
    """What the last column of a ranking says."""
    return set(re.findall(r'<td class="(?:num least|least num)">(\d+)</td>', page))


def test_the_ranking_lists_them_apart_with_the_boards_of_everyone(evening: Evening) -> None:
    ns = Lists(evening.room).rankings[0]
    assert [(row.key, row.place, row.boards) for row in ns.below] == [("2", "", 2)]
    assert [row.place.rstrip("=") for row in ns.placed] == ["1", "1"]
    for client in (director_of(evening), phone_of(evening, 1)):
        page = client.get(path(evening, "ranking/"))
        says = text_of(page)
        assert NO_PLACE in says and boards_of(page.content.decode()) >= {"6", "2"}
        assert says.index(NO_PLACE) > says.index("Left1")
        assert "place" not in text_of(client.get(path(evening, "pair/2/"))).split("Ranking")[0]
    assert NO_PLACE in text_of(director_of(evening).get(path(evening, "wall/")))


def test_without_a_minimum_everyone_has_a_place(evening: Evening) -> None:
    asked(evening, "none")
    page = director_of(evening).get(path(evening, "ranking/"))
    assert "No place" not in text_of(page) and "2" in boards_of(page.content.decode())
    assert Lists(evening.room).rankings[0].rows[0].key == "2"


def test_on_paper_they_have_a_list_of_their_own(evening: Evening) -> None:
    with recording() as kept:
        assert director_of(evening).get(path(evening, "ranking.pdf")).status_code == 200
    texts = [each.text for each in kept[0].texts]
    assert texts.index(NO_PLACE) > texts.index("1=")
    assert texts[texts.index(NO_PLACE) :].count("2") == 2, "number and boards, and no place"
    text = director_of(evening).get(path(evening, "ranking.txt")).content.decode()
    assert NO_PLACE in text


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("usebio", r"<PAIR_NUMBER>2</PAIR_NUMBER>(?:(?!</PAIR>).)*<PLACE */>"),
        ("pbn", r"\n *- +2 +NS"),
        ("event", r'"minimum_boards": "half"'),
        ("bridgewebs", r"\n\t2\tLeft2"),
    ],
)
def test_files_give_them_no_place(evening: Evening, kind: str, wanted: str) -> None:
    end(evening)
    answer = director_of(evening).get(path(evening, f"files/{kind}/"))
    assert re.search(wanted, answer.content.decode(), re.DOTALL), answer.content.decode()[:3000]


def test_a_swiss_draws_who_had_the_bye_as_if_there_were_no_minimum() -> None:
    evening = swiss(5)
    drawn(evening)
    evening.next_round()
    play_swiss(evening)
    before = proposed(evening.room, evening.section, odd="bye").meetings
    asked(evening, "half")
    assert [row.place for row in Lists(evening.room).rankings[0].below] == [""]
    assert proposed(evening.room, evening.section, odd="bye").meetings == before
