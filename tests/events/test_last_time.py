"""A new event begins at today's game; the terms of last time are offered as a whole and named."""

import re
from typing import Any

import pytest
from django.test import Client

from clubscore.club.access import Actor, Level
from clubscore.club.entry import new_key
from clubscore.club.logins import found_club
from clubscore.events.entries import open_event
from clubscore.events.formats import FORMS
from clubscore.events.models import Event
from clubscore.events.terms import Terms, terms_of_event
from clubscore.rubbers.selectors import tonight
from tests.events.evenings import Evening
from tests.events.test_as_in_1917 import given_of
from tests.events.test_pages import director_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
AT_PAR = Terms(
    "Par contest", fee=48, game="duplicate-auction", scoring="par",
    options={"par_ranking": "net"}, rules={"preset": "whistclub-1917"},
)  # fmt: skip


def opened(evening: Evening, terms: Terms) -> Event:
    return open_event(
        club=evening.club, evening=tonight(evening.club), terms=terms, key=new_key(),
        actor=evening.actor,
    )  # fmt: skip


def filled_in(director: Client, at: str = "/event/new/") -> dict[str, Any]:
    return given_of(director.get(at).content.decode())


def key_of_last_time(director: Client) -> str:
    found = re.search(r'href="(\?as=\d+)"', director.get("/event/new/").content.decode())
    assert found is not None
    return f"/event/new/{found[1]}"


def test_a_new_event_begins_at_todays_game_whatever_was_played_last_time() -> None:
    evening = Evening(4, kind="")
    opened(evening, AT_PAR)
    director = director_of(evening)
    given = filled_in(director)
    assert (given["game"], given["scoring"], given["fee"]) == ("duplicate", "matchpoints", "")
    director.post("/event/new/", given | {"name": "After the contest"})
    event = Event.objects.get(name="After the contest")
    assert (event.game, event.scoring, event.options, event.rules) == (
        "duplicate", "matchpoints", {}, {},
    )  # fmt: skip


def test_the_terms_of_last_time_are_one_key_that_names_them_and_are_taken_as_a_whole() -> None:
    evening = Evening(4, kind="")
    opened(evening, AT_PAR)
    director = director_of(evening)
    named = text_of(director.get("/event/new/"))
    for words in (
        "As last time", "Par contest, ", "Pairs · Duplicate auction, 125 points for a game · Par",
        "Ranking of a par contest: net points", "table money 1s per player",
    ):  # fmt: skip
        assert words in named
    at = key_of_last_time(director)
    assert "Copied from last time: Par contest" in text_of(director.get(at))
    director.post("/event/new/", filled_in(director, at) | {"name": "Contest again"})
    again = terms_of_event(Event.objects.get(name="Contest again"))
    assert again == Terms(
        "Contest again", AT_PAR.fee, AT_PAR.form, AT_PAR.game, AT_PAR.scoring, AT_PAR.options,
        AT_PAR.rules,
    )  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_every_way_to_play_is_offered_again_as_it_was(form: str) -> None:
    evening = Evening(4, kind="")
    opened(evening, Terms("Last week", form=form, boards=24 * (form == "pairs"), winners=2))
    director = director_of(evening)
    page = director.get(key_of_last_time(director)).content.decode()
    given = given_of(page)
    picked = dict(re.findall(r'name="(form|match)" value="([^"]+)" checked', page))
    director.post("/event/new/", given | picked | {"name": "This week"})
    was, now = (Event.objects.get(name=name) for name in ("Last week", "This week"))
    assert terms_of_event(now).form == form
    assert (was.contestants_are, was.scoring, was.options) == (
        now.contestants_are, now.scoring, now.options,
    )  # fmt: skip
    boards = [each.happenings.get(kind="opened").data.get("boards") for each in (was, now)]
    assert boards[0] == boards[1]


def test_what_was_typed_stays_beside_the_terms_of_last_time_where_something_is_wrong() -> None:
    evening = Evening(4, kind="")
    opened(evening, AT_PAR)
    director = director_of(evening)
    given = filled_in(director, key_of_last_time(director))
    answer = director.post("/event/new/", given | {"name": "Again", "fee": "much"})
    assert answer.status_code == 422
    kept = given_of(answer.content.decode())
    assert (kept["name"], kept["fee"], kept["scoring"]) == ("Again", "much", "par")
    director.post("/event/new/", kept | {"fee": ""})
    assert Event.objects.get(name="Again").rules == AT_PAR.rules


def test_another_clubs_event_is_not_taken_over() -> None:
    evening = Evening(4, kind="")
    other = found_club(name="Baldwin", author="a test")
    theirs = open_event(
        club=other, evening=tonight(other), terms=AT_PAR, key=new_key(),
        actor=Actor(level=Level.DIRECTOR, club=other),
    )  # fmt: skip
    given = filled_in(director_of(evening), f"/event/new/?as={theirs.pk}")
    assert (given["game"], given["scoring"]) == ("duplicate", "matchpoints")
