"""Events out into files and back: the same bytes, whole, readable; nothing of a bad file."""

import json
import time
from typing import Any

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused
from clubscore.club.logins import found_club
from clubscore.club.models import Club
from clubscore.events.corrections import foul, rule
from clubscore.events.export import event_to_send
from clubscore.events.imported import (
    FileSource,
    bring_in_all,
    bring_in_event,
    must_be_readable,
    tell_again,
)
from clubscore.events.models import Event, Telling
from clubscore.events.rankings import Lists
from clubscore.events.state import room_of
from clubscore.laws.errors import RuleError
from clubscore.ranking import rank, read_event
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.whole_event import WHOLE
from tests.house import House, client_of
from tests.ranking.rooms import event as event_facts
from tests.ranking.test_published import EVENTS, load
from tests.real_events import needs_real_events
from tests.walks import by_examples

pytestmark = pytest.mark.django_db


def leeds() -> tuple[Club, Actor]:
    club = found_club(name="Leeds", author="a test")
    return club, Actor(level=Level.DIRECTOR, club=club)


def brought(facts: Any) -> Event:
    club, actor = leeds()
    told = read_event(facts)
    return bring_in_event(club=club, told=told, source=FileSource("a.json"), actor=actor)


@pytest.mark.postgres
def test_a_told_event_goes_out_byte_for_byte_as_it_came_in() -> None:
    text = read_event(WHOLE).written()
    event = brought(json.loads(text))
    assert event_to_send(event).written() == text
    assert (event.name, event.evening.isoformat()) == ("Simultaneous", "2026-03-02")
    assert event.told
    assert not event.ranking_open


@pytest.mark.postgres
def test_the_same_file_again_is_the_same_event_and_a_list_comes_in_whole_or_not_at_all() -> None:
    club, actor = leeds()
    told, source = read_event(WHOLE), FileSource("a.json")
    first = bring_in_event(club=club, told=told, source=source, actor=actor)
    assert bring_in_event(club=club, told=told, source=source, actor=actor) == first
    unreadable = read_event(event_facts([420], contestants=[{"number": "1"}, {"number": "101"},
                                                            {"number": "two\nlines"}]))  # fmt: skip
    other = read_event(event_facts([420]))
    with pytest.raises(RuleError) as refused:
        bring_in_all(club=club, told=[other, unreadable], source=source, actor=actor)
    assert refused.value.where == "contestants[2].number"
    assert Event.objects.count() == 1


@pytest.mark.postgres
def test_a_told_event_is_put_right_by_another_file_and_keeps_what_it_told() -> None:
    event = brought(WHOLE)
    actor = Actor(level=Level.DIRECTOR, club=event.club)
    better = read_event(WHOLE | {"scoring": "total-points", "penalties": []})
    for told, seen in ((better, 1), (better, 1), (read_event(WHOLE), 2)):
        source = FileSource("b.json", reason="misread", seen=seen)
        tell_again(event=event, told=told, source=source, actor=actor)
        event.refresh_from_db()
    assert [each.source for each in Telling.objects.filter(event=event)] == [
        "a.json", "b.json", "b.json",
    ]  # fmt: skip
    assert event_to_send(event).written() == read_event(WHOLE).written()
    assert event.scoring == "matchpoints"
    played = Evening(4, kind="howell", winners=1, club=event.club)
    with pytest.raises(Refused):
        tell_again(event=played.event, told=better, source=FileSource("b"), actor=actor)
    with pytest.raises(Refused):
        tell_again(event=event, told=better, source=FileSource("b", seen=2), actor=actor)


def test_every_page_of_a_told_event_that_reads_answers_and_the_others_say_why_not(
    house: House,
) -> None:
    actor = Actor(level=Level.DIRECTOR, club=house.club)
    told = read_event(WHOLE)
    event = bring_in_event(club=house.club, told=told, source=FileSource("a.json"), actor=actor)
    client = client_of(house.logins["director"])
    page = client.get(reverse("event", args=[event.pk]), follow=True)
    assert page.redirect_chain[-1][0] == reverse("event-ranking", args=[event.pk])
    assert "Ann Ash" in page.content.decode()
    for number in told.contestants:
        assert client.get(reverse("event-pair", args=[event.pk, number])).status_code == 200
    for board in told.boards:
        assert client.get(reverse("event-board", args=[event.pk, board])).status_code == 200
    for kind in ("ranking", "cards", "results"):
        assert client.get(reverse("event-text", args=[event.pk, kind])).status_code == 200
    assert client.get(reverse("event-text", args=[event.pk, "slips"])).status_code == 404
    for name in ("event-entries", "event-movement", "event-typing", "event-phones", "event-wall"):
        assert client.get(reverse(name, args=[event.pk])).status_code == 409, name
    assert client.get(reverse("home")).status_code == 200


