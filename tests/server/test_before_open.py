"""At the door of a club that is not open yet: everybody is answered, and nobody keeps it shut."""

import socket
from itertools import count

import pytest

from clubscore.server import server as before_open
from clubscore.server.server import LONGEST, PATIENCE, BeforeOpen


class Drips:
    """Somebody who sends a letter a while, without end."""

    def __init__(self, every: float) -> None:
        self.every, self.now, self.letters = every, 0.0, 0
        self.waits: list[float] = []
        self.sent = b""

    def settimeout(self, seconds: float) -> None:
        self.waits.append(seconds)

    def recv(self, _most: int) -> bytes:
        self.now += self.every
        self.letters += 1
        return b"x"

    def sendall(self, answer: bytes) -> None:
        self.sent = answer

    def shutdown(self, _how: int) -> None:
        """Nothing more is sent."""


@pytest.fixture
def door() -> BeforeOpen:
    return BeforeOpen(socket.socket(), "The club is being brought up to date.")


def test_who_says_a_letter_a_while_has_no_longer_than_others(
    door: BeforeOpen, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a limit for each letter it was four hours; one guest kept the club shut."""
    drips = Drips(0.3)
    monkeypatch.setattr(before_open.time, "monotonic", lambda: drips.now)
    door._answer(drips)  # type: ignore[arg-type]
    assert drips.letters == 4 and drips.sent == b""
    assert drips.waits == pytest.approx([PATIENCE, 0.7, 0.4, 0.1])


def test_a_club_that_opens_waits_for_nobody(door: BeforeOpen) -> None:
    drips = Drips(0.0)
    letters = count(1)

    def opens_at_the_third(_most: int) -> bytes:
        if next(letters) == 3:
            door._over.set()
        return b"x"

    drips.recv = opens_at_the_third  # type: ignore[method-assign]
    door._answer(drips)  # type: ignore[arg-type]
    assert next(letters) == 4 and drips.sent == b""


def test_what_is_longer_than_a_head_is_answered_and_read_no_further(door: BeforeOpen) -> None:
    drips = Drips(0.0)
    drips.recv = lambda most: b"GET / " + b"x" * most  # type: ignore[method-assign]
    door._answer(drips)  # type: ignore[arg-type]
    assert drips.sent.startswith(b"HTTP/1.1 503") and b"being brought" in drips.sent
    assert len(drips.waits) == 2 and LONGEST == 16 * 1024


def test_a_guest_who_says_nothing_keeps_the_door_no_longer_than_patience() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listens:
        with BeforeOpen(listens, "Later") as door, socket.create_connection(listens.getsockname()):
            pass
        assert not door._thread.is_alive()
        assert listens.gettimeout() is None
