"""A phone that asks is answered before the page, and in any doubt by the page."""

from typing import Any

import pytest

from clubscore.server.live import Door, HearingPass
from tests.server.serving import Club, Phone, served, watching
from tests.waiting import until

OURS = HearingPass("card", 1, "abc")


@pytest.mark.parametrize(
    ("path", "shown", "answered"),
    [
        ("/table/1/live/?about=card-1&seen=5", OURS, True),
        ("/table/1/live/?about=card-1&seen=4", OURS, False),
        ("/table/1/live/?about=card-1", OURS, False),
        ("/table/1/live/?about=card-1&seen=", OURS, False),
        ("/table/1/live/?seen=5", OURS, False),
        ("/table/1/live/?about=card-2&seen=5", OURS, False),
        ("/table/1/live/?about=card-1&seen=5", None, False),
        ("/table/1/live/?about=card-1&seen=5", HearingPass("card", 2, "abc"), False),
        ("/table/1/live/?about=card-1&seen=5", HearingPass("event", 1, "abc"), False),
    ],
)
def test_only_what_is_known_for_sure_is_answered(
    path: str, shown: HearingPass | None, answered: bool
) -> None:
    asked = list[str]()

    def page(environ: dict[str, Any], start: Any) -> list[bytes]:
        asked.append(environ["PATH_INFO"])
        start("200 OK", [("Content-Length", "4")])
        return [b"page"]

    with watching(Club(l1={"card-1": "5"})) as hub, served(page, hub) as port:
        assert hub.ask(Door("card", 1))
        assert Phone(port, shown).ask(path) == (204 if answered else 200)
        assert bool(asked) != answered


def test_a_change_goes_to_the_page_at_once_and_a_shut_door_too() -> None:
    club = Club(l1={"card-1": "5"})

    def page(environ: dict[str, Any], start: Any) -> list[bytes]:
        start("403 Forbidden", [("Content-Length", "0")])
        return []

    path = "/table/1/live/?about=card-1&seen=5"
    with watching(club) as hub, served(page, hub) as port:
        assert Phone(port, OURS).ask(path) == 403  # not known yet: the page said so
        club.rung.set()
        until(lambda: Phone(port, OURS).ask(path) == 204, "nothing new")
        club.now(1)
        until(lambda: Phone(port, OURS).ask(path) == 403, "the refusal")


def test_whoever_asks_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clubscore.server.live.NOTES_EVERY", 0.02)
    club = Club(l1={"card-1": "5"})
    with watching(club) as hub, served(lambda _environ, _start: [], hub) as port:
        hub.wanted(next(iter(club.tags)))
        club.rung.set()
        until(lambda: hub.tags_of(next(iter(club.tags))), "the tags of a door")
        assert Phone(port, OURS).ask("/x/?about=card-1&seen=5") == 204
        until(lambda: OURS in club.there, "the note of who is there")