def test_a_played_evening_goes_out_and_ranks_elsewhere_as_here() -> None:
    evening = Evening(7)
    for facts in (FOUR_SPADES, ONE_DOWN):
        evening.play(facts)
        evening.next_round()
    spot = evening.spot(1, evening.table(1).place.boards[0])
    evening.play(FOUR_SPADES)
    awarded = {"adjusted": {"ns": "A+", "ew": "A-"}}
    entered = evening.entered(1, spot.board)
    rule(section=evening.section, spot=spot, facts=awarded, entered=entered, actor=evening.actor)
    foul(section=evening.section, board=1, from_round=2, entered=evening.entered(1, 1),
         actor=evening.actor)  # fmt: skip
    sent = event_to_send(evening.event)
    text = sent.written()
    again = brought(json.loads(text))
    assert event_to_send(again).written() == text
    assert sent.about["name"] == "Tuesday pairs"
    assert sent.contestants["1"].names == ("Left1", "Right1")
    here, there = Lists(evening.room).rankings, Lists(room_of(again)).rankings
    assert [[row[:2] + row[4:] for row in one.rows] for one in here] == [
        [row[:2] + row[4:] for row in one.rows] for one in there
    ]


@needs_real_events
@pytest.mark.parametrize("name", EVENTS)
def test_real_events_come_in_whole_and_go_out_the_same(name: str) -> None:
    facts = load(name, "event")
    event = brought(facts)
    text = event_to_send(event).written()
    assert text == read_event(facts).written()
    assert len(Lists(room_of(event)).travellers) == len(
        {each["board"] for each in facts["results"]}
    )


@pytest.mark.parametrize("results", [20_001, 301])
def test_more_than_any_event_has_is_refused_before_it_is_compared(results: int) -> None:
    facts = event_facts([0] * 2, scoring="cross-imps")
    step = 10 if results < 1000 else 0
    facts["results"] = [
        {"board": 1, "ns": "1", "ew": "2", "score": step * number} for number in range(results)
    ]
    started = time.process_time()
    with pytest.raises(RuleError) as refused:
        must_be_readable(read_event(facts))
    assert refused.value.where == "results"
    assert time.process_time() - started < 10  # of the processor


OUTCOMES = st.one_of(
    st.sampled_from([-100, 0, 420, 620]).map(lambda score: {"score": score}),
    st.just({"passed_out": True}),
    st.just({"not_played": True}),
    st.just({"adjusted": {"ns": "60", "ew": "A-"}}),
    st.builds(
        lambda level, strain, seat, tricks: {
            "contract": f"{level}{strain}", "declarer": seat, "tricks": tricks,
        },
        st.integers(1, 7), st.sampled_from(["C", "NT", "SX", "HXX"]), st.sampled_from("NESW"),
        st.integers(0, 13),
    ),
)  # fmt: skip


@by_examples(25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    boards=st.lists(st.lists(OUTCOMES, min_size=1, max_size=4), min_size=1, max_size=4),
    scoring=st.sampled_from(["matchpoints", "cross-imps", "butler-imps", "total-points"]),
    name=st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=60),
)
def test_export_import_export_gives_the_same_bytes(db: Any, boards: Any, scoring: str, name: str
                                                   ) -> None:  # fmt: skip
    club = Club.objects.first() or found_club(name="Leeds", author="a test")
    told = read_event(event_facts(*boards, scoring=scoring, name=name))
    event = bring_in_event(
        club=club, told=told, source=FileSource("x"), actor=Actor(level=Level.DIRECTOR, club=club)
    )
    once = event_to_send(Event.objects.get(pk=event.pk)).written()
    again = read_event(json.loads(once))
    assert once == told.written() == again.written()
    assert rank(again).rankings == rank(told).rankings
