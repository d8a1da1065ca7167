"""Numbers as entered, by lot or as seeded; who must sit North-South keeps that seat."""

import re

import pytest
from playwright.sync_api import expect

from clubscore.club.entry import ChangedMeanwhile, Refused, new_key
from clubscore.club.models import Role
from clubscore.events.directing import (
    choose_movement,
    in_order,
    numbers_for,
    order_now,
    set_order,
    stationary,
    swap_places,
)
from clubscore.events.entries import at_the_door
from clubscore.movements import build
from tests.events.evenings import Evening, make
from tests.events.test_pages import director_of, path, text_of
from tests.flows.acting import HOST, Open
from tests.flows.looking import STEADY, look_at
from tests.house import make_user

pytestmark = pytest.mark.django_db


def order(evening: Evening, way: str, *places: int, lot: str = "", seen: int | None = None) -> None:
    entries = list(evening.event.entries.all())
    seeds = {entry.pk: place for entry, place in zip(entries, places, strict=False) if place}
    set_order(event=evening.event, way=way, seeds=seeds, lot=lot, key=new_key(),
              actor=evening.actor, seen=seen)  # fmt: skip


def numbers(evening: Evening) -> dict[int, int | None]:
    """The number of each pair, by its place in the order of entry."""
    return {entry.order: entry.number for entry in evening.event.entries.all()}


def choose(evening: Evening, kind: str = "mitchell", winners: int = 2) -> None:
    movement = make(kind, evening.event.entries.count(), 2, winners)
    choose_movement(section=evening.section, movement=movement, minutes=7, key=new_key(),
                    actor=evening.actor)  # fmt: skip


def stay(evening: Evening, *orders: int, what: str = "stays") -> None:
    for entry in evening.event.entries.filter(order__in=orders):
        at_the_door(event=evening.event, entry=entry.pk, what=what, key=new_key(),
                    actor=evening.actor)  # fmt: skip


@pytest.mark.postgres
def test_numbers_follow_the_seeds_and_then_the_order_of_entry() -> None:
    evening = Evening(6, kind="")
    order(evening, "seeded", 0, 0, 1, 0, 0, 2)
    choose(evening)
    assert numbers(evening) == {3: 1, 6: 2, 1: 3, 2: 4, 4: 5, 5: 6}
    order(evening, "entered")
    assert numbers(evening) == {n: n for n in range(1, 7)}


def test_a_lot_that_is_known_draws_the_same_again() -> None:
    evening = Evening(8, kind="")
    order(evening, "lot", lot="abcd1234")
    first = [entry.order for entry in in_order(list(evening.event.entries.all()))]
    order(evening, "lot", lot="other")
    order(evening, "lot", lot="abcd1234")
    assert [entry.order for entry in in_order(list(evening.event.entries.all()))] == first
    assert first == [5, 2, 3, 4, 8, 1, 6, 7]
    told = order_now(evening.event)
    assert told is not None and told["lot"] == "abcd1234"


def test_who_must_sit_north_south_has_a_number_that_stays() -> None:
    evening = Evening(6, kind="")
    stay(evening, 5, 6)
    choose(evening)
    assert numbers(evening) == {1: 1, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2}
    stays = stationary(evening.room.plan(evening.section).movement)
    assert stays == {1, 2, 3}


def test_more_who_must_stay_than_the_movement_has_seats_for_are_refused() -> None:
    evening = Evening(6, kind="")
    stay(evening, 1, 2, 3, 4)
    with pytest.raises(Refused, match=r"4 pairs must sit North–South, .* for 3"):
        choose(evening)
    stay(evening, 4, what="moves")
    choose(evening)
    assert {numbers(evening)[n] for n in (1, 2, 3)} == {1, 2, 3}


