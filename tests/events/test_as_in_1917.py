"""The form of 1917: twenty-four prepared boards, several clubs, one ranking."""

import html
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubscore.club import clock
from clubscore.club.access import Actor, Level
from clubscore.club.entry import new_key
from clubscore.events.corrections import Typed, type_results
from clubscore.events.directing import start_round
from clubscore.events.finishing import finish
from clubscore.events.models import Event
from clubscore.events.state import room_of
from clubscore.movements import propose_prepared
from clubscore.ranking import rank, read_event
from tests.events.evenings import Evening
from tests.events.test_pages import director_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
MADE = {"contract": "4S", "declarer": "S", "tricks": 10}
DOWN = {"contract": "4S", "declarer": "S", "tricks": 9}


def given_of(page: str) -> dict[str, Any]:
    """What a form on a page would send, as it stands filled in."""
    form = page[page.index('<form class="card opening"') :].split("</form>", maxsplit=1)[0]
    found = dict(re.findall(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"[^>]*checked', form))
    for name, options in re.findall(r'<select[^>]*name="([^"]+)">(.*?)</select>', form, re.S):
        chosen = re.search(r'value="([^"]*)" selected', options)
        found[name] = chosen[1] if chosen else re.findall(r'value="([^"]*)"', options)[0]
    for field in re.findall(r"<input[^>]*>", form):
        if 'type="radio"' not in field:
            name = re.search(r'name="([^"]+)"', field)
            value = re.search(r'value="([^"]*)"', field)
            found[name[1]] = value[1] if value else ""  # type: ignore[index]
    return found


def opened(director: Client, name: str, **changed: str) -> Event:
    given = given_of(director.get("/event/new/?as=1917").content.decode())
    director.post("/event/new/", given | {"name": name} | changed)
    return Event.objects.get(name=name)


def with_movement(club: Evening, director: Client, event: Event) -> Event:
    """Four pairs, and the first movement that is offered."""
    for at in range(4):
        ids = [person.pk for person in club.people[2 * at : 2 * at + 2]]
        director.post(f"/event/{event.pk}/entries/", {"who": ids, "go": "1", "key": new_key()})
    page = director.get(f"/event/{event.pk}/movement/").content.decode()
    assert "as when opened: 24 boards" in page
    value = re.findall(r'name="movement" value="([^"]+)"', page)[0]
    director.post(
        f"/event/{event.pk}/movement/", {"movement": value, "minutes": "90", "key": new_key()}
    )
    return Event.objects.get(pk=event.pk)


def played(event: Event, tops: int) -> None:
    """Table 1 makes its game on so many boards, everything else goes down."""
    actor = Actor(level=Level.DIRECTOR, club=event.club)
    for _round in (1, 2):
        now = Event.objects.get(pk=event.pk)
        start_round(event=now, key=new_key(), actor=actor, seen=now.round)
        room = room_of(Event.objects.get(pk=event.pk))
        lines = [
            Typed(table.section, each.spot, dict(facts), 0)
            for table in room.tables()
            for at, each in enumerate(table.boards)
            for facts in [MADE if table.number == 1 and at < tops else DOWN]
        ]
        type_results(event=room.event, lines=lines, key=new_key(), actor=actor)
    finish(event=now, final_at=clock.now(), key=new_key(), actor=actor)


def test_one_club_prepares_others_play_and_all_are_ranked_together() -> None:
    club = Evening(4, kind="")
    director = director_of(club)
    files, the_set = [], b""
    for tops, name in enumerate(("Leeds", "York", "Bath"), start=2):
        event = with_movement(club, director, opened(director, name))
        at = f"/event/{event.pk}/"
        plan = room_of(event).plan(event.sections.get())
        assert (len(plan.boards), plan.winners, plan.rounds) == (24, 2, 2)
        assert (event.game, event.rules) == ("duplicate-auction", {"preset": "whistclub-1917"})
        if not the_set:
            director.post(at + "boards/make/", {"pack": "shuffled", "key": "deal", "seen": "0"})
            the_set = director.get(at + "par/set.json").content
        else:
            file = SimpleUploadedFile("set.json", the_set)
            carried = director.post(at + "par/file/", {"file": file}).context["carried"]
            given = {"boards": carried, "key": new_key(), "seen": "0", "source": "set.json"}
            director.post(at + "par/bring/", given)
        assert (
            json.loads(director.get(at + "par/set.json").content)["boards"]
            == (json.loads(the_set)["boards"])
        )
        played(event, tops)
        files.append(director.get(at + "files/event/").content)
    told = [SimpleUploadedFile(f"{at}.json", each) for at, each in enumerate(files)]
    page = director.post("/event/in/", {"file": told, "together": "1"}).content.decode()
    texts = [html.unescape(each) for each in re.findall(r'name="text" value="([^"]*)"', page)]
    director.post("/event/in/bring/", {"text": texts, "source": "three files"})
    ranked = Event.objects.get(told=True)
    shown = text_of(director.get(f"/event/{ranked.pk}/ranking/"))
    assert "North–South" in shown
    assert shown.count("Left1") == 3
    ns = next(each for each in rank(read_event(json.loads(texts[0]))).rankings
              if each.direction == "NS")  # fmt: skip
    assert [row.entry.contestant.number for row in ns.rows[:3]] == ["3.1", "2.1", "1.1"]
    assert len(ns.rows) == 6


def test_what_is_filled_in_can_be_changed_and_is_checked() -> None:
    club = Evening(4, kind="")
    director = director_of(club)
    event = opened(director, "Eight", boards="8", winners="1", laws="portland-1914")
    assert event.rules == {}
    for at in range(4):
        ids = [person.pk for person in club.people[2 * at : 2 * at + 2]]
        director.post(f"/event/{event.pk}/entries/", {"who": ids, "go": "1", "key": new_key()})
    page = text_of(director.get(f"/event/{event.pk}/movement/"))
    assert "as when opened: 8 boards" in page
    given = given_of(director.get("/event/new/?as=1917").content.decode())
    answer = director.post("/event/new/", given | {"boards": "0"})
    assert answer.status_code == 422
    assert "Boards in all: choose 1 to 100" in text_of(answer)


@pytest.mark.parametrize("pairs", range(4, 31))
def test_so_many_boards_go_round_any_room(pairs: int) -> None:
    for offer in propose_prepared(pairs, 24, 2):
        movement = offer.movement
        assert movement.sets * movement.boards_per_set == 24
        assert (movement.winners, movement.rounds) == (2, movement.sets)
    assert propose_prepared(pairs, 24, 2)
