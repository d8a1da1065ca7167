"""What a process knows of its tables: told at each change, unknown where it cannot be asked."""

import time
from collections.abc import Collection, Mapping

import pytest

from clubscore.server import live as hubs
from clubscore.server.live import Door, HearingPass, PhoneStream, Tags
from tests.server.serving import Club, watching
from tests.waiting import until

FIRST, SECOND = Door("card", 1), Door("card", 2)


def told_at(heard: list[Tags | None], door: Door = FIRST) -> PhoneStream:
    return PhoneStream(door, heard.append)


def test_a_line_is_told_what_changes_at_its_own_door() -> None:
    club = Club(l1={"card-1": "5"}, l2={"card-2": "9"})
    with watching(club) as hub:
        assert (hub.ask(FIRST), hub.ask(SECOND)) == ({"card-1": "5"}, {"card-2": "9"})
        heard, elsewhere = list[Tags | None](), list[Tags | None]()
        assert hub.join(told_at(heard)) and hub.join(told_at(elsewhere, SECOND))
        club.now(1, **{"card-1": "6"})
        until(lambda: heard, "a word of the hub")
        assert (heard, elsewhere) == ([{"card-1": "6"}], [])
        assert hub.tags_of(FIRST) == {"card-1": "6"}


def test_a_change_that_changes_nothing_at_a_door_is_not_told() -> None:
    club = Club(l1={"card-1": "5"}, l2={"card-2": "9"})
    with watching(club) as hub:
        heard = list[Tags | None]()
        hub.ask(FIRST)
        hub.join(told_at(heard))
        before = club.looked
        club.rung.set()
        until(lambda: club.looked > before, "another look")
        assert heard == []


def test_a_door_that_is_shut_is_told_and_lets_nobody_in() -> None:
    club = Club(l1={"card-1": "5"})
    with watching(club) as hub:
        heard = list[Tags | None]()
        hub.ask(FIRST)
        hub.join(told_at(heard))
        club.now(1)
        until(lambda: heard, "a word of the hub")
        assert heard == [None]
        assert hub.ask(FIRST) is None and not hub.join(told_at(heard))


def test_where_the_database_cannot_be_asked_nothing_is_known_until_it_can(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hubs, "TRIES_AGAIN", 0.02)
    club = Club(l1={"card-1": "5"})
    with watching(club) as hub:
        heard = list[Tags | None]()
        hub.ask(FIRST)
        hub.join(told_at(heard))
        club.fault = OSError("the disk is gone")
        club.rung.set()
        until(lambda: heard, "a word of the hub")
        assert heard == [None] and not hub.is_well and hub.tags_of(FIRST) is None
        club.fault = None
        hub.wanted(FIRST)
        until(lambda: hub.is_well and hub.tags_of(FIRST) == {"card-1": "5"}, "what holds")


def test_a_door_that_was_only_asked_about_is_known_the_next_time() -> None:
    club = Club(l1={"card-1": "5"})
    with watching(club) as hub:
        assert hub.tags_of(FIRST) is None
        hub.wanted(FIRST)
        club.rung.set()
        until(lambda: hub.tags_of(FIRST), "the tags of a door")


@pytest.mark.parametrize(("took", "at_least", "at_most"), [(0.02, 0.18, 0.5), (0.1, 0.5, 0.5)])
def test_a_look_rests_many_times_as_long_as_it_took_of_the_processor(
    took: float, at_least: float, at_most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    club, rests = Club(l1={"card-1": "5"}), list[float]()
    with watching(club) as hub:

        def dear(doors: Collection[Door]) -> Mapping[Door, Tags]:
            begun = time.thread_time()
            while time.thread_time() - begun < took:
                pass
            return club.look(doors)

        monkeypatch.setattr(hub, "_look", dear)
        monkeypatch.setattr(hub._closing, "wait", rests.append)
        hub.wanted(FIRST)
        club.rung.set()
        until(lambda: any(rest >= at_least for rest in rests), "a long rest")
    assert max(rests) <= at_most


def test_what_nobody_asks_about_any_more_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "KNOWN_FOR", -1.0)
    club = Club(l1={"card-1": "5"})
    with watching(club) as hub:
        heard = list[Tags | None]()
        hub.ask(FIRST)
        line = told_at(heard)
        hub.join(line)
        club.now(1, **{"card-1": "6"})
        until(lambda: heard, "a word of the hub")
        hub.leave(line)
        before = club.looked
        club.rung.set()
        until(lambda: hub.tags_of(FIRST) is None, "a door that is forgotten")
        assert club.looked == before


def test_who_spoke_is_noted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "NOTES_EVERY", 0.02)
    club = Club(l1={})
    with watching(club) as hub:
        for _time in range(3):
            hub.is_there(HearingPass("event", 1, "abc"))
        until(lambda: club.there, "the note of who is there")
        assert club.there == [HearingPass("event", 1, "abc")]


def test_who_cannot_be_noted_ends_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hubs, "NOTES_EVERY", 0.02)
    club = Club(l1={"card-1": "5"})
    monkeypatch.setattr(club, "note", lambda there: 1 / 0)
    with watching(club) as hub:
        heard = list[Tags | None]()
        hub.ask(FIRST)
        hub.join(told_at(heard))
        hub.is_there(HearingPass("event", 1, "abc"))
        until(lambda: not hub._there, "the note of who is there")
        club.now(1, **{"card-1": "6"})
        until(lambda: heard, "a word of the hub")
        assert heard == [{"card-1": "6"}]


def test_closing_ends_every_line() -> None:
    club = Club(l1={"card-1": "5"})
    heard = list[Tags | None]()
    with watching(club) as hub:
        hub.ask(FIRST)
        hub.join(told_at(heard))
    assert heard == [None]


def test_a_door_of_which_nothing_is_known_is_not_shut(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault between two questions of one phone may not be taken for an address that ran out."""
    monkeypatch.setattr(hubs, "TRIES_AGAIN", 60)
    club = Club(l1={"card-1": "5"})
    with watching(club) as hub:
        hub.ask(FIRST)
        club.fault = OSError("gone")
        club.rung.set()
        until(lambda: not hub.is_well, "a hub that knows nothing")
        with pytest.raises(hubs.NothingKnown):
            hub.ask(FIRST)
