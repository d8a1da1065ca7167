"""Several sessions as one on the wall and behind a link: who sees it, until when, whose names."""

import datetime as dt
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubscore.club import clock
from clubscore.events.models import Event, EventShare, SeveralShare
from clubscore.events.phones import events_of_share
from clubscore.events.rankings import as_one
from clubscore.web.phones import hash_of, token_of
from tests.events.test_several import evening
from tests.house import House, Role, build_house, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def two(house: House) -> list[Event]:
    return [evening(house, 1, (100, 100)), evening(house, 2, (100, 50))]


def query(events: list[Event]) -> str:
    return "&".join(f"event={event.pk}" for event in events)


def share(house: House, events: list[Event], **form: str) -> Any:
    host = client_of(house.logins[Role.DIRECTOR])
    address = f"/results/as-one/share/?{query(events)}"
    return host.post(address, {"what": "share"} | form)


def the_share() -> SeveralShare:
    return SeveralShare.objects.get(revoked_at=None)


def address() -> str:
    return f"/shared/several/{token_of(the_share().nonce)}/"


def rows_on(page: str) -> list[str]:
    """The names and percentages of a page's ranking, in order."""
    body = unescape(page).partition("<tbody>")[2].partition("</tbody>")[0]
    return [row.partition('scope="row"')[2] for row in body.split("<tr>")[1:]]


def test_a_visitor_with_the_link_reads_what_the_club_does(house: House, two: list[Event]) -> None:
    assert share(house, two).status_code == 302
    shared = Client().get(address())
    assert shared.status_code == 200
    own = client_of(house.logins[Role.PLAYER]).get(f"/results/as-one/?{query(two)}")
    assert rows_on(shared.content.decode()) == rows_on(own.content.decode())
    (ranked,) = as_one(two).lists
    assert len(rows_on(shared.content.decode())) == len(ranked.rows) == 5
    host = client_of(house.logins[Role.DIRECTOR])
    assert address() in host.get(f"/results/as-one/?{query(two)}").content.decode()
    assert address() not in own.content.decode()


def test_a_link_is_turned_off_and_a_new_one_replaces_the_old(
    house: House, two: list[Event]
) -> None:
    share(house, two)
    first = address()
    share(house, two, hides_names="1")
    assert Client().get(first).status_code == 404
    second = address()
    assert first != second
    share(house, two, what="stop")
    assert Client().get(second).status_code == 404
    assert not SeveralShare.objects.filter(revoked_at=None).exists()


def test_names_are_hidden_where_that_was_asked_for_here_or_of_one_event(
    house: House, two: list[Event]
) -> None:
    share(house, two, hides_names="1")
    assert "Ann" not in Client().get(address()).content.decode()
    share(house, two)
    assert "Ann" in Client().get(address()).content.decode()
    EventShare.objects.create(
        club=house.club, event=two[0], hides_names=True, nonce="n", token_hash=hash_of("n"),
        made_by="a test", expires_at=clock.now() + dt.timedelta(days=1),
    )  # fmt: skip
    assert "Ann" not in Client().get(address()).content.decode()


@pytest.mark.parametrize(
    "change",
    [
        {"ranking_open": False},
        {"called_off_at": clock.now()},
        {"finished_at": None, "final_at": None},
    ],
)
def test_what_one_event_hides_is_shared_no_longer(
    house: House, two: list[Event], change: dict[str, Any]
) -> None:
    share(house, two)
    where = address()
    Event.objects.filter(pk=two[1].pk).update(**change)
    assert Client().get(where).status_code == 404
    wall = client_of(house.logins[Role.DIRECTOR]).get(f"/results/as-one/wall/?{query(two)}")
    assert "Ann" not in wall.content.decode()


def test_a_ranking_that_is_not_open_is_neither_shared_nor_on_the_wall(
    house: House, two: list[Event]
) -> None:
    Event.objects.filter(pk=two[0].pk).update(ranking_open=False)
    assert share(house, two).status_code == 409
    assert not SeveralShare.objects.exists()
    host = client_of(house.logins[Role.DIRECTOR])
    text = host.get(f"/results/as-one/?{query(two)}").content.decode()
    assert "Evening 1" in text and "Create link" not in text
    wall = host.get(f"/results/as-one/wall/?{query(two)}").content.decode()
    assert "not open to players" in wall and "Ann" not in wall


def test_players_share_nothing_and_no_club_shares_another_s(house: House, two: list[Event]) -> None:
    player = client_of(house.logins[Role.PLAYER])
    assert player.post(f"/results/as-one/share/?{query(two)}").status_code == 403
    other = build_house("Leeds")
    host = client_of(other.logins[Role.DIRECTOR])
    assert host.post(f"/results/as-one/share/?{query(two)}", {"what": "share"}).status_code == 409
    share(house, two)
    moved = the_share()
    moved.club = other.club
    assert events_of_share(moved) == []


def test_the_wall_shows_it_without_a_menu_and_answers_304_while_nothing_changed(
    house: House, two: list[Event]
) -> None:
    player = client_of(house.logins[Role.PLAYER])
    where = f"/results/as-one/wall/?{query(two)}"
    first = player.get(where)
    text = first.content.decode()
    assert "<nav" not in text and 'id="leave"' in text and "data-turns" in text
    assert len(rows_on(text)) == 5
    again = {"headers": {"If-None-Match": first["ETag"], "HX-Request": "true"}}
    assert player.get(where, **again).status_code == 304
    Event.objects.filter(pk=two[0].pk).update(revision=99)
    assert player.get(where, **again).status_code == 200
    share(house, two)
    shared = Client().get(address())
    again = {"headers": {"If-None-Match": shared["ETag"], "HX-Request": "true"}}
    assert Client().get(address(), **again).status_code == 304


def test_what_is_shared_asks_little_when_it_asks_again(house: House, two: list[Event]) -> None:
    share(house, two)
    where = address()
    tag = Client().get(where)["ETag"]
    with CaptureQueriesContext(connection) as asked:
        Client().get(where, headers={"If-None-Match": tag, "HX-Request": "true"})
    assert len(asked) <= 4


def test_events_that_are_scored_otherwise_since_are_shared_no_longer(
    house: House, two: list[Event]
) -> None:
    share(house, two)
    where = address()
    SeveralShare.objects.update(
        events=[two[0].pk, evening(house, 3, (1, 2), scoring="cross-imps").pk]
    )
    assert Client().get(where).status_code == 404
