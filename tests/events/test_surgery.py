"""A movement changed while it runs: late pairs, leavers, rounds, what was really played."""

from collections.abc import Callable

import pytest

from clubscore.club.entry import Refused, new_key
from clubscore.events.board_state import BoardStage
from clubscore.events.directing import call_director
from clubscore.events.models import Entry, EventHappening, PlanChange
from clubscore.events.movement_changes import (
    Possible,
    Running,
    SeenMovement,
    change_movement,
    if_late,
    if_leaves,
    if_played,
    if_rounds,
    last_change,
    newest_standing,
    take_change_back,
)
from clubscore.events.pages.table import seen_in, seen_now
from clubscore.events.phones import let_phones_in, links_of
from clubscore.events.plan import as_rows, known_plan, planned
from clubscore.events.rankings import Lists
from clubscore.laws.errors import RuleError
from clubscore.movements import MovementRow, check
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening, make
from tests.events.test_pages import director_of, path, phone_of, text_of
from tests.events.test_running import newcomer

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
PLAYED = {"what": "played", "round": "1", "table": "1"}


def running(evening: Evening) -> Running:
    return Running(evening.room, evening.section)


def choose(evening: Evening, chosen: Possible, *entries: int, key: str = "") -> None:
    seen = SeenMovement(last_change(evening.section), evening.event.round)
    change_movement(
        section=evening.section, chosen=chosen, entries=entries, seen=seen,
        key=key or new_key(), actor=evening.actor,
    )  # fmt: skip


def take_back(evening: Evening) -> None:
    newest = newest_standing(evening.section)
    assert newest is not None
    seen = SeenMovement(last_change(evening.section), evening.event.round)
    take_change_back(
        section=evening.section, change=newest.pk, seen=seen, key=new_key(), actor=evening.actor
    )


def late(evening: Evening, name: str = "Zoë") -> Entry:
    """Somebody comes late with a partner."""
    evening.enter(newcomer(evening, name), newcomer(evening, f"{name}'s partner"))
    return evening.room.entries[-1]


def plan_of(evening: Evening):  # type: ignore[no-untyped-def]
    return evening.room.plan(evening.section)


def test_a_plan_of_rows_is_the_movement_again() -> None:
    for kind, pairs in (("mitchell", 13), ("howell", 8), ("rover-mitchell", 9)):
        movement = make(kind, pairs, 2, 1)
        assert known_plan(as_rows(movement)) == planned(movement)


def test_a_late_pair_takes_the_empty_place_at_once_and_its_phone_hears_of_it() -> None:
    evening = Evening(5)  # three tables, of which the last East-West pair is missing
    entry = late(evening)
    offers = if_late(running(evening), 1)
    at_once = next(each for each in offers if each.value == "1-empty-place")
    table = next(p.table for p in plan_of(evening).of_round(1) if not p.is_played)
    section = evening.section.pk
    before = seen_now(evening.event, section, table)
    choose(evening, at_once, entry.pk)
    assert seen_now(evening.event, section, table) != before
    assert seen_now(evening.event, section, table) == seen_in(evening.room, section, table)
    assert Entry.objects.get(pk=entry.pk).number == 6
    assert all(place.is_played for place in plan_of(evening).places.values())
    call_director(section=evening.section, table=table, why="", actor=evening.actor)
    evening.play()
    evening.next_round()
    assert "Zoë" in str([evening.room.names(section, p.ew) for p in plan_of(evening).of_round(2)])


def test_the_same_change_sent_twice_counts_once_and_a_stale_one_is_refused() -> None:
    evening = Evening(5)
    entry = late(evening)
    chosen = if_late(running(evening), 1)[0]
    choose(evening, chosen, entry.pk, key="one-tap")
    change_movement(
        section=evening.section, chosen=chosen, entries=(entry.pk,), seen=SeenMovement(0, 1),
        key="one-tap", actor=evening.actor,
    )  # fmt: skip
    assert PlanChange.objects.count() == 1
    with pytest.raises(Refused, match="Check again"):
        change_movement(
            section=evening.section, chosen=chosen, seen=SeenMovement(0, 1), key=new_key(),
            actor=evening.actor,
        )  # fmt: skip


def test_at_full_tables_a_late_pair_roves_from_the_next_round_on_and_nobody_plays_again() -> None:
    evening = Evening(10)
    entry = late(evening)
    evening.play()
    offers = if_late(running(evening), 1)
    assert [each.value for each in offers if each.since == 2] == ["2-rover", "2-new-plan"]
    chosen = next(each for each in offers if each.value == "2-rover")
    choose(evening, chosen, entry.pk)
    assert check(plan_of(evening).movement) == ()
    evening.next_round()
    evening.play()
    places = plan_of(evening).of_pair(11)
    assert places[0].round == 2
    assert {place.is_played for place in places} == {True}


