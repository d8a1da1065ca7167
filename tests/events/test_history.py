"""The history of an event: what was done, by whom, why, and what counted at any moment."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubscore.events.board_state import spot_of
from clubscore.events.corrections import foul, give_penalty, rule, take_back
from clubscore.events.directing import announce, answer_call, call_director, set_clock
from clubscore.events.entries import at_the_door
from clubscore.events.history import (
    EventHistoryLine,
    HistoryFilter,
    history_of,
    moment_of,
    room_then,
)
from clubscore.events.models import EventHappening, ResultRevision
from clubscore.events.rankings import Lists
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import director_of, path, text_of

pytestmark = [pytest.mark.django_db]


def with_a_correction() -> Evening:
    """Six pairs after one round; a result was put right."""
    evening = Evening(6, boards=1)
    evening.play()
    spot, entered = evening.spot(1, 1), evening.entered(1, 1, "misread")
    rule(section=evening.section, spot=spot, facts=ONE_DOWN, entered=entered, actor=evening.actor)
    return evening


def lines(evening: Evening, **asked: object) -> list[EventHistoryLine]:
    """The lines of a history, newest first."""
    return history_of(evening.room, HistoryFilter(**asked))  # type: ignore[arg-type]


def test_a_correction_stands_with_before_and_after_and_its_reason() -> None:
    evening = with_a_correction()
    last, *earlier = lines(evening, board=1)
    assert last.changes
    assert last.was and last.now
    assert (last.was.went, last.now.went) == ("made", "−1")
    assert (last.reason, last.number, last.table) == ("misread", 3, "1")
    assert [line.what for line in earlier] == ["agreed", "recorded"]
    assert len(lines(evening, what="corrections")) == 1
    assert len(lines(evening, table="A2", round=1)) == 2


def test_a_result_taken_back_counts_no_more_and_is_still_there() -> None:
    evening = with_a_correction()
    take_back(section=evening.section, spot=evening.spot(1, 1), entered=evening.entered(1, 1),
              actor=evening.actor)  # fmt: skip
    last = lines(evening, board=1)[0]
    assert last.changes
    assert last.now is None
    page = text_of(director_of(evening).get(path(evening, "history/?board=1")))
    assert "no result" in page


def test_everything_that_happened_is_told_in_words() -> None:
    evening = with_a_correction()
    event, actor = evening.event, evening.actor
    entry = evening.room.entries[0].pk
    for number, what in enumerate(("arrived", "not-arrived", "paid")):
        at_the_door(event=event, entry=entry, what=what, key=f"door{number}", actor=actor)
    set_clock(event=event, what="pause", key="clock", actor=actor)
    call_director(section=evening.section, table=2, why="a revoke", actor=actor)
    answer_call(event=event, call=evening.section.calls.get().pk, actor=actor)
    announce(event=event, text="Coffee now", key="tea", actor=actor)
    foul(section=evening.section, board=1, from_round=1, entered=evening.entered(1, 1),
         actor=actor)  # fmt: skip
    give_penalty(section=evening.section, pair=1, amount="10", unit="percent-of-top", reason="late",
             key="late", actor=actor)  # fmt: skip
    told = [line.what for line in lines(evening)]
    for text in (
        "Left1 & Right1: here",
        "Left1 & Right1: not here",
        "Left1 & Right1: paid",
        "clock paused",
        "table 2 asks for the director",
        "the director goes to table 2",
        "announced: Coffee now",
        "board 1 fouled from round 1 on",
        "penalty for Left1 & Right1: 10 (% of a top)",
        "round 1 started",
        "entered: Left6 & Right6",
        "movement: Mitchell · 6 pairs · 3 rounds · 3 boards",
        "opened",
    ):
        assert text in told
    assert {line.reason for line in lines(evening, what="calls")} == {"a revoke", ""}
    assert [line.what for line in lines(evening, what="announced")] == ["announced: Coffee now"]
    assert "board 1 fouled from round 1 on" in [line.what for line in lines(evening, board=1)]


def test_an_event_is_read_as_it_stood_at_any_earlier_moment() -> None:
    evening = with_a_correction()
    ruled = ResultRevision.objects.latest("pk")
    evening.next_round()
    evening.play()
    room, spot = evening.room, spot_of(ruled)
    now = {row.key: row.score for one in Lists(room).rankings for row in one.rows}
    before = ResultRevision.objects.filter(pk__lt=ruled.pk, board=spot.board).latest("pk")
    then = Lists(room_then(room, before))
    was = {row.key: row.score for one in then.rankings for row in one.rows}
    assert was["1"] != now["1"], "nobody else had played the board then"
    assert room.standing(spot).facts == ONE_DOWN
    assert room_then(room, before).standing(spot).facts == FOUR_SPADES
    opened = EventHappening.objects.order_by("pk").first()
    assert opened is not None
    assert not room_then(room, opened).standings
    page = text_of(director_of(evening).get(path(evening, f"history/r{before.pk}/")))
    assert "Ranking on" in page
    assert "does not count now" in page


def test_a_mark_of_another_event_or_of_nothing_is_not_found() -> None:
    evening = Evening(4, boards=1)
    theirs = Evening(4, boards=1, club=evening.club).event.happenings.first()
    assert theirs is not None
    assert moment_of(evening.event, f"h{theirs.pk}") is None
    director = director_of(evening)
    for wrong in (f"h{theirs.pk}", "r999999", "h", "x1", "r" + "9" * 30):
        assert director.get(path(evening, f"history/{wrong}/")).status_code == 404


def test_the_history_asks_no_more_of_the_database_for_a_long_evening() -> None:
    evening = Evening(12, boards=1)
    director, counts = director_of(evening), []
    for _round in range(2):
        evening.play()
        evening.next_round()
        director.get(path(evening, "history/"))
        with CaptureQueriesContext(connection) as asked:
            page = director.get(path(evening, "history/"))
        assert "Ranking at the time" in text_of(page)
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 12
