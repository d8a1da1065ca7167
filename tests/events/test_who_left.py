"""Who has left does not sit out: on phones, cards, the wall, the director's page, on paper."""

import re

import pytest
from django.test import Client

from clubscore.events.door_list import EventDoor
from clubscore.events.movement_changes import if_leaves
from clubscore.events.pages.director import DirectorPage
from clubscore.events.swiss_changes import Swiss, if_leaves_swiss
from clubscore.events.table_page import TablePage
from clubscore.laws.errors import RuleError
from clubscore.movements import KINDS, build, left_since
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path, phone_of, text_of
from tests.events.test_surgery import choose, running
from tests.events.test_surgery_of_all import begun, one_of
from tests.events.test_swiss import drawn
from tests.events.test_swiss import play as play_swiss

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
LEAVER = 2


def phone_of_pair(evening: Evening, number: int) -> Client:
    entry = evening.room.by_number[evening.section.pk, number]
    return phone_of(evening, 1, entry.people[0])


@pytest.fixture
def evening() -> Evening:
    """Six pairs; pair 2 left after the first of three rounds, and the second is being played."""
    evening = Evening()
    evening.play()
    offers = if_leaves(running(evening), LEAVER)
    choose(evening, one_of(offers, "2-empty-place"))
    evening.next_round()
    return evening


def names(evening: Evening, number: int) -> str:
    return str(evening.room.by_number[evening.section.pk, number])


def test_wall_and_director_say_who_sits_out_and_who_left(evening: Evening) -> None:
    page = DirectorPage(evening.room)
    plan = evening.room.plan(evening.section)
    (alone,) = [place for place in plan.of_round(2) if not place.is_played]
    assert page.wall_rests == [names(evening, alone.numbers[0])]
    assert page.left == [(names(evening, LEAVER), 2)]
    director = director_of(evening)
    gone = f"Left before round 2: {names(evening, LEAVER)}".replace("&", "&amp;")
    assert gone in text_of(director.get(path(evening)))
    wall = text_of(director.get(path(evening, "wall/")))
    assert names(evening, LEAVER).replace("&", "&amp;") not in wall


def test_the_phone_of_who_left_says_so_and_that_of_his_opponent_sits_out(evening: Evening) -> None:
    page = text_of(phone_of_pair(evening, LEAVER).get(path(evening, "mine/")))
    assert "you have left the event." in page and "Your results still count." in page
    assert "sit out" not in page
    plan = evening.room.plan(evening.section)
    (alone,) = [place for place in plan.of_round(2) if not place.is_played]
    other = phone_of_pair(evening, alone.numbers[0])
    assert "You sit out this round." in text_of(other.get(path(evening, "mine/"), follow=True))


def test_the_door_says_who_has_left(evening: Evening) -> None:
    (event,) = EventDoor().tonight(evening.club)
    entry = evening.room.by_number[evening.section.pk, LEAVER]
    seats = {each.person.pk: each.seat for each in event.people}
    assert {seats[person.pk] for person in entry.people} == {"has left"}
    assert "sits out" not in seats.values()


def test_the_table_says_in_the_round_before_who_goes_home() -> None:
    evening = Evening()
    evening.play()
    choose(evening, one_of(if_leaves(running(evening), LEAVER), "2-empty-place"))
    place = next(each for each in evening.room.plan(evening.section).of_round(1)
                 if LEAVER in each.numbers)  # fmt: skip
    page = TablePage(evening.room, evening.section, place.table, None, {})  # type: ignore[arg-type]
    assert f"{names(evening, LEAVER)}: go home" in page.goings
    assert not any("sit out" in text and names(evening, LEAVER) in text for text in page.goings)


def test_cards_on_paper_end_where_a_pair_left(evening: Evening) -> None:
    director = director_of(evening)
    text = director.get(path(evening, "guide-cards.txt")).content.decode()
    cards = dict(re.findall(r"Pair (\d)[^\n]*\n(.*?)(?=\nPair|\Z)", text, re.S))
    assert "sit out" not in cards[str(LEAVER)]
    assert "sit out" in text
    assert len(cards[str(LEAVER)].splitlines()) < len(cards["1"].splitlines())
    tables = director.get(path(evening, "table-cards.txt")).content.decode()
    assert f"Pair {LEAVER} goes home" in tables


def test_a_team_that_leaves_a_swiss_has_left_and_has_no_bye() -> None:
    evening = begun(5, 3)
    play_swiss(evening)
    choose(evening, one_of(if_leaves_swiss(Swiss(running(evening)), 2), "2-drawn-no-more"))
    drawn(evening)
    evening.next_round()
    page = DirectorPage(evening.room)
    assert page.left == [(names(evening, 2), 2)]
    assert names(evening, 2) not in page.wall_rests


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_has_left_a_movement_as_it_is_built(kind: str) -> None:
    for count in range(KINDS[kind].least, min(KINDS[kind].most, 14) + 1):
        try:
            movement = build(kind, count)
        except RuleError:  # not every size has every kind
            continue
        assert left_since(movement) == {}