@pytest.mark.parametrize("kind", ["mitchell", "howell", "web-mitchell", "rover-mitchell"])
@pytest.mark.parametrize("pairs", [13, 15, 16, 17])
def test_everyone_has_one_number_whoever_must_stay(kind: str, pairs: int) -> None:
    evening = Evening(pairs, kind="")
    try:
        movement = build(kind, pairs)
    except ValueError:
        pytest.skip("no such movement for so many")
    most = len(stationary(movement))
    stay(evening, *range(pairs - most + 1, pairs + 1))
    entries = list(evening.event.entries.all())
    given = numbers_for(entries, movement)
    assert sorted(given.values()) == list(range(1, pairs + 1))
    staying = {given[entry.pk] for entry in entries if entry.stays_at}
    assert staying <= stationary(movement)


def test_two_swap_before_and_after_the_movement_and_never_during_play() -> None:
    evening = Evening(4, kind="")
    swap_places(event=evening.event, one=1, other=4, key="a", actor=evening.actor)
    swap_places(event=evening.event, one=1, other=4, key="a", actor=evening.actor)
    choose(evening)
    assert numbers(evening) == {1: 4, 2: 2, 3: 3, 4: 1}
    swap_places(event=evening.event, one=1, other=2, key="b", actor=evening.actor)
    assert numbers(evening) == {1: 4, 2: 1, 3: 3, 4: 2}
    with pytest.raises(Refused, match="from 1 to 4"):
        swap_places(event=evening.event, one=1, other=5, key="c", actor=evening.actor)
    evening.next_round()
    with pytest.raises(Refused, match="stay as they are"):
        swap_places(event=evening.event, one=1, other=2, key="d", actor=evening.actor)


def test_an_order_that_somebody_else_set_meanwhile_is_shown_first() -> None:
    evening = Evening(4, kind="")
    order(evening, "lot", lot="x", seen=0)
    with pytest.raises(ChangedMeanwhile):
        order(evening, "entered", seen=0)


def test_what_cannot_be_is_said_and_what_was_typed_stays() -> None:
    evening = Evening(4, kind="")
    director, address = director_of(evening), path(evening, "numbers/")
    one, two, *_rest = evening.event.entries.all()
    form = {"way": "seeded", f"seed-{one.pk}": "7", f"seed-{two.pk}": "7"}
    answer = director.post(address, form)
    assert answer.status_code == 422 and "given twice" in text_of(answer)
    assert answer.content.decode().count('value="7"') == 2
    for wrong in ({"way": "seeded"}, {"way": "x"}, {"swap": "1", "one": "1", "other": "1"}):
        assert director.post(address, wrong).status_code == 422
    assert director.post(address, {"way": "lot"}).status_code == 302
    assert re.search(r"numbers by lot: [0-9a-f]{8}", text_of(director.get(address)))
    assert "numbers by lot" in text_of(director.get(path(evening, "history/")))


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_pair_that_must_stay_is_said_behind_its_key(open_page: Open) -> None:
    evening = Evening(6, kind="")
    make_user(evening.club, HOST, Role.DIRECTOR)
    page = open_page(path(evening, "entries/"), login=HOST, **STEADY)
    row = page.locator(".rows > li").nth(5)
    row.get_by_text("Change pair").click()
    row.get_by_role("button", name="Must sit North–South").click()
    expect(page.locator(".rows > li").nth(5)).to_contain_text("stays North–South")
    page.get_by_role("link", name="Numbers", exact=True).click()
    page.wait_for_url("**/numbers/")
    assert look_at(page) == []
    page.get_by_role("button", name="Draw lots").click()
    expect(page.locator("#order")).to_contain_text("numbers by lot")
    page.get_by_label("Number", exact=True).fill("1")
    page.get_by_label("swaps with").fill("2")
    page.get_by_role("button", name="Swap").click()
    expect(page.locator("#order")).to_contain_text("two numbers swapped")
    choose(evening)
    last = evening.event.entries.get(order=6)
    assert last.number in (1, 2, 3)