def test_a_table_more_has_its_code_where_phones_are_let_in() -> None:
    evening = Evening(10)
    let_phones_in(section=evening.section, key="codes", actor=evening.actor)
    pair, other = late(evening), late(evening, "Yan")
    chosen = next(each for each in if_late(running(evening), 2) if each.value == "2-table")
    choose(evening, chosen, pair.pk, other.pk)
    assert [link.table for link in links_of(evening.section)] == [1, 2, 3, 4, 5, 6]
    assert {Entry.objects.get(pk=each.pk).number for each in (pair, other)} == {11, 12}
    assert plan_of(evening).places[2, 6].is_played


def test_once_a_round_is_in_a_late_pair_begins_with_the_next() -> None:
    evening = Evening(5)
    late(evening)
    evening.play()
    assert {each.since for each in if_late(running(evening), 1)} == {2}


def test_a_phone_of_a_pair_without_a_table_says_where_to_go_next() -> None:
    evening = Evening(10)
    entry = late(evening)
    evening.play()
    chosen = next(each for each in if_late(running(evening), 1) if each.value == "2-rover")
    choose(evening, chosen, entry.pk)
    evening.next_round()
    out = next(n for n in range(1, 11) if not [p for p in plan_of(evening).of_pair(n)
                                               if p.round == 2])  # fmt: skip
    phone = phone_of(evening, 1, evening.room.by_number[evening.section.pk, out].first)
    page = text_of(phone.get(path(evening, "mine/")))
    assert "you sit out round 2." in page
    assert "Then round 3: table" in page


def test_a_pair_leaves_and_what_it_played_stands() -> None:
    evening = Evening(6)
    evening.play()
    before = len(evening.room.standings)
    chosen = next(each for each in if_leaves(running(evening), 1) if each.value == "2-empty-place")
    choose(evening, chosen)
    assert len(evening.room.standings) == before
    assert all(p.ns is None for p in plan_of(evening).of_table(1) if p.round > 1)
    assert any(row.key == "1" and row.boards == 2 for row in Lists(evening.room).scratch[0].rows)
    evening.next_round()
    with pytest.raises(RuleError, match="no longer plays"):
        if_leaves(running(evening), 1)


def test_whoever_has_recorded_results_in_this_round_leaves_after_it() -> None:
    evening = Evening(6)
    assert "1-empty-place" in [each.value for each in if_leaves(running(evening), 1)]
    evening.tell(1, evening.table(1).place.boards[0], FOUR_SPADES)
    assert "1-empty-place" not in [each.value for each in if_leaves(running(evening), 1)]


def test_a_round_fewer_ends_the_evening_there_and_can_be_taken_back() -> None:
    evening = Evening(10)
    assert evening.room.rounds == 5
    chosen = if_rounds(running(evening), 3)[0]
    choose(evening, chosen)
    assert evening.room.rounds == 3
    take_back(evening)
    assert evening.room.rounds == 5
    titles = [each.title for each in PlanChange.objects.order_by("pk")]
    assert titles == ["It ends after round 3.", "Undone: It ends after round 3."]
    told = EventHappening.objects.filter(kind="movement").order_by("pk").values_list("data")
    assert told[1][0]["what"] == '=ends{"rounds":3}'


def test_rounds_that_are_past_are_refused() -> None:
    evening = Evening(6)
    evening.play()
    evening.next_round()
    with pytest.raises(RuleError, match="2 rounds have been played"):
        if_rounds(running(evening), 1)


def really(
    evening: Evening, table: int, change: Callable[[MovementRow], MovementRow], value: str = ""
) -> None:
    offers = if_played(running(evening), evening.event.round, table, change)
    choose(evening, next(each for each in offers if value in each.value))


def test_a_table_that_sat_the_wrong_way_counts_as_it_sat() -> None:
    evening = Evening(6)
    board = evening.table(1).place.boards[0]
    evening.tell(1, board, FOUR_SPADES)
    really(evening, 1, MovementRow.turned)
    standing = evening.standing(1, board)
    assert (standing.result.ns, standing.result.ew) == (4, 1)  # type: ignore[union-attr]
    assert standing.facts == FOUR_SPADES
    other = evening.table(1).place.boards[1]
    evening.tell(1, other, FOUR_SPADES)
    last = evening.standing(1, other).revisions[-1]
    assert (last.ns, last.ew) == (4, 1)
    take_back(evening)
    for each in (board, other):
        last = evening.standing(1, each).revisions[-1]
        assert (last.ns, last.ew) == (1, 4)


