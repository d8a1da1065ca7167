"""Sections may have clocks of their own in a round; the others follow the event's."""

import datetime as dt

import pytest

from clubscore.club import clock
from clubscore.club.entry import Refused, new_key
from clubscore.events.directing import choose_movement, seconds_left, set_clock, set_section_clock
from clubscore.events.models import Section
from clubscore.events.pages.director import DirectorPage
from clubscore.events.pages.table import seen_now
from clubscore.events.reporting import Report, tell
from clubscore.events.state import clock_of, room_of
from tests.events.evenings import Evening, make
from tests.events.test_pages import director_of, path, text_of
from tests.events.test_sections import split

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
NOW = dt.datetime(2026, 3, 3, 20, 0, tzinfo=dt.UTC)


def two_sections() -> tuple[Evening, Section, Section]:
    """Eight pairs in two sections, in their first round of twenty minutes."""
    evening = Evening(8, kind="")
    sections = split(evening)
    for section in sections:
        choose_movement(section=section, movement=make("howell", 4, 2, 1), minutes=20,
                        key=new_key(), actor=evening.actor)  # fmt: skip
    evening.next_round()
    first, second = sorted(sections, key=lambda each: each.letter)
    return evening, first, second


def move(evening: Evening, section: Section, what: str) -> None:
    section.refresh_from_db()
    set_section_clock(section=section, what=what, key=new_key(), actor=evening.actor)


def evening_plays(evening: Evening) -> None:
    """Every board of the round is passed out, in both sections."""
    for table in evening.room.tables():
        for board in table.place.boards:
            for side in ("ns", "ew"):
                report = Report(evening.event.round, table.number, board, {"passed_out": True},
                                new_key())  # fmt: skip
                tell(section=table.section, report=report, side=side, actor=evening.actor)


def left(evening: Evening, section: Section) -> int | None:
    return seconds_left(clock_of(room_of(evening.event), section.pk))


def test_a_section_s_clock_is_the_event_s_until_it_is_moved() -> None:
    with clock.at(NOW):
        evening, one, other = two_sections()
        assert (left(evening, one), left(evening, other)) == (1200, 1200)
        move(evening, other, "+1")
        assert (left(evening, one), left(evening, other)) == (1200, 1260)
        # What is done to all moves those that follow.
        set_clock(event=evening.event, what="-1", key=new_key(), actor=evening.actor)
        assert (left(evening, one), left(evening, other)) == (1140, 1260)
        move(evening, other, "pause")
    with clock.at(NOW + dt.timedelta(minutes=5)):
        assert (left(evening, one), left(evening, other)) == (840, 1260)
        move(evening, other, "run")
    with clock.at(NOW + dt.timedelta(minutes=6)):
        assert (left(evening, one), left(evening, other)) == (780, 1200)
        move(evening, other, "follow")
        assert left(evening, other) == 780


def test_the_next_round_has_one_clock_again() -> None:
    with clock.at(NOW):
        evening, one, other = two_sections()
        move(evening, other, "pause")
        evening_plays(evening)
        evening.next_round()
        assert left(evening, one) == left(evening, other) == 1200


def test_a_table_s_phone_shows_its_section_s_clock_and_hears_of_it() -> None:
    with clock.at(NOW):
        evening, _one, other = two_sections()
        before = seen_now(evening.event, other.pk, 1)
        phone = director_of(evening)
        assert "20:00" in text_of(phone.get(path(evening, "at/B1/")))
        move(evening, other, "+1")
        assert seen_now(evening.event, other.pk, 1) != before
        assert "21:00" in text_of(phone.get(path(evening, "at/B1/")))
        assert "20:00" in text_of(phone.get(path(evening, "at/A1/")))
        assert clock_of(room_of(evening.event), other.pk).is_own
        assert "21:00" in text_of(phone.get(path(evening, "wall/")))
    # A page kept ready goes on with the time.
    with clock.at(NOW + dt.timedelta(minutes=1)):
        assert "20:00" in text_of(phone.get(path(evening, "at/B1/")))


def test_the_director_moves_one_by_its_own_keys_and_the_history_says_so() -> None:
    with clock.at(NOW):
        evening, _one, _other = two_sections()
        director = director_of(evening)
        assert [each.letter for each in DirectorPage(evening.room).section_clocks] == ["A", "B"]
        form = {"what": "pause", "section": "B", "key": "b"}
        assert director.post(path(evening, "clock/"), form).status_code == 302
        shown = {each.letter: each for each in DirectorPage(evening.room).section_clocks}
        assert (shown["A"].clock.is_own, shown["B"].words) == (False, "paused")
        assert "As the others" in text_of(director.get(path(evening)))
        assert "section B: clock paused" in text_of(director.get(path(evening, "history/")))
        wrong = director.post(path(evening, "clock/"), form | {"section": "Z", "key": "z"})
        assert wrong.status_code == 409
        with pytest.raises(Refused, match="add or take off a minute"):
            move(evening, _other, "sideways")


def test_one_section_has_no_clock_of_its_own() -> None:
    evening = Evening(6)
    assert DirectorPage(evening.room).section_clocks == []
