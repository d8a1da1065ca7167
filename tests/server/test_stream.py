"""The stream that brings news to phones, over real lines."""

from collections.abc import Iterator
from typing import Any

import pytest

from clubscore.server import live as stream
from clubscore.server.live import HearingPass, Hub
from tests.server.serving import Club, Phone, served, watching
from tests.waiting import until

OURS, OTHERS = HearingPass("card", 1, "abc"), HearingPass("card", 2, "def")


def page(environ: dict[str, Any], start: Any) -> list[bytes]:
    start("200 OK", [("Content-Length", "4")])
    return [b"page"]


@pytest.fixture
def club() -> Club:
    return Club(l1={"card-1": "5"}, l2={"card-2": "9"})


@pytest.fixture
def hub(club: Club, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    monkeypatch.setattr("clubscore.server.live.NOTES_EVERY", 0.02)
    # It looks at a change alone, so what a phone hears at all it hears at once.
    monkeypatch.setattr("clubscore.server.live.ASKS_AGAIN", 1e9)
    with watching(club) as found:
        yield found


@pytest.fixture
def port(hub: Hub) -> Iterator[int]:
    with served(page, hub) as found:
        yield found


def test_a_phone_hears_what_holds_and_then_each_change_at_once(club: Club, port: int) -> None:
    phone, other = Phone(port, OURS), Phone(port, OTHERS)
    assert phone.ask("/news/") == other.ask("/news/") == 200
    assert b"text/event-stream" in phone.head and b"no-store, no-transform" in phone.head
    assert (phone.tags(), other.tags()) == ({"card-1": "5"}, {"card-2": "9"})
    club.now(1, **{"card-1": "6"})
    assert phone.tags() == {"card-1": "6"}
    club.now(2, **{"card-2": "10"})
    assert other.tags() == {"card-2": "10"}  # and nothing of the other table before it


def test_a_stream_ends_at_once_with_its_address(club: Club, port: int) -> None:
    phone = Phone(port, OURS)
    phone.ask("/news/")
    phone.tags()
    club.now(1)
    assert phone.tags() is None
    assert Phone(port, OURS).ask("/news/") == 403


@pytest.mark.parametrize("carried", ["", "card-1-abc", "card-1-abc:forged", '"', "\u00e9"])
def test_without_a_good_pass_nothing_is_heard(port: int, carried: str) -> None:
    assert Phone(port, None, carried=carried).ask("/news/") == 403
    assert Phone(port, None, carried=carried).ask("/news/here", "POST") == 403


def test_other_addresses_and_methods_are_refused(port: int) -> None:
    phone = Phone(port, OURS)
    assert phone.ask("/news/more") == 404
    assert Phone(port, OURS).ask("/news/", "POST") == 405
    assert Phone(port, OURS).ask("/news/here") == 404


def test_a_phone_that_says_it_is_here_is_noted(club: Club, port: int) -> None:
    assert Phone(port, OURS).ask("/news/here", "POST") == 204
    until(lambda: OURS in club.there, "the note of who is there")


def test_where_nothing_is_known_phones_are_told_to_ask(club: Club, hub: Hub, port: int) -> None:
    phone = Phone(port, OURS)
    phone.ask("/news/")
    phone.tags()
    club.fault = OSError("gone")
    club.rung.set()
    assert phone.tags() is None
    assert Phone(port, OURS).ask("/news/") == 503
    club.fault = None
    until(lambda: hub.is_well, "a hub that is well again")
    assert Phone(port, OURS).ask("/news/") == 200


def test_a_database_that_fails_as_a_stream_begins_is_no_fault_of_the_server(
    club: Club, port: int
) -> None:
    Phone(port, OTHERS).ask("/news/")  # so that the hub is well
    club.fault = OSError("gone")
    assert Phone(port, OURS).ask("/news/") == 503


def test_of_too_many_streams_of_one_phone_the_oldest_ends(port: int) -> None:
    phones = [Phone(port, OURS) for _one in range(stream.MOST_OF_ONE + 1)]
    for phone in phones:
        assert phone.ask("/news/") == 200
        assert phone.tags() == {"card-1": "5"}
    assert phones[0].tags() is None


def test_a_phone_that_hangs_up_is_forgotten(club: Club, hub: Hub, port: int) -> None:
    phone = Phone(port, OURS)
    phone.ask("/news/")
    phone.tags()
    lines = hub._doors[next(iter(hub._doors))].lines
    assert len(lines) == 1
    phone.close()
    until(lambda: not lines, "the end of the line")


def test_a_quiet_stream_beats(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "BEATS_EVERY", 0.05)
    phone = Phone(port, OURS)
    phone.ask("/news/")
    until(lambda: phone._more() and phone.heard.count(b"event: beat") > 2, "a third beat")


def test_pages_are_answered_beside_hundreds_of_streams(port: int) -> None:
    phones = [Phone(port, HearingPass("card", 1, f"{n:x}")) for n in range(300)]
    for phone in phones:
        assert phone.ask("/news/") == 200
    assert Phone(port, OURS).ask("/") == 200


def test_a_server_that_closes_ends_its_streams(hub: Hub) -> None:
    with served(page, hub) as port:
        phone = Phone(port, OURS)
        phone.ask("/news/")
        phone.tags()
    assert phone.tags() is None