def test_a_change_by_which_somebody_has_played_since_is_not_taken_back_over_his_results() -> None:
    evening = Evening(5)
    entry = late(evening)
    choose(evening, if_late(running(evening), 1)[0], entry.pk)
    evening.play()
    with pytest.raises(Refused, match="not in the earlier plan"):
        take_back(evening)


def test_a_table_that_played_other_boards_keeps_its_results_on_those() -> None:
    evening = Evening(10)
    due = evening.table(1).place.boards
    for board in due:
        for side in ("ns", "ew"):
            evening.tell(1, board, ONE_DOWN, side)
    played = plan_of(evening).movement.boards_of_set(3)
    really(evening, 1, lambda row: row._replace(boards=played))
    assert evening.table(1).place.boards == played
    assert [evening.standing(1, board).facts for board in played] == [ONE_DOWN, ONE_DOWN]
    assert [evening.standing(1, board).state for board in due] == [BoardStage.TO_COME] * 2
    movement = plan_of(evening).movement
    assert check(movement) == ()
    take_back(evening)
    assert evening.table(1).place.boards == due
    assert [evening.standing(1, board).facts for board in due] == [ONE_DOWN, ONE_DOWN]
    assert all(evening.standing(1, board).result is None for board in played)


def test_a_board_played_a_second_time_does_not_count() -> None:
    evening = Evening(10)
    evening.play()
    evening.next_round()
    again = plan_of(evening).places[1, 1].boards
    due = evening.table(1).place.boards
    for board in due:
        for side in ("ns", "ew"):
            evening.tell(1, board, ONE_DOWN, side)
    really(evening, 1, lambda row: row._replace(boards=again))
    assert all(evening.standing(1, board).result is None for board in (*again, *due))
    assert check(plan_of(evening).movement) == ()


def test_a_disputed_board_is_settled_before_the_table_is_changed() -> None:
    evening = Evening(6)
    board = evening.table(1).place.boards[0]
    evening.tell(1, board, FOUR_SPADES)
    evening.tell(1, board, ONE_DOWN, "ew")
    with pytest.raises(Refused, match="Settle it first"):
        really(evening, 1, MovementRow.turned)
    assert PlanChange.objects.count() == 0


def test_one_tap_and_a_second_that_confirms_by_plain_forms() -> None:
    evening = Evening(5)
    director, entry = director_of(evening), late(evening)
    assert str(entry).replace("&", "&amp;").replace("'", "&#x27;") in text_of(
        director.get(path(evening, "change/"))
    )
    form = {"what": "late", "entry": entry.pk, "section": "A"}
    page = text_of(director.get(path(evening, "change/offers/"), form))
    assert "now, from round 1 on" in page
    assert "Pair 6 takes the empty place." in page
    form |= {"chosen": "1-empty-place", "key": "k", "change": "0", "round_seen": "1"}
    sure = director.post(path(evening, "change/offers/"), form)
    assert "Is that what you want?" in text_of(sure)
    assert PlanChange.objects.count() == 0
    director.post(path(evening, "change/offers/"), form | {"save": "1"})
    assert plan_of(evening).pairs == 6
    page = text_of(director.get(path(evening, "change/")))
    assert "Pair 6 takes the empty place." in page
    change = PlanChange.objects.get()
    form = {"taken": change.pk, "key": "b", "change": "1", "round_seen": "1", "section": "A"}
    director.post(path(evening, "change/back/"), form)
    assert plan_of(evening).pairs == 5
    assert Entry.objects.get(pk=entry.pk).number is None


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ({"what": "late"}, "Choose one or two late pairs."),
        ({"what": "leaves", "pair": "77"}, "no longer plays"),
        ({"what": "rounds", "rounds": "0"}, "Choose at least as many"),
        (PLAYED, "Choose what was different."),
        (PLAYED | {"how": "boards"}, "Choose the boards"),
        (PLAYED | {"how": "boards", "set": "1"}, "how it already is"),
        (PLAYED | {"table": "9", "how": "turned"}, "No one plays at table 9"),
        (PLAYED | {"how": "pairs", "ns": "1"}, "two pairs"),
        ({}, "Choose what to change."),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_says_what_would_be_right(form: dict[str, str], says: str) -> None:
    evening = Evening(6)
    answer = director_of(evening).get(path(evening, "change/offers/"), form)
    assert answer.status_code == 422
    assert says in text_of(answer)
