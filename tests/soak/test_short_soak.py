"""The soak in short: what phones were answered stands, though the server died at two points."""

from pathlib import Path
from typing import Any

import pytest

from tests import databases
from tests.soak.server import STRIKE, UNANSWERED
from tests.soak.short import STRIKES, TURNS, Kills, digest, phones_of, short_soak
from tests.soak.verify import compare


@pytest.mark.gate
def test_nothing_is_lost_or_doubled_where_the_server_dies_of_an_entry(tmp_path: Path) -> None:
    soak = short_soak(tmp_path, databases.migrated_file())
    assert soak.failed == []
    assert len(soak.told["card"]) > 20 and len(soak.told["event"]) > 6


AT = "/table/1/ 1 2"


def told(key: str = "one", tricks: int = 7) -> dict[str, Any]:
    return {"keys": [key], "at": AT, "what": "deal", "facts": {"tricks": tricks}}


def row(key: str = "one", tricks: int = 7) -> dict[str, Any]:
    return {"key": key, "at": AT, "what": "deal", "facts": {"tricks": tricks}}


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ([row()], set()),
        ([], {"lost"}),
        ([row(tricks=8)], {"changed"}),
        # Sent again under the same key it stands once; under another it stands twice.
        ([row(), row("two")], {"doubled", "strange"}),
        ([row(), row("two", 9)], {"strange"}),
    ],
)
def test_what_is_lost_doubled_or_changed_is_seen(
    rows: list[dict[str, Any]], wrong: set[str]
) -> None:
    assert {fault for fault, found in compare([told()], rows).items() if found} == wrong


def test_two_runs_are_told_apart_by_their_entries_and_not_by_their_keys() -> None:
    one = digest({"card": [told()], "event": []})
    elsewhere = told("other") | {"at": "/table/9/ 1 2"}
    assert digest({"card": [elsewhere], "event": []}) == one
    assert digest({"card": [told(tricks=8)], "event": []}) != one
    assert digest({"card": [told(), told()], "event": []}) != one


class ServerHere:
    """A server that is told to die and to start again."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.alive = True

    def is_alive(self) -> bool:
        return self.alive

    def kill(self) -> None:
        self.done.append("killed")

    def start(self) -> None:
        self.done.append("started")


def test_a_server_that_died_as_it_was_told_is_started_again_once(tmp_path: Path) -> None:
    server: Any = ServerHere()
    kills = Kills(server, tmp_path)
    phone = phones_of(kills)(0)
    phone._hang_up()
    kills.tell(UNANSWERED)
    # A line that broke before is none of it.
    phone._hang_up()
    assert (server.done, kills.died) == ([], [])
    (tmp_path / STRIKE).unlink()
    phone._hang_up()
    phone._hang_up()
    assert (server.done, kills.died) == (["killed", "started"], [UNANSWERED])


def test_a_server_that_died_by_itself_is_none_that_was_killed(tmp_path: Path) -> None:
    server: Any = ServerHere()
    server.alive = False
    with pytest.raises(RuntimeError, match="died by itself"):
        phones_of(Kills(server, tmp_path))(0)._hang_up()


def test_every_kill_falls_into_the_run() -> None:
    assert len({*STRIKES.values()}) == len(STRIKES) == 2
    assert all(0 < turn < TURNS for turn in STRIKES)
