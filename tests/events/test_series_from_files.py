"""A series of imported events: those of their players who are the club's, and master points."""

from typing import Any

import pytest

from clubscore.club.access import Actor, Level
from clubscore.club.models import Club
from clubscore.events.imported import FileSource, bring_in_event, write_links
from clubscore.events.models import Event, Series
from clubscore.events.models.facts import SeriesKept
from clubscore.events.series import (
    SeriesNow,
    change_series,
    events_offered,
    not_counted,
    open_series,
    rules_in_words,
    series_for,
)
from clubscore.ranking import EventFile as RankedEvent
from clubscore.ranking import read_event
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, text_of
from tests.events.test_series import played_out
from tests.ranking.rooms import event

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
NAMES = {"1": ["Left1", "Right1"], "2": ["Left2", "Right2"], "101": ["Zoe", "Max"],
         "102": ["Left3", "Right3"]}  # fmt: skip


def from_file(
    name: str, awards: dict[str, list[dict[str, str]]] | None = None, **fields: Any
) -> RankedEvent:
    """Two tables, one board: pair 1 makes more than pair 2."""
    told = [
        {"number": number, "names": names, **({"awards": awards[number]} if awards and number in
                                              awards else {})}
        for number, names in NAMES.items()
    ]  # fmt: skip
    return read_event(event([450, 420], name=name, date="2026-03-10", contestants=told, **fields))


class Winter:
    """An evening played here that pair 1 won, and imported events; a series of them all."""

    def __init__(self) -> None:
        self.evening = Evening(boards=1)
        played_out(self.evening, 1)
        self.club, self.people = self.evening.club, self.evening.people
        self.director = Actor(level=Level.DIRECTOR, club=self.club)
        self.series = open_series(club=self.club, name="Winter", key="new", actor=self.director)

    def brought(self, told: RankedEvent, *, linked: bool = True) -> Event:
        """Bring in an event; its players are those of the club with the same names."""
        known = {person.name: person.pk for person in self.people}
        people = {
            (number, order): known[name]
            for number, names in NAMES.items()
            for order, name in enumerate(names)
            if linked and name in known
        }
        return bring_in_event(club=self.club, told=told, source=FileSource("a.json"),
                              actor=self.director, people=people)  # fmt: skip

    def now(self, *events: Event, **kept: Any) -> SeriesNow:
        series = Series.objects.get(pk=self.series.pk)
        wanted = SeriesKept(events=[event.pk for event in events], **kept)
        change_series(series=series, name="Winter", kept=wanted, seen=series.revision,
                      key=f"change{series.revision}", actor=self.director)  # fmt: skip
        return SeriesNow(series_for(self.director, series.pk), self.director)


def lines(now: SeriesNow) -> dict[str, list[str]]:
    return {" ".join(line.names): [cell.value for cell in line.cells] for line in now.lines}


def test_an_imported_event_counts_for_those_who_are_the_clubs_beside_one_played_here() -> None:
    winter = Winter()
    told = winter.brought(from_file("Simultaneous"))
    assert told in events_offered(winter.director)
    now = winter.now(winter.evening.event, told)
    # Pair 1 has all matchpoints of its board there, pair 2 none; Zoe and Max are nobody's.
    assert lines(now)["Left1"] == ["100.00", "100.00"]
    assert lines(now)["Left2"] == ["0.00", "25.00"]
    assert "Zoe" not in lines(now)
    assert not_counted(now) == ""
    now = winter.now(told, who="pairs")
    assert set(lines(now)) == {"Left1 Right1", "Left2 Right2", "Left3 Right3"}


def test_who_somebody_in_a_file_is_may_change_and_the_table_follows() -> None:
    winter = Winter()
    told = from_file("Simultaneous")
    brought = winter.brought(told)
    assert "Left1" in lines(winter.now(brought))
    write_links(brought, told, {("1", 0): winter.people[7].pk})
    now = winter.now(brought)
    assert set(lines(now)) == {winter.people[7].short_name}
    # One of two who are known is no pair.
    assert lines(winter.now(brought, who="pairs")) == {}


def test_an_imported_event_of_strangers_is_named() -> None:
    winter = Winter()
    brought = winter.brought(from_file("Elsewhere"), linked=False)
    now = winter.now(winter.evening.event, brought)
    said = "No player of this imported event is known to be one of the club: Elsewhere."
    assert not_counted(now) == said
    page = director_of(winter.evening).get(f"/series/{winter.series.pk}/")
    assert said in text_of(page)


def test_master_points_of_the_files_are_added_for_each_player() -> None:
    winter = Winter()
    green, red = ({"scheme": "abf", "colour": colour, "points": points}
                  for colour, points in (("green", "0.57"), ("red", "0.10")))  # fmt: skip
    one = winter.brought(from_file("One", {"1": [green, red], "102": [green]}))
    two = winter.brought(from_file("Two", {"1": [green]}))
    now = winter.now(winter.evening.event, one, two, value="awards")
    assert rules_in_words(now.kept)[0] == (
        "Ranked: each player. Counted: master points of each player."
    )
    assert lines(now)["Left1"] == ["0.67", "0.57"]
    # Without points at an event where others had some: played, and worth nothing.
    assert lines(now)["Left3"] == ["0.57", "0.00"]
    assert lines(now)["Left2"] == ["0.00", "0.00"]
    assert [(line.place, line.total) for line in now.lines[:2]] == [("1=", "1.24"), ("1=", "1.24")]
    assert not_counted(now) == (
        "This event has no master points and does not count: Tuesday pairs."
    )
    director = director_of(winter.evening)
    assert "1.24" in text_of(director.get(f"/series/{winter.series.pk}/"))
    assert "1.24" in director.get(f"/series/{winter.series.pk}.txt").content.decode()
    assert "master points of each player" in text_of(
        director.get(f"/series/{winter.series.pk}/change/")
    )


def test_points_of_two_schemes_are_not_added() -> None:
    winter = Winter()
    told = [winter.brought(from_file(name, {"1": [{"scheme": scheme, "points": "2"}]}))
            for name, scheme in (("One", "abf"), ("Two", "ebu"))]  # fmt: skip
    now = winter.now(*told, value="awards")
    assert lines(now) == {}
    assert "several schemes: ABF, EBU" in not_counted(now)
    Club.objects.update(federation="ebu")
    now = winter.now(*told, value="awards")
    assert lines(now)["Left1"] == ["2.00"]
    assert "no master points and does not count: One." in not_counted(now)
