"""The soak on several machines sees what went wrong: lost, doubled, never promoted, never heard."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from deploy.machines.programs import NotDone
from tests.soak import failover
from tests.soak.failover import NODE, SERVER, FailoverSoak, watch
from tests.soak.phones import Book
from tests.soak.streams import Listener


class Database:
    """Answers whether it is up as it is told to."""

    def __init__(self, *answers: bool) -> None:
        self.answers, self.asked = list(answers), 0

    def is_up(self) -> bool:
        self.asked += 1
        return self.answers.pop(0) if self.answers else False

    def has(self, _standby: "Database") -> bool:
        return True


class Node:
    """A node with such a database."""

    def __init__(self, name: str) -> None:
        self.name, self.database = name, Database()


class Machines:
    """Machines that do nothing but what a test says of their standby."""

    def __init__(self, promoted: Callable[[], None]) -> None:
        self.primary, self.standby = Node("a"), Node("b")
        self.promoted, self.joined = promoted, 0

    def processes(self, *_which: object) -> list[Any]:
        return []

    def promote(self, _say: object) -> None:
        self.promoted()
        self.primary, self.standby = self.standby, self.primary

    def bury(self, *_which: object) -> None:
        pass

    def join_standby(self, _say: object) -> None:
        self.joined += 1

    def start_again(self, _node: object) -> None:
        pass


class Hears(Listener):
    """A phone whose stream said something at a moment."""

    def __init__(self, heard_at: float) -> None:
        super().__init__(0, lambda: ("/t/x/", "/table/1/"))
        self.heard_at = heard_at


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for."""
    monkeypatch.setattr(failover, "PATIENCE", 0.2)
    monkeypatch.setattr(failover, "HEARD_WITHIN", 0.2)
    monkeypatch.setattr(failover, "BETWEEN_LOOKS", 0.0)


NEVER, ALWAYS = 0.0, time.monotonic() + 1e6


def soak_of(promoted: Callable[[], None], heard_at: float = ALWAYS) -> FailoverSoak:
    """A soak of such machines, with one phone that holds a stream."""
    soak = FailoverSoak.__new__(FailoverSoak)
    soak.machines = Machines(promoted)  # type: ignore[assignment]
    soak.name, soak.failed, soak.times, soak.figures = "machines", [], {SERVER: {}, NODE: {}}, {}
    soak.listeners = [Hears(heard_at)]
    return soak


def book_with(newest: float) -> Book:
    """A book in which each room was told something at a moment."""
    return Book(newest={"card": newest, "event": newest})


def nothing() -> None:
    """Be promoted."""


def test_a_failover_after_which_all_goes_on_is_good(capsys: pytest.CaptureFixture[str]) -> None:
    soak = soak_of(nothing)
    soak.once(SERVER, book_with(time.monotonic() + 3))
    assert soak.good and soak.machines.joined == 1  # type: ignore[attr-defined]
    assert "both rooms write again after" in capsys.readouterr().out


@pytest.mark.parametrize("way", [SERVER, NODE])
def test_writes_that_come_too_late_are_seen(way: str, capsys: pytest.CaptureFixture[str]) -> None:
    soak = soak_of(nothing)
    soak.once(way, book_with(time.monotonic() + failover.LIMITS[way] + 1))
    assert not soak.good
    assert f"NOT SO: {way}: both rooms write again after" in capsys.readouterr().out


def test_a_promotion_that_never_came_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    def never() -> None:
        raise NotDone("b was not promoted")

    soak = soak_of(never)
    soak.once(NODE, book_with(NEVER))
    said = capsys.readouterr().out
    assert not soak.good and soak.machines.joined == 0  # type: ignore[attr-defined]
    assert "NOT SO: the whole node silent: the standby was promoted: b was not promoted" in said
    assert "NOT SO: the whole node silent: both rooms write again never" in said


def test_a_room_that_is_told_nothing_any_more_is_seen() -> None:
    soak = soak_of(nothing)
    book = book_with(time.monotonic() + 1)
    book.newest["event"] = NEVER
    soak.once(SERVER, book)
    assert not soak.good


def test_a_stream_that_stays_silent_is_seen(capsys: pytest.CaptureFixture[str]) -> None:
    soak = soak_of(nothing, heard_at=NEVER)
    soak.once(SERVER, book_with(time.monotonic() + 1))
    assert not soak.good
    assert "NOT SO: 0 streams hear again ['/table/1/']" in capsys.readouterr().out


@pytest.mark.parametrize(("said", "good"), [("12", True), ("11", False)])
def test_a_stream_that_said_something_else_last_than_its_page_is_seen(
    said: str, good: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = '<p hx-get="/table/1/live/?about=card-7&amp;seen=12">'
    monkeypatch.setattr("tests.soak.streams.Phone.come_in", lambda *_given: "")
    monkeypatch.setattr("tests.soak.streams.Phone.open", lambda *_given: ("/table/1/", page))
    monkeypatch.setattr("tests.soak.streams.SILENT_FOR", 0.1)
    soak = soak_of(nothing)
    soak.listeners[0].heard = {"card-7": said}
    soak.streams_heard()
    assert soak.good == good


class Beats:
    """A stream of an event that has ended: it beats, and says nothing any more."""

    status, beats = 200, 0

    def __init__(self, *_given: object, **_more: object) -> None:
        pass

    def request(self, *_given: object, **_more: object) -> None:
        """Be asked."""

    def getresponse(self) -> "Beats":
        return self

    def readline(self) -> bytes:
        self.beats += 1
        assert self.beats < 5, "held on though its table is another"
        return b": still here\n"

    def close(self) -> None:
        """Be hung up."""


def test_who_holds_a_stream_goes_on_to_the_event_that_its_table_plays_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.soak.streams.http.client.HTTPConnection", Beats)
    listener = Hears(NEVER)
    listener.code = "/t/of-before/"
    listener._listen()
    assert listener.streams == 1
    listener.code = "/t/x/"
    with pytest.raises(AssertionError, match="held on"):
        listener._listen()


@pytest.mark.parametrize("fault", ["lost", "doubled", "changed", "strange"])
def test_what_was_lost_or_doubled_is_seen(
    fault: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found: dict[str, Any] = {"lost": [], "doubled": [], "changed": [], "strange": []}
    soak = soak_of(nothing)
    soak.told = {"card": [], "event": []}
    counts = {"counts": {}, "sound": "ok"}
    monkeypatch.setattr(soak, "own", lambda *_given: json.dumps(found | counts))
    book = Book()
    book.done.update(deal=1, told=1, agreed=1)
    soak.compare("ten failovers", book)
    assert soak.good
    found[fault].append(f"{fault}: deal k1")
    soak.compare("ten failovers", book)
    assert not soak.good and f"{fault}: deal k1" in capsys.readouterr().out


def test_a_database_is_given_up_after_three_looks_in_a_row() -> None:
    node = Node("a")
    node.database = Database(True, False, False, True, False, False, False, True)
    watch(node)  # type: ignore[arg-type]
    assert node.database.asked == 7
