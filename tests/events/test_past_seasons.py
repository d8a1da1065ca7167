"""Seasons that are over: a series is closed, leaves today's list, and is looked up by its year."""

import datetime as dt

import pytest

from clubscore.club.access import Actor, Level
from clubscore.club.entry import Refused
from clubscore.club.models import Role
from clubscore.events.corrections import CorrectionEntry, rule
from clubscore.events.models import Event, Series
from clubscore.events.models.facts import EventMissed
from clubscore.events.series import (
    close_series,
    note_absent,
    open_series,
    past_series,
    remove_series,
    series_history,
)
from tests.events.evenings import FOUR_SPADES, ONE_DOWN, Evening
from tests.events.test_pages import text_of
from tests.events.test_series import Season
from tests.house import client_of, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def closed(season: Season, *, closed: bool = True, key: str = "close") -> Series:
    """Close the season's series, or open it again."""
    series = Series.objects.get(pk=season.series.pk)
    close_series(series=series, closed=closed, key=key, actor=season.director)
    return Series.objects.get(pk=series.pk)


def last_year(*events: int) -> int:
    """Let these events have been played a year ago; return that year."""
    for event in Event.objects.filter(pk__in=events):
        event.evening = event.evening.replace(day=1) - dt.timedelta(days=366)
        event.save(update_fields=["evening"])
    return event.evening.year


def test_a_closed_series_is_not_changed_until_it_is_opened_again() -> None:
    season = Season()
    closed(season)
    closed(season)
    with pytest.raises(Refused, match="closed"):
        season.change(count="best", number=1)
    with pytest.raises(Refused, match="closed"):
        said = EventMissed(event=season.events[0], who=[season.people[0].pk], notice=True)
        note_absent(series=season.series, said=said, key="away", actor=season.director)
    assert closed(season, closed=False, key="open").closed_at is None
    season.change(count="best", number=1)
    told = [text for line in series_history(season.series) for text in line.what]
    assert ("season closed" in told, "reopened" in told) == (True, True)


def test_a_series_without_events_cannot_be_closed() -> None:
    season = Season()
    empty = open_series(club=season.club, name="Empty", key="empty", actor=season.director)
    with pytest.raises(Refused, match="Choose the events"):
        close_series(series=empty, closed=True, key="close", actor=season.director)


def test_its_champions_stand_in_the_year_in_which_it_ended_and_follow_corrections() -> None:
    season = Season()
    assert past_series(season.director) == []
    closed(season)
    year = last_year(*season.events)
    ((of, past),) = past_series(season.director)
    # Players of pair 2, who won two of three evenings.
    assert (of, past.champions) == (year, "Left2; Right2")
    evening = season.evenings[0]
    for spot, standing in evening.room.standings.items():
        facts = FOUR_SPADES if standing.result and standing.result.ns == 2 else ONE_DOWN
        rule(section=evening.section, spot=spot, facts=facts,
             entered=CorrectionEntry(standing.number, f"{spot}", ""),
             actor=season.director)  # fmt: skip
    ((_of, past),) = past_series(season.director)
    assert past.champions == "Left2; Right2"
    remove_series(series=season.series, removed=True, key="gone", actor=season.director)
    assert past_series(season.director) == []


def test_players_are_told_no_champion_of_rankings_that_are_not_open() -> None:
    season = Season()
    closed(season)
    Event.objects.update(ranking_open=False)
    ((_year, past),) = past_series(Actor(level=Level.PLAYER, club=season.club))
    assert past.champions == ""


def test_the_page_of_a_year_lists_its_series_and_events() -> None:
    season = Season()
    closed(season)
    year = last_year(*season.events)
    now = Evening(4, club=season.club)
    make_user(season.club, "host", Role.DIRECTOR)
    director = client_of(season.club.memberships.get(role=Role.DIRECTOR).user)
    assert "Autumn" not in text_of(director.get("/series/"))
    page = text_of(director.get("/archive/"))
    assert f"Champions of {year}" in page, "what is still played is of no past year"
    assert "Autumn Left2; Right2" in page and page.count("Tuesday pairs") == 3
    last_but = director.get(f"/archive/?year={year}")
    assert text_of(last_but) == page
    assert text_of(director.get("/archive/?year=9999")) == page
    assert now.event.finished_at is None


def test_the_archive_of_a_new_club_says_what_will_stand_there() -> None:
    evening = Evening(4)
    make_user(evening.club, "host", Role.DIRECTOR)
    director = client_of(evening.club.memberships.get(role=Role.DIRECTOR).user)
    assert "Nothing is finished yet." in text_of(director.get("/archive/"))


def test_a_director_closes_and_reopens_on_the_page() -> None:
    season = Season()
    make_user(season.club, "host", Role.DIRECTOR)
    director = client_of(season.club.memberships.get(role=Role.DIRECTOR).user)
    at = f"/series/{season.series.pk}/"
    assert "Close the season" in text_of(director.get(at))
    assert director.post(f"{at}change/", {"close": "1", "key": "c"}).status_code == 302
    page = text_of(director.get(at))
    assert "This season was closed on" in page and "Events and rules" not in page
    seen = Series.objects.get(pk=season.series.pk).revision
    given = {"name": "Other", "key": "n", "who": "players", "value": "percent", "count": "all",
             "missed": "nothing", "seen": str(seen), "event": season.events}  # fmt: skip
    refused = director.post(f"{at}change/", given)
    assert "This season is closed. Reopen it first." in text_of(refused)
    assert director.post(f"{at}change/", {"reopen": "1", "key": "o"}).status_code == 302
    assert "Events and rules" in text_of(director.get(at))
