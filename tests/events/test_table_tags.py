"""The tags of an event's tables: the same however they are read, and new where a page is."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from clubscore.club.entry import Refused, new_key
from clubscore.events.directing import (
    announce,
    announcements_of,
    answer_call,
    ask_for_lead,
    call_director,
    say_here,
    set_clock,
    show_ranking,
    take_down,
)
from clubscore.events.locks import taken_event
from clubscore.events.pages.table import event_tags, seen_in
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

TABLES = (1, 2, 3)


def tags(evening: Evening) -> dict[int, str]:
    """The tags of all tables now, which must be those of a room read anew."""
    event, section = evening.event, evening.section.pk
    found = event_tags(event)
    room = evening.room
    assert {n: found.of(section, n) for n in TABLES} == {
        n: seen_in(room, section, n) for n in TABLES
    }
    return {n: found.of(section, n) for n in TABLES}


def here(evening: Evening, table: int, *, all_four: bool = True) -> None:
    say_here(
        section=evening.section,
        table=table,
        round_=evening.event.round,
        all_four=all_four,
        key=new_key(),
        actor=evening.actor,
    )


def say(evening: Evening) -> None:
    announce(event=evening.event, text="Tea", key=new_key(), actor=evening.actor)


def unsay(evening: Evening) -> None:
    event = evening.event
    standing = announcements_of(event)[0].pk
    take_down(event=event, announcement=standing, key=new_key(), actor=evening.actor)


def answered(evening: Evening) -> None:
    answer_call(event=evening.event, call=evening.room.calls[0].pk, actor=evening.actor)


def all_in(evening: Evening) -> None:
    for table in evening.room.tables():
        slip = {each.spot.board: ONE_DOWN for each in table.missing}
        if slip:
            evening.type_slip(table.number, slip)


ALL = set(TABLES)
STEPS: list[tuple[str, Callable[[Evening], object], set[int]]] = [
    ("all four here", lambda e: here(e, 2), {2}),
    ("told", lambda e: e.tell(2, 3, FOUR_SPADES), {2}),
    ("told at another table", lambda e: e.tell(1, 1, ONE_DOWN), {1}),
    ("agreed", lambda e: e.agree(2, 3), {2}),
    ("the director is called", lambda e: here(e, 3, all_four=False), {3}),
    ("called twice", lambda e: call_director(
        section=e.section, table=3, why="", actor=e.actor), set()),
    ("answered", answered, {3}),
    ("said to all", say, ALL),
    ("no longer said", unsay, ALL),
    ("the lead is asked for", lambda e: ask_for_lead(
        event=e.event, asked=True, key=new_key(), actor=e.actor), ALL),
    ("the clock stands", lambda e: set_clock(
        event=e.event, what="pause", key=new_key(), actor=e.actor), ALL),
    ("the ranking is shown", lambda e: show_ranking(
        event=e.event, shown=True, key=new_key(), actor=e.actor), ALL),
    ("the others typed", all_in, ALL),
    ("the next round", lambda e: e.next_round(), ALL),
]  # fmt: skip


def test_a_tag_changes_with_what_its_table_shows_and_with_nothing_else() -> None:
    evening = Evening(6)
    before = tags(evening)
    for what, step, where in STEPS:
        step(evening)
        now = tags(evening)
        assert {n for n in TABLES if now[n] != before[n]} == where, what
        before = now


def test_the_tags_of_a_revision_are_read_once_for_all_tables(
    django_assert_num_queries: Callable[[int], AbstractContextManager[object]],
) -> None:
    evening = Evening(6)
    event, section = evening.event, evening.section.pk
    with django_assert_num_queries(4):
        event_tags(event).of(section, 1)
    with django_assert_num_queries(0):
        event_tags(event).of(section, 3)
    evening.tell(1, 1, FOUR_SPADES)
    event = evening.event
    with django_assert_num_queries(4):
        event_tags(event)


def test_what_was_never_committed_is_not_remembered() -> None:
    evening = Evening(6)
    before = tags(evening)
    with pytest.raises(Refused), taken_event(evening.event) as found:
        evening.tell(1, 1, FOUR_SPADES)
        event_tags(evening.event)
        event_tags(found)
        raise Refused("no")
    call_director(section=evening.section, table=2, why="", actor=evening.actor)
    evening.tell(3, 5, ONE_DOWN)
    now = tags(evening)
    assert now[1] == before[1] and now[2] != before[2]
