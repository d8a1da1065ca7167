"""Sections may begin their rounds one by one; everything about a table goes by its own section."""

import datetime as dt

import pytest

from clubscore.club import clock
from clubscore.club.entry import Refused, new_key
from clubscore.events.corrections import CorrectionEntry, leave_for_later
from clubscore.events.directing import seconds_left, set_clock, start_round, start_section_round
from clubscore.events.finishing import loose_boards, overdue_boards
from clubscore.events.models import Section
from clubscore.events.offline import TooEarly, hand_in
from clubscore.events.pages.director import DirectorPage
from clubscore.events.pages.table import seen_now
from clubscore.events.reporting import Report, tell
from clubscore.events.seats import boards_now
from clubscore.events.state import RoundTable, clock_of, room_of
from clubscore.home.tonight import how_they_stand
from clubscore.ranking.result import ResultFacts
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, path, text_of
from tests.events.test_section_clocks import evening_plays, two_sections

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
NOW = dt.datetime(2026, 3, 3, 20, 0, tzinfo=dt.UTC)
PASSED_OUT: ResultFacts = {"passed_out": True}


def go_on(evening: Evening, section: Section, seen: int | None = None) -> None:
    """Begin the next round of a section alone."""
    section.refresh_from_db()
    section.event = evening.event
    seen = section.event.round_in(section.letter) if seen is None else seen
    start_section_round(section=section, key=new_key(), actor=evening.actor, seen=seen)


def together(evening: Evening) -> None:
    """Begin the next round wherever there is one."""
    event = evening.event
    lag = sum(event.behind.values())
    start_round(event=event, key=new_key(), actor=evening.actor, seen=event.round, lag=lag)


def plays(evening: Evening, section: Section) -> None:
    """Every board of a section's round is passed out."""
    for table in tables_of(evening, section):
        for board in table.place.boards:
            for side in ("ns", "ew"):
                report = Report(table.place.round, table.number, board, PASSED_OUT, new_key())
                tell(section=table.section, report=report, side=side, actor=evening.actor)


def tables_of(evening: Evening, section: Section) -> list[RoundTable]:
    return [each for each in evening.room.tables() if each.section.pk == section.pk]


def rounds_of(evening: Evening) -> dict[str, int]:
    room = room_of(evening.event)
    return {each.letter: room.now(each.pk) for each in room.sections}


def test_a_section_goes_on_alone_with_a_clock_of_its_own() -> None:
    with clock.at(NOW):
        evening, one, other = two_sections()
        plays(evening, one)
    with clock.at(NOW + dt.timedelta(minutes=15)):
        tag = seen_now(evening.event, one.pk, 1)
        go_on(evening, one)
        assert rounds_of(evening) == {"A": 2, "B": 1}
        assert seen_now(evening.event, one.pk, 1) != tag
        room = room_of(evening.event)
        assert seconds_left(clock_of(room, one.pk)) == 1200
        assert seconds_left(clock_of(room, other.pk)) == 300
        assert [each.place.round for each in room.tables()] == [2, 2, 1, 1]
        # What is done to the event's clock is done to those who follow it.
        set_clock(event=evening.event, what="+1", key=new_key(), actor=evening.actor)
        room = room_of(evening.event)
        assert seconds_left(clock_of(room, one.pk)) == 1200
        assert seconds_left(clock_of(room, other.pk)) == 360


def test_it_waits_for_its_own_tables_alone() -> None:
    evening, one, other = two_sections()
    plays(evening, one)
    with pytest.raises(Refused, match="Tables B1, B2 have boards without results"):
        go_on(evening, other)
    with pytest.raises(Refused, match="B1"):
        start_round(event=evening.event, key=new_key(), actor=evening.actor, seen=1)
    assert rounds_of(evening) == {"A": 1, "B": 1}
    go_on(evening, one)
    assert rounds_of(evening) == {"A": 2, "B": 1}


def test_the_other_catches_up_and_then_all_go_on_together() -> None:
    with clock.at(NOW):
        evening, one, other = two_sections()
        plays(evening, one)
        go_on(evening, one)
        plays(evening, other)
    with clock.at(NOW + dt.timedelta(minutes=30)):
        go_on(evening, other)
        assert evening.event.behind == {}
        assert evening.event.round == 2
        assert seconds_left(evening.event) == 1200
        evening_plays(evening)
        evening.next_round()
        assert rounds_of(evening) == {"A": 3, "B": 3}
        room = room_of(evening.event)
        assert not clock_of(room, one.pk).is_own
        assert not clock_of(room, other.pk).is_own


def test_all_go_on_from_where_each_is_and_none_beyond_the_last() -> None:
    evening, one, other = two_sections()
    plays(evening, one)
    go_on(evening, one)
    plays(evening, one)
    plays(evening, other)
    together(evening)
    assert rounds_of(evening) == {"A": 3, "B": 2}
    plays(evening, other)
    # It waits for nothing in the section that has no further round.
    together(evening)
    assert rounds_of(evening) == {"A": 3, "B": 3}
    with pytest.raises(Refused, match="last round of section A"):
        plays(evening, one)
        go_on(evening, one)


