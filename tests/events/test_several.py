"""Several evenings of the club as one ranking."""

from __future__ import annotations

import html
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubscore.club.access import Actor, Level
from clubscore.club.models import Role
from clubscore.events.imported import FileSource, bring_in_event
from clubscore.events.models import Event
from clubscore.events.rankings import as_one
from clubscore.ranking import read_event
from tests.house import House, client_of

pytestmark = pytest.mark.django_db


def evening(house: House, day: int, scores: tuple[int, ...], **more: Any) -> Event:
    """An evening of four pairs of which the first two change their numbers from day to day."""
    one, two = ("1", "3") if day % 2 else ("3", "1")
    names = {one: ["Ann", "Bob"], two: ["Cyd", "Dee"], "2": ["Eva", "Fay"], "4": [f"Guest {day}"]}
    told = {
        "format": "clubscore-event/1",
        "name": f"Evening {day}",
        "date": f"2026-03-{day:02}",
        "game": "duplicate",
        "scoring": "matchpoints",
        "contestants": [{"number": key, "names": each} for key, each in sorted(names.items())],
        "boards": [{"number": 1}],
        "results": [
            {"board": 1, "ns": one, "ew": "2", "score": scores[0]},
            {"board": 1, "ns": two, "ew": "4", "score": scores[1]},
        ],
    } | more
    actor = Actor(level=Level.DIRECTOR, club=house.club)
    event = bring_in_event(
        club=house.club, told=read_event(told), source=FileSource(f"{day}.json"), actor=actor
    )
    Event.objects.filter(pk=event.pk).update(ranking_open=True)
    return event


def rows(events: list[Event], **how: Any) -> list[tuple[str, list[str], int, str]]:
    (only,) = as_one(events, **how).lists
    return [(row.place, row.names, row.boards, row.percent) for row in only.rows]


def test_evenings_are_added_by_names_whatever_number_a_pair_had(house: House) -> None:
    events = [evening(house, 1, (100, 100)), evening(house, 2, (100, 50))]
    assert rows(events)[0] == ("1", ["Guest 2"], 1, "100.00")
    told = {tuple(names): (boards, percent) for _place, names, boards, percent in rows(events)}
    assert told["Ann", "Bob"] == (2, "75.00")
    assert told["Cyd", "Dee"] == (2, "25.00")
    assert told["Eva", "Fay"] == (2, "25.00")
    assert told["Guest 1",] == (1, "50.00")
    kept = [(place, names) for place, names, _boards, _percent in rows(events, only_all=True)]
    assert kept == [("1", ["Ann", "Bob"]), ("2=", ["Eva", "Fay"]), ("2=", ["Cyd", "Dee"])]


@pytest.fixture
def player(house: House) -> Client:
    return client_of(house.logins[Role.PLAYER])


def page(client: Client, *events: Event, **more: str) -> tuple[int, str]:
    given = {"event": [each.pk for each in events], "asked": "1", **more}
    answer = client.get(reverse("results-as-one"), given)
    return answer.status_code, html.unescape(answer.content.decode())


def test_the_page_asks_which_and_shows_their_ranking(house: House, player: Client) -> None:
    events = [evening(house, day, (100, 50)) for day in (1, 2)]
    asked = player.get(reverse("results-as-one"))
    assert asked.status_code == 200
    assert "Evening 2" in asked.content.decode()
    status, text = page(player, *events)
    assert status == 200
    assert "Ann" in text
    assert "100.00" in text
    status, text = page(player, *events, all="1")
    assert "Guest 1" not in text
    status, text = page(player, events[0])
    assert (status, "Sessions: choose 2 to 20." in text) == (422, True)


def test_evenings_that_are_compared_otherwise_are_refused_in_words(
    house: House, player: Client
) -> None:
    other = evening(house, 3, (100, 50), scoring="total-points")
    status, text = page(player, evening(house, 1, (100, 50)), other)
    assert status == 422
    assert "must have the same scoring" in text


def test_the_ranking_goes_on_paper_and_out_as_text(house: House, player: Client) -> None:
    events = [evening(house, day, (100, 50)) for day in (1, 2)]
    given = {"event": [each.pk for each in events]}
    pdf = player.get(reverse("as-one-pdf"), given)
    assert pdf.content.startswith(b"%PDF")
    text = player.get(reverse("as-one-text"), given).content.decode()
    assert "2 sessions, 1 March 2026 to 2 March 2026" in text
    assert "Ann & Bob" in text and "100.00" in text
    for name in ("as-one-pdf", "as-one-text"):
        answer = player.get(reverse(name), {"event": [events[0].pk]}, follow=True)
        assert "Sessions: choose 2 to 20." in answer.content.decode()


def test_a_ranking_that_is_hidden_is_not_offered_to_players(house: House, player: Client) -> None:
    events = [evening(house, day, (100, 50)) for day in (1, 2)]
    Event.objects.filter(pk=events[0].pk).update(ranking_open=False)
    status, text = page(player, *events)
    assert status == 422
    assert "Evening 1" not in text
    director = client_of(house.logins[Role.DIRECTOR])
    assert page(director, *events)[0] == 200


def test_what_is_no_evening_is_asked_and_visitors_see_none(house: House, player: Client) -> None:
    events = [evening(house, day, (100, 50)) for day in (1, 2)]
    assert player.get(reverse("results-as-one"), {"event": "x"}).status_code == 422
    assert page(player, *events)[0] == 200
    assert Client().get(reverse("results-as-one")).status_code in (302, 403, 404)
