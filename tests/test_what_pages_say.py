"""What pages say on a condition, drawn from their templates alone: nobody's club, no database."""

import datetime as dt
import re
from html import unescape
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string

from clubscore.club.models import Club

ON = dt.datetime(2026, 11, 3, 20, 41, tzinfo=dt.UTC)


def said(template: str, **given: Any) -> str:
    """Return the text of a page's own part."""
    page = render_to_string(template, {"club": Club(name="Portland"), **given})
    main = page[page.index('id="main"') : page.index("</main>")].partition(">")[2]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", main)).split())


class TestEarlierRanking:
    """`events/then.html`."""

    def shown(self, **entry: Any) -> str:
        told = {"at": ON, "facts": {}, "author": "Ann Archer", "device": "", "reason": ""} | entry
        event = SimpleNamespace(pk=3, name="Pairs")
        return said(
            "events/then.html", event=event, entry=SimpleNamespace(**told), what="a result",
            shown=[], lists=SimpleNamespace(), board=None,
        )  # fmt: skip

    def test_it_says_what_was_done_and_by_whom(self) -> None:
        text = self.shown()
        assert "Just after a result" in text and "By Ann Archer This counted then" in text
        assert "·" not in text and "Why" not in text and "Where" not in text

    def test_it_says_with_which_device_and_why(self) -> None:
        text = self.shown(device="phone 7", reason="misread")
        assert "By Ann Archer · phone 7 Why misread" in text

    def test_a_result_says_where_it_was_made(self) -> None:
        text = self.shown(facts={"x": 1}, board=4, table=2, round=5)
        assert "Where board 4, table 2, round 5 By" in text


class TestCodesOfTheRoom:
    """`rubbers/phones.html`."""

    LEADS = "This code leads to the login."
    SCAN = "Scan the code, choose your name"

    def shown(self, *, door: bool, address: str, scorer: bool = False, **more: Any) -> str:
        return said(
            "rubbers/phones.html", door=door, address=address, svg="", sittings=[], wifi=None,
            actor=SimpleNamespace(is_scorer=scorer, level=0, club=None), **more,
        )  # fmt: skip

    @pytest.mark.parametrize("door", [True, False])
    @pytest.mark.parametrize("address", ["http://club/", ""])
    def test_a_code_that_is_shown_says_where_it_leads(self, door: bool, address: str) -> None:
        text = self.shown(door=door, address=address)
        assert (self.LEADS in text) is bool(address and not door)
        assert (self.SCAN in text) is bool(address and door)
        assert "Turn o" not in text.replace("Turn on the room code", "")

    @pytest.mark.parametrize("door", [True, False])
    def test_a_scorer_turns_the_code_on_or_off(self, door: bool) -> None:
        text = self.shown(door=door, address="", scorer=True)
        assert ("Turn off room code" in text) is door
        assert ("Turn on room code" in text) is not door

    def test_a_network_and_a_table_are_shown_where_they_are(self) -> None:
        bare = self.shown(door=True, address="")
        assert "Enter the name of the Wi-Fi" in bare and "No table yet." in bare
        full = said(
            "rubbers/phones.html", door=True, address="", svg="",
            sittings=[SimpleNamespace(pk=1, table="Window table")],
            wifi=SimpleNamespace(name="The Club", svg=""),
            actor=SimpleNamespace(level=0, club=None),
        )  # fmt: skip
        assert "Stay connected" in full and "Enter the name of the Wi-Fi" not in full
        assert "No table yet." not in full and "Window table Show the code" in full