def test_who_saw_something_else_is_refused() -> None:
    evening, one, other = two_sections()
    evening_plays(evening)
    go_on(evening, one)
    with pytest.raises(Refused, match="already started"):
        go_on(evening, one, seen=1)
    plays(evening, one)
    # A page that shows both in round 2 knows nothing of the lag.
    with pytest.raises(Refused, match="already started"):
        start_round(event=evening.event, key=new_key(), actor=evening.actor, seen=2)
    assert rounds_of(evening) == {"A": 2, "B": 1}
    key = new_key()
    other.event = evening.event
    for _again in range(2):
        start_section_round(section=other, key=key, actor=evening.actor, seen=1)
    assert rounds_of(evening) == {"A": 2, "B": 2}


def test_a_result_is_due_by_the_round_of_its_section() -> None:
    evening, one, other = two_sections()
    plays(evening, one)
    go_on(evening, one)
    spot = tables_of(evening, other)[0].boards[0].spot
    mine = room_of(evening.event).section("B")
    assert mine is not None
    report = Report(1, spot.table, spot.board, PASSED_OUT, new_key())
    assert tell(section=mine, report=report, side="ns", actor=evening.actor).revisions
    place = next(iter(room_of(evening.event).plan(mine).of_round(2)))
    early = Report(2, place.table, place.boards[0], PASSED_OUT, new_key())
    with pytest.raises(Refused, match="Round 2 has not started"):
        tell(section=mine, report=early, side="ns", actor=evening.actor)
    with pytest.raises(TooEarly):
        hand_in(section=mine, report=early, side="ns", reason="", actor=evening.actor)


def test_what_is_missing_goes_by_the_section() -> None:
    evening, one, other = two_sections()
    plays(evening, one)
    go_on(evening, one)
    behind = sum(len(each.boards) for each in tables_of(evening, other))
    now = sum(len(each.boards) for each in tables_of(evening, one))
    assert len(loose_boards(evening.room)) == behind + now
    assert overdue_boards(evening.room) == []
    assert DirectorPage(evening.room).missing == 0
    table = tables_of(evening, other)[0]
    for each in table.boards:
        entered = CorrectionEntry(0, new_key(), "late")
        leave_for_later(section=table.section, spot=each.spot, entered=entered, actor=evening.actor)
    assert {each.standing.spot.section for each in overdue_boards(evening.room)} == {other.pk}
    assert [each.letter for each in boards_now(evening.room)] == ["A", "B"]
    assert [each.title for each in boards_now(evening.room)] == ["After round 2", "After round 1"]


def test_the_director_taps_it_and_reads_where_each_is() -> None:
    evening, one, _other = two_sections()
    director = director_of(evening)
    page = text_of(director.get(path(evening, "")))
    assert "A only: round 2" in page and "waits for B1 B2" in page
    plays(evening, one)
    said = {"key": new_key(), "seen": "1", "section": "A"}
    assert director.post(path(evening, "round/"), said).status_code == 302
    page = text_of(director.get(path(evening, "")))
    assert "round by section" in page
    assert "round 2 of 3" in page and "round 1 of 3" in page
    assert "B only: round 2" in page and "A only: round 3" in page
    wall = text_of(director.get(path(evening, "wall/")))
    assert "section A, round 2 of 3" in wall and "section B, round 1 of 3" in wall
    assert "Table A1, round 2 of 3" in text_of(director.get(path(evening, "at/A1/")))
    assert "Table B1, round 1 of 3" in text_of(director.get(path(evening, "at/B1/")))
    assert "round 2 started in section A" in text_of(director.get(path(evening, "history/")))
    [stands] = how_they_stand(evening.club, evening.event.evening)
    assert (stands.count, stands.of) == (0, sum(len(each.boards) for each in evening.room.tables()))


def test_tables_are_shown_by_section() -> None:
    evening, _one, _other = two_sections()
    director = director_of(evening)
    assert [each.name for each in DirectorPage(evening.room).table_keys] == ["A1", "A2", "B1", "B2"]
    assert [e.name for e in DirectorPage(evening.room, "B").table_keys] == ["B1", "B2"]
    assert len(DirectorPage(evening.room, "X").table_keys) == 4
    page = director.get(path(evening, "?section=B")).content.decode()
    assert "at/B1" in page or "table/B1" in page
    assert "table/A1" not in page


def test_the_first_round_begins_everywhere() -> None:
    evening, one, _other = two_sections()
    event = evening.event
    event.round = 0
    event.save()
    with pytest.raises(Refused, match="first round starts in all sections"):
        go_on(evening, one)
